package notebook

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"codebreak/engine/optimal"
	"codebreak/experiments/store"
)

// Decompose asks for the decomposition of an exact search into subproblems that
// can be solved one by one, in any order, by several programs.
type Decompose struct {
	optimal.ProblemSpec

	progress func(optimal.Progress)
}

// NewDecompose asks for the decomposition of a problem. progress, if not nil, is
// told how far the search has come, about every second.
func NewDecompose(p optimal.ProblemSpec, progress func(optimal.Progress)) Decompose {
	return Decompose{p, progress}
}

// Kind names the kind of question.
func (Decompose) Kind() string { return "decomposition" }

func (q Decompose) String() string {
	return "decomposition of " + Solve{ProblemSpec: q.ProblemSpec}.String()
}

// Cost is an order of magnitude.
func (q Decompose) Cost() float64 { return 60 }

// Validate refuses what cannot be split, or would not fit the memory limit.
func (q Decompose) Validate(e Env) error {
	p, err := q.Parse()
	if err == nil {
		err = optimal.CheckSplit(p)
	}
	if err != nil {
		return err
	}
	return e.CheckProblem(p)
}

// Answer splits the search. If it is proved that there is no tree the error is
// [optimal.ErrNoTree].
func (q Decompose) Answer(ctx context.Context, e Env) (optimal.Decomposition, error) {
	p, err := q.Parse()
	if err != nil {
		return optimal.Decomposition{}, err
	}
	return optimal.Split(ctx, p, optimal.Options{Workers: e.Workers, Memory: e.TableMemory(p), Progress: q.progress})
}

// Check returns an error for what cannot be worked on, or is another problem's.
func (q Decompose) Check(ctx context.Context, d optimal.Decomposition) error {
	if d.Problem != q.ProblemSpec {
		return fmt.Errorf("it is the decomposition of %s", clip(Solve{ProblemSpec: d.Problem}.String()))
	}
	return d.Check(ctx)
}

// Decompositions lists the problems whose decompositions are in a store. What is
// no decomposition is set aside.
func Decompositions(ctx context.Context, s *store.Store) ([]optimal.ProblemSpec, error) {
	problem := map[store.Key]optimal.ProblemSpec{}
	keys, err := s.Keys(Decompose{}.Kind(), func(k store.Key, answer json.RawMessage) error {
		var p optimal.ProblemSpec
		if err := json.Unmarshal([]byte(k.Question), &p); err != nil {
			return err
		}
		problem[k] = p
		_, err := decode(ctx, NewDecompose(p, nil), answer)
		return err
	})
	var out []optimal.ProblemSpec
	for _, k := range keys {
		out = append(out, problem[k])
	}
	return out, err
}

// Subproblem asks for a subproblem of a decomposition.
type Subproblem struct {
	Decomposition string `json:"decomposition"` // its id
	Name          string `json:"name"`

	of       *Decomposed
	progress func(optimal.Progress)
}

// A SubproblemAnswer is what is known of a subproblem.
type SubproblemAnswer struct{ optimal.Subproblem }

// Partial reports whether something is left to do.
func (a SubproblemAnswer) Partial() bool { return !a.State.Done() }

// Decomposed is a decomposition with what the store knows of its subproblems.
// It belongs to one goroutine.
type Decomposed struct {
	*optimal.Verified
	id     string
	bounds map[string]optimal.Bounds // of subproblems, as far as they were read
	stamps map[string]time.Time      // of the answers that were read
}

// NewDecomposed verifies a decomposition.
func NewDecomposed(ctx context.Context, d optimal.Decomposition) (*Decomposed, error) {
	v, err := d.Verify(ctx)
	if err != nil {
		return nil, err
	}
	return &Decomposed{v, d.ID(), map[string]optimal.Bounds{}, map[string]time.Time{}}, nil
}

// Subproblem asks for one by name.
func (d *Decomposed) Subproblem(name string, progress func(optimal.Progress)) Subproblem {
	return Subproblem{d.id, name, d, progress}
}

// Subproblems asks for all of them, in the order in which a search that is not
// split would come to them.
func (d *Decomposed) Subproblems(progress func(optimal.Progress)) []Subproblem {
	var out []Subproblem
	for _, name := range d.Names() {
		out = append(out, d.Subproblem(name, progress))
	}
	return out
}

// Known returns what a store knows of the subproblems, by name. What is damaged
// is set aside.
func (d *Decomposed) Known(ctx context.Context, s *store.Store) (map[string]optimal.Subproblem, error) {
	known := map[string]optimal.Subproblem{}
	for _, q := range d.Subproblems(nil) {
		a, ok, err := Kept(ctx, s, q)
		if err != nil {
			return nil, err
		}
		if ok {
			known[q.Name] = a.Subproblem
		}
	}
	return known, nil
}

