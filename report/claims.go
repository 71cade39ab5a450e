package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize/english"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/pattern"
	"codebreak/engine/tree"
	"codebreak/engine/wording"
	"codebreak/report/lists"
)

// A Claim is a published figure of any kind with its verdict, in words.
type Claim struct {
	ID       string
	Source   published.SourceID
	Subject  engine.Subject
	About    string // its subject: the game, the strategy, the first guess
	Printed  string
	Measured string
	Gap      string // what differs, and by how much; empty if nothing does
	Verdict  Verdict
	Page     string          // the entry that judged it; filled in by [Tallies], as is Kind
	Kind     string          // its kind, such as averages
	Cause    published.Cause // what makes the figure hard to reproduce; empty if nothing does
	Means    *Means          // nil if it is a figure of something else than a mean

	histogram *printedHistogram // nil if none is printed and measured
}

// Means are a published mean and the one measured, in guesses per secret.
type Means struct{ Published, Measured float64 }

// Means returns the printed mean, or that of the printed total or histogram, beside the
// measured one; nil if the source prints none of these.
func (q Quoted) Means(measured tree.Figures) *Means {
	m := Means{Measured: measured.Mean}
	mean, printed := published.Printed(q).MeanNumber()
	_, _, cut := published.Printed(q).Cut()
	switch {
	case printed:
		m.Published = mean.Float()
	case q.Total != 0 && measured.Mean > 0:
		m.Published = float64(q.Total) / float64(measured.Total) * measured.Mean
	case q.Histogram != nil && !cut:
		m.Published = tree.Summarise(q.Histogram).Mean
	default:
		return nil
	}
	return &m
}

// A Tally is the published figures of one kind, judged.
type Tally struct {
	What string
	// Why says, in a sentence, why some figures do not hold. It is shown only if some do
	// not.
	Why    string
	Claims []Claim
}

// Count is the number of figures with a verdict.
func (t Tally) Count(v Verdict) int {
	return len(lists.Keep(t.Claims, func(c Claim) bool {
		return c.Verdict == v
	}))
}

// Hold is the number of figures whose printed numbers are all equal.
func (t Tally) Hold() int {
	return t.Count(Exact) + t.Count(AsPublished)
}

// holding says how many figures hold: 3 of 4.
func (t Tally) holding() string {
	return wording.Thousands(t.Hold()) + " of " + wording.Thousands(len(t.Claims))
}

// Reason is Why, if some figure does not hold.
func (t Tally) Reason() string {
	if t.Hold() == len(t.Claims) {
		return ""
	}
	return t.Why
}

// Pages lists the entries that judged its figures.
func (t Tally) Pages() []string {
	return lists.Map(groupClaims(t.Claims, Claim.page), Tally.what)
}

// Cite is the short citation of the figure's source.
func (c Claim) Cite() string { return c.Source.Cite() }

func (c Claim) page() string { return c.Page }

func (of Tally) what() string { return of.What }

// United is the figures of several tallies in one.
func United(tallies []Tally) (all Tally) {
	for _, t := range tallies {
		all.Claims = append(all.Claims, t.Claims...)
	}
	return all
}

// Tallies unites the tallies of pages, kind by kind. A figure that several entries judge
// counts once, by the most informative verdict; among equally informative verdicts the
// first counts.
func Tallies(pages []*Page) []Tally {
	var claims []Claim
	place := map[string]int{} // in claims, by ID
	why := map[string]string{}
	for _, p := range pages {
		for _, t := range p.Tallies {
			why[t.What] = cmp.Or(why[t.What], t.Reason())
			for _, c := range t.Claims {
				c.Page = p.Name
				c.Kind = t.What
				at, again := place[c.ID]
				if !again {
					place[c.ID] = len(claims)
					claims = append(claims, c)
					continue
				}
				if rankOf(c.Verdict) < rankOf(claims[at].Verdict) {
					c.Kind = claims[at].Kind
					claims[at] = c
				}
			}
		}
	}

	all := groupClaims(claims, Claim.kind)
	for i, t := range all {
		all[i].Why = why[t.What]
	}

	// The classic averages come first, wherever their page stands.
	if i := slices.IndexFunc(all, isClassic); i > 0 {
		classic := all[i]
		all = slices.Insert(slices.Delete(all, i, i+1), 0, classic)
	}
	return all
}

func (c Claim) kind() string { return c.Kind }

// Classic is the tally of published averages of one-step strategies, in games other than of
// words.
const Classic = "averages of one-step strategies"

func isClassic(t Tally) bool { return t.What == Classic }

// rankOf is the place of a verdict among all, the most informative first.
func rankOf(v Verdict) int {
	return slices.Index(Verdicts(), v)
}

