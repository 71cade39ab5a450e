package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/tree"
	"codebreak/report"
)

// A runner runs entries of the notebook and writes their pages.
type runner struct {
	options
	stdout   io.Writer
	formats  []report.Format // of pictures, beside PNG
	markdown bool            // whether pages are printed as Markdown
	// played holds what this run has measured already: entries share
	// configurations. trees holds the trees that some entry observes.
	played  map[engine.Key]engine.Result
	trees   map[engine.Key]*tree.Tree
	timings timings
}

// timings is what results/timings.json holds: how long everything took and
// where, apart from the results, which do not depend on it.
type timings struct {
	Go      string         `json:"go"`
	System  string         `json:"system"`
	CPUs    int            `json:"cpus"`
	Workers int            `json:"workers"`
	Entries []entryTimings `json:"entries"`
}

type entryTimings struct {
	Entry          string                `json:"entry"`
	Seconds        float64               `json:"seconds"`
	Configurations []configurationTiming `json:"configurations"`
	Searches       []configurationTiming `json:"searches,omitempty"`
}

type configurationTiming struct {
	Configuration string  `json:"configuration"`
	Seconds       float64 `json:"seconds"`
	// PublishedSeconds is how long a source says the same took it.
	PublishedSeconds int `json:"published_seconds,omitempty"`
}

// runEntries runs the entries one after another; each is written as soon as
// it is finished. When the context ends, what is finished stays and what is
// missing is said.
func (r *runner) runEntries(ctx context.Context, entries []entry) error {
	if err := r.check(entries); err != nil {
		return err
	}
	r.trees = map[engine.Key]*tree.Tree{}
	for _, e := range entries {
		for _, c := range e.configurations {
			key, err := c.Key()
			if err != nil {
				return err // which check has not let pass
			}
			if e.observe != nil {
				r.trees[key] = nil // to be kept once it is grown
			}
		}
	}
	r.timings = timings{
		Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH,
		CPUs: runtime.NumCPU(), Workers: r.workers,
	}
	bar := r.newProgress(playCosts(entries))
	var finished []string
	var failure error
	for i, e := range entries {
		bar.describe(e.name)
		page, err := r.runEntry(ctx, e, bar)
		if err == nil {
			err = report.Write(r.results, page, r.formats...)
		}
		if err != nil {
			failure = fmt.Errorf("entry %s: %w", e.name, err)
			if ctx.Err() != nil {
				failure = interruption(finished, entries[i:])
			}
			break
		}
		finished = append(finished, e.name)
		bar.clear()
		if failure = page.Print(r.stdout, viewOf(r.stdout, r.markdown)); failure != nil {
			break
		}
		r.sayTimes()
	}
	bar.finish()
	if len(finished) > 0 {
		if err := r.finish(); err != nil {
			return errors.Join(failure, err)
		}
		if !r.quiet {
			fmt.Fprintf(r.stderr, "\nPages with pictures: %s, and to look at in a browser: %s\n", filepath.Join(r.results, "README.md"), filepath.Join(r.results, "index.html"))
		}
	}
	return failure
}

// check refuses entries whose pages could not be written, or that need too much
// memory, before any work starts.
func (r *runner) check(entries []entry) error {
	if err := checkResultsFolder(r.results, entries); err != nil {
		return usageError{err}
	}
	removeForgotten(r.results)
	for _, e := range entries {
		for _, c := range e.configurations {
			if err := r.checkMemory(c); err != nil {
				return usageError{fmt.Errorf("entry %s, %s: %w", e.name, c, err)}
			}
		}
	}
	return nil
}

func publishedSeconds(c engine.Configuration) int {
	for _, p := range published.Figures() {
		if p.Configuration == c {
			return p.Seconds
		}
	}
	return 0
}

// sayTimes compares the times of the entry finished last with published ones.
// Times are messages, not results.
func (r *runner) sayTimes() {
	if r.quiet || len(r.timings.Entries) == 0 {
		return
	}
	last := r.timings.Entries[len(r.timings.Entries)-1]
	for _, t := range last.Searches {
		fmt.Fprintf(r.stderr, "time: %s took %.3f s\n", t.Configuration, t.Seconds)
	}
	for _, t := range last.Configurations {
		if t.PublishedSeconds > 0 {
			fmt.Fprintf(r.stderr, "time: %s took %.3f s; its source reports about %d s\n", t.Configuration, t.Seconds, t.PublishedSeconds)
		}
	}
}

