package tree

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/parallel"
	"codebreak/engine/strategy"
)

// criteria are those of the literature.
var criteria = append([]strategy.Criterion{strategy.Simple}, strategy.Classic()...)

// minimax and entropy are the strategies of which most tests grow trees.
var (
	minimax = strategy.Strategy{Criterion: strategy.Minimax}
	entropy = strategy.Strategy{Criterion: strategy.Entropy}
)

func mustGrow(t testing.TB, g game.Game, s strategy.Strategy, first string, workers int) *Tree {
	t.Helper()
	var guess *game.Code
	if first != "" {
		code := enginetest.Code(t, g, first)
		guess = &code
	}
	return enginetest.Must(Grow(t.Context(), g, s, guess, Options{Workers: workers}))(t)
}

// A naiveGrower plays strategies as their definition says, without bit
// planes, early ends or shortcuts: it looks at every code of the pool, sorts
// candidates by the pencil rule, and compares entropies as products of whole
// numbers.
type naiveGrower struct {
	game             game.Game
	s                strategy.Strategy
	allUntil         int
	ties             strategy.Ties
	secrets, guesses []game.Code
	feedback         feedbacks
}

// feedbacks are those of a game by the pencil rule, by secret and guess.
type feedbacks map[[2]game.Code]game.Feedback

func naiveFeedback(t *testing.T, g game.Game) feedbacks {
	t.Helper()
	secrets, guesses := game.Codes(g)
	a := feedbacks{}
	for _, secret := range secrets {
		for _, guess := range guesses {
			a[[2]game.Code{secret, guess}] = g.Reference(secret, guess)
		}
	}
	return a
}

func newNaiveGrower(t *testing.T, g game.Game, s strategy.Strategy, a feedbacks) *naiveGrower {
	t.Helper()
	s = s.WithDefaults()
	n := &naiveGrower{game: g, s: s, feedback: a}
	n.allUntil = enginetest.Must(s.Pool.Until())(t)
	n.ties = enginetest.Must(strategy.ParseTies(s.Ties))(t)
	n.secrets, n.guesses = game.CodesIn(g, s.Order)
	return n
}

func (n *naiveGrower) partition(guess game.Code, candidates []game.Code) map[game.Feedback][]game.Code {
	parts := map[game.Feedback][]game.Code{}
	for _, secret := range candidates {
		f := n.feedback[[2]game.Code{secret, guess}]
		parts[f] = append(parts[f], secret)
	}
	return parts
}

// compare orders partitions by a criterion: negative if a is better.
func (n *naiveGrower) compare(criterion strategy.Criterion, a, b map[game.Feedback][]game.Code) int {
	value := func(parts map[game.Feedback][]game.Code) *big.Int {
		v := big.NewInt(0)
		switch criterion {
		case strategy.Minimax:
			for _, part := range parts {
				if size := big.NewInt(int64(len(part))); size.Cmp(v) > 0 {
					v = size
				}
			}
		case strategy.ExpectedSize:
			for _, part := range parts {
				v.Add(v, big.NewInt(int64(len(part)*len(part))))
			}
		case strategy.MostParts:
			v.SetInt64(-int64(len(parts)))
		case strategy.Entropy:
			v.SetInt64(1)
			for _, part := range parts {
				size := big.NewInt(int64(len(part)))
				v.Mul(v, new(big.Int).Exp(size, size, nil))
			}
		}
		return v
	}
	return value(a).Cmp(value(b))
}

