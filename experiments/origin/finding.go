package origin

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/engine/wording"
	"codebreak/report"
)

// Wanted describes a number to look for.
type Wanted struct {
	Number    *published.Number // nil for any
	Worst     int               // case; 0 for any
	Histogram []int             // nil for any
	// The search is limited to these; empty for all.
	Game             string
	Firsts, Criteria []string
	// OneFirst says that other first guesses were not tried: optima are best from theirs alone.
	OneFirst bool
}

// A Finding says where a number comes from. Its JSON is for programs.
type Finding struct {
	Subject string `json:"subject"` // as it can be measured; empty if no player has the number
	Game    string `json:"game,omitempty"`
	Secrets int    `json:"secrets,omitempty"`
	*tree.Figures

	Quantity  string   `json:"quantity,omitempty"`  // that the number is of
	Exact     string   `json:"exact,omitempty"`     // its value
	Agreement string   `json:"agreement,omitempty"` // exact, rounded or truncated
	What      string   `json:"what"`                // how it is known
	Published []string `json:"published"`           // ids of the figures that print it
	Others    int      `json:"others,omitempty"`    // settings with the same histogram
	Why       string   `json:"why,omitempty"`       // what a page says of it
	Page      string   `json:"page,omitempty"`      // the page that says so
	Sentence  string   `json:"sentence"`

	order rank
}

// A rank orders findings, the likeliest first.
type rank struct {
	agreement, quantity int
	notable             int // 0 for optima and published figures
	departures          int // choices that are not the default
	game, kind, length  int
}

func (a rank) compare(b rank) int {
	return cmp.Or(
		a.agreement-b.agreement,
		a.quantity-b.quantity,
		a.notable-b.notable,
		a.departures-b.departures,
		a.game-b.game,
		a.kind-b.kind,
		a.length-b.length,
	)
}

// Before reports whether a finding is likelier than another.
func (f Finding) Before(other Finding) bool { return f.order.compare(other.order) < 0 }

// The quantities, in the order of their findings.
const (
	ofMean = iota
	ofIdentified
	ofSecrets
	printedOnly
	inText
	ofShare
	ofDeviation
)

// classics are the best known games.
var classics = []string{"mm4x6", "bc4x10", "wordle-2315-12972", "wordle-2309-12947"}

// Find returns the findings of a number, the likeliest first. A rounded value stands before a
// truncated one.
func (r Record) Find(w Wanted) []Finding {
	found := r.measured(w)

	alone := w.Number != nil && w.Worst == 0 && w.Histogram == nil && len(w.Firsts)+len(w.Criteria) == 0
	if alone {
		found = append(found, r.printedAs(w, found)...)
	}

	best := slices.ContainsFunc(found, func(f Finding) bool { return f.order.quantity < inText })
	if alone && !best && w.Game == "" { // the others are shares, which many games have
		found = append(found, r.inSentences(*w.Number)...)
	}

	slices.SortStableFunc(found, func(a, b Finding) int { return a.order.compare(b.order) })

	const explained = 20 // more are not read
	for i := range found[:min(len(found), explained)] {
		r.explain(&found[i])
	}
	return found
}

// A match is a quantity of a row that agrees with a number.
type match struct {
	quantity  string
	kind      int
	exact     string
	agreement published.Agreement
}

// measured looks for the number among measured figures.
func (r Record) measured(w Wanted) (found []Finding) {
	place := map[string]int{} // of findings that are alike
	for _, row := range r.rows {
		if !w.allows(row) {
			continue
		}

		for _, m := range w.matches(row) {
			alike := fmt.Sprint(row.Game, m.quantity, m.exact)
			if m.kind != ofSecrets {
				alike += fmt.Sprint(row.Histogram, row.Shares)
			}

			f := r.findingOf(w, row, m)
			i, again := place[alike]
			switch {
			case !again:
				place[alike], found = len(found), append(found, f)
			case m.kind == ofSecrets: // that of the game
			case f.order.compare(found[i].order) < 0:
				f.Others = found[i].Others + 1
				found[i] = f
			default:
				found[i].Others++
			}
		}
	}
	return found
}

// allows reports whether a row has the wanted game, first guess and criterion.
func (w Wanted) allows(row report.Measurement) bool {
	switch {
	case w.Game != "" && row.Game != w.Game,
		len(w.Firsts) > 0 && !slices.Contains(w.Firsts, row.First),
		len(w.Criteria) > 0 && !slices.Contains(w.Criteria, string(row.Criterion)),
		w.Histogram != nil && !slices.Equal(w.Histogram, row.Histogram):
		return false
	}
	return w.Worst == 0 || w.Worst == row.Worst || w.Worst == row.Known.Worst
}

