package house

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"codebreak/engine/enginetest"
)

// root is the folder of the module.
var root = filepath.Join("..", "..")

// allowed says which packages of the module each package may import, from the
// ground up. The data's way is the layout: what to run, play it out, keep the
// answers, render them.
var allowed = map[string][]string{
	"engine/wording":          {"engine/pattern"},
	"engine/parallel":         {},
	"engine/scatter":          {},
	"engine/pattern":          {},
	"engine/internal/numbers": {},

	"engine/game":       {"engine/internal/numbers", "engine/pattern", "engine/wording"},
	"engine/enginetest": {"engine/game"}, // for tests alone
	"engine/game/pegs":  {"engine/game", "engine/internal/numbers", "engine/wording"},
	"engine/game/words": {"engine/game", "engine/parallel", "engine/pattern", "engine/wording"},
	"engine/bounds":     {"engine/game"},

	"engine/internal/normal": {"engine/game", "engine/scatter"},

	"engine/partition/internal/kernel": {"engine/game"},
	"engine/partition":                 {"engine/game", "engine/partition/internal/kernel"},

	"engine/strategy/internal/programs": {"engine/game", "engine/internal/numbers", "engine/partition"},
	"engine/strategy":                   {"engine/game", "engine/partition", "engine/pattern", "engine/scatter", "engine/strategy/internal/programs", "engine/wording"},

	"engine/tree":          {"engine/game", "engine/parallel", "engine/partition", "engine/strategy", "engine/wording"},
	"engine/deduce":        {"engine/game"},
	"engine/ties":          {"engine/game", "engine/parallel", "engine/partition", "engine/scatter", "engine/strategy", "engine/tree"},
	"engine/chance":        {"engine/game", "engine/internal/normal", "engine/internal/numbers", "engine/parallel", "engine/partition", "engine/scatter", "engine/strategy", "engine/tree", "engine/wording"},
	"engine/within":        {"engine/bounds", "engine/game", "engine/partition", "engine/scatter", "engine/tree"},
	"engine/proof":         {"engine/game", "engine/internal/numbers", "engine/game/pegs", "engine/game/words", "engine/pattern", "engine/wording"}, // nothing of the search
	"engine/proof/outline": {"engine/game", "engine/internal/numbers", "engine/proof"},
	"engine/static":        {"engine/game", "engine/internal/numbers", "engine/parallel", "engine/partition"},
	"engine/absurdle":      {"engine/game", "engine/internal/numbers", "engine/parallel", "engine/partition", "engine/scatter"},
	"engine/worstcase":     {"engine/bounds", "engine/game", "engine/internal/numbers", "engine/parallel", "engine/partition", "engine/scatter", "engine/tree"},

	"engine/optimal/internal/search": {"engine/bounds", "engine/game", "engine/internal/normal", "engine/internal/numbers", "engine/parallel", "engine/partition", "engine/scatter", "engine/strategy", "engine/tree"},
	"engine/optimal":                 {"engine/bounds", "engine/game", "engine/optimal/internal/search", "engine/parallel", "engine/strategy", "engine/tree", "engine/wording"},

	"engine/advice":      {"engine/game", "engine/optimal", "engine/partition", "engine/strategy", "engine/tree"},
	"engine/equilibrium": {"engine/game", "engine/optimal", "engine/tree", "engine/wording"},
	"engine":             {"engine/bounds", "engine/game", "engine/game/pegs", "engine/game/words", "engine/pattern", "engine/strategy", "engine/tree", "engine/optimal", "engine/wording"},

	"configs":           {"engine", "engine/game", "engine/strategy"},
	"configs/published": {"engine", "engine/game", "engine/game/words", "engine/pattern", "engine/wording", "engine/tree"},

	"report/internal/textwrap": {},
	"report/lists":             {},
	"report/chart":             {"engine/pattern", "report/internal/textwrap"},
	"report":                   {"engine", "engine/bounds", "engine/game", "engine/game/words", "engine/optimal", "engine/parallel", "engine/pattern", "engine/wording", "engine/strategy", "engine/tree", "configs/published", "report/chart", "report/internal/textwrap", "report/lists"},
	"report/web":               {"engine/game", "engine/game/words", "engine/parallel", "engine/pattern", "engine/tree", "engine/wording", "report", "report/chart"},

	"experiments/internal/fileuse": {}, // for tests alone

	"experiments/store":      {"engine/pattern", "engine/wording"},
	"experiments/transcript": {"engine/game", "engine/pattern", "engine/wording"},
	"experiments/external": {
		"engine/chance", "engine/game", "engine/parallel", "engine/partition", "engine/pattern", "engine/wording", "engine/strategy", "engine/tree", "experiments/transcript",
	},
	"experiments/external/players/minimax": {},
	"experiments/notebook":                 {"engine/parallel", "engine/wording", "report", "report/chart", "report/lists", "report/web", "experiments/store"},
	"experiments/notebook/ask": {
		"engine", "engine/*", "engine/pattern", "configs/published", "experiments/external", "experiments/notebook", "experiments/store", "report/lists",
	},
	"experiments/notebook/random": {
		"engine", "engine/*", "experiments/notebook", "experiments/notebook/ask", "report/lists",
	},
	"experiments/notebook/fixed": {
		"engine", "engine/*", "experiments/notebook", "experiments/notebook/ask", "report/lists",
	},
	"experiments/notebook/fingerprint": {
		"engine", "experiments/external", "experiments/notebook/ask", "experiments/notebook/fixed", "experiments/notebook/random", "experiments/store",
	},
	"experiments/notebook/bench": {
		"engine", "engine/*", "engine/pattern", "experiments/notebook", "experiments/notebook/ask",
	},
	"experiments/claims": {
		"engine", "engine/*", "configs/published", "report", "report/chart", "report/lists", "experiments/notebook", "experiments/notebook/ask", "experiments/notebook/fixed", "experiments/notebook/random",
	},
	"experiments/origin": {"engine", "engine/*", "engine/pattern", "configs/published", "report", "experiments/notebook", "experiments/store"},

	// The commands: what all share, then families, each of which may use those above it.
	"experiments/base": {
		"engine", "engine/game", "engine/game/words", "engine/pattern", "engine/wording", "configs", "report", "report/chart", "experiments/notebook", "experiments/notebook/ask", "experiments/notebook/fingerprint", "experiments/store",
	},
	"experiments/players": {
		"engine/game", "engine/tree", "engine/wording", "experiments/base", "experiments/external", "experiments/store", "experiments/transcript",
	},
	"experiments/measure": {
		"engine", "engine/*", "engine/pattern", "configs/published", "report", "report/chart", "report/lists", "experiments/base", "experiments/claims", "experiments/notebook", "experiments/notebook/ask", "experiments/notebook/random", "experiments/origin", "experiments/players",
	},
	"experiments/solve": {
		"engine", "engine/*", "report", "report/lists", "experiments/base", "experiments/measure", "experiments/notebook", "experiments/notebook/ask", "experiments/notebook/fixed", "experiments/store",
	},
	"experiments/board": {
		"engine", "engine/*", "report", "report/lists", "experiments/base", "experiments/measure", "experiments/notebook",
	},
	"experiments/agents": {
		"engine", "engine/*", "report", "report/chart", "report/lists", "experiments/base", "experiments/board", "experiments/measure", "experiments/notebook", "experiments/notebook/ask", "experiments/store", "experiments/transcript",
	},
	"experiments/explain": {
		"engine", "engine/*", "configs", "configs/published", "report", "experiments/base", "experiments/claims", "experiments/measure", "experiments/notebook", "experiments/notebook/ask", "experiments/notebook/fixed", "experiments/origin",
	},
	"experiments/runs": {
		"engine/game", "engine/optimal", "engine/pattern", "engine/wording", "report", "report/chart", "report/web", "experiments/base", "experiments/measure", "experiments/notebook", "experiments/notebook/ask", "experiments/solve", "experiments/store",
	},
	"experiments/cli": {
		"engine/game", "engine/partition", "engine/strategy", "engine/wording", "report", "report/lists", "experiments/agents", "experiments/base", "experiments/board", "experiments/explain", "experiments/external", "experiments/measure", "experiments/notebook", "experiments/runs", "experiments/solve",
	},
	"experiments/cli/clitest": { // for tests alone
		"engine", "engine/enginetest", "engine/pattern", "engine/strategy", "configs", "report", "report/chart", "experiments/base", "experiments/cli", "experiments/notebook", "experiments/notebook/ask", "experiments/notebook/random",
	},
	"experiments/cli/faults": {}, // tests alone
	"experiments/house":      {}, // tests alone

	"experiments/pages": {
		"engine", "engine/*", "engine/pattern", "configs", "configs/published", "report", "report/chart", "report/lists", "experiments/claims", "experiments/external", "experiments/notebook", "experiments/notebook/ask", "experiments/notebook/fixed", "experiments/notebook/random", "experiments/notebook/bench",
	},
	"experiments": {
		"experiments/cli", "experiments/pages",
	},
}

