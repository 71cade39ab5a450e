package deduce

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	_ "codebreak/engine/game/pegs" // games that Parse knows
)

func start(t *testing.T, name string) (game.Game, *Deduction) {
	t.Helper()
	g := enginetest.Game(t, name)
	secrets, _ := game.Codes(g)
	return g, New(g, secrets)
}

// randomRound draws a guess and gives the answer of a random secret: such rounds soon
// conflict.
func randomRound(rng *rand.Rand, g game.Game) game.Round {
	secrets, guesses := game.Codes(g)
	guess := guesses[rng.IntN(len(guesses))]
	return game.Round{Guess: guess, Feedback: g.Feedback(secrets[rng.IntN(len(secrets))], guess)}
}

// naiveCandidates asks every secret about every round.
func naiveCandidates(g game.Game, secrets []game.Code, rounds []game.Round) []game.Code {
	var out []game.Code
secrets:
	for _, c := range secrets {
		for _, r := range rounds {
			if g.Reference(c, r.Guess) != r.Feedback {
				continue secrets
			}
		}
		out = append(out, c)
	}
	return out
}

// smallestConflict tries all sets of rounds, the small ones first.
func smallestConflict(g game.Game, secrets []game.Code, rounds []game.Round) int {
	best := len(rounds) + 1
	for subset := 1; subset < 1<<len(rounds); subset++ {
		var some []game.Round
		for i, r := range rounds {
			if subset>>i&1 == 1 {
				some = append(some, r)
			}
		}
		if len(some) < best && len(naiveCandidates(g, secrets, some)) == 0 {
			best = len(some)
		}
	}
	return best
}

// TestAgainstNaive plays random rounds, true and false, and compares the
// candidates and the size of the conflict with what trying everything gives.
func TestAgainstNaive(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	conflicts := map[int]int{}
	for _, name := range []string{"mm3x4", "bc3x6", "bp3x4", "bc3x4-bulls", "mm3x5-distinct", "twod5"} {
		g, d := start(t, name)
		secrets, _ := game.Codes(g)
		for range 60 {
			d.Reset()
			for range 1 + rng.IntN(8) {
				d.Add(randomRound(rng, g))
			}
			if rng.IntN(3) == 0 {
				d.Correct(0, g.Feedback(secrets[0], d.Rounds()[0].Guess))
			}
			if rng.IntN(3) == 0 {
				d.Undo()
			}
			want := naiveCandidates(g, secrets, d.Rounds())
			if got := d.Candidates(); !slices.Equal(got, want) {
				t.Fatalf("%s, rounds %v: candidates %v, naively %v", name, d.Rounds(), got, want)
			}
			conflict, smallest, err := d.Conflict(context.Background())
			if err != nil || !smallest {
				t.Fatalf("%s: the search for a conflict among %d rounds gave up, %v", name, len(d.Rounds()), err)
			}
			if len(want) > 0 {
				if conflict != nil {
					t.Fatalf("%s: conflict %v among rounds that agree", name, conflict)
				}
				continue
			}
			var some []game.Round
			for _, i := range conflict {
				some = append(some, d.Rounds()[i])
			}
			if len(naiveCandidates(g, secrets, some)) > 0 {
				t.Fatalf("%s: rounds %v of %v do not conflict", name, conflict, d.Rounds())
			}
			if size := smallestConflict(g, secrets, d.Rounds()); len(conflict) != size {
				t.Fatalf("%s: conflict %v has %d rounds, the smallest has %d", name, conflict, len(conflict), size)
			}
			if !slices.IsSorted(conflict) {
				t.Errorf("%s: conflict %v is not in order", name, conflict)
			}
			conflicts[len(conflict)]++
		}
	}
	if conflicts[2] == 0 || conflicts[3] == 0 {
		t.Errorf("conflicts met, by size: %v; the test has lost its point", conflicts)
	}
}

// TestIrreducible checks the set that is returned where the search gives up.
func TestIrreducible(t *testing.T) {
	g, d := start(t, "mm3x4")
	secrets, _ := game.Codes(g)
	rng := rand.New(rand.NewPCG(2, 2))
	for range 12 {
		d.Add(randomRound(rng, g))
	}
	var all []int
	for i := range d.rounds {
		all = append(all, i)
	}
	kept, err := d.irreducible(context.Background(), all)
	if err != nil {
		t.Fatal(err)
	}
	for skip := -1; skip < len(kept); skip++ {
		var some []game.Round
		for i, r := range kept {
			if i != skip {
				some = append(some, d.rounds[r])
			}
		}
		if conflict := len(naiveCandidates(g, secrets, some)) == 0; conflict != (skip == -1) {
			t.Errorf("rounds %v without number %d: conflict is %v", kept, skip, conflict)
		}
	}
}

// TestConflictStops stops the search for a conflict at one moment after another:
// the error is the context's, and no more than a few more rounds are tried.
func TestConflictStops(t *testing.T) {
	const longer = 20 // looks: some for each round on the way
	g, d := start(t, "mm4x5")
	rng := rand.New(rand.NewPCG(7, 7))
	for len(d.Rounds()) < 200 {
		d.Add(randomRound(rng, g))
	}
	stopped := 0
	for looks := 0; ; looks += 1 + looks/2 {
		ctx := enginetest.ExpireAfter(looks)
		_, smallest, err := d.Conflict(ctx)
		left := ctx.Left()
		if left >= 0 {
			break // it came to its end
		}
		stopped++
		if !errors.Is(err, context.Canceled) || smallest || left < -longer {
			t.Errorf("stopped after %d looks: %v, smallest %v, %d looks later", looks, err, smallest, -left)
		}
	}
	if stopped < 3 {
		t.Errorf("stopped %d times: the test has lost its point", stopped)
	}
}

// TestOrder starts with some secrets of a game, in an order of their own, which
// the candidates keep.
func TestOrder(t *testing.T) {
	g, _ := start(t, "bc3x5")
	secrets, _ := game.CodesIn(g, game.Swap)
	some := secrets[7:40]
	d := New(g, some)
	if !slices.Equal(d.Candidates(), some) {
		t.Errorf("candidates %v, want %v", d.Candidates(), some)
	}
	d.Add(game.Round{Guess: some[5], Feedback: g.Feedback(some[0], some[5])})
	if got, want := d.Candidates(), naiveCandidates(g, some, d.Rounds()); !slices.Equal(got, want) || len(want) < 2 {
		t.Errorf("candidates %v, want %v", got, want)
	}
}
