package notebook

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"codebreak/engine/parallel"
	"codebreak/experiments/store"
	"codebreak/report"
	"codebreak/report/chart"
)

// write writes an entry's files, the record last. Then it removes files that the earlier record
// lists and that are not written any more: so no file is ever missing in between.
func (r *Runner) write(e Entry, o Outcome, page *report.Page) error {
	before, _ := r.met.record(r.Folder, e.Name, r.LargestFile()) // if it cannot be read nothing is removed
	files, err := page.Files(r.Workers, r.Formats...)
	if err != nil {
		return err
	}
	for _, c := range page.Certificates {
		files = append(files, report.File{Name: certificates + c.Name, Content: c.Content})
	}

	// Other formats of pictures than PNG are made on request, and not recorded.
	now, err := newRecord(e, o, slices.DeleteFunc(fileNames(files), isOnRequest))
	if err != nil {
		return err
	}

	files = append(files, report.File{Name: RecordName, Content: now.encode()})
	folder := r.Folder.path(e.Name)
	for _, file := range files {
		if err := store.MakeFile(filepath.Join(folder, file.Name), file.Content); err != nil {
			return err
		}
	}
	return removeOld(folder, before.Files, fileNames(files))
}

// A loaded entry has its page, just made or made from its record, or the error in the way.
type loaded struct {
	Entry
	outcome Outcome
	page    *report.Page
	err     error
}

// A book has the entries that have a page, and links to all, for the front pages.
type book struct {
	entries []loaded
	links   []report.Link
}

// load makes the pages of all entries that have a record; it takes pages that a run has just made
// as they are. It reads as many records as fit the memory limit together. It warns of records
// that cannot be used, and marks them in the links. It stops when the context ends.
func (r *Runner) load(ctx context.Context, made []*entryRun) (b book) {
	all := make([]loaded, len(r.Entries))
	records := make([]record, len(all))
	limit := r.LargestFile()
	for i, e := range r.Entries {
		l := &all[i]
		l.Entry = e
		if run := runOf(made, e); run != nil {
			l.outcome, l.page = run.outcome, run.page
			continue
		}
		records[i], l.err = r.met.record(r.Folder, e.Name, limit)
		limit = max(1, limit-records[i].weight)
	}

	// One record takes half a second to check.
	stopped := parallel.Each(ctx, r.Workers, len(all), func(_, i int) error {
		l := &all[i]
		if l.page == nil && l.err == nil {
			l.makePage(ctx, r.Folder, records[i])
		}
		return nil
	})
	if stopped != nil {
		return book{}
	}

	for _, l := range all {
		link := report.Link{
			Name:     l.Name,
			Question: l.Question,
			Group:    l.Group,
			How:      l.run(),
		}
		switch {
		case l.err == nil:
			b.entries = append(b.entries, l)
		case !errors.Is(l.err, fs.ErrNotExist):
			link.Problem, link.Outdated = l.err.Error(), errors.Is(l.err, errMissing)
			r.warn(l.err.Error())
		}
		b.links = append(b.links, link)
	}

	pages := b.pages()
	for _, l := range b.entries {
		if l.Catalogue {
			l.page.Catalogue(pages)
		}
	}
	return b
}

// runOf finds the run of an entry; nil without one.
func runOf(runs []*entryRun, e Entry) *entryRun {
	for _, run := range runs {
		if run.Name == e.Name {
			return run
		}
	}
	return nil
}

// makePage makes the page of the answers in the record.
func (l *loaded) makePage(ctx context.Context, folder Folder, rec record) {
	l.outcome, l.err = rec.outcome(ctx, l.Entry)
	if l.err == nil {
		l.page, l.err = l.Entry.page(l.outcome)
	}
	if l.err != nil {
		l.err = fmt.Errorf("%s: %w", folder.path(l.Name, RecordName), l.err)
	}
}

