package partition

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/game/pegs"
)

// naiveParts is Split by the pencil rule, one candidate at a time.
func naiveParts(g game.Game, guess game.Code, candidates []game.Code) map[game.Feedback][]game.Code {
	parts := map[game.Feedback][]game.Code{}
	for _, secret := range candidates {
		f := g.Reference(secret, guess)
		parts[f] = append(parts[f], secret)
	}
	return parts
}

// naiveCounts is Count by the pencil rule.
func naiveCounts(g game.Game, guess game.Code, candidates []game.Code) (counts Counts) {
	counts = NewCounts(g)
	for _, secret := range candidates {
		counts[g.Reference(secret, guess)]++
	}
	return counts
}

// randomCode draws a code that may be guessed, or one that may be secret,
// without listing them all, so that games of every size can be tested.
func randomCode(rng *rand.Rand, g pegs.Game, repeats bool) game.Code {
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

func randomCandidates(rng *rand.Rand, g pegs.Game, n int) []game.Code {
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

func shuffled(rng *rand.Rand, codes []game.Code) []game.Code {
	out := slices.Clone(codes)
	rng.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// TestPegsAgreeWithNaive counts random guesses over random candidates in
// games of every number of positions and colours, with numbers of candidates
// on both sides of every word boundary that matters, and checks Split
// against the same naive parts; then it scans runs of guesses with every leaf. Each game
// has a third of these numbers, and every third game is scanned; a long test does all.
func TestPegsAgreeWithNaive(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	sizes := []int{1, 2, 10, 15, 16, 17, 63, 64, 65, 127, 128, 129, 200, 300}
	every := 3 // of the sizes, by turns
	switch {
	case enginetest.Long():
		every = 1
	case testing.Short():
		sizes, every = []int{1, 16, 17, 65, 129}, 9
	}

	games := 0
	for positions := 1; positions <= game.MaxPositions; positions++ {
		for colours := 2; colours <= game.MaxColours; colours++ {
			// Not through game.Parse: the kernel has no limit on the number of codes.
			for _, g := range []pegs.Game{
				{Positions: positions, Colours: colours, GuessRepeats: true, SecretRepeats: true},
				{Positions: positions, Colours: colours, GuessRepeats: true, SecretRepeats: true, BlackOnly: true},
				{Positions: positions, Colours: colours, GuessRepeats: true},
				{Positions: positions, Colours: colours},
				{Positions: positions, Colours: colours, BlackOnly: true},
			} {
				if !g.SecretRepeats && colours < positions {
					continue
				}

				games++
				space := NewSpace(g).(*planes)
				for i, n := range sizes {
					if (games+i)%every > 0 {
						continue
					}
					candidates := randomCandidates(rng, g, n)
					space.Load(candidates)
					for range 3 {
						checkGuess(t, g, space, candidates, randomCode(rng, g, g.GuessRepeats))
					}
					checkGuess(t, g, space, candidates, candidates[0])
				}

				if games%every > 0 {
					continue
				}
				for range 2 {
					candidates := randomCandidates(rng, g, sizes[rng.IntN(len(sizes))])
					var guesses []game.Code
					for range 3 {
						prefix := randomCode(rng, g, g.GuessRepeats)
						for c := range colours {
							guess := prefix.Without(positions-1).With(positions-1, c)
							if g.IsGuess(guess) && rng.IntN(5) > 0 {
								guesses = append(guesses, guess)
							}
						}
					}
					guesses = append(guesses, candidates[0])
					checkScans(t, rng, g, candidates, guesses, leafSpaces(g)...)
				}
			}
		}
	}
}

func checkGuess(t *testing.T, g game.Game, space Space, candidates []game.Code, guess game.Code) {
	t.Helper()
	naive := naiveParts(g, guess, candidates)
	want, got := NewCounts(g), NewCounts(g)
	for f := range want {
		want[f], got[f] = int32(len(naive[game.Feedback(f)])), -1
	}
	space.Count(guess, got)
	if !slices.Equal(got, want) {
		t.Fatalf("%s, %d candidates, guess %s: counts %v, naively %v", g, len(candidates), g.FormatCode(guess), got, want)
	}

	parts := Split(g, candidates, guess)
	if len(parts) != len(naive) {
		t.Fatalf("%s, guess %s: %d parts, naively %d", g, g.FormatCode(guess), len(parts), len(naive))
	}
	for i, part := range parts {
		if !slices.Equal(part.Codes, naive[part.Feedback]) || i > 0 && part.Feedback <= parts[i-1].Feedback {
			t.Fatalf("%s, guess %s, feedback %d: %v, naively %v", g, g.FormatCode(guess), part.Feedback, part.Codes, naive[part.Feedback])
		}
	}
}

// TestCountWalksGuessesInAnyOrder checks that sharing prefixes with the guess
// before never changes a count, whatever came before.
func TestCountWalksGuessesInAnyOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, name := range []string{"mm4x6", "bc4x10", "mm1x3", "mm8x2", "bp3x6"} {
		g := enginetest.Must(pegs.Parse(name))(t)
		_, codes := game.Codes(g)
		space := NewSpace(g).(*planes)
		for _, n := range []int{1, 3, 64, 150} {
			candidates := randomCandidates(rng, g, n)
			space.Load(candidates)
			guesses := append(slices.Clone(codes[:min(len(codes), 200)]), randomCandidates(rng, g, 100)...)
			for _, guess := range guesses {
				got := NewCounts(g)
				space.Count(guess, got)
				if want := naiveCounts(g, guess, candidates); !slices.Equal(got, want) {
					t.Fatalf("%s, guess %s after others: %v, naively %v", g, g.FormatCode(guess), got, want)
				}
			}
		}
	}
}

// naiveMeasures are the measures by their definitions.
var naiveMeasures = []struct {
	name    string
	measure Measure
	of      func(sizes []int32) int64
}{
	{"largest", Largest(), func(sizes []int32) int64 { return int64(slices.Max(sizes)) }},
	{"squares", Squares(), sumOf(func(n int64) int64 { return n * n })},
	{"minus parts", MinusParts(), sumOf(func(n int64) int64 { return -min(n, 1) })},
	{"weighted", Weighted(testWeights), sumOf(func(n int64) int64 { return testWeights[n] })},
	{"cubes", Weighted(testCubes), sumOf(cube)},
	{"computed", Computed(sumOf(cube)), sumOf(cube)},
	{"computed near", ComputedNear(roundedCubes, Weighted(testCubes), func(limit int64, n int) int64 { return limit + int64(n) }), roundedCubes},
}

// roundedCubes rounds the sum of cubes down to a multiple of the number of candidates, so
// that it is close to the sum.
func roundedCubes(sizes []int32) int64 {
	sum, n := sumOf(cube)(sizes), sumOf(func(n int64) int64 { return n })(sizes)
	return sum - sum%n
}

func cube(n int64) int64 { return n * n * n }

func sumOf(f func(size int64) int64) func(sizes []int32) int64 {
	return func(sizes []int32) (sum int64) {
		for _, n := range sizes {
			sum += f(int64(n))
		}
		return sum
	}
}

// testCubes are weights that are convex, unlike testWeights.
var testCubes = func() []int64 {
	weights := make([]int64, 1100)
	for i := range weights {
		weights[i] = int64(i * i * i)
	}
	return weights
}()

// testWeights have no pattern that a wrong kernel could hit by chance.
var testWeights = func() []int64 {
	rng := rand.New(rand.NewPCG(7, 7))
	weights := make([]int64, 1100)
	for i := range weights[1:] {
		weights[i+1] = rng.Int64N(1<<50) - 1<<49
	}
	return weights
}()

// checkScans reads through guesses with every space and its fork, which are
// loaded with the candidates, by every measure, the limit at a random quantile
// of the scores, and compares the guesses found with the definitions.
func checkScans(t *testing.T, rng *rand.Rand, g game.Game, candidates, guesses []game.Code, spaces ...Space) {
	t.Helper()
	counts := make([]Counts, len(guesses))
	for i, guess := range guesses {
		counts[i] = naiveCounts(g, guess, candidates)
	}
	for _, space := range spaces {
		space.Load(candidates)
		if s, ok := space.(*planes); ok && rng.IntN(2) == 0 {
			s.colours.seen = math.MaxInt32 // guesses are bounded from the first
		}
		checkScan(t, rng, g, space, guesses, counts)
		checkScan(t, rng, g, space.Fork(), guesses, counts)
	}
}

func checkScan(t *testing.T, rng *rand.Rand, g game.Game, space Space, guesses []game.Code, counts []Counts) {
	t.Helper()
	for _, nm := range naiveMeasures {
		scores := make([]int64, len(guesses))
		for i := range guesses {
			scores[i] = nm.of(counts[i])
			if of := nm.measure.Of(counts[i][:g.OutcomeLimit()]); of != scores[i] {
				t.Fatalf("%s of %v is %d, by definition %d", nm.name, counts[i], of, scores[i])
			}
		}

		limit := scores[rng.IntN(len(scores))] + rng.Int64N(2)
		list := NewGuesses(g, guesses)
		for _, backward := range []bool{false, true} {
			if backward {
				list = NewGuesses(g, guesses).Reversed()
			}

			// The limit falls to the scores found now and then, as in a search.
			type visit struct {
				guess game.Code
				score int64
			}
			var want, got []visit
			fall, left := limit, limit
			for i := range guesses {
				if backward {
					i = len(guesses) - 1 - i
				}
				if scores[i] < fall {
					want = append(want, visit{guesses[i], scores[i]})
					if guesses[i]%3 == 0 {
						fall = scores[i]
					}
				}
			}

			rest := list
			space.Scan(&rest, nm.measure, limit, func(guess game.Code, score int64) int64 {
				got = append(got, visit{guess, score})
				if guess%3 == 0 {
					left = score
				}
				return left
			})
			if !slices.Equal(got, want) || !rest.Empty() {
				t.Fatalf("%s, %d candidates, %s below %d (backward: %v): found %v, naively %v", g, len(space.Codes()), nm.name, limit, backward, got, want)
			}

			// A scan that stops at the first guess leaves the guesses after it.
			if len(want) == 0 {
				continue
			}
			rest = list
			space.Scan(&rest, nm.measure, limit, func(game.Code, int64) int64 { return Stop })
			after := slices.Collect(rest.All)
			all := slices.Collect(list.All)
			if !slices.Equal(after, all[slices.Index(all, want[0].guess)+1:]) {
				t.Fatalf("%s: stopped at %s, %v is left", g, g.FormatCode(want[0].guess), after)
			}
		}
	}
}

// A total game embeds a game of pegs, but tells only how many pegs there are.
type total struct{ pegs.Game }

func (g total) Feedback(secret, guess game.Code) game.Feedback {
	if secret == guess {
		return g.Final()
	}
	black, white := g.Game.Feedback(secret, guess).Pegs()
	return game.NewFeedback(0, black+white)
}

// TestEmbeddedPegs checks that a game that embeds pegs is counted by its own
// feedback, and that no guess is left out as equivalent to another.
func TestEmbeddedPegs(t *testing.T) {
	g := total{enginetest.Must(pegs.Parse("mm3x4"))(t)}
	secrets, guesses := game.Codes(g)
	space := NewSpace(g)
	space.Load(secrets)
	for _, guess := range guesses {
		got, want := NewCounts(g), NewCounts(g)
		space.Count(guess, got)
		for _, secret := range secrets {
			want[g.Feedback(secret, guess)]++
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%s is counted as %v, want %v", g.FormatCode(guess), got, want)
		}
	}
	if _, ok := NewReducer(g, guesses, false); ok {
		t.Error("guesses are left out by the rules of pegs")
	}
}

// shorter is how many rounds of a test are played: a quarter of all in a short run.
func shorter(rounds int) int {
	if testing.Short() {
		return rounds / 4
	}
	return rounds
}

// TestReducer checks for every guess, after random rounds and with some of the candidates
// that they leave, that the list has a guess that comes no later, is a candidate if the
// guess is, and leaves as many candidates for each feedback. No two guesses of the list
// differ only in pegs that no candidate has. Among the candidates before the last round,
// the program of 2012 keeps those that are the first by symmetry, and the first of all codes
// that differ in absent colours alone.
func TestReducer(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 5))
	for _, name := range []string{"mm3x5", "mm4x4", "bc3x6", "mm3x5-distinct", "bp3x5", "bp2x9", "bp5x3", "mm3x7", "bp3x7"} {
		g := enginetest.Must(pegs.Parse(name))(t)
		secrets, guesses := game.Codes(g)
		r, ok := NewReducer(g, guesses, false)
		if !ok {
			t.Fatalf("%s has no reducer", name)
		}
		fewest := len(guesses)
		for range shorter(60) {
			candidates, before := secrets, secrets
			var path []game.Round
			for range rng.IntN(6) {
				guess := guesses[rng.IntN(len(guesses))]
				parts := naiveParts(g, guess, candidates)
				f := g.Feedback(candidates[rng.IntN(len(candidates))], guess)
				before, candidates = candidates, parts[f]
				path = append(path, game.Round{Guess: guess, Feedback: f})
			}

			// Where no symmetries are sought any set of candidates is allowed.
			r.search = rng.IntN(2) == 0
			if !r.search && len(path) > 2 && rng.IntN(2) == 0 {
				candidates = shuffled(rng, candidates)[:1+rng.IntN(len(candidates))]
				slices.Sort(candidates)
			}
			space := NewSpace(g)
			space.Load(candidates)

			first := map[string]game.Code{} // the first listed guess with each effect
			effect := func(guess game.Code) string {
				return fmt.Sprint(naiveCounts(g, guess, candidates), slices.Contains(candidates, guess))
			}
			listed, parts := 0, map[string]game.Code{}
			for guess := range r.Guesses(t.Context(), path, space).All {
				listed++
				e := effect(guess)
				if _, seen := first[e]; !seen {
					first[e] = guess
				}

				seen := fmt.Sprint(path, guess)
				if g.GuessRepeats {
					seen = present(g, guess, candidates)
				}
				if other, ok := parts[seen]; ok {
					t.Fatalf("%s after %v, %v: %s and %s differ only in absent pegs", name, path, candidates, g.FormatCode(other), g.FormatCode(guess))
				}
				parts[seen] = guess
			}
			fewest = min(fewest, listed)

			lowest := map[string]game.Code{} // the first of the codes that differ in absent colours alone
			for _, guess := range slices.Backward(guesses) {
				lowest[present(g, guess, candidates)] = guess
			}
			var keep []game.Code
			for code := range game.SymmetriesOf(g).After(path...).Representatives(before) {
				if lowest[present(g, code, candidates)] == code {
					keep = append(keep, code)
				}
			}
			got := slices.Collect(r.Fancidev(path, before, space).All)
			if !g.BlackOnly && !slices.Equal(got, keep) {
				t.Fatalf("%s after %v, %v of %v: %v are kept, want %v", name, path, candidates, before, got, keep)
			}

			for _, guess := range guesses {
				if f, ok := first[effect(guess)]; !ok || f > guess {
					t.Fatalf("%s after %v, %v: no guess listed is like %s", name, path, candidates, g.FormatCode(guess))
				}
			}
		}
		if fewest > 2*len(guesses)/3 {
			t.Errorf("%s: %d of %d guesses listed at least", name, fewest, len(guesses))
		}
	}
}