// commands are the packages of the command line.
var commands = []string{
	"experiments/base", "experiments/players", "experiments/measure", "experiments/solve", "experiments/board", "experiments/agents", "experiments/explain", "experiments/runs", "experiments/cli",
}

// alone says which packages alone, with those below them, may import a library.
var alone = map[string][]string{
	"gonum.org/v1/plot":                 {"report/chart"},
	"github.com/olekukonko/tablewriter": {"report"},
	"github.com/spf13/cobra":            commands,
	"github.com/gofrs/flock":            {"experiments/store"},
	"github.com/kballard/go-shellquote": {"experiments/external"},
}

// TestNoWebServer checks that no library brings net/http with it, which no command needs and
// which made the program 43 MB large instead of 37.
func TestNoWebServer(t *testing.T) {
	list := exec.Command("go", "list", "-deps", "./experiments")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := strings.Fields(string(out))
	if !slices.Contains(packages, "gonum.org/v1/plot/vg/draw") || slices.Contains(packages, "net/http") {
		t.Errorf("the program imports %d packages; they must have gonum.org/v1/plot/vg/draw and not net/http", len(packages))
	}
}

// TestHouse holds the imports of every package against the lists. Imports that
// point the other way, and packages that stand in no list, fail it.
func TestHouse(t *testing.T) {
	const module = "codebreak/"
	list := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		pkg := strings.TrimPrefix(fields[0], module)
		may, ok := allowed[pkg]
		if !ok {
			t.Errorf("package %s stands in no list of this test", pkg)
			continue
		}
		seen++
		for _, path := range fields[1:] {
			own, ours := strings.CutPrefix(path, module)
			if ours && !slices.ContainsFunc(may, func(pattern string) bool {
				below, wide := strings.CutSuffix(pattern, "/*")
				return own == pattern || wide && strings.HasPrefix(own, below+"/")
			}) {
				t.Errorf("%s imports %s; it may import %s", pkg, own, strings.Join(may, ", "))
			}
			for library, owners := range alone {
				if within(path, library) && !slices.ContainsFunc(owners, func(owner string) bool { return within(pkg, owner) }) {
					t.Errorf("%s imports %s, which only %s may", pkg, path, strings.Join(owners, ", "))
				}
			}
		}
	}
	if seen != len(allowed) {
		t.Errorf("%d of %d packages are there", seen, len(allowed))
	}
}

