// What proved means: the proofs of lower bounds, and how anyone can check them.

package pages

import (
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
		return totalClaim(g.game, s.Figures.Total)
	})
}

// askWorstClaim asks for the claim that a proof of the least worst case would begin with.
func (g gridGame) askWorstClaim() notebook.Asked[string] {
	q := ask.LeastWorst{Game: g.game}.FiguresOnly()
	return notebook.AskThen(q, func(w ask.WorstCase) string {
		return worstClaim(g.game, w.Guesses)
	})
}

// mastermindChecks are commands that check Mastermind's optimum: what each prints, and what that
// shows.
var mastermindChecks = [][3]string{
	{
		"./run.sh check results/optimal/certificates/mm4x6.json",
		"results/optimal/certificates/mm4x6.json: every secret of mm4x6 is found, beginning with 1123. Total 5,625 …",
		"A strategy has this total.",
	},
	{
		"python3 engine/proof/check.py results/proofs/mm4x6.proof",
		"proved: mm4x6 5625 (350 lemmas)",
		"No strategy has a smaller one.",
	},
	{
		"./run.sh check results/proofs/mm4x6.proof",
		"results/proofs/mm4x6.proof: no strategy for mm4x6 has a total below 5,625, a mean of 4.3403 (350 lemmas checked).",
		"The same, by a program that shares nothing with the other.",
	},
	{
		"sed 1s/5625/5626/ results/proofs/mm4x6.proof > more.proof; python3 engine/proof/check.py more.proof",
		"not proved: line 1: this bound does not follow: guess 1122 costs at least 5625 by the rules",
		"A checker refuses one guess more.",
	},
}

// mastermindLines are the first lines of Mastermind's proof, in words.
var mastermindLines = [][2]string{
	{"mm4x6 5625", "The claim: the guesses for all 1,296 secrets are at least 5,625."},
	{"1112 00 888", "After 1112 and 0 black, 0 white, 256 secrets are left: they need at least 888 more guesses."},
	{"1112 01 1090", "After 1112 and 0 black, 1 white, the 308 secrets left need at least 1,090."},
	{"1112 10 1122", "After 1 black, 0 white, the 317 left need at least 1,122."},
	{"1112 02 188", "After 0 black, 2 white, the 61 left need at least 188."},
}

// wordleTotal is the least total of Wordle.
const wordleTotal = 7920

func proofsPage(totals, worst []string) report.Page {
	// Step 1. The answers.
	made := lists.Keep(readProofLines(), proofLine.isMade)
	_, longest := span(made, lemmasOf)
	mastermind := proofLines()[mastermindLines[0][0]]
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
	addTable(&page, "How to check", mastermindChecks, checkCells)
	addTable(&page, "How Mastermind's proof begins", mastermindLines, lineCells)
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

func checkCells(c [3]string) report.Row {
	return report.Cells(
		"command, in a clone", c[0],
		"prints", c[1],
		"shows", c[2],
	)
}

func lineCells(l [2]string) report.Row {
	return report.Cells(
		"line", l[0],
		"in words", l[1],
	)
}

func claimCells(claim string) report.Row {
	tried := proofLines()[claim].write
	return report.Cells(
		"claim", claim,
		"given up after, s", report.IfAny(tried, report.Decimals(tried, 0)),
	)
}
