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
	"errors"
	"fmt"
	"math"
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
	"codebreak/engine/tree"
	"codebreak/engine/wording"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
)

// A Claim is a published figure with the tasks that it needs.
type Claim struct {
	Figure published.Figure
	Tasks  []notebook.Task

	game     game.Game                       // nil if it is not a game here, or is from lists
	tree     bool                            // whether what is asked is of the decision tree
	missing  string                          // why nothing is asked for the figure itself
	measured notebook.Asked[report.Measured] // what the answers make of the figure
	played   notebook.Asked[engine.Result]   // a strategy; not asked for other figures
	random   notebook.Asked[Random]          // a random player; not asked for others

	proof notebook.Asked[ask.Solved]    // of the least total; it need not be asked for
	least notebook.Asked[ask.WorstCase] // it need not be asked for

	// seconds is about how long its slow tasks take with one worker; 0 if that is not known.
	seconds float64
}

// The sizes of games, in codes, that can be played and solved within seconds.
const (
	quickPlay  = 6000
	quickSolve = 1296
)

// How many seconds the optimum of a game from lists takes, from one first word and from any.
const (
	perFirstWord = 2
	perWordGame  = 3600
)

// WithQuick returns the claim with those of its slow tasks asked for that take some seconds
// at most. A run of the notebook does without them, so that its time is known beforehand.
func (c Claim) WithQuick(seconds float64) Claim {
	if c.seconds == 0 || c.seconds > seconds || c.Check() != nil {
		return c
	}
	c.Tasks = slices.Clone(c.Tasks)
	for i := range c.Tasks {
		c.Tasks[i].Slow = false
	}
	return c
}

// Played is what was measured of a strategy; ok is false for other figures.
func (c Claim) Played(o notebook.Outcome) (r engine.Result, ok bool) { return c.played.In(o) }

// Random is the figure of a random player beside what was measured; ok is false for others.
func (c Claim) Random(o notebook.Outcome) (r Random, ok bool) { return c.random.In(o) }

// IsRandom reports whether the figure of a random player is asked for.
func (c Claim) IsRandom() bool { return c.random.IsAsked() }

// Answered reports whether all of its tasks are answered.
func (c Claim) Answered(o notebook.Outcome) bool { return o.Answers(c.Tasks) }

// Check returns an error on tasks that cannot be asked for here, such as those of word lists
// that are not here.
func (c Claim) Check() error {
	for _, t := range c.Tasks {
		if err := t.Check(notebook.Env{Workers: 1}); err != nil {
			return err
		}
	}
	return nil
}

// unanswered says why the tasks are not answered.
func (c Claim) unanswered() string {
	err := c.Check()
	minutes := int(math.Ceil(c.seconds / 60))
	switch {
	case errors.Is(err, words.ErrNoList):
		return strings.TrimPrefix(err.Error(), fmt.Sprintf("game %s: ", c.Figure.Subject.Game))
	case err != nil:
		return err.Error()
	case c.seconds == 0:
		return "slow, and not computed yet: nobody knows how long the search takes"
	case c.seconds <= 60:
		return "not computed yet: it takes about a minute"
	case minutes < 60:
		return fmt.Sprintf("slow, and not computed yet: it takes about %s", wording.Plural(minutes, "minute"))
	}
	return fmt.Sprintf("slow, and not computed yet: it takes about %s", wording.Plural((minutes+59)/60, "hour"))
}

// Of returns the claim of a figure.
func Of(f published.Figure) Claim {
	c := Claim{Figure: f}
	s := f.Subject

	// 1. The game: one that is played here, one from lists, or one of questions in advance. A
	// verdict does not depend on whether the lists are here.
	g, err := game.Parse(s.Game)
	listed := words.FromLists(s.Game)
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

	// 2. What is printed, and of whom.
	if c.missing = unfit(f); c.missing != "" {
		return c
	}
	switch {
	case f.Player != "":
		c.missing = "this player is not available here"
	case c.least.IsAsked() && onlyWorst(f) && s == worstOf(s.Game):
		c.measured = notebook.Then(c.least, c.measureWorst)
	case f.Known && s.Objective != "":
		c.missing = "guesses to identify the secret are compared for least worst cases only"
	case s.Objective != "":
		c.askOptimum(listed, codes)
	case s.Criterion == "" && listed:
		c.missing = "in games from lists, only strategies and optima are compared"
	case s.Criterion == "":
		c.measured = notebook.Derived(c.measureGame)
	case s.Strategy.ByChance():
		c.askRandom(codes)
	default:
		c.askPlay(codes)
	}

	// 3. What cannot be asked is said in advance, but for lists, which may be elsewhere.
	if err := c.Check(); err != nil && !listed {
		c.missing = err.Error()
		c.Tasks = nil
	}
	return c
}

