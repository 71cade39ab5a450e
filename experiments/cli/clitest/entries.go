package clitest

import (
	"fmt"
	"slices"

	"codebreak/configs"
	"codebreak/engine/strategy"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/experiments/notebook/random"
	"codebreak/report"
	"codebreak/report/chart"
)

// Entries is a small notebook with an entry of every kind.
func Entries() []notebook.Entry {
	criteria := []strategy.Strategy{
		{Criterion: strategy.Minimax},
		{Criterion: strategy.Entropy, Pool: strategy.Consistent},
	}
	none := configs.Grid{}
	colours := configs.Grid{Games: []string{"mm3x4", "mm3x5"}, Strategies: criteria}
	// The games of more colours are slow.
	many := configs.Grid{Games: []string{"mm3x6", "mm3x7"}, Strategies: criteria}
	digits := configs.Grid{
		Games:        []string{"bc3x6"},
		Strategies:   criteria,
		FirstGuesses: []string{"012", "123"},
	}
	// This takes minutes, and is there to be interrupted.
	long := configs.Grid{Games: []string{"mm5x8"}, Strategies: randomTies(200)}
	small := configs.Grid{Games: []string{"mm2x2"}, Strategies: criteria}

	timed := gridEntry("timed", "The time it takes", small, none)
	timed.OnDemand = true
	return []notebook.Entry{
		gridEntry("colours", "Three positions", colours, many),
		gridEntry("digits", "Digits without repeats", digits, none),
		gridEntry("long", "Five positions", none, long),
		timed,
		seedsEntry(),
		valuesEntry(),
	}
}

// valuesEntry solves the game against a codemaker that chooses the secret.
func valuesEntry() notebook.Entry {
	return notebook.Entry{
		Name:     "values",
		Question: "Values of games",
		About:    "What is the game worth?",
		Tasks:    notebook.Ask(random.Equilibrium{Game: "mm3x6"}).Slow().Tasks(),
		Page:     func(notebook.Outcome) (report.Page, bool) { return report.Page{}, true },
	}
}

// seedsEntry has enough tasks to stop a share of them in between.
func seedsEntry() notebook.Entry {
	grid := configs.Grid{Games: []string{"mm4x7"}, Strategies: randomTies(100)}
	played := ask.Plays(grid.Configurations()).Slow()
	return notebook.Entry{
		Name:     "seeds",
		Question: "Ties at random",
		About:    "What does chance do?",
		Tasks:    played.Tasks(),
		Page: func(o notebook.Outcome) (report.Page, bool) {
			section := report.Section{
				Heading: "Played",
				Table:   report.TableOf(played.In(o), report.ResultCells),
			}
			return report.Page{Sections: []report.Section{section}}, true
		},
	}
}

func randomTies(n int) []strategy.Strategy {
	var out []strategy.Strategy
	for seed := range n {
		out = append(out, strategy.Strategy{Criterion: strategy.Entropy, Ties: fmt.Sprintf("random=%d", seed)})
	}
	return out
}

// gridEntry plays a quick and a slow grid. Its page has a table, a picture and trees.
func gridEntry(name, title string, quick, slow configs.Grid) notebook.Entry {
	played := ask.TreePlays(quick.Configurations())
	playedSlowly := ask.TreePlays(slow.Configurations()).Slow()
	all := slices.Concat(played, playedSlowly)
	return notebook.Entry{
		Name:     name,
		Question: title,
		About:    "How many guesses does it take?",
		Tasks:    all.Tasks(),
		Page: func(o notebook.Outcome) (report.Page, bool) {
			played := all.In(o)
			return gridPage(name, title, played), len(played) > 0
		},
	}
}

func gridPage(name, title string, played []ask.Played) report.Page {
	results := ask.Results(played)
	page := report.Page{Results: results}
	histogram := chart.Histogram{}
	for i, r := range results {
		subject := r.Configuration.String()
		histogram.Series = append(histogram.Series, chart.Distribution{
			Name:   subject,
			Counts: chart.Numbers(r.Histogram),
			Mean:   r.Mean,
			Colour: chart.ColourOf(subject, i),
		})
		page.Findings = append(page.Findings, fmt.Sprintf("%s takes %d guesses.", subject, r.Total))
		page.Trees = append(page.Trees, report.TreeView{
			Game: r.Game,
			Name: subject,
			Tree: played[i].Tree,
		})
	}

	page.Sections = []report.Section{{
		Heading: "Played",
		Table:   report.TableOf(results, report.ResultCells),
		Figures: []chart.Figure{{
			File:    name + ".png",
			Caption: "Histograms of " + name,
			Title:   title,
			Charts:  []chart.Chart{histogram},
		}},
	}}
	return page
}
