package optimal

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// splitProblems are small problems of each kind.
func splitProblems(t *testing.T) (problems []Problem) {
	t.Helper()
	add := func(name, objective, first string, maxDepth int, pool strategy.Pool) {
		g, err := game.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		p := Problem{Game: g, Objective: Objective(objective), MaxDepth: maxDepth, Pool: pool}
		if first != "" {
			code, err := g.ParseCode(first)
			if err != nil {
				t.Fatal(err)
			}
			p.First = &code
		}
		problems = append(problems, p)
	}
	for _, name := range []string{"mm1x5", "mm2x3", "mm3x5", "bc2x4", "bc3x6", "bp2x4", "twod5", "mm3x6-distinct"} {
		for _, objective := range []Objective{Total, WorstTotal, WorstCount} {
			add(name, string(objective), "", 0, strategy.All)
		}
	}
	for _, pool := range []strategy.Pool{strategy.Consistent, ConsistentButLast, SecondFree} {
		add("mm2x5", "total", "", 0, pool)
		add("mm3x5", "total", "112", 0, pool)
		add("mm4x4", "worst,count", "1123", 0, pool)
		add("mm3x6", "worst,total", "112", 0, pool) // no one-step strategy has the least worst case
	}
	add("mm4x4", "total", "", 5, strategy.All)
	add("mm4x4", "worst,total", "1112", 0, strategy.All)
	add("mm4x5", "total", "", 0, strategy.All)
	add("mm4x5", "worst,count", "", 0, strategy.All)
	add("bc4x6", "worst,total", "", 0, strategy.All)
	add("bc4x7", "worst,count", "", 0, strategy.All)
	return problems
}

// splits are subproblems as they are, and as small as can be.
func splits() []splitOptions { return []splitOptions{defaultSplit(), {solve: 1, slice: 2, slices: 2}} }

// A store keeps subproblems as they are written, and as they are read again.
type store struct {
	t     testing.TB
	v     *Verified
	texts map[string][]byte
	read  map[string]Subproblem
}

// newStore splits a problem, and writes the decomposition and reads it again.
func newStore(t testing.TB, p Problem, how splitOptions) (store, error) {
	t.Helper()
	d, err := split(context.Background(), p, Options{Workers: 2, Memory: 1 << 20}, how)
	if err != nil {
		return store{}, err
	}
	text, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	var read Decomposition
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	if read.ID() != d.ID() {
		t.Errorf("%+v: the decomposition has another ID when it is read again", p.Spec())
	}
	v, err := read.Verify(context.Background())
	if err != nil {
		t.Fatalf("%+v: %v", p.Spec(), err)
	}
	return store{t, v, map[string][]byte{}, map[string]Subproblem{}}, nil
}

func (s store) known() map[string]Bounds {
	out := map[string]Bounds{}
	for name, sub := range s.read {
		out[name] = sub.Bounds
	}
	return out
}

func (s store) put(sub Subproblem) {
	s.t.Helper()
	if known, ok := s.read[sub.Name]; ok {
		sub = MergeSubproblems(sub, known)
	}
	text, err := json.Marshal(sub)
	if err != nil {
		s.t.Fatal(err)
	}
	var read Subproblem
	if err = json.Unmarshal(text, &read); err == nil {
		err = s.v.CheckSubproblem(context.Background(), read)
	}
	if err != nil {
		s.t.Fatalf("subproblem %s as it is written: %v", sub.Name, err)
	}
	s.texts[sub.Name], s.read[sub.Name] = text, read
}

func (s store) exchange(sub Subproblem) (map[string]Bounds, error) {
	s.put(sub)
	return s.known(), nil
}

// solve solves a subproblem, until the context ends.
func (s store) solve(ctx context.Context, name string) {
	s.t.Helper()
	sub, ok := s.read[name]
	if !ok {
		var err error
		if sub, err = s.v.Subproblem(name); err != nil {
			s.t.Fatal(err)
		}
	}
	sub, err := s.v.Solve(ctx, sub, s.known(), s.exchange, Options{Workers: 2, Memory: 1 << 20})
	if err != nil && !Interrupted(err) {
		s.t.Fatalf("subproblem %s: %v", name, err)
	}
	s.put(sub)
}

