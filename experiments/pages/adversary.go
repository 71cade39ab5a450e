// How long a game takes against a codemaker that fixes no secret, strategy by strategy.

package pages

import (
	"slices"

	"codebreak/engine"
	"codebreak/engine/strategy"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/lists"
)

// adversaryEntry asks how long a game takes against a codemaker that fixes no secret, for every
// strategy with a published average and the strategies of the literature.
func adversaryEntry() notebook.Entry {
	configurations := notebook.Distinct(slices.Concat(
		configurationsOf(averages()),
		expand(strategyGrids()),
		twoPhaseConfigurations(),
		classicOf([]strategy.Pool{strategy.Consistent}, "mm4x6", "bc4x10"),
	), keyOf)
	played := ask.Plays(configurations)
	var rows notebook.Study[adversaryRow]
	for i, c := range configurations {
		rows = append(rows, notebook.Both(
			played[i],
			notebook.Ask(ask.NewAdversary(c)),
			func(played engine.Result, games ask.AdversaryGames) adversaryRow {
				return adversaryRow{played, games}
			},
		))
	}

	entry := entryOf("adversary", notebook.Then(rows.Answered(), adversaryPage))
	entry.Tasks = append(played.Tasks(), entry.Tasks...)
	return entry
}

// An adversaryRow is a strategy with its games against adversarial codemakers.
type adversaryRow struct {
	engine.Result
	games ask.AdversaryGames
}

// gap is by how many guesses the greedy adversary falls short of the optimal one.
func (r adversaryRow) gap() int {
	return r.optimal() - r.greedy()
}

func adversaryPage(rows []adversaryRow) report.Page {
	_, farthest := span(rows, adversaryRow.gap)
	page := report.Page{Results: lists.Map(rows, adversaryRow.result)}
	page.Findf("An optimal adversary forces the strategy's worst case in %s games; a greedy one falls short in %d, by at most %d guesses.",
		outOf(count(rows, adversaryRow.isWorst), len(rows)),
		count(rows, adversaryRow.fallsShort), farthest.gap())
	if farthest.fallsShort() {
		page.Findf("The largest class is not always the hardest to solve. In %s, %s from %s needs %d guesses if the adversary always leaves the largest class, and %d at worst.",
			report.GameInWords(farthest.Game), farthest.Strategy,
			farthest.First, farthest.greedy(), farthest.optimal())
	}

	greedy := ascending(lists.Map(rows, adversaryRow.greedy))
	optimal := ascending(lists.Map(rows, adversaryRow.optimal))
	page.Add("Strategies by guesses", "",
		crossTable("greedy", greedy, optimal, func(greedy, optimal int) any {
			return report.Given(count(rows, func(r adversaryRow) bool {
				return r.greedy() == greedy && r.optimal() == optimal
			}))
		}))

	addFolderTable(&page, "Strategies and games", rows, adversaryRow.cells)
	return page
}

// isWorst reports whether the optimal adversary forces the worst case.
func (r adversaryRow) isWorst() bool {
	return r.optimal() == r.Worst
}

func (r adversaryRow) cells() report.Row {
	return report.Cells(
		"game", r.Game,
		"strategy", r.Strategy,
		"from", r.First,
		"mean", r.Mean,
		"worst", r.Worst,
		"greedy", r.greedy(),
		"optimal", r.optimal(),
		"game against the greedy one", formatRounds(r.games.Greedy),
		"game against the optimal one", formatRounds(r.games.Perfect),
	)
}

// greedy is the number of guesses against the adversary that leaves the most candidates.
func (r adversaryRow) greedy() int {
	return len(r.games.Greedy)
}

// optimal is the number of guesses against the adversary that makes the game last longest.
func (r adversaryRow) optimal() int {
	return len(r.games.Perfect)
}

func (r adversaryRow) fallsShort() bool {
	return r.gap() > 0
}

func (r adversaryRow) result() engine.Result { return r.Result }

// formatRounds writes a game as "0123 0A1B, 4567 …".
func formatRounds(rounds []ask.RoundSpec) string {
	return listed(rounds, ask.RoundSpec.String)
}
