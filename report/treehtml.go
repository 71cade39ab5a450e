//go:build !js

package report

import (
	_ "embed"
	"html/template"
	"io"
	"sync"

	"codebreak/engine/game"
	"codebreak/engine/tree"
	"codebreak/engine/wording"
)

//go:embed tree.html
var treeHTML string

var treeTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("tree").Parse(treeHTML))
})

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
	g := p.Game
	first, probes := moveOf(g, p.Root, "")
	f := tree.Measure(p.Tree).Solved
	return treeTemplate().Execute(w, map[string]any{
		"Title":   GameInWords(g.String()) + ": " + p.About,
		"First":   first,
		"Probes":  probes,
		"Pegs":    game.StructureOf(g).Pegs != nil,
		"Secrets": wording.Plural(first.Left, "secret"),
		"Mean":    f.Mean,
		"Worst":   f.Worst,
		"Rules":   wording.Plural(p.Rules(), "rule"),
	})
}

// moveOf is the guess at n, and reports whether some guess there or below cannot be the secret.
func moveOf(g game.Game, n *tree.Node, feedback string) (m move, probes bool) {
	m = move{
		Feedback: feedback,
		Guess:    g.FormatCode(n.Guess),
		Left:     n.Candidates(),
		Probe:    !mayHit(n),
	}
	probes = m.Probe

	for _, b := range n.Branches {
		if b.Next == nil {
			continue
		}
		next, below := moveOf(g, b.Next, g.FormatFeedback(b.Feedback))
		probes = probes || below
		if next.Left <= 2 && !next.Probe && len(next.Open) == 0 {
			m.Sure = append(m.Sure, next)
		} else {
			m.Open = append(m.Open, next)
		}
	}
	return m, probes
}
