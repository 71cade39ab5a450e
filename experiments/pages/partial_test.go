package pages

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/experiments/notebook"
)

// TestPagesOfSomeAnswers makes the pages of records that lack answers, as those of an earlier
// notebook do: of each entry a random share of them, down to a single one. Each makes a page of
// what is there or says that it has none.
func TestPagesOfSomeAnswers(t *testing.T) {
	t.Parallel()
	rounds := 3
	switch {
	case testing.Short():
		t.Skip("all pages are made several times")
	case enginetest.Long():
		rounds = 20
	}

	made := map[string]int{}
	rng := rand.New(rand.NewPCG(1, 2))
	for range rounds {
		folder := notebook.Folder(t.TempDir())
		for _, e := range Entries() {
			keepSome(t, rng, string(folder), e.Name)
		}
		r := notebook.Runner{Env: notebook.Env{Workers: 1}, Entries: Entries(), Folder: folder}
		pages, _ := r.Pages()
		for _, p := range pages {
			made[p.Name]++
		}
	}
	if len(made) < 10 {
		t.Errorf("only %d entries have made a page of some of their answers: %v", len(made), made)
	}
}

// keepSome writes the committed record of an entry with some of its answers.
func keepSome(t *testing.T, rng *rand.Rand, folder, entry string) {
	t.Helper()
	var record struct {
		Version int               `json:"version"`
		Entry   string            `json:"entry"`
		Files   []string          `json:"files"`
		Answers []json.RawMessage `json:"answers"`
	}
	text, err := os.ReadFile(filepath.Join("..", "..", "results", entry, notebook.RecordName))
	if err != nil {
		return // of words, or of this machine
	}
	if err := json.Unmarshal(text, &record); err != nil {
		t.Fatal(err)
	}

	rng.Shuffle(len(record.Answers), func(i, j int) {
		record.Answers[i], record.Answers[j] = record.Answers[j], record.Answers[i]
	})
	record.Answers = record.Answers[:1+rng.IntN(len(record.Answers))]
	text, err = json.Marshal(record)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(folder, entry)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	enginetest.WriteFile(t, filepath.Join(dir, notebook.RecordName), text)
}