// onlyWorst reports whether a figure prints a worst case and nothing else.
func onlyWorst(f published.Figure) bool {
	return reflect.DeepEqual(f.Printed, published.Printed{Worst: f.Worst})
}

// askOptimum asks for the optimum of a game, which may be from lists; codes is how many it has.
func (c *Claim) askOptimum(listed bool, codes int) {
	f := c.Figure
	problem := f.Subject.Problem()
	if listed {
		q := ask.BestOfLists(problem)
		asked := notebook.Ask(q)
		c.ask(false, asked.Tasks())
		c.seconds = perFirstWord
		if f.Subject.First == "" {
			c.seconds = perWordGame
		}
		c.measured = notebook.Then(asked, c.measureOptimum)
		return
	}

	q := ask.Best(problem)
	asked := notebook.Ask(q)
	c.ask(codes <= quickSolve && ask.Quick(problem), asked.Tasks())
	c.seconds = ask.MeasuredSeconds(q)
	c.measured = notebook.Then(asked, c.measureOptimum)
}

func (c Claim) measureOptimum(found ask.Solved) report.Measured { return Optimum(c.Figure, found) }

// askPlay asks for the play of a strategy, with its decision tree if what is printed is of
// that.
func (c *Claim) askPlay(codes int) {
	f := c.Figure
	q := ask.NewPlay(f.Subject.Configuration)
	c.tree = slices.ContainsFunc(f.More, func(d published.Detail) bool {
		return slices.Contains(ofTrees, d.Quantity)
	})
	if c.tree {
		q = q.WithTree()
	}
	asked := notebook.Ask(q)
	c.ask(codes <= quickPlay, asked.Tasks())
	c.seconds = q.About().Cost

	c.played = notebook.Then(asked, func(p ask.Played) engine.Result { return p.Result })
	c.measured = notebook.Then(c.played, func(r engine.Result) report.Measured { return measurePlay(f, r) })
}

// staticPrefix is that of games whose questions are all asked in advance.
const staticPrefix = "static-"

// askStatic asks for the fewest questions; a worst case counts the final guess besides.
func (c *Claim) askStatic(name string) {
	g, err := game.Parse(name)
	if err != nil {
		c.missing = err.Error()
		return
	}
	if game.CountGuesses(g) > quickSolve {
		c.missing = "the game is too large for an exhaustive search"
		return
	}

	final := 1 // guess, unless guesses are counted until the secret is identified
	if c.Figure.Known {
		final = 0
	}
	asked := notebook.Ask(ask.Static{Game: name})
	c.Tasks = asked.Tasks()
	c.measured = notebook.Then(asked, func(found ask.StaticSet) report.Measured {
		return c.proved("fewest", "fewest are", len(found.Set)+final)
	})
}

