package pages

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"codebreak/configs/published"
	"codebreak/experiments/claims"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
)

// A quantity is what a sequence lists of the games of a row, by their colours.
type quantity struct {
	name string // as files have it
	text string // as pages have it
	from string // what its terms follow from
	// reach is, by rule, the greatest number of colours for 2 positions and more.
	reach map[string][]int
	slow  bool // answered by other entries, which take hours
	term  func(game string) notebook.Asked[*big.Rat]
}

func whole(n int) *big.Rat { return big.NewRat(int64(n), 1) }

// quantities lists what is tabulated.
func quantities() []quantity {
	return []quantity{
		ofAnswers(quantity{name: "least-total", text: "least total of guesses over all secrets", from: "an exhaustive search; the trees are in records", reach: provable, slow: true},
			func(name string) ask.Solve { return leastTotal(name).FiguresOnly() }, func(s ask.Solved) *big.Rat { return whole(s.Figures.Total) }),
		ofAnswers(quantity{
			name: "least-worst", text: "least worst case, with the final guess", from: "an exhaustive search; the trees are in worst-case", slow: true,
			reach: map[string][]int{"mm": {16, 16, 10, 6, 4, 3, 3}, "bc": {16, 16, 11, 8, 7}, "bp": {16, 16, 10, 6, 4, 3, 3}},
		}, func(name string) ask.LeastWorst { return ask.LeastWorst{Game: name}.FiguresOnly() }, func(w ask.WorstCase) *big.Rat { return whole(w.Guesses) }),
		ofAnswers(quantity{name: "static", text: "fewest questions fixed in advance, without the final guess", from: "an exhaustive search; the sets are in static", reach: staticReach},
			staticQuestion, func(s ask.StaticSet) *big.Rat { return whole(len(s.Set)) }),
		ofAnswers(quantity{
			name: "longest", text: "longest game of a player who guesses candidates alone", from: "an exhaustive search; results.json has a game for each",
			reach: map[string][]int{"mm": {16, 11, 7, 5, 3}, "bc": {16, 13, 10, 7, 6}, "bp": {16, 12, 7, 4, 3}},
		}, func(name string) ask.Longest { return ask.Longest{Game: name} }, func(g ask.LongestGame) *big.Rat { return whole(len(g.Rounds)) }),
		ofAnswers(quantity{
			name: "random-mean", text: "mean of a player who guesses any candidate, all equally likely", from: "all outcomes of chance",
			reach: map[string][]int{"mm": {12, 8, 6, 4}, "bc": {12, 9, 8, 5}, "bp": {12, 8, 5, 3}},
		}, func(name string) ask.Expected { return ask.NewExpected(anyCandidate(name)) }, func(e ask.Expectation) *big.Rat { return &e.Mean.Rat }),
	}
}

// ofAnswers has the terms of a quantity follow from the answers to questions about games.
func ofAnswers[A any, Q notebook.Question[A]](q quantity, ask func(name string) Q, term func(A) *big.Rat) quantity {
	q.term = func(game string) notebook.Asked[*big.Rat] { return notebook.Then(notebook.Ask[A](ask(game)), term) }
	return q
}

// A sequence is a quantity of the games of one row.
type sequence struct {
	quantity
	kind      string
	positions int
	first     int // colours of the first term
	terms     []*big.Rat
}

func (s sequence) family() string { return fmt.Sprintf("%s%dxn", s.kind, s.positions) }

// sequenceEntry lists sequences, and the formulas that all their terms fit.
func sequenceEntry() notebook.Entry {
	var tasks []notebook.Task
	all := quantities()
	for _, q := range all {
		terms := notebook.StudyOf(notebook.Map(q.games(), gridGame.name), q.term)
		if q.slow {
			terms = terms.Slow()
		}
		tasks = append(tasks, terms.Tasks()...)
	}
	triangle := notebook.All(ask.LeastWorsts(triangleGames()))

	var known []claims.Claim
	for _, f := range published.Field() {
		if strings.HasPrefix(f.ID, "oeis/") {
			known = append(known, claims.Of(f))
		}
	}

	return notebook.Entry{
		Name:  "sequences",
		Tasks: slices.Concat(tasks, claims.Tasks(known), triangle.Tasks()),
		Page: func(o notebook.Outcome) (report.Page, bool) {
			var sequences []sequence
			for _, q := range all {
				for _, row := range groupBy(q.games(), gridGame.row) {
					for _, of := range groupBy(row, gridGame.gridKind) {
						sequences = append(sequences, q.sequence(o, of))
					}
				}
			}
			sequences = keep(sequences, func(s sequence) bool { return len(s.terms) > 1 })
			if len(sequences) == 0 {
				return report.Page{}, false
			}

			page := sequencePage(sequences, notebook.Map(known, func(c claims.Claim) report.Claim { return c.Judge(o) }))
			if least, ok := triangle.In(o); ok {
				addTriangle(&page, least)
			}
			return page, true
		},
	}
}

