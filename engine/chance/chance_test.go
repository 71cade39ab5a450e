package chance

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	_ "codebreak/engine/game/pegs" // games that Parse knows
	"codebreak/engine/internal/numbers"
	"codebreak/engine/partition"
	"codebreak/engine/strategy"
	"codebreak/engine/ties"
	"codebreak/engine/tree"
)

func mustCode(t testing.TB, g game.Game, s string) *game.Code {
	t.Helper()
	if s == "" {
		return nil
	}
	c := enginetest.Code(t, g, s)
	return &c
}

func mustExpect(t testing.TB, g game.Game, s strategy.Strategy, first string, opts Options) Expectation {
	t.Helper()
	e, err := Expect(t.Context(), g, s, mustCode(t, g, first), opts)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// uniform is the player who guesses any candidate.
var uniform = by(strategy.Simple, strategy.Consistent, "random")

func by(c strategy.Criterion, pool strategy.Pool, ties string) strategy.Strategy {
	return strategy.Strategy{Criterion: c, Pool: pool, Ties: ties}
}

// A naive player follows everything that can happen, one game after another, in
// fractions: it remembers nothing, knows no symmetry, and asks the rules of the
// game as a person would state them which code gets which feedback.
type naive struct {
	game     game.Game
	strategy *strategy.CompiledPlayer
	found    map[int]*big.Rat
}

// play plays on with the candidates after so many rounds, which happens with the
// chance given, whichever of them is the secret.
func (n *naive) play(t *testing.T, candidates []game.Code, path []game.Round, guesses []game.Code, chance *big.Rat) {
	if guesses == nil {
		var err error
		if guesses, err = n.strategy.Tied(t.Context(), candidates, path); err != nil {
			t.Fatal(err)
		}
	}
	chance = new(big.Rat).Quo(chance, big.NewRat(int64(len(guesses)), 1))
	number := len(path) + 1
	for _, guess := range guesses {
		parts := map[game.Feedback][]game.Code{}
		for _, secret := range candidates {
			f := n.game.Reference(secret, guess)
			parts[f] = append(parts[f], secret)
		}
		for f, part := range parts {
			if f != n.game.Final() {
				n.play(t, part, append(slices.Clone(path), game.Round{Guess: guess, Feedback: f}), nil, chance)
				continue
			}
			if n.found[number] == nil {
				n.found[number] = new(big.Rat)
			}
			n.found[number].Add(n.found[number], chance)
		}
	}
}

func (n *naive) check(t *testing.T, e Expectation) {
	t.Helper()
	total, secrets := new(big.Rat), new(big.Rat)
	for k, found := range n.found {
		total.Add(total, new(big.Rat).Mul(found, big.NewRat(int64(k), 1)))
		secrets.Add(secrets, found)
	}
	if mean := total.Quo(total, secrets); mean.Cmp(e.Mean) != 0 {
		t.Errorf("mean %s, naively %s", e.Mean, mean)
	}
	if len(n.found) > e.Worst() {
		t.Errorf("worst case %d, naively %d guesses are possible", e.Worst(), len(n.found))
	}
	for k, got := range e.Histogram {
		want := n.found[k]
		if want == nil {
			want = new(big.Rat)
		}
		if got.Cmp(want) != 0 {
			t.Errorf("%s secrets take %d guesses, naively %s", got, k, want)
		}
	}
}

// TestEverythingThatCanHappen compares expectations with an enumeration of all
// games, for all kinds of strategies, with several goroutines and with one, with
// memory and without.
func TestEverythingThatCanHappen(t *testing.T) {
	type player struct {
		strategy.Strategy
		first string // or chance decides
	}
	both := func(s strategy.Strategy, firsts ...string) (out []player) {
		for _, first := range firsts {
			out = append(out, player{s, first})
		}
		return out
	}
	for name, players := range map[string][]player{
		"mm1x5":          both(uniform, "", "3"),
		"mm2x3":          both(uniform, "", "11", "12"),
		"mm2x5":          both(uniform, "", "11", "12"),
		"mm3x3":          both(uniform, "", "112", "123"),
		"mm4x2":          both(uniform, "", "1122"),
		"bc2x5":          both(uniform, "", "01"),
		"bc3x4":          both(uniform, "", "012"),
		"bp2x4":          both(uniform, "", "12"),
		"bc2x4-nozero":   both(uniform, "", "10"),
		"mm2x4-distinct": both(uniform, "", "11", "12"),
		"twod5":          both(uniform, "22"),
		"mm2x4": {
			{by(strategy.Entropy, "all", "random"), ""},
			{by(strategy.Entropy, "all", "random"), "12"},
			{by(strategy.Entropy, "consistent", "random"), "11"},
			{by(strategy.Entropy, "all", "consistent,random"), ""},
			{by(strategy.Entropy, "all-until=1", "minimax,random"), "11"},
			{by(strategy.Entropy, "all-until=2", "most-parts,consistent,random"), "11"},
			{by(strategy.EntropyCUDA, "all", "consistent,random"), "12"},
			{by(strategy.Simple, "all-until=1", "consistent,random"), "11"},
			{by(strategy.NextSwaszek, "", ""), ""},
			{by(strategy.NextSwaszek, "", ""), "22"},
			{by(strategy.PlusMerelo, "", ""), ""},
			{strategy.Strategy{Criterion: strategy.Simple, Pool: "consistent", Ties: "consistent,random", Order: game.Lex}, ""},
		},
		"mm2x3-digits": {{by(strategy.Simple, "all", "random"), ""}},
		"mm3x3-distinct": {
			{by(strategy.Minimax, "", "random"), "111"},
			{by(strategy.MostParts, "", "minimax,random"), ""},
		},
		"mm3x4": {{by(strategy.NextSwaszek, "", ""), ""}, {by(strategy.PlusMerelo, "", ""), "112"}},
		"bc3x5": {{strategy.Strategy{Criterion: strategy.MostParts, Pool: "consistent", Ties: "entropy,random", Order: game.Swap}, "012"}},
	} {
		g := enginetest.Game(t, name)
		for _, p := range players {
			s := p.Strategy
			compiled, err := s.Compile(g)
			if err != nil {
				t.Fatal(err)
			}
			n := &naive{game: g, strategy: compiled.NewPlayer(), found: map[int]*big.Rat{}}
			var guesses []game.Code
			if first := mustCode(t, g, p.first); first != nil {
				guesses = append(guesses, *first)
			}
			n.play(t, compiled.Secrets(), nil, guesses, big.NewRat(1, 1))
			for _, opts := range []Options{{}, {Workers: 3}, {Workers: 1, Memory: opts(g)}} {
				n.check(t, mustExpect(t, g, s, p.first, opts))
			}
			if t.Failed() {
				t.Fatalf("%s, %s, first guess %q", g, s, p.first)
			}
		}
	}
}

// opts returns just the memory without which nothing is worked out.
func opts(g game.Game) int64 { return Options{}.need(g) }

// TestOnePosition knows the answer: the secret is as likely the first candidate
// guessed as any other.
func TestOnePosition(t *testing.T) {
	for colours := 2; colours <= 16; colours++ {
		e := mustExpect(t, enginetest.Game(t, fmt.Sprintf("mm1x%d", colours)), uniform, "", Options{})
		if want := big.NewRat(int64(colours+1), 2); e.Mean.Cmp(want) != 0 {
			t.Errorf("%d colours: mean %s, want %s", colours, e.Mean, want)
		}
		if e.Worst() != colours || e.Histogram[colours].Cmp(big.NewRat(1, 1)) != 0 {
			t.Errorf("%d colours: %v", colours, e.Histogram)
		}
	}
}

// TestLargerGames checks what must hold of every expectation where enumeration would
// take too long; and that it does not matter if work is forked, if everything is forgotten,
// or if one shortcut after another is left out.
func TestLargerGames(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: each game is played without one shortcut after another")
	}
	units, unit := unitsInOne, tinyUnit
	defer func() { unitsInOne, tinyUnit = units, unit }()
	without := map[string]func(*player){
		"symmetries":      func(p *player) { p.symmetryFrom = math.MaxInt },
		"forks":           func(p *player) { p.forkFrom = 2; p.spare.Store(7) },
		"tiny sets":       func(p *player) { p.tinyTo = 1 },
		"uniform players": func(p *player) { p.uniform = false },
		"normal forms": func(p *player) {
			plain := p.workers.New
			p.workers.New = func() any { w := plain(); w.(*worker).normal = nil; return w }
		},
		"units":               func(*player) { unitsInOne, tinyUnit = u128{lo: tinyUnits}, u128{lo: 1} },
		"units or symmetries": func(p *player) { unitsInOne, tinyUnit, p.symmetryFrom = u128{lo: tinyUnits}, u128{lo: 1}, math.MaxInt },
	}
	for _, q := range []struct {
		game, first string
		s           strategy.Strategy
	}{
		{"mm4x4", "", uniform},
		{"mm4x4", "1122", uniform},
		{"bc4x6", "", uniform},
		{"mm3x8", "", uniform},
		{"bc3x6-nozero", "", uniform},
		{"mm3x6-distinct", "112", uniform},
		{"bc3x7", "", uniform},
		{"mm4x5", "1123", by(strategy.Entropy, "", "consistent,random")},
		{"bc4x6", "", by(strategy.MostParts, "all-until=2", "minimax,random")},
		{"bc3x6", "012", by(strategy.MostParts, "", "random")},
		{"mm4x4", "", by(strategy.Minimax, "all-until=2", "entropy,random")},
	} {
		g := enginetest.Game(t, q.game)
		want := mustExpect(t, g, q.s, q.first, Options{Workers: 2})
		sum := new(big.Rat)
		for _, n := range want.Histogram {
			sum.Add(sum, n)
		}
		secrets := big.NewRat(int64(game.CountSecrets(g)), 1)
		if sum.Cmp(secrets) != 0 || want.Histogram[want.Worst()].Sign() == 0 {
			t.Errorf("%s, %s: histogram of %s secrets", g, q.s, sum)
		}
		found := map[string]Expectation{
			"workers": mustExpect(t, g, q.s, q.first, Options{}),
			"memory":  mustExpect(t, g, q.s, q.first, Options{Memory: opts(g)}),
		}
		if sets := found["memory"].Sets; sets != 0 {
			t.Errorf("%s, %s: %d sets were remembered with no memory", g, q.s, sets)
		}
		for name, change := range without {
			p, err := newPlayer(g, q.s, Options{})
			if err != nil {
				t.Fatal(err)
			}
			change(p)
			v, err := p.root(t.Context(), mustCode(t, g, q.first))
			if err != nil {
				t.Fatal(err)
			}
			found[name] = newExpectation(v, 0)
			unitsInOne, tinyUnit = units, unit
		}
		for name, got := range found {
			if !same(got.Mean, want.Mean) || !slices.EqualFunc(got.Histogram, want.Histogram, same) {
				t.Errorf("%s, %s: without %s mean %s, want %s", g, q.s, name, got.Mean, want.Mean)
			}
		}
	}
}

