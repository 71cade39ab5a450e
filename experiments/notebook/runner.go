package notebook

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"codebreak/engine/parallel"
	"codebreak/engine/short"
	"codebreak/experiments/store"
	"codebreak/report"
	"codebreak/report/chart"
	"codebreak/report/web"
)

// A Runner runs entries and writes their pages.
type Runner struct {
	Env
	Entries []Entry // all of the notebook, in reading order
	Folder  Folder
	Formats []chart.Format // of pictures, beside PNG
	Full    bool           // has slow tasks computed
	// Combine merges two different answers to the same question, if possible: see
	// [store.Store.Merge].
	Combine store.Combine
	// Warn gets warnings; it may be nil.
	Warn func(text string)
	// Progress shows how far work has come; it may be nil.
	Progress Progress
	// Finished gets the page of each entry that is finished; it may be nil. An error ends the run.
	Finished func(*report.Page) error
	// Answered gets each task of a share that is answered, and how many seconds that
	// took, 0 if the answer was there; it may be nil.
	Answered func(t Task, answer any, seconds float64) error

	Made    []*report.Page         // linked by the front pages, once these are written
	answers map[store.Key]answered // what this run has met already
}

// engine is the fingerprint of what computes the answer to a task now.
func (r *Runner) engine(t Task) string {
	if r.Store == nil {
		return ""
	}
	return r.Store.Engine(t.Key)
}

// asked lists the tasks of entries that are to be computed, each once.
func (r *Runner) asked(entries []Entry) (tasks []Task) {
	for _, e := range entries {
		for _, t := range e.Tasks {
			if !t.Slow || r.Full {
				tasks = append(tasks, t)
			}
		}
	}
	return distinct(tasks)
}

// Cost estimates how many seconds entries take with one worker. A task of several
// entries is done once.
func (r *Runner) Cost(entries []Entry) float64 {
	sum := 0.0
	for _, t := range r.asked(entries) {
		sum += t.Cost
	}
	return sum
}

// Progress shows how far work has come. Its methods may be called from several
// goroutines.
type Progress interface {
	Start(what string)   // what is worked on from now on
	Add(seconds float64) // this much work is done, as its cost was estimated
}

// An Interruption says what an interrupted run left undone. It wraps the
// context's error.
type Interruption struct {
	Text  string
	Cause error
}

func (e *Interruption) Error() string { return e.Text }
func (e *Interruption) Unwrap() error { return e.Cause }

// A RefusedError says why a run did not start: the request is not allowed, or impossible
// here.
type RefusedError struct{ Cause error }

func (e *RefusedError) Error() string { return e.Cause.Error() }
func (e *RefusedError) Unwrap() error { return e.Cause }

func refused(err error) error {
	if err == nil {
		return nil
	}
	return &RefusedError{err}
}

func (r *Runner) warn(text string) {
	if r.Warn != nil {
		r.Warn(text)
	}
}

// Check refuses entries that ask for what cannot be computed within the limits,
// before any work starts. It touches no files.
func (r *Runner) Check(entries []Entry) error {
	for _, e := range entries {
		for _, t := range e.Tasks {
			if t.Slow && !r.Full {
				continue
			}
			if err := t.Check(r.Env); err != nil {
				return refused(fmt.Errorf("entry %s, %s: %w", e.Name, t.Name, err))
			}
		}
	}
	return refused(r.CheckNeed("a run with its pages", pagesMemory))
}

// prepare checks entries and the folder that their files are to be written to.
func (r *Runner) prepare(entries []Entry) error {
	if err := r.Check(entries); err != nil {
		return err
	}
	if err := r.Folder.Claim(); err != nil {
		return refused(err)
	}
	err := r.Folder.check(entries)
	if err == nil {
		err = store.CheckFolders(r.Folder.Store())
	}
	if err == nil {
		err = r.Folder.ask(entries, r.Full)
	}
	if err != nil {
		err = cmp.Or(r.Folder.reclaim(), err)
	}
	return refused(err)
}

