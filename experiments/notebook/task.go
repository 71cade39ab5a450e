package notebook

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/dustin/go-humanize"
	strict "github.com/go-json-experiment/json"

	"codebreak/experiments/store"
)

// A Question asks for an answer of type A. It is plain data: its kind and its
// JSON are the key by which the answer is kept, so it must hold all that the
// answer depends on, and in one form only (defaults filled in).
type Question[A any] interface {
	// About describes the question.
	About() About
	// Validate returns an error for what cannot be asked, or would not fit the
	// memory limit. It takes no time to speak of.
	Validate(Env) error
	// Answer computes the answer to a question that Validate has passed.
	Answer(context.Context, Env) (A, error)
}

// An About describes a question.
type About struct {
	Kind string // a word that no other kind of question has
	Name string // what is asked, for people
	// Cost estimates how many seconds the answer takes with one worker; the order of
	// magnitude will do. Work is shared out by it, and progress shown.
	Cost float64
	// Volatile says that the answer depends on the machine or the time. It is never kept in
	// the store.
	Volatile bool
	// Detailed says that more of the answer is wanted than by others of the same key, such as
	// a decision tree beside its figures. Of equal questions of a run the detailed one is
	// asked. Its Complete returns [store.ErrLess] on an answer that holds less than it wants:
	// it is asked again then.
	Detailed bool
}

// What some questions and answers have besides.
type (
	// A Completer keeps its answers without what can be derived from them. Complete derives it
	// after an answer is read, replays its trees, and returns an error on a wrong answer.
	Completer[A any] interface {
		Complete(context.Context, *A) error
	}
	// A Recorder says which part of an answer results.json keeps; the default is all.
	Recorder[A any] interface{ Record(A) A }
	// A Partial answer may be improved by more work, such as the bounds of a search that was
	// stopped. The next run asks for it again.
	Partial interface{ Partial() bool }
)

// A Task is a question whatever the type of its answer.
type Task struct {
	Key store.Key
	About
	Slow bool // computed only on request, see [Slow]

	work work
	err  error // why the question has no key
}

// A work computes, reads and records the answer to a question, whatever its type.
type work interface {
	Validate(Env) error
	compute(context.Context, Env) (any, error)
	// decode reads an answer, which must have no unknown keys and no key twice, and
	// completes it.
	decode(context.Context, json.RawMessage) (any, error)
	// record is what results.json keeps of an answer.
	record(any) any
}

// NewTask makes a task of a question.
func NewTask[A any](q Question[A]) Task {
	about := q.About()
	key, err := store.NewKey(about.Kind, q)
	return Task{Key: key, About: about, work: typed[A]{q}, err: err}
}

// Check returns an error on what cannot be asked, or would not fit the memory limit.
func (t Task) Check(e Env) error {
	if t.err != nil {
		return t.err
	}
	return t.work.Validate(e)
}

// typed is the work on a question.
type typed[A any] struct{ Question[A] }

func (q typed[A]) compute(ctx context.Context, e Env) (any, error) {
	if err := q.Validate(e); err != nil {
		return nil, err
	}
	return q.Answer(ctx, e)
}

func (q typed[A]) decode(ctx context.Context, text json.RawMessage) (any, error) {
	var answer A
	if err := strict.Unmarshal(text, &answer, strict.RejectUnknownMembers(true)); err != nil {
		return answer, err
	}
	if c, ok := q.Question.(Completer[A]); ok {
		if err := c.Complete(ctx, &answer); err != nil {
			return answer, err
		}
	}
	return answer, nil
}

func (q typed[A]) record(answer any) any {
	if r, ok := q.Question.(Recorder[A]); ok {
		return r.Record(answer.(A))
	}
	return answer
}

// Distinct leaves out things that have the key of one before them.
func Distinct[T any, K comparable](things []T, key func(T) K) (kept []T) {
	seen := map[K]bool{}
	for _, t := range things {
		if k := key(t); !seen[k] {
			seen[k] = true
			kept = append(kept, t)
		}
	}
	return kept
}

// Slow marks tasks that a run computes only with [Runner.Full]. Otherwise their answers come from
// the store or from a record, perhaps of an earlier engine, and the page is made without answers
// that are in neither.
func Slow(tasks []Task) []Task {
	tasks = slices.Clone(tasks)
	for i := range tasks {
		tasks[i].Slow = true
	}
	return tasks
}

// recordedAs reports whether a record has the very same answer.
func (t Task) recordedAs(answer any, text json.RawMessage) bool {
	own, err := json.Marshal(t.work.record(answer))
	return err == nil && bytes.Equal(own, text)
}