// games lists the games whose terms are asked for.
func (q quantity) games() []gridGame {
	return keep(gridGames(len(q.reach["mm"])+1, mostSecrets), func(g gridGame) bool { return g.within(q.reach) })
}

// sequence collects the terms of a row, up to the first that is not there.
func (q quantity) sequence(o notebook.Outcome, row []gridGame) sequence {
	s := sequence{
		quantity:  q,
		kind:      row[0].kind,
		positions: row[0].positions,
		first:     row[0].colours,
	}
	for _, g := range row {
		term, ok := q.term(g.game).In(o)
		if !ok {
			break
		}
		s.terms = append(s.terms, term)
	}
	return s
}

// A conjecture is a formula that all proved terms of a sequence fit, from some number of
// colours on, and that nobody has proved.
type conjecture struct {
	quantity, family string
	from             int
	text             string
	value            func(n int64) *big.Rat
}

// conjectures lists them.
var conjectures = []conjecture{
	{"least-total", "bp2xn", 2, "n(n+2)(2n-1)/3", func(n int64) *big.Rat { return big.NewRat(n*(n+2)*(2*n-1), 3) }},
	{"least-total", "bp3xn", 3, "(3n⁴+6n³-3n²+14n-40)/4", func(n int64) *big.Rat { return big.NewRat(3*n*n*n*n+6*n*n*n-3*n*n+14*n-40, 4) }},
	{"longest", "mm2xn", 2, "n + 1", func(n int64) *big.Rat { return big.NewRat(n+1, 1) }},
	{"longest", "mm3xn", 2, "n + 2", func(n int64) *big.Rat { return big.NewRat(n+2, 1) }},
	{"longest", "mm4xn", 4, "n + 4", func(n int64) *big.Rat { return big.NewRat(n+4, 1) }},
	{"longest", "bp2xn", 2, "n + 1", func(n int64) *big.Rat { return big.NewRat(n+1, 1) }},
	{"static", "bc2xn", 2, "⌊2n/3⌋", func(n int64) *big.Rat { return big.NewRat(2*n/3, 1) }},
}

// of reports whether the conjecture is about a sequence.
func (c conjecture) of(s sequence) bool { return c.quantity == s.name && c.family == s.family() }

// fits counts the terms that the formula gives, from where it holds on, up to the first
// that it misses; missed is the number of colours there, 0 if there is none.
func (c conjecture) fits(s sequence) (n, missed int) {
	for i, term := range s.terms {
		colours := s.first + i
		if colours < c.from {
			continue
		}
		if c.value(int64(colours)).Cmp(term) != 0 {
			return n, colours
		}
		n++
	}
	return n, 0
}

// bFiles have the terms in the form of the encyclopaedia's b-files: n and a(n) in each line.
// Fractions make two files, of numerators and denominators.
func (s sequence) bFiles() (files []report.File) {
	file := func(part string, of func(*big.Rat) *big.Int) {
		name := s.name + "-" + s.family() + part
		text := fmt.Sprintf("# %s, %s, n colours; from %s\n", s.text+strings.ReplaceAll(part, "-", ", "), s.family(), s.from)
		for i, term := range s.terms {
			text += fmt.Sprintf("%d %s\n", s.first+i, of(term))
		}
		files = append(files, report.File{Name: "b-" + name + ".txt", Content: []byte(text)})
	}

	if !slices.ContainsFunc(s.terms, func(t *big.Rat) bool { return !t.IsInt() }) {
		file("", (*big.Rat).Num)
		return files
	}

	file("-numerators", (*big.Rat).Num)
	file("-denominators", (*big.Rat).Denom)
	return files
}

// line writes the terms as the encyclopaedia does, up to the first that is long.
func (s sequence) line() string {
	const long = 40
	shown := s.terms
	if i := slices.IndexFunc(s.terms, func(t *big.Rat) bool { return len(t.RatString()) > long }); i >= 0 {
		shown = s.terms[:i]
	}

	line := commas(shown, (*big.Rat).RatString)
	if len(shown) < len(s.terms) {
		line += ", …"
	}
	return line
}

