package published

import (
	"cmp"
	_ "embed" // for the tables
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/game/words"
	"codebreak/engine/pattern"
	"codebreak/engine/tree"
	"codebreak/engine/wording"
)

// A Figure is what a source prints about a subject.
type Figure struct {
	ID     string // author and name, as in knuth/minimax
	Source SourceID
	// Subject holds the conventions that reproduce the figure, or, where none are
	// known, the conventions closest to the source's description.
	engine.Subject
	Player string // in words, if codebreak lacks the player
	Tree   string // the file of a tree that is printed in full
	Printed
	// Known says that the source counts guesses until the secret is identified, instead of
	// until it is solved. Extra is how many more it counts for every secret.
	Known     bool
	Extra     int
	Error     string  // of the mean, as printed
	Games     int     // that were played for the mean
	Seed      int     // with which the source's own generator draws the same games again; 0 for none
	Value     string  // of the game, a fraction: the mean if both sides play perfectly
	OneColour string  // guesses that secrets of one colour take then
	Seconds   float64 // that the run took
	Note      string  // what a reader should know
	Reason    string  // why the measured figure differs; empty if it does not, or nobody knows
	Cause     Cause   // why the figure is hard to reproduce; empty for none

	table string // that it stands in
}

// Cite is the short citation of the source.
func (f Figure) Cite() string { return f.Source.Cite() }

// Sampled reports whether the source has measured a sample of games.
func (f Figure) Sampled() bool {
	return f.Games > 0 || f.Error != "" || f.Strategy.ByChance()
}

// OfSixDigits reports whether the figure follows from the measured mean with six digits, as its
// source computes: it rounds that mean again, or makes a total of it. The totals of the batch of
// 2022 must have been computed so: by minimax and most-parts, whose sums are exact on any machine,
// every one of them follows from its mean, even where it is a guess or two off the sum over the
// secrets.
func (f Figure) OfSixDigits(measured tree.Figures) bool {
	mean, err := strconv.ParseFloat(strconv.FormatFloat(measured.Mean, 'g', 6, 64), 64)
	switch {
	case err != nil || f.Worst != measured.Worst:
		return false
	case f.Source == mikemagTables:
		_, decimals, _ := strings.Cut(f.Mean, ".")
		return strconv.FormatFloat(mean, 'f', len(decimals), 64) == f.Mean
	}
	return f.Source == mikemag2022 && int(math.Round(mean*float64(measured.Secrets()))) == f.Total
}

// A Cause makes a published figure hard to reproduce.
type Cause string

// The causes.
const (
	Arithmetic Cause = "arithmetic"
	ofPool     Cause = "pool"
	ofTies     Cause = "ties"
	Rounding   Cause = "rounding"
	sampling   Cause = "sampling"
	misprint   Cause = "misprint"
)

// causes say what the causes are.
var causes = map[Cause]string{
	Arithmetic: "floating-point sums decide between equally good guesses",
	ofPool:     "the program guesses other codes than the source says",
	ofTies:     "ties are not broken as the source says, or it does not say how",
	Rounding:   "a mean is rounded twice, rounded in the wrong direction, or used again for a total",
	sampling:   "few games are played, their number is not stated, or secrets are not equally likely",
	misprint:   "a wrong number is printed, or the right one under another name",
}

// Causes lists the causes.
func Causes() []Cause { return []Cause{Arithmetic, ofPool, ofTies, Rounding, sampling, misprint} }

// Means says what the cause is.
func (c Cause) Means() string { return causes[c] }

// Printed is the printed figures of guesses over all secrets. Figures that are not printed are
// empty or 0.
type Printed struct {
	Mean  string // digit by digit; a [Number]
	Total int
	Worst int
	Count int // of secrets at the worst case
	// Histogram[k] is the number of secrets that need k guesses.
	Histogram []int
	More      []Detail // in the order in which they are printed
}