// Run answers all tasks of the entries, and writes each entry's files as soon as it is
// finished. When the context ends, finished answers stay, and the error is an
// [Interruption].
func (r *Runner) Run(ctx context.Context, entries []Entry) error {
	if err := r.prepare(entries); err != nil {
		return err
	}
	var finished []EntryTimings
	var failure error
	for _, e := range entries {
		r.start(e.Name)
		t, err := r.runEntry(ctx, e)
		if errors.Is(err, errNothing) {
			r.Sayf("%s: slow, and nothing computed yet: %s", e.Name, e.run())
			continue
		}
		if err != nil {
			failure = fmt.Errorf("entry %s: %w", e.Name, err)
			if ctx.Err() != nil {
				asked := r.asked(entries)
				done := slices.DeleteFunc(slices.Clone(asked), func(t Task) bool { return t.Volatile || r.answers[t.Key].value == nil })
				failure = &Interruption{fmt.Sprintf("interrupted: %d of %d tasks done and kept; run again to resume", len(done), len(asked)), ctx.Err()}
			}
			break
		}
		finished = append(finished, t)
	}
	if len(finished) > 0 {
		failure = errors.Join(failure, r.writeFronts(), r.Folder.writeTimings(r.Workers, finished))
	}
	return cmp.Or(r.Folder.reclaim(), failure)
}

func (r *Runner) start(what string) {
	if r.Progress != nil {
		r.Progress.Start(what)
	}
}

// errNothing says that of an entry nothing is answered.
var errNothing = errors.New("nothing is answered")

// runEntry answers an entry's tasks and writes its files. Without [Runner.Full]
// slow tasks are not computed, but looked up.
func (r *Runner) runEntry(ctx context.Context, e Entry) (EntryTimings, error) {
	timing := EntryTimings{Entry: e.Name, Tasks: []TaskTimings{}}
	began := time.Now()
	o, err := r.answerEntry(ctx, e, &timing)
	if err != nil {
		return timing, err
	}
	if len(o.answers) == 0 {
		return timing, errNothing
	}
	page, err := e.page(o, r.engine)
	if err == nil {
		err = r.Folder.write(e, o, page, r.Formats, r.LargestFile())
	}
	timing.Seconds = time.Since(began).Seconds()
	if err == nil && r.Finished != nil {
		err = r.Finished(page)
	}
	return timing, err
}

// Answer answers the tasks of an entry, which need not be of the notebook, and writes no
// files but those of the store.
func (r *Runner) Answer(ctx context.Context, e Entry) (Outcome, error) {
	if err := r.Check([]Entry{e}); err != nil {
		return Outcome{}, err
	}
	return r.answerEntry(ctx, e, new(EntryTimings))
}

// answerEntry answers an entry's tasks.
func (r *Runner) answerEntry(ctx context.Context, e Entry, timing *EntryTimings) (Outcome, error) {
	o, err := r.lookUp(ctx, e)
	if err != nil {
		return o, err
	}
	for _, t := range r.asked([]Entry{e}) {
		a, seconds, err := r.do(ctx, t)
		if err != nil {
			return o, err
		}
		o.answers[t.Key] = a
		if seconds > 0 {
			timing.Tasks = append(timing.Tasks, TaskTimings{t.Name, seconds})
		}
	}
	return o, nil
}

