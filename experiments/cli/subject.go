package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/chance"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
)

// subjectHelp says how subjects are written, for the help of commands.
const subjectHelp = `Each SUBJECT is one of:

  'GAME CRITERION [key=value ...]'  a strategy, such as 'bc4x10 entropy first=0123';
                                    the keys are first, pool, ties, order, endgame
  GAME                              the game, played by entropy
  FIGURE                            a published figure, such as knuth/minimax
  FILE or 'GAME FILE'               a decision tree, as solve, export and check know

The colours of a game may be a range: 'mm4x2..8 entropy' stands for seven games.`

// A subject is a strategy, a tree or a published figure that is compared with
// others. Exactly one of its fields is set.
type subject struct {
	spec   string
	play   *ask.Play          // a strategy with one tree
	chance *engine.Experiment // one that leaves guesses to chance
	figure *published.Figure
	tree   *tree.Tree
	player *playerFlags // plays the game that spec names
}

// game is the name of the subject's game.
func (s subject) game() string {
	switch {
	case s.play != nil:
		return s.play.Game
	case s.chance != nil:
		return s.chance.Game.String()
	case s.figure != nil:
		return s.figure.Subject.Game
	case s.tree != nil:
		return s.tree.Game.String()
	}
	return s.spec
}

// A measuredSubject is a subject with what it comes to.
type measuredSubject struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"` // strategy, expected, sampled, tree, player or published
	Game  string `json:"game"`
	First string `json:"first,omitempty"`
	Until string `json:"until"` // the secret is "hit" or "known"
	// Secrets is the number of secrets, or of the games that were sampled; 0 if a
	// source prints no histogram.
	Secrets int   `json:"secrets"`
	Mean    maybe `json:"mean"`
	Worst   int   `json:"worst,omitempty"`
	// Histogram[k] of the secrets need k guesses; fractions where chance decides.
	Histogram []float64 `json:"histogram,omitempty"`
	// Low and High hold the expected mean with a confidence of 99 %, if it was
	// sampled; else there is no interval, since nothing is uncertain.
	Low  float64 `json:"low,omitempty"`
	High float64 `json:"high,omitempty"`

	printed   string // the mean as the source prints it
	criterion strategy.Criterion
	source    published.SourceID // empty if it was measured
	tree      *tree.Tree         // nil if it has none
}

// A maybe is a number, or NaN where there is none, which JSON writes as null.
type maybe float64

// MarshalJSON writes null for NaN.
func (m maybe) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(m)) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(m))
}

func (m maybe) none() bool { return math.IsNaN(float64(m)) }

// subjectKeys are the keys of a strategy.
var subjectKeys = []string{"criterion", "first", "pool", "ties", "order", "endgame"}

// colourRange is a game whose colours are a range.
var colourRange = regexp.MustCompile(`^([a-z]+[0-9]+x)([0-9]+)\.\.([0-9]+)([a-z-]*)$`)

// mostSubjects is how many subjects a command takes.
const mostSubjects = 200

// parseSubjects reads subjects, refuses what cannot be played, and reads the trees
// of files.
func (a *app) parseSubjects(ctx context.Context, specs []string) ([]subject, error) {
	var out []subject
	for _, spec := range specs {
		fields := strings.Fields(spec)
		if len(fields) == 0 {
			return nil, usagef("a subject is empty; write 'GAME CRITERION', a published figure or a file with a tree")
		}
		games := []string{fields[0]}
		if m := colourRange.FindStringSubmatch(fields[0]); m != nil {
			from, _ := strconv.Atoi(m[2])
			to, _ := strconv.Atoi(m[3])
			if from > to || to-from >= mostSubjects {
				return nil, usagef("%q: %d..%d is no range of colours, from few to many", spec, from, to)
			}
			games = nil
			for colours := from; colours <= to; colours++ {
				games = append(games, fmt.Sprintf("%s%d%s", m[1], colours, m[4]))
			}
		}
		for _, g := range games {
			s, err := a.parseSubject(ctx, strings.Join(append([]string{g}, fields[1:]...), " "))
			if err != nil {
				if ctx.Err() != nil {
					return nil, err
				}
				return nil, usagef("%q: %w", spec, err)
			}
			out = append(out, s)
		}
	}
	return out, nil
}

