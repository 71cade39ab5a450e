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

// Of lists, for each file of a package, the other files of the package whose functions,
// methods, types, variables and constants it uses.
func Of(p *packages.Package) map[string][]string {
	edges := map[string][]string{}
	for _, f := range p.Syntax {
		from := fileOf(p, f)
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
			if !isMethod && used.Parent() != p.Types.Scope() {
				return true
			}
			if to := fileOf(p, used); to != from && !slices.Contains(edges[from], to) {
				edges[from] = append(edges[from], to)
			}
			return true
		})
	}
	return edges
}

func fileOf(p *packages.Package, at interface{ Pos() token.Pos }) string {
	return filepath.Base(p.Fset.Position(at.Pos()).Filename)
}
