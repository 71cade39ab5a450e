package ask

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"codebreak/engine/optimal"
	"codebreak/experiments/store"
)

// Combine merges two different answers to the same question, if possible: of two stopped
// searches it keeps the tighter bounds. Bounds cannot be merged number by number, since the
// later numbers of an objective hold only with the earlier ones. Proved answers must be
// equal.
func Combine(k store.Key, a, b json.RawMessage) (value json.RawMessage, partial, ok bool, err error) {
	if k.Kind != (Solve{}).About().Kind {
		return nil, false, false, nil
	}
	var q Solve
	if err := json.Unmarshal([]byte(k.Question), &q); err != nil {
		return nil, false, false, err
	}

	var x, y Solved
	if err := errors.Join(q.read(a, &x), q.read(b, &y)); err != nil || x.Proved || y.Proved {
		return nil, false, false, err
	}

	both := min(len(x.Ranges), len(y.Ranges))
	open := func(r, s optimal.Range) int {
		return (r.Upper - r.Lower) - (s.Upper - s.Lower)
	}
	if slices.CompareFunc(x.Ranges[:both], y.Ranges[:both], open) > 0 {
		return b, true, true, nil
	}
	return a, true, true, nil
}

// read reads an answer.
func (q Solve) read(text json.RawMessage, s *Solved) error {
	if err := json.Unmarshal(text, s); err != nil {
		return err
	}
	return q.Complete(context.Background(), s)
}
