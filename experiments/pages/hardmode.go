// What it costs if every guess must be consistent: strategies and optima with consistent guesses and
// with free ones.

package pages

import (
	"fmt"
	"slices"
	"strings"

	"codebreak/engine"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
	"codebreak/report/lists"
)

// hardModeEntry asks what it costs if every guess must be consistent. No source: it compares
// strategies and optima with consistent guesses and with free ones. The optima of some games take
// minutes.
func hardModeEntry() notebook.Entry {
	pools := []strategy.Pool{strategy.All, strategy.Consistent}
	configurations := classicOf(pools, strings.Fields(hardModeGames)...)
	played := ask.Plays(configurations).All()
	proofs := slices.Concat(
		poolProofs("mm4x4 mm4x5 mm4x6 mm5x3 mm5x4 mm2x10 mm3x8 mm4x6-distinct bc4x6 bc5x5 twod5"),
		poolProofs("bc4x8 bc4x10").Slow(),
	)

	return notebook.Entry{
		Name:  "hard-mode",
		Tasks: notebook.TasksOf(played, proofs),
		Page: func(o notebook.Outcome) (report.Page, bool) {
			optima := proofs.In(o)
			results, ok := played.In(o)
			if !ok || count(optima, poolPair.isProved) == 0 {
				return report.Page{}, false
			}
			page := hardModePage(poolPairs(results), optima)
			page.Results = results
			return page, true
		},
	}
}

const hardModeGames = `
	mm2x5 mm2x10 mm3x5 mm3x6 mm3x8 mm4x4 mm4x5 mm4x6 mm4x7 mm5x3 mm5x4 mm4x6-distinct
	bc3x6 bc3x10 bc4x6 bc4x7 bc4x8 bc4x10 bc5x5 bc5x6 bp2x6 bp3x6 bp4x4 bp4x6 twod5`

// poolProofs asks for the least totals of games, with free guesses and with consistent ones
// only.
func poolProofs(games string) notebook.Study[poolPair] {
	return notebook.StudyOf(strings.Fields(games), askPoolProof)
}

func askPoolProof(name string) notebook.Asked[poolPair] {
	free := notebook.Ask(leastTotal(name))
	only := notebook.Ask(leastTotalFrom(name, strategy.Consistent, ""))
	return notebook.Both(free, only, func(free, only ask.Solved) poolPair {
		return poolPair{
			game:   name,
			by:     "optimal play",
			free:   free.Figures,
			only:   only.Figures,
			proved: free.Proved && only.Proved,
		}
	})
}

// A poolPair is what a strategy, or optimal play, costs with free guesses and
// with consistent ones only.
type poolPair struct {
	game, by   string
	free, only tree.Figures
	proved     bool // the totals are least; false for a strategy
}

func (p poolPair) isProved() bool { return p.proved }

// extra is how many guesses more consistent guesses cost.
func (p poolPair) extra() int {
	return p.only.Total - p.free.Total
}

// String names the row of the game.
func (p poolPair) String() string {
	return report.ShortGame(p.game)
}

func (p poolPair) percent() float64 {
	return percentMore(p.only.Total, p.free.Total)
}

// poolPairs joins pairs of results that differ in the pool.
func poolPairs(results []engine.Result) []poolPair {
	var pairs []poolPair
	for pair := range slices.Chunk(results, 2) {
		free, only := pair[0], pair[1]
		pairs = append(pairs, poolPair{
			game: free.Game,
			by:   string(free.Criterion),
			free: free.Figures,
			only: only.Figures,
		})
	}
	return pairs
}

// hardModePage leaves out optima that are not proved.
func hardModePage(steps, optima []poolPair) report.Page {
	proofs := lists.Keep(optima, poolPair.isProved)
	page := report.Page{Picture: extraFigure(steps, proofs)}
	addHardModeFindings(&page, steps, proofs)

	addTable(&page, "Optimal play", proofs, poolPair.cells)
	addTable(&page, "One-step strategies", steps, poolPair.cells)
	return page
}

