package report

import (
	"strings"
)

// LaTeX returns the table, as pages show it, as a tabular with the rules of the
// package booktabs.
func (t *Table) LaTeX() string {
	g := t.Wide()
	var b strings.Builder
	b.WriteString("\\begin{tabular}{")
	for _, right := range g.Right {
		if right {
			b.WriteByte('r')
		} else {
			b.WriteByte('l')
		}
	}
	b.WriteString("}\n\\toprule\n")
	line := func(cells []string) {
		b.WriteString(strings.Join(each(cells, func(cell string) string {
			return escapeLaTeX(strings.ReplaceAll(cell, "\n", " "))
		}), " & ") + " \\\\\n")
	}
	line(g.Header)
	b.WriteString("\\midrule\n")
	for _, row := range g.Rows {
		line(row)
	}
	b.WriteString("\\bottomrule\n\\end{tabular}\n")
	return b.String()
}

var latexSpecial = strings.NewReplacer(
	`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "&", `\&`, "%", `\%`, "$", `\$`, "#", `\#`, "_", `\_`,
	"~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "<", `\textless{}`, ">", `\textgreater{}`,
	"≤", `$\le$`, "≥", `$\ge$`,
)

// escapeLaTeX writes text so that LaTeX sets it as it is.
func escapeLaTeX(text string) string { return latexSpecial.Replace(visible(text)) }
