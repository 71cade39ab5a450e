package main

import (
	"fmt"
	"slices"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
)

// publishedEntry plays the configuration behind every published figure.
func publishedEntry() notebook.Entry {
	figures := averages()
	return notebook.Entry{
		Name:     "published",
		Question: "Are the published averages right?",
		About:    "One-step strategies of papers, programs and blogs, each played with the conventions of its source.",
		Tasks:    ask.Plays(configurationsOf(figures)),

		Catalogue: true,
		Page: func(o notebook.Outcome) report.Page {
			page := report.Page{Stories: stories}
			page.Results = compareFigures(&page, "published", "classic averages", o, figures, report.Tally{What: report.Classic, Why: "One source prints an average that its own program does not give."})
			page.Picture, page.Sections[0].Figures = &page.Sections[0].Figures[0], nil
			whole := page.Tallies[0]
			page.Findings = []string{fmt.Sprintf("Yes, nearly all: %d of %d classic averages are reproduced, %d with the whole histogram, secret by secret.", whole.Hold(), len(whole.Claims), whole.Count(report.Exact))}
			for _, c := range page.Comparisons {
				if !c.Verdict.Holds() {
					page.Findings = append(page.Findings, fmt.Sprintf("%s: %s.", c.Source.Cite(), c.Gap))
				}
			}
			return page
		},
	}
}

// stories are of figures whose reasons were found in the programs that made them.
var stories = []report.Story{
	{
		Title:   "A graphics processor's logarithm",
		Text:    "A program that records 912 runs ranks guesses by entropies in single precision. Its processor takes reciprocals and logarithms from tables of quadratics in the special function unit, so that log₂ ½ is not −1 but a little more, and noise decides between equally good guesses. With these tables, bit for bit, every run is reproduced secret by secret; exact sums give other totals.",
		Figures: []string{"mikemag/mm5x8-11234-entropy", "mikemag/mm6x6-112345-entropy", "mikemag/mm5x15-12345-entropy"},
	},
	{
		Title:   "A saturated cast",
		Text:    "The same program multiplies expected sizes by a million and casts them to 32 bits. The processor does not wrap around but saturates, so that all guesses that leave 4294.967295 candidates or more on average are equal, and the first consistent code is guessed. From 1112 the program needs 5% more guesses in mm4x15 than with exact sums; from 1123, where some guess leaves fewer candidates, the two differ by noise only. A cast that wraps around would give other totals from mm4x12 on.",
		Figures: []string{"mikemag/mm4x12-1112-expected-size", "mikemag/mm4x15-1112-expected-size", "mikemag/mm4x15-1123-expected-size"},
	},
	{
		Title:   "A typing error of 2010",
		Text:    "A program compares the score of a guess with that of the best by two variables, of which one stays 0 where guesses are rated by entropy. So ties never favour a candidate; but once some guess distinguishes all candidates, the next candidate in order replaces it, whatever its score. A filter of equivalent guesses moves its pointer from the last colour back to the first, and drops codes that are not equivalent to any other.",
		Figures: []string{"fancidev/bc4x10-entropy", "fancidev/mm4x6-entropy", "fancidev/mm5x8-entropy", "fancidev/mm5x8-minimax", "fancidev/mm5x8-expected-size"},
	},
	{
		Title:   "Untouched memory in Julia",
		Text:    "A notebook on Wordle keeps the feedback of all pairs of words in an array that is not initialised, and fills in the rows of words that may be secret. Its hard mode reads the other rows, too: there it finds zeros, which stand for five grey letters. So words that cannot be secret stay allowed as long as all feedback is grey, though they are inconsistent with it, and never after.",
		Figures: []string{"lessard/all-hard-entropy", "lessard/all-hard-minimax", "lessard/all-hard-most-parts"},
	},
	{
		Title:   "A misprint in the encyclopedia of integer sequences",
		Text:    "A231205 lists how many guesses identify a code of k different colours of n, with feedback position by position. Its thirteenth term is 5, between terms of 2: that is the least worst case of Mastermind with 3 positions and 5 colours, another game.",
		Figures: []string{"oeis/A231205-11", "oeis/A231205-12", "oeis/A231205-13"},
	},
}

// averages lists the figures of strategies that are played in games other than of
// words, which have entries of their own.
func averages() []published.Figure {
	return slices.DeleteFunc(published.Averages(), func(f published.Figure) bool { return ofWords(f.Subject.Game) })
}

// compareFigures puts on a page the published figures beside the measured ones, in a
// sheet of small pictures, and returns what was measured. The title of the sheet says what
// the averages are.
func compareFigures(page *report.Page, entry, what string, o notebook.Outcome, figures []published.Figure, tally report.Tally) (results []engine.Result) {
	sheet := entry + "-sheet.png"
	var noted []report.Comparison
	for _, p := range figures {
		q := ask.NewPlay(p.Subject.Configuration)
		if !o.Has(notebook.Ask(q)) {
			continue
		}
		r := notebook.Get(o, q).Result
		results = append(results, r)
		c := report.Compare(p, r)
		c.Picture = sheet
		page.Comparisons = append(page.Comparisons, c)
		tally.Claims = append(tally.Claims, c.Claim(true))
		if c.Note != "" {
			noted = append(noted, c)
		}
	}
	page.Tallies = append(page.Tallies, tally)
	page.Sections = append(page.Sections,
		report.Section{
			Heading: "Published and measured",
			Text:    "Every secret of every configuration was played. Sources round or truncate their means.",
			Table:   report.ComparisonTable(page.Comparisons),
			Figures: []chart.Figure{sheetFigure(sheet, what, tally, page.Comparisons)},
		},
		report.Section{Heading: "Notes", Table: report.TableOf(noted, "figure | note", func(c report.Comparison) []any {
			return []any{c.ID, c.Note}
		})},
	)
	return results
}

// configurationsOf lists the configurations that are meant to reproduce figures.
func configurationsOf(figures []published.Figure) []engine.Configuration {
	return notebook.Map(figures, func(f published.Figure) engine.Configuration { return f.Subject.Configuration })
}
