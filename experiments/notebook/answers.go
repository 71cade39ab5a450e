package notebook

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"
	"time"

	"codebreak/experiments/store"
)

// met keeps the answers and records of a run, so that it answers no question and reads no record twice.
type met struct {
	mu      sync.Mutex
	answers map[store.Key]answered
	records map[string]keptRecord // as they were before the run, by their paths
}

// A keptRecord is a record that was read, or why it cannot be.
type keptRecord struct {
	record
	err error
}

// answer returns the answer to a task.
func (m *met) answer(t Task) (a answered, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, ok = m.answers[t.Key]
	return a, ok
}

// remember keeps the answer to a task for the rest of the run.
func (m *met) remember(t Task, a answered) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.answers == nil {
		m.answers = map[store.Key]answered{}
	}
	m.answers[t.Key] = a
}

// record returns the record of an entry in a results folder as it was before the run. It
// counts against a limit of memory, see [store.ReadJSON].
func (m *met) record(f Folder, entry string, limit int64) (record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	path := f.path(entry)
	kept, ok := m.records[path]
	if !ok || kept.weight > limit {
		kept.record, kept.err = readRecord(path, limit)
		if m.records == nil {
			m.records = map[string]keptRecord{}
		}
		m.records[path] = kept
	}
	return kept.record, kept.err
}

// Known returns the answer to a task that this run has met.
func Known[A any](r *Runner, t Task) (a A, ok bool) {
	known, _ := r.met.answer(t)
	a, ok = known.value.(A)
	return a, ok
}

// do answers a task, unless this run has done so before, and moves the progress by its cost. It
// returns how many seconds that took, 0 if the answer was there.
func (r *Runner) do(ctx context.Context, e Env, t Task) (answered, float64, error) {
	if a, ok := r.met.answer(t); ok {
		r.add(t.Cost)
		return a, 0, nil
	}

	var mu sync.Mutex
	done := 0.0 // of the task
	e.advance = func(fraction float64) {
		mu.Lock()
		defer mu.Unlock()
		fraction = min(fraction, 1-done)
		done += fraction
		r.add(fraction * t.Cost)
	}
	seconds := r.stopwatch()
	value, kept, err := e.answer(ctx, t)
	if err != nil {
		return answered{}, 0, err
	}
	e.advance(1)

	// The store knows no engine of volatile answers.
	a := answered{
		value:   value,
		engine:  cmp.Or(kept.Engine, e.engine(t)),
		partial: kept.Partial,
	}
	r.met.remember(t, a)
	if kept.Reused {
		return a, 0, nil
	}
	return a, seconds(), nil
}

// stopwatch returns a function that says how many seconds have gone by.
func (r *Runner) stopwatch() func() float64 {
	if r.Clock == nil {
		start := time.Now()
		return func() float64 { return time.Since(start).Seconds() }
	}
	began := r.Clock()
	return func() float64 { return (r.Clock() - began).Seconds() }
}

// known takes the answer to a task from the store, complete or partial, and
// reports whether one that passes its check is there.
func (r *Runner) known(ctx context.Context, t Task) (answered, bool, error) {
	if a, ok := r.met.answer(t); ok || r.Store == nil {
		return a, ok, nil
	}

	var value any
	kept, ok, err := r.Store.Get(t.Key, func(text json.RawMessage) (err error) {
		value, err = t.work.decode(ctx, text)
		return err
	})
	if !ok {
		return answered{}, false, err
	}
	a := answered{value: value, engine: kept.Engine, partial: kept.Partial}
	r.met.remember(t, a)
	return a, true, err
}

// Answer answers the tasks of an entry, which need not be of the notebook, and writes no
// files but those of the store.
func (r *Runner) Answer(ctx context.Context, e Entry) (o Outcome, err error) {
	if err := r.Check([]Entry{e}); err != nil {
		return Outcome{}, err
	}
	err = r.answerAll(ctx, newEntryRuns([]Entry{e}), func(ctx context.Context, run *entryRun) (err error) {
		o, err = r.gather(ctx, run.Entry)
		return err
	})
	return o, err
}