// MeanNumber returns the printed mean as a number; ok is false if none is printed.
func (p Printed) MeanNumber() (n Number, ok bool) {
	n, err := ParseNumber(p.Mean)
	return n, err == nil
}

// Cut returns the number of guesses after which the histogram is cut off, and how many secrets are
// not solved by then; ok is false if the histogram is whole.
func (p Printed) Cut() (guesses, failed int, ok bool) {
	for _, d := range p.More {
		if d.Quantity != "failed" || len(d.Printed) != 1 {
			continue
		}
		if len(p.Histogram) == 0 || len(p.Histogram) > d.Of[0]+1 {
			continue
		}
		n, _ := ParseNumber(d.Printed[0]) // as it was read
		if failed, ok := n.Whole(); ok && failed > 0 {
			return d.Of[0], failed, true
		}
	}
	return 0, 0, false
}

// A Detail is a quantity beyond what every strategy has.
type Detail struct {
	Quantity string   // a name of the list in the package's comment
	Of       []int    // the numbers that belong to the name, such as 6 of "within 6"
	Printed  []string // number by number
}

// A kind of figures decides what has to be measured for them.
type kind int

const (
	ofStrategy kind = iota
	ofChance
	ofOptimum
	ofGame
	ofTree
	ofTime
)

func (f Figure) kind() kind {
	switch {
	case f.Tree != "":
		return ofTree
	case f.Objective != "":
		return ofOptimum
	case f.Player != "" || f.Strategy.ByChance():
		return ofChance
	case f.Criterion == "":
		return ofGame
	case f.Mean == "" && f.Total == 0 && f.Worst == 0 && f.Histogram == nil && f.More == nil:
		return ofTime
	}
	return ofStrategy
}

// The tables of figures.
const (
	figuresTable = "figures.csv"
	runsTable    = "runs.csv"
	fieldTable   = "field.csv"
)

// The tables as texts: to read a file of an embed.FS is to copy it.
var (
	//go:embed figures.csv
	figuresText string
	//go:embed runs.csv
	runsText string
	//go:embed field.csv
	fieldText string
)

// all returns all figures, in the order of the tables.
var all = sync.OnceValue(func() []Figure {
	return slices.Concat(
		readFigures(figuresTable, figuresText),
		readFigures(runsTable, runsText),
		Field(),
	)
})

// OfGame returns the figures of strategies and optima of a game, except those of [Field].
func OfGame(name string) []Figure {
	return slices.DeleteFunc(beginning(name), func(f Figure) bool { return f.Game != name })
}

// Of returns the figures of strategies and optima, however they are written, one after the other.
// The tables are read once for subjects of the same game and criterion.
func Of(subjects ...engine.Subject) (of []Figure) {
	known := map[string][]Figure{}
	for _, s := range subjects {
		s, _ = s.Canonical() // what is wrong has no figures
		start := s.Game + " " + cmp.Or(string(s.Criterion), engine.Optimal)
		figures, isKnown := known[start]
		if !isKnown {
			figures = beginning(start)
			known[start] = figures
		}

		for _, f := range figures {
			subject, _ := f.Subject.Canonical() // tests read the tables with checks
			if subject == s {
				of = append(of, f)
			}
		}
	}
	return of
}

// beginning returns the figures of strategies and optima whose subjects begin with a text, and some
// others. It reads no other lines: most commands finish before all could be read.
func beginning(text string) []Figure {
	figures := readFigures(figuresTable, linesWith(figuresText, text))
	runs := readFigures(runsTable, linesWith(runsText, text))
	return slices.DeleteFunc(slices.Concat(figures, runs), func(f Figure) bool {
		return f.kind() != ofStrategy && f.kind() != ofOptimum
	})
}

// A part of the figures is those of a kind in a table.
type part struct {
	table string
	kind  kind
}