func same(a, b *big.Rat) bool { return a.Cmp(b) == 0 }

// TestPublishedPlayers checks exact means against averages that were published
// of many games: of Merelo, Mora, Castillo and Cotta (2013), with their errors,
// of Swaszek (2000), and of the player who guesses any candidate, about 4.64.
func TestPublishedPlayers(t *testing.T) {
	for _, p := range []struct {
		game      string
		s         strategy.Strategy
		first     string
		published float64
		mean      string // as computed first
	}{
		{"mm4x6", by(strategy.Entropy, strategy.Consistent, "random"), "1123", 4.413, "11423/2592"},
		{"mm4x6", by(strategy.MostParts, strategy.Consistent, "random"), "1123", 4.406, "16765843327921/3801596198400"},
		{"mm4x6", by(strategy.Entropy, strategy.Consistent, "most-parts,random"), "1123", 4.404, "11423/2592"},
		{"mm4x6", by(strategy.PlusMerelo, "", ""), "1123", 4.404, "17129/3888"},
		{"mm4x8", by(strategy.PlusMerelo, "", ""), "1234", 5.154, "252101/49152"},
		{"mm4x6", by(strategy.NextSwaszek, "", ""), "", 4.758, "333017/69984"},
		{"mm4x6", uniform, "", 4.638, "40499316312328165969590853411774920930486769997924867391251021093/8721678209093840794961693679032571873000430316990858403840000000"},
	} {
		if testing.Short() && (p.s == uniform || p.game == "mm4x8" || p.s.Criterion == strategy.NextSwaszek) {
			continue // slow
		}
		e := mustExpect(t, enginetest.Game(t, p.game), p.s, p.first, Options{Workers: 2})
		mean, _ := e.Mean.Float64()
		if math.Abs(mean-p.published) > 0.03 || e.Mean.RatString() != p.mean {
			t.Errorf("%s: mean %s = %v, published %v", p.s, e.Mean, mean, p.published)
		}
	}
}

