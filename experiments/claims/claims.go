// Package claims judges published figures of any kind. [Of] lists the tasks that check a figure,
// and [Claim.Judge] gives the verdict on their answers. Entries of the notebook and the command
// verify use it.
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
	"codebreak/engine/wording"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/experiments/notebook/fixed"
	"codebreak/report"
	"codebreak/report/chart"
)

// A Claim is a published figure with the tasks that check it.
type Claim struct {
	Figure published.Figure
	Tasks  []notebook.Task
	Played notebook.Asked[engine.Result] // of a strategy; else not asked
	Random notebook.Asked[Random]        // of a random player; else not asked

	game     game.Game                       // nil if it is from lists, or unknown here
	missing  string                          // why the figure itself is not measured
	measured notebook.Asked[report.Measured] // the figure beside the answers

	// Bounds that may contradict the figure. They are asked where they take seconds.
	proof notebook.Asked[ask.Solved] // of the least total
	least notebook.Asked[ask.Found]  // the least worst case

	seconds float64 // estimated, of its slow tasks with one worker; 0 if unknown
}

// The largest games, in codes, that can be played and solved within seconds.
const (
	quickPlay  = 6000
	quickSolve = 1296
)

// quickStatic is the longest search, in seconds, for the fewest questions fixed in advance: some
// of a thousand codes take hours.
const quickStatic = 60

// The seconds for the optimum of a game from lists, from one first word and from any.
const (
	perFirstWord = 2
	perWordGame  = 3600
)

// WithQuick returns the claim with its slow tasks made quick if they take at most these seconds.
// A run of the notebook leaves them slow, so that its time is known beforehand.
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

// Check returns an error if a task cannot be answered here, such as one that needs missing word
// lists.
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
	takes := wording.Plural((minutes+59)/60, "hour")
	switch {
	case errors.Is(err, words.ErrNoList):
		return strings.TrimPrefix(err.Error(), "game "+c.Figure.Game+": ")
	case err != nil:
		return err.Error()
	case c.seconds == 0:
		return "slow, and not computed yet: nobody knows how long the search takes"
	case c.seconds <= 60:
		return "not computed yet: it takes about a minute"
	case minutes < 60:
		takes = wording.Plural(minutes, "minute")
	}
	return "slow, and not computed yet: it takes about " + takes
}

