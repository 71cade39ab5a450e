package published

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"codebreak/engine"
	"codebreak/engine/enginetest"
	"codebreak/engine/game/words"
	"codebreak/engine/tree"
)

// committed is what results.json holds of a configuration: a tree, or histograms.
type committed struct {
	Tree       string
	Hit, Known []int
}

// recorded returns what is committed of the entries that play averages.
func recorded(t *testing.T) map[engine.Key]committed {
	t.Helper()
	results := map[engine.Key]committed{}
	for _, entry := range []string{"published", "words", "wordle"} {
		text, err := os.ReadFile("../../results/" + entry + "/results.json")
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		var record struct {
			Answers []struct {
				Kind     string
				Question json.RawMessage
				Answer   json.RawMessage
			}
		}
		if err := errors.Join(err, json.Unmarshal(text, &record)); err != nil {
			t.Fatal(err)
		}
		for _, a := range record.Answers {
			if a.Kind != "play" {
				continue
			}
			var asked engine.Key
			var answer committed
			if err := errors.Join(json.Unmarshal(a.Question, &asked), json.Unmarshal(a.Answer, &answer)); err != nil {
				t.Fatal(err)
			}
			results[asked] = answer
		}
	}
	return results
}

// TestPublished plays every average. What is measured must be what is committed, of
// which the pages say how it compares, and every tree must pass the checker. With
// -short, small games are played; those that take seconds each only where CODEBREAK_LONG is
// set, as .ci/run does.
func TestPublished(t *testing.T) {
	words.ListsFrom(os.Getenv("CODEBREAK_LISTS"), words.ListOptions{})
	before := recorded(t)
	compared := 0
	for _, p := range Averages() {
		t.Run(p.ID, func(t *testing.T) {
			x, err := p.Subject.Parse()
			if errors.Is(err, words.ErrNoList) {
				t.Skipf("%v", err)
			}
			if testing.Short() && err == nil && x.Secrets() > 15_000 {
				t.Skip("a large game is not played with -short")
			}
			if !enginetest.Long() && slices.Contains([]string{"fancidev/mm5x8-entropy", "fancidev/mm5x8-expected-size", "fancidev/mm5x8-minimax", "livne/nerdle8"}, p.ID) {
				t.Skip("it takes seconds")
			}
			grown, r, err := engine.Play(context.Background(), p.Subject.Configuration, tree.Options{Workers: 2})
			if err != nil {
				t.Fatal(err)
			}
			replayed, err := tree.Check(context.Background(), grown)
			if err != nil || !slices.Equal(replayed, r.Histogram) {
				t.Errorf("replayed %v, measured %v, %v", replayed, r.Histogram, err)
			}
			was, ok := before[x.Key()]
			if !ok {
				return // not measured yet
			}
			compared++
			if was.Tree != "" && was.Tree != grown.Packed() {
				t.Error("the tree is not the committed one")
			}
			if was.Tree == "" && (!slices.Equal(was.Hit, r.Histogram) || !slices.Equal(was.Known, r.Known.Histogram)) {
				t.Errorf("measured %v, committed %v", r.Histogram, was.Hit)
			}
		})
	}
	if compared < 20 {
		t.Errorf("%d compared", compared)
	}
}