// TestSampleAgrees plays games and compares their means with expectations, at
// five times the width that 99 in 100 intervals need.
func TestSampleAgrees(t *testing.T) {
	for _, p := range []struct {
		game, first string
		s           strategy.Strategy
	}{
		{"mm3x4", "", uniform},
		{"mm4x4", "1123", uniform},
		{"bc3x6", "012", by(strategy.Entropy, "", "random")},
		{"mm3x5", "", by(strategy.MostParts, "consistent", "minimax,random")},
		{"bc3x5", "", by(strategy.Minimax, "all-until=1", "consistent,random")},
		{"mm2x4-distinct", "11", uniform},
	} {
		g := enginetest.Game(t, p.game)
		e := mustExpect(t, g, p.s, p.first, Options{})
		var estimates []Estimate
		for _, workers := range []int{1, 3} {
			opts := SampleOptions{Runs: 4000, Seed: 7, Workers: workers}
			sample, err := Sample(t.Context(), g, p.s, mustCode(t, g, p.first), opts)
			if err != nil {
				t.Fatal(err)
			}
			estimates = append(estimates, sample)
		}
		one, three := estimates[0], estimates[1]
		if one.Mean != three.Mean || !slices.Equal(one.Histogram, three.Histogram) || one.Low != three.Low {
			t.Errorf("%s, %s: mean %v with one worker, %v with three", g, p.s, one.Mean, three.Mean)
		}
		mean, _ := e.Mean.Float64()
		if width := one.High - one.Low; math.Abs(one.Mean-mean) > 2.5*width || width <= 0 || width > 0.2 {
			t.Errorf("%s, %s: mean %v, sampled %v, from %v to %v", g, p.s, mean, one.Mean, one.Low, one.High)
		}
		if one.worst() > e.Worst() || math.Abs(one.Stddev-Stddev(e.Histogram)) > 0.1 {
			t.Errorf("%s, %s: worst case %d, sampled %d; standard deviation %v, sampled %v", g, p.s, e.Worst(), one.worst(), Stddev(e.Histogram), one.Stddev)
		}
	}
}

