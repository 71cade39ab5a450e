//go:build !js

package runs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/experiments/base"
	"codebreak/experiments/measure"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/experiments/store"
	"codebreak/report/web"
)

// LabCommand is lab, which makes a page with the program in it.
func LabCommand(a *base.App) *cobra.Command {
	var file string
	cmd := base.NewCommand("lab", base.NoArguments, func(cmd *cobra.Command, _ []string) error {
		file = cmp.Or(file, filepath.Join(a.Results, "lab.html"))
		return writeLab(cmd.Context(), a, file)
	})

	cmd.Flags().StringVarP(&file, "output", "o", "", "file that is written (default: lab.html in the results folder)")
	return cmd
}

// writeLab builds the lab, and writes it into a file.
func writeLab(ctx context.Context, a *base.App, file string) error {
	if err := base.CheckOutput(file); err != nil {
		return base.Usagef("--output: %w", err)
	}

	page, err := buildLab(ctx, a)
	if err != nil {
		return err
	}
	if err := store.WriteFile(file, page); err != nil {
		return store.Failed(file+" cannot be written", err)
	}
	a.Say("lab: %s, %.1f MB; open it in a browser", file, float64(len(page))/1e6)
	return nil
}

// buildLab builds the program for browsers, and the page that runs it.
func buildLab(ctx context.Context, a *base.App) ([]byte, error) {
	source, err := sourceFolder()
	if err != nil {
		return nil, err
	}

	folder, err := os.MkdirTemp("", "codebreak-lab-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)

	a.Say("building the program for browsers")
	wasm := filepath.Join(folder, "lab.wasm")
	build := exec.CommandContext(ctx, "go", "build", "-C", source,
		"-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", wasm, "./experiments/lab")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	switch text, err := build.CombinedOutput(); {
	case errors.Is(err, exec.ErrNotFound):
		return nil, errors.New("the lab is built with Go (https://go.dev/dl), and no go command was found")
	case err != nil:
		return nil, cmp.Or(ctx.Err(), fmt.Errorf("the program does not build: %w: %s", err, text))
	}

	root, err := exec.CommandContext(ctx, "go", "-C", source, "env", "GOROOT").Output()
	if err != nil {
		return nil, cmp.Or(ctx.Err(), err)
	}

	program := web.Program{Files: labFiles(ctx, a)}
	if program.Wasm, err = os.ReadFile(wasm); err != nil {
		return nil, err
	}
	wasmExec := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")
	if program.Runtime, err = os.ReadFile(wasmExec); err != nil {
		return nil, err
	}
	return web.Lab(program)
}

// sourceFolder finds the folder of the module: the working directory, or the folder above the
// program, where run.sh builds it.
func sourceFolder() (string, error) {
	folders := []string{"."}
	if program, err := os.Executable(); err == nil {
		folders = append(folders, filepath.Join(filepath.Dir(program), ".."))
	}
	for _, folder := range folders {
		main := filepath.Join(folder, "experiments", "lab", "main.go")
		if _, err := os.Stat(main); err == nil {
			return folder, nil
		}
	}
	return "", errors.New("the sources of codebreak are not found; run this command in its clone")
}

// labFiles returns the results that the lab knows without computing them: all measured figures, and
// the optimal trees for which a page has room. It leaves out long trees that a search finds at
// once, and long trees of 3 positions, which few people ask for.
func labFiles(ctx context.Context, a *base.App) map[string][]byte {
	const mostPacked, longPacked = 6_000, 1_500 // bytes of a tree, see [tree.Tree.Brief]
	kept := func(p optimal.Problem, r notebook.RecordedTree) bool {
		positions, _ := p.Game.Shape()
		dispensable := positions <= 3 || ask.SearchSeconds(p.Spec()) == 0
		most := mostPacked
		if dispensable {
			most = longPacked
		}
		return len(r.Packed) <= most && measure.ProvedTree(ctx, p, r) != nil
	}

	files := map[string][]byte{}
	names := []string{
		notebook.MarkerName,
		notebook.AllName,
		notebook.FrontName,
		"records/" + notebook.RecordName,
	}
	for _, name := range names {
		text, err := store.ReadFileContext(ctx, filepath.Join(a.Results, name), 0)
		if err == nil && strings.HasSuffix(name, notebook.RecordName) {
			text, err = notebook.KeepTrees(text, func(r notebook.RecordedTree) bool {
				g, err := game.Parse(r.Game)
				return err == nil && kept(optimal.Problem{Game: g, Objective: optimal.Total}, r)
			})
		}
		if err != nil {
			a.Warn(fmt.Sprintf("the lab lacks %s: %v", name, store.Cause(err)))
			continue
		}
		files["results/"+name] = text
	}
	return files
}
