package report

import (
	"bytes"
	"testing"
)

func TestLaTeX(t *testing.T) {
	table := TableOf([]string{"a_b & 50%", `x\y {z}`}, "what | length", func(s string) []any { return []any{s, len(s)} })
	var out bytes.Buffer
	if err := table.Show(&out, View{LaTeX: true}); err != nil {
		t.Fatal(err)
	}
	want := `\begin{tabular}{lr}
\toprule
what & length \\
\midrule
a\_b \& 50\% & 9 \\
x\textbackslash{}y \{z\} & 7 \\
\bottomrule
\end{tabular}

`
	if out.String() != want {
		t.Errorf("%s\nwant %s", out.String(), want)
	}
	out.Reset()
	View{LaTeX: true}.Say(&out, "%d of %s", 1, "x_y")
	if want := "1 of x\\_y\n\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
	out.Reset()
	View{Markdown: true}.Say(&out, "%d %% <img src=x>\x1b", 1)
	if want := "1 % &lt;img src=x>\\x1b\n\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}