// lookUp finds the answers to an entry's slow tasks, unless they are computed: in the
// store, else in the record, where an earlier engine may have left them. What cannot
// be used there is warned of.
func (r *Runner) lookUp(ctx context.Context, e Entry) (Outcome, error) {
	o := newOutcome()
	slow := slices.DeleteFunc(distinct(e.Tasks), func(t Task) bool { return !t.Slow })
	if r.Full || len(slow) == 0 {
		return o, nil
	}
	recorded := r.recorded(e, slow)
	for _, t := range slow {
		a, there := recorded[t.Key]
		ok, err := r.known(ctx, t)
		switch {
		case err != nil:
			return o, err
		case ok && !(there && t.recordedAs(r.answers[t.Key].value, a.Answer)):
			o.answers[t.Key] = r.answers[t.Key]
			continue
		case !there:
			continue
		}
		// The same as in the store: the record stays as it is, whether or not
		// another entry has just asked for the same.
		value, err := t.decode(ctx, a.Answer)
		switch {
		case ctx.Err() != nil:
			return o, ctx.Err()
		case err != nil:
			r.warn(fmt.Sprintf("%s: %s: %v; its rows are left out", r.Folder.path(e.Name, RecordName), t.Name, err))
		default:
			o.answers[t.Key] = answered{value, a.Engine}
		}
	}
	return o, nil
}

// recorded returns what the record of an entry holds, and those of other entries what it
// lacks: a question that several ask has one answer. A record that cannot be used is
// warned of.
func (r *Runner) recorded(e Entry, slow []Task) map[store.Key]recordAnswer {
	answers := map[store.Key]recordAnswer{}
	lacking := func(t Task) bool { return answers[t.Key].Answer == nil }
	for _, other := range append([]Entry{e}, r.Entries...) {
		if !slices.ContainsFunc(slow, lacking) {
			break
		}
		old, err := readRecord(r.Folder.path(other.Name), r.LargestFile())
		if err != nil && !errors.Is(err, fs.ErrNotExist) && other.Name == e.Name {
			r.warn(err.Error())
		}
		for k, a := range old.answers() {
			if answers[k].Answer == nil {
				answers[k] = a
			}
		}
	}
	return answers
}

// do answers a task, once in a run, and moves the progress by its cost. It returns how
// many seconds that took, 0 if the answer was there.
func (r *Runner) do(ctx context.Context, t Task) (answered, float64, error) {
	if a, ok := r.answers[t.Key]; ok {
		r.add(t.Cost)
		return a, 0, nil
	}
	e := r.Env
	var mu sync.Mutex
	done := 0.0 // of the task
	e.advance = func(fraction float64) {
		mu.Lock()
		defer mu.Unlock()
		fraction = min(fraction, 1-done)
		done += fraction
		r.add(fraction * t.Cost)
	}
	began := time.Now()
	value, kept, err := e.answer(ctx, t)
	if err != nil {
		return answered{}, 0, err
	}
	e.advance(1)
	a := answered{value, cmp.Or(kept.Engine, r.engine(t))} // of volatile answers the store says nothing
	r.remember(t, a)
	if kept.Reused {
		return a, 0, nil
	}
	return a, time.Since(began).Seconds(), nil
}

// remember has a task answered without work from now on.
func (r *Runner) remember(t Task, a answered) {
	if r.answers == nil {
		r.answers = map[store.Key]answered{}
	}
	r.answers[t.Key] = a
}

func (r *Runner) add(seconds float64) {
	if r.Progress != nil {
		r.Progress.Add(seconds)
	}
}

// RunShare answers the tasks of one share of the entries' work, balanced by
// what they are estimated to cost, and makes no pages.
func (r *Runner) RunShare(ctx context.Context, entries []Entry, share store.Share) (store.Usage, error) {
	for _, e := range entries {
		if e.OnDemand {
			return store.Usage{}, refused(fmt.Errorf("entry %s cannot be split into shares: its outcome depends on the machine", e.Name))
		}
	}
	if err := r.prepare(entries); err != nil {
		return store.Usage{}, err
	}
	usage, err := r.RunTasks(ctx, r.asked(entries), share)
	return usage, cmp.Or(r.Folder.reclaim(), err)
}

