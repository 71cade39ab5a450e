package notebook

import (
	"context"
	"errors"
)

// What tests of questions, which stand in packages above this one, see of it.

// At returns a runner of entries on a results folder.
var At = at

// ReadOutcome reads what results.json holds as report does. That of another question
// is not believed: the answer is missing.
func ReadOutcome(text []byte, e Entry) (Outcome, error) {
	r, err := parseRecord(text)
	if err != nil {
		return Outcome{}, err
	}
	o, err := r.outcome(context.Background(), e)
	if err == nil && !o.Answers(e.Tasks) {
		err = errors.New("answers are missing")
	}
	return o, err
}

// WriteOutcome is its inverse.
func WriteOutcome(e Entry, o Outcome) ([]byte, error) {
	r, err := newRecord(e, o, []string{})
	if err != nil {
		return nil, err
	}
	return r.encode(), nil
}

// KnownIn reports whether a runner's store has the answer to a task.
func KnownIn(ctx context.Context, r *Runner, t Task) (bool, error) {
	_, ok, err := r.known(ctx, t)
	return ok, err
}

// DistinctTasks returns the tasks without those whose keys come again.
var DistinctTasks = distinct

// Validate refuses what a task cannot ask.
func (t Task) Validate(e Env) error { return t.Check(e) }