func (a *app) parseSubject(ctx context.Context, spec string) (subject, error) {
	fields := strings.Fields(spec)
	s := subject{spec: spec}
	head := fields[0]
	if _, err := game.Parse(head); err != nil {
		switch {
		case slices.ContainsFunc(strategy.AllCriteria(), func(c strategy.CriterionInfo) bool { return string(c.Criterion) == head }):
			return s, fmt.Errorf("this is a criterion; quote it together with its game: 'mm4x6 %s'", head)
		case len(fields) > 1:
			return s, err
		case isFile(head):
			t, err := a.readTree(ctx, head, "")
			s.tree = t.tree
			return s, err
		}
		return a.publishedSubject(ctx, head, err)
	}
	if err := ask.CheckGame(a.env(), head); err != nil {
		return s, err
	}
	if len(fields) == 2 && isFile(fields[1]) {
		t, err := a.readTree(ctx, fields[1], head)
		s.tree = t.tree
		return s, err
	}
	c, err := parseStrategy(fields)
	if err != nil {
		return s, err
	}
	if c.Strategy.ByChance() {
		x, err := c.Parse()
		s.chance = &x
		return s, err
	}
	play := ask.NewPlay(c)
	s.play = &play
	return s, play.Validate(a.env())
}

// isFile reports whether a word names a file, or was meant to.
func isFile(word string) bool {
	if strings.Contains(word, "=") {
		return false
	}
	info, err := os.Stat(word)
	ext := filepath.Ext(word)
	return err == nil && !info.IsDir() || errors.Is(err, fs.ErrNotExist) && (ext == ".json" || ext == ".txt")
}

// parseStrategy reads the game, the criterion and the other choices.
func parseStrategy(fields []string) (engine.Configuration, error) {
	c := engine.Configuration{Game: fields[0]}
	c.Criterion = strategy.Entropy
	given := map[string]bool{}
	for i, field := range fields[1:] {
		key, value, found := strings.Cut(field, "=")
		if !found && i == 0 {
			key, value = "criterion", field
		} else if !found {
			return c, fmt.Errorf("%q is no choice; write key=value with one of the keys %s", field, strings.Join(subjectKeys, ", "))
		}
		switch {
		case !slices.Contains(subjectKeys, key):
			return c, fmt.Errorf("unknown key %q; allowed: %s", key, strings.Join(subjectKeys, ", "))
		case given[key]:
			return c, fmt.Errorf("%s is given twice", key)
		case value == "":
			return c, fmt.Errorf("%s is empty; leave it out for the default", key)
		}
		given[key] = true
		switch key {
		case "criterion":
			c.Criterion = strategy.Criterion(value)
		case "first":
			c.First = value
		case "pool":
			c.Pool = strategy.Pool(value)
		case "ties":
			c.Ties = value
		case "order":
			c.Order = game.Order(value)
		case "endgame":
			n, err := strconv.Atoi(value)
			if err != nil || n < 1 {
				return c, fmt.Errorf("endgame is %q; it must be a whole number of at least 1", value)
			}
			c.Endgame = n
		}
	}
	return c, nil
}

