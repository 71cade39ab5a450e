// Package claims judges published figures of any kind. [Of] lists the tasks that a figure
// needs, and [Claim.Judge] gives the verdict on their answers. Entries of the notebook and
// the command verify use it.
//
//	c := claims.Of(figure)
//	// have c.Tasks answered
//	claim := c.Judge(outcome)
package claims

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/bounds"
	"codebreak/engine/game"
	"codebreak/engine/game/words"
	"codebreak/engine/optimal"
	"codebreak/engine/partition"
	"codebreak/engine/strategy"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
)

// A Claim is a published figure with the tasks that it needs.
type Claim struct {
	Figure published.Figure
	Tasks  []notebook.Task

	game    game.Game // nil if it is not a game here, or is from lists
	tree    bool      // whether what is asked is of the decision tree
	missing string    // why nothing is asked for the figure itself
	// measure says what the answers make of the figure.
	measure func(notebook.Outcome) report.Measured
	// Played is what was measured of a strategy; nil for others.
	Played func(notebook.Outcome) engine.Result
	// Random is the figure of a random player beside what was measured; nil for others.
	Random func(notebook.Outcome) Random

	proof *ask.Solve      // of the least total; nil if it is not asked for
	least *ask.LeastWorst // worst case; nil if it is not asked for
}

// The sizes of games, in codes, that can be played and solved within seconds.
const (
	quickPlay  = 6000
	quickSolve = 1296
)

// Of returns the claim of a figure.
func Of(f published.Figure) Claim {
	c := Claim{Figure: f}
	s := f.Subject
	g, err := game.Parse(s.Game)
	listed := words.FromLists(s.Game) // a verdict does not depend on whether the lists are here
	codes := game.MaxCodes
	switch {
	case listed:
	case err == nil:
		c.game = g
		// Without a play, words can be counted without their lists.
		if _, pegs := game.PegRules(g); pegs || s.Criterion != "" || s.Objective != "" {
			codes = game.CountGuesses(g)
			c.prove(codes)
		}
	case strings.HasPrefix(s.Game, staticPrefix):
		c.askStatic(strings.TrimPrefix(s.Game, staticPrefix))
		return c
	case f.Player != "":
		c.missing = "there is no such game here"
		return c
	default:
		c.missing = err.Error()
		return c
	}
	if c.missing = unfit(f); c.missing != "" {
		return c
	}
	switch {
	case f.Player != "":
		c.missing = "this player is not available here"
	case c.least != nil && reflect.DeepEqual(f.Printed, published.Printed{Worst: f.Worst}) && s == worstOf(s.Game):
		c.measure = c.measureWorst
	case f.Known && s.Objective != "":
		c.missing = "guesses to identify the secret are compared for least worst cases only"
	case s.Objective != "" && listed:
		q := ask.BestOfLists(s.Problem())
		c.ask(false, notebook.Ask(q))
		c.measure = func(o notebook.Outcome) report.Measured { return Optimum(f, notebook.Get(o, q)) }
	case s.Objective != "":
		q := ask.Best(s.Problem())
		c.ask(codes <= quickSolve && ask.Quick(s.String()), notebook.Ask(q))
		c.measure = func(o notebook.Outcome) report.Measured { return Optimum(f, notebook.Get(o, q)) }
	case s.Criterion == "" && listed:
		c.missing = "in games from lists, only strategies and optima are compared"
	case s.Criterion == "":
		c.measure = c.measureGame
	case s.Strategy.ByChance():
		c.askRandom(codes)
	default:
		q := ask.NewPlay(s.Configuration)
		if slices.ContainsFunc(f.More, func(d published.Detail) bool {
			return slices.Contains(ofTrees, d.Quantity)
		}) {
			q, c.tree = q.WithTree(), true
		}
		c.ask(codes <= quickPlay, notebook.Ask(q))
		c.Played = func(o notebook.Outcome) engine.Result { return notebook.Get(o, q).Result }
		c.measure = func(o notebook.Outcome) report.Measured { return c.measurePlay(c.Played(o)) }
	}
	for _, t := range c.Tasks {
		if err := t.Check(notebook.Env{Workers: 1}); err != nil && !listed {
			c.missing, c.Tasks = err.Error(), nil
		}
	}
	return c
}

