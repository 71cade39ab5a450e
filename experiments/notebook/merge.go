package notebook

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"codebreak/engine/wording"
	"codebreak/experiments/store"
)

// An IncompleteError names wanted entries that lack some answers.
type IncompleteError []string

func (e IncompleteError) Error() string {
	return "incomplete: " + strings.Join(e, ", ")
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
		r.Sayf("%s: %s copied", string(f), wording.Plural(sum.Copied-before, "answer"))
		asked = append(asked, f.askedFor()...)
	}
	return sum, r.makeMerged(ctx, asked)
}

// makeMerged makes the pages of all entries whose answers are there. Slow tasks count if the
// names of what was asked for say so.
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
			lacking = append(lacking, fmt.Sprintf("%s (%d of %s missing)",
				e.Name, missing, wording.Count(len(tasks), "answer is", "answers are")))
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
		_, ok, err := r.known(ctx, t)
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
	return Interrupted(ctx, "; merged answers are kept; run again to resume")
}
