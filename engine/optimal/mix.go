package optimal

import (
	"context"
	"errors"
	"fmt"
	exact "math/big"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/tree"
)

// A Mix is the solution of the game in which the codemaker chooses the
// secret by lot, as it likes, to make the game long, and the codebreaker one of
// several decision trees, to make it short. The payoff is the number of guesses.
//
// Exchanges of positions and colours change nothing, so the codemaker may treat
// the secrets of a class alike, and the codebreaker may exchange them at random
// before playing a tree: then every secret of a class takes the mean over the
// class. What is left is a game of classes against trees.
type Mix struct {
	Game  game.Game
	Value *exact.Rat // guesses on average, if both play perfectly
	// LeastMean is the least mean of a tree if all secrets are equally
	// probable, which the codemaker may always choose.
	LeastMean *exact.Rat
	Classes   []Class
	Shares    []*exact.Rat // with which probability the secret is of each class
	Trees     []MixedTree
}

// A MixedTree is a tree that the codebreaker plays with probability Share,
// after exchanging positions and colours at random.
type MixedTree struct {
	Tree  *tree.Tree
	Share *exact.Rat
	Means []*exact.Rat // guesses on average for each class
}

// errWeights is for weights too large to add up.
var errWeights = errors.New("the weights of the secrets are too large to be searched with")

// errRounding is for solutions whose exact numbers cannot be told from those of
// linear programming, which are rounded.
var errRounding = errors.New("linear programming does not tell the exact solution")

// SolveMix finds the value of a small peg game and how both play it.
//
// It keeps a list of trees and solves the game of classes against these by
// linear programming, exactly. If no tree does better against the codemaker's
// shares, found by exact search, the value is proved; else the best tree joins
// the list.
//
// The shares of the first rounds swing from end to end, and far from the
// perfect ones searches are slow. So the tree is first sought against shares
// close to the best known, a step towards those of the round; only if it is of
// no use against these are they searched with themselves.
func SolveMix(ctx context.Context, of game.Game) (Mix, error) {
	classes, err := Classes(of)
	if err != nil {
		return Mix{}, err
	}
	s := mixer{game: of, classes: classes, matrix: matrixGame{rows: len(classes)}}
	alike := perSecret(classes, alikeShares(classes))
	m := Mix{Game: of, Classes: classes}
	if m.LeastMean, err = s.add(ctx, alike); err != nil {
		return Mix{}, err
	}
	for {
		var mixed []*exact.Rat
		var least *exact.Rat
		if least, m.Value, m.Shares, mixed, err = s.matrix.solve(); err != nil {
			return Mix{}, fmt.Errorf("%s: %w", of, err)
		}
		each := perSecret(classes, m.Shares)
		if _, err := s.add(ctx, rounded(towards(s.best, each))); err != nil {
			return Mix{}, err
		}
		if s.cost(len(s.trees)-1, m.Shares).Cmp(least) < 0 {
			continue
		}
		cost, err := s.add(ctx, each)
		if err != nil {
			return Mix{}, err
		}
		switch {
		case cost.Cmp(least) < 0: // the new tree is of use
		case least.Cmp(m.Value) < 0:
			return Mix{}, fmt.Errorf("%s: %w", of, errRounding)
		default:
			for i, share := range mixed {
				if share.Sign() > 0 {
					m.Trees = append(m.Trees, MixedTree{s.trees[i], share, s.matrix.columns[i]})
				}
			}
			return m, m.Check()
		}
	}
}

// A mixer is the trees found so far.
type mixer struct {
	game    game.Game
	classes []Class
	trees   []*tree.Tree
	matrix  matrixGame // of classes against trees
	// best is the probabilities against which the best tree costs most of
	// those searched with, and bestCost that cost.
	best     []*exact.Rat
	bestCost *exact.Rat
}

// add finds the best tree against the probabilities of a secret of each class,
// adds it to the trees and returns what it costs.
func (s *mixer) add(ctx context.Context, each []*exact.Rat) (*exact.Rat, error) {
	weights, err := secretWeights(each)
	if err != nil {
		return nil, err
	}
	t, _, err := LeastWeighted(ctx, s.game, s.classes, weights)
	if err != nil {
		return nil, err
	}
	means, err := classMeans(t, s.classes)
	if err != nil {
		return nil, err
	}
	s.trees = append(s.trees, t)
	s.matrix.columns = append(s.matrix.columns, means)
	shares := make([]*exact.Rat, len(each))
	for i, c := range s.classes {
		shares[i] = new(exact.Rat).Mul(each[i], new(exact.Rat).SetInt64(int64(len(c.Secrets))))
	}
	cost := s.cost(len(s.trees)-1, shares)
	total := new(exact.Rat) // not 1 if the probabilities were rounded
	for _, share := range shares {
		total.Add(total, share)
	}
	cost.Quo(cost, total)
	if s.bestCost == nil || cost.Cmp(s.bestCost) > 0 {
		s.best, s.bestCost = nil, cost
		for _, p := range each {
			s.best = append(s.best, new(exact.Rat).Quo(p, total))
		}
	}
	return cost, nil
}

// cost is the mean of a tree if the classes have the shares.
func (s *mixer) cost(tree int, shares []*exact.Rat) *exact.Rat {
	sum := new(exact.Rat)
	for i, mean := range s.matrix.columns[tree] {
		sum.Add(sum, new(exact.Rat).Mul(mean, shares[i]))
	}
	return sum
}

