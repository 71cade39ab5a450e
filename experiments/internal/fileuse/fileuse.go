// Package fileuse finds out, for tests of the house, which files of a package use which.
package fileuse

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/packages"
)

// Load reads the packages that patterns name, from a folder, with the types that [Of] needs.
func Load(dir string, patterns ...string) ([]*packages.Package, error) {
	const mode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedSyntax |
		packages.NeedTypes | packages.NeedTypesInfo | packages.NeedExportFile
	return packages.Load(&packages.Config{Dir: dir, Mode: mode}, patterns...)
}

// Of lists, for each file of some packages, their other files whose functions, methods, types,
// variables and constants it uses. Files are named with the folder of their package.
func Of(loaded ...*packages.Package) map[string][]string {
	own := map[string]bool{}
	for _, p := range loaded {
		own[p.PkgPath] = true
	}

	edges := map[string][]string{}
	for _, p := range loaded {
		for _, f := range p.Syntax {
			from := Declaring(p, f)
			edges[from] = nil
			ast.Inspect(f, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				if !ok {
					return true
				}
				used := p.TypesInfo.Uses[id]
				if used == nil || used.Pkg() == nil || !own[used.Pkg().Path()] {
					return true
				}
				fn, isFunc := used.(*types.Func)
				isMethod := isFunc && fn.Signature().Recv() != nil
				if !isMethod && used.Parent() != used.Pkg().Scope() {
					return true
				}
				if to := Declaring(p, used); to != from && !slices.Contains(edges[from], to) {
					edges[from] = append(edges[from], to)
				}
				return true
			})
		}
	}
	return edges
}

// Declaring names the file in which something of a loaded package stands, with its folder.
func Declaring(p *packages.Package, at interface{ Pos() token.Pos }) string {
	folder, file := filepath.Split(p.Fset.Position(at.Pos()).Filename)
	return filepath.Base(folder) + "/" + file
}
