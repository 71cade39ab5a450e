package ask

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"codebreak/engine"
	"codebreak/engine/bounds"
	"codebreak/engine/game"
	"codebreak/engine/game/words"
	"codebreak/engine/parallel"
	"codebreak/engine/partition"
	"codebreak/engine/strategy"
	"codebreak/engine/ties"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
)

// A player is a configuration as it was read. Questions about one embed it.
type player struct {
	engine.Key
	experiment engine.Experiment
	err        error // why there is no such experiment
}

func newPlayer(c engine.Configuration) player {
	x, err := c.Parse()
	if err != nil {
		c.Strategy = c.Strategy.WithDefaults() // as it is for a game whose lists are not there
		return player{Key: engine.Key(c), err: err}
	}
	return player{Key: x.Key(), experiment: x}
}

// power estimates a cost that grows with a power of the number of secrets.
func (p player) power(codes, seconds, exponent float64) float64 {
	if p.err != nil {
		return 0
	}
	return seconds * math.Pow(float64(p.experiment.Secrets())/codes, exponent)
}

// Cost is a time measured for 32,768 codes, and how times grow (see the entry
// bench).
func (p player) Cost() float64 { return p.power(32768, 0.22, 1.75) }

// Validate refuses what is not well formed or would not fit the memory limit.
func (p player) Validate(e notebook.Env) error {
	if p.err != nil {
		return p.err
	}
	if s := p.experiment.Strategy; s.ByChance() {
		return fmt.Errorf("ties %q: %w", s.Ties, strategy.ErrChance)
	}
	return CheckMemory(e, p.experiment.Game)
}

// Play asks for the exact figures of a configuration, with every secret played.
type Play struct {
	player
	tree bool // whether results.json keeps the decision tree
}

// NewPlay asks for the exact figures of a configuration.
func NewPlay(c engine.Configuration) Play { return Play{player: newPlayer(c)} }

// WithTree has results.json keep the decision tree, to be walked through on the
// page, unless it is of more than [LargestTree] secrets.
func (p Play) WithTree() Play {
	p.tree = true
	return p
}

// LargestTree is the number of secrets up to which trees are kept in results:
// larger ones would make pages slow to open.
const LargestTree = 6000

// Played is the result of a configuration. What is kept is the decision tree or, where
// that is too large or gives lists of words away, what is measured of it.
type Played struct {
	Surveyed
	Nodes    int           `json:"nodes,omitempty"`
	Lists    []game.ListID `json:"lists,omitempty"`
	Outcomes int           `json:"outcomes,omitempty"` // of a game from lists
	Tree     string        `json:"tree,omitempty"`     // see [tree.Tree.Packed]

	Result engine.Result `json:"-"`
}

// measured keeps what is measured in place of the tree. g is nil if its lists are
// unavailable.
func (a Played) measured(g game.Game) Played {
	r := a.Result
	m := Played{Surveyed: Surveyed{r.First, r.Histogram, r.Known.Histogram}, Nodes: r.Nodes, Lists: r.Lists, Outcomes: a.Outcomes, Result: r}
	if len(r.Lists) > 0 && g != nil {
		m.Outcomes = g.Outcomes()
	}
	return m
}

// complete derives the result of a strategy on a game, which is nil if its lists are
// unavailable.
func (a *Played) complete(ctx context.Context, k engine.Key, g game.Game) error {
	if a.Tree != "" {
		if g == nil {
			return errors.New("its word lists are unavailable, so that its tree cannot be read")
		}
		t, err := tree.ReadPacked(ctx, g, a.Tree)
		if err == nil {
			a.Result = engine.NewResult(k.Strategy, t)
		}
		return err
	}
	secrets, err := secretsOf(a.Hit)
	_, unknown := secretsOf(a.Known)
	if err := cmp.Or(err, unknown); err != nil {
		return err
	}
	outcomes := a.Outcomes
	if g != nil {
		outcomes = g.Outcomes()
	}
	if outcomes < 2 {
		return errors.New("it does not say how many outcomes a guess has")
	}
	k.First = a.First
	a.Result = engine.Result{
		Configuration: engine.Configuration(k), Secrets: secrets, Figures: tree.Summarise(a.Hit), Known: tree.Summarise(a.Known),
		Bounds: bounds.ByCounting(secrets, outcomes), Nodes: a.Nodes, Lists: a.Lists,
	}
	return nil
}

// Plays asks for the figures of configurations.
func Plays(configurations []engine.Configuration) []notebook.Task {
	return notebook.AskAll[Played](notebook.Map(configurations, NewPlay))
}

