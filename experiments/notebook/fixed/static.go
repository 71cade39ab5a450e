package fixed

import (
	"context"
	"fmt"

	"codebreak/engine/game"
	"codebreak/engine/partition"
	"codebreak/engine/static"
	"codebreak/engine/wording"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report/lists"
)

// Static asks for the fewest questions, all asked before any feedback, that identify every
// secret of a game.
type Static struct {
	Game string `json:"game"`
}

// staticSeed is the seed of the local search; the command uses the same.
const staticSeed = 1

// A StaticSet is a set of questions that identifies every secret. Fewer than Lower never do.
type StaticSet struct {
	Lower int      `json:"lower"`
	Set   []string `json:"set"`
}

// About describes the question.
func (q Static) About() notebook.About {
	return ask.About("static", "fewest questions for "+q.Game, 0.1)
}

// Validate refuses unknown games, and games that would not fit the memory limit.
func (q Static) Validate(e notebook.Env) error {
	return ask.CheckGame(e, q.Game, func(e notebook.Env, g game.Game) error {
		return e.CheckNeed(q.About().Name, static.Memory(g, e.Workers))
	})
}

// Answer searches.
func (q Static) Answer(ctx context.Context, e notebook.Env) (StaticSet, error) {
	g, err := game.Parse(q.Game)
	if err != nil {
		return StaticSet{}, err
	}
	r, err := static.Solve(ctx, g, static.Options{Workers: e.Workers, Seed: staticSeed})
	return StaticSet{r.Lower, lists.Map(r.Set, g.FormatCode)}, err
}

// Complete checks that the set identifies every secret.
func (q Static) Complete(ctx context.Context, s *StaticSet) error {
	g, set, err := parseCodes(q.Game, s.Set)
	if err == nil {
		err = static.Check(ctx, g, set)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", q.About().Name, err)
	}
	return nil
}

// Openings asks how many secrets guesses fixed in advance leave: given guesses, or the best ones
// of a number of guesses by each of [static.Measures].
type Openings struct {
	Game    string   `json:"game"`
	Given   []string `json:"given,omitempty"`
	Guesses int      `json:"guesses,omitempty"`
	Seed    uint64   `json:"seed,omitempty"` // of the search for three guesses or more
}

// OpeningsFound is the answer.
type OpeningsFound struct {
	Openings []Opening `json:"openings"`
}

// An Opening is some guesses fixed in advance, with the classes that they leave.
type Opening struct {
	By         static.Measure `json:"by"`     // by which it is the best; "given" if it was given
	Proved     bool           `json:"proved"` // no other is better
	Guesses    []string       `json:"guesses"`
	Classes    int            `json:"classes"`
	Expected   float64        `json:"expected"` // secrets left, on average
	Identified int            `json:"identified"`
}

// Given is the measure of guesses that were given.
const Given static.Measure = "given"

// Aim says in words what the guesses are best for.
func (o Opening) Aim() string {
	switch o.By {
	case static.MostClasses:
		return "the most classes"
	case static.LeastExpected:
		return "the fewest answers left"
	case static.MostIdentified:
		return "the most answers identified"
	}
	return "published"
}

// mostOpening bounds the guesses of an opening.
const mostOpening = 8

// About describes the question. The cost is that of Wordle.
func (q Openings) About() notebook.About {
	name := fmt.Sprintf("%s, best %s fixed in advance", q.Game, wording.Count(q.Guesses, "guess", "guesses"))
	if q.Given != nil {
		name = fmt.Sprintf("%s, %s given", q.Game, wording.Count(len(q.Given), "guess", "guesses"))
	}
	return ask.About("openings", name, []float64{1, 1, 400}[min(q.Guesses, 2)])
}

// Validate refuses unknown games and guesses, and what would not fit the memory limit.
func (q Openings) Validate(e notebook.Env) error {
	g, codes, err := parseCodes(q.Game, q.Given)
	switch {
	case err != nil:
		return err
	case codes == nil && (q.Guesses < 1 || q.Guesses > mostOpening):
		return fmt.Errorf("openings of %d guesses are not looked for; 1 to %d are allowed", q.Guesses, mostOpening)
	}

	pairs := int64(game.CountSecrets(g)) * int64(game.CountGuesses(g))
	return e.CheckNeed("the table of "+q.Game, partition.TableMemory(g)+2*pairs)
}

// parseCodes reads a game, and some of its codes.
func parseCodes(name string, texts []string) (g game.Game, codes []game.Code, err error) {
	if g, err = game.Parse(name); err != nil {
		return nil, nil, err
	}
	for _, text := range texts {
		code, err := g.ParseCode(text)
		if err != nil {
			return nil, nil, err
		}
		codes = append(codes, code)
	}
	return g, codes, nil
}

// Answer tries all openings of one or two guesses, and searches for longer ones.
func (q Openings) Answer(ctx context.Context, e notebook.Env) (found OpeningsFound, err error) {
	g, codes, err := parseCodes(q.Game, q.Given)
	if err != nil {
		return found, err
	}

	o, err := static.NewOpenings(ctx, g)
	if err != nil {
		return found, err
	}

	best := make([]static.Opening, 1)
	exact := true
	by := []static.Measure{Given}
	if codes != nil {
		best[0], err = o.Of(codes)
	} else {
		by = static.Measures()
		best, exact, err = o.Best(ctx, q.Guesses, e.Workers, q.Seed)
	}

	for i, b := range best {
		found.Openings = append(found.Openings, Opening{
			By:         by[i],
			Proved:     exact,
			Guesses:    lists.Map(b.Guesses, g.FormatCode),
			Classes:    b.Classes,
			Expected:   float64(b.Squares) / float64(game.CountSecrets(g)),
			Identified: b.Identified,
		})
	}
	return found, err
}
