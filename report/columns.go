package report

import (
	"fmt"
	"strconv"
	"strings"

	"codebreak/configs/published"
	"codebreak/engine"
)

// ResultColumns are the columns that most tables of results need: what was
// played, what it needs until the secret is hit and until it is known, and what
// no strategy of the game can beat. Entries append their own.
func ResultColumns() []Column[engine.Result] {
	type result = engine.Result
	return []Column[result]{
		{Title: "strategy", Wrap: 24, Value: func(r result) any { return r.Strategy }},
		{Title: "first guess", Short: "first", Value: func(r result) any { return r.First }},
		{Title: "total", Value: func(r result) any { return r.Total }},
		{Title: "mean", Value: func(r result) any { return Mean(r.Mean) }},
		{Title: "lower bound on the mean", Short: "≥ mean", Value: func(r result) any { return Mean(r.Bounds.Mean) }},
		{Title: "stddev", PageOnly: true, Value: func(r result) any { return Decimals(r.Stddev, 4) }},
		{Title: "worst", Value: func(r result) any { return r.Worst }},
		{Title: "lower bound on the worst case", Short: "≥ worst", Value: func(r result) any { return r.Bounds.Worst }},
		{Title: "known mean", PageOnly: true, Value: func(r result) any { return Mean(r.Known.Mean) }},
		{Title: "known worst", PageOnly: true, Value: func(r result) any { return r.Known.Worst }},
		{Title: "information bound", Short: "information\nbound", Value: func(r result) any { return Decimals(r.Bounds.Information, 3) }},
		{Title: "histogram", Value: func(r result) any { return Histogram(r.Histogram) }},
	}
}

// ComparisonColumns show everything that was published and measured.
func ComparisonColumns() []Column[Comparison] {
	return []Column[Comparison]{
		{Title: "figure", Value: func(c Comparison) any { return c.ID }},
		{Title: "source", Value: func(c Comparison) any { return Citation(c.Source) }},
		{Title: "game", Value: func(c Comparison) any { return c.Game }},
		{Title: "strategy", Value: func(c Comparison) any { return c.Strategy }},
		{Title: "first guess", Value: func(c Comparison) any { return c.First }},
		{Title: "published mean", Value: func(c Comparison) any { return printed(c.Published.Mean) }},
		{Title: "published worst", Value: func(c Comparison) any { return printed(c.Published.Worst) }},
		{Title: "published histogram", Value: func(c Comparison) any { return Histogram(c.Published.Histogram) }},
		{Title: "measured total", Value: func(c Comparison) any { return c.Measured.Total }},
		{Title: "measured mean", Value: func(c Comparison) any { return Mean(c.Measured.Mean) }},
		{Title: "measured worst", Value: func(c Comparison) any { return c.Measured.Worst }},
		{Title: "measured histogram", Value: func(c Comparison) any { return Histogram(c.Measured.Histogram) }},
		{Title: "lower bound on the mean", Value: func(c Comparison) any { return Mean(c.Measured.Bounds.Mean) }},
		{Title: "lower bound on the worst case", Value: func(c Comparison) any { return c.Measured.Bounds.Worst }},
		{Title: "information bound", Value: func(c Comparison) any { return Decimals(c.Measured.Bounds.Information, 3) }},
		{Title: "verdict", Value: func(c Comparison) any { return c.Verdict }},
	}
}

// Printed is the mean as it is printed, digit by digit; else what is printed in
// its place, if anything is.
func (c Comparison) Printed() string {
	switch {
	case c.Published.Mean != "":
		return c.Published.Mean
	case c.Published.Total != 0:
		return fmt.Sprintf("total %d", c.Published.Total)
	case c.Published.Histogram != nil:
		return "histogram"
	case c.Published.Worst != 0:
		return fmt.Sprintf("worst %d", c.Published.Worst)
	}
	return ""
}

// printed is what a source prints; nil, for a table, if it does not print it.
func printed[T comparable](value T) any {
	if value == *new(T) {
		return nil
	}
	return value
}

// Citation is the short citation of a source, which leads to it if its address
// is known.
func Citation(s published.Source) Linked { return Linked{s.Cite(), s.Link} }

// Reference is the reference to a source in full, in Markdown: authors, title,
// and where it stands, with a link or with a note that the address is not known.
func Reference(s published.Source) string {
	parts := []string{s.Authors}
	if s.Title != "" {
		parts = append(parts, "*"+s.Title+"*")
	}
	parts = append(parts, linked(s.Where, s.Link))
	if s.Year != 0 {
		parts = append(parts, strconv.Itoa(s.Year))
	}
	text := strings.Join(parts, ", ")
	if s.Link == "" {
		text += " (address not known)"
	}
	return text
}

// linked is text in Markdown that leads to an address; if there is none, the text.
func linked(text, address string) string {
	if address == "" {
		return text
	}
	return "[" + text + "](" + address + ")"
}

// csvColumns are the columns of table.csv: the figures, with six decimals where
// they have any, and one column for each number of guesses up to the worst.
func csvColumns(worst int) []Column[engine.Result] {
	type result = engine.Result
	decimal := func(x float64) string { return strconv.FormatFloat(x, 'f', 6, 64) }
	columns := []Column[result]{
		{Title: "game", Value: func(r result) any { return r.Game }},
		{Title: "criterion", Value: func(r result) any { return r.Criterion }},
		{Title: "pool", Value: func(r result) any { return r.Pool }},
		{Title: "ties", Value: func(r result) any { return r.Ties }},
		{Title: "order", Value: func(r result) any { return r.Order }},
		{Title: "first", Value: func(r result) any { return r.First }},
		{Title: "endgame", Value: func(r result) any { return r.Endgame }},
		{Title: "secrets", Value: func(r result) any { return r.Secrets }},
		{Title: "total", Value: func(r result) any { return r.Total }},
		{Title: "mean", Value: func(r result) any { return decimal(r.Mean) }},
		{Title: "stddev", Value: func(r result) any { return decimal(r.Stddev) }},
		{Title: "worst", Value: func(r result) any { return r.Worst }},
		{Title: "known_total", Value: func(r result) any { return r.Known.Total }},
		{Title: "known_mean", Value: func(r result) any { return decimal(r.Known.Mean) }},
		{Title: "known_worst", Value: func(r result) any { return r.Known.Worst }},
		{Title: "nodes", Value: func(r result) any { return r.Nodes }},
	}
	for k := 1; k <= worst; k++ {
		columns = append(columns, Column[result]{Title: "guesses_" + strconv.Itoa(k), Value: func(r result) any { return at(r.Histogram, k) }})
	}
	return columns
}
