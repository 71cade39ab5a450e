package explain

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"codebreak/engine/game"
	"codebreak/engine/game/words"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/engine/wording"
	"codebreak/experiments/base"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/experiments/notebook/fixed"
	"codebreak/experiments/origin"
	"codebreak/report"
)

// knownFigures are recorded and published figures with a number, the likeliest first.
type knownFigures struct {
	number   string // as it was read; empty for another figure
	findings []origin.Finding
	record   origin.Record
}

// lookUp looks for the figure in the results folder, or in the folder beside the program. A comma
// is a decimal point or, if no figure fits then, separates thousands.
func lookUp(a *base.App, f *explainFlags) (known knownFigures) {
	known.record = openRecord(a)
	wanted := origin.Wanted{
		Number:    f.number,
		Worst:     f.wanted.Worst,
		Histogram: f.wanted.Histogram,
		Game:      f.game,
		Firsts:    f.firsts,
		Criteria:  f.criteria,
	}

	if f.number == nil {
		if f.wanted.Histogram != nil && f.failed == 0 { // very many figures have the same worst case
			known.findings = known.record.Find(wanted)
		}
		return known
	}

	known.number = f.number.String()
	known.findings = known.record.Find(wanted)
	whole, ambiguous := f.number.Grouped()
	if !ambiguous {
		return known
	}

	decimal := *f.number
	wanted.Number = &whole
	findings := known.record.Find(wanted)
	likelier := len(findings) > 0
	if likelier && len(known.findings) > 0 {
		likelier = findings[0].Before(known.findings[0])
	}
	if likelier {
		f.setNumber(whole)
		known.number = whole.String()
		known.findings = findings
		a.Say("Read as %s; with a decimal point write %s", whole, decimal)
		return known
	}
	a.Say("Read as %s; for the whole number write %s", decimal, whole)
	return known
}

// openRecord opens the record of the results folder or, if it is empty, of the folder beside the
// program.
func openRecord(a *base.App) (record origin.Record) {
	for _, folder := range a.ResultFolders() {
		if record.Empty() {
			record = origin.Open(folder, a.Env().LargestFile())
		}
	}
	return record
}

// games puts the games of the findings before the others.
func (k knownFigures) games(names []string) []string {
	rank := map[string]int{} // the least comes first
	for _, f := range k.findings {
		rank[f.Game] = -1
	}
	return slices.SortedStableFunc(slices.Values(names), func(a, b string) int {
		return rank[a] - rank[b]
	})
}

// MarshalJSON writes the findings.
func (k knownFigures) MarshalJSON() ([]byte, error) {
	return json.Marshal(k.findings)
}

// Table has a line for each finding.
func (k knownFigures) Table() *report.Table {
	return tableOfFindings(k.findings)
}

func tableOfFindings(findings []origin.Finding) *report.Table {
	return report.TableOf(findings, findingCells)
}

func findingCells(f origin.Finding) report.Row {
	what := f.What
	if len(f.Published) > 0 && f.Figures != nil {
		what += fmt.Sprintf("; published as %s", f.Published[0])
		more := len(f.Published) - 1
		if more > 0 {
			what += fmt.Sprintf(" and %d more", more)
		}
	}
	if f.Others > 0 {
		what += fmt.Sprintf("; the same by %s", wording.Plural(f.Others, "other setting"))
	}

	return report.Cells(
		"subject", report.Given(f.Subject),
		"quantity", report.Given(f.Quantity),
		"exactly", report.Given(f.Exact),
		"number is", f.Agreement,
		"what it is", what,
	)
}

// mostFindings limits the findings that are shown to people.
const mostFindings = 12

func (k knownFigures) Print(p *base.Paper) {
	first := k.findings[0]
	p.Sayf("%s: %s.", k.headline(first), first.Sentence)
	if first.Why != "" {
		p.Sayf("See %s: %s.", first.Page, strings.TrimSuffix(strings.TrimPrefix(first.Why, "Yes: "), "."))
	} else if first.Page != "" {
		p.Sayf("See %s.", first.Page)
	}

	others := k.findings[1:]
	if len(others) == 0 {
		return
	}
	p.Sayf("Also:")
	p.Show(tableOfFindings(others[:min(len(others), mostFindings)]))
	if more := len(others) - mostFindings; more > 0 {
		p.Sayf("and %d more; --json has all", more)
	}
}

// headline writes the number with its exact value, and how they agree.
func (k knownFigures) headline(f origin.Finding) string {
	if k.number == "" {
		return f.Exact
	}
	text := k.number
	if f.Exact != "" && f.Exact != k.number {
		text += " = " + f.Exact
	}
	if f.Agreement == "rounded" || f.Agreement == "truncated" {
		text += ", " + f.Agreement
	}
	return text
}

// Limits of the search for the optimum of a game of words.
const (
	mostGuessesSolved = 1300 // words; more are searched from the best first words alone
	mostSecretsSolved = 3000 // words; more are not searched
	firstWordsSolved  = 8    // by each criterion
)

// searchOptimum looks for the figure among the optima of a game of words, since no criterion gives
// them: the optimum of the whole game, or in a large game from each of the best first words.
func (f *explainFlags) searchOptimum(ctx context.Context, env notebook.Env, g game.Game) (known knownFigures, err error) {
	a := f.app
	name := g.String()
	if _, ofWords := g.(*words.Game); !ofWords || !words.FromLists(name) {
		return known, nil
	}
	if game.CountSecrets(g) > mostSecretsSolved {
		a.Say("The optimum of %s is not searched: it has more than %d secrets", report.ShortName(name), mostSecretsSolved)
		return known, nil
	}

	firsts := []string{""}
	if len(f.firsts) > 0 {
		firsts = f.firsts
	} else if game.CountGuesses(g) > mostGuessesSolved {
		q := fixed.FirstWords{Game: name, Best: firstWordsSolved}
		splits, err := notebook.Answer(ctx, env, q)
		if err != nil {
			return known, base.OrInterrupted(ctx, err, "the optimum was not searched")
		}

		slices.SortStableFunc(splits.Splits, mostPartsFirst)
		firsts = nil
		for _, s := range splits.Splits {
			firsts = append(firsts, s.Guess)
		}
	}

	bar := a.NewProgress(float64(len(firsts)))
	defer bar.Finish()
	for _, first := range firsts {
		q := ask.BestOfLists(optimal.ProblemSpec{
			Game:      name,
			Objective: optimal.Total,
			Pool:      strategy.All,
			First:     first,
		})
		solved, err := notebook.Answer(ctx, env, q)
		if err != nil {
			return known, base.OrInterrupted(ctx, err, "the optimum was not found; run again to resume")
		}
		bar.Add(1)

		row := report.Measurement{Kind: report.OfOptimum}
		row.Game = name
		row.First = solved.First
		row.Secrets = game.CountSecrets(g)
		row.Figures = solved.Figures
		wanted := origin.Wanted{
			Number:    f.number,
			Worst:     f.wanted.Worst,
			Histogram: f.wanted.Histogram,
			OneFirst:  first != "",
		}
		known.findings = origin.Of(row).Find(wanted)
		if len(known.findings) == 0 {
			continue
		}

		if f.number != nil {
			known.number = f.number.String()
		}
		return known, nil
	}
	return known, nil
}

func mostPartsFirst(a, b fixed.FirstGuessSplit) int {
	return b.Quality().Parts - a.Quality().Parts
}