// addHardModeFindings says what consistent guesses cost, first in optimal play, then the
// strategies that look one guess ahead.
func addHardModeFindings(page *report.Page, steps, proofs []poolPair) {
	_, most := span(proofs, poolPair.percent)
	known := lists.Keep(proofs, poolPair.isWellKnown)
	gain, _ := extremes(steps, poolPair.percent)
	losses, gains := signs(steps, poolPair.extra)
	longer, shorter := signs(steps, poolPair.moreWorst)

	page.Findf("With candidates only, optimal play needs up to %.1f%% more guesses, %s.",
		most.percent(), join(known, poolPair.inWords))
	page.Findf("It costs most in %s: %.2f guesses on average.",
		report.GameInWords(most.game), most.only.Mean-most.free.Mean)
	page.Findf("If all guesses must be consistent, optimal play solves more secrets within two guesses in %s games; it loses afterwards.",
		countedOf(proofs, poolPair.startsFaster))
	page.Findf("One-step strategies lose in %d of %d cases but gain in %d, by at most %.1f%%, %s. They do not value the chance that a guess is the secret.",
		losses, len(steps), gains,
		-gain[0].percent(), join(gain, poolPair.where))
	page.Findf("Their worst case is longer in %d of the cases and shorter in %d.",
		longer, shorter)
}

// signs counts the pairs whose value is above 0, and below.
func signs(pairs []poolPair, value func(poolPair) int) (above, below int) {
	for _, p := range pairs {
		switch v := value(p); {
		case v > 0:
			above++
		case v < 0:
			below++
		}
	}
	return above, below
}

func (p poolPair) isWellKnown() bool {
	return wellKnown(p.game)
}

func (p poolPair) inWords() string {
	return fmt.Sprintf("%.1f%% in %s",
		p.percent(), titled(p.game))
}

// startsFaster reports whether consistent guesses solve more secrets within two guesses.
func (p poolPair) startsFaster() bool {
	return hitsWithin(p.only, 2) > hitsWithin(p.free, 2)
}

func (p poolPair) where() string {
	return p.by + " in " + titled(p.game)
}

// moreWorst is by how many guesses the worst case of consistent guesses is longer.
func (p poolPair) moreWorst() int {
	return p.only.Worst - p.free.Worst
}

// extraFigure has a row for each game whose optima are proved, the dearest first, and a
// column for each way of playing.
func extraFigure(steps, proofs []poolPair) *chart.Figure {
	proofs = sortedBy(proofs, poolPair.percentSaved)
	pairs := slices.Concat(proofs, steps)
	ways := eachOnce(pairs, poolPair.way)
	h := chart.HeatMap{
		YLabel:  "game",
		Unit:    "% more guesses",
		Largest: 5,
	}
	h = crossMap(h, proofs, ways, func(proof poolPair, way string) chart.Cell {
		for _, p := range pairs {
			if p.game == proof.game && p.by == way {
				c := labelled("%+.1f", p.percent())
				c.Framed = p.isWellKnown()
				return c
			}
		}
		return noCell
	})

	title := fmt.Sprintf("Consistent guesses cost optimal play %.1f to %.1f%%",
		proofs[len(proofs)-1].percent(), proofs[0].percent())
	return picture("hard-mode.png", title, h)
}

func (p poolPair) percentSaved() float64 {
	return -p.percent()
}

func (p poolPair) way() string { return p.by }

func (p poolPair) cells() report.Row {
	return report.Cells(
		"game", p.game,
		"by", p.by,
		"free total", p.free.Total,
		"mean", p.free.Mean,
		"worst", p.free.Worst,
		"consistent only", p.only.Total,
		"mean", p.only.Mean,
		"worst", p.only.Worst,
		"more", report.Signed(p.extra()),
		"percent", report.Percent(p.percent(), 2).Signed(),
		"free histogram", p.free.Histogram,
		"consistent only", p.only.Histogram,
	)
}