// staticPrefix is that of games whose questions are all asked in advance.
const staticPrefix = "static-"

// askStatic asks for the fewest questions; a worst case counts the final guess besides.
func (c *Claim) askStatic(name string) {
	q := ask.NewStatic(name, 0)
	if g, err := game.Parse(name); err != nil {
		c.missing = err.Error()
	} else if game.CountGuesses(g) > quickSolve {
		c.missing = "the game is too large for an exhaustive search"
	} else {
		final := 1 // guess, unless guesses are counted until the secret is identified
		if c.Figure.Known {
			final = 0
		}
		c.Tasks = []notebook.Task{notebook.Ask(q)}
		c.measure = func(o notebook.Outcome) report.Measured {
			return c.proved("fewest", "fewest are", len(notebook.Get(o, q).Set)+final)
		}
	}
}

// proved compares a worst case with a number that is proved, and that texts name.
func (c Claim) proved(what, is string, n int) report.Measured {
	m := report.Measured{Text: fmt.Sprintf("%s %d, proved", what, n)}
	if c.Figure.Worst != n {
		m.Impossible = fmt.Sprintf("the %s %d, proved by exhaustive search, not %d", is, n, c.Figure.Worst)
	}
	return m
}

// worstOf is the subject of a least worst case.
func worstOf(name string) engine.Subject {
	return engine.Subject{Configuration: engine.Configuration{Game: name}, Objective: optimal.WorstTotal}
}

// sampled reports whether the figure is of a sample of games, by its source.
func sampled(f published.Figure) bool {
	return f.Games > 0 || f.Error != "" || f.Subject.Strategy.ByChance()
}

// ofTrees lists the quantities that decision trees have, not histograms.
var ofTrees = []string{"left", "positions", "decisions"}

// unfit says what a figure prints that is not compared here; empty if all is.
func unfit(f published.Figure) string {
	guesses, s := report.Quoted(f.Printed), f.Subject
	guesses.More = nil
	what, allowed := "a strategy", append([]string{"stddev", "within", "beyond", "pay-off"}, ofTrees...)
	switch {
	case f.Player != "":
	case s.Objective != "" && (f.Known && s.Objective != optimal.WorstTotal || sampled(f)):
		return "for optima, only guesses until the secret is solved are compared"
	case s.Objective != "":
	case s.Criterion == "":
		what, allowed = "a game", []string{"secrets", "blind", "least-mean", "information"}
		if s.First != "" {
			what, allowed = "a first guess", append(allowed, "largest", "parts", "bits", "second")
		}
		if guesses.String() != "" {
			return fmt.Sprintf("%s is printed, but no strategy is named", guesses)
		}
	case s.Strategy.ByChance() && f.Known:
		return "for random players, only guesses until the secret is solved are compared"
	case sampled(f) && f.Seed == 0:
		what, allowed = "a sample", []string{"stddev"}
		if f.Histogram != nil || f.Count != 0 {
			return "for samples, only the mean, its deviation and the worst case are compared"
		}
		if guesses.Mean == "" && guesses.Total == 0 && f.More == nil && f.Games == 0 {
			return "the number of games is not stated"
		}
	case f.Known:
		allowed = allowed[:len(allowed)-len(ofTrees)]
	}
	for _, d := range f.More {
		if !slices.Contains(allowed, d.Quantity) {
			return fmt.Sprintf("%s of %s is not compared", d.Quantity, what)
		}
	}
	if guesses.String() == "" && f.More == nil {
		return "no printed quantity is compared here"
	}
	return ""
}

func (c *Claim) ask(quick bool, tasks ...notebook.Task) {
	if !quick {
		tasks = notebook.Slow(tasks)
	}
	c.Tasks = append(c.Tasks, tasks...)
}