func (n *naiveGrower) choose(candidates []game.Code, number int) game.Code {
	if len(candidates) <= n.s.Endgame {
		return candidates[0]
	}

	guesses := n.guesses
	if number > n.allUntil {
		guesses = candidates
	}

	var best game.Code
	var bestParts map[game.Feedback][]game.Code
	for _, guess := range guesses {
		parts := n.partition(guess, candidates)
		if len(parts) == 1 {
			continue // it does not divide the candidates
		}

		better := bestParts == nil
		if !better {
			order := n.compare(n.s.Criterion, parts, bestParts)
			for _, link := range n.ties.Links {
				candidate, bestCandidate := slices.Contains(candidates, guess), slices.Contains(candidates, best)
				switch {
				case order != 0:
				case link != strategy.ConsistentLink:
					order = n.compare(strategy.Criterion(link), parts, bestParts)
				case candidate && !bestCandidate:
					order = -1
				case !candidate && bestCandidate:
					order = 1
				}
			}
			better = order < 0 || order == 0 && n.ties.Pick == strategy.PickLast
		}
		if better {
			best, bestParts = guess, parts
		}
	}
	return best
}

func (n *naiveGrower) grow(candidates []game.Code, number int) *Node {
	node := &Node{Guess: n.choose(candidates, number)}
	parts := n.partition(node.Guess, candidates)
	for f := range game.Feedback(game.MaxPegFeedbacks) {
		part, ok := parts[f]
		if !ok {
			continue
		}
		b := Branch{Feedback: f}
		if f != n.game.Final() {
			b.Next = n.grow(part, number+1)
		}
		node.Branches = append(node.Branches, b)
	}
	return node
}

