package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"

	"codebreak/engine/game"
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
func candidates(n int) string {
	if n == 1 {
		return "1 candidate"
	}
	return strconv.Itoa(n) + " candidates"
}

// CSV writes one line for each secret: the secret, the number of guesses it
// needs, and each guess with its feedback. The depth does not matter.
func (p *TreePage) CSV(w io.Writer) error {
	games := linesBelow(p.Tree.Root, nil)
	slices.SortFunc(games, func(a, b tree.Line) int { return cmp.Compare(secretOf(a), secretOf(b)) })
	longest := 0
	for _, line := range games {
		longest = max(longest, len(line))
	}
	g := p.Tree.Game
	columns := []Column[tree.Line]{
		{Title: "secret", Value: func(line tree.Line) any { return g.FormatCode(secretOf(line)) }},
		{Title: "guesses", Value: func(line tree.Line) any { return len(line) }},
	}
	for k := range longest {
		// What is over has no more guesses.
		show := func(title string, value func(tree.LineRound) string) Column[tree.Line] {
			return Column[tree.Line]{Title: fmt.Sprintf("%s_%d", title, k+1), Value: func(line tree.Line) any {
				if k < len(line) {
					return value(line[k])
				}
				return nil
			}}
		}
		columns = append(columns,
			show("guess", func(r tree.LineRound) string { return g.FormatCode(r.Node.Guess) }),
			show("feedback", func(r tree.LineRound) string { return g.FormatFeedback(r.Branch.Feedback) }))
	}
	return NewTable(games, columns).CSV(w)
}

// linesBelow lists the games that end at n or below, each with the rounds
// before.
func linesBelow(n *tree.Node, before tree.Line) []tree.Line {
	var games []tree.Line
	for _, b := range n.Branches {
		line := append(slices.Clip(before), tree.LineRound{Node: n, Branch: b})
		if b.Next == nil {
			games = append(games, line)
		} else {
			games = append(games, linesBelow(b.Next, line)...)
		}
	}
	return games
}

// secretOf returns the secret that a game ended with.
func secretOf(line tree.Line) game.Code { return line[len(line)-1].Node.Guess }

// Markdown writes the partitions that the guesses make: a table for each guess
// shown, of the candidates and the next guess after each feedback. What is
// left when only one candidate is needs no table.
func (p *TreePage) Markdown(w io.Writer) error {
	f := tree.Measure(p.Tree).Hit
	g := p.Tree.Game
	_, err := fmt.Fprintf(w, "# %s = %s, %d secrets\n\n%s. Total %d, mean %s, worst case %d; secrets by guesses: %s\n",
		g, g.Describe(), p.Tree.Root.Candidates(), p.About, f.Total, Mean(f.Mean), f.Worst, Histogram(f.Histogram))
	if err != nil {
		return err
	}
	return p.partitions(w, p.Tree.Root, "", 1)
}

// partitions writes the table of n, whose guess has the given number, and
// those below. before is the rounds on the way there.
func (p *TreePage) partitions(w io.Writer, n *tree.Node, before string, number int) error {
	g := p.Tree.Game
	guess := g.FormatCode(n.Guess)
	heading := "First guess"
	if before != "" {
		heading = "After " + before
	}
	t := NewTable(n.Branches, []Column[tree.Branch]{
		{Title: "feedback", Value: func(b tree.Branch) any { return g.FormatFeedback(b.Feedback) }},
		{Title: "candidates", Value: func(b tree.Branch) any { return branchCandidates(b) }},
		{Title: "next guess", Align: Left, Value: func(b tree.Branch) any {
			if b.Next == nil {
				return "hit"
			}
			return g.FormatCode(b.Next.Guess)
		}},
	})
	if _, err := fmt.Fprintf(w, "\n## %s: %s, %s\n\n", heading, guess, candidates(n.Candidates())); err != nil {
		return err
	}
	if err := t.Markdown(w); err != nil {
		return err
	}
	for _, b := range n.Branches {
		if p.cut(number+1) || branchCandidates(b) == 1 {
			continue
		}
		way := guess + " " + g.FormatFeedback(b.Feedback)
		if before != "" {
			way = before + ", " + way
		}
		if err := p.partitions(w, b.Next, way, number+1); err != nil {
			return err
		}
	}
	return nil
}