// prove asks for what may contradict the figure: the least total of a game where that
// takes seconds, and its least worst case.
func (c *Claim) prove(codes int) {
	f := c.Figure
	_, pegs := game.PegRules(c.game)
	if f.Worst != 0 && !sampled(f) && codes <= quickPlay && (pegs || f.Subject.Objective == optimal.WorstTotal) {
		c.least = &ask.LeastWorst{Game: f.Subject.Game}
		c.ask(true, notebook.Ask(*c.least))
	}
	if f.Subject.Objective == "" && !sampled(f) && codes <= quickSolve && pegs && ask.Quick(f.Subject.Game+" optimal") && (f.Mean != "" || f.Total != 0 || f.Histogram != nil) {
		q := ask.Best(optimal.ProblemSpec{Game: f.Subject.Game, Objective: optimal.Total, Pool: strategy.All})
		c.proof = &q
		c.ask(true, notebook.Ask(q))
	}
}

// Judge compares the figure with the answers.
func (c Claim) Judge(o notebook.Outcome) report.Claim {
	var m report.Measured
	switch {
	case c.missing != "":
		m.Missing = c.missing
	case !o.Has(c.Tasks...):
		m.Missing = "slow, and not computed yet"
	default:
		m = c.measure(o)
	}
	m.About = c.about()
	if m.Impossible == "" && o.Has(c.Tasks...) {
		m.Impossible = c.impossible(o)
	}
	return report.Judge(c.Figure, m)
}

// about names the subject, with its player if that stands in words.
func (c Claim) about() string {
	if c.Figure.Player != "" {
		return fmt.Sprintf("%s, %s", c.Figure.Subject, c.Figure.Player)
	}
	return c.Figure.Subject.String()
}

// impossible is the proof that no strategy has what is printed; empty without one.
func (c Claim) impossible(o notebook.Outcome) string {
	f := c.Figure
	if c.game == nil || sampled(f) || f.Extra > 0 || f.Subject.Criterion == "" && f.Subject.Objective == "" && f.Player == "" {
		return ""
	}
	q := report.Quoted(f.Printed)
	secrets := game.CountSecrets(c.game)
	total, err := q.TotalOf(secrets)
	switch {
	case err != nil && f.Player == "":
		return err.Error()
	case err != nil || f.Known:
		return ""
	case c.proof != nil && notebook.Get(o, *c.proof).Proved:
		if least := notebook.Get(o, *c.proof).Figures.Total; total != 0 && total < least {
			return fmt.Sprintf("the total is at most %d, but the least of all strategies is %d, proved by exhaustive search", total, least)
		}
	}
	if c.least != nil {
		if least := notebook.Get(o, *c.least).Guesses; f.Worst < least {
			return fmt.Sprintf("the worst case is %d, but the least of all strategies is %d, proved by exhaustive search", f.Worst, least)
		}
	}
	if err := q.Check(secrets, bounds.ByCounting(secrets, c.game.Outcomes())); err != nil {
		return err.Error()
	}
	return ""
}

// measureWorst compares a least worst case with what is proved of it. The secret is
// identified with one guess less than the least worst case takes: before its last guess
// one candidate is left.
func (c Claim) measureWorst(o notebook.Outcome) report.Measured {
	least := notebook.Get(o, *c.least).Guesses
	if c.Figure.Known {
		least += c.Figure.Extra - 1
	}
	return c.proved("least worst case", "least worst case is", least)
}