// parts holds the figures by their parts, in the order of the tables.
var parts = sync.OnceValue(func() map[part][]Figure {
	parts := map[part][]Figure{}
	for _, f := range all() {
		at := part{f.table, f.kind()}
		parts[at] = append(parts[at], f)
	}
	return parts
})

// figuresOf returns the figures of a part, which are read once: callers must not change them. What
// is appended to them is appended to a copy.
func figuresOf(k kind, table string) []Figure {
	return slices.Clip(parts()[part{table, k}])
}

// Field returns the figures of all kinds that further sources print. Callers must not change them.
var Field = sync.OnceValue(func() []Figure {
	return slices.Clip(readFigures(fieldTable, fieldText))
})

// Averages returns the figures of strategies that draw nothing at random, except the runs.
func Averages() []Figure { return figuresOf(ofStrategy, figuresTable) }

// Runs returns the runs that programs record of strategies.
func Runs() []Figure { return figuresOf(ofStrategy, runsTable) }

// Optima returns the figures of optimal strategies.
func Optima() []Figure { return figuresOf(ofOptimum, figuresTable) }

// ByChance returns the figures of random players. Some games
// are too small or too large for package game.
func ByChance() []Figure { return figuresOf(ofChance, figuresTable) }

// Values returns the values of games.
func Values() []Figure { return figuresOf(ofGame, figuresTable) }

// Times returns the running times of the fastest programs known; the note names the
// program and the machine.
func Times() []Figure { return figuresOf(ofTime, figuresTable) }

// IDs lists the names of figures.
func IDs(figures []Figure) []string {
	var ids []string
	for _, f := range figures {
		ids = append(ids, f.ID)
	}
	return ids
}

// FigureOf returns the figure of an id.
func FigureOf(id string) (Figure, error) {
	for _, f := range all() {
		if f.ID == id {
			return f, nil
		}
	}
	return Figure{}, wording.Unknown("published figure", id, IDs(all()))
}

// ReadFigures reads a table of figures, see the package. It must be possible to play the subjects.
// Errors name the file, the line and the column.
func ReadFigures(file string, r io.Reader) ([]Figure, error) {
	return readTableOf(file, r, (*Figure).checkSubject)
}

// IsRun reports whether the figure is of one run of a program that records many.
func (f Figure) IsRun() bool { return f.table == runsTable }

// readFigures reads a table of the package, or some of its lines. A test checks their subjects.
func readFigures(file, text string) []Figure {
	figures := embedded(file, text, func(file string, r io.Reader) ([]Figure, error) {
		return readTableOf(file, r, func(*Figure) error { return nil })
	})
	for i := range figures {
		figures[i].table = file
	}
	return figures
}

// readTableOf reads figures, whose subjects must pass a check.
func readTableOf(file string, r io.Reader, check func(*Figure) error) ([]Figure, error) {
	lines, err := readTable(file, r, []string{"id", "source", "subject", "quantity", "printed", "note", "reason", "cause"})
	if err != nil {
		return nil, err
	}

	t := figureTable{
		check:   check,
		figures: make([]Figure, 0, len(lines)), // figures are large, and should be copied once
		place:   make(map[string]int, len(lines)),
		printed: make(map[[2]string]bool, len(lines)),
	}
	for _, l := range lines {
		if err := t.read(l); err != nil {
			return nil, err
		}
	}
	return t.figures, nil
}

// A figureTable is a table of figures as it is read, line by line.
type figureTable struct {
	check    func(*Figure) error
	figures  []Figure
	subjects []string           // of the figures, as written
	place    map[string]int     // of the figures, by their ids
	printed  map[[2]string]bool // quantities of ids
}

