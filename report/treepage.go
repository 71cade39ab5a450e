package report

import (
	"bufio"
	_ "embed"
	"encoding/csv"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strconv"
	"strings"

	"codebreak/engine/game"
	"codebreak/engine/short"
	"codebreak/engine/tree"
)

// A TreePage is a decision tree to be shown. The tree must be right, as
// [tree.Check] says.
type TreePage struct {
	Tree  *tree.Tree
	About string // where it comes from, such as its strategy
	// Depth is how many guesses one after another are shown; 0 means all.
	Depth int
}

// cut reports whether a guess is too deep to be shown; the first has number 1.
func (p *TreePage) cut(number int) bool { return p.Depth > 0 && number > p.Depth }

// mayHit reports whether the guess at n may be the secret.
func mayHit(n *tree.Node) bool {
	return slices.ContainsFunc(n.Branches, func(b tree.Branch) bool { return b.Next == nil })
}

// branchCandidates returns how many candidates follow a branch: one if it ends
// the game.
func branchCandidates(b tree.Branch) int {
	if b.Next == nil {
		return 1
	}
	return b.Next.Candidates()
}

// candidates writes a number of candidates.
func candidates(n int) string { return short.Plural(n, "candidate") }

// CSV writes one line for each secret: the secret, the number of guesses it
// needs, and each guess with its feedback. The depth does not matter. Lines are
// written one by one.
func (p *TreePage) CSV(w io.Writer) error {
	g := p.Tree.Game
	header := []string{"secret", "guesses"}
	for k := range tree.Measure(p.Tree).Solved.Worst {
		header = append(header, fmt.Sprintf("guess_%d", k+1), fmt.Sprintf("feedback_%d", k+1))
	}
	out := csv.NewWriter(w)
	out.Write(header) // an error is kept until the end
	secrets := secretsBelow(p.Tree.Root, nil)
	slices.Sort(secrets)
	row := make([]string, len(header))
	for _, secret := range secrets {
		clear(row) // a game that is over has no more guesses
		guesses := 0
		for n := p.Tree.Root; n != nil; guesses++ {
			f := g.Feedback(secret, n.Guess)
			row[2+2*guesses], row[3+2*guesses] = inertText(g.FormatCode(n.Guess)), inertText(g.FormatFeedback(f))
			n = n.Next(f)
		}
		row[0], row[1] = inertText(g.FormatCode(secret)), strconv.Itoa(guesses)
		out.Write(row)
	}
	out.Flush()
	return out.Error()
}

// secretsBelow appends the secrets found at n or below.
func secretsBelow(n *tree.Node, secrets []game.Code) []game.Code {
	for _, b := range n.Branches {
		if b.Next == nil {
			secrets = append(secrets, n.Guess)
		} else {
			secrets = secretsBelow(b.Next, secrets)
		}
	}
	return secrets
}

// Markdown writes the partitions that the guesses make: a table for each guess shown, of
// the candidates and the next guess after each feedback. A single remaining candidate needs
// no table.
func (p *TreePage) Markdown(w io.Writer) error {
	f := tree.Measure(p.Tree).Solved
	g := p.Tree.Game
	out := bufio.NewWriter(w) // which keeps its first error until it is flushed
	fmt.Fprintf(out, "# %s = %s, %d secrets\n\n%s. Total %d, mean %s, worst case %d; secrets by guesses: %s\n",
		g, escapeHTML(g.Describe()), p.Tree.Root.Candidates(), escapeHTML(p.About), f.Total, Mean(f.Mean), f.Worst, Histogram(f.Histogram))
	p.partitions(out, p.Tree.Root, nil)
	return out.Flush()
}

// partitions writes the table of n, and those below. before is the rounds on the
// way there.
func (p *TreePage) partitions(out *bufio.Writer, n *tree.Node, before []string) {
	g := p.Tree.Game
	guess := g.FormatCode(n.Guess)
	heading := "First guess"
	if len(before) > 0 {
		heading = "After " + strings.Join(before, ", ")
	}
	fmt.Fprintf(out, "\n## %s, %s\n\n", escapeHTML(heading+": "+guess), candidates(n.Candidates()))
	table := TableOf(n.Branches, "feedback | candidates | <next guess", func(b tree.Branch) []any {
		next := "solved"
		if b.Next != nil {
			next = g.FormatCode(b.Next.Guess)
		}
		return []any{g.FormatFeedback(b.Feedback), branchCandidates(b), next}
	})
	out.WriteString(table.Markdown())
	for _, b := range n.Branches {
		if branchCandidates(b) > 1 && !p.cut(len(before)+2) {
			p.partitions(out, b.Next, append(slices.Clip(before), guess+" "+g.FormatFeedback(b.Feedback)))
		}
	}
}

//go:embed tree.html
var treeHTML string

var treeTemplate = template.Must(template.New("tree").Parse(treeHTML))

// A move is a guess as a page in HTML shows it, with what follows.
type move struct {
	Feedback, Guess string // feedback on the guess before; empty for the first
	Left            int    // candidates
	Probe           bool   // the guess cannot be the secret
	Sure, Open      []move // with one or two candidates left, which are guessed, and with more
}

// HTML writes one page to play by, for browsers and printers: a section for each feedback
// on the first guess. The depth does not matter.
func (p *TreePage) HTML(w io.Writer) error {
	g, probes := p.Tree.Game, false
	var moveOf func(n *tree.Node, feedback string) move
	moveOf = func(n *tree.Node, feedback string) move {
		m := move{Feedback: feedback, Guess: g.FormatCode(n.Guess), Left: n.Candidates(), Probe: !mayHit(n)}
		probes = probes || m.Probe
		for _, b := range n.Branches {
			if b.Next == nil {
				continue
			}
			next := moveOf(b.Next, g.FormatFeedback(b.Feedback))
			if next.Left <= 2 && !next.Probe && len(next.Open) == 0 {
				m.Sure = append(m.Sure, next)
			} else {
				m.Open = append(m.Open, next)
			}
		}
		return m
	}
	f, first := tree.Measure(p.Tree).Solved, moveOf(p.Tree.Root, "")
	return treeTemplate.Execute(w, map[string]any{
		"Title": GameInWords(g.String()) + ": " + p.About, "First": first, "Probes": probes, "Pegs": game.StructureOf(g).Pegs != nil,
		"Secrets": short.Plural(first.Left, "secret"), "Mean": f.Mean, "Worst": f.Worst, "Rules": short.Plural(p.Tree.Rules(), "rule"),
	})
}