func (s store) join() Joined {
	s.t.Helper()
	j, err := s.v.Join(context.Background(), s.read, Options{Memory: 1 << 20})
	if err != nil {
		s.t.Fatal(err)
	}
	return j
}

// joins compares what the subproblems of a problem come to with what is to be
// proved, nothing if there is no tree.
func joins(t *testing.T, p Problem, want []Range) {
	t.Helper()
	s, err := newStore(t, p, splits()[1])
	if want == nil {
		if !errors.Is(err, ErrNoTree) {
			t.Errorf("%+v: split: %v; there is no tree", p.Spec(), err)
		}
		return
	}
	if err != nil {
		t.Errorf("%+v: split: %v", p.Spec(), err)
		return
	}
	for open := s.v.Names(); len(open) > 0; open = s.join().Open {
		for _, name := range open {
			s.solve(context.Background(), name)
		}
	}
	if a := s.join().Answer; !a.Proved || !slices.Equal(a.Ranges, want) {
		t.Errorf("%+v, joined: %+v, proved %v; want %+v", p.Spec(), a.Ranges, a.Proved, want)
	}
}

func jsonOf(t *testing.T, found *tree.Tree) string {
	t.Helper()
	var text bytes.Buffer
	if err := found.WriteJSON(&text); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// contain returns an error if bounds do not hold the values.
func contain(bounds, values []Range) error {
	for i, r := range bounds {
		if r.Name != values[i].Name || r.Lower > values[i].Lower || r.Upper < values[i].Lower {
			return fmt.Errorf("%+v, but the truth is %+v", r, values[i])
		}
		if !r.Proved() {
			return nil // the numbers that follow are those of other trees
		}
	}
	return nil
}

// TestSubproblemsMakeTheSameTree solves subproblems in random order, stops some of them
// early, and compares what they come to with a search that is not split.
func TestSubproblemsMakeTheSameTree(t *testing.T) {
	t.Parallel()
	for i, p := range splitProblems(t) {
		if testing.Short() && i%4 > 0 {
			continue // slow: all of them
		}
		want, wantErr := Solve(context.Background(), p, Options{Workers: 2, Memory: 1 << 20})
		for j, how := range splits() {
			rng := rand.New(rand.NewPCG(uint64(i), uint64(j)))
			s, err := newStore(t, p, how)
			if err != nil || wantErr != nil {
				if !(want.Impossible && errors.Is(err, ErrNoTree)) && !(err != nil && wantErr != nil && err.Error() == wantErr.Error()) {
					t.Errorf("%+v: split: %v; solved at once: impossible %v, %v", p.Spec(), err, want.Impossible, wantErr)
				}
				continue
			}
			names := s.v.Names()
			if len(names) > 45 {
				continue // too many for the time there is
			}
			for round := range 3 {
				rng.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
				for _, name := range names {
					ctx, stop := context.WithCancel(context.Background())
					if round < 2 && rng.IntN(3) > 0 {
						// Whatever has been found by then must be right.
						time.AfterFunc(time.Duration(rng.IntN(2_000_000)), stop)
					}
					s.solve(ctx, name)
					stop()
				}
				if err := contain(s.join().Answer.Ranges, want.Ranges); err != nil {
					t.Errorf("%+v, split %+v, round %d: %v", p.Spec(), how, round, err)
				}
			}
			// What was left when others had not been solved yet.
			for range 5 {
				for _, name := range s.join().Open {
					s.solve(context.Background(), name)
				}
			}
			got := s.join()
			if len(got.Open) > 0 || !got.Answer.Proved {
				t.Errorf("%+v, split %+v: subproblems %v are open, proved %v", p.Spec(), how, got.Open, got.Answer.Proved)
			}
			if !slices.Equal(got.Answer.Ranges, want.Ranges) {
				t.Errorf("%+v, split %+v: %+v; at once %+v", p.Spec(), how, got.Answer.Ranges, want.Ranges)
			}
			if jsonOf(t, got.Answer.Tree) != jsonOf(t, want.Tree) {
				t.Errorf("%+v, split %+v: another tree than that of a search that is not split", p.Spec(), how)
			}
		}
	}
}

// smallStore solves all subproblems of a small game.
func smallStore(t testing.TB, objective Objective) store {
	t.Helper()
	g, err := game.Parse("mm3x5")
	if err != nil {
		t.Fatal(err)
	}
	s, err := newStore(t, Problem{Game: g, Objective: objective, Pool: strategy.All}, splits()[1])
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range s.v.Names() {
		s.solve(context.Background(), name)
	}
	return s
}

// TestWrongSubproblems checks that subproblems of another decomposition, or with
// figures that their trees do not have, are not trusted, and that nothing wrong
// is proved without some of them.
func TestWrongSubproblems(t *testing.T) {
	s, foreign := smallStore(t, Total), smallStore(t, WorstTotal)
	trees := 0
	for name, sub := range s.read {
		if foreign.v.CheckSubproblem(context.Background(), sub) == nil {
			t.Errorf("subproblem %s is taken for one of another decomposition", name)
		}
		wrong := map[string]func(*Subproblem){
			"another decomposition": func(s *Subproblem) { s.Decomposition = foreign.v.ID() },
			"another name":          func(s *Subproblem) { s.Name = "../" + s.Name },
			"no path":               func(s *Subproblem) { s.Path = nil },
			"other guesses":         func(s *Subproblem) { s.From-- },
			"a bound too low":       func(s *Subproblem) { s.Lower = -1 },
			"a bound too high":      func(s *Subproblem) { s.Lower = 1 << 62 },
			"another state":         func(s *Subproblem) { s.State = "done" },
			"a guess that is none":  func(s *Subproblem) { s.Guesses = []GuessBound{{Number: s.To}} },
			"a part that is none": func(s *Subproblem) {
				s.Guesses = []GuessBound{{Number: s.From, Parts: []PartBound{{Feedback: "9A9B"}}}}
			},
		}
		if sub.Upper > 0 {
			trees++
			wrong["a lower cost"] = func(s *Subproblem) { s.Upper--; s.Lower = min(s.Lower, s.Upper) }
			wrong["another guess"] = func(s *Subproblem) { s.Number = s.To }
			wrong["the tree of the game"] = func(sub *Subproblem) { sub.Tree = s.v.Tree }
			wrong["no tree"] = func(s *Subproblem) { s.Tree = nil }
		}
		for what, change := range wrong {
			changed := sub
			change(&changed)
			if s.v.CheckSubproblem(context.Background(), changed) == nil {
				t.Errorf("subproblem %s with %s is trusted", name, what)
			}
			if _, err := s.v.Solve(context.Background(), changed, nil, nil, Options{}); err == nil {
				t.Errorf("subproblem %s with %s is solved", name, what)
			}
		}
	}
	if trees == 0 {
		t.Error("no subproblem has a tree; the test has lost its point")
	}
	want, err := Solve(context.Background(), s.v.problem, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range s.v.Names() {
		delete(s.texts, name)
		delete(s.read, name)
		if err := contain(s.join().Answer.Ranges, want.Ranges); err != nil {
			t.Error(err)
		}
	}
}

// TestWrongDecompositions checks that what does not fit together is refused.
func TestWrongDecompositions(t *testing.T) {
	d := smallStore(t, WorstTotal).v.Decomposition
	other := smallStore(t, Total).v.Decomposition
	part := 0
	for d.Guesses[0].Parts[part].Solved {
		part++
	}
	for what, change := range map[string]func(*Decomposition){
		"another game":               func(d *Decomposition) { d.Problem.Game = "bc4x10" },
		"a game that is none":        func(d *Decomposition) { d.Problem.Game = "mm0x0" },
		"another objective":          func(d *Decomposition) { d.Problem.Objective = TotalWorstCount },
		"another pool":               func(d *Decomposition) { d.Problem.Pool = strategy.Consistent },
		"another first guess":        func(d *Decomposition) { d.Problem.First = "111" },
		"another depth":              func(d *Decomposition) { d.Depth++ },
		"a negative depth":           func(d *Decomposition) { d.Depth = -1 },
		"another cost":               func(d *Decomposition) { d.Upper-- },
		"no tree":                    func(d *Decomposition) { d.Tree = nil },
		"another tree":               func(d *Decomposition) { d.Tree = json.RawMessage(`{"game": "mm3x4", "root": null}`) },
		"a first guess twice":        func(d *Decomposition) { d.Guesses = append(d.Guesses, d.Guesses[0]) },
		"a first guess that is none": func(d *Decomposition) { d.Guesses[0].Guess = "999" },
		"a part too few":             func(d *Decomposition) { d.Guesses[0].Parts = d.Guesses[0].Parts[1:] },
		"a part too many":            func(d *Decomposition) { d.Guesses[0].Parts = append(d.Guesses[0].Parts, d.Guesses[0].Parts[0]) },
		"another size":               func(d *Decomposition) { d.Guesses[0].Parts[part].Candidates++ },
		"a bound too low":            func(d *Decomposition) { d.Guesses[0].Parts[part].Lower = -1 },
		"a bound too high":           func(d *Decomposition) { d.Guesses[0].Parts[part].Lower = 1 << 62 },
		"no cutoff":                  func(d *Decomposition) { d.Guesses[0].Parts[part].Cutoff = 0 },
		"no subproblems":             func(d *Decomposition) { d.Guesses[0].Parts[part].Subproblems = nil },
		"a name outside":             func(d *Decomposition) { d.Guesses[0].Parts[part].Subproblems[0].Name = "../escaped" },
		"a gap":                      func(d *Decomposition) { d.Guesses[0].Parts[part].Subproblems[0].From++ },
		"no end":                     func(d *Decomposition) { d.Guesses[0].Parts[part].Subproblems[0].To = 1 << 40 },
		"a subproblem bound":         func(d *Decomposition) { d.Guesses[0].Parts[part].Subproblems[0].Lower = -1 },
	} {
		changed := copyOf(t, d)
		change(&changed)
		if err := changed.Check(context.Background()); err == nil {
			t.Errorf("a decomposition with %s is taken", what)
		}
		if changed.ID() == d.ID() {
			t.Errorf("a decomposition with %s has the same ID", what)
		}
	}
	if err := d.Check(context.Background()); err != nil {
		t.Error(err)
	}
	if d.ID() == other.ID() {
		t.Error("two decompositions have the same ID")
	}
}

// copyOf copies a decomposition by way of its JSON.
func copyOf(t *testing.T, d Decomposition) (out Decomposition) {
	t.Helper()
	text, err := json.Marshal(d)
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestOtherOrder checks that numbers of guesses are not mistaken when they were
// given by a program that lists guesses in another order.
func TestOtherOrder(t *testing.T) {
	d := copyOf(t, smallStore(t, Total).v.Decomposition)
	for i := range d.Guesses {
		for j := range d.Guesses[i].Parts {
			if !d.Guesses[i].Parts[j].Solved {
				d.Guesses[i].Parts[j].Order = "another"
			}
		}
	}
	v, err := d.Verify(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	sub, err := v.Subproblem(v.Names()[0])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := v.Solve(context.Background(), sub, nil, nil, Options{}); err == nil || !strings.Contains(err.Error(), "another order") {
		t.Errorf("a subproblem of another order of guesses is searched: %v", err)
	}
}

// FuzzDecomposition checks that no JSON makes the checks panic, and that what
// they let through can be joined without one.
func FuzzDecomposition(f *testing.F) {
	s := smallStore(f, Total)
	d, err := json.Marshal(s.v.Decomposition)
	if err != nil {
		f.Fatal(err)
	}
	for _, sub := range s.texts {
		f.Add(d, sub)
	}
	f.Fuzz(func(t *testing.T, decomposition, subproblem []byte) {
		var d Decomposition
		var sub Subproblem
		if json.Unmarshal(decomposition, &d) != nil || json.Unmarshal(subproblem, &sub) != nil {
			return
		}
		if g, err := game.Parse(d.Problem.Game); err != nil || game.CountSecrets(g) > 1000 {
			return // too slow
		}
		v, err := d.Verify(context.Background())
		if err != nil {
			return
		}
		known := map[string]Subproblem{}
		if v.CheckSubproblem(context.Background(), sub) == nil {
			known[sub.Name] = sub
		}
		ctx, stop := context.WithTimeout(context.Background(), 50*time.Millisecond)
		defer stop()
		_, _ = v.Join(ctx, known, Options{Memory: 1 << 16})
	})
}

// TestSplitUsesSymmetry checks that first guesses are split once, not once for
// each that is equivalent.
func TestSplitUsesSymmetry(t *testing.T) {
	g, err := game.Parse("bc4x6")
	if err != nil {
		t.Fatal(err)
	}
	for _, pool := range pegPools {
		d, err := Split(context.Background(), Problem{Game: g, Objective: WorstCount, Pool: pool}, Options{Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		if len(d.Guesses) > 5 {
			t.Errorf("pool %s: %d first guesses", pool, len(d.Guesses))
		}
	}
}

// variants calls visit with JSON in which one value after another, at any
// depth, is replaced by what does not belong there: of lists the first two and
// the last, and trees as a whole, which have a reader with tests of its own.
func variants(value any, visit func()) {
	wrong := []any{nil, -1.0, 0.0, 1.0, 1e6, float64(1 << 62), 1e300, "", "x", "../x", "mm4x4", "999", "9A9B", true, []any{}, []any{nil}, map[string]any{}}
	replace := func(child any, set func(any)) {
		for _, w := range wrong {
			set(w)
			visit()
		}
		set(child)
	}
	switch value := value.(type) {
	case map[string]any:
		for key, child := range value {
			replace(child, func(v any) { value[key] = v })
			if key != "tree" {
				variants(child, visit)
			}
		}
	case []any:
		for i, child := range value {
			if i >= 2 && i < len(value)-1 {
				continue
			}
			replace(child, func(v any) { value[i] = v })
			variants(child, visit)
		}
	}
}

// TestHostileJSON checks that nothing read makes the checks panic, nor a join of
// what they let through.
func TestHostileJSON(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it reads thousands of texts, which is no matter of races")
	}
	t.Parallel()
	s := smallStore(t, WorstTotal)
	try := func(decomposition, subproblem []byte) {
		var d Decomposition
		var sub Subproblem
		if json.Unmarshal(decomposition, &d) != nil || json.Unmarshal(subproblem, &sub) != nil {
			return
		}
		v, err := d.Verify(context.Background())
		if err != nil {
			return
		}
		subproblems := map[string]Subproblem{}
		if v.CheckSubproblem(context.Background(), sub) == nil {
			subproblems[sub.Name] = sub
		}
		ctx, stop := context.WithTimeout(context.Background(), 100*time.Millisecond)
		defer stop()
		_, _ = v.Join(ctx, subproblems, Options{Memory: 1 << 16})
	}
	name := s.v.Names()[0]
	d, err := json.Marshal(s.v.Decomposition)
	if err != nil {
		t.Fatal(err)
	}
	for which, text := range [][]byte{d, s.texts[name]} {
		var value any
		if err := json.Unmarshal(text, &value); err != nil {
			t.Fatal(err)
		}
		variants(value, func() {
			changed, err := json.Marshal(value)
			if err != nil {
				t.Fatal(err)
			}
			if which == 0 {
				try(changed, s.texts[name])
			} else {
				try(d, changed)
			}
		})
	}
}
