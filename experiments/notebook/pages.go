package notebook

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"codebreak/engine/parallel"
	"codebreak/experiments/store"
	"codebreak/report"
	"codebreak/report/chart"
	"codebreak/report/web"
)

// write writes an entry's files. It removes the files that the record lists and that are
// not made any more.
func (r *Runner) write(e Entry, o Outcome, page *report.Page) error {
	before, _ := r.record(r.Folder, e.Name, r.LargestFile()) // if it cannot be read nothing is removed
	return r.Folder.write(e, o, page, before.Files, r.Workers, r.Formats)
}

// A loaded entry has its page, just made or made from its record, or the error in the way.
type loaded struct {
	entry   Entry
	outcome Outcome
	page    *report.Page
	err     error
}

// load makes the pages of all entries that have a record; a page that a run has just made is
// handed on. As many records are read as fit the memory limit together. What cannot be used is
// warned of, and marked in the links. It stops when the context ends.
func (r *Runner) load(ctx context.Context, made []*entryRun) (entries []loaded, links []report.Link) {
	all := Map(r.Entries, func(e Entry) loaded { return loaded{entry: e} })
	records := make([]record, len(all))
	limit := r.LargestFile()
	for i := range all {
		l := &all[i]
		if run := runOf(made, l.entry); run != nil {
			l.outcome, l.page = run.outcome, run.page
			continue
		}
		records[i], l.err = r.record(r.Folder, l.entry.Name, limit)
		limit = max(1, limit-records[i].weight)
	}

	// One record takes half a second to check, and a run that is interrupted still has to
	// link its pages.
	stopped := parallel.Each(ctx, r.Workers, len(all), func(_, i int) error {
		l := &all[i]
		if l.page == nil && l.err == nil {
			l.makePage(ctx, r.Folder, records[i])
		}
		return nil
	})
	if stopped != nil {
		return nil, nil
	}

	for _, l := range all {
		link := report.Link{Name: l.entry.Name, Question: l.entry.Question, How: l.entry.run()}
		switch {
		case l.err == nil:
			entries = append(entries, l)
		case !errors.Is(l.err, fs.ErrNotExist):
			link.Problem, link.Outdated = l.err.Error(), errors.Is(l.err, errMissing)
			r.warn(l.err.Error())
		}
		links = append(links, link)
	}

	pages := pagesOf(entries)
	for _, l := range entries {
		if l.entry.Catalogue {
			l.page.Catalogue(pages)
		}
	}
	return entries, links
}

// runOf finds the run of an entry; nil without one.
func runOf(runs []*entryRun, e Entry) *entryRun {
	i := slices.IndexFunc(runs, func(run *entryRun) bool { return run.entry.Name == e.Name })
	if i < 0 {
		return nil
	}
	return runs[i]
}

// makePage makes the page of the answers in the record.
func (l *loaded) makePage(ctx context.Context, folder Folder, rec record) {
	l.outcome, l.err = rec.outcome(ctx, l.entry)
	if l.err == nil {
		l.page, l.err = l.entry.page(l.outcome)
	}
	if l.err != nil {
		l.err = fmt.Errorf("%s: %w", folder.path(l.entry.Name, RecordName), l.err)
	}
}

// warnForeign warns of records in the folder that belong to no entry.
func (r *Runner) warnForeign() {
	content, _ := os.ReadDir(string(r.Folder)) // which was claimed
	for _, c := range content {
		_, err := os.Lstat(r.Folder.path(c.Name(), RecordName))
		if err == nil && !slices.ContainsFunc(r.Entries, func(e Entry) bool { return e.Name == c.Name() }) {
			r.warn(r.Folder.path(c.Name()) + " belongs to no entry of the notebook; ignored")
		}
	}
}

// Pages makes the pages of all existing records, and links to all entries.
func (r *Runner) Pages() ([]*report.Page, []report.Link) {
	entries, links := r.load(context.Background(), nil)
	return pagesOf(entries), links
}

