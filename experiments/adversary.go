package main

import (
	"fmt"
	"slices"

	"codebreak/engine"
	"codebreak/engine/strategy"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
)

// adversaryEntry plays each strategy against codemakers that fix no secret.
func adversaryEntry() notebook.Entry {
	configurations := adversaryConfigurations()
	both := func(c engine.Configuration) []notebook.Task {
		return []notebook.Task{notebook.Ask(ask.NewPlay(c)), notebook.Ask(ask.NewAdversary(c))}
	}
	return notebook.Entry{
		Name:     "adversary",
		Question: "The adversarial codemaker",
		About:    "An adversarial codemaker fixes no secret, but chooses each answer to prolong the game. How long does each strategy take against it? A blog post (qinzuoyan 2009) announces this game but never plays it.",
		Tasks:    append(ask.Plays(configurations), allTasks(configurations, both)...),
		Page: func(o notebook.Outcome) report.Page {
			return adversaryPage(notebook.Map(notebook.Answered(o, configurations, both), func(c engine.Configuration) adversaryRow {
				return adversaryRow{notebook.Get(o, ask.NewPlay(c)).Result, notebook.Get(o, ask.NewAdversary(c))}
			}))
		},
	}
}

// adversaryConfigurations lists every strategy with a published average or of
// the literature, each once, and those that guess candidates only.
func adversaryConfigurations() []engine.Configuration {
	return distinct(slices.Concat(
		configurationsOf(averages()),
		expand(strategyGrids()),
		twoPhaseConfigurations(),
		classicOf([]strategy.Pool{strategy.Consistent}, "mm4x6", "bc4x10"),
	), keyOf)
}

// An adversaryRow is a strategy with its games against adversarial codemakers.
type adversaryRow struct {
	engine.Result
	games ask.AdversaryGames
}

// gap is by how many guesses the greedy codemaker falls short of the perfect
// one.
func (r adversaryRow) gap() int { return len(r.games.Perfect) - len(r.games.Greedy) }

func adversaryPage(rows []adversaryRow) report.Page {
	page := report.Page{Results: notebook.Map(rows, func(r adversaryRow) engine.Result { return r.Result })}
	equal := keep(rows, func(r adversaryRow) bool { return len(r.games.Perfect) == r.Worst })
	short := keep(rows, func(r adversaryRow) bool { return r.gap() > 0 }) // the greedy codemaker falls short against these
	_, worst := extremesBy(short, adversaryRow.gap)
	page.Sections = []report.Section{{
		Heading: "Guesses needed against three codemakers",
		Text:    "Honest: fixes a secret; mean and worst case are over all secrets. Greedy: gives the answer that leaves the most candidates, and of equal ones the first in order. Perfect: gives the answers that make the game last longest against this strategy.",
		Table: report.TableOf(rows, "game | strategy | from | honest mean | lower bound on the mean | honest worst | lower bound on the worst case | information bound | greedy | perfect | the greedy one's game | the perfect one's game", func(r adversaryRow) []any {
			return []any{
				r.Game, r.Strategy, r.First, report.Mean(r.Mean), report.Mean(r.Bounds.Mean), r.Worst, r.Bounds.Worst,
				report.Decimals(r.Bounds.Information, 3), len(r.games.Greedy), len(r.games.Perfect), formatRounds(r.games.Greedy),
				formatRounds(r.games.Perfect),
			}
		}),
	}}
	finding := fmt.Sprintf("A greedy adversary, which keeps the most candidates, falls short of that in %d of %d games", len(short), len(rows))
	if len(short) > 0 {
		such := ""
		if len(worst) > 1 {
			such = fmt.Sprintf("in %d games, such as ", len(worst))
		}
		finding += fmt.Sprintf(", by %d at most (%s%s on %s from %s: %d against %d). The largest part is not always the hardest",
			worst[0].gap(), such, worst[0].Strategy, worst[0].Game, worst[0].First, len(worst[0].games.Greedy), len(worst[0].games.Perfect))
	}
	page.Findings = []string{
		fmt.Sprintf("A perfect adversary holds out until the strategy's worst case, in %d of %d games.", len(equal), len(rows)),
		finding + ".",
	}
	return page
}

// formatRounds writes a game as "0123 0A1B, 4567 …".
func formatRounds(rounds []ask.RoundSpec) string {
	return commas(rounds, func(r ask.RoundSpec) string { return r.Guess + " " + r.Answer })
}
