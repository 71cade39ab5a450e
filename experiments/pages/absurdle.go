package pages

import (
	"fmt"
	"strings"

	"codebreak/configs"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
)

// absurdleGames are games of pegs whose shortest lines against Absurdle's codemaker are found in
// seconds.
var absurdleGames = []string{
	"mm3x4", "mm3x6", "mm4x4", "mm4x5", "mm4x6", "bp3x4", "bp4x4", "bc3x6", "bc3x8", "bc3x10", "pos3x6", "pos3x8",
}

// absurdleEntry asks how few guesses force the codemaker of Absurdle. It needs the lists of words;
// the search in Wordle takes minutes.
func absurdleEntry() notebook.Entry {
	rows := notebook.StudyOf(absurdleGames, askAbsurdleRow)
	words := notebook.Ask(ask.ForceAbsurdle{Game: configs.Wordle2315}).Slow()
	printed := notebook.Ask(ask.AbsurdleLines{Game: configs.Wordle2315, Lines: notebook.Map(absurdleLines, strings.Fields)})
	wordle := notebook.Both(words, printed, func(line ask.ForcingLine, printed ask.WonLines) forced {
		return forced{game: configs.Wordle2315, line: line, printed: printed}
	})
	page := notebook.Both(rows.Answered(), wordle, absurdlePage)
	return notebook.Entry{
		Name:  "absurdle",
		Needs: wordleLists,
		Tasks: page.Tasks(),
		Page:  page.In,
	}
}

// A forced is what is known of a game against the codemaker of Absurdle.
type forced struct {
	game    string
	line    ask.ForcingLine
	printed ask.WonLines // of Wordle
}

func askAbsurdleRow(name string) notebook.Asked[forced] {
	return notebook.Then(notebook.Ask(ask.ForceAbsurdle{Game: name}), func(line ask.ForcingLine) forced {
		return forced{game: name, line: line}
	})
}

func (f forced) guesses() int { return len(f.line.Line) }

func absurdlePage(rows []forced, wordle forced) report.Page {
	page := report.Page{Findings: absurdleFindings(rows, wordle)}
	page.Add("Shortest lines", "",
		report.TableOf(append([]forced{wordle}, rows...), forced.cells))
	return page
}

// absurdleFindings begin with the game itself.
func absurdleFindings(rows []forced, wordle forced) []string {
	n := wordle.guesses()
	least, most := extremesBy(rows, forced.guesses)
	return []string{
		fmt.Sprintf("%s guesses force Absurdle to admit a word, and %s never do: all lines of %d words were tried.",
			inWords(n), strings.ToLower(inWords(n-1)), n-1),
		fmt.Sprintf("%s of 12,972 first words begin a line of %s, and lines of %s force %s of the 2,315 answers.",
			thousands(wordle.line.Firsts), strings.ToLower(inWords(n)), strings.ToLower(inWords(n)), thousands(wordle.line.Forced)),
		fmt.Sprintf("Games of pegs take %d (%s) to %d (%s).",
			least[0].guesses(), join(least, forced.short), most[0].guesses(), join(most, forced.short)),
		fmt.Sprintf("Published lines: %s win by Absurdle's ties, and %d if ties go to the first feedback in order.",
			outOf(wordle.printed.Won, len(absurdleLines)), wordle.printed.Greedy),
	}
}

func (f forced) short() string { return report.ShortGame(f.game) }

func (f forced) cells() []report.Cell {
	return report.Cells(
		"game", report.ShortName(f.game),
		">fewest guesses", f.guesses(),
		">secrets forced", f.line.Forced,
		">first guesses", f.line.Firsts,
		"such as", strings.Join(f.line.Some[:min(len(f.line.Some), namedFirsts)], " "),
		"a line", formatRounds(f.line.Line),
	)
}

// namedFirsts is how many first guesses a table names.
const namedFirsts = 5

// absurdleLines are shortest lines that m1el/absurdle-solver (2022) prints.
var absurdleLines = []string{
	"agile snort dumpy chuck",
	"arson plied beech fugue",
	"decry slant booth thump",
	"decry slant gumbo fifth",
	"drain close buggy motto",
	"early pinto crush stood",
	"early point chump vivid",
	"early point cubic ficus",
	"early shunt cabin dingo",
	"early south bison knock",
	"fiery coast manga pupal",
	"fiery scold tango buxom",
	"foray elite chump vivid",
	"gayer snout climb humph",
	"glory since death tweet",
	"grail mount speck whoop",
	"hymen frail strut gourd",
	"matey blond crush whiff",
	"modal siren butch every",
	"modal siren erect retry",
	"radio shelf pence unmet",
	"ready pilot snuck whiff",
	"reply tonic swift fifth",
	"royal deign sheet butte",
	"royal hinge upset fetus",
	"royal neigh tweed butte",
	"royal rinse fleet debug",
	"royal rinse teeth embed",
	"royal singe dutch tweet",
	"royal spice tweed begun",
	"scary plied bongo quoth",
	"scary while donut embed",
	"solar night dumpy emcee",
	"style bacon award pizza",
	"teary focus blind whoop",
	"ultra scone deign enemy",
	"ultra synod cider femme",
	"yearn flout champ squib",
	"yearn flout claim shush",
	"yearn foist civil humid",
}