func outline(t *testing.T, tree *Tree) string {
	t.Helper()
	var b strings.Builder
	if err := tree.WriteOutline(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestGrowAgreesWithNaive compares whole trees with the naive grower's, for
// every criterion, pool, ties and order on small games: a third of the combinations, or in a
// long test all.
func TestGrowAgreesWithNaive(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: every strategy by its definition; TestRandomTies compares some")
	}

	t.Parallel()
	tried := 0
	for _, name := range []string{
		"mm1x4", "mm2x5", "mm3x3", "mm3x4", "mm4x2", "mm3x4-distinct",
		"bc2x5", "bc3x5", "bc3x6", "bc3x5-nozero", "bp3x3", "twod5",
	} {
		g := enginetest.Game(t, name)
		a := naiveFeedback(t, g)
		for i, criterion := range criteria {
			next := criteria[1+i%4] // never the criterion itself
			last := criteria[1+(i+1)%4]
			chains := []string{
				"consistent,first", "consistent,last", "first", "last",
				fmt.Sprintf("%s,consistent,first", next), fmt.Sprintf("consistent,%s,%s,last", last, next),
			}
			for _, pool := range []strategy.Pool{"all", "consistent", "all-until=1", "all-until=2"} {
				for _, ties := range chains {
					for _, order := range []game.Order{game.Lex, game.Swap} {
						for _, small := range []int{1, 2, 4} {
							if game.CheckOrder(g, order) != nil || small > 1 && pool != "all" {
								continue
							}
							tried++
							if !enginetest.Long() && tried%3 > 0 {
								continue
							}

							s := strategy.Strategy{Criterion: criterion, Pool: pool, Ties: ties, Order: order, Endgame: small}
							n := newNaiveGrower(t, g, s, a)
							want := &Tree{g, n.grow(n.secrets, 1)}
							got := mustGrow(t, g, s, "", 1)
							if !reflect.DeepEqual(got, want) {
								t.Fatalf("%s, %s, small %d:\ngot\n%s\nnaively\n%s", g, s, small, outline(t, got), outline(t, want))
							}
						}
					}
				}
			}
		}
	}
}

// TestRandomTies checks that random ties choose among the guesses that other
// ties may choose, follow their seed, and do not depend on the schedule.
func TestRandomTies(t *testing.T) {
	g := enginetest.Game(t, "mm3x4")
	feedback, totals := naiveFeedback(t, g), map[int]bool{}
	for seed := range 20 {
		s := strategy.Strategy{Criterion: strategy.Minimax, Ties: fmt.Sprintf("consistent,random=%d", seed)}
		a, b := mustGrow(t, g, s, "112", 1), mustGrow(t, g, s, "112", 4)
		if !reflect.DeepEqual(a, b) {
			t.Fatalf("seed %d: the tree depends on the number of workers", seed)
		}
		n := newNaiveGrower(t, g, s, feedback)
		checkBest(t, n, a.Root, n.secrets, 1)
		totals[Measure(a).Solved.Total] = true
	}
	if len(totals) < 2 {
		t.Error("20 seeds gave one total: the draw is not random")
	}
}

// checkBest checks that every guess but the first is one of the best.
func checkBest(t *testing.T, n *naiveGrower, node *Node, candidates []game.Code, number int) {
	t.Helper()
	parts := n.partition(node.Guess, candidates)
	if number > 1 && len(candidates) > 1 {
		ideal := n.choose(candidates, number)
		as := n.compare(n.s.Criterion, parts, n.partition(ideal, candidates))
		if as != 0 || slices.Contains(candidates, node.Guess) != slices.Contains(candidates, ideal) {
			t.Fatalf("guess %s is not among the best, such as %s", n.game.FormatCode(node.Guess), n.game.FormatCode(ideal))
		}
	}
	for _, b := range node.Branches {
		if b.Next != nil {
			checkBest(t, n, b.Next, parts[b.Feedback], number+1)
		}
	}
}

// TestTreesPassTheChecker replays every secret of trees of all sizes.
func TestTreesPassTheChecker(t *testing.T) {
	for _, test := range []struct {
		game string
		s    strategy.Strategy
	}{
		{"mm4x6", minimax},
		{"mm4x6", strategy.Strategy{Criterion: strategy.Entropy, Ties: "random=3"}},
		{"bc4x10", strategy.Strategy{Criterion: strategy.Simple}},
		{"bc4x10", strategy.Strategy{Criterion: strategy.MostParts, Order: game.Swap}},
		{"mm8x2", strategy.Strategy{Criterion: strategy.ExpectedSize}},
		{"mm2x16", strategy.Strategy{Criterion: strategy.Minimax, Ties: "last"}},
		{"bc5x7", strategy.Strategy{Criterion: strategy.Entropy, Pool: "consistent"}},
		{"mm1x2", minimax},
		{"twod5", strategy.Strategy{Criterion: strategy.Entropy, Ties: "consistent,last"}},
		{"mm4x5-distinct", entropy},
		{"bp4x5", strategy.Strategy{Criterion: strategy.MostParts}},
		{"mm4x10-digits", strategy.Strategy{Criterion: strategy.TwoPhaseDescribed}},
	} {
		tree := mustGrow(t, enginetest.Game(t, test.game), test.s, "", 2)
		histogram, err := Check(t.Context(), tree)
		if err != nil {
			t.Errorf("%s, %s: %v", test.game, test.s, err)
			continue
		}

		if m := Measure(tree); !slices.Equal(m.Solved.Histogram, histogram) {
			t.Errorf("%s, %s: measured %v, replayed %v", test.game, test.s, m.Solved.Histogram, histogram)
		}
	}
}

// TestCheckFindsFaults damages a good tree in each of the ways that the
// checker is there to find.
func TestCheckFindsFaults(t *testing.T) {
	grow := func() *Tree {
		return mustGrow(t, enginetest.Game(t, "mm3x3"), minimax, "112", 1)
	}
	inner := func(n *Node) *Node {
		for _, b := range n.Branches {
			if b.Next != nil && len(b.Next.Branches) > 1 {
				return b.Next
			}
		}
		t.Fatal("no inner node")
		return nil
	}

	for name, test := range map[string]struct {
		damage func(*Tree)
		want   string
	}{
		"branch missing": {func(tree *Tree) {
			n := inner(tree.Root)
			n.Branches = n.Branches[1:]
		}, "has no branch for"},
		"subtree missing": {func(tree *Tree) {
			for i, b := range tree.Root.Branches {
				if b.Next != nil {
					tree.Root.Branches[i].Next = nil
					return
				}
			}
		}, "the tree ends after"},
		"guess after the hit": {func(tree *Tree) {
			last := len(tree.Root.Branches) - 1
			tree.Root.Branches[last].Next = &Node{Guess: tree.Root.Guess}
		}, "goes on after guess 1, which solves it"},
		"unreachable branch": {func(tree *Tree) {
			n := inner(tree.Root)
			for f := range game.Feedback(tree.Game.OutcomeLimit()) {
				if !slices.ContainsFunc(n.Branches, func(b Branch) bool { return b.Feedback == f }) {
					n.Branches = append(n.Branches, Branch{f, &Node{Guess: n.Guess}})
					return
				}
			}
		}, "no secret gives"},
		"wrong guess": {func(tree *Tree) {
			inner(tree.Root).Guess = 0
		}, "secret"},
	} {
		tree := grow()
		if _, err := Check(t.Context(), tree); err != nil {
			t.Fatalf("undamaged: %v", err)
		}
		test.damage(tree)
		_, err := Check(t.Context(), tree)
		enginetest.Refused(t, name, err, test.want)
	}
}

// TestMeasure reads the figures of a tree small enough to follow by hand:
// mm2x2 from 11, then 12.
//
//	11 is solved at guess 1.
//	1A0B leaves 12 and 21: 12 is solved at guess 2, 21 at 3 (known after 2).
//	0A0B leaves 22: solved at guess 2 (known after 1).
func TestMeasure(t *testing.T) {
	tree := mustGrow(t, enginetest.Game(t, "mm2x2"), minimax, "11", 1)
	want := `11
  0A0B 22
    2A0B solved
  1A0B 12
    0A2B 21
      2A0B solved
    2A0B solved
  2A0B solved
`
	if got := outline(t, tree); got != want {
		t.Errorf("outline:\n%s\nwant\n%s", got, want)
	}

	m := Measure(tree)
	if math.Abs(m.Solved.Stddev-math.Sqrt(0.5)) > 1e-9 {
		t.Errorf("stddev %v, want the root of 1/2", m.Solved.Stddev)
	}
	m.Solved.Stddev = 0
	hit := Figures{Histogram: []int{0, 1, 2, 1}, Total: 8, Mean: 2, Worst: 3, Levels: []Level{{1, 1, 16}, {2, 1, 5}, {1, 0, 1}}}
	// Of 4 secrets, 11 alone is left, 22 alone, and 12 and 21 together.
	if got, want := m.Solved.Left(), []float64{1.5, 1}; !slices.Equal(got, want) {
		t.Errorf("candidates left %v, want %v", got, want)
	}
	if !reflect.DeepEqual(m.Solved, hit) || m.Nodes != 4 {
		t.Errorf("hit: %+v, nodes %d", m.Solved, m.Nodes)
	}
	if !slices.Equal(m.Known.Histogram, []int{0, 2, 2}) || m.Known.Total != 6 || m.Known.Worst != 2 {
		t.Errorf("known: %+v", m.Known)
	}
	if next := tree.Root.Next(game.NewFeedback(1, 0)); next == nil || tree.Game.FormatCode(next.Guess) != "12" {
		t.Errorf("after 1A0B: %v", next)
	}
	if tree.Root.Next(tree.Game.Final()) != nil {
		t.Error("something follows the final feedback")
	}
}

// TestWorkersDoNotMatter grows the same trees with one worker and with many.
func TestWorkersDoNotMatter(t *testing.T) {
	for _, ties := range []string{"consistent,first", "last", "random=1"} {
		s := strategy.Strategy{Criterion: strategy.ExpectedSize, Ties: ties}
		g := enginetest.Game(t, "bc4x8")
		one := mustGrow(t, g, s, "", 1)
		for _, workers := range []int{2, 8} {
			if many := mustGrow(t, g, s, "", workers); !reflect.DeepEqual(one, many) {
				t.Errorf("ties %s: %d workers grow another tree", ties, workers)
			}
		}
	}
}

func TestProgressCountsEverySecret(t *testing.T) {
	var secrets atomic.Int64
	_, err := Grow(t.Context(), enginetest.Game(t, "mm4x6"), minimax, nil,
		Options{Workers: 2, Progress: func(n int) { secrets.Add(int64(n)) }})
	if err != nil || secrets.Load() != 1296 {
		t.Errorf("%d secrets counted, %v", secrets.Load(), err)
	}
}

// TestGrowStops cancels a growth that would take minutes.
func TestGrowStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	last := strategy.Strategy{Criterion: strategy.Entropy, Ties: "last"}
	_, err := Grow(ctx, enginetest.Game(t, "mm6x9"), last, nil, Options{Workers: 2})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the context's", err)
	}
}

