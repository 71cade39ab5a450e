package optimal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// pieceProblems are small problems of each kind.
func pieceProblems(t *testing.T) (problems []Problem) {
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
		for _, objective := range []Objective{Total, WorstTotal, WorstThenCount} {
			add(name, string(objective), "", 0, strategy.All)
		}
	}
	for _, pool := range []strategy.Pool{strategy.Consistent, ConsistentButLast} {
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

// cuts are the pieces left as they are, and as small as can be.
func cuts() []Cut { return []Cut{DefaultCut(), {Solve: 1, Share: 2, Shares: 2}} }

func describeProblem(p Problem) string { return fmt.Sprintf("%+v", p.Names()) }

// A store keeps pieces as they are written, as a folder does.
type store struct {
	t     *testing.T
	d     Division
	texts map[string][]byte
}

func (s store) pieces() Pieces {
	pieces := Pieces{}
	for name, text := range s.texts {
		if p, err := s.d.DecodePiece(name, text); err == nil {
			pieces[name] = p
		}
	}
	return pieces
}

func (s store) exchange(p Piece) (Pieces, error) {
	pieces := s.pieces()
	if known, ok := pieces[p.Name]; ok {
		p = Merge(p, known)
	}
	text, err := p.Encode()
	if err != nil {
		return nil, err
	}
	if _, err := s.d.DecodePiece(p.Name, text); err != nil {
		s.t.Errorf("piece %s as it is written: %v", p.Name, err)
	}
	s.texts[p.Name] = text
	pieces[p.Name] = p
	return pieces, nil
}

// solve solves a piece, until the time is over.
func (s store) solve(name string, limit time.Duration) {
	ctx, stop := context.WithTimeout(context.Background(), limit)
	defer stop()
	p, err := SearchPiece(ctx, s.d, name, s.exchange, SolveOptions{Workers: 2, Memory: 1 << 20})
	if err != nil && !Stopped(err) {
		s.t.Fatalf("piece %s: %v", name, err)
	}
	if _, err := s.exchange(p); err != nil {
		s.t.Fatal(err)
	}
}

func (s store) join() Joined {
	j, err := Join(context.Background(), s.d, s.pieces(), SolveOptions{})
	if err != nil {
		s.t.Fatal(err)
	}
	return j
}

// newStore cuts a problem and writes the division and reads it again.
func newStore(t *testing.T, p Problem, cut Cut) (store, error) {
	d, err := Split(context.Background(), p, SolveOptions{Workers: 2, Memory: 1 << 20}, cut)
	if err != nil {
		return store{}, err
	}
	text, err := d.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if d, err = DecodeDivision(text); err != nil {
		t.Fatal(err)
	}
	return store{t, d, map[string][]byte{}}, nil
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

// TestPiecesMakeTheSameTree solves pieces in chance order, stops some of them
// early, and compares what they come to with a search that is not cut.
func TestPiecesMakeTheSameTree(t *testing.T) {
	for i, p := range pieceProblems(t) {
		want, wantErr := Solve(context.Background(), p, SolveOptions{Workers: 2, Memory: 1 << 20})
		for j, cut := range cuts() {
			rng := rand.New(rand.NewPCG(uint64(i), uint64(j)))
			s, err := newStore(t, p, cut)
			if err != nil || wantErr != nil {
				if !(want.Impossible && errors.Is(err, ErrNoTree)) && !(err != nil && wantErr != nil && err.Error() == wantErr.Error()) {
					t.Errorf("%s: cut: %v; solved at once: impossible %v, %v", describeProblem(p), err, want.Impossible, wantErr)
				}
				continue
			}
			names := s.d.Names()
			if len(names) > 45 {
				continue // too many for the time there is
			}
			for round := range 3 {
				rng.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
				for _, name := range names {
					limit := time.Minute
					if round < 2 && rng.IntN(3) > 0 {
						limit = time.Duration(rng.IntN(2_000_000))
					}
					s.solve(name, limit)
				}
				if err := contain(s.join().Answer.Ranges, want.Ranges); err != nil {
					t.Errorf("%s, cut %+v, round %d: %v", describeProblem(p), cut, round, err)
				}
			}
			// What was left when others had not been solved yet.
			for range 5 {
				for _, name := range s.join().Open {
					s.solve(name, time.Minute)
				}
			}
			got := s.join()
			if len(got.Open) > 0 || !got.Answer.Proved {
				t.Errorf("%s, cut %+v: pieces %v are open, proved %v", describeProblem(p), cut, got.Open, got.Answer.Proved)
			}
			if !slices.Equal(got.Answer.Ranges, want.Ranges) {
				t.Errorf("%s, cut %+v: %+v; at once %+v", describeProblem(p), cut, got.Answer.Ranges, want.Ranges)
			}
			if jsonOf(t, got.Answer.Tree) != jsonOf(t, want.Tree) {
				t.Errorf("%s, cut %+v: another tree than that of a search that is not cut", describeProblem(p), cut)
			}
		}
	}
}

// TestDamagedPiecesProveNothing truncates pieces, flips their bits, and takes
// those of another division. Each is rejected, or says the same as before.
func TestDamagedPiecesProveNothing(t *testing.T) {
	g, err := game.Parse("mm3x5")
	if err != nil {
		t.Fatal(err)
	}
	small := Cut{Solve: 1, Share: 2, Shares: 2}
	s, err := newStore(t, Problem{Game: g, Objective: Total, Pool: strategy.All}, small)
	if err != nil {
		t.Fatal(err)
	}
	foreign, err := newStore(t, Problem{Game: g, Objective: WorstTotal, Pool: strategy.All}, small)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 5))
	for _, name := range s.d.Names() {
		s.solve(name, time.Minute)
		text := s.texts[name]
		if _, err := foreign.d.DecodePiece(name, text); err == nil {
			t.Errorf("piece %s is taken for one of another division", name)
		}
		same := func(damaged []byte) bool {
			p, err := s.d.DecodePiece(name, damaged)
			if err != nil {
				return true
			}
			again, err := p.Encode()
			return err == nil && bytes.Equal(again, text)
		}
		for range 60 {
			if n := rng.IntN(len(text)); !same(text[:n]) {
				t.Errorf("piece %s cut off after %d bytes says something else", name, n)
			}
			flipped := bytes.Clone(text)
			bit := rng.IntN(8 * len(text))
			flipped[bit/8] ^= 1 << (bit % 8)
			if !same(flipped) {
				t.Errorf("piece %s with bit %d flipped says something else", name, bit)
			}
		}
	}
	// A checksum made anew does not help a tree that is wrong.
	for _, name := range s.d.Names() {
		p := s.pieces()[name]
		if p.Upper == 0 {
			continue
		}
		p.Upper--
		p.Lower = min(p.Lower, p.Upper)
		text, err := p.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.d.DecodePiece(name, text); err == nil {
			t.Errorf("piece %s is trusted with a cost that its tree does not have", name)
		}
	}
	// Without some pieces nothing wrong is proved.
	want, err := Solve(context.Background(), Problem{Game: g, Objective: Total, Pool: strategy.All}, SolveOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range s.d.Names() {
		delete(s.texts, name)
		if err := contain(s.join().Answer.Ranges, want.Ranges); err != nil {
			t.Error(err)
		}
	}
}

// TestDivisionOfAnotherVersion checks that files of other versions are named
// as such.
func TestDivisionOfAnotherVersion(t *testing.T) {
	for text, want := range map[string]string{
		`{"format": 2, "new": 1}`: "it is of format 2; this program reads format 1",
		`{"format": 1, "new": 1}`: `it is damaged: json: unknown field "new"`,
		`{"format": 1}`:           "it is damaged: its checksum is another",
		`[]`:                      "it is damaged: json: cannot unmarshal array into Go value of type struct { Format int \"json:\\\"format\\\"\" }",
		``:                        "it is damaged: unexpected end of JSON input",
	} {
		if _, err := DecodeDivision([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestPieceOfAnotherOrder checks that numbers of guesses are not mistaken when
// they were given by a program that lists guesses in another order.
func TestPieceOfAnotherOrder(t *testing.T) {
	g, err := game.Parse("mm3x5")
	if err != nil {
		t.Fatal(err)
	}
	s, err := newStore(t, Problem{Game: g, Objective: Total, Pool: strategy.All}, Cut{Solve: 1, Share: 2, Shares: 2})
	if err != nil {
		t.Fatal(err)
	}
	name := s.d.Names()[0]
	i, j, _, _ := s.d.find(name)
	s.d.Guesses[i].Parts[j].Order = "another"
	if _, err := SearchPiece(context.Background(), s.d, name, s.exchange, SolveOptions{}); err == nil {
		t.Error("a piece of another order of guesses is searched")
	}
}