// publishedSubject finds a published figure or a printed tree. noGame says why the
// name is no game.
func (a *app) publishedSubject(ctx context.Context, id string, noGame error) (subject, error) {
	for _, p := range published.Trees() {
		if p.ID != id {
			continue
		}
		g, err := game.Parse(p.Game)
		if err != nil {
			return subject{}, err
		}
		t, _, err := tree.ReadNotation(ctx, g, []byte(p.Text))
		return subject{spec: id, tree: t}, err
	}
	if f, err := published.FigureOf(id); err == nil {
		return subject{spec: id, figure: &f}, nil
	}
	for _, name := range publishedNames() {
		if source, _, _ := strings.Cut(name, "/"); source == id {
			return subject{}, fmt.Errorf("this is a source; name a figure of it, such as %s", name)
		}
	}
	if strings.Contains(id, "/") {
		return subject{}, fmt.Errorf("unknown published figure %q; allowed: %s, and others that results/published/README.md lists", id, strings.Join(publishedNames(), ", "))
	}
	return subject{}, noGame
}

// publishedNames lists the figures that subjects may be.
func publishedNames() []string {
	names := published.IDs(published.Averages())
	for _, t := range published.Trees() {
		names = append(names, t.ID)
	}
	return names
}

// subjectNames completes subjects.
func subjectNames(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return publishedNames(), cobra.ShellCompDirectiveDefault
}

// measureSubjects plays subjects, and gives each a name that tells it from the
// others.
func (a *app) measureSubjects(ctx context.Context, subjects []subject, sample sampleFlags) ([]measuredSubject, error) {
	var out []measuredSubject
	for _, s := range subjects {
		m, err := a.measureSubject(ctx, s, sample)
		if err != nil {
			if ctx.Err() != nil {
				return nil, interrupted(ctx, "nothing was compared")
			}
			return nil, err
		}
		if len(subjects) > mostOverlaid {
			m.tree = nil // so many are drawn, not compared tree by tree
		}
		out = append(out, m)
	}
	oneGame := !slices.ContainsFunc(out, func(m measuredSubject) bool { return m.Game != out[0].Game })
	seen := map[string]int{}
	for i := range out {
		if m := &out[i]; m.Kind != "published" && !oneGame {
			m.Name = m.Game + " " + m.Name
		}
		seen[out[i].Name]++
		if n := seen[out[i].Name]; n > 1 {
			out[i].Name = fmt.Sprintf("%s (%d)", out[i].Name, n)
		}
	}
	return out, nil
}

func (a *app) measureSubject(ctx context.Context, s subject, sample sampleFlags) (measuredSubject, error) {
	switch {
	case s.play != nil:
		t, r, err := a.playOne(ctx, *s.play, nil)
		if err != nil {
			return measuredSubject{}, err
		}
		return measuredStrategy(t, r), nil
	case s.tree != nil:
		m := measuredFigures("tree", s.tree.Game, tree.Measure(s.tree).Hit)
		m.Name, m.First, m.tree = filepath.Base(s.spec), s.tree.Game.FormatCode(s.tree.Root.Guess), s.tree
		if strings.Contains(s.spec, "/") && slices.Contains(publishedNames(), s.spec) {
			m.Name = s.spec
		}
		return m, nil
	case s.figure != nil:
		return publishedMeasures(*s.figure), nil
	case s.player != nil:
		return a.comparedPlayer(ctx, s.player, s.spec, sample.runs)
	case sample.runs > 0:
		e, err := a.sample(ctx, *s.chance, sample)
		if err != nil {
			return measuredSubject{}, err
		}
		return sampledSubject(*s.chance, e), nil
	}
	e, err := a.expect(ctx, *s.chance)
	if err != nil {
		return measuredSubject{}, err
	}
	return expectedSubject(*s.chance, e), nil
}

// measuredFigures is what every secret of a game comes to.
func measuredFigures(kind string, g game.Game, f tree.Figures) measuredSubject {
	m := measuredSubject{Until: "hit", Kind: kind, Game: g.String(), Secrets: game.CountSecrets(g), Mean: maybe(f.Mean), Worst: f.Worst}
	for _, n := range f.Histogram {
		m.Histogram = append(m.Histogram, float64(n))
	}
	return m
}

