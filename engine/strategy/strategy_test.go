package strategy

import (
	"cmp"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/game/pegs"
	"codebreak/engine/partition"
)

// someOf draws n of the codes, and sorts them.
func someOf(rng *rand.Rand, codes []game.Code, n int) []game.Code {
	var out []game.Code
	for _, i := range rng.Perm(len(codes))[:n] {
		out = append(out, codes[i])
	}
	slices.Sort(out)
	return out
}

// naiveCounts counts the feedback to a guess as a person would.
func naiveCounts(g game.Game, guess game.Code, candidates []game.Code) partition.Counts {
	counts := partition.NewCounts(g)
	for _, secret := range candidates {
		counts[g.Reference(secret, guess)]++
	}
	return counts
}

func TestPoolUntil(t *testing.T) {
	for pool, want := range map[Pool]int{
		All:               math.MaxInt,
		Answers:           math.MaxInt,
		Hard:              math.MaxInt,
		HardStrict:        math.MaxInt,
		AllFancidev:       math.MaxInt,
		consistentLessard: math.MaxInt,
		Consistent:        0,
		"all-until=1":     1,
		"all-until=12":    12,
	} {
		if got, err := pool.Until(); err != nil || got != want {
			t.Errorf("pool %q: %d, %v, want %d", pool, got, err, want)
		}
	}

	for _, pool := range []Pool{"", "All", "all-until=", "all-until=0", "all-until=-1", "all-until=03", "all-until=x", "all,consistent"} {
		_, err := pool.Until()
		enginetest.Refused(t, pool, err, "unknown pool")
	}
}

