package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// TestCellsArePairs holds that report.Cells and its method And get a title and a value for each column: the
// compiler does not count them.
func TestCellsArePairs(t *testing.T) {
	calls := 0
	files := token.NewFileSet()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for n := range ast.Preorder(file) {
			call, ok := n.(*ast.CallExpr)
			if !ok || !isCells(call.Fun) || call.Ellipsis.IsValid() {
				continue
			}
			calls++
			if len(call.Args)%2 != 0 {
				t.Errorf("%s: %d titles and values; each title needs a value", files.Position(call.Pos()), len(call.Args))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if calls < 100 {
		t.Errorf("only %d calls of Cells were found; is it named so still?", calls)
	}
}

// isCells reports whether a function is report.Cells or report.Row.And, by its name.
func isCells(function ast.Expr) bool {
	switch f := function.(type) {
	case *ast.Ident:
		return f.Name == "Cells"
	case *ast.SelectorExpr:
		return f.Sel.Name == "Cells" || f.Sel.Name == "And"
	}
	return false
}
