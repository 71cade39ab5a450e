package house

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"codebreak/experiments/internal/fileuse"
)

// largestCycle is how many files of a package may need each other. A larger knot is
// read all at once or not at all.
const largestCycle = 4

// TestFileCycles looks for files of a package that need each other in a circle.
func TestFileCycles(t *testing.T) {
	if testing.Short() {
		t.Skip("all packages are read with their types")
	}
	// Fewer files cannot be in a larger circle.
	found, err := fileuse.Load(root, packagesOfFiles(t, largestCycle+1)...)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range found {
		for _, err := range p.Errors {
			t.Errorf("%s: %v", p.PkgPath, err)
		}
		for _, cycle := range cycles(fileuse.Of(p)) {
			if len(cycle) > largestCycle {
				t.Errorf("%s: %d files need each other: %v", p.PkgPath, len(cycle), cycle)
			}
		}
	}
	if len(found) < 10 {
		t.Errorf("%d packages were looked at", len(found))
	}
}

// packagesOfFiles lists the packages that have at least a number of files.
func packagesOfFiles(t *testing.T, least int) []string {
	t.Helper()
	list := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .GoFiles " "}}`, "./...")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}

	var large []string
	for line := range strings.Lines(string(out)) {
		if words := strings.Fields(line); len(words)-1 >= least {
			large = append(large, words[0])
		}
	}
	return large
}

// cycles returns the strongly connected components of a graph (Tarjan 1972).
func cycles(edges map[string][]string) [][]string {
	var out [][]string
	var stack []string
	index, low := map[string]int{}, map[string]int{}
	var visit func(v string)
	visit = func(v string) {
		index[v] = len(index) + 1
		low[v] = index[v]
		stack = append(stack, v)
		for _, w := range edges[v] {
			if index[w] == 0 {
				visit(w)
				low[v] = min(low[v], low[w])
			} else if slices.Contains(stack, w) {
				low[v] = min(low[v], index[w])
			}
		}
		if low[v] == index[v] {
			at := slices.Index(stack, v)
			component := slices.Sorted(slices.Values(stack[at:]))
			stack = stack[:at]
			out = append(out, component)
		}
	}
	for v := range edges {
		if index[v] == 0 {
			visit(v)
		}
	}
	return out
}

// TestCycles holds the components of a small graph against those that are seen.
func TestCycles(t *testing.T) {
	got := cycles(map[string][]string{"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": {"e"}, "e": {"d"}, "f": {"a"}})
	slices.SortFunc(got, slices.Compare[[]string])
	want := [][]string{{"a", "b", "c"}, {"d", "e"}, {"f"}}
	if !slices.EqualFunc(got, want, slices.Equal[[]string]) {
		t.Errorf("components %v, want %v", got, want)
	}
}
