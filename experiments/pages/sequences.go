package pages

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"codebreak/configs/published"
	"codebreak/engine/wording"
	"codebreak/experiments/claims"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/experiments/notebook/fixed"
	"codebreak/experiments/notebook/random"
	"codebreak/report"
	"codebreak/report/chart"
	"codebreak/report/lists"
)

// sequenceEntry asks how results grow with the number of colours. It lists sequences of proved
// terms with the formulas that fit them, beside the terms of the On-Line Encyclopedia of Integer
// Sequences in published.Field.
func sequenceEntry() notebook.Entry {
	var rows notebook.Study[sequence]
	for _, q := range quantities() {
		for _, row := range groupBy(gamesWithin(q.reach), gridGame.row) {
			for _, of := range groupBy(row, gridGame.gridKind) {
				rows = append(rows, q.ask(of))
			}
		}
	}
	terms := lists.Map(lists.Keep(published.Field(), isOfEncyclopedia), claims.Of)
	triangle := notebook.StudyOf(triangleGames(), askLeastWorst).All()

	return notebook.Entry{
		Name:  "sequences",
		Tasks: append(notebook.TasksOf(rows, triangle), claims.Tasks(terms)...),
		Page: func(o notebook.Outcome) (report.Page, bool) {
			sequences := lists.Keep(rows.In(o), sequence.isLong)
			if len(sequences) == 0 {
				return report.Page{}, false
			}

			page := sequencePage(sequences, judge(o, terms))
			if least, ok := triangle.In(o); ok {
				addTriangle(&page, least)
			}
			return page, true
		},
	}
}

// isOfEncyclopedia reports whether a figure is from the On-Line Encyclopedia of Integer Sequences.
func isOfEncyclopedia(f published.Figure) bool {
	return strings.HasPrefix(f.ID, "oeis/")
}

// A quantity is a number that each game of a row has; a sequence lists it by their colours.
type quantity struct {
	name string // as files have it
	text string // as pages have it
	from string // what its terms follow from
	// reach is, by rule, the greatest number of colours for 2 positions and more.
	reach map[string][]int
	slow  bool // answered by other entries, which take hours
	term  func(game string) notebook.Asked[*big.Rat]
}

func whole(n int) *big.Rat {
	return big.NewRat(int64(n), 1)
}

// quantities lists the quantities.
func quantities() []quantity {
	return []quantity{
		{
			name:  "least-total",
			text:  "least total of guesses over all secrets",
			from:  "an exhaustive search; the trees are in records",
			reach: provable,
			slow:  true,
			term:  leastTotalTerm,
		},
		{
			name: "least-worst",
			text: "least worst case, with the final guess",
			from: "an exhaustive search; the trees are in worst-case",
			reach: map[string][]int{
				"mm": {16, 16, 10, 6, 4, 3, 3},
				"bc": {16, 16, 11, 8, 7},
				"bp": {16, 16, 10, 6, 4, 3, 3},
			},
			slow: true,
			term: leastWorstTerm,
		},
		{
			name:  "static",
			text:  "fewest questions fixed in advance, without the final guess",
			from:  "an exhaustive search; the sets are in static",
			reach: staticReach,
			term:  staticTerm,
		},
		{
			name: "longest",
			text: "longest game of a player who guesses candidates alone",
			from: "an exhaustive search; results.json has a game for each",
			reach: map[string][]int{
				"mm": {16, 11, 7, 5, 3},
				"bc": {16, 13, 10, 7, 6},
				"bp": {16, 12, 7, 4, 3},
			},
			term: longestTerm,
		},
		{
			name: "random-mean",
			text: "mean of a player who guesses any candidate, all equally likely",
			from: "all outcomes of chance",
			reach: map[string][]int{
				"mm": {12, 8, 6, 4},
				"bc": {12, 9, 8, 5},
				"bp": {12, 8, 5, 3},
			},
			term: randomTerm,
		},
	}
}

