package report

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"codebreak/configs/published"
)

// PublishedCSV is one table of all published figures that some pages judge, a line each.
func PublishedCSV(pages []*Page) ([]byte, error) {
	return TableOf(United(Tallies(pages)).Claims, "id | kind | source | year | game | subject | printed | measured | published_mean | measured_mean | difference | verdict | cause | note | entry | url", func(c Claim) []any {
		var before, now, difference any
		if c.Means != nil {
			before, now, difference = sixDecimals(c.Means.Published), sixDecimals(c.Means.Measured), sixDecimals(c.Means.Measured-c.Means.Published)
		}
		source := c.Source.Source()
		return []any{
			c.ID, c.Kind, source.Authors, printed(source.Year), c.Subject.Game, c.About, c.Printed, c.Measured,
			before, now, difference, c.Verdict, string(c.Cause), c.Gap, c.Page, source.Link,
		}
	}).text()
}

// dataPackage describes the tables of data to programs, but for what depends on them.
//
//go:embed datapackage.json
var dataPackage string

// DataPackage describes all.csv and published.csv of some pages, as the Data Package
// standard has it: https://specs.frictionlessdata.io/tabular-data-package/.
func DataPackage(pages []*Page) ([]byte, error) {
	type source struct {
		Title string `json:"title"`
		Path  string `json:"path,omitempty"`
	}
	sources := each(published.Sources(), func(s published.Source) source { return source{s.Cite() + ": " + s.Where, s.Link} })
	list, err := json.MarshalIndent(sources, "  ", "  ")
	if err != nil {
		return nil, err
	}
	var guesses strings.Builder
	for k := range worstOf(allRows(pages)) {
		fmt.Fprintf(&guesses, ",\n          {\"name\": \"guesses_%d\", \"type\": \"number\", \"description\": \"Secrets solved by guess %d, or games of a sample\"}", k+1, k+1)
	}
	return []byte(strings.NewReplacer("\"SOURCES\"", string(list), ",\n          \"GUESSES\"", guesses.String()).Replace(dataPackage)), nil
}
