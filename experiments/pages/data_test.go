package pages

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"codebreak/configs"
	"codebreak/engine"
	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/experiments/cli"
	"codebreak/report"
)

// TestAnswers holds the table of answers against the literature, and the README
// against it.
func TestAnswers(t *testing.T) {
	pages, _ := committedPages()
	answers := report.Answers(pages)
	type row struct {
		best, lower int
		simple      string
		total       int
		classic     int
		play        string
	}
	want := map[string]row{
		"mm4x6":             {5625, 5625, "most-parts", 5668, 5801, "./run.sh assist mm4x6 optimal"},
		"bc4x10":            {26274, 26274, "entropy", 26424, 28024, "./run.sh assist bc4x10 optimal"},
		"wordle-2315-12972": {7920, 7920, "most-parts", 7930, 0, "./run.sh assist wordle most-parts ties=entropy,consistent,minimax,first first=salet"},
		"mm5x8":             {178641, 156198, "entropy", 179704, 0, "./run.sh assist mm5x8 entropy first=11223"},
		"bp4x6":             {8859, 8859, "entropy", 8949, 0, "./run.sh assist bp4x6 optimal"},
		"nerdle6":           {544, 544, "entropy", 544, 0, "./run.sh assist nerdle6 optimal"},
	}
	for _, a := range answers {
		got := row{simple: string(a.Simple.Criterion), total: a.Simple.Total, play: a.Play}
		if got.best, got.lower = a.Best.Total, a.Best.Lower; a.Classic != nil {
			got.classic = a.Classic.Total
		}
		if expected, ok := want[a.ID]; ok && got != expected {
			t.Errorf("%s: %+v, want %+v", a.ID, got, expected)
		}
		delete(want, a.ID)
		if proved := strings.HasPrefix(a.Means()[0].(string), "**"); proved != (a.Best.Total == a.Best.Lower) {
			t.Errorf("%s is called %v", a.ID, a.Means()[0])
		}
	}
	if len(want) > 0 {
		t.Errorf("not answered: %v", want)
	}

	// The README has the best possible and the best simple rule of the most famous games, and
	// the command that plays this rule.
	readme, rows := enginetest.ReadFile(t, "..", "..", "README.md"), 0
	for _, a := range answers {
		_, line, found := strings.Cut(readme, "\n| "+a.Game+" ")
		if !found {
			continue
		}
		rows++
		line, _, _ = strings.Cut(line, "\n")
		best, _, _ := strings.Cut(a.Means()[0].(string), ", from ")
		name, _, _ := strings.Cut(a.ID, "-")
		simple := engine.Subject{Configuration: a.Simple.Configuration}
		simple.Game = name
		for _, want := range []string{best + " |", a.Means()[1].(string) + " ", "`./run.sh assist " + simple.String() + "`"} {
			if !strings.Contains(line, want) {
				t.Errorf("README.md, %s: the row lacks %s\n%s", a.Game, want, line)
			}
		}
	}
	if rows != 4 {
		t.Errorf("README.md answers for %d games", rows)
	}
}

// TestAnswersPlayAsPrinted measures what the commands of the table of answers play: the mean
// is printed in the same row.
func TestAnswersPlayAsPrinted(t *testing.T) {
	pages, _ := committedPages()
	t.Chdir("../..") // where the proofs are found
	for _, a := range report.Answers(pages) {
		subject, ok := strings.CutPrefix(a.Play, "./run.sh assist ")
		if !ok {
			t.Fatalf("%s is played by %s", a.ID, a.Play)
		}
		words := strings.Fields(subject)
		if words[0] == "wordle" {
			words[0] = configs.Wordle2315
		}
		if _, err := game.Parse(words[0]); err != nil {
			t.Logf("%s: %v", a.ID, err)
			continue
		}

		var out, failed bytes.Buffer
		command := append([]string{"measure"}, append(words, "--json", "--quiet")...)
		if code := cli.Run(Entries, command, nil, &out, &failed); code != 0 {
			t.Errorf("%s: %s", subject, failed.String())
			continue
		}
		var measured struct{ Mean float64 }
		if err := json.Unmarshal(out.Bytes(), &measured); err != nil {
			t.Fatal(err)
		}
		printed := a.Means()[0]
		if !strings.Contains(subject, "optimal") {
			printed = a.Means()[1]
		}
		if mean := fourDecimals(measured.Mean); !strings.Contains(printed.(string), mean) {
			t.Errorf("%s needs %s guesses; the table has %s", subject, mean, printed)
		}
	}
}