func pagesOf(entries []loaded) []*report.Page {
	return Map(entries, func(l loaded) *report.Page { return l.page })
}

// writeFronts writes the front pages of all records that are there, and the files of
// entries that catalogue all. It takes no context: the pages of what is finished are linked
// even after an interruption.
func (r *Runner) writeFronts(made []*entryRun) error {
	entries, links := r.load(context.Background(), made)
	for _, l := range entries {
		if !l.entry.Catalogue {
			continue
		}
		if err := r.write(l.entry, l.outcome, l.page); err != nil {
			return err
		}
		if runOf(made, l.entry) != nil {
			answer, _ := l.page.Answer()
			if err := r.announce(l.entry.Name, answer); err != nil {
				return err
			}
		}
	}
	return r.writeFrontsOf(entries, links)
}

// writeFrontsOf writes what is made from all pages.
func (r *Runner) writeFrontsOf(entries []loaded, links []report.Link) error {
	pages := pagesOf(entries)
	tallies := report.Tallies(pages)
	r.Verdicts = ""
	if len(tallies) > 0 {
		r.Verdicts = report.CountVerdicts(tallies)
	}

	files := []struct {
		name    string
		content []byte
		make    func() ([]byte, error)
	}{
		{name: IndexName, make: func() ([]byte, error) { return web.Index(links, pages) }},
		{name: FrontName, make: func() ([]byte, error) { return report.Front(links, pages), nil }},
		{name: AllName, make: func() ([]byte, error) { return report.AllCSV(pages) }},
		{name: PublishedName, make: func() ([]byte, error) { return report.PublishedCSV(pages) }},
		{name: dataName, make: func() ([]byte, error) { return report.DataPackage(pages) }},
		{name: report.OverviewFile, make: func() ([]byte, error) {
			f, ok := report.Overview(tallies)
			if !ok {
				return nil, nil
			}
			return f.Draw(chart.PNG)
		}},
	}
	err := parallel.Each(context.Background(), r.Workers, len(files), func(_, i int) (err error) {
		files[i].content, err = files[i].make()
		return err
	})
	if err != nil {
		return err
	}

	for _, f := range files {
		if f.content == nil {
			continue
		}
		if err := store.WriteFile(r.Folder.path(f.name), f.content); err != nil {
			return err
		}
	}
	return nil
}

// Report makes all pages again from the records that are there, and the front
// pages. Nothing is computed. It returns how many pages it made.
func (r *Runner) Report(ctx context.Context) (pages int, err error) {
	if info, err := os.Stat(string(r.Folder)); err != nil || !info.IsDir() {
		return 0, refused(fmt.Errorf("there is no results folder %q; the command run makes one", string(r.Folder)))
	}
	if err = r.Folder.Claim(); err == nil {
		err = r.CheckNeed("making pages", pagesMemory)
	}
	if err != nil {
		return 0, refused(err)
	}
	r.warnForeign()

	entries, links := r.load(ctx, nil)
	if ctx.Err() != nil {
		return 0, &Interruption{"interrupted before any page was made", ctx.Err()}
	}
	if len(entries) == 0 {
		return 0, refused(fmt.Errorf("results folder %q holds no results; the command run makes them", string(r.Folder)))
	}
	if err := r.Folder.check(Map(entries, func(l loaded) Entry { return l.entry })); err != nil {
		return 0, refused(err)
	}

	if err := r.writeFrontsOf(entries, links); err != nil {
		return 0, err
	}
	for _, l := range entries {
		if ctx.Err() != nil {
			return pages, &Interruption{"interrupted before the page of " + l.entry.Name, ctx.Err()}
		}
		if err := r.write(l.entry, l.outcome, l.page); err != nil {
			return pages, fmt.Errorf("entry %s: %w", l.entry.Name, err)
		}
		pages++
	}
	return pages, nil
}