// An Env is the means to compute answers. It affects the speed, never the result.
type Env struct {
	Workers int          // goroutines, at least 1
	Memory  int64        // bytes that may be used; 0 for no limit
	Store   *store.Store // nil: nothing is kept
	// Say tells people how work is getting on; it may be nil.
	Say func(format string, args ...any)

	advance func(fraction float64)
}

// Sayf tells people how work is getting on, if anyone listens.
func (e Env) Sayf(format string, args ...any) {
	if e.Say != nil {
		e.Say(format, args...)
	}
}

// Advance tells that another part of the answer's work is done, as a fraction
// of 1. It may be called from several goroutines.
func (e Env) Advance(fraction float64) {
	if e.advance != nil {
		e.advance(fraction)
	}
}

// lane is the environment of one of several tasks that run side by side.
func (e Env) lane() Env {
	if e.Memory > 0 {
		e.Memory = max(1, e.Memory/int64(max(1, e.Workers)))
	}
	e.Workers = 1
	return e
}

// engine is the fingerprint of the code that computes a task now.
func (e Env) engine(t Task) string {
	if e.Store == nil {
		return ""
	}
	return e.Store.Engine(t.Key)
}

// Answer returns the answer to a question, from the store or computed. A
// question may ask others that its own answer needs.
func Answer[A any](ctx context.Context, e Env, q Question[A]) (A, error) {
	a, _, err := e.answer(ctx, NewTask(q))
	answer, _ := a.(A) // none with an error
	return answer, err
}

// answer returns the answer to a task as [store.Store.Do] does. It reads back even an answer that
// it has just computed, so that a page cannot depend on whether the answer was stored.
func (e Env) answer(ctx context.Context, t Task) (any, store.Answer, error) {
	var decoded any
	check := func(text json.RawMessage) (err error) {
		decoded, err = t.work.decode(ctx, text)
		return err
	}
	compute := func(ctx context.Context) (json.RawMessage, bool, error) {
		a, err := t.work.compute(ctx, e)
		if err != nil {
			return nil, false, err
		}
		text, err := json.Marshal(a)
		if err != nil {
			return nil, false, fmt.Errorf("%s: %w", t.Name, err)
		}
		if err := check(text); err != nil {
			return nil, false, fmt.Errorf("%s: the answer computed is wrong: %w", t.Name, err)
		}
		p, ok := a.(Partial)
		return text, ok && p.Partial(), nil
	}

	if e.Store == nil || t.Volatile {
		_, _, err := compute(ctx)
		return decoded, store.Answer{}, err
	}
	kept, err := e.Store.Do(ctx, t.Key, check, compute)
	return decoded, kept, err
}

// An Outcome holds the answers to an entry's tasks. Answers to slow tasks may be missing, and
// answers to questions that are newer than the record.
type Outcome struct{ answers map[store.Key]answered }

// An answered task has an answer, and the fingerprint of the engine that gave it.
type answered struct {
	value   any
	engine  string
	partial bool // see [Partial]
}

// Answers reports whether all of some tasks are answered.
func (o Outcome) Answers(tasks []Task) bool {
	for _, t := range tasks {
		if _, ok := o.answers[t.Key]; !ok {
			return false
		}
	}
	return true
}

func newOutcome() Outcome { return Outcome{answers: map[store.Key]answered{}} }

// withProgram adds the memory of the program itself, and of idle and administrative parts
// of the heap, to the bytes that work needs.
func withProgram(need int64) int64 {
	const program = 20 << 20
	return program + need/16*17
}

// CheckNeed refuses work that needs more bytes of memory than the limit leaves.
func (e Env) CheckNeed(what string, need int64) error {
	if need = withProgram(need); e.Memory > 0 && need > e.Memory {
		return fmt.Errorf("%s needs about %s of memory, more than the limit of %s (--max-memory; workers: %d)",
			what, humanize.IBytes(uint64(need)), humanize.IBytes(uint64(e.Memory)), e.Workers)
	}
	return nil
}

// pagesMemory is how many bytes it takes to make pages, with pictures.
const pagesMemory = 10 << 20

// LargestFile bounds the weight, see [store.ReadJSON], of a file of answers, or of all files that
// are read at once: its content takes several times as much memory. The bound is 32 MB at most,
// which take less than a second to read; no answer is larger.
func (e Env) LargestFile() int64 {
	const times, most = 8, 32 << 20
	if e.Memory == 0 {
		return most
	}
	return min(max(1, (e.Memory-withProgram(pagesMemory))/times), most)
}

// Spare is the memory left for a cache beside work that needs some bytes, with room for garbage:
// at most the number wanted.
func (e Env) Spare(need, wanted int64) int64 {
	if e.Memory > 0 {
		wanted = min(wanted, (e.Memory-withProgram(need))/5*4)
	}
	return max(wanted, 1)
}
