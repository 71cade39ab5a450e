package pages

import (
	"fmt"
	"slices"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/game/words"
	"codebreak/experiments/claims"
	"codebreak/experiments/notebook"
	"codebreak/report"
)

// fieldEntry judges the figures of further sources, one by one, as codebreak verify does.
func fieldEntry() notebook.Entry {
	asked := fieldClaims(false)
	return notebook.Entry{
		Name:  "field",
		Tasks: claims.Tasks(asked),
		Page: func(o notebook.Outcome) (report.Page, bool) {
			tally := fieldTally(o, asked)
			sources := eachOnce(tally.Claims, func(c report.Claim) string { return string(c.Source) })
			page := report.Page{Tallies: []report.Tally{tally}, Findings: []string{
				fmt.Sprintf("Mostly: %d of %d figures from %d sources hold, and %d contradict a proof.", tally.Hold(), len(tally.Claims), len(sources), tally.Count(report.Impossible)),
			}}
			var results []engine.Result
			for _, c := range asked {
				if !c.Answered(o) {
					continue
				}
				if r, ok := c.Played(o); ok {
					results = append(results, r)
				}
				if r, ok := c.Random(o); ok {
					page.Expected = append(page.Expected, expectationOf(r))
				}
			}
			page.Results = notebook.Distinct(results, engine.Result.Key)
			for _, c := range keep(tally.Claims, func(c report.Claim) bool { return c.Verdict == report.Impossible }) {
				page.Findf("%s (%s): %s.", c.Source.Cite(), report.ShortGame(c.Subject.Game), c.Gap)
			}
			wrong := keep(tally.Claims, func(c report.Claim) bool { return !c.Verdict.Holds() && c.Verdict != report.NotTested })
			page.Add("Figures that do not hold", "",
				report.ClaimsTable(wrong))
			return page, true
		},
	}
}

// fieldClaims are the figures of further sources: those of games from lists, or the
// others.
func fieldClaims(lists bool) []claims.Claim {
	return claims.All(slices.DeleteFunc(published.Field(), func(f published.Figure) bool { return words.FromLists(f.Subject.Game) != lists }))
}

// fieldTally judges them.
func fieldTally(o notebook.Outcome, asked []claims.Claim) report.Tally {
	return report.Tally{
		What:   "figures of further sources",
		Why:    "The wrong figures are misprints, wrong names, or samples of an unknown size; for the others the player, the list or the questions are not available.",
		Claims: notebook.Map(asked, func(c claims.Claim) report.Claim { return c.Judge(o) }),
	}
}