// Optimum compares what is printed of an optimum with what is proved. Optimal trees are
// many: numbers that the objective leaves open, and histograms, are not compared.
func Optimum(f published.Figure, found ask.Solved) report.Measured {
	determined := report.Quoted(f.Printed)
	determined.Histogram = nil
	determined.More = nil
	if found.Figures.Histogram == nil {
		return report.Measured{Impossible: fmt.Sprintf("no strategy solves all secrets within %d guesses", f.Subject.MaxDepth)}
	}
	if f.Subject.Objective == optimal.Total {
		determined.Worst, determined.Count = 0, 0
	}
	m := determined.MeasuredIn(found.Figures)
	m.Means = report.Quoted(f.Printed).Means(found.Figures)
	m.Printed, m.Text = report.Quoted(f.Printed).String(), fmt.Sprintf("%s; mean %s", found.Proof(f.Subject.Objective), report.Mean(found.Figures.Mean))
	byWorst := f.Subject.Objective == optimal.WorstTotal || f.Subject.Objective == optimal.WorstCount
	switch total, err := determined.TotalOf(found.Figures.Secrets()); {
	case determined.String() == "":
		m.Missing = "optimal strategies differ in it"
	case !found.Proved:
		m.Missing = "not proved: " + m.Text
	case err != nil:
		m.Impossible = err.Error()
	case byWorst && determined.Worst != 0 && determined.Worst < found.Figures.Worst:
		m.Impossible = fmt.Sprintf("the least worst case is %d, proved by exhaustive search", found.Figures.Worst)
	case !byWorst && total != 0 && total < found.Figures.Total:
		m.Impossible = fmt.Sprintf("the total is at most %d, but the least is %d, proved by exhaustive search", total, found.Figures.Total)
	}
	return m
}

// measurePlay compares a strategy's figures, or a sample of its games, with those of all
// secrets.
func (c Claim) measurePlay(r engine.Result) report.Measured {
	m := report.Measure(c.Figure, r)
	if counted := report.Counted(c.Figure, r); sampled(c.Figure) {
		of := Random{Figure: c.Figure, Expected: counted.Mean, Deviation: counted.Stddev}
		m.Printed, m.Gaps = of.printed(), of.gaps()
		if c.Figure.Worst > counted.Worst {
			m.Gaps = append(m.Gaps, fmt.Sprintf("published worst case %d, and no game takes more than %d", c.Figure.Worst, counted.Worst))
		}
	}
	return m
}

// measureGame compares what is printed of a game, or of a first guess.
func (c Claim) measureGame(notebook.Outcome) report.Measured {
	f, g := c.Figure, c.game
	secrets, _ := game.Codes(g)
	lower := bounds.ByCounting(len(secrets), g.Outcomes())
	values := map[string][]float64{
		"secrets": {float64(len(secrets))}, "blind": {float64(len(secrets)+1) / 2}, "least-mean": {lower.Mean}, "information": {lower.Information},
	}
	if first, err := g.ParseCode(f.Subject.First); err == nil {
		counts := partition.NewCounts(g)
		for _, part := range partition.Split(g, secrets, first) {
			counts[part.Feedback] = int32(len(part.Codes))
		}
		q := counts.Quality()
		for _, size := range counts {
			if size > 0 {
				values["parts"] = append(values["parts"], float64(size))
			}
		}
		candidate := 0 // whether the guess may be the secret
		if counts[g.Final()] > 0 {
			candidate = 1
		}
		values["largest"], values["bits"], values["second"] = []float64{float64(q.Largest)}, []float64{q.Entropy}, []float64{float64(q.Parts-candidate) / float64(len(secrets))}
	}
	slices.Sort(values["parts"])
	details := slices.Clone(f.More)
	for i, d := range details {
		if d.Quantity == "parts" { // in any order
			details[i].Printed = slices.SortedFunc(slices.Values(d.Printed), func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) })
		}
	}
	text, gaps := report.CompareDetails(details, func(d published.Detail) []float64 { return values[d.Quantity] })
	return report.Measured{Text: text, Gaps: gaps}
}

// All returns the claims of figures.
func All(figures []published.Figure) []Claim { return notebook.Map(figures, Of) }

// Tasks lists the tasks of claims. Claims that need a decision tree come first: the first
// of equal questions decides whether the tree is kept.
func Tasks(claims []Claim) (tasks []notebook.Task) {
	for _, ofTrees := range []bool{true, false} {
		for _, c := range claims {
			if c.tree == ofTrees {
				tasks = append(tasks, c.Tasks...)
			}
		}
	}
	return tasks
}