// read reads a line, which prints a quantity of a figure.
func (t *figureTable) read(l line) error {
	if err := l.required("id", "source", "subject", "quantity", "printed"); err != nil {
		return err
	}

	i, err := t.figure(l)
	if err != nil {
		return err
	}
	f := &t.figures[i]
	id, source, subject := l.cell("id"), SourceID(l.cell("source")), l.cell("subject")
	quantity := [2]string{id, l.cell("quantity")}
	switch {
	case f.Source != source:
		return l.errorf("source", "it is %q, but %s has %q before", source, id, f.Source)
	case t.subjects[i] != subject:
		return l.errorf("subject", "it is %q, but %s has %q before", subject, id, t.subjects[i])
	case t.printed[quantity]:
		return l.errorf("quantity", "%s has it before", id)
	}

	t.printed[quantity] = true
	if err := f.setQuantity(l); err != nil {
		return err
	}

	if cause := Cause(l.cell("cause")); cause != "" {
		if !slices.Contains(Causes(), cause) {
			return l.errorf("cause", "%w", wording.Unknown("cause", cause, Causes()))
		}
		f.Cause = cause
	}
	f.Note = strings.TrimSpace(f.Note + " " + l.cell("note"))
	f.Reason = strings.TrimSpace(f.Reason + " " + l.cell("reason"))
	return nil
}

// figure is the place of the figure of a line, which may be its first.
func (t *figureTable) figure(l line) (int, error) {
	id := l.cell("id")
	if i, again := t.place[id]; again {
		return i, nil
	}

	if author, name, _ := strings.Cut(id, "/"); author == "" || name == "" {
		return 0, l.errorf("id", "%q is not of the form author/name, such as me/%s", id, cmp.Or(strings.Trim(id, "/"), "mean"))
	}
	f := Figure{ID: id, Source: SourceID(l.cell("source"))}
	if err := cmp.Or(f.setSubject(l.cell("subject")), t.check(&f)); err != nil {
		return 0, l.errorf("subject", "%w", err)
	}
	t.place[id] = len(t.figures)
	t.subjects = append(t.subjects, l.cell("subject"))
	t.figures = append(t.figures, f)
	return t.place[id], nil
}

// setSubject reads the subject of the figure.
func (f *Figure) setSubject(text string) (err error) {
	if name, file, _ := strings.Cut(text, " "); strings.HasPrefix(file, "trees/") {
		f.Game, f.Tree = name, file
		return nil
	}
	if name, rest, found := strings.Cut(text, " ("); found { // a player in words
		if end := strings.LastIndex(rest, ")"); end >= 0 {
			text, f.Player = name+rest[end+1:], rest[:end]
		}
	}
	f.Subject, err = engine.ParseSubject(text)
	return err
}

// checkSubject returns an error on a subject that cannot be played. Random players may play games
// that are too large here.
func (f *Figure) checkSubject() error {
	_, err := f.Subject.Canonical()
	if f.Tree != "" || f.kind() == ofChance || errors.Is(err, words.ErrNoList) {
		return nil
	}
	if f.Criterion == "" && f.Objective == "" { // of a game, or a first guess
		var g game.Game
		if g, err = game.Parse(f.Game); err == nil && f.First != "" {
			_, err = g.ParseCode(f.First)
		}
	}
	return err
}

// quantities are what a line may print, with how many numbers belong to the name; -1 is any.
// Those after seconds are kept as a [Detail].
var quantities = []quantity{
	{"mean", 0},
	{"total", 0},
	{"worst", 0},
	{"count", 0},
	{"histogram", 0},
	{"games", 0},
	{"seed", 0},
	{"value", 0},
	{"one-colour", 0},
	{"seconds", 0},
	{"stddev", 0},
	{"within", 1},
	{"beyond", 1},
	{"failed", 1},
	{"mean-within", 1},
	{"pay-off", -1},
	{"left", 0},
	{"positions", 1},
	{"decisions", -1},
	{"largest", 0},
	{"parts", 0},
	{"bits", 0},
	{"second", 0},
	{"secrets", 0},
	{"blind", 0},
	{"least-mean", 0},
	{"information", 0},
}

type quantity struct {
	name    string
	numbers int
}