// perSecret shares the probability of each class among its secrets.
func perSecret(classes []Class, shares []*exact.Rat) []*exact.Rat {
	out := make([]*exact.Rat, len(classes))
	for i, c := range classes {
		out[i] = new(exact.Rat).Quo(shares[i], new(exact.Rat).SetInt64(int64(len(c.Secrets))))
	}
	return out
}

// towards is an eighth of the way from one list of numbers to another.
func towards(from, to []*exact.Rat) []*exact.Rat {
	out := make([]*exact.Rat, len(from))
	for i := range from {
		step := new(exact.Rat).Sub(to[i], from[i])
		out[i] = step.Add(from[i], step.Mul(step, exact.NewRat(1, 8)))
	}
	return out
}

// rounded makes whole numbers of probabilities, up to roundTo.
func rounded(each []*exact.Rat) []*exact.Rat {
	const roundTo = 1 << 12
	largest := slices.MaxFunc(each, (*exact.Rat).Cmp)
	out := make([]*exact.Rat, len(each))
	for i, p := range each {
		scaled := new(exact.Rat).Quo(p, largest)
		scaled.Mul(scaled, exact.NewRat(roundTo, 1)).Add(scaled, exact.NewRat(1, 2))
		out[i] = new(exact.Rat).SetInt(new(exact.Int).Quo(scaled.Num(), scaled.Denom()))
	}
	return out
}

// alikeShares has every secret equally probable.
func alikeShares(classes []Class) []*exact.Rat {
	all := 0
	for _, c := range classes {
		all += len(c.Secrets)
	}
	out := make([]*exact.Rat, 0, len(classes))
	for _, c := range classes {
		out = append(out, exact.NewRat(int64(len(c.Secrets)), int64(all)))
	}
	return out
}

// tieBreak is how much more a probability counts than that a secret is one at
// all: of trees that are equal against the probabilities, that of the least
// total is found. It is more than any total of a game that is small enough.
const tieBreak = 1 << 20

// secretWeights makes whole weights of the probabilities of a secret of each
// class.
func secretWeights(each []*exact.Rat) (weights []int64, err error) {
	common := exact.NewInt(1)
	for _, p := range each {
		d := p.Denom()
		common.Mul(common, new(exact.Int).Quo(d, new(exact.Int).GCD(nil, nil, common, d)))
	}
	for _, p := range each {
		n := new(exact.Int).Mul(p.Num(), new(exact.Int).Quo(common, p.Denom()))
		if n.BitLen() > 24 {
			return nil, errWeights
		}
		weights = append(weights, n.Int64()*tieBreak+1)
	}
	return weights, nil
}

// classMeans replays every secret through the tree, with the rule of the game
// as a person would state it.
func classMeans(t *tree.Tree, classes []Class) ([]*exact.Rat, error) {
	var out []*exact.Rat
	for _, c := range classes {
		total := int64(0)
		for _, secret := range c.Secrets {
			n := t.Root
			for ; ; total++ {
				if n == nil {
					return nil, fmt.Errorf("the tree does not find %s", t.Game.FormatCode(secret))
				}
				f := t.Game.Reference(secret, n.Guess)
				if f == t.Game.Final() {
					total++
					break
				}
				n = n.Next(f)
			}
		}
		out = append(out, exact.NewRat(total, int64(len(c.Secrets))))
	}
	return out, nil
}

// Means returns how many guesses each class takes on average, if the
// codebreaker plays the mix.
func (m Mix) Means() []*exact.Rat {
	out := make([]*exact.Rat, len(m.Classes))
	for i := range out {
		out[i] = new(exact.Rat)
		for _, t := range m.Trees {
			out[i].Add(out[i], new(exact.Rat).Mul(t.Means[i], t.Share))
		}
	}
	return out
}

// Check returns an error unless the shares are probabilities, the trees find
// every secret, and the codebreaker's mix takes no class more guesses on
// average than the value. It does not look for better trees.
func (m Mix) Check() error {
	one := exact.NewRat(1, 1)
	sum := new(exact.Rat)
	for _, s := range m.Shares {
		sum.Add(sum, s)
	}
	if sum.Cmp(one) != 0 || slices.ContainsFunc(m.Shares, func(s *exact.Rat) bool { return s.Sign() < 0 }) {
		return fmt.Errorf("%s: the codemaker's shares are no probabilities", m.Game)
	}
	played := new(exact.Rat)
	means := make([]*exact.Rat, len(m.Classes))
	for i := range means {
		means[i] = new(exact.Rat)
	}
	for _, t := range m.Trees {
		if _, err := tree.Check(t.Tree); err != nil {
			return fmt.Errorf("%s: %w", m.Game, err)
		}
		found, err := classMeans(t.Tree, m.Classes)
		if err != nil {
			return fmt.Errorf("%s: %w", m.Game, err)
		}
		played.Add(played, t.Share)
		for i, mean := range found {
			means[i].Add(means[i], mean.Mul(mean, t.Share))
		}
	}
	if played.Cmp(one) != 0 || slices.ContainsFunc(m.Trees, func(t MixedTree) bool { return t.Share.Sign() < 0 }) {
		return fmt.Errorf("%s: the shares of the trees are no probabilities", m.Game)
	}
	for i, mean := range means {
		if mean.Cmp(m.Value) > 0 {
			return fmt.Errorf("%s: secrets like %s take %s guesses on average, more than the value %s", m.Game, m.Game.FormatCode(m.Classes[i].First), mean.RatString(), m.Value.RatString())
		}
	}
	return nil
}