func TestGrowRejects(t *testing.T) {
	if _, err := Grow(t.Context(), enginetest.Game(t, "mm4x6"), strategy.Strategy{Criterion: "best"}, nil, Options{}); err == nil {
		t.Error("criterion best was accepted")
	}
}

func BenchmarkGrow(b *testing.B) {
	for _, bench := range []struct {
		game, first string
		criteria    []strategy.Criterion
	}{
		{"mm4x6", "1123", strategy.Classic()},
		{"bc4x10", "0123", strategy.Classic()},
		{"mm5x8", "11234", []strategy.Criterion{strategy.Minimax, strategy.Entropy, strategy.EntropyCUDA}},
	} {
		g := enginetest.Game(b, bench.game)
		for _, criterion := range bench.criteria {
			b.Run(bench.game+"/"+string(criterion), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					mustGrow(b, g, strategy.Strategy{Criterion: criterion}, bench.first, 1)
				}
			})
		}
	}
}

// TestHelpersAreServedAfterFailure lets one task wait for help while another
// fails: the helper must still come.
func TestHelpersAreServedAfterFailure(t *testing.T) {
	for range 200 {
		ctx, stop := context.WithCancelCause(t.Context())
		gr := grower{ctx: ctx, stop: stop, pool: parallel.NewPool[*strategy.CompiledPlayer]()}
		failure := errors.New("failed")

		gr.add(func(*strategy.CompiledPlayer) error {
			helped := make(chan struct{})
			for !gr.spawn(func() { close(helped) }) {
				if ctx.Err() != nil {
					return nil // nobody was asked
				}
			}
			<-helped
			return nil
		})

		gr.add(func(*strategy.CompiledPlayer) error { return failure })

		var workers sync.WaitGroup
		for range 3 {
			workers.Go(func() { gr.pool.Work(nil, &gr.open) })
		}
		workers.Wait() // for ever, if a helper never comes
		if err := context.Cause(ctx); err != failure {
			t.Fatalf("error %v", err)
		}
	}
}

// TestRules counts rules by their definition, candidate by candidate.
func TestRules(t *testing.T) {
	for _, name := range []string{"mm3x4", "bc3x5", "twod5", "mm4x6"} {
		for _, criterion := range criteria {
			g := enginetest.Game(t, name)
			tree := mustGrow(t, g, strategy.Strategy{Criterion: criterion}, "", 1)
			secrets, _ := game.Codes(g)

			want := 0
			var count func(n *Node, candidates []game.Code)
			count = func(n *Node, candidates []game.Code) {
				if n.Guess != slices.Min(candidates) {
					want++
				}
				for _, b := range n.Branches {
					if b.Next != nil {
						others := func(c game.Code) bool { return g.Reference(c, n.Guess) != b.Feedback }
						count(b.Next, slices.DeleteFunc(slices.Clone(candidates), others))
					}
				}
			}

			count(tree.Root, secrets)
			if got := tree.Rules(); got != want || (criterion == strategy.Simple) != (want == 0) {
				t.Errorf("%s %s: %d rules, want %d", name, criterion, got, want)
			}
		}
	}
}