// gather collects the answers of an entry after the run has computed its tasks. It looks slow
// tasks up: in the store, else in the records, where an earlier engine may have left their
// answers. It warns of records that cannot be used.
func (r *Runner) gather(ctx context.Context, e Entry) (Outcome, error) {
	o := newOutcome()
	var slow []Task
	for _, t := range distinct(e.Tasks) {
		if !r.computes(t) {
			slow = append(slow, t)
		} else if a, ok := r.met.answer(t); ok {
			o.answers[t.Key] = a
		}
	}
	if len(slow) == 0 {
		return o, nil
	}

	recorded := r.recorded(e, slow)
	for _, t := range slow {
		a, ok, err := r.lookUp(ctx, e, t, recorded[t.Key])
		if err != nil {
			return o, err
		}
		if ok {
			o.answers[t.Key] = a
		}
	}
	return o, nil
}

// lookUp finds the answer to a slow task of an entry in the store or in the records.
func (r *Runner) lookUp(ctx context.Context, e Entry, t Task, recorded []recordAnswer) (answered, bool, error) {
	a, ok, err := r.known(ctx, t)
	if err != nil {
		return a, false, err
	}
	if ok {
		// An equal answer leaves the record as it is, even if another entry has just computed
		// it with the present engine.
		if len(recorded) > 0 && t.recordedAs(a.value, recorded[0].Answer) {
			a.engine = recorded[0].Engine
		}
		return a, true, nil
	}

	for _, old := range recorded {
		value, err := t.work.decode(ctx, old.Answer)
		if err == nil {
			return answered{value: value, engine: old.Engine}, true, nil
		}
		if ctx.Err() != nil {
			return answered{}, false, ctx.Err()
		}
		if !errors.Is(err, store.ErrLess) {
			r.warn(fmt.Sprintf("%s: %s: %v; its rows are left out",
				r.Folder.path(e.Name, RecordName), t.Name, err))
			return answered{}, false, nil
		}
	}
	return answered{}, false, nil
}

// recorded returns the recorded answers to the slow tasks of an entry: first from its own
// record, then from other entries and the earlier folder, since several entries may ask
// the same question. It warns if the entry's own record cannot be used.
func (r *Runner) recorded(e Entry, slow []Task) map[store.Key][]recordAnswer {
	found := map[store.Key][]recordAnswer{}
	lacking := map[store.Key]bool{}
	for _, t := range slow {
		lacking[t.Key] = true
	}
	take := func(f Folder, name string) error {
		old, err := r.met.record(f, name, r.LargestFile())
		for _, a := range old.Answers {
			if k := a.key(); lacking[k] {
				found[k] = append(found[k], a)
			}
		}
		return err
	}

	if err := take(r.Folder, e.Name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		r.warn(err.Error())
	}
	for _, t := range slow {
		// An answer in the entry's own record is enough, unless more of it may be wanted.
		if own := found[t.Key]; len(own) > 0 && !t.Detailed {
			delete(lacking, t.Key)
		}
	}
	// No warnings of other records here: their own entries warn of them.
	for _, other := range r.Entries {
		if len(lacking) > 0 && other.Name != e.Name {
			_ = take(r.Folder, other.Name)
		}
	}
	for _, other := range r.Entries {
		if len(lacking) > 0 && r.Earlier != "" {
			_ = take(r.Earlier, other.Name)
		}
	}
	return found
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

// RunTasks answers one share of tasks, one after the other, each with all workers. Tasks that
// another program is working on come last: it may have answered them by then.
func (r *Runner) RunTasks(ctx context.Context, tasks []Task, share store.Share) (store.Usage, error) {
	var work []store.Costed
	for _, t := range tasks {
		work = append(work, store.Costed{Key: t.Key, Cost: t.Cost})
	}
	mine := store.Plan(work, share)

	var todo []Task
	for _, t := range distinct(tasks) {
		if slices.Contains(mine, t.Key) {
			todo = append(todo, t)
		}
	}

	all := len(todo)
	for i := 0; i < len(todo); i++ {
		t := todo[i]
		if i < all && r.Store.Busy(t.Key) {
			todo = append(todo, t)
			continue
		}
		if err := r.answerTask(ctx, t, share); err != nil {
			return store.Usage{}, err
		}
	}
	return r.Store.Usage(), nil
}

// answerTask answers a task of a share.
func (r *Runner) answerTask(ctx context.Context, t Task, share store.Share) error {
	r.start(t.Name)
	a, seconds, err := r.do(ctx, r.Env, t)
	if ctx.Err() != nil {
		return Interrupted(ctx, " in share %s; finished answers are kept; run again to resume", share)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", t.Name, err)
	}
	if r.Answered != nil {
		return r.Answered(t, a.value, seconds)
	}
	return nil
}