// Of returns the claim of a figure.
func Of(f published.Figure) Claim {
	c := Claim{Figure: f}
	s := f.Subject

	// Step 1. The game: a game that can be played here, a game from lists, or questions in
	// advance. A verdict does not depend on whether the lists are here.
	g, err := game.Parse(s.Game)
	listed := words.FromLists(s.Game)
	codes := game.MaxCodes
	switch {
	case listed:
	case err == nil:
		c.game = g
		// Without a play, words can be counted without their lists.
		_, pegs := game.PegRules(g)
		if pegs || s.Criterion != "" || s.Objective != "" {
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

	// Step 2. The player, and the task that measures the figure.
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

	// Step 3. Tasks that cannot be answered are left out, unless they need lists, which may be
	// on another machine.
	if err := c.Check(); err != nil && !listed {
		c.missing = err.Error()
		c.Tasks = nil
	}
	return c
}

// OfPlay returns the claim of a strategy's figure without tasks, for [Claim.JudgePlay]. To make all
// that are never asked would take as long as the play of a small game.
func OfPlay(f published.Figure) Claim {
	c := Claim{Figure: f}
	g, err := game.Parse(f.Game)
	if err == nil && !words.FromLists(f.Game) {
		c.game = g
	}
	return c
}

// onlyWorst reports whether a figure prints a worst case alone.
func onlyWorst(f published.Figure) bool {
	return reflect.DeepEqual(f.Printed, published.Printed{Worst: f.Worst})
}

// askOptimum asks for the optimum of a game, which may be from lists; codes is its size.
func (c *Claim) askOptimum(listed bool, codes int) {
	problem := c.Figure.Problem()
	q := ask.Best(problem)
	quick := codes <= quickSolve && ask.Quick(problem)
	switch {
	case !listed:
		c.seconds = ask.MeasuredSeconds(q)
	case problem.First != "":
		c.seconds = perFirstWord
	default:
		c.seconds = perWordGame
	}
	if listed {
		q = ask.BestOfLists(problem)
		quick = false
	}

	asked := notebook.Ask(q)
	c.ask(quick, asked.Tasks())
	c.measured = notebook.Then(asked, c.measureOptimum)
}

func (c Claim) measureOptimum(found ask.Solved) report.Measured {
	return Optimum(c.Figure, found)
}

// askPlay asks for the play of a strategy, with its decision tree if the figure is about that.
func (c *Claim) askPlay(codes int) {
	f := c.Figure
	q := ask.NewPlay(f.Configuration)
	if c.ofTree() {
		q = q.WithTree()
	}

	asked := notebook.Ask(q)
	c.ask(codes <= quickPlay, asked.Tasks())
	c.seconds = q.About().Cost

	c.Played = notebook.Then(asked, func(p ask.Played) engine.Result {
		return p.Result
	})
	c.measured = notebook.Then(c.Played, func(r engine.Result) report.Measured {
		return measurePlay(f, r)
	})
}

// staticPrefix begins the names of games whose questions are all asked in advance.
const staticPrefix = "static-"

// askStatic asks for the fewest questions. A worst case also counts the final guess.
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
	asked := notebook.Ask(fixed.Static{Game: name})
	c.ask(asked.Tasks()[0].Cost <= quickStatic, asked.Tasks())
	c.measured = notebook.Then(asked, func(found fixed.StaticSet) report.Measured {
		return c.proved("fewest", "fewest are", len(found.Set)+final)
	})
}

// proved compares a worst case with a proved number, which the two texts name.
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

// worstOf returns the subject of a least worst case.
func worstOf(name string) engine.Subject {
	return engine.Subject{
		Configuration: engine.Configuration{Game: name},
		Objective:     optimal.WorstTotal,
	}
}

// ofTrees lists the quantities that follow from decision trees alone, not from histograms.
var ofTrees = []string{"left", "positions", "decisions"}

// ofTree reports whether the figure is about the decision tree.
func (c Claim) ofTree() bool { return slices.ContainsFunc(c.Figure.More, isOfTree) }

func isOfTree(d published.Detail) bool {
	return slices.Contains(ofTrees, d.Quantity)
}

func isNotDeviation(d published.Detail) bool { return d.Quantity != "stddev" }

// unfit says why a figure is not compared here; empty if it is.
func unfit(f published.Figure) string {
	guesses := report.Quoted(f.Printed)
	guesses.More = nil
	if why := unclear(f, guesses); why != "" {
		return why
	}

	what, quantities := compared(f)
	for _, d := range f.More {
		if !slices.Contains(quantities, d.Quantity) {
			return fmt.Sprintf("%s of %s is not compared", d.Quantity, what)
		}
	}
	if guesses.String() == "" && f.More == nil {
		return "no printed quantity is compared here"
	}
	return ""
}

// unclear says why the guesses of a figure cannot be compared with any that are counted here.
func unclear(f published.Figure, guesses report.Quoted) string {
	s := f.Subject
	switch {
	case f.Player != "":
	case s.Objective != "":
		if f.Sampled() || f.Known && s.Objective != optimal.WorstTotal {
			return "for optima, only guesses until the secret is solved are compared"
		}
	case s.Criterion == "":
		if guesses.String() != "" {
			return fmt.Sprintf("%s is printed, but no strategy is named", guesses)
		}
	case s.Strategy.ByChance() && f.Known:
		return "for random players, only guesses until the secret is solved are compared"
	case f.Sampled() && f.Seed == 0 && f.Games == 0 && f.Histogram == nil:
		alone := guesses.Mean == "" && guesses.Total == 0 && f.More == nil // a worst case, or a count
		ofError := f.Error != "" && slices.ContainsFunc(f.More, isNotDeviation)
		if alone || ofError || f.Count != 0 {
			return "the number of games is not stated"
		}
	}
	return ""
}

// compared names the kind of a figure, and lists the quantities of that kind that are compared
// beside the guesses. A strategy has the most.
func compared(f published.Figure) (what string, quantities []string) {
	ofGame := []string{"secrets", "blind", "least-mean", "information"}
	ofSample := []string{"stddev", "within", "beyond"}
	ofStrategy := append(ofSample, "failed", "mean-within", "pay-off")
	s := f.Subject
	switch {
	case f.Player != "" || s.Objective != "":
	case s.Criterion == "" && s.First == "":
		return "a game", ofGame
	case s.Criterion == "":
		return "a first guess", append(ofGame, "largest", "parts", "bits", "second")
	case f.Sampled() && f.Seed == 0:
		return "a sample", ofSample
	case f.Known:
		return "a strategy", ofStrategy
	}
	return "a strategy", append(ofStrategy, ofTrees...)
}

// ask adds tasks, quick or slow.
func (c *Claim) ask(quick bool, tasks []notebook.Task) {
	if !quick {
		tasks = notebook.Slow(tasks)
	}
	c.Tasks = append(c.Tasks, tasks...)
}

// prove asks for the bounds that may contradict the figure, where they take seconds: the least
// total of a game, and its least worst case.
func (c *Claim) prove(codes int) {
	f := c.Figure
	_, pegs := game.PegRules(c.game)
	all := report.Quoted(f.Printed).AllWithin(game.CountSecrets(c.game)) != 0
	if f.Sampled() {
		return // a sample may be lucky
	}

	ofWorst := f.Worst != 0 || all
	if ofWorst && codes <= quickPlay && (pegs || f.Objective == optimal.WorstTotal) {
		c.least = notebook.Ask(ask.LeastWorst{Game: f.Game})
		c.ask(true, c.least.Tasks())
	}

	ofTotal := f.Mean != "" || f.Total != 0 || f.Histogram != nil
	if !ofTotal || !pegs || codes > quickSolve || f.Objective != "" {
		return
	}
	least := optimal.ProblemSpec{
		Game:      f.Game,
		Objective: optimal.Total,
		Pool:      strategy.All,
	}
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
	case !ok || !o.Answers(c.Tasks):
		m = report.Measured{Missing: c.unanswered()}
	}
	return c.judge(m, o)
}