// measuredStrategy is what a strategy with one tree comes to.
func measuredStrategy(t *tree.Tree, r engine.Result) measuredSubject {
	m := measuredFigures("strategy", t.Game, r.Figures)
	m.Name, m.First, m.tree, m.criterion = fmt.Sprintf("%s from %s", r.Strategy, r.First), r.First, t, r.Criterion
	return m
}

// sampledSubject is what games of chance came to.
func sampledSubject(x engine.Experiment, e chance.Estimate) measuredSubject {
	m := measuredFigures("sampled", x.Game, tree.Summarise(e.Histogram))
	m.Secrets, m.Mean, m.Low, m.High = e.Runs, maybe(e.Mean), e.Low, e.High
	m.nameChance(x)
	return m
}

// expectedSubject is what is to be expected of chance.
func expectedSubject(x engine.Experiment, e chance.Expectation) measuredSubject {
	m := measuredSubject{
		Until: "hit", Kind: "expected", Game: x.Game.String(), Secrets: x.Secrets(), Mean: maybe(toFloat(e.Mean)), Worst: e.Worst(), Histogram: expectedHistogram(e),
	}
	m.nameChance(x)
	return m
}

func expectedHistogram(e chance.Expectation) []float64 {
	var out []float64
	for _, n := range e.Histogram {
		out = append(out, toFloat(n))
	}
	return out
}

func (m *measuredSubject) nameChance(x engine.Experiment) {
	k := x.Key()
	m.Name, m.First, m.criterion = k.Strategy.String(), k.First, k.Criterion
	if k.First != "" {
		m.Name += " from " + k.First
	}
}

// publishedMeasures is what a source prints.
func publishedMeasures(f published.Figure) measuredSubject {
	m := measuredSubject{
		Name: f.ID, Kind: "published", Game: f.Subject.Game, First: f.Subject.First, Until: "hit", Worst: f.Worst,
		Mean: maybe(math.NaN()), printed: f.Mean, criterion: f.Subject.Criterion, source: f.Source,
	}
	if f.Known {
		m.Until = "known"
	}
	if f.Histogram != nil {
		summary := tree.Summarise(f.Histogram)
		m.Mean, m.Worst = maybe(summary.Mean), summary.Worst
		for _, n := range f.Histogram {
			m.Histogram = append(m.Histogram, float64(n))
			m.Secrets += n
		}
	} else if mean, err := strconv.ParseFloat(f.Mean, 64); err == nil {
		m.Mean = maybe(mean)
	} else if g, err := game.Parse(m.Game); err == nil && f.Total > 0 {
		m.Mean = maybe(float64(f.Total) / float64(game.CountSecrets(g)))
	}
	return m
}

// meanText is the mean as people read it: what a source prints digit by digit, what
// was sampled with its interval.
func (m measuredSubject) meanText() string {
	switch {
	case m.Mean.none():
		return "-"
	case m.printed != "":
		return m.printed
	case m.High > 0:
		return fmt.Sprintf("%s (%s to %s)", report.Mean(float64(m.Mean)), report.Mean(m.Low), report.Mean(m.High))
	}
	return report.Mean(float64(m.Mean)).Text
}

// checkScale refuses subjects that have no common scale.
func checkScale(subjects []subject) error {
	until := func(s subject) string {
		if s.figure != nil && s.figure.Known {
			return "known"
		}
		return "hit"
	}
	for _, s := range subjects[1:] {
		if a, b := until(subjects[0]), until(s); a != b {
			return usagef("%s counts guesses until the secret is %s, %s until it is %s: they have no common scale", subjects[0].spec, a, s.spec, b)
		}
	}
	return nil
}

// checkSubjects refuses --runs and --seed unless someone leaves guesses to chance.
func (s *sampleFlags) checkSubjects(cmd *cobra.Command, subjects []subject) error {
	return s.check(cmd, slices.ContainsFunc(subjects, func(s subject) bool { return s.chance != nil || s.player != nil }))
}
