package main

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
		Name:     "field",
		Question: "Forty further sources",
		About:    "What do programs, blogs, notes and the encyclopedia of integer sequences print about these games, and is it right?",
		Tasks:    claims.Tasks(asked),
		Page: func(o notebook.Outcome) report.Page {
			tally := fieldTally(o, asked)
			page := report.Page{Tallies: []report.Tally{tally}, Findings: []string{report.CountVerdicts([]report.Tally{tally})}}
			var results []engine.Result
			for _, c := range notebook.Answered(o, asked, func(c claims.Claim) []notebook.Task { return c.Tasks }) {
				switch {
				case c.Played != nil:
					results = append(results, c.Played(o))
				case c.Random != nil:
					page.Expected = append(page.Expected, expectationOf(c.Random(o)))
				}
			}
			page.Results = distinct(results, engine.Result.Key)
			for _, c := range tally.Claims {
				if c.Verdict == report.Impossible {
					page.Findings = append(page.Findings, fmt.Sprintf("%s: %s.", c.ID, c.Gap))
				}
			}
			wrong := keep(tally.Claims, func(c report.Claim) bool { return !c.Verdict.Holds() && c.Verdict != report.NotTested })
			page.Sections = []report.Section{
				{Heading: "What does not hold", Table: report.ClaimsTable(wrong)},
				{Heading: "All figures", Table: report.ClaimsTable(tally.Claims), FolderOnly: true},
			}
			return page
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
		Why:    "Those that differ are misprints, wrong names, or samples of an unknown size; those not tested are of players, lists or questions fixed in advance that are not here.",
		Claims: notebook.Map(asked, func(c claims.Claim) report.Claim { return c.Judge(o) }),
	}
}