func sequencePage(sequences []sequence, known []report.Claim) report.Page {
	page := report.Page{}
	terms := 0
	for _, s := range sequences {
		terms += len(s.terms)
		page.Certificates = append(page.Certificates, s.bFiles()...)
	}

	var rows [][]any
	held, longest := 0, 0
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

		rows = append(rows, []any{c.text, c.family, sequences[i].text, fmt.Sprintf("n ≥ %d", c.from), verdict})
	}

	differ := keep(known, func(c report.Claim) bool { return !c.Verdict.Holds() && c.Verdict != report.NotTested })
	tested := keep(known, func(c report.Claim) bool { return c.Verdict != report.NotTested })

	page.Findings = []string{
		fmt.Sprintf("%d sequences with %s proved terms; %d fit a simple formula that nobody has proved, one for %d terms.", len(sequences), thousands(terms), held, longest),
		fmt.Sprintf("Of %d terms in the On-Line Encyclopedia of Integer Sequences that can be tested, %d agree; not so %s.", len(tested), len(tested)-len(differ), join(differ, func(c report.Claim) string { return c.ID + ": " + c.Measured })),
	}

	var lines []chart.Series
	for _, s := range keep(sequences, func(s sequence) bool { return s.name == "longest" && s.kind != "bc" && s.positions <= 4 }) {
		line := chart.Series{Name: s.family(), Colour: chart.ColourOf(s.family(), len(lines))}
		for i, term := range s.terms {
			y, _ := term.Float64()
			line.X = append(line.X, float64(s.first+i))
			line.Y = append(line.Y, y)
		}
		lines = append(lines, line)
	}

	page.Picture = &chart.Figure{
		File: "sequences.png", Caption: "The longest games of a player who guesses candidates alone, by colours",
		Title: "Longest games grow with the colours, one guess for each", Subtitle: "most guesses of a player who guesses candidates alone, proved",
		Charts: []chart.Chart{chart.Lines{XLabel: "colours", YLabel: "guesses", Series: lines, Whole: true}},
	}

	page.Add("Conjectures", "",
		report.TableOfCells("formula | games | of what | for | so far", rows))

	page.AddToFolder("Terms in the encyclopaedia", "", report.TableOf(known, func(c report.Claim) []report.Cell {
		return report.Cells(
			"term", c.ID,
			"of what", c.About,
			"printed", c.Printed,
			"verdict", c.Verdict,
			"measured", c.Measured,
		)
	}))

	for _, of := range groupBy(sequences, func(s sequence) string { return s.text }) {
		page.AddToFolder(strings.ToUpper(of[0].text[:1])+of[0].text[1:],
			"Proved by "+of[0].from+". The folder has each sequence as a b-file.",
			report.TableOf(of, func(s sequence) []report.Cell {
				return report.Cells(
					"games", s.family(),
					"n from", s.first,
					"terms", s.line(),
				)
			}))
	}
	return page
}

// triangleReach is, for the rows of A231205 from 2 colours on, up to how many positions the
// least worst case is proved.
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
// case. The b-file ends where the first row does that is not proved as a whole. least has an
// answer for each of the games.
func addTriangle(page *report.Page, least []ask.WorstCase) {
	guesses := map[string]int{}
	for i, name := range triangleGames() {
		guesses[name] = least[i].Guesses
	}
	known := func(colours, positions int) (n int, ok bool) {
		n, ok = guesses[sizedName("pos", positions, colours)]
		return n - 1, ok
	}

	file, i := "# A231205, by rows of n colours: least worst case until the secret is identified; from an exhaustive search\n1 0\n", 1
	for colours, whole := 2, true; whole; colours++ {
		for positions := 1; positions <= colours && whole; positions++ {
			var n int
			if n, whole = known(colours, positions); whole {
				i++
				file += fmt.Sprintf("%d %d\n", i, n)
			}
		}
	}

	page.Certificates = append(page.Certificates, report.File{Name: "b-A231205.txt", Content: []byte(file)})

	var rows, columns []int
	for n := range triangleReach[2:] {
		rows, columns = append(rows, n+2), append(columns, n+1)
	}

	page.Add("A231205, corrected and extended", "",
		crossTable("colours", rows, columns, func(colours, positions int) any {
			if n, ok := known(colours, positions); ok {
				return n
			}
			return nil
		}))
}
