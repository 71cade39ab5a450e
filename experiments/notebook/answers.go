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

// What a run has met, so that no question is answered and no record read twice.
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

// remember has a task answered without work from now on.
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

// do answers a task, once in a run, and moves the progress by its cost. It returns how
// many seconds that took, 0 if the answer was there.
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

	// Of volatile answers the store says nothing.
	a := answered{value: value, engine: cmp.Or(kept.Engine, e.engine(t)), partial: kept.Partial}
	r.met.remember(t, a)
	if kept.Reused {
		return a, 0, nil
	}
	return a, seconds(), nil
}

// stopwatch returns a function that says how many seconds have gone by.
func (r *Runner) stopwatch() func() float64 {
	now := r.Clock
	if now == nil {
		start := time.Now()
		now = func() time.Duration { return time.Since(start) }
	}
	began := now()
	return func() float64 { return (now() - began).Seconds() }
}

// known takes the answer to a task from the store, complete or partial, and
// reports whether one that passes its check is there.
func (r *Runner) known(ctx context.Context, t Task) (answered, bool, error) {
	if a, ok := r.met.answer(t); ok || r.Store == nil {
		return a, ok, nil
	}

	var value any
	kept, ok, err := r.Store.Get(t.Key, func(text json.RawMessage) (err error) {
		value, err = t.decode(ctx, text)
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
		o, err = r.gather(ctx, run.entry)
		return err
	})
	return o, err
}

// gather collects what is answered of an entry, once the tasks that this run computes are.
// Slow tasks that it does not compute are looked up: in the store, else in the records,
// where an earlier engine may have left their answers. What cannot be used there is warned
// of.
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

// lookUp finds the answer to a slow task of an entry, given what the records hold of it.
func (r *Runner) lookUp(ctx context.Context, e Entry, t Task, recorded []recordAnswer) (answered, bool, error) {
	a, ok, err := r.known(ctx, t)
	if err != nil {
		return a, false, err
	}
	if ok {
		// The same as in the record: that stays as it is, whether or not another entry has
		// just asked for the same.
		if len(recorded) > 0 && t.recordedAs(a.value, recorded[0].Answer) {
			a.engine = recorded[0].Engine
		}
		return a, true, nil
	}

	for _, old := range recorded {
		value, err := t.decode(ctx, old.Answer)
		if err == nil {
			return answered{value: value, engine: old.Engine}, true, nil
		}
		if ctx.Err() != nil {
			return answered{}, false, ctx.Err()
		}
		if !errors.Is(err, store.ErrLess) {
			r.warn(fmt.Sprintf("%s: %s: %v; its rows are left out", r.Folder.path(e.Name, RecordName), t.Name, err))
			return answered{}, false, nil
		}
	}
	return answered{}, false, nil
}

// recorded returns what the record of an entry holds of its slow tasks, and then what those
// of other entries and of the earlier folder hold of them: a question that several ask has
// one answer. A record that cannot be used is warned of.
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
		// What the entry's own record tells in full needs no other.
		if own := found[t.Key]; len(own) > 0 && !t.Detailed {
			delete(lacking, t.Key)
		}
	}
	// What cannot be read here is warned of where its own entry is made.
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

// RunTasks answers one share of tasks, one after the other, each with all workers. Tasks
// that another program is at come last.
func (r *Runner) RunTasks(ctx context.Context, tasks []Task, share store.Share) (store.Usage, error) {
	work := Map(tasks, func(t Task) store.Costed { return store.Costed{Key: t.Key, Cost: t.Cost} })
	mine := store.Plan(work, share)
	todo := slices.DeleteFunc(distinct(tasks), func(t Task) bool { return !slices.Contains(mine, t.Key) })

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
