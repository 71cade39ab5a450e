package main

import (
	"context"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"codebreak/configs"
	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/equilibrium"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/cells"
	"codebreak/report"
)

// mixEntry solves the game of a codemaker that chooses the secret by lot.
func mixEntry() entry {
	e := mixes("codemaker-mix",
		"mm2x2", "mm2x3", "mm2x4", "mm2x5", "mm2x6", "mm2x7", "mm2x8", "mm2x9", "mm2x10",
		"mm3x2", "mm3x3", "mm3x4", "mm3x5", "mm3x6", "mm4x2", "mm4x3", "mm4x4", "mm5x2", "mm5x3",
		"bp2x3", "bp2x4", "bp2x5", "bp3x2", "bp3x3", "bp3x4", "bp4x2", "bp4x3",
		"bc2x3", "bc2x4", "bc2x5", "bc3x3", "bc3x4", "bc3x5", "bc3x6")
	e.title = "The codemaker's best lot"
	e.question = "If the codemaker may prefer some secrets to others, to make the game long, and the codebreaker knows it and may choose among strategies by lot, how many guesses does the game take on average when both play perfectly? Which secrets does the codemaker prefer?"
	e.full = largeMixEntry
	return e
}

// largeMixEntry solves what takes longer.
func largeMixEntry() entry {
	e := mixes("codemaker-mix-large", "mm3x7", "mm3x8", "mm4x5", "mm4x6", "bp3x5")
	e.title = "The codemaker's best lot in larger games"
	e.question = "The same as codemaker-mix for games that take seconds to minutes each."
	e.slow = true
	return e
}

func mixes(name string, games ...string) entry {
	var solved []equilibrium.Equilibrium
	return entry{
		name:           name,
		configurations: configs.Grid{Games: games, Strategies: []strategy.Strategy{{Criterion: strategy.Entropy}}}.Configurations(),
		search: func(ctx context.Context, o options) ([]configurationTiming, error) {
			solved = nil
			var times []configurationTiming
			for _, gameName := range games {
				g, err := game.Parse(gameName)
				if err != nil {
					return nil, err
				}
				m, took, err := solveMix(ctx, o, g)
				if elsewhere(err) {
					continue
				}
				if err != nil {
					return nil, fmt.Errorf("%s: %w", gameName, err)
				}
				solved = append(solved, m)
				times = append(times, timingOf(gameName+", value", took)...)
			}
			return times, nil
		},
		tell: func(results []engine.Result) report.Page { return tellMixes(name, solved, results) },
	}
}

// A mixKey asks for the value of a game.
type mixKey struct {
	Kind string `json:"kind"` // mix
	Game string `json:"game"`
}

// mixCell is the answer.
type mixCell struct {
	Value     *big.Rat   `json:"value"`
	LeastMean *big.Rat   `json:"least_mean"`
	Shares    []*big.Rat `json:"shares"`
	Trees     []mixTree  `json:"trees"`
}

type mixTree struct {
	Tree  string     `json:"tree"`
	Share *big.Rat   `json:"share"`
	Means []*big.Rat `json:"means"`
}

// solveMix finds the value of a game, unless its cell is there, and checks it.
func solveMix(ctx context.Context, o options, g game.Game) (equilibrium.Equilibrium, cells.Took, error) {
	cost := 100 * playCost(engine.Configuration{Game: g.String()})
	answer, took, err := cells.Do(ctx, o.cells, mixKey{"mix", g.String()}, cost, func() (mixCell, error) {
		m, err := equilibrium.Solve(ctx, g)
		c := mixCell{Value: m.Value, LeastMean: m.LeastMean, Shares: m.Probabilities}
		for _, t := range m.Trees {
			c.Trees = append(c.Trees, mixTree{t.Tree.Packed(), t.Probability, t.Means})
		}
		return c, err
	})
	if err != nil {
		return equilibrium.Equilibrium{}, took, err
	}
	m := equilibrium.Equilibrium{Game: g, Value: answer.Value, LeastMean: answer.LeastMean, Probabilities: answer.Shares}
	if m.Classes, err = equilibrium.Classes(g); err != nil {
		return m, took, err
	}
	for _, t := range answer.Trees {
		read, err := tree.ReadPacked(g, t.Tree)
		if err != nil {
			return m, took, err
		}
		m.Trees = append(m.Trees, equilibrium.PlayedTree{Tree: read, Probability: t.Share, Means: t.Means})
	}
	return m, took, m.Check()
}