// matches lists the quantities of a row that agree with the number.
func (w Wanted) matches(row report.Measurement) (all []match) {
	add := func(kind int, quantity, exact string, agreement published.Agreement) {
		if agreement != published.Disagrees {
			all = append(all, match{
				quantity:  quantity,
				kind:      kind,
				exact:     exact,
				agreement: agreement,
			})
		}
	}

	if w.Number == nil {
		add(ofMean, "mean", fraction(row.Total, row.Secrets), published.Same)
		return all
	}

	n := *w.Number
	solved := w.Worst == 0 || w.Worst == row.Worst
	identified := w.Worst == 0 || w.Worst == row.Known.Worst
	if whole, ok := n.Whole(); ok {
		if whole == row.Total && solved {
			add(ofMean, "total", n.String(), published.Same)
		}
		if whole == row.Known.Total && identified {
			add(ofIdentified, "total until the secret is identified", n.String(), published.Same)
		}
		if whole == row.Secrets && row.Kind != "sampled" && w.Worst == 0 {
			add(ofSecrets, "number of secrets", n.String(), published.Same)
		}
		return all
	}

	if solved && !n.Share() {
		add(ofMean, "mean", fraction(row.Total, row.Secrets), meanOf(n, row.Total, row.Secrets, row.Mean))
	}
	if identified && !n.Share() {
		agreement := meanOf(n, row.Known.Total, row.Secrets, row.Known.Mean)
		add(ofIdentified, "mean until the secret is identified", fraction(row.Known.Total, row.Secrets), agreement)
	}

	if n.Float() >= 1 || w.Worst != 0 {
		return all
	}
	if !n.Share() {
		add(ofDeviation, "standard deviation", fmt.Sprintf("%.6f", row.Stddev), sixDecimals(n, row.Stddev))
	}

	sum := 0
	for k := 1; k < len(row.Histogram)-1; k++ {
		sum += row.Histogram[k]
		within := " within " + wording.Plural(k, "guess")
		agreement := n.Agrees(big.NewRat(int64(sum), int64(row.Secrets)))
		add(ofShare, "share of the secrets solved"+within, fraction(sum, row.Secrets), agreement)

		rest := row.Secrets - sum
		agreement = n.Agrees(big.NewRat(int64(rest), int64(row.Secrets)))
		add(ofShare, "share of the secrets not solved"+within, fraction(rest, row.Secrets), agreement)
	}
	return all
}

// meanOf says how a number agrees with a mean: with that of a total, or with six decimals of an
// expectation.
func meanOf(n published.Number, total, secrets int, mean float64) published.Agreement {
	if total > 0 {
		return n.Agrees(big.NewRat(int64(total), int64(secrets)))
	}
	if mean == 0 {
		return published.Disagrees
	}
	return sixDecimals(n, mean)
}

// sixDecimals says how a number agrees with the six known decimals of another.
func sixDecimals(n published.Number, x float64) published.Agreement {
	if n.Unit() < 1e-6 && math.Abs(n.Float()-x) <= 0.5e-6 {
		return published.Rounded
	}
	return n.Near(x)
}

// fraction writes a total over the number of secrets; it is empty without a total.
func fraction(a, b int) string {
	if a == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", a, b)
}

// findingOf makes a finding of a row that has the number.
func (r Record) findingOf(w Wanted, row report.Measurement, m match) Finding {
	f := Finding{
		Game:      row.Game,
		Secrets:   row.Secrets,
		Figures:   &row.Figures,
		Quantity:  m.quantity,
		Exact:     m.exact,
		Agreement: m.agreement.String(),
		Published: r.printing(row),
	}

	subject := engine.Subject{Configuration: row.Configuration}
	switch row.Kind {
	case report.OfOptimum:
		subject.Strategy = strategy.Strategy{}
		subject.Objective = optimal.Total
		f.What = "the least possible from this first guess, proved here"
		if !w.OneFirst {
			subject.First = ""
			f.What = "the least possible, proved here"
		}
	case report.OfBestKnown:
		subject.Strategy, subject.First = strategy.Strategy{}, ""
		f.What = "not proved to be the best possible"
	case report.OfStrategy:
		f.What = "measured here"
	default:
		f.What = row.Kind + " here"
	}

	f.Subject = report.ShortName(subject.String())
	if m.kind == ofSecrets {
		f.Subject = report.ShortName(row.Game)
		f.What = "counted here"
		f.Published = nil
	}

	f.order = rank{
		agreement:  closeness(m.agreement),
		quantity:   m.kind,
		departures: strings.Count(row.Strategy.String(), ", "),
		game:       indexOr(classics, report.ShortName(row.Game)),
		kind:       kindRank(row.Kind),
		length:     len(f.Subject),
	}
	if row.Kind == report.OfStrategy && len(f.Published) == 0 {
		f.order.notable = 1
	}
	f.Sentence = sentenceOf(row, f)
	return f
}