// TreePlays asks the same, and has small trees kept.
func TreePlays(configurations []engine.Configuration) []notebook.Task {
	return notebook.Map(configurations, func(c engine.Configuration) notebook.Task { return notebook.Ask(NewPlay(c).WithTree()) })
}

// Results returns the figures of configurations, in their order.
func Results(o notebook.Outcome, configurations []engine.Configuration) []engine.Result {
	return notebook.Map(configurations, func(c engine.Configuration) engine.Result { return notebook.Get(o, NewPlay(c)).Result })
}

// Kind names the kind of question.
func (Play) Kind() string { return "play" }

// CheckMemory refuses a game that would not fit the memory limit, whoever plays
// it.
func CheckMemory(e notebook.Env, g game.Game) error {
	return e.CheckNeed(g.String(), partition.Memory(g, e.Workers))
}

// CheckSearch refuses an exact search of a game that would not fit the memory limit.
func CheckSearch(e notebook.Env, g game.Game) error {
	return e.CheckNeed("the search of "+g.String(), partition.SearchMemory(g, e.Workers)+2*leastTable)
}

// leastTable is the least memory, in bytes, for the sets that an exact search remembers.
const leastTable = 1 << 20

// SearchCache is the memory left, in bytes, for the sets that an exact search remembers: at
// most the number wanted.
func SearchCache(e notebook.Env, g game.Game, wanted int64) int64 {
	return e.Spare(partition.SearchMemory(g, e.Workers), wanted)
}

// CheckGame refuses a game that does not exist, or would not fit the memory
// limit.
func CheckGame(e notebook.Env, name string) error { return checkGame(e, name, CheckMemory) }

// checkGame refuses a game that does not exist, or does not pass a check.
func checkGame(e notebook.Env, name string, check func(notebook.Env, game.Game) error) error {
	g, err := game.Parse(name)
	if err != nil {
		return err
	}
	return check(e, g)
}

// Answer plays every secret.
func (p Play) Answer(ctx context.Context, e notebook.Env) (Played, error) {
	all := float64(p.experiment.Secrets())
	t, result, err := p.experiment.Play(ctx, tree.Options{
		Workers:  e.Workers,
		Progress: func(secrets int) { e.Advance(float64(secrets) / all) },
	})
	if err != nil {
		return Played{}, err
	}
	return Played{Tree: t.Packed(), Result: result}, nil
}

// playedTree answers a question, and returns the decision tree.
func playedTree(ctx context.Context, e notebook.Env, p Play) (*tree.Tree, error) {
	played, err := notebook.Answer(ctx, e, p)
	if err != nil {
		return nil, err
	}
	return tree.ReadPacked(ctx, p.experiment.Game, played.Tree)
}

// Record leaves out trees that are not wanted, or too large.
func (p Play) Record(a Played) Played {
	if p.tree && a.Tree != "" && a.Result.Secrets <= LargestTree {
		return Played{Tree: a.Tree}
	}
	return a.measured(p.experiment.Game)
}

// Complete derives the result.
func (p Play) Complete(ctx context.Context, a *Played) error {
	if p.err != nil && !errors.Is(p.err, words.ErrNoList) {
		return p.err
	}
	return a.complete(ctx, p.Key, p.experiment.Game)
}

// secretsOf returns how many secrets a histogram counts. The error is on what is not a
// histogram.
func secretsOf(histogram []int) (secrets int, err error) {
	if len(histogram) < 2 || len(histogram) > tree.MaxGuesses+1 || histogram[len(histogram)-1] == 0 {
		return 0, errors.New("it has no histogram that ends with the worst case")
	}
	for k, n := range histogram {
		if n < 0 || n > game.MaxCodes {
			return 0, fmt.Errorf("%d secrets need %d guesses", n, k)
		}
		secrets += n
	}
	return secrets, nil
}

// A Survey asks for the figures of many configurations of one game, and for nothing else:
// no trees are kept. It is one question, so that thousands of configurations
// take some dozens of files.
type Survey struct {
	Of []engine.Key `json:"configurations"`

	players []player
}

// NewSurvey asks for the figures of configurations. Their keys must be of one game.
func NewSurvey(configurations []engine.Configuration) Survey {
	var s Survey
	for _, c := range configurations {
		p := newPlayer(c)
		s.Of, s.players = append(s.Of, p.Key), append(s.players, p)
	}
	return s
}

// Surveyed is what a configuration takes: how many secrets take how many
// guesses until they are solved, and until they are identified.
type Surveyed struct {
	First string `json:"first,omitempty"`
	Hit   []int  `json:"hit,omitempty"`
	Known []int  `json:"known,omitempty"`
}