// set reads a quantity that has a field of its own; ok is false for others.
func (f *Figure) set(quantity, printed string) (ok bool, err error) {
	switch quantity {
	case "mean":
		return true, f.setMean(printed)
	case "total":
		return true, setWhole(&f.Total, printed)
	case "worst":
		return true, setWhole(&f.Worst, printed)
	case "count":
		return true, setWhole(&f.Count, printed)
	case "histogram":
		return true, f.setHistogram(printed)

	case "games":
		return true, setWhole(&f.Games, printed)
	case "seed":
		return true, setWhole(&f.Seed, printed)
	case "value":
		return true, setFraction(&f.Value, printed)
	case "one-colour":
		return true, setFraction(&f.OneColour, printed)
	case "seconds":
		return true, setSeconds(&f.Seconds, printed)
	}
	return false, nil
}

// setQuantity reads the quantity of a line, with the way in which guesses are counted.
func (f *Figure) setQuantity(l line) error {
	name := l.cell("quantity")
	if counted, rest, found := strings.Cut(name, " "); found && strings.HasPrefix(counted, "known") {
		n, err := strconv.Atoi(cmp.Or(strings.TrimPrefix(counted, "known"), "+0"))
		if err != nil || n < 0 {
			return l.errorf("quantity", "%q is not a way to count guesses; allowed: known, known+N", counted)
		}
		if !reflect.DeepEqual(f.Printed, Printed{}) && (!f.Known || f.Extra != n) {
			return l.errorf("quantity", "%s counts other guesses before", f.ID)
		}
		f.Known, f.Extra = true, n
		name = rest
	} else if f.Known && name != "games" && name != "seed" {
		return l.errorf("quantity", "%s counts guesses until the secret is identified before", f.ID)
	}

	name, numbers, _ := strings.Cut(name, " ")
	var allowed []string
	for _, q := range quantities {
		if q.name == name {
			return f.setNumbers(l, q, strings.Fields(numbers))
		}
		allowed = append(allowed, q.name)
	}
	return l.errorf("quantity", "%w", wording.Unknown("quantity", name, allowed))
}

// countedQuantities are whole numbers, in which a comma separates thousands.
var countedQuantities = []string{"failed", "positions", "decisions", "largest", "parts", "secrets"}

// mostOf is the largest number that may belong to a quantity.
const mostOf = 1_000_000

// setNumbers reads the numbers that belong to the name of a quantity, and the printed value.
func (f *Figure) setNumbers(l line, q quantity, numbers []string) error {
	d := Detail{Quantity: q.name, Printed: strings.Fields(l.cell("printed"))}
	for _, number := range numbers {
		n, err := strconv.Atoi(number)
		if err != nil && q.name == "mean" {
			return l.errorf("quantity", "%s %s is unknown; the mean of the secrets solved within 4 guesses is mean-within 4", q.name, wording.Clip(strings.Join(numbers, " ")))
		}
		if err != nil || n < 0 || n > mostOf {
			return l.errorf("quantity", "%q is not a whole number of at most %d", number, mostOf)
		}
		d.Of = append(d.Of, n)
	}
	if q.numbers >= 0 && len(d.Of) != q.numbers {
		return l.errorf("quantity", "%s takes %s, not %d", q.name, wording.Plural(q.numbers, "number"), len(d.Of))
	}

	ok, err := f.set(q.name, l.cell("printed"))
	if err != nil {
		return l.errorf("printed", "%w", err)
	}
	if ok {
		return nil
	}

	for i, printed := range d.Printed {
		number, err := ParseNumber(printed)
		if err != nil {
			return l.errorf("printed", "%q is not a number; write it as printed, such as 0.869 or 99.65%%", printed)
		}
		if whole, ok := number.Grouped(); ok && slices.Contains(countedQuantities, q.name) {
			number = whole
		}
		d.Printed[i] = number.String()
	}
	f.More = append(f.More, d)
	return nil
}

