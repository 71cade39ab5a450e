package solve_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/experiments/base"
	"codebreak/experiments/cli/clitest"
)

// TestOptimumIsKept plays by a proof of minutes that is kept, and says what is needed
// where it is not, or where its record is damaged.
func TestOptimumIsKept(t *testing.T) {
	record, err := os.ReadFile(filepath.Join("..", "..", "results", "records", "results.json"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	folder := filepath.Join("results", "records")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	const missing = "codebreak: bc4x12 optimal takes about 1 minute to prove; codebreak solve bc4x12 total --tree bc4x12.json proves it\n"
	// With a lower bound the tree is no longer proved.
	before, after, _ := strings.Cut(string(record), `"game":"bc4x12","objective":"total","pool":"all"}`)
	damaged := before + `"game":"bc4x12","objective":"total","pool":"all"}` + strings.Replace(after, `"lower":[68447]`, `"lower":[68446]`, 1)
	for _, test := range []struct {
		name, record string
		code         int
		want         string
	}{
		{"none", "", base.ExitFailure, missing},
		{"damaged", damaged, base.ExitFailure, missing},
		{"kept", string(record), 0, "Guess 1: 0123  (11,880 left)\n"},
	} {
		enginetest.WriteFile(t, filepath.Join(folder, "results.json"), test.record)
		code, stdout, stderr := clitest.Run(strings.NewReader("q\n"), "assist", "bc4x12", "optimal", "--workers", "1")
		if code != test.code || !strings.HasSuffix(stdout+stderr, test.want) {
			t.Errorf("%s: exit code %d, said %q, %q, want %q", test.name, code, stdout, stderr, test.want)
		}
	}
	if damaged == string(record) {
		t.Error("the record has another form, and was not damaged")
	}
}
