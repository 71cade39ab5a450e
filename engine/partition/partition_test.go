package partition

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"codebreak/engine/game"
)

// naiveCounts is Count by the pencil rule, one candidate at a time.
func naiveCounts(g game.Game, guess game.Code, candidates []game.Code) Counts {
	var counts Counts
	for _, secret := range candidates {
		counts[g.Reference(secret, guess)]++
	}
	return counts
}

// randomCode draws a code that may be guessed, or one that may be secret,
// without listing them all, so that games of every size can be tested.
func randomCode(rng *rand.Rand, g game.Pegs, repeats bool) game.Code {
	var c game.Code
	numbers := rng.Perm(g.Colours)
	for i := range g.Positions {
		if repeats {
			c = c.With(i, rng.IntN(g.Colours))
		} else {
			c = c.With(i, numbers[i])
		}
	}
	return c
}

func randomCandidates(rng *rand.Rand, g game.Pegs, n int) []game.Code {
	seen := map[game.Code]bool{}
	var out []game.Code
	for tries := 0; len(out) < n && tries < 20*n; tries++ {
		code := randomCode(rng, g, g.SecretRepeats)
		if !seen[code] {
			seen[code] = true
			out = append(out, code)
		}
	}
	return out
}

// TestCountAgreesWithNaive counts random guesses over random candidates in
// games of every number of positions and colours, with numbers of candidates
// on both sides of every word boundary that matters, and checks Restrict and
// Split against the same naive answers.
func TestCountAgreesWithNaive(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	sizes := []int{1, 2, 10, 63, 64, 65, 127, 128, 129, 200}
	for positions := 1; positions <= game.MaxPositions; positions++ {
		for colours := 2; colours <= game.MaxColours; colours++ {
			// Not through game.Parse: the kernel has no limit on the number of codes.
			for _, g := range []game.Pegs{
				{Positions: positions, Colours: colours, GuessRepeats: true, SecretRepeats: true},
				{Positions: positions, Colours: colours, GuessRepeats: true, SecretRepeats: true, BlackOnly: true},
				{Positions: positions, Colours: colours, GuessRepeats: true},
				{Positions: positions, Colours: colours},
			} {
				if !g.SecretRepeats && colours < positions {
					continue
				}
				space := NewPlanes(g)
				for _, n := range sizes {
					candidates := randomCandidates(rng, g, n)
					space.Load(candidates)
					for range 3 {
						checkGuess(t, g, space, candidates, randomCode(rng, g, g.GuessRepeats))
					}
					checkGuess(t, g, space, candidates, candidates[0])
				}
			}
		}
	}
}

// TestMatrixAgreesWithPlanes plays peg games through the relation matrix,
// with and without a stored matrix: what comes out must be what the planes
// give.
func TestMatrixAgreesWithPlanes(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, name := range []string{"mm3x5", "bc4x6", "bp4x4", "mm3x6-distinct", "bc3x8-nozero", "mm5x6"} {
		parsed, err := game.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		g := parsed.(game.Pegs)
		matrix := &Matrix{relations: newRelations(g)}
		if stored := matrix.relations.matrix != nil; stored == (name == "mm5x6") {
			t.Errorf("%s: matrix stored: %v", name, stored)
		}
		secrets, guesses, err := game.Codes(g, game.Lex)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{1, 5, 64, 65, len(secrets)} {
			candidates := slices.Clone(secrets)
			rng.Shuffle(len(candidates), func(i, j int) { candidates[i], candidates[j] = candidates[j], candidates[i] })
			candidates = candidates[:min(n, len(candidates))]
			matrix.Load(candidates)
			for range 10 {
				checkGuess(t, g, matrix, candidates, guesses[rng.IntN(len(guesses))])
			}
		}
	}
}

// TestForPicksTheKernel checks that peg games get planes and others a matrix,
// and that the matrix answers the other game.
func TestForPicksTheKernel(t *testing.T) {
	if _, ok := For(game.Pegs{Positions: 4, Colours: 6, GuessRepeats: true, SecretRepeats: true})().(*Planes); !ok {
		t.Error("a peg game is not counted on planes")
	}
	g := game.TwoD{}
	space := For(g)()
	secrets, guesses, err := game.Codes(g, game.Lex)
	if err != nil {
		t.Fatal(err)
	}
	space.Load(secrets)
	for _, guess := range guesses {
		checkGuess(t, g, space, secrets, guess)
	}
}

