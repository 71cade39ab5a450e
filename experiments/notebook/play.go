package notebook

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/dustin/go-humanize"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/bounds"
	"codebreak/engine/game"
	"codebreak/engine/game/words"
	"codebreak/engine/partition"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// Play asks what a configuration comes to, every secret played.
type Play struct {
	engine.Key
	experiment engine.Experiment
	err        error // why there is no such experiment
	tree       bool  // whether results.json keeps the decision tree
}

// NewPlay asks what a configuration comes to.
func NewPlay(c engine.Configuration) Play {
	x, err := c.Parse()
	if err != nil {
		c.Strategy = c.Strategy.WithDefaults() // as it is for a game whose lists are not at hand
		return Play{Key: engine.Key(c), err: err}
	}
	return Play{Key: x.Key(), experiment: x}
}

// WithTree has results.json keep the decision tree, to be walked through on the
// page, unless it is of more than [LargestTree] secrets.
func (p Play) WithTree() Play {
	p.tree = true
	return p
}

// LargestTree is the number of secrets up to which trees are kept in results:
// larger ones would make pages slow to open.
const LargestTree = 6000

// Played is what a configuration comes to.
type Played struct {
	Result engine.Result `json:"result"`
	Tree   string        `json:"tree,omitempty"` // see [tree.Tree.Packed]
}

// Plays asks what configurations come to.
func Plays(configurations []engine.Configuration) []Task {
	var tasks []Task
	for _, c := range configurations {
		tasks = append(tasks, Ask(NewPlay(c)))
	}
	return tasks
}

// TreePlays asks the same, and has small trees kept.
func TreePlays(configurations []engine.Configuration) []Task {
	var tasks []Task
	for _, c := range configurations {
		tasks = append(tasks, Ask(NewPlay(c).WithTree()))
	}
	return tasks
}

// Results returns what configurations come to, in their order.
func Results(o Outcome, configurations []engine.Configuration) []engine.Result {
	var out []engine.Result
	for _, c := range configurations {
		out = append(out, Get(o, NewPlay(c)).Result)
	}
	return out
}

// Kind names the kind of question.
func (Play) Kind() string { return "play" }

// Cost is a time measured for 32,768 codes, and how times grow (see the entry
// bench).
func (p Play) Cost() float64 {
	if p.err != nil {
		return 0
	}
	const codes, seconds, exponent = 32768, 0.22, 1.75
	return seconds * math.Pow(float64(p.experiment.Secrets())/codes, exponent)
}

// Validate refuses what is not well formed or would not fit the memory limit.
func (p Play) Validate(e Env) error {
	if p.err != nil {
		return p.err
	}
	if s := p.experiment.Strategy; s.ByChance() {
		return fmt.Errorf("ties %q: %w", s.Ties, strategy.ErrChance)
	}
	return e.CheckMemory(p.experiment.Game)
}

// Experiment returns the configuration as it was read, or says why it cannot
// be.
func (p Play) Experiment() (engine.Experiment, error) { return p.experiment, p.err }

// CheckMemory refuses a game that would not fit the memory limit, whoever plays
// it.
func (e Env) CheckMemory(g game.Game) error {
	return e.CheckNeed(g.String(), partition.Memory(g, e.Workers))
}

// CheckSearch refuses an exact search of a game that would not fit the memory limit.
func (e Env) CheckSearch(g game.Game) error {
	return e.CheckNeed("the search of "+g.String(), partition.SearchMemory(g, e.Workers)+2*leastTable)
}

// leastTable is how many bytes an exact search is to have to remember sets in.
const leastTable = 1 << 20

// SearchCache is how many bytes an exact search of a game may remember sets in: what
// the limit leaves, at most the number wanted.
func (e Env) SearchCache(g game.Game, wanted int64) int64 {
	return e.Spare(partition.SearchMemory(g, e.Workers), wanted)
}