func (f *Figure) setMean(printed string) error {
	mean, margin, stated := strings.Cut(printed, "±")
	err := setNumber(&f.Mean, mean)
	if err == nil && stated {
		err = setNumber(&f.Error, margin)
	}
	if err != nil {
		return fmt.Errorf("%q is not a mean; write it as printed, such as 4.476 or 4.413 ± 0.006", printed)
	}
	return nil
}

// notSolved is the end of a histogram that stops with the games: "1 53 990, and 15 not solved", or
// "1:1 2:53 3:990 X:15".
var notSolved = pattern.Of(`(?i)[\s,;]+(?:and\s+)?(?:(\d{1,9})\s+(?:not solved|unsolved|failed|lost)|` +
	`["']?(?:x["']?\s*[:=]|(?:fails?|failed|failures|not solved|unsolved|lost)["']?[\s:=])\s*(\d{1,9}))[\s\]}]*$`)

// mostSecrets is the largest number in a histogram; samples are smaller too.
const mostSecrets = 1_000_000_000

// plainPairs takes the signs off with which programs print pairs, as in {"2": 4, "3": 62}.
var plainPairs = strings.NewReplacer("{", "", "}", "", "[", "", "]", "", `"`, "", "'", "", ": ", ":")

// ParseHistogram reads how many secrets need one guess, two and so on, "1 6 62" or "1,6,62", or
// each with its number of guesses: "2:4 3:62" or {2: 4, 3: 62}. Secrets that are not solved may
// follow; they are a detail, which is nil without them.
func ParseHistogram(text string) (histogram []int, failed *Detail, err error) {
	var m []string
	if strings.ContainsFunc(text, unicode.IsLetter) {
		m = notSolved().FindStringSubmatch(text)
	}
	if m != nil {
		text = strings.TrimSuffix(text, m[0])
	}

	histogram = []int{0}
	for i, field := range wording.Fields(plainPairs.Replace(text)) {
		guesses, number := i+1, field
		if before, after, ok := strings.Cut(field, ":"); ok {
			n, err := strconv.Atoi(before)
			if err != nil || n < len(histogram) {
				return nil, nil, fmt.Errorf("%q is not a number of guesses that is larger than the one before; write 2:4 3:62", wording.Clip(before))
			}
			guesses, number = n, after
		}

		secrets, err := strconv.Atoi(number)
		if err != nil || secrets < 0 || secrets > mostSecrets || guesses > tree.MaxGuesses {
			return nil, nil, fmt.Errorf("%q is not a number of secrets (0 to %s); write them as 1 6 62 533",
				wording.Clip(number), wording.Thousands(mostSecrets))
		}
		histogram = append(histogram, make([]int, guesses+1-len(histogram))...)
		histogram[guesses] = secrets
	}
	if m != nil {
		failed = &Detail{Quantity: "failed", Of: []int{len(histogram) - 1}, Printed: []string{m[1] + m[2]}}
	}

	for len(histogram) > 1 && histogram[len(histogram)-1] == 0 {
		histogram = histogram[:len(histogram)-1]
	}
	if len(histogram) == 1 {
		return nil, nil, errors.New("it is empty")
	}
	return histogram, failed, nil
}

func (f *Figure) setHistogram(printed string) error {
	histogram, failed, err := ParseHistogram(printed)
	f.Histogram = histogram
	if failed != nil {
		f.More = append(f.More, *failed)
	}
	return err
}

func setSeconds(to *float64, printed string) error {
	seconds, err := strconv.ParseFloat(printed, 64)
	if err != nil || seconds <= 0 {
		return fmt.Errorf("%q is not a number of seconds", printed)
	}
	*to = seconds
	return nil
}

// setFraction keeps a fraction as it is printed.
func setFraction(to *string, printed string) error {
	if _, ok := new(big.Rat).SetString(printed); !ok {
		return fmt.Errorf("%q is not a fraction, such as 25/6", printed)
	}
	*to = printed
	return nil
}