// TestReducerByPosition checks the same where feedback tells positions apart: for every guess,
// after up to two random rounds, the list has a guess that comes no later, is a candidate if the
// guess is, and makes parts of the same sizes, in any order.
func TestReducerByPosition(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 31205))
	for _, name := range []string{"pos3x10", "pos4x7", "pos3x10-counted", "pos4x7-counted"} {
		g := enginetest.Game(t, name)
		secrets, guesses := game.Codes(g)
		r, ok := NewReducer(g, guesses, true)
		if !ok {
			t.Fatalf("%s has no reducer", name)
		}
		space := NewSpace(g)
		for range shorter(40) {
			candidates := secrets
			var path []game.Round
			for range rng.IntN(3) {
				guess := guesses[rng.IntN(2)*rng.IntN(len(guesses))] // often the same, whose feedback differs
				f := g.Feedback(candidates[rng.IntN(len(candidates))], guess)
				path = append(path, game.Round{Guess: guess, Feedback: f})
				candidates = game.Consistent(g, candidates, path[len(path)-1:])
			}
			space.Load(candidates)

			first := map[string]game.Code{} // the first listed guess with each effect
			counts := NewCounts(g)
			effect := func(guess game.Code) string {
				space.Count(guess, counts)
				candidate := counts[g.Final()]
				slices.Sort(counts)
				sizes := slices.DeleteFunc(slices.Clone(counts), func(n int32) bool { return n == 0 })
				return fmt.Sprint(candidate, sizes)
			}
			for guess := range r.Guesses(t.Context(), path, space).All {
				e := effect(guess)
				if first[e] == 0 {
					first[e] = guess
				}
			}

			for _, guess := range guesses {
				if f, ok := first[effect(guess)]; !ok || f > guess {
					t.Fatalf("%s after %s: no guess listed is like %s", name, game.History(g, path), g.FormatCode(guess))
				}
			}
		}
	}
}

