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

// TestCellsArePairs holds that report.Cells have a title and a value for each column, and get one of
// each where cells are appended: the compiler does not count them.
func TestCellsArePairs(t *testing.T) {
	rows := 0
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
			given, ok := cellsIn(n)
			if !ok {
				continue
			}
			rows++
			if len(given)%2 != 0 {
				t.Errorf("%s: %d titles and values; each title needs a value", files.Position(n.Pos()), len(given))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if rows < 100 {
		t.Errorf("only %d rows of cells were found; are they named so still?", rows)
	}
}

// cellsIn returns the titles and values of a literal of report.Cells, or those that a call appends
// to a variable named cells or to the result of a function whose name ends so; false for anything
// else.
func cellsIn(n ast.Node) (given []ast.Expr, ok bool) {
	switch x := n.(type) {
	case *ast.CompositeLit:
		return x.Elts, nameOf(x.Type) == "Cells"
	case *ast.CallExpr:
		if nameOf(x.Fun) != "append" || len(x.Args) == 0 || x.Ellipsis.IsValid() {
			return nil, false
		}
		if to, ok := x.Args[0].(*ast.CallExpr); ok {
			return x.Args[1:], strings.HasSuffix(strings.ToLower(nameOf(to.Fun)), "cells")
		}
		to, ok := x.Args[0].(*ast.Ident)
		return x.Args[1:], ok && to.Name == "cells"
	}
	return nil, false
}

// nameOf is the name of a variable, a type or a function, without its package; empty for other
// expressions.
func nameOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}
