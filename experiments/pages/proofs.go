// What proved means: the proofs of lower bounds, and how anyone can check them.

package pages

import (
	_ "embed"
	"math"
	"slices"

	"codebreak/configs"
	"codebreak/engine/wording"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/lists"
)

// proofsEntry asks what proved means. It lists the proofs of lower bounds in proofs.csv.
func proofsEntry() notebook.Entry {
	games := lists.Keep(recordGames(), recordGame.isProved)
	totals := notebook.StudyOf(games, recordGame.askClaim).Slow()
	worst := notebook.StudyOf(worstCaseGames(), gridGame.askWorstClaim).Slow()
	return entryOf("proofs", notebook.Both(
		totals.Answered(),
		worst.Answered(),
		proofsPage,
	))
}

func (g recordGame) isProved() bool { return g.proof }

// askClaim asks for the claim that a proof of the least total would begin with.
func (g recordGame) askClaim() notebook.Asked[string] {
	q := g.solve().FiguresOnly()
	return notebook.AskThen(q, func(s ask.Solved) string {
		return totalClaim(g.game, s.Total)
	})
}

// askWorstClaim asks for the claim that a proof of the least worst case would begin with.
func (g gridGame) askWorstClaim() notebook.Asked[string] {
	q := ask.LeastWorst{Game: g.game}.FiguresOnly()
	return notebook.AskThen(q, func(w ask.Found) string {
		return worstClaim(g.game, w.Worst)
	})
}

// checksFile has commands that check Mastermind's optimum: what each prints, and what that shows.
//
//go:embed checks.csv
var checksFile string

// firstLinesFile has the first lines of Mastermind's proof, in words.
//
//go:embed firstlines.csv
var firstLinesFile string

// wordleTotal is the least total of Wordle.
const wordleTotal = 7920

func proofsPage(totals, worst []string) report.Page {
	// Step 1. The answers.
	made := lists.Keep(readProofLines(), proofLine.isMade)
	_, longest := span(made, lemmasOf)
	mastermind := proofLines()[totalClaim("mm4x6", 5625)]
	wordle := proofLines()[totalClaim(claimedGame(configs.Wordle2315), wordleTotal)]

	var page report.Page
	page.Findf("For %d of %d least totals there is a proof that nothing less is possible, which 150 lines of Python can check.",
		count(totals, isChecked), len(totals))
	page.Findf("Mastermind's takes %d lemmas in %s bytes, which Python checks in %.1f seconds.",
		mastermind.lemmas, wording.Thousands(mastermind.bytes), mastermind.python)
	page.Findf("For %d of %d least worst cases there is a proof that one guess fewer is not enough, for %d of them by counting alone.",
		count(worst, isChecked), len(worst), count(worst, byCounting))
	page.Findf("No strategy for Wordle, whatever the first word, finds the 2,315 answers with fewer than %s guesses: %s lemmas, checked in %.0f seconds.",
		wording.Thousands(wordleTotal), wording.Thousands(wordle.lemmas), wordle.check)
	page.Findf("The longest proof, of %s, has %s lemmas; it is checked in %.0f seconds.",
		longest.claim, wording.Thousands(longest.lemmas), longest.check)

	// Step 2. What one must do and believe.
	page.Add("How to check", "", fileTable(checksFile))
	page.Add("How Mastermind's proof begins", "", fileTable(firstLinesFile))
	page.Add("What is left to believe", "", nil)

	// Step 3. The proofs.
	addTable(&page, "Some proofs",
		lists.Keep(made, proofLine.byPython), proofLine.cells)
	addTable(&page, "Wordle", lists.Keep(made, proofLine.isOfWords), proofLine.wordCells)
	addFolderTable(&page, "All proofs", made, proofLine.cells)
	addFolderTable(&page, "Only searched",
		drop(slices.Concat(totals, worst), isChecked), claimCells)
	return page
}

func lemmasOf(l proofLine) int { return l.lemmas }

// byPython reports whether the program in Python checked the proof too.
func (l proofLine) byPython() bool { return l.python > 0 }

func claimCells(claim string) report.Row {
	tried := proofLines()[claim].write
	return report.Cells(
		"claim", claim,
		"given up after, s", report.IfAny(tried, report.Decimals(tried, 0)),
		"lemmas, expected", roughly(expectedLemmas(claim)),
	)
}

// roughly is the cell of an estimate: two digits of it; nothing of 0.
func roughly(estimate float64) any {
	const most = 1e9
	if estimate > most {
		return report.Format(most, "> %s", wording.Thousands(int(most)))
	}
	unit := math.Pow10(int(math.Log10(max(10, estimate))) - 1)
	rounded := unit * math.Round(estimate/unit)
	return report.IfAny(rounded, report.Decimals(rounded, 0))
}