// present writes a guess with a dash for each peg that gets neither black nor white.
func present(g pegs.Game, guess game.Code, candidates []game.Code) string {
	out := ""
	for i := range g.Positions {
		answered := slices.ContainsFunc(candidates, func(c game.Code) bool {
			for j := range g.Positions {
				if c.At(j) == guess.At(i) && (i == j || !g.BlackOnly) {
					return true
				}
			}
			return false
		})
		if answered {
			out += fmt.Sprint(guess.At(i), " ")
		} else {
			out += "- "
		}
	}
	return out
}

// TestGuesses checks the list as a list, without regard to its runs.
func TestGuesses(t *testing.T) {
	g := pegs.Game{Positions: 3, Colours: 5, GuessRepeats: true, SecretRepeats: true}
	_, codes := game.Codes(g)
	rng := rand.New(rand.NewPCG(2, 3))
	for range 50 {
		ordered := slices.DeleteFunc(slices.Clone(codes), func(game.Code) bool { return rng.IntN(3) == 0 })
		for _, want := range [][]game.Code{ordered, shuffled(rng, ordered), nil} {
			list := NewGuesses(g, want)
			got := slices.Collect(list.All)
			if !slices.Equal(got, want) || list.Len() != len(want) || list.Empty() != (len(want) == 0) {
				t.Fatalf("list of %v is %v", want, got)
			}

			back := slices.Clone(want)
			slices.Reverse(back)
			if got := slices.Collect(list.Reversed().All); !slices.Equal(got, back) {
				t.Fatalf("reverse of %v is %v", want, got)
			}

			rest := list
			got = nil
			for !rest.Empty() {
				front := rest.Cut(1 + rng.IntN(4))
				got = slices.AppendSeq(got, front.All)
			}
			if !slices.Equal(got, want) {
				t.Fatalf("list of %v in pieces is %v", want, got)
			}
		}

		other := slices.DeleteFunc(slices.Clone(codes), func(game.Code) bool { return rng.IntN(2) == 0 })
		both := slices.DeleteFunc(slices.Clone(ordered), func(c game.Code) bool { return !slices.Contains(other, c) })
		if got := slices.Collect(NewGuesses(g, ordered).Keep(NewGuesses(g, other).has).All); !slices.Equal(got, both) {
			t.Fatalf("%v and %v have %v in common", ordered, other, got)
		}
	}
}

