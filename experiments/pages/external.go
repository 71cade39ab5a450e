// Whether programs in other languages reproduce the engine's results.

package pages

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"codebreak/engine"
	"codebreak/engine/wording"
	"codebreak/experiments/external"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
)

// examplePlayers is the folder of the programs that show how to take part.
const examplePlayers = "experiments/external/players"

// players are the programs that play mm4x6. A change of one needs its new hash here, and a new
// version.
func players() []external.Program {
	return []external.Program{
		examplePlayer("Knuth in Python", "minimax.py", "ef9b0b9595d25f7fb8a35c3236e5dcec54b800aa6a78717402ad227fbac11dc5", "python3"),
		examplePlayer("minimax in Go", "minimax/main.go", "64a783b5b5c6702cfaa92c44d7ebc496a4636b9eba87f59dd53cef3144dd3d84", "go", "run"),
		examplePlayer("first candidate in awk", "simple.sh", "d09859ef1d7845a557de6d7e08ccc4f1b5be2061cb2d19968bcfb610f62124ee", "sh"),
		examplePlayer("first candidate in Python", "simple.py", "49c2c7b8c78d50942b938474748657c5488acb045c31fd48cc4b086485206ebb", "python3"),
		examplePlayer("bad on purpose", "bad.py", "11e856f92e5be10357d812621d2ae900102325a93087901e69c8aa863afbca1e", "python3"),
	}
}

// examplePlayer is a program of the folder.
func examplePlayer(name, file, sum string, command ...string) external.Program {
	file = filepath.Join(examplePlayers, file)
	return external.Program{
		Name:    name,
		Version: "1",
		SHA256:  sum,
		File:    file,
		Command: append(command, file),
	}
}

// externalEntry asks whether programs in other languages reproduce the engine's results in
// mm4x6. The programs are the examples of experiments/external.
func externalEntry() notebook.Entry {
	programs := notebook.StudyOf(players(), askProgram).All()
	builtIn := ask.Plays(subjects("mm4x6 minimax first=1122", "mm4x6 simple pool=consistent")).All()
	entry := entryOf("external", notebook.Both(programs, builtIn, externalPage))
	entry.OnDemand = true
	return entry
}

// An externalRow is a program with its result.
type externalRow struct {
	ask.External
	ask.ExternalPlayed
	like string // a strategy of the engine with the same histogram
}

func askProgram(p external.Program) notebook.Asked[externalRow] {
	q := ask.External{Game: "mm4x6", Program: p}
	return notebook.AskThen(q, func(played ask.ExternalPlayed) externalRow {
		return externalRow{External: q, ExternalPlayed: played, like: "none of these"}
	})
}

// externalPage compares programs with strategies. The first program should have the histogram of
// the first strategy.
func externalPage(rows []externalRow, builtIn []engine.Result) report.Page {
	var page report.Page
	for i := range rows {
		row := &rows[i]
		for _, r := range builtIn {
			if slices.Equal(r.Histogram, row.Result.Histogram) {
				row.like = strategyFrom(r)
			}
		}
		page.Results = append(page.Results, row.Result)
		for _, remark := range row.Remarks {
			page.Findings = append(page.Findings, row.Name+": "+remark+".")
		}
	}

	own, knuth := rows[0], builtIn[0]
	verdict := "No, %s needs %s guesses in all, and the engine %s."
	if slices.Equal(own.Result.Histogram, knuth.Histogram) {
		verdict = "Yes: %s needs %s guesses in all, and the engine %s, with the same histogram."
	}
	verdict = fmt.Sprintf(verdict,
		own.Name, wording.Thousands(own.Result.Total),
		wording.Thousands(knuth.Total))
	page.Findings = append([]string{verdict}, page.Findings...)
	page.Findings = page.Findings[:min(5, len(page.Findings))]

	page.Trees = []report.TreeView{{
		Game: own.Game,
		Name: strategyOf(own.Result),
		Tree: own.KeptTree(),
	}}
	addTable(&page, "Programs", rows, externalRow.cells)
	return page
}

func (r externalRow) cells() report.Row {
	file := strings.TrimPrefix(r.File, examplePlayers+"/")
	return report.Cells(
		"program", r.Name,
		"version", r.Version,
		"file", file,
		"hash", r.SHA256[:12],
		"first guess", r.Result.First,
		"total", r.Result.Total,
		"mean", r.Result.Mean,
		"worst", r.Result.Worst,
		"same histogram as", r.like,
	)
}