// shuffledGame plays a game of radurosu/mastermind as its program does: it goes through
// all codes, in orders of the colours that it shuffles position by position.
func shuffledGame(g game.Game, positions, colours int, seed, number uint64) (guesses int) {
	state := seed ^ (number*0x9E3779B97F4A7C15 + 0x1234567)
	draw := func() uint64 {
		state ^= state >> 12
		state ^= state << 25
		state ^= state >> 27
		return state * 0x2545F4914F6CDD1D
	}
	draw()
	draw()
	secret, codes := game.Code(0), []game.Code{0}
	for i := range positions {
		secret = secret.With(i, int(draw()%uint64(colours)))
		var order, longer = numbers.Below[uint16](colours), []game.Code(nil)
		for j := colours - 1; j > 0; j-- {
			k := draw() % uint64(j+1)
			order[j], order[k] = order[k], order[j]
		}
		for _, code := range codes {
			for _, colour := range order {
				longer = append(longer, code.With(i, int(colour)))
			}
		}
		codes = longer
	}
	for guesses = 1; codes[0] != secret; guesses++ {
		codes = slices.DeleteFunc(codes[1:], func(c game.Code) bool { return g.Reference(c, codes[0]) != g.Reference(secret, codes[0]) })
	}
	return guesses
}

// TestShuffled compares games with those of the program.
func TestShuffled(t *testing.T) {
	for _, shape := range [][2]int{{1, 9}, {3, 2}, {2, 16}, {4, 6}, {8, 2}} {
		g, want := enginetest.Game(t, fmt.Sprintf("mm%dx%d", shape[0], shape[1])), []int(nil)
		for number := range uint64(300) {
			want = tree.Count(want, shuffledGame(g, shape[0], shape[1], 42, number), 1)
		}
		got, err := Sample(t.Context(), g, by(strategy.ShuffledRosu, "", ""), nil, SampleOptions{Runs: 300, Seed: 42, Workers: 2})
		if err != nil || !slices.Equal(got.Histogram, want) {
			t.Errorf("%s: %v, %v, want %v", g, got.Histogram, err, want)
		}
	}
}