func FuzzCount(f *testing.F) {
	f.Add(uint8(4), uint8(6), true, true, uint8(64), uint64(1))
	f.Add(uint8(8), uint8(16), false, false, uint8(129), uint64(2))
	f.Fuzz(func(t *testing.T, positions, colours uint8, repeats, blackOnly bool, n uint8, seed uint64) {
		g := pegs.Game{
			Positions:     1 + int(positions)%game.MaxPositions,
			Colours:       2 + int(colours)%(game.MaxColours-1),
			GuessRepeats:  repeats,
			SecretRepeats: repeats,
			BlackOnly:     repeats && blackOnly,
		}
		if !repeats && g.Colours < g.Positions {
			t.Skip("no such game")
		}

		rng := rand.New(rand.NewPCG(seed, 0))
		candidates := randomCandidates(rng, g, 1+int(n))
		space := NewSpace(g).(*planes)
		space.Load(candidates)
		for range 3 {
			checkGuess(t, g, space, candidates, randomCode(rng, g, repeats))
		}
		guesses := append(randomCandidates(rng, g, 20), candidates[0])
		checkScans(t, rng, g, candidates, guesses, leafSpaces(g)...)
	})
}

// BenchmarkScan measures every guess of mm5x8 in order, by each measure and
// leaf, against the best of them; ns/guess is the time for one.
func BenchmarkScan(b *testing.B) {
	g := pegs.Game{Positions: 5, Colours: 8, GuessRepeats: true, SecretRepeats: true}
	_, guesses := game.Codes(g)
	rng := rand.New(rand.NewPCG(5, 6))
	list := NewGuesses(g, guesses)
	weights := make([]int64, len(guesses)+1)
	for n := range weights {
		weights[n] = int64(n * bits.Len(uint(n)))
	}
	measures := []struct {
		name string
		Measure
	}{{"largest", Largest()}, {"squares", Squares()}, {"parts", MinusParts()}, {"weighted", Weighted(weights)}}

	for _, n := range []int{10, 64, 500, 5000, 30000} {
		candidates := shuffled(rng, guesses)
		for _, space := range leafSpaces(g) {
			space.Load(candidates[:n])
			for _, m := range measures {
				b.Run(fmt.Sprintf("candidates=%d/measure=%s/leaf=%s", n, m.name, space.(*planes).leaf.Name), func(b *testing.B) {
					best := int64(math.MaxInt64)
					rest := list
					space.Scan(&rest, m.Measure, best, func(_ game.Code, score int64) int64 {
						best = score
						return best
					})

					b.ReportAllocs()
					measured := 0
					for b.Loop() {
						if rest.Empty() {
							rest = list
						}
						run := rest.Cut(1)
						measured += run.Len()
						space.Scan(&run, m.Measure, best, nil)
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(measured), "ns/guess")
				})
			}
		}
	}
}
