package ask

import (
	"cmp"
	"context"
	"fmt"

	"codebreak/engine/game"
	"codebreak/engine/static"
	"codebreak/experiments/notebook"
)

// Static asks for the fewest questions, all asked before any feedback, that identify every
// secret of a game.
type Static struct {
	Game string `json:"game"`
	// seconds is what the search took when it was measured; 0 if it was less than one.
	seconds float64
}

// NewStatic asks it of a game whose search took a number of seconds with one worker.
func NewStatic(name string, seconds float64) Static { return Static{name, seconds} }

// staticSeed is that of the local search, and of the command.
const staticSeed = 1

// A StaticSet is a set of questions that does it. Fewer than Lower do not.
type StaticSet struct {
	Lower int      `json:"lower"`
	Set   []string `json:"set"`
}

// Kind names the kind of question.
func (Static) Kind() string { return "static" }

func (q Static) String() string { return "fewest questions for " + q.Game }

// Cost is what was measured.
func (q Static) Cost() float64 { return cmp.Or(q.seconds, 0.5) }

// Validate refuses unknown games, and games that would not fit the memory limit.
func (q Static) Validate(e notebook.Env) error {
	g, err := game.Parse(q.Game)
	if err != nil {
		return err
	}
	return e.CheckNeed(q.String(), static.Memory(g, e.Workers))
}

// Answer searches.
func (q Static) Answer(ctx context.Context, e notebook.Env) (StaticSet, error) {
	g := notebook.Sure(game.Parse(q.Game))
	r, err := static.Solve(ctx, g, static.Options{Workers: e.Workers, Seed: staticSeed})
	return StaticSet{r.Lower, notebook.Map(r.Set, g.FormatCode)}, err
}

// Complete checks that the set identifies every secret.
func (q Static) Complete(ctx context.Context, s *StaticSet) error {
	g, err := game.Parse(q.Game)
	if err != nil {
		return err
	}
	var set []game.Code
	for _, text := range s.Set {
		code, err := g.ParseCode(text)
		if err != nil {
			return fmt.Errorf("%s: %w", q, err)
		}
		set = append(set, code)
	}
	if err := static.Check(ctx, g, set); err != nil {
		return fmt.Errorf("%s: %w", q, err)
	}
	return nil
}