// warnForeign warns of records in the folder that belong to no entry.
func (r *Runner) warnForeign() {
	known := map[string]bool{}
	for _, e := range r.Entries {
		known[e.Name] = true
	}
	content, _ := os.ReadDir(string(r.Folder)) // which was claimed
	for _, c := range content {
		_, err := os.Lstat(r.Folder.path(c.Name(), RecordName))
		if err == nil && !known[c.Name()] {
			r.warn(r.Folder.path(c.Name()) + " belongs to no entry of the notebook; ignored")
		}
	}
}

// Pages makes the pages of all existing records, and links to all entries.
func (r *Runner) Pages() ([]*report.Page, []report.Link) {
	b := r.load(context.Background(), nil)
	return b.pages(), b.links
}

func (b book) pages() (pages []*report.Page) {
	for _, l := range b.entries {
		pages = append(pages, l.page)
	}
	return pages
}

// writeFronts writes the front pages of all records that are there, and the files of
// entries that catalogue all. It stops when the context ends.
func (r *Runner) writeFronts(ctx context.Context, made []*entryRun) error {
	b := r.load(ctx, made)
	for _, l := range b.entries {
		if !l.Catalogue {
			continue
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := r.write(l.Entry, l.outcome, l.page); err != nil {
			return err
		}
		if runOf(made, l.Entry) != nil {
			answer, _ := l.page.Answer()
			if err := r.announce(l.Name, answer); err != nil {
				return err
			}
		}
	}
	r.Verdicts = b.verdicts()
	return b.write(ctx, r.Folder, r.Workers)
}

// verdicts counts the verdicts of all pages in words; empty without any.
func (b book) verdicts() string {
	tallies := report.Tallies(b.pages())
	if len(tallies) == 0 {
		return ""
	}
	return report.CountVerdicts(tallies)
}

// write writes the front pages, unless the context ends first.
func (b book) write(ctx context.Context, folder Folder, workers int) error {
	names := frontNames()
	contents := make([][]byte, len(names))
	err := parallel.Each(ctx, workers, len(names), func(_, i int) (err error) {
		contents[i], err = b.front(names[i])
		return err
	})
	if err != nil {
		return err
	}

	for i, name := range names {
		if contents[i] == nil {
			continue
		}
		if err := store.WriteFile(folder.path(name), contents[i]); err != nil {
			return err
		}
	}
	return nil
}

// front makes one of the front pages; nothing if there is nothing to show on it.
func (b book) front(name string) ([]byte, error) {
	pages := b.pages()
	switch name {
	case IndexName:
		return index(b.links, pages)
	case FrontName:
		return report.Front(b.links, pages), nil
	case AllName:
		return report.AllCSV(pages), nil
	case PublishedName:
		return report.PublishedCSV(pages), nil
	case dataName:
		return report.DataPackage(pages), nil
	}

	f, ok := report.Overview(pages)
	if !ok {
		return nil, nil
	}
	return f.Draw(chart.PNG)
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

	b := r.load(ctx, nil)
	if ctx.Err() != nil {
		return 0, Interrupted(ctx, " before any page was made")
	}
	if len(b.entries) == 0 {
		return 0, refused(fmt.Errorf("results folder %q holds no results; the command run makes them", string(r.Folder)))
	}
	var entries []Entry
	for _, l := range b.entries {
		entries = append(entries, l.Entry)
	}
	if err := r.Folder.check(entries); err != nil {
		return 0, refused(err)
	}

	r.Verdicts = b.verdicts()
	err = b.write(ctx, r.Folder, r.Workers)
	if ctx.Err() != nil {
		return 0, Interrupted(ctx, " before any page was made")
	}
	if err != nil {
		return 0, err
	}
	for _, l := range b.entries {
		if ctx.Err() != nil {
			return pages, Interrupted(ctx, " before the page of %s", l.Name)
		}
		if err := r.write(l.Entry, l.outcome, l.page); err != nil {
			return pages, fmt.Errorf("entry %s: %w", l.Name, err)
		}
		pages++
	}
	return pages, nil
}
