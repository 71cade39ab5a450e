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

// SolveMix finds the value of a small peg game and how both play it.
//
// It keeps a list of trees and solves the game of classes against these
// exactly. If no tree does better against the codemaker's shares, found by
// exact search, the value is proved; else the best tree joins the list.
func SolveMix(ctx context.Context, of game.Game) (Mix, error) {
	classes, err := Classes(of)
	if err != nil {
		return Mix{}, err
	}
	g := of.(game.Pegs) // or it has no classes
	m := Mix{Game: g, Classes: classes}
	var trees []*tree.Tree
	matrix := matrixGame{rows: len(classes)}
	shares := alikeShares(classes)
	for {
		weights, unit, err := classWeights(classes, shares)
		if err != nil {
			return Mix{}, err
		}
		t, least, err := LeastWeighted(ctx, g, classes, weights)
		if err != nil {
			return Mix{}, err
		}
		means, err := classMeans(t, classes)
		if err != nil {
			return Mix{}, err
		}
		// Beside the shares every secret weighs a little, and of trees that
		// are equal against the shares that of the least total is found: the
		// whole part is the cost against the shares.
		cost := new(exact.Rat).Mul(new(exact.Rat).SetInt64(least/tieBreak), unit)
		if m.LeastMean == nil {
			m.LeastMean = cost // the first lot is an equal chance
		}
		if m.Value != nil && cost.Cmp(m.Value) >= 0 {
			return m, m.Check()
		}
		trees = append(trees, t)
		matrix.columns = append(matrix.columns, means)
		var mixed []*exact.Rat
		m.Value, shares, mixed = matrix.solve()
		m.Shares, m.Trees = shares, nil
		for i, share := range mixed {
			if share.Sign() > 0 {
				m.Trees = append(m.Trees, MixedTree{trees[i], share, matrix.columns[i]})
			}
		}
	}
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

// tieBreak is how much more the weight of a share counts than that of a secret
// as such: more than any total of a game that is small enough.
const tieBreak = 1 << 20

// classWeights makes whole numbers of shares: unit times a whole number is the
// probability of a secret, and that number times tieBreak, plus one, its
// weight.
func classWeights(classes []Class, shares []*exact.Rat) (weights []int64, unit *exact.Rat, err error) {
	common := exact.NewInt(1)
	each := make([]*exact.Rat, len(classes))
	for i, c := range classes {
		each[i] = new(exact.Rat).Quo(shares[i], new(exact.Rat).SetInt64(int64(len(c.Secrets))))
		d := each[i].Denom()
		common.Mul(common, new(exact.Int).Quo(d, new(exact.Int).GCD(nil, nil, common, d)))
	}
	for _, p := range each {
		n := new(exact.Int).Mul(p.Num(), new(exact.Int).Quo(common, p.Denom()))
		if n.BitLen() > 24 {
			return nil, nil, errWeights
		}
		weights = append(weights, n.Int64()*tieBreak+1)
	}
	return weights, new(exact.Rat).SetFrac(exact.NewInt(1), common), nil
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