// withProgram is how many bytes the program takes that does work which needs so
// many: itself, and what keeps account of the heap and lies idle in it.
func withProgram(need int64) int64 {
	const program = 20 << 20
	return program + need/16*17
}

// CheckNeed refuses work that needs more bytes of memory than the limit leaves.
func (e Env) CheckNeed(what string, need int64) error {
	if need = withProgram(need); e.Memory > 0 && need > e.Memory {
		return fmt.Errorf("%s needs about %s of memory, more than the limit of %s (--max-memory; workers: %d)",
			what, humanize.IBytes(uint64(need)), humanize.IBytes(uint64(e.Memory)), e.Workers)
	}
	return nil
}

// pagesMemory is how many bytes it takes to make pages, with pictures.
const pagesMemory = 10 << 20

// LargestFile is how many bytes a file may count as, see [store.ReadJSON], that is
// read for its answers, or all such files that are read at once: what is in it
// takes several times as much memory. No answer is so large that it would need
// more than the most, which takes less than a second to read.
func (e Env) LargestFile() int64 {
	const times, most = 8, 32 << 20
	if e.Memory == 0 {
		return most
	}
	return min(max(1, (e.Memory-withProgram(pagesMemory))/times), most)
}

// Spare is how many bytes work that needs so many may use besides to remember
// what it has found: at most the number wanted, and not so many that garbage has
// no room.
func (e Env) Spare(need, wanted int64) int64 {
	if e.Memory > 0 {
		wanted = min(wanted, (e.Memory-withProgram(need))/5*4)
	}
	return max(wanted, 1)
}

// CheckGame refuses a game that does not exist, or would not fit the memory
// limit.
func (e Env) CheckGame(name string) error {
	g, err := game.Parse(name)
	if err != nil {
		return err
	}
	return e.CheckMemory(g)
}

// Answer plays every secret.
func (p Play) Answer(ctx context.Context, e Env) (Played, error) {
	if p.err != nil {
		return Played{}, p.err
	}
	all := float64(p.experiment.Secrets())
	t, result, err := p.experiment.Play(ctx, tree.Options{
		Workers:  e.Workers,
		Progress: func(secrets int) { e.Advance(float64(secrets) / all) },
	})
	if err != nil {
		return Played{}, err
	}
	return Played{result, t.Packed()}, nil
}

// Record leaves out trees that are not wanted, or too large.
func (p Play) Record(a Played) Played {
	if !p.tree || a.Result.Secrets > LargestTree {
		a.Tree = ""
	}
	return a
}

// Published lists the figures that sources print for this configuration.
func (p Play) Published() []string {
	return published.IDs(published.Of(engine.Subject{Configuration: engine.Configuration(p.Key)}))
}

// Check returns an error if numbers contradict each other, or the tree is not
// one of the game that comes to them.
func (p Play) Check(ctx context.Context, a Played) error {
	if p.err != nil && !errors.Is(p.err, words.ErrNoList) {
		return p.err
	}
	r, g, asked := a.Result, p.experiment.Game, p.Key
	if asked.First == "" {
		asked.First = r.First
	}
	if r.Key() != asked {
		return fmt.Errorf("it is what %s comes to", clip(r.Key().String()))
	}
	if p.err != nil { // the lists are not at hand
		return checkNumbers(a.Result)
	}
	if code, err := g.ParseCode(r.First); err != nil {
		return fmt.Errorf("first guess: %w", err)
	} else if g.FormatCode(code) != r.First {
		return fmt.Errorf("first guess %s is written %s", clip(r.First), g.FormatCode(code))
	}
	return checkPlayed(ctx, g, a)
}