// closeness ranks agreements. A rounded and a truncated last digit are equally close.
func closeness(a published.Agreement) int { return -int(min(a, published.Rounded)) }

func kindRank(kind string) int {
	return indexOr([]string{report.OfOptimum, report.OfBestKnown, report.OfStrategy}, kind)
}

// indexOr returns the index of a text in a list, or the length of the list.
func indexOr(list []string, text string) int {
	if i := slices.Index(list, text); i >= 0 {
		return i
	}
	return len(list)
}

// printing lists the figures that hold and print the total, or the mean, of a row.
func (r Record) printing(row report.Measurement) []string {
	ids := []string{}
	if row.Total == 0 {
		return ids
	}
	total := fmt.Sprintf("total %d", row.Total)
	for _, p := range r.printed {
		measured, _, _ := strings.Cut(strings.ReplaceAll(p.Measured, ";", ","), ",")
		if p.Game != row.Game || measured != total || !p.Verdict.Holds() {
			continue
		}

		words := strings.FieldsFunc(p.Subject, func(c rune) bool { return c == ' ' || c == ',' })
		same := slices.Contains(words, string(row.Criterion))
		if row.Criterion == "" {
			same = slices.Contains(words, engine.Optimal) || slices.Contains(words, string(optimal.Total))
		}

		printsIt := strings.Contains(p.Printed, "mean ") || strings.Contains(p.Printed, "total ")
		if same && printsIt {
			ids = append(ids, p.ID)
		}
	}
	return ids
}

// authors names the authors of criteria.
var authors = map[strategy.Criterion]string{
	strategy.ExpectedSize: "Irving",
	strategy.Entropy:      "Neuwirth",
	strategy.MostParts:    "Kooi",
}

// playerInWords names the player of a row.
func playerInWords(row report.Measurement) string {
	switch row.Kind {
	case report.OfOptimum:
		return "optimal play from " + row.First
	case report.OfBestKnown:
		return "the best known tree, from " + row.First
	}
	if row.Criterion == strategy.Simple && row.Strategy.ByChance() {
		return "guessing any consistent code"
	}

	name := report.CriterionInWords(string(row.Criterion))
	author := authors[row.Criterion]
	if row.Criterion == strategy.Minimax && row.Game == "mm4x6" {
		author = "Knuth"
	}
	if author != "" {
		name += " (" + author + ")"
	}

	_, choices, _ := strings.Cut(row.Strategy.String(), ", ")
	if row.Criterion == strategy.Simple {
		choices = strings.TrimPrefix(strings.TrimPrefix(choices, "pool consistent"), ", ties first")
	}
	if choices = strings.TrimPrefix(choices, ", "); choices != "" {
		name += ", " + choices
	}

	if row.First != "" {
		name += " from " + row.First
	}
	return name
}

// sentenceOf explains a number in a sentence.
func sentenceOf(row report.Measurement, f Finding) string {
	game := report.GameInWords(row.Game)
	text := ""
	switch f.Quantity {
	case "number of secrets":
		return fmt.Sprintf("the number of secrets of %s", game)
	case "mean":
		text = fmt.Sprintf("%s in %s", playerInWords(row), game)
	case "total":
		text = fmt.Sprintf("the total of %s in %s, %s on average", playerInWords(row), game, report.Mean(row.Mean))
	default:
		text = fmt.Sprintf("%s, by %s in %s", f.Quantity, playerInWords(row), game)
	}

	n := len(f.Published)
	if row.Kind != report.OfStrategy || n == 0 {
		text += "; " + f.What
	}

	const most = 3
	if n > 0 {
		text += "; published as " + strings.Join(f.Published[:min(n, most)], ", ")
		if n > most {
			text += fmt.Sprintf(" and %d more", n-most)
		}
	}
	return text
}