func TestReadFigures(t *testing.T) {
	const header = "id,source,subject,quantity,printed,note,reason\n"
	figures, err := ReadFigures("mine.csv", strings.NewReader(header+
		"me/a,me,mm4x6 minimax first=1122,known+1 mean,4.476±0.01,\"why, not\"\n"+
		"me/a,me,mm4x6 minimax first=1122,known+1 histogram,1 6 62 533 694\n"+
		"me/b,You 2030,mm4x6 (guesses well) first=1122,mean,4.5\n"))
	if err != nil || len(figures) != 2 {
		t.Fatal(figures, err)
	}
	a, b := figures[0], figures[1]
	if a.Mean != "4.476" || a.Error != "0.01" || a.Note != "why, not" ||
		!a.Known || a.Extra != 1 || !slices.Equal(a.Histogram, []int{0, 1, 6, 62, 533, 694}) {
		t.Errorf("%+v", a)
	}
	if b.Player != "guesses well" || b.Subject.First != "1122" || b.Source.Source().Cite() != "You 2030" || b.kind() != ofChance {
		t.Errorf("%+v", b)
	}
	for text, want := range map[string]string{
		"id,sauce\n": `mine.csv:1: unknown column "sauce"; allowed: id, source`,
		header + "me/a,me,mm4x6 entropy,mean,4.4\nme/a,me,mm4x6 minimax,total,5\n":      `mine.csv:3: column subject: it is "mm4x6 minimax", but me/a has "mm4x6 entropy" before`,
		header + "me/a,me,mm4x6 entropy,mean,4.4\nme/a,you,mm4x6 entropy,total,5\n":     `mine.csv:3: column source: it is "you", but me/a has "me" before`,
		header + "me,me,mm4x6 entropy,mean,4.4\n":                                       `mine.csv:2: column id: "me" is not of the form author/name, such as me/me`,
		header + "me/a,me,mm4x6 entropy,,4.4\n":                                         `mine.csv:2: column quantity: it is empty`,
		header + "me/a,me,mm4x6 entrpy,mean,4.4\n":                                      `mine.csv:2: column subject: unknown strategy "entrpy"; did you mean entropy?`,
		header + "me/a,me,mm46 entropy,mean,4.4\n":                                      `mine.csv:2: column subject: unknown game "mm46"`,
		header + "me/a,me,mm4x6 entropy,meen,4.4\n":                                     `mine.csv:2: column quantity: unknown quantity "meen"; did you mean mean?`,
		header + "me/a,me,mm4x6 entropy,hit mean,4.4\n":                                 `mine.csv:2: column quantity: unknown quantity "hit"; allowed: mean`,
		header + "me/a,me,mm4x6 entropy,known-1 mean,4.4\n":                             `mine.csv:2: column quantity: "known-1" is not a way to count guesses; allowed: known, known+N`,
		header + "me/a,me,mm4x6 entropy,within,4%\n":                                    `mine.csv:2: column quantity: within takes 1 number, not 0`,
		header + "me/a,me,mm4x6 first=9999,largest,4\n":                                 `mine.csv:2: column subject: `,
		header + "me/a,me,mm4x6 entropy,mean,4\nme/a,me,mm4x6 entropy,mean,5\n":         `mine.csv:3: column quantity: me/a has it before`,
		header + "me/a,me,mm4x6 entropy,mean,4\nme/a,me,mm4x6 entropy,known worst,5\n":  `mine.csv:3: column quantity: me/a counts other guesses before`,
		header + "me/a,me,mm4x6 entropy,known mean,4\nme/a,me,mm4x6 entropy,worst,5\n":  `mine.csv:3: column quantity: me/a counts guesses until`,
		header + "me/a,me,mm4x6 entropy,within 9223372036854775807,1\n":                 `mine.csv:2: column quantity: "9223372036854775807" is not a whole number`,
		header + "me/a,me,mm4x6 entropy,left x,4\n":                                     `mine.csv:2: column quantity: "x" is not a whole number`,
		header + "me/a,me,mm4x6 entropy,left,4 x\n":                                     `mine.csv:2: column printed: "x" is not a number; write it as printed`,
		"id,source,subject,quantity,printed,cause\nme/a,me,mm4x6 entropy,left,4,luck\n": `mine.csv:2: column cause: unknown cause "luck"; allowed: arithmetic`,
		header + "me/a,me,mm4x6 entropy,mean,4;4\n":                                     `mine.csv:2: column printed: "4;4" is not a mean`,
		header + "me/a,me,mm4x6 entropy,total,many\n":                                   `mine.csv:2: column printed: "many" is not a whole number of at least 1`,
		header + "me/a,me,mm4x6 entropy,histogram,1 x\n":                                `mine.csv:2: column printed: "x" is not a number of secrets`,
		header + "me/a,me,mm4x6,value,x\n":                                              `mine.csv:2: column printed: "x" is not a fraction, such as 25/6`,
		header + "me/a,me,mm4x6 entropy,seconds,soon\n":                                 `mine.csv:2: column printed: "soon" is not a number of seconds`,
		header + "me/a,me,mm4x6 entropy,mean,4.4,a,b,c\n":                               `mine.csv:2: 8 cells, but 7 columns`,
		header + "me/a,\"me,mm4x6\n":                                                    `mine.csv:2:`,
		"":                                                                              `mine.csv: it is empty; its first line names the columns: id, source,`,
	} {
		if _, err := ReadFigures("mine.csv", strings.NewReader(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestTables reads the tables with checks, and finds every figure by its subject: the
// lines of one game alone hold all that is said of it.
func TestTables(t *testing.T) {
	for file, text := range map[string]string{figuresTable: figuresText, runsTable: runsText, fieldTable: fieldText} {
		embedded(file, text, ReadFigures)
	}
	for _, f := range all() {
		if k := f.kind(); k != ofStrategy && k != ofOptimum || f.table == fieldTable {
			continue
		}
		figures := Of(f.Subject)
		i := slices.IndexFunc(figures, func(other Figure) bool { return other.ID == f.ID })
		if i < 0 || !reflect.DeepEqual(figures[i], f) {
			t.Errorf("%s is not found by %s", f.ID, f.Subject)
		}
	}
}

// TestOfGame compares what is read of one game with what is read of all.
func TestOfGame(t *testing.T) {
	byGame := map[string]int{}
	for _, f := range slices.Concat(Averages(), Runs(), Optima()) {
		byGame[f.Subject.Game]++
	}
	for name, want := range byGame {
		if got := len(OfGame(name)); got != want {
			t.Errorf("%s: %d figures, of all %d", name, got, want)
		}
	}
	if len(byGame) < 20 {
		t.Errorf("%d games", len(byGame))
	}
}

// TestParseHistogram reads histograms as programs print them, with secrets that are not solved.
func TestParseHistogram(t *testing.T) {
	for _, text := range []string{
		"1 6 62, and 7 not solved", "1,6,62 7 failed", "1:1 2:6 3:62 X:7", "1 6 62 failed 7", "1: 1, 2: 6, 3: 62, fail: 7", `{"1": 1, "2": 6, "3": 62, "fail": 7}`,
		"[1, 6, 62], 7 lost", "1 6 62 unsolved=7",
	} {
		histogram, failed, err := ParseHistogram(text)
		want := &Detail{Quantity: "failed", Of: []int{3}, Printed: []string{"7"}}
		if err != nil || !slices.Equal(histogram, []int{0, 1, 6, 62}) || !reflect.DeepEqual(failed, want) {
			t.Errorf("%q: %v, %+v, %v, want 1 6 62 and 7 failed", text, histogram, failed, err)
		}
	}
	histogram, failed, err := ParseHistogram("[1, 6, 62]")
	if err != nil || failed != nil || !slices.Equal(histogram, []int{0, 1, 6, 62}) {
		t.Errorf("[1, 6, 62]: %v, %+v, %v, want 1 6 62", histogram, failed, err)
	}
	for _, text := range []string{"1 6 x", "failed 7", "1 x 62"} {
		_, _, err := ParseHistogram(text)
		enginetest.Refused(t, text, err, "is not a number of secrets")
	}
}