// JudgePlay compares the figure with a play of its subject, and with the answers of its proofs.
func (c Claim) JudgePlay(r engine.Result, o notebook.Outcome) report.Claim {
	return c.judge(measurePlay(c.Figure, r), o)
}

// Compare judges a figure by a play of its subject.
func Compare(f published.Figure, r engine.Result) report.Comparison {
	return report.Compare(f, r, measurePlay(f, r))
}

func (c Claim) judge(m report.Measured, o notebook.Outcome) report.Claim {
	m.About = c.about()
	m.Impossible = cmp.Or(m.Impossible, c.disproof(o))
	return report.Judge(c.Figure, m)
}

// about names the subject, a player that is described in words, and the way of counting guesses
// if it is not until the secret is solved.
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

// untilIdentified says how guesses are counted, if not until the secret is solved.
const untilIdentified = "until the secret is identified"

// Proofs lists the tasks of the bounds that may contradict the figure, if it is better than a play.
func (c *Claim) Proofs(r engine.Result) []notebook.Task {
	if c.against(r.Total, r.Worst) == "" {
		return nil
	}
	if c.Tasks == nil {
		c.prove(game.CountGuesses(c.game))
	}
	return slices.Concat(c.proof.Tasks(), c.least.Tasks())
}

// disproof says why no player can have the figure; empty without a proof.
func (c Claim) disproof(o notebook.Outcome) string {
	total := 0
	if proof, _ := c.proof.In(o); proof.Proved {
		total = proof.Total
	}
	worst, _ := c.least.In(o)
	return c.against(total, worst.Worst)
}

// against says why the figure contradicts the least total and worst case, which count guesses until
// the secret is solved; empty if it does not.
func (c Claim) against(leastTotal, leastWorst int) string {
	f := c.Figure
	if f.Known || c.game == nil {
		return ""
	}

	q := report.Quoted(f.Printed)
	secrets := game.CountSecrets(c.game)
	if total, _ := q.TotalOf(secrets); total != 0 && total < leastTotal {
		return fmt.Sprintf("the total is at most %s, but the least of all strategies is %s, proved by exhaustive search",
			wording.Thousands(total), wording.Thousands(leastTotal))
	}
	if f.Worst != 0 && f.Worst < leastWorst {
		return fmt.Sprintf("the worst case is %d, but the least of all strategies is %d, proved by exhaustive search", f.Worst, leastWorst)
	}
	within := q.AllWithin(secrets)
	if within != 0 && within < leastWorst {
		return fmt.Sprintf("all secrets are solved within %d guesses, but the least worst case of all strategies is %d, proved by exhaustive search", within, leastWorst)
	}
	return ""
}

// measureWorst compares a least worst case with the proved one. To identify the secret takes one
// guess less than to solve it: before the last guess of the worst case one candidate is left.
func (c Claim) measureWorst(worst ask.Found) report.Measured {
	least := worst.Worst
	if c.Figure.Known {
		least += c.Figure.Extra - 1
	}
	return c.proved("least worst case", "least worst case is", least)
}