// TestTablesNameTheCriterion reads all.csv as the README does: every row has a criterion.
func TestTablesNameTheCriterion(t *testing.T) {
	pages, _ := committedPages()
	lines := enginetest.Must(csv.NewReader(bytes.NewReader(report.AllCSV(pages))).ReadAll())(t)
	kind, criterion := slices.Index(lines[0], "kind"), slices.Index(lines[0], "criterion")
	for i, line := range lines[1:] {
		if line[criterion] == "" || (line[criterion] == "optimal") != (line[kind] == "optimal") {
			t.Errorf("line %d of all.csv is of kind %s, with the criterion %q", i+2, line[kind], line[criterion])
		}
	}
}

// TestDataPackage reads the tables of data as datapackage.json describes them: the same
// columns in their order, every value of its type, and keys once.
func TestDataPackage(t *testing.T) {
	pages, _ := committedPages()
	text := report.DataPackage(pages)
	var described struct {
		Name      string
		Licenses  []struct{ Name string }
		Sources   []struct{ Title string }
		Resources []struct {
			Path   string
			Schema struct {
				PrimaryKey []string
				Fields     []struct {
					Name, Type, Description string
					Constraints             struct {
						Enum     []string
						Required bool
						Unique   bool
					}
				}
			}
		}
	}
	if err := json.Unmarshal(text, &described); err != nil {
		t.Fatal(err)
	}
	if described.Name != "codebreak" || described.Licenses[0].Name != "MIT" || len(described.Sources) < 70 {
		t.Errorf("%s, %v, %d sources", described.Name, described.Licenses, len(described.Sources))
	}
	tables := map[string]func([]*report.Page) []byte{"all.csv": report.AllCSV, "published.csv": report.PublishedCSV}
	rows := map[string]int{}
	for _, r := range described.Resources {
		content := tables[r.Path](pages)
		if again := tables[r.Path](pages); !bytes.Equal(content, again) {
			t.Errorf("%s differs when made again", r.Path)
		}
		lines := enginetest.Must(csv.NewReader(bytes.NewReader(content)).ReadAll())(t)
		rows[r.Path] = len(lines) - 1
		if len(lines[0]) != len(r.Schema.Fields) {
			t.Fatalf("%s has %d columns, of which %d are described", r.Path, len(lines[0]), len(r.Schema.Fields))
		}
		for i, f := range r.Schema.Fields {
			if f.Name != lines[0][i] || f.Description == "" {
				t.Errorf("%s: column %s is described as %s, %q", r.Path, lines[0][i], f.Name, f.Description)
			}
			seen := map[string]bool{}
			for _, line := range lines[1:] {
				value := line[i]
				if f.Constraints.Unique && seen[value] || f.Constraints.Required && value == "" || len(f.Constraints.Enum) > 0 && !slices.Contains(f.Constraints.Enum, value) {
					t.Errorf("%s, %s: %q breaks a constraint", r.Path, f.Name, value)
				}
				seen[value] = true
				if err := parseAs(f.Type, value); err != nil {
					t.Errorf("%s, %s: %v", r.Path, f.Name, err)
				}
			}
		}
	}
	if rows["all.csv"] < 2000 || rows["published.csv"] < 1586 {
		t.Errorf("rows: %v", rows)
	}
}

// parseAs reads a value of a type of Table Schema; an empty one is missing.
func parseAs(kind, value string) (err error) {
	switch {
	case value == "" || kind == "string":
	case kind == "integer":
		_, err = strconv.Atoi(value)
	case kind == "number":
		_, err = strconv.ParseFloat(value, 64)
	default:
		err = strconv.ErrSyntax
	}
	return err
}