func TestParseTies(t *testing.T) {
	consistent := []Link{ConsistentLink}
	for text, want := range map[string]Ties{
		"first":                       {Pick: pickFirst},
		"last":                        {Pick: PickLast},
		"consistent,first":            {Links: consistent, Pick: pickFirst},
		"consistent,last":             {Links: consistent, Pick: PickLast},
		"random=7":                    {Pick: PickRandom, Seed: 7},
		"consistent,random=0":         {Links: consistent, Pick: PickRandom},
		"random=18446744073709551615": {Pick: PickRandom, Seed: math.MaxUint64},
		"random":                      {Pick: pickChance},
		"minimax,first":               {Links: []Link{"minimax"}, Pick: pickFirst},
		"first@fancidev":              {Pick: pickFirstFancidev},
		"entropy,consistent,minimax,random": {
			Links: []Link{"entropy", "consistent", "minimax"}, Pick: pickChance,
		},
		"entropy@cuda,most-parts,random=1": {
			Links: []Link{"entropy@cuda", "most-parts"}, Pick: PickRandom, Seed: 1,
		},
	} {
		if got, err := ParseTies(text); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("ties %q: %+v, %v, want %+v", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"":                                    "unknown rule",
		"consistent":                          "guesses may be equal after",
		"consistent,":                         "unknown rule",
		"first,consistent":                    "nothing is left to decide after \"first\"",
		"first,entropy":                       "nothing is left to decide after \"first\"",
		"first,last":                          "nothing is left to decide",
		"random,first":                        "nothing is left to decide after \"random\"",
		"random=3,minimax":                    "nothing is left to decide after \"random=3\"",
		"random=x":                            "is not a seed",
		"random=-1":                           "is not a seed",
		"random=007":                          "is not a seed",
		"random=":                             "is not a seed",
		"Random":                              "unknown rule",
		"consistent,longest":                  "unknown rule \"longest\"",
		"consistent, first":                   "unknown rule \" first\"",
		"entropy,minimax":                     "guesses may be equal after \"minimax\"",
		"minimax,minimax,last":                "\"minimax\" stands there twice",
		"consistent,entropy,consistent,first": "\"consistent\" stands there twice",
		"consistent,first@fancidev":           "\"first@fancidev\" stands alone",
		"first@fancidev,first":                "nothing is left to decide after \"first@fancidev\"",
		"simple,first":                        "minimises nothing",
		"two-phase,first":                     "a strategy of its own",
		"entropy-double,first":                "unknown rule",
		"minimax,longest,first,two":           "unknown rule \"longest\"",
	} {
		_, err := ParseTies(text)
		enginetest.Refused(t, text, err, want)
		enginetest.Refused(t, text, err, "; write rules with commas, such as consistent,minimax,first")
	}
}

func TestValidate(t *testing.T) {
	mm := pegs.Game{Positions: 4, Colours: 6, GuessRepeats: true, SecretRepeats: true}
	for want, s := range map[string]Strategy{
		`unknown criterion "best"; allowed: simple, minimax`: {Criterion: "best"},
		`unknown pool "some"`:                                {Criterion: Minimax, Pool: "some"},
		`ties "best"`:                                        {Criterion: Minimax, Ties: "best"},
		`minimax is the criterion itself`:                    {Criterion: Minimax, Ties: "consistent,minimax,first"},
		`unknown order "up"`:                                 {Criterion: Minimax, Order: "up"},
		`order swap is for games without repeats`:            {Criterion: Minimax, Order: game.Swap},
		`two-phase is a strategy of its own`:                 {Criterion: TwoPhase, Endgame: 2},
		`the two-phase player plays mm4x10`:                  {Criterion: TwoPhaseConsistent},
		`next@swaszek is a strategy of its own`:              {Criterion: NextSwaszek, Ties: "first"},
		`endgame is -1`:                                      {Criterion: Minimax, Endgame: -1},
		`pool consistent@lessard needs feedback`:             {Criterion: Minimax, Pool: consistentLessard},
	} {
		enginetest.Refused(t, s, s.Validate(mm), want)
		_, err := s.Compile(mm)
		enginetest.Refused(t, s, err, want)
	}

	for _, s := range []Strategy{{}, {Criterion: Entropy}} {
		if err := s.Validate(mm); err != nil {
			t.Errorf("%s: %v", s, err)
		}
	}

	distinct := pegs.Game{Positions: 4, Colours: 6, GuessRepeats: true}
	err := Strategy{Criterion: ShuffledRosu}.Validate(distinct)
	enginetest.Refused(t, distinct, err, "shuffled@rosu plays Mastermind with repeated colours, such as mm4x6, not mm4x6-distinct")
}

func TestString(t *testing.T) {
	s := Strategy{Criterion: Minimax, Pool: "consistent", Ties: "first", Order: game.Swap, Endgame: 2}
	if got, want := s.String(), "minimax, pool consistent, ties first, order swap, endgame 2"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := (Strategy{Criterion: Simple}).String(); got != "simple" {
		t.Errorf("defaults: %q", got)
	}
}

// product returns the product of k to the power of k over the sizes: the
// larger, the less entropy the partition has.
func product(sizes []int32) *big.Int {
	p := big.NewInt(1)
	for _, k := range sizes {
		n := big.NewInt(int64(k))
		p.Mul(p, new(big.Int).Exp(n, n, nil))
	}
	return p
}

// TestEntropyComparesExactly compares entropy scores of partitions of the
// same set with the exact products of whole numbers: equal if and only if
// equal, else in the same order. The partitions are made of few primes, so
// that many pairs tie.
func TestEntropyComparesExactly(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	ties := 0
	for _, n := range []int{8, 24, 60, 360} {
		score := Entropy.Measure(pegs.TwoD{}, n).Of
		var partitions [][]int32
		for range 60 {
			left := int32(n)
			var sizes []int32
			for left > 0 {
				k := min(left, []int32{1, 1, 2, 2, 3, 4, 6, 8, 9, 12}[rng.IntN(10)])
				sizes = append(sizes, k)
				left -= k
			}
			partitions = append(partitions, sizes)
		}

		for _, a := range partitions {
			for _, b := range partitions {
				got := cmp.Compare(score(a), score(b))
				if want := product(a).Cmp(product(b)); got != want {
					t.Fatalf("%v against %v: scores compare %d, exactly %d", a, b, got, want)
				} else if want == 0 && !slices.Equal(a, b) {
					ties++
				}
			}
		}
	}

	if ties < 100 {
		t.Errorf("only %d ties between different partitions: the test has lost its point", ties)
	}

	score := Entropy.Measure(pegs.TwoD{}, 8).Of
	if score([]int32{4, 1, 1, 1, 1}) != score([]int32{2, 2, 2, 2}) {
		t.Error("{4,1,1,1,1} and {2,2,2,2} do not tie")
	}
}

// TestEntropyIsAccurate compares the fixed-point table with floating point.
func TestEntropyIsAccurate(t *testing.T) {
	for _, n := range []int{2, 1000, 32768, game.MaxCodes} {
		scale := math.Exp2(float64(nLogNScale(n)))
		table := nLogN(n)
		for _, k := range []int{1, 2, 3, n / 3, n/2 + 1, n - 1, n} {
			if k < 1 || k > n {
				continue
			}
			got, want := float64(table[k])/scale, float64(k)*math.Log2(float64(k))
			if math.Abs(got-want) > 1e-9*(1+want) {
				t.Errorf("n = %d: %d log %d is %v, want %v", n, k, k, got, want)
			}
		}
		if table[n] < 0 {
			t.Errorf("n = %d: overflow", n)
		}
	}
}

func TestScores(t *testing.T) {
	sizes := []int32{3, 0, 2, 2, 1}
	for criterion, want := range map[Criterion]int64{Minimax: 3, ExpectedSize: 18, MostParts: -4} {
		if got := criterion.Measure(pegs.TwoD{}, 8).Of(sizes); got != want {
			t.Errorf("%s of %v: %d, want %d", criterion, sizes, got, want)
		}
	}
}

func TestCriteriaNameTheirSources(t *testing.T) {
	for _, info := range criteria {
		if info.Author == "" || info.Year == 0 || info.Minimises == "" {
			t.Errorf("%s lacks its source: %+v", info.Criterion, info)
		}
	}
}