// Optimum compares a published optimum with the proved one. There are many optimal trees:
// histograms, and numbers that the objective leaves open, are not compared.
func Optimum(f published.Figure, found ask.Solved) report.Measured {
	printed := report.Quoted(f.Printed)
	determined := printed
	determined.Histogram = nil
	determined.More = nil
	figures := found.Figures
	if figures.Histogram == nil {
		why := fmt.Sprintf("no strategy solves all secrets within %d guesses", f.MaxDepth)
		return report.Measured{Impossible: why}
	}
	objective := f.Objective
	if objective == optimal.Total {
		determined.Worst = 0
		determined.Count = 0
	}

	m := determined.MeasuredIn(figures)
	m.Means = printed.Means(figures)
	m.Printed = printed.String()
	m.Text = fmt.Sprintf("%s; mean %s", found.Proof(objective), report.Mean(figures.Mean))

	byWorst := objective == optimal.WorstTotal || objective == optimal.WorstCount
	switch total, err := determined.TotalOf(figures.Secrets()); {
	case determined.String() == "":
		m.Missing = "optimal strategies differ in it"
	case !found.Proved:
		m.Missing = "not proved: " + m.Text
	case err != nil:
		m.Impossible = err.Error()
	case byWorst && determined.Worst != 0 && determined.Worst < figures.Worst:
		m.Impossible = fmt.Sprintf("the least worst case is %d, proved by exhaustive search", figures.Worst)
	case !byWorst && total != 0 && total < figures.Total:
		m.Impossible = fmt.Sprintf("the total is at most %s, but the least is %s, proved by exhaustive search",
			wording.Thousands(total), wording.Thousands(figures.Total))
	}
	return m
}

// measurePlay compares the published figures of a strategy, or of a sample of its games, with the
// figures of all secrets.
func measurePlay(f published.Figure, r engine.Result) report.Measured {
	m := report.Measure(f, r)
	if !f.Sampled() {
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
		gap := fmt.Sprintf("published worst case %d, and no game takes more than %d", f.Worst, counted.Worst)
		m.Gaps = append(m.Gaps, gap)
	}
	return m
}

// measureGame compares the published quantities of a game, or of a first guess.
func (c Claim) measureGame() report.Measured {
	values, candidate := c.valuesOfGame()
	details := slices.Clone(c.Figure.More)
	for i, d := range details {
		if d.Quantity == "parts" { // in any order
			details[i].Printed = slices.SortedFunc(slices.Values(d.Printed), compareNumerals)
		}
	}
	text, gaps := report.CompareDetails(details, values.of)
	m := report.Measured{Text: text, Gaps: gaps}

	// Some sources leave the feedback that ends the game out of the entropy.
	if len(gaps) > 0 && candidate {
		n := float64(game.CountSecrets(c.game))
		values["bits"][0] -= math.Log2(n) / n
		if _, others := report.CompareDetails(details, values.of); len(others) == 0 {
			m.Reason = "The source leaves out the feedback that ends the game"
		}
	}
	return m
}

// compareNumerals compares whole numbers as they are printed.
func compareNumerals(a, b string) int {
	return cmp.Or(len(a)-len(b), strings.Compare(a, b))
}

// quantities holds the values of each quantity.
type quantities map[string][]float64

func (q quantities) of(d published.Detail) []float64 {
	return q[d.Quantity]
}

// valuesOfGame computes the quantities of a game and of the figure's first guess, if it has one;
// candidate says whether the first guess may be the secret.
func (c Claim) valuesOfGame() (values quantities, candidate bool) {
	g := c.game
	secrets, _ := game.Codes(g)
	n := float64(len(secrets))
	lower := bounds.ByCounting(len(secrets), g.Outcomes())
	values = quantities{
		"secrets":     {n},
		"blind":       {(n + 1) / 2},
		"least-mean":  {lower.Mean},
		"information": {lower.Information},
	}

	first, err := g.ParseCode(c.Figure.First)
	if err != nil {
		return values, false
	}

	counts := partition.NewCounts(g)
	var sizes []float64
	for _, part := range partition.Split(g, secrets, first) {
		counts[part.Feedback] = int32(len(part.Codes))
		sizes = append(sizes, float64(len(part.Codes)))
	}
	slices.Sort(sizes)

	quality := counts.Quality()
	solvedNext := quality.Parts // a second guess solves one secret of each class
	candidate = counts[g.Final()] > 0
	if candidate {
		solvedNext--
	}
	values["parts"] = sizes
	values["largest"] = []float64{float64(quality.Largest)}
	values["bits"] = []float64{quality.Entropy}
	values["second"] = []float64{float64(solvedNext) / n}
	return values, candidate
}

// Tasks lists the tasks of claims. Claims about decision trees come first, in the order in which
// the committed results have their answers.
func Tasks(claims []Claim) (tasks []notebook.Task) {
	for _, ofTree := range []bool{true, false} {
		for _, c := range claims {
			if c.ofTree() == ofTree {
				tasks = append(tasks, c.Tasks...)
			}
		}
	}
	return tasks
}
