package main

import (
	"go/ast"
	"go/types"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/go/packages"
)

// largestCycle is how many files of a package may need each other. A larger knot is
// read all at once or not at all.
const largestCycle = 6

// TestFileCycles looks for files of a package that need each other in a circle.
func TestFileCycles(t *testing.T) {
	if testing.Short() {
		t.Skip("all packages are read with their types")
	}
	found, err := packages.Load(&packages.Config{
		Dir:  "..",
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedExportFile,
	}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range found {
		for _, err := range p.Errors {
			t.Errorf("%s: %v", p.PkgPath, err)
		}
		for _, cycle := range cycles(uses(p)) {
			if len(cycle) > largestCycle {
				t.Errorf("%s: %d files need each other: %v", p.PkgPath, len(cycle), cycle)
			}
		}
	}
	if len(found) < 20 {
		t.Errorf("%d packages were looked at", len(found))
	}
}

// uses lists, for each file of a package, the other files of the package whose
// functions, methods, types, variables and constants it uses.
func uses(p *packages.Package) map[string][]string {
	file := func(n types.Object) string { return filepath.Base(p.Fset.Position(n.Pos()).Filename) }
	edges := map[string][]string{}
	for _, f := range p.Syntax {
		from := filepath.Base(p.Fset.Position(f.Pos()).Filename)
		edges[from] = nil
		ast.Inspect(f, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			used := p.TypesInfo.Uses[id]
			if used == nil || used.Pkg() != p.Types {
				return true
			}
			fn, isFunc := used.(*types.Func)
			isMethod := isFunc && fn.Signature().Recv() != nil
			if to := file(used); to != from && (isMethod || used.Parent() == p.Types.Scope()) && !slices.Contains(edges[from], to) {
				edges[from] = append(edges[from], to)
			}
			return true
		})
	}
	return edges
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