// InWords says how many figures got each verdict: 25 exact, 1 differs.
func (t Tally) InWords() string {
	var parts []string
	for _, v := range Verdicts() {
		n := t.Count(v)
		word := string(v)
		if v == Differs && n > 1 {
			word = "differ"
		}
		if n > 0 {
			parts = append(parts, wording.Thousands(n)+" "+word)
		}
	}
	return strings.Join(parts, ", ")
}

// CountVerdicts says in a sentence how many figures got each verdict.
func CountVerdicts(tallies []Tally) string {
	all := United(tallies)
	n := len(all.Claims)
	figures := english.PluralWord(n, "published figure", "")
	return fmt.Sprintf("%s %s: %s.", wording.Thousands(n), figures, all.InWords())
}

// CountHolding says in three sentences how many figures hold: of the first kind, by
// source, and of all. It names an author who printed most of them.
func CountHolding(tallies []Tally) string {
	sources := bySource(tallies)
	all := United(tallies)
	whole := 0
	largest := ""
	by := map[string]int{} // authors
	for _, s := range sources {
		if s.Hold() == len(s.Claims) {
			whole++
		}
		of := author(published.SourceID(s.What))
		by[of] += s.Hold()
		if by[of] > by[largest] {
			largest = of
		}
	}

	text := ""
	if len(tallies) > 0 {
		first := tallies[0]
		text = fmt.Sprintf("Of %d %s, %d hold. ", len(first.Claims), first.What, first.Hold())
	}
	text += fmt.Sprintf("Of %d sources, %d hold in full. Of %s figures, %s hold",
		len(sources), whole, wording.Thousands(len(all.Claims)), wording.Thousands(all.Hold()))
	most := by[largest]
	if 2*most > all.Hold() && len(by) > 1 {
		text += fmt.Sprintf("; %s of these are from one author, %s", wording.Thousands(most), largest)
	}
	return text + "."
}

// verdictLegend says what the verdicts mean.
const verdictLegend = "Exact: everything published is equal, the histogram included. As published: the source gives no histogram; everything it gives agrees in every digit. Differs: not equal, for a known reason, which is shown. Impossible: it contradicts a proof, which is shown. Unexplained: not equal, and no reason is known. Not tested: the game is too large, or its player is not available here."

// countTable has a row for each tally: its kind, and the number of figures with each
// verdict.
func countTable(tallies []Tally, of func(Tally) Row) *Table {
	return TableOf(tallies, func(t Tally) Row {
		cells := of(t).And("figures", len(t.Claims))
		for _, v := range Verdicts() {
			cells = cells.And(v, t.Count(v))
		}
		return cells
	})
}

// kindTable has a row for each kind of figure, with links to the entries that judge it in
// a folder of entries.
func kindTable(tallies []Tally, folder string) *Table {
	return countTable(tallies, func(t Tally) Row {
		links := lists.Map(t.Pages(), func(p string) string {
			return fmt.Sprintf("[%s](%s%s/%s)", p, folder, p, pageName)
		})
		return Cells("figures of", t.What, "entry", strings.Join(links, ", "))
	})
}

// bySource groups the claims of tallies by their source.
func bySource(tallies []Tally) []Tally {
	return groupClaims(United(tallies).Claims, Claim.source)
}

func (c Claim) source() string {
	return string(c.Source)
}

// groupClaims makes a tally of the claims of each kind, in the order in which they first
// come.
func groupClaims(claims []Claim, what func(Claim) string) (groups []Tally) {
	place := map[string]int{}
	for _, c := range claims {
		name := what(c)
		i, known := place[name]
		if !known {
			i = len(groups)
			place[name] = i
			groups = append(groups, Tally{What: name})
		}
		groups[i].Claims = append(groups[i].Claims, c)
	}
	return groups
}

// longTotal is a total in a text that CSV and JSON hold without separators.
var longTotal = pattern.Of(`\b(?:total|between|and) [0-9]{4,}`)

// ForPeople separates the thousands of the totals in printed or measured numbers.
func ForPeople(text string) Formatted {
	return Formatted{text, longTotal().ReplaceAllStringFunc(text, func(found string) string {
		before, digits, _ := strings.Cut(found, " ")
		n, _ := strconv.Atoi(digits) // digits only
		return before + " " + wording.Thousands(n)
	})}
}

// Cells are the cells of a judged figure.
func (c Claim) Cells() Row {
	return Cells(
		"figure", c.ID,
		"source", c.Source,
		"of", c.About,
		"published", ForPeople(c.Printed),
		"measured", ForPeople(c.Measured),
		"verdict", c.Verdict,
		"what differs", c.Gap,
	)
}

func (c Claim) author() string {
	return author(c.Source)
}

// author names the author of a source without the year or the machine.
func author(id published.SourceID) string {
	name, _, _ := strings.Cut(id.Source().Authors, " (")
	return name
}
