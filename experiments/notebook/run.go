package notebook

import (
	"cmp"
	"context"
	"errors"
	"time"

	"codebreak/engine/wording"
)

// Run answers all tasks of the entries, side by side, and writes each entry's files as soon
// as its answers are there. An entry that this program has made before, of the same
// answers, is not made again. When the context ends, finished answers stay, and the error
// is an [Interruption].
func (r *Runner) Run(ctx context.Context, entries []Entry) error {
	if err := r.prepare(entries); err != nil {
		return err
	}
	failure := r.run(ctx, entries)
	return cmp.Or(r.Folder.reclaim(), failure)
}

func (r *Runner) run(ctx context.Context, entries []Entry) error {
	r.done, r.of = 0, len(entries)
	r.met.records = nil // an earlier run of the same runner may have changed them

	// Entries that are up to date are announced, and left as they are.
	current, outdated := r.upToDate(entries)
	for _, e := range current {
		if err := r.announce(e.Name, e.answer); err != nil {
			return err
		}
	}

	runs := newEntryRuns(outdated)
	failure := r.answerAll(ctx, runs, r.finish)
	if ctx.Err() != nil {
		failure = r.interruption(ctx, entries, outdated)
	}

	var made []*entryRun
	var times []entryTimings
	for _, run := range runs {
		if run.page != nil {
			made = append(made, run)
			times = append(times, run.timing)
		}
	}
	if len(made) == 0 && (failure != nil || r.frontsAreCurrent()) {
		return failure
	}

	// The front pages link what is finished, even after an interruption if that is quick.
	going, stop := ctx, func() {}
	if ctx.Err() != nil {
		going, stop = context.WithTimeout(context.WithoutCancel(ctx), momentForFronts)
	}
	defer stop()
	err := r.writeFronts(going, made)
	if going.Err() != nil {
		return cmp.Or(failure, r.interruption(ctx, entries, outdated))
	}
	if err == nil {
		err = r.keepStamps(made)
	}
	if err == nil && len(made) > 0 {
		err = r.Folder.writeTimings(r.Workers, times)
	}
	return errors.Join(failure, err)
}

// momentForFronts limits the time in which an interrupted run makes the front pages; the next run
// makes them otherwise.
const momentForFronts = 400 * time.Millisecond

// interruption says how far a run has come: of the entries that are not outdated all is done.
func (r *Runner) interruption(ctx context.Context, entries, outdated []Entry) error {
	left := 0
	for _, t := range r.asked(outdated) {
		if _, ok := r.met.answer(t); !ok || t.Volatile {
			left++
		}
	}
	all := len(r.asked(entries))
	return Interrupted(ctx, ": %s of %s done and kept; run again to resume",
		wording.Thousands(all-left), wording.Plural(all, "task"))
}

// finish makes the page of an entry whose answers are there, and writes its files. A
// catalogue is written with the front pages, since it needs all pages.
func (r *Runner) finish(ctx context.Context, run *entryRun) error {
	outcome, err := r.gather(ctx, run.Entry)
	if err != nil {
		return err
	}
	if len(outcome.answers) == 0 {
		r.Sayf("%s: slow, and nothing computed yet: %s", run.Name, run.run())
		return nil
	}

	page, err := run.Entry.page(outcome)
	if errors.Is(err, errMissing) {
		r.Sayf("%s is left as it is: %v", run.Name, err)
		return nil
	}
	if err != nil {
		return err
	}
	if !run.Catalogue {
		if err := r.write(run.Entry, outcome, page); err != nil {
			return err
		}
		answer, _ := page.Answer()
		if err := r.announce(run.Name, answer); err != nil {
			return err
		}
	}
	run.outcome, run.page = outcome, page
	return nil
}