func tellMixes(name string, solved []equilibrium.Equilibrium, results []engine.Result) report.Page {
	values := &report.Table{
		Header: []string{"game", "secrets", "classes", "value", "decimal", "least mean", "more", "trees", "entropy's mean"},
		Right:  []int{1, 2, 3, 4, 5, 6, 7, 8},
	}
	lots := &report.Table{
		Header: []string{"game", "secrets like", "number", "share of the class", "each against an equal chance", "guesses on average"},
		Right:  []int{2, 3, 4, 5},
	}
	mixed := &report.Table{Header: []string{"game", "first guess", "with probability", "means of the classes"}}
	for i, m := range solved {
		values.Rows = append(values.Rows, []string{
			results[i].Game, strconv.Itoa(results[i].Secrets), strconv.Itoa(len(m.Classes)), m.Value.RatString(), m.Value.FloatString(5),
			m.LeastMean.FloatString(5), difference5(m.Value, m.LeastMean), strconv.Itoa(len(m.Trees)), report.FormatMean(results[i].Mean),
		})
		if len(m.Classes) == 1 {
			continue
		}
		means := m.Means()
		for k, c := range m.Classes {
			lots.Rows = append(lots.Rows, []string{
				results[i].Game, m.Game.FormatCode(c.First), strconv.Itoa(len(c.Secrets)), m.Probabilities[k].RatString(), preference(m, k).FloatString(3), means[k].RatString(),
			})
		}
		for _, t := range m.Trees {
			mixed.Rows = append(mixed.Rows, []string{results[i].Game, m.Game.FormatCode(t.Tree.Root.Guess), t.Probability.RatString(), fractions(t.Means)})
		}
	}
	return report.Page{
		Findings: mixFindings(solved),
		Sections: []report.Section{
			{
				Heading: "Values",
				Text:    "The codemaker chooses a secret by lot, the codebreaker a decision tree; the payoff is the number of guesses. Exchanges of positions and colours change nothing. So the codemaker may as well treat secrets alike that they take into each other, and the codebreaker may exchange at random before it plays, so that all secrets of a class take the mean over the class. Where all secrets are of one class, as in Bulls and Cows, an equal chance is the worst lot and the value is the least mean. Each value is proved, in whole numbers and fractions: an exact search over all trees shows that none takes less against the codemaker's lot, and the replay of the codebreaker's trees that their mix takes no secret longer.",
				Table:   values,
				Figures: []report.Figure{mixFigure(name, solved)},
			},
			{
				Heading: "The codemaker's lots",
				Text:    "One perfect lot for each game; there may be others. Against an equal chance: how many times more probable a secret is than if all were equally so. Guesses on average: what the codebreaker's mix takes; more than the value for none, and less only where the lot leaves secrets out.",
				Table:   lots, PageOnly: len(lots.Rows) > 20,
			},
			{
				Heading:  "The codebreaker's mixes",
				Text:     "The trees that the codebreaker chooses from, and what each takes on average for each class, in the order of the lots.",
				Table:    mixed,
				PageOnly: true,
			},
		},
	}
}

func fractions(numbers []*big.Rat) string {
	var parts []string
	for _, n := range numbers {
		parts = append(parts, n.RatString())
	}
	return strings.Join(parts, ", ")
}

func difference5(a, b *big.Rat) string { return new(big.Rat).Sub(a, b).FloatString(5) }

// preference is how many times more probable a secret of the class is than if
// all secrets were equally so.
func preference(m equilibrium.Equilibrium, class int) *big.Rat {
	all := 0
	for _, c := range m.Classes {
		all += len(c.Secrets)
	}
	return new(big.Rat).Mul(m.Probabilities[class], big.NewRat(int64(all), int64(len(m.Classes[class].Secrets))))
}

