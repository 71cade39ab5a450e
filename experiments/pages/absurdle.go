// How few guesses force the codemaker of Absurdle, which changes its word as long as it can.

package pages

import (
	"strings"

	"codebreak/configs"
	"codebreak/engine/wording"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/fixed"
	"codebreak/report"
	"codebreak/report/lists"
)

// absurdleGames are games of pegs whose shortest lines against Absurdle's codemaker are found in
// seconds.
const absurdleGames = "mm3x4 mm3x6 mm4x4 mm4x5 mm4x6 bp3x4 bp4x4 bc3x6 bc3x8 bc3x10 pos3x6 pos3x8"

// absurdleEntry asks how few guesses force the codemaker of Absurdle. It needs the lists of words;
// the search in Wordle takes minutes.
func absurdleEntry() notebook.Entry {
	games := append([]string{configs.Wordle2315}, strings.Fields(absurdleGames)...)
	rows := notebook.StudyOf(games, askForced)
	lines := strings.Split(strings.TrimSpace(absurdleLines), "\n")
	printed := notebook.Ask(fixed.AbsurdleLines{
		Game:  configs.Wordle2315,
		Lines: lists.Map(lines, strings.Fields),
	})
	return notebook.Entry{
		Name:  "absurdle",
		Needs: wordleLists,
		Tasks: notebook.TasksOf(rows, printed),
		Page: func(o notebook.Outcome) (report.Page, bool) {
			replayed, ok := printed.In(o)
			found := rows.In(o)
			if !ok || len(found) < 2 {
				return report.Page{}, false
			}

			var page report.Page
			addForcedFindings(&page, found)
			page.Findf("Published lines: %s win by Absurdle's ties, and %d if ties go to the first feedback in order.",
				outOf(replayed.Won, len(lines)), replayed.Greedy)
			addTable(&page, "Shortest lines", found, forced.cells)
			return page, true
		},
	}
}

// A forced result says what we know about a game against the codemaker of Absurdle.
type forced struct {
	game string
	fixed.ForcingLine
}

func askForced(name string) notebook.Asked[forced] {
	q := fixed.ForceAbsurdle{Game: name}
	return notebook.AskThen(q, func(line fixed.ForcingLine) forced {
		return forced{game: name, ForcingLine: line}
	})
}

func (f forced) guesses() int {
	return len(f.Line)
}

// addForcedFindings begins with the game itself, if it is there.
func addForcedFindings(page *report.Page, found []forced) {
	if wordle := found[0]; wordle.game == configs.Wordle2315 {
		n := wordle.guesses()
		page.Findf("%s guesses force Absurdle to admit a word, and %s never do: all lines of %[2]s words were tried.",
			wording.FirstUpper(inWords(n)), inWords(n-1))
		page.Findf("%s of 12,972 first words begin a line of %s, and these lines end with %s of the 2,315 answers.",
			wording.Thousands(wordle.Firsts),
			inWords(n), wording.Thousands(wordle.Forced))
		found = found[1:]
	}

	least, most := span(found, forced.guesses)
	page.Findf("In %d games of pegs the same codemaker takes %d to %d guesses.",
		len(found), least.guesses(), most.guesses())
}

func (f forced) cells() report.Row {
	return report.Cells(
		"game", report.ShortName(f.game),
		">fewest guesses", f.guesses(),
		">secrets forced", f.Forced,
		">first guesses", f.Firsts,
		"such as", strings.Join(f.Some[:min(len(f.Some), namedFirsts)], " "),
		"a line", formatRounds(f.Line),
	)
}

// namedFirsts is how many first guesses a table names.
const namedFirsts = 5

// absurdleLines are shortest lines that m1el/absurdle-solver (2022) prints.
const absurdleLines = `
agile snort dumpy chuck
arson plied beech fugue
decry slant booth thump
decry slant gumbo fifth
drain close buggy motto
yearn spilt crumb flood
early point chump vivid
early point cubic ficus
early shunt cabin dingo
early south bison knock
fiery coast manga pupal
fiery scold tango buxom
foray elite chump vivid
gayer snout climb humph
glory since death tweet
grail mount speck whoop
hymen frail strut gourd
yearn plush timid motto
modal siren butch every
modal siren erect retry
radio shelf pence unmet
ready pilot snuck whiff
reply tonic swift fifth
royal deign sheet butte
royal hinge upset fetus
royal neigh tweed butte
royal rinse fleet debug
royal rinse teeth embed
royal singe dutch tweet
royal spice tweed begun
scary plied bongo quoth
scary while donut embed
solar night dumpy emcee
style bacon award pizza
teary focus blind whoop
ultra scone deign enemy
ultra synod cider femme
yearn flout champ squib
yearn flout claim shush
yearn foist civil humid
`