// news reads the bounds of other subproblems that have changed since it did so
// before.
func (d *Decomposed) news(ctx context.Context, s *store.Store, own string) (map[string]optimal.Bounds, error) {
	changed := map[string]optimal.Bounds{}
	for _, q := range d.Subproblems(nil) {
		k := q.key()
		stamp := s.Stamp(k)
		if q.Name == own || stamp.Equal(d.stamps[q.Name]) {
			continue
		}
		a, ok, err := Kept(ctx, s, q)
		if err != nil {
			return nil, err
		}
		d.stamps[q.Name] = stamp
		if ok {
			changed[q.Name], d.bounds[q.Name] = a.Bounds, a.Bounds
		}
	}
	return changed, nil
}

func (q Subproblem) key() store.Key {
	k, _ := store.NewKey(q.Kind(), q) // two texts always make a key
	return k
}

// Kind names the kind of question.
func (Subproblem) Kind() string { return "subproblem" }

func (q Subproblem) String() string { return q.Name }

// Cost is the same for all: what one takes is not known before.
func (q Subproblem) Cost() float64 { return 1 }

// Validate refuses names that the decomposition does not have.
func (q Subproblem) Validate(e Env) error {
	if q.of == nil {
		return errors.New("it belongs to no decomposition")
	}
	if _, err := q.of.Verified.Subproblem(q.Name); err != nil {
		return err
	}
	p, err := q.of.Problem.Parse()
	if err != nil {
		return err
	}
	return e.CheckProblem(p)
}

// Answer goes on where the store is, tells it about every second what is proved,
// and learns from it what is known of other subproblems. If the context ends,
// what was proved until then is in the store.
func (q Subproblem) Answer(ctx context.Context, e Env) (SubproblemAnswer, error) {
	s, err := q.of.Verified.Subproblem(q.Name)
	if err != nil {
		return SubproblemAnswer{}, err
	}
	p, err := q.of.Problem.Parse()
	if err != nil {
		return SubproblemAnswer{}, err
	}
	o := optimal.Options{Workers: e.Workers, Memory: e.TableMemory(p), Progress: q.progress}
	if e.Store == nil {
		s, err = q.of.Solve(ctx, s, nil, nil, o)
		return SubproblemAnswer{s}, err
	}
	if a, ok, err := Kept(ctx, e.Store, q); err != nil {
		return SubproblemAnswer{}, err
	} else if ok {
		s = a.Subproblem
	}
	if _, err := q.of.news(ctx, e.Store, q.Name); err != nil {
		return SubproblemAnswer{}, err
	}
	exchange := func(s optimal.Subproblem) (map[string]optimal.Bounds, error) {
		if _, err := q.keep(e.Store, s); err != nil {
			return nil, err
		}
		return q.of.news(ctx, e.Store, q.Name)
	}
	s, err = q.of.Solve(ctx, s, q.of.bounds, exchange, o)
	if err != nil && !optimal.Interrupted(err) {
		return SubproblemAnswer{}, err
	}
	a, keepErr := q.keep(e.Store, s)
	return a, errors.Join(keepErr, err)
}

// keep writes what is proved of a subproblem into a store, with what another
// program may have proved of it meanwhile. It takes no context: what a search
// that is over has proved is written all the same.
func (q Subproblem) keep(st *store.Store, s optimal.Subproblem) (a SubproblemAnswer, err error) {
	ctx := context.Background()
	check := func(text json.RawMessage) error { _, err := decode(ctx, q, text); return err }
	err = st.Update(ctx, q.key(), check, func(old json.RawMessage) (json.RawMessage, bool, error) {
		if old != nil {
			var known SubproblemAnswer
			if err := json.Unmarshal(old, &known); err != nil {
				return nil, false, err
			}
			s = optimal.MergeSubproblems(s, known.Subproblem)
		}
		a = SubproblemAnswer{s}
		text, err := json.Marshal(a)
		return text, a.Partial(), err
	})
	return a, err
}

// Check replays the tree, and returns an error for what cannot be the answer.
func (q Subproblem) Check(ctx context.Context, a SubproblemAnswer) error {
	if q.of == nil {
		return errors.New("it belongs to no decomposition")
	}
	if a.Name != q.Name {
		return fmt.Errorf("it is subproblem %q", clip(a.Name))
	}
	return q.of.CheckSubproblem(ctx, a.Subproblem)
}