// printedAs lists the figures that print the number and that no finding names.
func (r Record) printedAs(w Wanted, others []Finding) (found []Finding) {
	named := map[string]bool{}
	for _, f := range others {
		for _, id := range f.Published {
			named[id] = true
		}
	}
	if len(w.Firsts)+len(w.Criteria) > 0 {
		return nil
	}

	for _, p := range r.printed {
		if named[p.ID] || w.Game != "" && p.Game != w.Game {
			continue
		}

		part, agreement := partWith(p.Printed, *w.Number)
		if agreement == published.Disagrees {
			continue
		}

		f := Finding{
			Subject:   report.ShortName(p.Subject),
			Game:      p.Game,
			Quantity:  part,
			Agreement: agreement.String(),
			What:      fmt.Sprintf("printed by %s: %s", p.Source, p.Verdict),
			Published: []string{p.ID},
		}
		f.Sentence = fmt.Sprintf("printed by %s, %q, of %s; %s: %s",
			p.Source, report.ForPeople(part), f.Subject, p.Verdict, cmp.Or(p.Note, report.ForPeople(p.Measured).Text))
		if p.Entry != "" {
			f.Page = r.pageOf(p.Entry)
		}

		f.order = rank{
			agreement: closeness(agreement),
			quantity:  printedOnly,
			game:      indexOr(classics, report.ShortName(p.Game)),
			length:    len(f.Subject),
		}
		found = append(found, f)
	}
	return found
}

// partWith returns the printed part of a figure that has a number. It ignores worst cases: half of
// all figures share one.
func partWith(printed string, n published.Number) (part string, agreement published.Agreement) {
	for part := range strings.SplitSeq(printed, ", ") {
		if strings.HasPrefix(part, "worst case ") {
			continue
		}
		if a := amongNumbers(numbersIn(part), n); a > agreement {
			return part, a
		}
	}
	return "", published.Disagrees
}

// amongNumbers says how a number agrees with one of several printed numbers, which must have at least
// as many digits.
func amongNumbers(others []published.Number, n published.Number) (best published.Agreement) {
	for _, other := range others {
		if other.Share() != n.Share() || other.Unit() > n.Unit() {
			continue
		}
		if _, whole := n.Whole(); whole && other.String() != n.String() {
			continue
		}
		best = max(best, other.Explains(n))
	}
	return best
}

// inSentences looks for the number in the sentences of the pages.
func (r Record) inSentences(n published.Number) (found []Finding) {
	for _, s := range r.sentences {
		agreement := amongNumbers(s.numbers, n)
		again := slices.ContainsFunc(found, func(f Finding) bool {
			return strings.Contains(s.text, f.Sentence)
		})
		if agreement == published.Disagrees || again {
			continue
		}

		found = append(found, Finding{
			Agreement: agreement.String(),
			What:      "stated in " + s.page,
			Published: []string{},
			Page:      s.page,
			Sentence:  strings.TrimSuffix(s.text, "."),
			order:     rank{agreement: closeness(agreement), quantity: inText},
		})
	}
	return found
}

// explain adds a sentence of a page that gives a reason for the number: the sentence that has the
// most words in common with the finding.
func (r Record) explain(f *Finding) {
	if f.Figures == nil || f.Quantity == "number of secrets" {
		return
	}
	mean, err := published.ParseNumber(fmt.Sprintf("%.6f", f.Mean))
	if err != nil {
		return
	}

	best := 0
	for _, s := range r.sentences {
		if !s.finding || !s.states(f.Total, mean) {
			continue
		}
		if score := s.inCommon(f.Subject); score > best {
			best = score
			f.Why, f.Page = s.text, s.page
		}
	}

	for _, p := range r.printed {
		if f.Page == "" && slices.Contains(f.Published, p.ID) && p.Entry != "" {
			f.Page = r.pageOf(p.Entry)
		}
	}

	for _, p := range r.pages {
		if f.Page == "" && f.Total > 0 && strings.Contains(p.text, fmt.Sprintf(" %d ", f.Total)) {
			f.Page = p.file // which has it in a table
		}
	}
}

// states reports whether a sentence states a total or a mean. Means of three decimals and
// fewer do not count: many players have them.
func (s sentence) states(total int, mean published.Number) bool {
	const fewDecimals = 1e-3
	for _, n := range s.numbers {
		if whole, ok := n.Whole(); ok {
			if total > 0 && whole == total {
				return true
			}
		} else if n.Unit() < fewDecimals && mean.Explains(n) != published.Disagrees {
			return true
		}
	}
	return false
}

// inCommon counts the words of a subject that a sentence has. A colon counts too, since a reason
// follows it.
func (s sentence) inCommon(subject string) int {
	score := 1
	for _, word := range strings.FieldsFunc(subject, func(c rune) bool {
		return c == ' ' || c == '='
	}) {
		if strings.Contains(s.text, word) {
			score++
		}
	}
	if strings.Contains(s.text, ":") {
		score++
	}
	return score
}
