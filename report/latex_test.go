package report

import (
	"bytes"
	"strings"
	"testing"
	"unicode"
)

func TestLaTeX(t *testing.T) {
	table := TableOf([]string{"a_b & 50%", `x\y {z}`}, func(s string) Row {
		return Cells(
			"what", s,
			"length", len(s),
		)
	})
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

// hostile is text from outside that would do something where it is printed.
const hostile = "# [l](javascript:1) `c` *b* _i_ ~~s~~ <b> &lt; \x1b[2J\u202e\u0085\x7f\r\nnext"

// TestTextIsInert prints hostile text in every form: on one line, without what steers a
// terminal, and in Markdown without a meaning.
func TestTextIsInert(t *testing.T) {
	table := func() *Table {
		return TableOf([]string{hostile}, func(s string) Row {
			return Cells(
				"<what", Line(s),
				"length", len(s),
			)
		})
	}
	for _, v := range []View{{}, {Width: 40}, {Width: 10}, {Markdown: true}, {LaTeX: true}} {
		var out bytes.Buffer
		v.Say(&out, "%s", hostile)
		if err := table().Show(&out, v); err != nil {
			t.Fatal(err)
		}
		for line := range strings.SplitSeq(out.String(), "\n") {
			if strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }) || strings.HasPrefix(line, "next") {
				t.Errorf("%+v: %q", v, line)
			}
		}
	}

	var csv bytes.Buffer
	if err := table().CSV(&csv); err != nil || strings.Count(csv.String(), "\n") != 2 || strings.ContainsAny(csv.String(), "\x1b\r\u202e\x7f\u0085") {
		t.Errorf("%q (%v)", csv.String(), err)
	}

	var out bytes.Buffer
	View{Markdown: true}.Say(&out, "%s", hostile)
	want := "\\# \\[l\\](javascript:1) \\`c\\` \\*b\\* \\_i\\_ \\~\\~s\\~\\~ &lt;b> \\&lt; \\x1b\\[2J\\u202e\\u0085\\x7f\\r\\nnext\n\n"
	if out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
	for text, want := range map[string]string{"12. x": `12\. x`, "4.34 x": "4.34 x", "- x": `\- x`, "> x": `\> x`, "12": "12"} {
		out.Reset()
		if (View{Markdown: true}).Say(&out, "%s", text); out.String() != want+"\n\n" {
			t.Errorf("%q is %q", text, out.String())
		}
	}
	if text := table().markdown(escapeMarkdown); !strings.Contains(text, "\\[l\\](javascript:1) \\`c\\`") {
		t.Errorf("%s", text)
	}
}