// checkPlayed returns an error if the numbers of what was played in a game contradict
// each other, or the tree beside them.
func checkPlayed(ctx context.Context, g game.Game, a Played) error {
	r, secrets := a.Result, game.CountSecrets(g)
	if r.Secrets != secrets {
		return fmt.Errorf("it has %d secrets; %s has %d", r.Secrets, g, secrets)
	}
	if r.Bounds != bounds.ByCounting(secrets, g.Outcomes()) {
		return fmt.Errorf("its lower bounds are not those of %s", g)
	}
	if !slices.Equal(r.Lists, game.ListsOf(g)) {
		return fmt.Errorf("its lists are not those of %s", g)
	}
	if err := checkNumbers(r); err != nil || a.Tree == "" {
		return err
	}
	t, err := tree.ReadPacked(ctx, g, a.Tree)
	if err != nil {
		return err
	}
	m := tree.Measure(t)
	if !slices.Equal(m.Hit.Histogram, r.Histogram) || !slices.Equal(m.Known.Histogram, r.Known.Histogram) || m.Nodes != r.Nodes || g.FormatCode(t.Root.Guess) != r.First {
		return errors.New("the tree does not come to the numbers beside it")
	}
	return nil
}

// checkNumbers returns an error if numbers contradict each other, whatever the game.
func checkNumbers(r engine.Result) error {
	for _, f := range []tree.Figures{r.Figures, r.Known} {
		if err := checkFigures(f, r.Secrets); err != nil {
			return err
		}
	}
	if r.Histogram[0] > 0 || r.Total < r.Bounds.Total || r.Worst < r.Bounds.Worst {
		return fmt.Errorf("total %d and worst case %d are below the lower bounds", r.Total, r.Worst)
	}
	if r.Known.Total > r.Total || r.Known.Worst > r.Worst {
		return errors.New("secrets are known later than they are hit")
	}
	// Every secret ends at a node of its own, and meets all the others on its way.
	if r.Nodes < r.Secrets || r.Nodes > r.Total {
		return fmt.Errorf("%d nodes do not go with %d secrets and a total of %d", r.Nodes, r.Secrets, r.Total)
	}
	return nil
}

// checkFigures returns an error if figures are not those of their histogram, or
// that is not one of so many secrets.
func checkFigures(f tree.Figures, secrets int) error {
	if len(f.Histogram) > tree.MaxGuesses+1 {
		return fmt.Errorf("it needs more than %d guesses", tree.MaxGuesses)
	}
	if err := checkHistogram(f.Histogram, secrets); err != nil {
		return err
	}
	again := tree.Summarise(f.Histogram)
	if again.Total != f.Total || again.Mean != f.Mean || again.Stddev != f.Stddev || again.Worst != f.Worst {
		return fmt.Errorf("total %d, mean %v, standard deviation %v and worst case %d do not go with the histogram", f.Total, f.Mean, f.Stddev, f.Worst)
	}
	return nil
}

// checkHistogram returns an error unless the histogram is of so many secrets and
// ends with the worst case.
func checkHistogram(histogram []int, secrets int) error {
	sum := 0
	for k, n := range histogram {
		if n < 0 || n > secrets {
			return fmt.Errorf("%d secrets need %d guesses", n, k)
		}
		sum += n
	}
	if sum != secrets || histogram[len(histogram)-1] == 0 {
		return fmt.Errorf("the histogram is of %d secrets, not of %d", sum, secrets)
	}
	return nil
}

// checkTree has the checker replay a packed tree of a game, and returns an error
// unless it comes to the figures, and begins with the first guess.
func checkTree(ctx context.Context, gameName, packed string, f tree.Figures, first string) error {
	g, err := game.Parse(gameName)
	if err != nil {
		return err
	}
	t, err := tree.ReadPacked(ctx, g, packed)
	if err != nil {
		return err
	}
	histogram, err := tree.Check(ctx, t)
	if err != nil {
		return fmt.Errorf("the tree is wrong: %w", err)
	}
	if !slices.Equal(histogram, f.Histogram) || first != g.FormatCode(t.Root.Guess) {
		return errors.New("the tree does not come to the numbers beside it")
	}
	return checkFigures(f, game.CountSecrets(g))
}