func checkGuess(t *testing.T, g game.Game, space Space, candidates []game.Code, guess game.Code) {
	t.Helper()
	want := naiveCounts(g, guess, candidates)
	// Entries beyond the game's feedbacks are not Count's to write.
	var got Counts
	for i := range g.Feedbacks() {
		got[i] = -1
	}
	space.Count(guess, &got)
	if got != want {
		t.Fatalf("%s, %d candidates, guess %s: counts %v, naively %v", g, len(candidates), g.FormatCode(guess), got, want)
	}
	isCandidate := slices.Contains(candidates, guess)
	if (got[g.Final()] == 1) != isCandidate {
		t.Fatalf("%s: guess %s is a candidate: %v, but counts[final] = %d", g, g.FormatCode(guess), isCandidate, got[g.Final()])
	}
	parts := Split(g, space, guess)
	for _, part := range parts {
		var naive []game.Code
		for _, secret := range candidates {
			if g.Reference(secret, guess) == part.Feedback {
				naive = append(naive, secret)
			}
		}
		if !slices.Equal(part.Codes, naive) {
			t.Fatalf("%s, guess %s, feedback %s: part %v, naively %v", g, g.FormatCode(guess), part.Feedback, part.Codes, naive)
		}
		set := space.Restrict(guess, part.Feedback)
		if set.Len() != len(naive) {
			t.Fatalf("%s: restricted set has %d codes, naively %d", g, set.Len(), len(naive))
		}
		for i, code := range candidates {
			if set.Has(i) != slices.Contains(naive, code) {
				t.Fatalf("%s: restricted set is wrong about candidate %d", g, i)
			}
		}
		want[part.Feedback] = 0
	}
	if want != (Counts{}) {
		t.Fatalf("%s, guess %s: parts missing from Split: %v", g, g.FormatCode(guess), want)
	}
}

// TestCountWalksGuessesInAnyOrder checks that sharing prefixes with the guess
// before never changes a count, whatever came before.
func TestCountWalksGuessesInAnyOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, name := range []string{"mm4x6", "bc4x10", "mm1x3", "mm8x2", "bp3x6"} {
		parsed, err := game.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		g := parsed.(game.Pegs)
		_, codes, err := game.Codes(g, game.Lex)
		if err != nil {
			t.Fatal(err)
		}
		space := NewPlanes(g)
		for _, n := range []int{1, 3, 64, 150} {
			candidates := randomCandidates(rng, g, n)
			space.Load(candidates)
			guesses := append(slices.Clone(codes[:min(len(codes), 200)]), randomCandidates(rng, g, 100)...)
			for _, guess := range guesses {
				var got Counts
				space.Count(guess, &got)
				if want := naiveCounts(g, guess, candidates); got != want {
					t.Fatalf("%s, guess %s after others: %v, naively %v", g, g.FormatCode(guess), got, want)
				}
			}
		}
	}
}

func FuzzCount(f *testing.F) {
	f.Add(uint8(4), uint8(6), true, true, uint8(64), uint64(1))
	f.Add(uint8(8), uint8(16), false, false, uint8(129), uint64(2))
	f.Fuzz(func(t *testing.T, positions, colours uint8, repeats, blackOnly bool, n uint8, seed uint64) {
		g := game.Pegs{
			Positions:    1 + int(positions)%game.MaxPositions,
			Colours:      2 + int(colours)%(game.MaxColours-1),
			GuessRepeats: repeats, SecretRepeats: repeats, BlackOnly: repeats && blackOnly,
		}
		if !repeats && g.Colours < g.Positions {
			t.Skip("no such game")
		}
		rng := rand.New(rand.NewPCG(seed, 0))
		candidates := randomCandidates(rng, g, 1+int(n))
		space := NewPlanes(g)
		space.Load(candidates)
		for range 3 {
			checkGuess(t, g, space, candidates, randomCode(rng, g, repeats))
		}
	})
}

func BenchmarkCount(b *testing.B) {
	g := game.Pegs{Positions: 5, Colours: 8, GuessRepeats: true, SecretRepeats: true}
	_, guesses, err := game.Codes(g, game.Lex)
	if err != nil {
		b.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{10, 64, 500, 5000, 30000} {
		candidates := slices.Clone(guesses)
		rng.Shuffle(len(candidates), func(i, j int) { candidates[i], candidates[j] = candidates[j], candidates[i] })
		space := NewPlanes(g)
		space.Load(candidates[:n])
		b.Run(fmt.Sprintf("candidates=%d", n), func(b *testing.B) {
			var counts Counts
			b.ReportAllocs()
			for i := range b.N {
				space.Count(guesses[i%len(guesses)], &counts)
			}
		})
	}
}

func BenchmarkRestrict(b *testing.B) {
	g := game.Pegs{Positions: 4, Colours: 10, FromZero: true}
	_, codes, err := game.Codes(g, game.Lex)
	if err != nil {
		b.Fatal(err)
	}
	space := NewPlanes(g)
	space.Load(codes)
	b.ReportAllocs()
	for i := range b.N {
		space.Restrict(codes[i%len(codes)], game.NewFeedback(1, 1))
	}
}