// proved compares a worst case with a number that is proved, and that texts name.
func (c Claim) proved(what, is string, n int) report.Measured {
	until := ""
	if c.Figure.Known {
		until = " " + untilIdentified
	}
	m := report.Measured{Text: fmt.Sprintf("%s %d%s, proved", what, n, until)}
	if c.Figure.Worst != n {
		m.Impossible = fmt.Sprintf("the %s %d%s, proved by exhaustive search, not %d", is, n, until, c.Figure.Worst)
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
	s := f.Subject
	guesses := report.Quoted(f.Printed)
	guesses.More = nil

	// What is compared of a strategy is more than of others.
	what := "a strategy"
	allowed := append([]string{"stddev", "within", "beyond", "failed", "mean-within", "pay-off"}, ofTrees...)
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
		what, allowed = "a sample", []string{"stddev", "within", "beyond"}
		alone := guesses.Mean == "" && guesses.Total == 0 && f.More == nil // a worst case, or a count
		ofError := f.Error != "" && slices.ContainsFunc(f.More, func(d published.Detail) bool {
			return d.Quantity != "stddev"
		})
		if f.Games == 0 && f.Histogram == nil && (alone || ofError || f.Count != 0) {
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

// ask adds tasks, which are slow if they are not quick.
func (c *Claim) ask(quick bool, tasks []notebook.Task) {
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
	all := report.Quoted(f.Printed).AllWithin(game.CountSecrets(c.game)) != 0
	if sampled(f) {
		return // games of chance may have had luck
	}

	ofWorst := f.Worst != 0 || all
	if ofWorst && codes <= quickPlay && (pegs || f.Subject.Objective == optimal.WorstTotal) {
		c.least = notebook.Ask(ask.LeastWorst{Game: f.Subject.Game})
		c.ask(true, c.least.Tasks())
	}

	ofTotal := f.Mean != "" || f.Total != 0 || f.Histogram != nil
	if !ofTotal || !pegs || codes > quickSolve || f.Subject.Objective != "" {
		return
	}
	least := optimal.ProblemSpec{Game: f.Subject.Game, Objective: optimal.Total, Pool: strategy.All}
	if ask.Quick(least) {
		c.proof = notebook.Ask(ask.Best(least))
		c.ask(true, c.proof.Tasks())
	}
}

// Judge compares the figure with the answers.
func (c Claim) Judge(o notebook.Outcome) report.Claim {
	m, ok := c.measured.In(o)
	switch {
	case c.missing != "":
		m = report.Measured{Missing: c.missing}
	case !ok || !c.Answered(o):
		m = report.Measured{Missing: c.unanswered()}
	}
	m.About = c.about()
	if m.Impossible == "" {
		m.Impossible = c.impossible(o)
	}
	return report.Judge(c.Figure, m)
}

// about names the subject, with its player if that stands in words, and how guesses are
// counted if not until the secret is solved.
func (c Claim) about() string {
	about := c.Figure.Subject.String()
	if c.Figure.Player != "" {
		about += ", " + c.Figure.Player
	}
	if c.Figure.Known {
		about += ", " + untilIdentified
	}
	return about
}

// untilIdentified says what guesses are counted until.
const untilIdentified = "until the secret is identified"

// conditions are what bounds the figure, whoever the player is. The name of a game from
// lists tells only how many secrets it has, if the lists are not here.
func (c Claim) conditions() report.Conditions {
	f := c.Figure
	bounded := report.Conditions{
		Sampled:    sampled(f),
		Games:      f.Games,
		Identified: f.Known,
		Extra:      f.Extra,
	}
	if f.Player == "" {
		bounded.Limit = tree.MaxGuesses
	}
	if g, err := game.Parse(f.Subject.Game); err == nil {
		bounded.Secrets, bounded.Outcomes = game.CountSecrets(g), g.Outcomes()
		bounded.Capacity = bounds.CapacityOf(g)
	} else if secrets, ok := words.SecretsOf(f.Subject.Game); ok {
		bounded.Secrets, bounded.Outcomes = secrets, words.MostOutcomes
		bounded.Capacity = bounds.CapacityByCounting(secrets, words.MostOutcomes)
	}
	return bounded
}

// ofGame reports whether the figure is of a game or of a first guess: nobody plays.
func (c Claim) ofGame() bool {
	s := c.Figure.Subject
	return s.Criterion == "" && s.Objective == "" && c.Figure.Player == ""
}

// impossible is the proof that no player has what is printed; empty without one.
func (c Claim) impossible(o notebook.Outcome) string {
	f, q := c.Figure, report.Quoted(c.Figure.Printed)
	if c.ofGame() || strings.HasPrefix(f.Subject.Game, staticPrefix) {
		return ""
	}
	bounded := c.conditions()
	if why := q.Contradiction(bounded); why != "" {
		return why
	}

	// What follows are bounds of guesses until the secret is solved.
	if bounded.Sampled || f.Known || !c.Answered(o) {
		return ""
	}
	if proof, ok := c.proof.In(o); ok && proof.Proved {
		least := proof.Figures.Total
		if total, _ := q.TotalOf(bounded.Secrets); total != 0 && total < least {
			return fmt.Sprintf("the total is at most %d, but the least of all strategies is %d, proved by exhaustive search", total, least)
		}
	}
	worst, ok := c.least.In(o)
	if !ok {
		return ""
	}

	least := worst.Guesses
	if f.Worst != 0 && f.Worst < least {
		return fmt.Sprintf("the worst case is %d, but the least of all strategies is %d, proved by exhaustive search", f.Worst, least)
	}
	if k := q.AllWithin(bounded.Secrets); k != 0 && k < least {
		return fmt.Sprintf("all secrets are solved within %d guesses, but the least worst case of all strategies is %d, proved by exhaustive search", k, least)
	}
	return ""
}

// measureWorst compares a least worst case with what is proved of it. The secret is
// identified with one guess less than the least worst case takes: before its last guess
// one candidate is left.
func (c Claim) measureWorst(worst ask.WorstCase) report.Measured {
	least := worst.Guesses
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
	m.Printed = report.Quoted(f.Printed).String()
	m.Text = fmt.Sprintf("%s; mean %s", found.Proof(f.Subject.Objective), report.Mean(found.Figures.Mean))

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
func measurePlay(f published.Figure, r engine.Result) report.Measured {
	m := report.Measure(f, r)
	if !sampled(f) {
		return m
	}

	counted := report.Counted(f, r)
	of := Random{
		Figure:    f,
		Expected:  counted.Mean,
		Deviation: counted.Stddev,
		Shares:    sharesOf(chart.Numbers(counted.Histogram)),
	}
	m.Printed = of.printed()
	m.Gaps = of.gaps()
	m.Whole = false
	if of.played() == 0 && f.Worst > counted.Worst {
		m.Gaps = append(m.Gaps, fmt.Sprintf("published worst case %d, and no game takes more than %d", f.Worst, counted.Worst))
	}
	return m
}

// measureGame compares what is printed of a game, or of a first guess.
func (c Claim) measureGame() report.Measured {
	f := c.Figure
	values, candidate := c.valuesOfGame()
	details := slices.Clone(f.More)
	for i, d := range details {
		if d.Quantity == "parts" { // in any order
			details[i].Printed = slices.SortedFunc(slices.Values(d.Printed), func(a, b string) int {
				return cmp.Or(len(a)-len(b), strings.Compare(a, b))
			})
		}
	}
	valueOf := func(d published.Detail) []float64 { return values[d.Quantity] }
	text, gaps := report.CompareDetails(details, valueOf)
	m := report.Measured{Text: text, Gaps: gaps}

	// Some add up the entropy over the feedback that leaves something open.
	if n := float64(game.CountSecrets(c.game)); len(gaps) > 0 && candidate {
		values["bits"][0] -= math.Log2(n) / n
		if _, others := report.CompareDetails(details, valueOf); len(others) == 0 {
			m.Reason = "The source leaves out the feedback that ends the game"
		}
	}
	return m
}

// valuesOfGame computes the quantities of a game and, if the figure names one, of a first
// guess; candidate is whether that may be the secret.
func (c Claim) valuesOfGame() (values map[string][]float64, candidate bool) {
	g := c.game
	secrets, _ := game.Codes(g)
	n := float64(len(secrets))
	lower := bounds.ByCounting(len(secrets), g.Outcomes())
	values = map[string][]float64{
		"secrets":     {n},
		"blind":       {(n + 1) / 2},
		"least-mean":  {lower.Mean},
		"information": {lower.Information},
	}
	first, err := g.ParseCode(c.Figure.Subject.First)
	if err != nil {
		return values, false
	}

	counts := partition.NewCounts(g)
	for _, part := range partition.Split(g, secrets, first) {
		counts[part.Feedback] = int32(len(part.Codes))
	}
	for _, size := range counts {
		if size > 0 {
			values["parts"] = append(values["parts"], float64(size))
		}
	}
	slices.Sort(values["parts"])

	quality := counts.Quality()
	solvedNext := quality.Parts // a second guess solves one secret of each class
	candidate = counts[g.Final()] > 0
	if candidate {
		solvedNext--
	}
	values["largest"] = []float64{float64(quality.Largest)}
	values["bits"] = []float64{quality.Entropy}
	values["second"] = []float64{float64(solvedNext) / n}
	return values, candidate
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