func leastTotalTerm(game string) notebook.Asked[*big.Rat] {
	return notebook.AskThen(leastTotal(game).FiguresOnly(), func(s ask.Solved) *big.Rat {
		return whole(s.Total)
	})
}

func leastWorstTerm(game string) notebook.Asked[*big.Rat] {
	return notebook.AskThen(ask.LeastWorst{Game: game}.FiguresOnly(), func(w ask.Found) *big.Rat {
		return whole(w.Worst)
	})
}

func staticTerm(game string) notebook.Asked[*big.Rat] {
	return notebook.AskThen(fixed.Static{Game: game}, func(s fixed.StaticSet) *big.Rat {
		return whole(len(s.Set))
	})
}

func longestTerm(game string) notebook.Asked[*big.Rat] {
	return notebook.AskThen(random.Longest{Game: game}, func(g random.LongestGame) *big.Rat {
		return whole(len(g.Rounds))
	})
}

func randomTerm(game string) notebook.Asked[*big.Rat] {
	return notebook.AskThen(random.NewExpected(anyCandidate(game)), func(e random.Expectation) *big.Rat {
		return &e.Mean.Rat
	})
}

// A sequence is a quantity of the games of one row.
type sequence struct {
	quantity
	kind      string
	positions int
	first     int // colours of the first term
	terms     []*big.Rat
}

func (s sequence) family() string {
	return fmt.Sprintf("%s%dxn", s.kind, s.positions)
}

// isLong reports whether there is more than one term.
func (s sequence) isLong() bool {
	return len(s.terms) > 1
}

// ask asks for the terms of a row, up to the first that is missing.
func (q quantity) ask(row []gridGame) notebook.Asked[sequence] {
	asked := notebook.StudyOf(lists.Map(row, gridGame.name), q.term)
	if q.slow {
		asked = asked.Slow()
	}
	return notebook.Then(asked.Leading(), func(terms []*big.Rat) sequence {
		return sequence{
			quantity:  q,
			kind:      row[0].kind,
			positions: row[0].positions,
			first:     row[0].colours,
			terms:     terms,
		}
	})
}

// A conjecture is a formula that all proved terms of a sequence fit, from some number of
// colours on, and that nobody has proved.
type conjecture struct {
	quantity string
	family   string
	from     int // colours
	text     string
	value    func(n int) int
}

// conjectures lists the conjectures.
var conjectures = []conjecture{
	{"least-total", "bp2xn", 2, "n(n+2)(2n-1)/3", leastBlack2},
	{"least-total", "bp3xn", 3, "(3n⁴+6n³-3n²+14n-40)/4", leastBlack3},
	{"longest", "mm2xn", 2, "n + 1", linear(1, 1, 1)},
	{"longest", "mm3xn", 2, "n + 2", linear(1, 2, 1)},
	{"longest", "mm4xn", 4, "n + 4", linear(1, 4, 1)},
	{"longest", "bp2xn", 2, "n + 1", linear(1, 1, 1)},
	{"static", "bc2xn", 2, "⌊2n/3⌋", linear(2, 0, 3)},
}

// leastBlack2 and leastBlack3 are least totals with black pegs only; both are whole for every n.
func leastBlack2(n int) int {
	return n * (n + 2) * (2*n - 1) / 3
}

func leastBlack3(n int) int {
	return (((3*n+6)*n-3)*n*n + 14*n - 40) / 4
}

// of reports whether the conjecture is about a sequence.
func (c conjecture) of(s sequence) bool {
	return c.quantity == s.name && c.family == s.family()
}

// fits counts the terms that the formula gives, from where it is claimed on, up to the first that
// it misses; missed is the number of colours of that one, 0 if there is none.
func (c conjecture) fits(s sequence) (n, missed int) {
	for i, term := range s.terms {
		colours := s.first + i
		if colours < c.from {
			continue
		}
		if whole(c.value(colours)).Cmp(term) != 0 {
			return n, colours
		}
		n++
	}
	return n, 0
}