// mixFigure shows how much more than an equal chance the best lot is worth in
// Mastermind.
func mixFigure(name string, solved []equilibrium.Equilibrium) report.Figure {
	chart := report.Lines{Title: "Mastermind: value minus least mean", XLabel: "colours", YLabel: "guesses on average", Whole: true}
	for positions := leastPositions; positions <= mostPositions; positions++ {
		s := report.Series{Name: fmt.Sprintf("%d positions", positions), Points: true}
		for _, m := range solved {
			rows, colours := m.Game.Shape()
			if rows != positions || m.Game.String() != variantName("mm", rows, colours) {
				continue
			}
			gain, _ := new(big.Rat).Sub(m.Value, m.LeastMean).Float64()
			s.X, s.Y = append(s.X, float64(colours)), append(s.Y, gain)
		}
		if len(s.X) > 0 {
			chart.Series = append(chart.Series, s)
		}
	}
	return report.Figure{
		File:    name + ".png",
		Caption: "What the codemaker gains by its lot: the value minus the least mean, by colours, for each number of positions",
		Charts:  []report.Chart{chart},
	}
}

// A lotCount counts games of a kind by what their lots are like.
type lotCount struct {
	games, equal          int      // of these, an equal chance is as bad as any lot
	rarer, never, oftener []string // where secrets of one colour are less probable, impossible, more probable
}

// countLots counts the games with more than one class. The first class is
// that of one colour.
func countLots(solved []equilibrium.Equilibrium, kind string) lotCount {
	var n lotCount
	for _, m := range solved {
		name := m.Game.String()
		if len(m.Classes) == 1 || !strings.HasPrefix(name, kind) {
			continue
		}
		n.games++
		if m.Value.Cmp(m.LeastMean) == 0 {
			n.equal++
			continue
		}
		switch order := preference(m, 0).Cmp(big.NewRat(1, 1)); {
		case m.Probabilities[0].Sign() == 0:
			n.never = append(n.never, name)
		case order < 0:
			n.rarer = append(n.rarer, name)
		case order > 0:
			n.oftener = append(n.oftener, name)
		}
	}
	return n
}

func mixFindings(solved []equilibrium.Equilibrium) []string {
	alike := 0
	most := solved[0]
	gain := func(m equilibrium.Equilibrium) *big.Rat { return new(big.Rat).Sub(m.Value, m.LeastMean) }
	for _, m := range solved {
		if len(m.Classes) == 1 {
			alike++
		}
		if gain(m).Cmp(gain(most)) > 0 {
			most = m
		}
	}
	findings := []string{fmt.Sprintf("%d values are proved.", len(solved))}
	if alike > 0 {
		findings[0] += fmt.Sprintf(" In %d of these games all secrets are alike, and no lot is worse for the codebreaker than an equal chance.", alike)
	}
	if gain(most).Sign() > 0 {
		findings = append(findings, fmt.Sprintf("A lot is worth most in %s: the value is %s = %s, %s more than the least mean.", most.Game, most.Value.RatString(), most.Value.FloatString(5), gain(most).FloatString(5)))
	}
	for _, k := range variantKinds {
		n := countLots(solved, k.kind)
		if n.games == 0 {
			continue
		}
		finding := fmt.Sprintf("%s: an equal chance is as bad as any lot in %d of %d games.", k.name, n.equal, n.games)
		for _, part := range []struct {
			what  string
			names []string
		}{{"leaves out secrets of one colour", n.never}, {"makes secrets of one colour rarer", n.rarer}, {"makes secrets of one colour more frequent", n.oftener}} {
			if len(part.names) > 0 {
				finding += fmt.Sprintf(" The lot found %s in %s.", part.what, strings.Join(part.names, ", "))
			}
		}
		findings = append(findings, finding)
	}
	return append(findings, publishedLots(solved)...)
}

// publishedLots compares with what sources say.
func publishedLots(solved []equilibrium.Equilibrium) []string {
	var out []string
	for _, p := range published.Equilibria() {
		for _, m := range solved {
			if m.Game.String() != p.Game {
				continue
			}
			value, ok := new(big.Rat).SetString(p.Value)
			verdict := "differs"
			if ok && value.Cmp(m.Value) == 0 {
				verdict = "is proved again"
			}
			finding := fmt.Sprintf("%s: the value %s (%s) %s: %s = %s, with a mix of %d trees.", p.Game, p.Value, p.Source, verdict, m.Value.RatString(), m.Value.FloatString(5), len(m.Trees))
			if p.OneColour != "" {
				finding += fmt.Sprintf(" Secrets of one colour, which the source has at %s guesses, take %s in this mix.", p.OneColour, m.Means()[0].RatString())
			}
			out = append(out, finding)
		}
	}
	return out
}