// RunTasks answers one share of tasks. Tasks that another program is at come
// last.
func (r *Runner) RunTasks(ctx context.Context, tasks []Task, share store.Share) (store.Usage, error) {
	mine := store.Plan(Map(tasks, func(t Task) store.Costed { return store.Costed{Key: t.Key, Cost: t.Cost} }), share)
	todo := slices.DeleteFunc(distinct(tasks), func(t Task) bool { return !slices.Contains(mine, t.Key) })
	for i, all := 0, len(todo); i < len(todo); i++ {
		if t := todo[i]; i < all && r.Store.Busy(t.Key) {
			todo = append(todo, t)
		} else if err := r.answerTask(ctx, t, share); err != nil {
			return store.Usage{}, err
		}
	}
	return r.Store.Usage(), nil
}

// answerTask answers a task of a share.
func (r *Runner) answerTask(ctx context.Context, t Task, share store.Share) error {
	r.start(t.Name)
	a, seconds, err := r.do(ctx, t)
	if ctx.Err() != nil {
		return &Interruption{fmt.Sprintf("interrupted in share %s; finished answers are kept; run again to resume", share), ctx.Err()}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", t.Name, err)
	}
	if r.Answered != nil {
		return r.Answered(t, a.value, seconds)
	}
	return nil
}

// An IncompleteError names entries that were asked for, some answers of which
// are missing.
type IncompleteError []string

func (e IncompleteError) Error() string {
	return "incomplete: " + strings.Join(e, ", ")
}

// known takes the answer to a task from the store, complete or partial, and
// reports whether one that passes its check is there.
func (r *Runner) known(ctx context.Context, t Task) (bool, error) {
	if _, ok := r.answers[t.Key]; ok || r.Store == nil {
		return ok, nil
	}
	var value any
	kept, ok, err := r.Store.Get(t.Key, func(text json.RawMessage) (err error) {
		value, err = t.decode(ctx, text)
		return err
	})
	if ok {
		r.remember(t, answered{value, kept.Engine})
	}
	return ok, err
}

// Merge copies what other results folders have computed, and makes the pages of
// all entries whose answers are now there. Nothing is computed. If some that
// were asked for are not complete, the error is an [IncompleteError].
func (r *Runner) Merge(ctx context.Context, from []Folder) (store.Merged, error) {
	var sum store.Merged
	if err := r.prepare(nil); err != nil {
		return sum, err
	}
	asked := r.Folder.askedFor()
	for _, f := range from {
		before := sum.Copied
		err := r.Store.Merge(ctx, f.Store(), r.Combine, &sum)
		switch {
		case ctx.Err() != nil:
			return sum, interruptedMerge(ctx)
		case err != nil:
			return sum, err
		}
		r.Sayf("%s: %s copied", string(f), short.Plural(sum.Copied-before, "answer"))
		asked = append(asked, f.askedFor()...)
	}
	return sum, r.makeMerged(ctx, asked)
}

// makeMerged makes the pages of all entries whose answers are there. Of slow tasks
// those count that were asked for, as the names say.
func (r *Runner) makeMerged(ctx context.Context, asked []string) error {
	complete := map[bool][]Entry{} // by whether slow tasks were asked for
	var lacking IncompleteError
	for _, e := range r.Entries {
		if e.OnDemand {
			continue
		}
		full := slices.Contains(asked, e.Name+fullSuffix)
		tasks := (&Runner{Full: full}).asked([]Entry{e})
		missing, err := r.missing(ctx, tasks)
		switch {
		case err != nil:
			return err
		case missing == 0 && len(tasks) > 0:
			complete[full] = append(complete[full], e)
		case full, slices.Contains(asked, e.Name):
			lacking = append(lacking, fmt.Sprintf("%s (%d of %s missing)", e.Name, missing, short.Count(len(tasks), "answer is", "answers are")))
		}
	}
	for _, full := range []bool{false, true} {
		if r.Full = full; len(complete[full]) > 0 {
			if err := r.Run(ctx, complete[full]); err != nil {
				return err
			}
		}
	}
	if len(lacking) > 0 {
		return lacking
	}
	return nil
}

// missing counts the tasks whose answers are not in the store.
func (r *Runner) missing(ctx context.Context, tasks []Task) (n int, err error) {
	for _, t := range tasks {
		ok, err := r.known(ctx, t)
		switch {
		case ctx.Err() != nil:
			return n, interruptedMerge(ctx)
		case err != nil:
			return n, err
		case !ok:
			n++
		}
	}
	return n, nil
}