// bFiles have the terms in the form of the encyclopaedia's b-files: n and a(n) in each line.
// Fractions make two files, of numerators and denominators.
func (s sequence) bFiles() []report.File {
	if !slices.ContainsFunc(s.terms, isFraction) {
		return []report.File{s.bFile("", (*big.Rat).Num)}
	}
	return []report.File{
		s.bFile("-numerators", (*big.Rat).Num),
		s.bFile("-denominators", (*big.Rat).Denom),
	}
}

// bFile has one part of each term.
func (s sequence) bFile(part string, of func(*big.Rat) *big.Int) report.File {
	text := fmt.Sprintf(
		"# %s, %s, n colours; from %s\n",
		s.text+strings.ReplaceAll(part, "-", ", "),
		s.family(),
		s.from,
	)
	for i, term := range s.terms {
		text += fmt.Sprintf("%d %s\n", s.first+i, of(term))
	}
	return report.File{
		Name:    "b-" + s.name + "-" + s.family() + part + ".txt",
		Content: []byte(text),
	}
}

func isFraction(t *big.Rat) bool {
	return !t.IsInt()
}

// line writes the terms as the encyclopaedia does, up to the first that is long.
func (s sequence) line() string {
	const long = 40
	shown := s.terms
	i := slices.IndexFunc(s.terms, func(t *big.Rat) bool {
		return len(t.RatString()) > long
	})
	if i >= 0 {
		shown = s.terms[:i]
	}

	line := listed(shown, (*big.Rat).RatString)
	if len(shown) < len(s.terms) {
		line += ", …"
	}
	return line
}

func sequencePage(sequences []sequence, known []report.Claim) report.Page {
	var page report.Page
	var terms int
	for _, s := range sequences {
		terms += len(s.terms)
		page.Certificates = append(page.Certificates, s.bFiles()...)
	}

	var rows []report.Row
	var held, longest int
	for _, c := range conjectures {
		i := slices.IndexFunc(sequences, c.of)
		if i < 0 {
			continue
		}

		n, missed := c.fits(sequences[i])
		verdict := fmt.Sprintf("fits all %d proved terms", n)
		if missed > 0 {
			verdict = fmt.Sprintf("wrong for n = %d", missed)
		} else {
			held++
			longest = max(longest, n)
		}

		rows = append(rows, report.Cells(
			"formula", c.text,
			"games", c.family,
			"of what", sequences[i].text,
			"for", fmt.Sprintf("n ≥ %d", c.from),
			"so far", verdict,
		))
	}

	page.Findf(
		"%d sequences with %s proved terms; %d fit a simple formula that nobody has proved, one for %d terms.",
		len(sequences),
		wording.Thousands(terms),
		held,
		longest,
	)

	differ := lists.Keep(known, isWrong)
	tested := count(known, isTested)
	page.Findf(
		"Of %d terms in the On-Line Encyclopedia of Integer Sequences that can be tested, %d agree. The exception is %s.",
		tested,
		tested-len(differ),
		join(differ, measuredTerm),
	)

	page.Picture = longestFigure(lists.Keep(sequences, sequence.isPlotted))

	addTable(&page, "Conjectures", rows, itself)
	addFolderTable(&page, "Terms in the encyclopaedia", known, termCells)

	for _, of := range groupBy(sequences, sequence.quantityText) {
		q := of[0].quantity
		page.AddToFolder(
			wording.FirstUpper(q.text),
			"Proved by "+q.from+". The folder has each sequence as a b-file.",
			report.TableOf(of, sequence.cells),
		)
	}
	return page
}

func measuredTerm(c report.Claim) string {
	return c.ID + ": " + c.Measured
}

// isPlotted reports whether the picture has a line for the sequence.
func (s sequence) isPlotted() bool {
	return s.name == "longest" && s.kind != "bc" && s.positions <= 4
}

