package house

import (
	"go/doc/comment"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"codebreak/engine/enginetest"
)

// TestManuals holds that go doc of the packages that other programs begin with shows a piece of
// a program, which is taken line by line from examples that are run.
func TestManuals(t *testing.T) {
	for _, pkg := range []string{"engine", "engine/game", "engine/strategy", "engine/tree", "engine/optimal"} {
		folder := filepath.Join(root, filepath.FromSlash(pkg))
		lines := codeOf(t, folder)
		if len(lines) < 3 {
			t.Errorf("the comment of package %s shows %d lines of a program", pkg, len(lines))
		}

		var examples strings.Builder
		for _, path := range glob(t, folder, "*_test.go") {
			examples.WriteString(enginetest.ReadFile(t, path))
		}
		for _, line := range lines {
			if !strings.Contains(examples.String(), line) {
				t.Errorf("the comment of package %s shows %q, which stands in none of its examples", pkg, line)
			}
		}
	}
}

// codeOf returns the lines of code in the comment of a package.
func codeOf(t *testing.T, folder string) (lines []string) {
	t.Helper()
	for _, path := range glob(t, folder, "*.go") {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.PackageClauseOnly|parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if file.Doc == nil {
			continue
		}
		var read comment.Parser
		for _, block := range read.Parse(file.Doc.Text()).Content {
			if code, ok := block.(*comment.Code); ok {
				lines = append(lines, strings.Split(strings.TrimSpace(code.Text), "\n")...)
			}
		}
	}
	return lines
}