func interruptedMerge(ctx context.Context) error {
	return &Interruption{"interrupted; merged answers are kept; run again to resume", ctx.Err()}
}

// A loaded entry has its page, made from its record, or the error in the way.
type loaded struct {
	entry   Entry
	record  record
	outcome Outcome
	page    *report.Page
	err     error
}

// makePage makes the page of the answers in the record.
func (l *loaded) makePage(ctx context.Context, r *Runner) {
	if l.err != nil {
		return // it was not read
	}
	if l.outcome, l.err = l.record.outcome(ctx, l.entry); l.err == nil {
		l.page, l.err = l.entry.page(l.outcome, r.engine)
	}
	if l.err != nil {
		l.err = fmt.Errorf("%s: %w", r.Folder.path(l.entry.Name, RecordName), l.err)
	}
	l.record = record{} // which is large
}

// load reads the records of all entries that have one, as many as fit the memory
// limit together. What cannot be used is warned of, and marked in the links. It
// stops when the context ends. The answers are checked by all workers: one takes
// half a second, and a run that is interrupted still has to link its pages.
func (r *Runner) load(ctx context.Context) (entries []loaded, links []report.Link) {
	all := Map(r.Entries, func(e Entry) loaded { return loaded{entry: e} })
	limit := r.LargestFile()
	for i := range all {
		l := &all[i]
		l.record, l.err = readRecord(r.Folder.path(l.entry.Name), limit)
		limit = max(1, limit-l.record.weight)
	}
	if parallel.Each(ctx, r.Workers, len(all), func(_, i int) error {
		all[i].makePage(ctx, r)
		return nil
	}) != nil {
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
	entries, links := r.load(context.Background())
	return pagesOf(entries), links
}

func pagesOf(entries []loaded) []*report.Page {
	return Map(entries, func(l loaded) *report.Page { return l.page })
}

// writeFronts writes the front pages of all records that are there, and the files of
// entries that catalogue all. It takes no context: the pages of what is finished are linked
// even after an interruption.
func (r *Runner) writeFronts() error {
	entries, links := r.load(context.Background())
	for _, l := range entries {
		if l.entry.Catalogue {
			if err := r.Folder.write(l.entry, l.outcome, l.page, r.Formats, r.LargestFile()); err != nil {
				return err
			}
		}
	}
	return r.writeFrontsOf(entries, links)
}

// writeFrontsOf writes what is made from all pages.
func (r *Runner) writeFrontsOf(entries []loaded, links []report.Link) error {
	pages := pagesOf(entries)
	r.Made = pages
	var errs []error
	write := func(name string, content []byte, err error) {
		if err == nil {
			err = store.WriteFile(r.Folder.path(name), content)
		}
		errs = append(errs, err)
	}
	write(frontName, report.Front(links, pages), nil)
	index, err := web.Index(links, pages)
	write(indexName, index, err)
	all, err := report.AllCSV(pages)
	write(AllName, all, err)
	figures, err := report.PublishedCSV(pages)
	write(figuresName, figures, err)
	data, err := report.DataPackage(pages)
	write(dataName, data, err)
	if f, ok := report.Overview(report.Tallies(pages)); ok {
		picture, err := f.Draw(chart.PNG)
		write(f.File, picture, err)
	}
	return errors.Join(errs...)
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
	entries, links := r.load(ctx)
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
		if err := r.Folder.write(l.entry, l.outcome, l.page, r.Formats, r.LargestFile()); err != nil {
			return pages, fmt.Errorf("entry %s: %w", l.entry.Name, err)
		}
		pages++
	}
	return pages, nil
}

// Known returns the answer to a task that this run has met.
func Known[A any](r *Runner, t Task) (a A, ok bool) {
	a, ok = r.answers[t.Key].value.(A)
	return a, ok
}
