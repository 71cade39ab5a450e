package explain

import (
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"codebreak/configs/published"
	"codebreak/engine/game"
	"codebreak/engine/partition"
	"codebreak/experiments/base"
	"codebreak/report"
)

// An entropyFound is a first guess whose feedback has the wanted entropy.
type entropyFound struct {
	First string  `json:"first"`
	Bits  float64 `json:"bits"`
	Final string  `json:"final_feedback"` // "counted" or "left out"
}

// An entropySearch has the first guesses of a game with a wanted entropy.
type entropySearch struct {
	Game  string         `json:"game"`
	Found []entropyFound `json:"found"`
	of    published.Number
}

// explainBits looks for first guesses whose feedback has the entropy that is printed. Some sources
// leave the feedback that ends the game out of the sum.
func explainBits(a *base.App, cmd *cobra.Command, f explainFlags) error {
	g, err := a.ParseGame(f.game)
	if err != nil {
		return err
	}
	secrets, guesses := game.Codes(g)
	if classes := game.CanonicalGuesses(g); classes != nil {
		guesses = classes
	}
	if len(f.firsts) > 0 {
		guesses = nil
	}
	for _, first := range f.firsts {
		code, err := g.ParseCode(first)
		if err != nil {
			return base.Usagef("first guess: %w", err)
		}
		guesses = append(guesses, code)
	}

	bar := a.NewProgress(float64(len(guesses)))
	defer bar.Finish()
	space := partition.NewSpace(g)
	space.Load(secrets)
	counts := partition.NewCounts(g)
	hit := math.Log2(float64(len(secrets))) / float64(len(secrets))
	s := entropySearch{
		Game:  g.String(),
		Found: []entropyFound{},
		of:    *f.number,
	}
	for _, guess := range guesses {
		if err := cmd.Context().Err(); err != nil {
			return base.Interrupted(cmd.Context(), "nothing is printed; --first tries some first guesses only")
		}
		space.Count(guess, counts)
		bits := counts.Quality().Entropy
		s.add(g.FormatCode(guess), bits, "counted")
		if counts[g.Final()] > 0 {
			s.add(g.FormatCode(guess), bits-hit, "left out")
		}
		bar.Add(1)
	}

	_ = bar.Finish()
	if len(s.Found) == 0 {
		return fmt.Errorf("no first guess tried in %s gives %s bits, with the feedback that ends the game or without", s.Game, f.number)
	}
	return f.Write(cmd, s)
}

// add adds a first guess if its entropy is the wanted one, rounded or truncated.
func (s *entropySearch) add(first string, bits float64, final string) {
	if s.of.Near(bits) != published.Disagrees {
		s.Found = append(s.Found, entropyFound{
			First: first,
			Bits:  bits,
			Final: final,
		})
	}
}

func (s entropySearch) Table() *report.Table {
	return report.TableOf(s.Found, func(e entropyFound) report.Row {
		return report.Cells(
			"first guess", e.First,
			"bits", report.Decimals(e.Bits, 6),
			"feedback that ends the game", e.Final,
		)
	})
}

func (s entropySearch) Print(p *base.Paper) {
	p.Sayf("%s bits in %s:", s.of, report.GameInWords(s.Game))
	shown := s
	shown.Found = s.Found[:min(len(s.Found), mostFindings)]
	p.Show(shown.Table())
	more := len(s.Found) - len(shown.Found)
	if more > 0 {
		p.Sayf("and %d more; --json has all", more)
	}
}