// TestEngineReadmeOrder holds that the engine's README names every package of the engine, and
// each below all that it imports.
func TestEngineReadmeOrder(t *testing.T) {
	row := regexp.MustCompile(`(?m)^\| (\[.*?|engine) \|`)
	link := regexp.MustCompile(`\]\(([a-z/]+)\)`)
	place := map[string]int{} // of a package in the list
	for i, found := range row.FindAllStringSubmatch(enginetest.ReadFile(t, root, "engine", "README.md"), -1) {
		if found[1] == "engine" {
			place["engine"] = i
		}
		for _, folder := range link.FindAllStringSubmatch(found[1], -1) {
			place["engine/"+folder[1]] = i
		}
	}

	for pkg, imports := range allowed {
		if !within(pkg, "engine") {
			continue
		}
		own, listed := place[pkg]
		if !listed {
			t.Errorf("engine/README.md does not list %s", pkg)
			continue
		}
		for _, other := range imports {
			if at, ok := place[other]; !ok || at >= own {
				t.Errorf("engine/README.md lists %s in row %d, and %s, which it may import, in row %d", pkg, own, other, at)
			}
		}
	}
}

// within reports whether a package is another, or below it.
func within(pkg, other string) bool {
	return pkg == other || strings.HasPrefix(pkg, other+"/")
}
