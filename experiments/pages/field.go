// Whether the figures of further sources hold: programs, blogs and encyclopedias.

package pages

import (
	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/experiments/claims"
	"codebreak/experiments/notebook"
	"codebreak/report"
	"codebreak/report/lists"
)

// fieldEntry asks whether the figures of further sources hold. It judges those of published.Field
// one by one, as codebreak verify does.
func fieldEntry() notebook.Entry {
	asked := fieldClaims(false)
	return notebook.Entry{
		Name:  "field",
		Tasks: claims.Tasks(asked),
		Page: func(o notebook.Outcome) (report.Page, bool) {
			return fieldPage(o, asked), true
		},
	}
}

func fieldPage(o notebook.Outcome, asked []claims.Claim) report.Page {
	tally := fieldTally(o, asked)
	page := report.Page{Tallies: []report.Tally{tally}}

	sources := eachOnce(tally.Claims, sourceOf)
	page.Findf("Mostly: %d of %d figures from %d sources hold, and %d contradict a proof.",
		tally.Hold(), len(tally.Claims),
		len(sources), tally.Count(report.Impossible))
	for _, c := range lists.Keep(tally.Claims, isImpossible) {
		page.Findf("%s (%s): %s.",
			c.Cite(),
			report.ShortGame(c.Subject.Game), c.Gap)
	}

	for _, c := range asked {
		if !o.Answers(c.Tasks) {
			continue
		}
		if r, ok := c.Played.In(o); ok {
			page.Results = append(page.Results, r)
		}
		if r, ok := c.Random.In(o); ok {
			page.Expected = append(page.Expected, expectationOf(r))
		}
	}
	page.Results = notebook.Distinct(page.Results, engine.Result.Key)

	addTable(&page, "Figures that do not hold",
		lists.Keep(tally.Claims, isWrong), report.Claim.Cells)
	return page
}

func sourceOf(c report.Claim) string {
	return string(c.Source)
}

func isImpossible(c report.Claim) bool {
	return c.Verdict == report.Impossible
}

func isTested(c report.Claim) bool {
	return c.Verdict != report.NotTested
}

func isWrong(c report.Claim) bool {
	return isTested(c) && !c.Verdict.Holds()
}

// fieldClaims are these figures: of games from lists, or of the other games.
func fieldClaims(fromLists bool) []claims.Claim {
	figures := drop(published.Field(), isOfLists)
	if fromLists {
		figures = lists.Keep(published.Field(), isOfLists)
	}
	return lists.Map(figures, claims.Of)
}

// fieldTally judges them.
func fieldTally(o notebook.Outcome, asked []claims.Claim) report.Tally {
	return report.Tally{
		What:   "figures of further sources",
		Why:    "The wrong figures are misprints, wrong names, or samples of an unknown size; for the others the player, the list or the questions are not available.",
		Claims: judge(o, asked),
	}
}

// judge lists the verdicts on claims.
func judge(o notebook.Outcome, asked []claims.Claim) []report.Claim {
	return lists.Map(asked, func(c claims.Claim) report.Claim {
		return c.Judge(o)
	})
}