// longestFigure has a panel for each kind of games, and in it a line for each number of
// positions.
func longestFigure(plotted []sequence) *chart.Figure {
	var panels []chart.Chart
	for _, of := range groupBy(plotted, sequence.kindTitle) {
		panel := chart.Lines{
			Title:  of[0].kindTitle(),
			XLabel: "colours",
			YLabel: "guesses",
			Whole:  true,
		}
		for i, s := range of {
			panel.Series = append(panel.Series, s.points(i))
		}
		panels = append(panels, panel)
	}

	title := fmt.Sprintf(
		"Guessing candidates alone can take %.0f guesses; in the end each colour adds %.0f",
		largest(plotted, sequence.last),
		largest(plotted, sequence.lastStep),
	)
	f := picture("sequences.png", title, panels...)
	f.SameAxes = true
	f.Columns = len(panels)
	return f
}

func (s sequence) kindTitle() string {
	return kindName(s.kind)
}

// points is the line of a sequence, in the colour of its place.
func (s sequence) points(place int) chart.Series {
	line := chart.Series{
		Name:   fmt.Sprintf("%d pegs", s.positions),
		Colour: chart.ColourOf("", place),
	}
	for i := range s.terms {
		line.X = append(line.X, float64(s.first+i))
		line.Y = append(line.Y, s.number(i))
	}
	return line
}

// number is a term as pictures have it.
func (s sequence) number(i int) float64 {
	n, _ := s.terms[i].Float64()
	return n
}

func (s sequence) last() float64 {
	return s.number(len(s.terms) - 1)
}

// lastStep is how much larger the last term is than its predecessor.
func (s sequence) lastStep() float64 {
	return s.last() - s.number(len(s.terms)-2)
}

func termCells(c report.Claim) report.Row {
	return report.Cells(
		"term", c.ID,
		"of what", c.About,
		"printed", c.Printed,
		"verdict", c.Verdict,
		"measured", c.Measured,
	)
}

func (s sequence) quantityText() string {
	return s.text
}

func (s sequence) cells() report.Row {
	return report.Cells(
		"games", s.family(),
		"n from", s.first,
		"terms", s.line(),
	)
}

// triangleReach is the greatest number of positions whose least worst case is proved, for the rows
// of A231205 from 2 colours on.
var triangleReach = []int{2: 2, 3, 4, 5, 6, 6, 5}

// triangleGames lists the games of codes without repeats, answered for each position, row
// by row.
func triangleGames() (names []string) {
	for colours, most := range triangleReach {
		for positions := 1; positions <= most; positions++ {
			names = append(names, sizedName("pos", positions, colours))
		}
	}
	return names
}

// addTriangle adds the table of A231205: guesses until the secret is identified, in the worst
// case. The b-file ends with the last row before which all is proved. least has an answer for each
// of the games.
func addTriangle(page *report.Page, least []ask.Found) {
	guesses := map[string]int{}
	for i, name := range triangleGames() {
		guesses[name] = least[i].Worst
	}
	known := func(colours, positions int) (n int, ok bool) {
		n, ok = guesses[sizedName("pos", positions, colours)]
		return n - 1, ok
	}

	file := "# A231205, by rows of n colours: least worst case until the secret is identified; from an exhaustive search\n1 0\n"
	i := 1
	for colours, whole := 2, true; whole; colours++ {
		for positions := 1; positions <= colours && whole; positions++ {
			n, ok := known(colours, positions)
			if ok {
				i++
				file += fmt.Sprintf("%d %d\n", i, n)
			}
			whole = ok
		}
	}

	page.Certificates = append(page.Certificates, report.File{
		Name:    "b-A231205.txt",
		Content: []byte(file),
	})

	var rows, columns []int
	for n := range triangleReach[2:] {
		rows = append(rows, n+2)
		columns = append(columns, n+1)
	}

	table := crossTable("colours", rows, columns, func(colours, positions int) any {
		if n, ok := known(colours, positions); ok {
			return n
		}
		return nil
	})
	page.Add("A231205, corrected and extended", "", table)
}