func interruption(finished []string, missing []entry) error {
	var names []string
	for _, e := range missing {
		names = append(names, e.name)
	}
	kept := "nothing was finished"
	if len(finished) > 0 {
		kept = "finished and kept: " + strings.Join(finished, ", ")
	}
	return interruptedError(fmt.Sprintf("interrupted; %s; missing: %s", kept, strings.Join(names, ", ")))
}

// runEntry plays an entry's configurations and tells its page.
func (r *runner) runEntry(ctx context.Context, e entry, bar *progress) (*report.Page, error) {
	if r.played == nil {
		r.played = map[engine.Key]engine.Result{}
	}
	timing := entryTimings{Entry: e.name}
	start := time.Now()
	var results []engine.Result
	for i, c := range e.configurations {
		key, err := c.Key()
		if err != nil {
			return nil, err
		}
		result, ok := r.played[key]
		grown := r.trees[key]
		if ok && (e.observe == nil || grown != nil) {
			bar.add(playCost(c))
		} else {
			_, shared := r.trees[key]
			t, played, took, err := r.play(ctx, c, shared || e.observe != nil, bar.perSecret(c))
			if err != nil {
				return nil, err
			}
			result, grown = played, t
			r.played[key] = result
			if shared {
				r.trees[key] = t
			}
			if took.Cached {
				bar.add(playCost(c))
			} else {
				timing.Configurations = append(timing.Configurations, configurationTiming{c.String(), took.Seconds, publishedSeconds(c)})
			}
		}
		if e.observe != nil {
			e.observe(i, grown)
		}
		results = append(results, result)
	}
	if e.search != nil {
		searches, err := e.search(ctx, r.options)
		if err != nil {
			return nil, err
		}
		timing.Searches = searches
	}
	page := e.tell(results)
	page.Name, page.Title, page.Question, page.Results = e.name, e.title, e.question, results
	timing.Seconds = time.Since(start).Seconds()
	r.timings.Entries = append(r.timings.Entries, timing)
	return &page, nil
}

// links lists the entries for the front pages.
func links() []report.Link {
	var out []report.Link
	for _, e := range notebook() {
		out = append(out, report.Link{Name: e.name, Title: e.title, How: "./run.sh run " + e.name})
	}
	return out
}

// loadPages reads what the results folder holds, and warns of what cannot be
// used.
func (o *options) loadPages() (entries []report.Link, pages []*report.Page, err error) {
	entries = links()
	pages, warnings, err := report.Load(o.results, entries)
	for _, warning := range warnings {
		o.warn(warning)
	}
	return entries, pages, err
}

// writeFronts writes the front pages.
func (o *options) writeFronts(entries []report.Link, pages []*report.Page) error {
	return errors.Join(report.WriteFront(o.results, entries, pages), report.WriteIndex(o.results, entries, pages))
}

// finish writes the front pages and the timings.
func (r *runner) finish() error {
	entries, pages, err := r.loadPages()
	if err == nil {
		err = r.writeFronts(entries, pages)
	}
	if err != nil {
		return err
	}
	data, err := json.MarshalIndent(r.timings, "", "  ")
	if err != nil {
		return err
	}
	return report.WriteFile(filepath.Join(r.results, "timings.json"), append(data, '\n'))
}

// checkResultsFolder makes sure, before any work starts, that the entries'
// pages can be written.
func checkResultsFolder(dir string, entries []entry) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("results folder %q cannot be made: %w", dir, err)
	}
	for _, folder := range []string{cellsName, filepath.Join(cellsName, "locks"), filepath.Join(cellsName, "times")} {
		if info, err := os.Stat(filepath.Join(dir, folder)); err == nil && !info.IsDir() {
			return fmt.Errorf("%q must be a folder", filepath.Join(dir, folder))
		}
	}
	targets := []string{filepath.Join(dir, "README.md"), filepath.Join(dir, "index.html"), filepath.Join(dir, "timings.json")}
	folders := []string{dir}
	for _, e := range entries {
		folder := filepath.Join(dir, e.name)
		content, err := os.ReadDir(folder)
		if errors.Is(err, fs.ErrNotExist) {
			continue // to be made later
		}
		if err != nil {
			return fmt.Errorf("results folder %q cannot be read: %w", folder, err)
		}
		folders = append(folders, folder)
		for _, c := range content {
			if c.Name() != certificates {
				targets = append(targets, filepath.Join(folder, c.Name()))
			}
		}
	}
	for _, folder := range folders {
		if err := probeFolder(folder); err != nil {
			return fmt.Errorf("results folder %q cannot be written: %w", folder, err)
		}
	}
	for _, target := range targets {
		if info, err := os.Lstat(target); err == nil && info.IsDir() {
			return fmt.Errorf("%q is a folder, where a file is to be written", target)
		}
	}
	return nil
}
