package pages

import (
	"slices"

	"codebreak/engine"
	"codebreak/engine/strategy"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
)

// adversaryEntry plays each strategy against codemakers that fix no secret.
func adversaryEntry() notebook.Entry {
	// Every strategy with a published average or of the literature, each once, and the
	// classic criteria with candidates only.
	configurations := notebook.Distinct(slices.Concat(configurationsOf(averages()), expand(strategyGrids()), twoPhaseConfigurations(),
		classicOf([]strategy.Pool{strategy.Consistent}, "mm4x6", "bc4x10")), keyOf)
	rows := notebook.StudyOf(configurations, askAdversaryRow)
	return notebook.Entry{
		Name:  "adversary",
		Tasks: slices.Concat(ask.Plays(configurations).Tasks(), rows.Tasks()),
		Page: func(o notebook.Outcome) (report.Page, bool) {
			answered := rows.In(o)
			if len(answered) == 0 {
				return report.Page{}, false
			}
			return adversaryPage(answered), true
		},
	}
}

// An adversaryRow is a strategy with its games against adversarial codemakers.
type adversaryRow struct {
	engine.Result
	games ask.AdversaryGames
}

// askAdversaryRow plays a configuration, and has both adversaries play against it.
func askAdversaryRow(c engine.Configuration) notebook.Asked[adversaryRow] {
	return notebook.Both(ask.ResultOf(c), notebook.Ask(ask.NewAdversary(c)), newAdversaryRow)
}

func newAdversaryRow(played engine.Result, games ask.AdversaryGames) adversaryRow {
	return adversaryRow{Result: played, games: games}
}

// gap is by how many guesses the greedy adversary falls short of the optimal one.
func (r adversaryRow) gap() int { return len(r.games.Perfect) - len(r.games.Greedy) }

func adversaryPage(rows []adversaryRow) report.Page {
	greedy, optimal := func(r adversaryRow) int { return len(r.games.Greedy) }, func(r adversaryRow) int { return len(r.games.Perfect) }
	equal := keep(rows, func(r adversaryRow) bool { return optimal(r) == r.Worst })
	short := keep(rows, func(r adversaryRow) bool { return r.gap() > 0 })

	page := report.Page{Results: notebook.Map(rows, func(r adversaryRow) engine.Result { return r.Result })}
	page.Findf("An optimal adversary forces the strategy's worst case in %s games; a greedy one falls short in %d, by at most %d guesses.",
		outOf(len(equal), len(rows)), len(short), most(short, adversaryRow.gap))
	if _, worst := extremesBy(short, adversaryRow.gap); len(worst) > 0 {
		w := worst[0]
		page.Findf("The largest class is not always the hardest to solve: in %s, %s from %s needs %d guesses if the adversary always leaves the largest class, and %d at worst.",
			report.GameInWords(w.Game), w.Strategy, w.First, greedy(w), optimal(w))
	}

	ascending := func(guesses func(adversaryRow) int) []int {
		return slices.Compact(slices.Sorted(slices.Values(notebook.Map(rows, guesses))))
	}

	page.Add("Strategies by guesses", "",
		crossTable("greedy", ascending(greedy), ascending(optimal), func(g, o int) any {
			n := count(rows, func(r adversaryRow) bool { return greedy(r) == g && optimal(r) == o })
			return ifAny(n, any(n))
		}))

	page.AddToFolder("Strategies and games", "",
		report.TableOf(rows, func(r adversaryRow) []report.Cell {
			return report.Cells(
				"game", r.Game,
				"strategy", r.Strategy,
				"from", r.First,
				"mean", report.Mean(r.Mean),
				"worst", r.Worst,
				"greedy", greedy(r),
				"optimal", optimal(r),
				"game against the greedy one", formatRounds(r.games.Greedy),
				"game against the optimal one", formatRounds(r.games.Perfect),
			)
		}))
	return page
}

// formatRounds writes a game as "0123 0A1B, 4567 …".
func formatRounds(rounds []ask.RoundSpec) string {
	return commas(rounds, func(r ask.RoundSpec) string { return r.Guess + " " + r.Answer })
}