// TestRunsOfTiesAgree compares an expectation with the mean of trees that are
// grown with many seeds, which another package does.
func TestRunsOfTiesAgree(t *testing.T) {
	g := enginetest.Game(t, "mm3x5")
	first := mustCode(t, g, "123")
	s := by(strategy.Entropy, "", "minimax,random")
	e := mustExpect(t, g, s, "123", Options{})
	seeds := make([]uint64, 1000)
	for i := range seeds {
		seeds[i] = uint64(i)
	}
	s.Ties = "minimax,random=0"
	runs, err := ties.Play(t.Context(), g, s, *first, seeds, 2)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, r := range runs {
		sum += r.Mean / float64(len(runs))
	}
	if mean, _ := e.Mean.Float64(); math.Abs(sum-mean) > 0.01 {
		t.Errorf("mean %v, of the trees %v", mean, sum)
	}
}

func TestRefusals(t *testing.T) {
	g := enginetest.Game(t, "mm3x3")
	for want, s := range map[string]strategy.Strategy{
		"draws nothing at random; ties must end in random":  {Criterion: strategy.Minimax},
		"ties must end in random, without a seed":           {Criterion: strategy.Minimax, Ties: "random=1"},
		"unknown criterion":                                 {Criterion: "best", Ties: "random"},
		"guesses depends on what it draws before each game": {Criterion: strategy.ShuffledRosu},
		"endgame 2 guesses candidates in order":             {Criterion: strategy.Minimax, Ties: "random", Endgame: 2},
	} {
		_, err := Expect(t.Context(), g, s, nil, Options{})
		enginetest.Refused(t, s, err, want)
		_, sampled := Sample(t.Context(), g, s, nil, SampleOptions{Runs: 10})
		if (sampled == nil) != errors.Is(err, errReach) {
			t.Errorf("%s: %v, sampled %v", s, err, sampled)
		}
	}
	_, err := Sample(t.Context(), g, uniform, nil, SampleOptions{Runs: 4})
	enginetest.Refused(t, uniform, err, "at least 5")
	_, err = Expect(t.Context(), enginetest.Game(t, "mm6x7"), uniform, nil, Options{})
	if !errors.Is(err, errReach) {
		t.Errorf("117649 codes: %v", err)
	}
	_, err = Expect(t.Context(), enginetest.Game(t, "mm5x5"), uniform, nil, Options{Memory: 1 << 20})
	if enginetest.Refused(t, uniform, err, "MiB are allowed"); !errors.Is(err, errReach) {
		t.Errorf("1 MiB: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Expect(ctx, enginetest.Game(t, "mm4x4"), uniform, nil, Options{Workers: 2}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := Sample(ctx, g, uniform, nil, SampleOptions{Workers: 2}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestProgress checks that what progress tells comes to the whole.
func TestProgress(t *testing.T) {
	for _, s := range []strategy.Strategy{uniform, {Criterion: strategy.Entropy, Ties: "random"}} {
		done := 0.0
		mustExpect(t, enginetest.Game(t, "mm4x4"), s, "", Options{Progress: func(part float64) { done += part }})
		if math.Abs(done-1) > 1e-6 {
			t.Errorf("%s: told of %v", s, done)
		}
	}
}

// randomSets draws sets of codes as guesses leave them.
func randomSets(t testing.TB, name string, want int) (game.Game, [][]game.Code) {
	g := enginetest.Game(t, name)
	secrets, _ := game.Codes(g)
	rng := rand.New(rand.NewPCG(3, 3))
	space := partition.NewSpace(g)
	var sets [][]game.Code
	for len(sets) < want {
		set := secrets
		for len(set) > 40 || len(set) > 2 && rng.IntN(3) > 0 {
			space.Load(set)
			secret := set[rng.IntN(len(set))]
			guess := set[rng.IntN(len(set))]
			f := g.Feedback(secret, guess)
			set = slices.DeleteFunc(slices.Clone(set), func(c game.Code) bool { return g.Feedback(c, guess) != f })
		}
		sets = append(sets, set)
	}
	return g, sets
}

// feedbacks counts, for each code of a set, the feedback of all codes to it, and lists
// these counts in order: equivalent sets have the same.
func feedbacks(g game.Game, set []game.Code) (out []string) {
	for _, guess := range set {
		counts := map[game.Feedback]int{}
		for _, secret := range set {
			counts[g.Reference(secret, guess)]++
		}
		out = append(out, fmt.Sprint(counts)) // in order of the keys
	}
	slices.Sort(out)
	return out
}

// TestNormal checks that forms have the feedback of their sets, and that sets
// that were exchanged are nearly always recognised.
func TestNormal(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for _, name := range []string{"mm4x6", "bc4x7", "mm3x5-distinct", "bp3x4", "mm5x3"} {
		g, sets := randomSets(t, name, 300)
		positions, colours := g.Shape()
		n := newNormaliser(g)
		sorted := func(set []game.Code) []game.Code { return slices.Sorted(slices.Values(n.Form(set))) }
		same := 0
		for _, set := range sets {
			form := sorted(set)
			if !slices.Equal(feedbacks(g, form), feedbacks(g, set)) {
				t.Fatalf("%s: form %v of %v", g, form, set)
			}
			from, to := rng.Perm(positions), rng.Perm(colours)
			var moved []game.Code
			for _, code := range set {
				var image game.Code
				for i := range positions {
					image = image.With(i, to[code.At(from[i])])
				}
				moved = append(moved, image)
			}
			slices.Sort(moved)
			if slices.Equal(sorted(moved), form) {
				same++
			}
		}
		if same*100 < len(sets)*98 {
			t.Errorf("%s: %d of %d sets that were exchanged have another form", g, len(sets)-same, len(sets))
		}
	}
	twod := enginetest.Game(t, "twod5")
	if newNormaliser(twod) != nil {
		t.Error("a game without symmetries was exchanged")
	}
}

// TestUnits compares numbers of 128 bits with big ones.
func TestUnits(t *testing.T) {
	if unitsInOne.hi >= 1<<32 {
		t.Errorf("%x units in one: %d ones do not fit", unitsInOne, maxOnes)
	}
	if rest := new(big.Int).Rem(unitsInOne.big(), big.NewInt(tinyUnits)); rest.Sign() != 0 {
		t.Error("small sets are not worked out in whole units")
	}
	rng := rand.New(rand.NewPCG(5, 5))
	for range 1000 {
		a, b := u128{rng.Uint64() >> 33, rng.Uint64()}, u128{rng.Uint64() >> 33, rng.Uint64()}
		n := rng.Uint64()>>33 + 1
		bigN := new(big.Int).SetUint64(n)
		if got, want := a.plus(b).big(), new(big.Int).Add(a.big(), b.big()); got.Cmp(want) != 0 {
			t.Fatalf("%v + %v: %v", a, b, got)
		}
		if got, want := a.times(n).big(), new(big.Int).Mul(a.big(), bigN); got.Cmp(want) != 0 {
			t.Fatalf("%v · %d: %v", a, n, got)
		}
		quotient, exact := a.over(n)
		want, rest := new(big.Int).QuoRem(a.big(), bigN, new(big.Int))
		if quotient.big().Cmp(want) != 0 || exact != (rest.Sign() == 0) {
			t.Fatalf("%v / %d: %v, %v", a, n, quotient, exact)
		}
	}
}

// BenchmarkNormal tells how many sets are brought into normal form in a
// second.
func BenchmarkNormal(b *testing.B) {
	for _, name := range []string{"mm4x6", "bc4x10", "mm5x8"} {
		b.Run(name, func(b *testing.B) {
			g, sets := randomSets(b, name, 1000)
			codes := 0
			for _, set := range sets {
				codes += len(set)
			}
			n := newNormaliser(g)
			i := 0
			for b.Loop() {
				n.Form(sets[i%len(sets)])
				i++
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "sets/s")
			b.ReportMetric(float64(codes)/float64(len(sets)), "codes/set")
		})
	}
}