// Kind names the kind of question.
func (Survey) Kind() string { return "survey" }

func (s Survey) String() string { return fmt.Sprintf("%d configurations", len(s.Of)) }

// Cost is that of the plays.
func (s Survey) Cost() float64 {
	sum := 0.0
	for _, p := range s.players {
		sum += p.Cost()
	}
	return sum
}

// Validate refuses what cannot be played.
func (s Survey) Validate(e notebook.Env) error {
	for _, p := range s.players {
		if err := p.Validate(e); err != nil {
			return fmt.Errorf("%s: %w", p.Key, err)
		}
	}
	return nil
}

// Answer plays the configurations, each with one worker.
func (s Survey) Answer(ctx context.Context, e notebook.Env) ([]Surveyed, error) {
	answer := make([]Surveyed, len(s.players))
	err := parallel.Each(ctx, e.Workers, len(s.players), func(_, i int) error {
		_, r, err := s.players[i].experiment.Play(ctx, tree.Options{Workers: 1})
		answer[i] = Surveyed{r.First, r.Histogram, r.Known.Histogram}
		e.Advance(1 / float64(len(s.players)))
		return err
	})
	return answer, err
}

// Adversary asks how long a strategy takes against codemakers that fix no
// secret.
type Adversary struct{ player }

// NewAdversary asks it of a configuration.
func NewAdversary(c engine.Configuration) Adversary { return Adversary{newPlayer(c)} }

// AdversaryGames are the games of two adversarial codemakers against a
// strategy, round by round; the last round solves the secret.
type AdversaryGames struct {
	Greedy  []RoundSpec `json:"greedy"`  // leaves the most candidates with each answer
	Perfect []RoundSpec `json:"perfect"` // makes the game last longest
}

// A RoundSpec is a round in words, as files hold it.
type RoundSpec struct {
	Guess  string `json:"guess"`
	Answer string `json:"answer"`
}

// Kind names the kind of question.
func (Adversary) Kind() string { return "adversary" }

func (a Adversary) String() string { return a.Key.String() + ", adversarial codemakers" }

// Answer plays both codemakers against the strategy's decision tree.
func (a Adversary) Answer(ctx context.Context, e notebook.Env) (AdversaryGames, error) {
	t, err := playedTree(ctx, e, Play{player: a.player})
	if err != nil {
		return AdversaryGames{}, err
	}
	return AdversaryGames{Rounds(t.Game, t.GreedyCodemaker()), Rounds(t.Game, t.PerfectCodemaker())}, nil
}

// Rounds puts the rounds of a game into words.
func Rounds(g game.Game, line []game.Round) []RoundSpec {
	return notebook.Map(line, func(r game.Round) RoundSpec { return RoundSpec{g.FormatCode(r.Guess), g.FormatFeedback(r.Feedback)} })
}

// TieRuns asks for the totals of many runs of a strategy that differ only in
// how ties are broken: with the seeds 1, 2, 3 and so on in place of that of the
// configuration's ties. The configuration needs a first guess.
type TieRuns struct {
	player
	Runs int `json:"runs"`
}

// NewTieRuns asks for a number of runs of a configuration.
func NewTieRuns(c engine.Configuration, runs int) TieRuns {
	return TieRuns{newPlayer(c), runs}
}

// RunTotals holds the total of each run, that of seed 1 first.
type RunTotals struct {
	Totals []int `json:"totals"`
}

// Kind names the kind of question.
func (TieRuns) Kind() string { return "tie-runs" }

func (r TieRuns) String() string {
	return fmt.Sprintf("%s, seeds 1 to %d", r.Key, r.Runs)
}

// Cost is less than that of as many plays: runs share much.
func (r TieRuns) Cost() float64 {
	const shared = 4
	return float64(r.Runs) / shared * r.player.Cost()
}

// Validate refuses what cannot be played.
func (r TieRuns) Validate(e notebook.Env) error {
	if r.Runs < 1 || r.First == "" {
		return fmt.Errorf("%d runs from first guess %q: there must be a run and a first guess", r.Runs, r.First)
	}
	return r.player.Validate(e)
}

// Answer plays all runs.
func (r TieRuns) Answer(ctx context.Context, e notebook.Env) (RunTotals, error) {
	x := r.experiment
	seeds := make([]uint64, r.Runs)
	for i := range seeds {
		seeds[i] = uint64(i + 1)
	}
	figures, err := ties.Play(ctx, x.Game, x.Strategy, *x.First, seeds, ties.Options{Workers: e.Workers})
	return RunTotals{notebook.Map(figures, func(f tree.Figures) int { return f.Total })}, err
}
