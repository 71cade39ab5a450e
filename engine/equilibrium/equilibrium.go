// Package equilibrium solves codebreaking games as games of two players: the
// codemaker chooses the secret with probabilities of its own, to make the game
// long, and the codebreaker one of several decision trees, to make it short.
// The payoff is the number of guesses. Both sides' best mixed strategies are an
// equilibrium, and the number of guesses it takes is the value of the game (von
// Neumann, Zur Theorie der Gesellschaftsspiele, 1928).
//
// Exchanges of positions and colours change nothing, so the codemaker may give
// all secrets of a class ([Classes]) the same probability, and the codebreaker
// may exchange positions and colours at random before playing a tree: then
// every secret of a class takes the mean over the class. This leaves a game
// of classes against trees.
//
// There are far too many trees to list. [Solve] keeps a list of a few and
// solves the game of classes against these, by gonum's linear programming,
// made exact. Then it searches all trees for one that does better against the
// codemaker's probabilities: without one the value is proved, else the
// best joins the list. This is column generation; in games it is known as the
// oracle method (McMahan, Gordon and Blum, Planning in the presence of cost
// functions controlled by an adversary, 2003). The search is a branch and bound
// over all trees, so the method is for small games: mm4x6 takes seconds. Every
// number is exact, and [Equilibrium.Check] verifies the codebreaker's side by
// replaying every secret.
package equilibrium

import (
	"context"
	"errors"
	"fmt"
	exact "math/big"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/tree"
	"codebreak/engine/wording"
)

// An Equilibrium is the value of a game, with a mixed strategy for each side that attains
// it; there may be others.
type Equilibrium struct {
	Game  game.Game
	Value *exact.Rat // guesses on average, if both play perfectly
	// LeastMean is the least mean of a tree if all secrets are equally
	// probable, which the codemaker may always choose.
	LeastMean *exact.Rat
	Classes   []Class
	// Probabilities are the codemaker's mixed strategy: with which probability
	// the secret is of each class.
	Probabilities []*exact.Rat
	// Trees are the codebreaker's.
	Trees []PlayedTree
}

// A PlayedTree is a tree that the codebreaker plays with a positive
// probability, after exchanging positions and colours at random.
type PlayedTree struct {
	Tree        *tree.Tree
	Probability *exact.Rat
	Means       []*exact.Rat // guesses on average for each class
}

// DefaultMemory is for callers without a limit of their own, in bytes.
const DefaultMemory = 64 << 20

// maxPairs is the largest number of secrets times guesses of a game that is
// solved: that of mm4x10.
const maxPairs = 100_000_000

// Solve finds the value of a small game and how both play it. The error is
// the context's, or says why the game cannot be solved.
//
// In the first rounds the probabilities swing from one extreme to another, and searches
// are slow with probabilities far from those of the equilibrium. So each round first looks
// for a tree against probabilities close to the best known, a step towards those of the
// round (Wentges, Weighted Dantzig-Wolfe decomposition, 1997). Only if this tree is of no
// use against the probabilities of the round does it search with these.
//
// The game must be symmetric: see [Classes]. memory is about how many bytes remember sets of
// secrets; it changes the speed, never the result.
func Solve(ctx context.Context, of game.Game, memory int64) (Equilibrium, error) {
	classes, err := Classes(of)
	if err != nil {
		return Equilibrium{}, err
	}
	pairs := game.CountSecrets(of) * int(game.CountGuesses(of))
	if pairs > maxPairs {
		return Equilibrium{}, fmt.Errorf("%s: %s secrets times guesses, and %s is the limit",
			of, wording.Thousands(pairs), wording.Thousands(maxPairs))
	}

	search, err := optimal.NewWeighted(ctx, of, game.SymmetriesOf(of), memory)
	if err != nil {
		return Equilibrium{}, err
	}
	s := solver{
		search:  search,
		classes: classes,
		class:   map[game.Code]int{},
		matrix:  matrixGame{rows: len(classes)},
	}
	s.secrets, _ = game.Codes(of)
	for i, c := range classes {
		for _, secret := range c.Secrets {
			s.class[secret] = i
		}
	}

	// Step 1. The first tree: the best against secrets that are equally probable.
	e := Equilibrium{Game: of, Classes: classes}
	uniform := exact.NewRat(1, int64(game.CountSecrets(of)))
	equally := slices.Repeat(rats{uniform}, len(classes))
	e.LeastMean, err = s.add(ctx, equally)
	if err != nil {
		return Equilibrium{}, err
	}

	for {
		// Step 2. The equilibrium of classes against the trees so far.
		var least *exact.Rat
		var played rats // probabilities of the trees
		least, e.Value, e.Probabilities, played, err = s.matrix.solve()
		if err != nil {
			return Equilibrium{}, fmt.Errorf("%s: %w", of, err)
		}

		// Step 3. A tree against probabilities between the best known and those of the round.
		var each rats
		for i, c := range classes {
			each = append(each, over(e.Probabilities[i], c.size()))
		}
		between := towards(s.best, each)
		if _, err := s.add(ctx, rounded(between)); err != nil {
			return Equilibrium{}, err
		}
		newest := s.matrix.columns[len(s.trees)-1]
		if dot(newest, e.Probabilities).Cmp(least) < 0 {
			continue // it is of use in this round
		}

		// Step 4. The best tree against the probabilities of the round.
		cost, err := s.add(ctx, each)
		if err != nil {
			return Equilibrium{}, err
		}
		if cost.Cmp(least) < 0 {
			continue
		}

		// Step 5. No tree is better: the value is proved, if the numbers are exact.
		if least.Cmp(e.Value) < 0 {
			// Linear programming, which rounds, has not found the rows and columns of the
			// exact solution.
			return Equilibrium{}, fmt.Errorf("%s: linear programming does not tell the exact solution", of)
		}
		for i, p := range played {
			if p.Sign() > 0 {
				e.Trees = append(e.Trees, PlayedTree{s.trees[i], p, s.matrix.columns[i]})
			}
		}
		return e, e.Check(ctx)
	}
}

// A solver holds the trees found so far.
type solver struct {
	search  *optimal.Weighted
	secrets []game.Code
	classes []Class
	class   map[game.Code]int // the number of the class, by secret
	trees   []*tree.Tree
	matrix  matrixGame // of classes against trees
	// Of the probabilities that were searched with, best are those against which the best
	// tree costs most, and bestCost is that cost.
	best     rats
	bestCost *exact.Rat
}

// add finds the best tree against the probabilities of a secret of each class,
// adds it to the trees and returns its cost: the expected number of guesses.
func (s *solver) add(ctx context.Context, each rats) (*exact.Rat, error) {
	weights, err := secretWeights(each)
	if err != nil {
		return nil, err
	}
	bySecret := make([]int, len(s.secrets))
	for i, secret := range s.secrets {
		bySecret[i] = weights[s.class[secret]]
	}

	found, err := s.search.Solve(ctx, bySecret, nil, nil)
	if err != nil {
		return nil, err
	}
	t := found.Tree
	means, err := classMeans(t, s.classes)
	if err != nil {
		return nil, err
	}
	s.trees = append(s.trees, t)
	s.matrix.columns = append(s.matrix.columns, means)

	var probabilities rats
	for i, c := range s.classes {
		probabilities = append(probabilities, times(each[i], c.size()))
	}
	total := sum(probabilities) // not 1 if they were rounded
	cost := dot(means, probabilities)
	cost.Quo(cost, total)
	if s.bestCost == nil || cost.Cmp(s.bestCost) > 0 {
		s.bestCost = cost
		s.best = nil
		for _, p := range each {
			s.best = append(s.best, over(p, total))
		}
	}
	return cost, nil
}

// towards goes an eighth of the way from one list of numbers to another.
func towards(from, to rats) (between rats) {
	for i, begin := range from {
		step := new(exact.Rat).Sub(to[i], begin)
		step.Mul(step, exact.NewRat(1, 8))
		between = append(between, step.Add(begin, step))
	}
	return between
}

// rounded makes whole numbers of probabilities, up to roundTo.
func rounded(each rats) (whole rats) {
	const roundTo = 1 << 12
	largest := slices.MaxFunc(each, (*exact.Rat).Cmp)
	for _, p := range each {
		scaled := over(p, largest)
		scaled.Mul(scaled, exact.NewRat(roundTo, 1))
		scaled.Add(scaled, exact.NewRat(1, 2))
		floor := new(exact.Int).Quo(scaled.Num(), scaled.Denom())
		whole = append(whole, new(exact.Rat).SetInt(floor))
	}
	return whole
}

// Each secret has tieBreak times its probability, and 1, as its weight. So of trees that
// are equal against the probabilities, the search finds that of the least total. tieBreak
// is more than any total of a game that is small enough.
const tieBreak = 1 << 20

// secretWeights makes whole weights of the probabilities of a secret of each
// class.
func secretWeights(each rats) (weights []int, err error) {
	common := exact.NewInt(1) // the least common denominator
	for _, p := range each {
		d := p.Denom()
		gcd := new(exact.Int).GCD(nil, nil, common, d)
		common.Mul(common, new(exact.Int).Quo(d, gcd))
	}

	for _, p := range each {
		n := new(exact.Int).Quo(common, p.Denom())
		n.Mul(n, p.Num())
		if n.BitLen() > 24 {
			return nil, errors.New("the weights of the secrets are too large to be searched with")
		}
		weights = append(weights, int(n.Int64())*tieBreak+1)
	}
	return weights, nil
}

// classMeans replays every secret through the tree, with the rule of the game
// as a person would state it.
func classMeans(t *tree.Tree, classes []Class) (rats, error) {
	var out rats
	for _, c := range classes {
		total := int64(0)
		for _, secret := range c.Secrets {
			solved := false
			for n := t.Root; !solved; total++ {
				if n == nil {
					return nil, fmt.Errorf("the tree does not find %s", t.Game.FormatCode(secret))
				}
				f := t.Game.Reference(secret, n.Guess)
				n = n.Next(f)
				solved = f == t.Game.Final()
			}
		}
		out = append(out, exact.NewRat(total, int64(len(c.Secrets))))
	}
	return out, nil
}

// played returns the probabilities of the trees.
func (e Equilibrium) played() (probabilities rats) {
	for _, t := range e.Trees {
		probabilities = append(probabilities, t.Probability)
	}
	return probabilities
}

// Means returns how many guesses each class takes on average, if the
// codebreaker plays its mixed strategy.
func (e Equilibrium) Means() (means []*exact.Rat) {
	for i := range e.Classes {
		mean := new(exact.Rat)
		for _, t := range e.Trees {
			mean.Add(mean, times(t.Probability, t.Means[i]))
		}
		means = append(means, mean)
	}
	return means
}

// Check returns an error unless both sides' probabilities are distributions, the trees
// find every secret with the means stated, and no class takes the codebreaker's mixed
// strategy more guesses on average than the value. It does not look for better trees. The
// error may also be the context's.
func (e Equilibrium) Check(ctx context.Context) error {
	if e.Value == nil {
		return fmt.Errorf("%s: there is no value", e.Game)
	}
	if len(e.Probabilities) != len(e.Classes) || !isDistribution(e.Probabilities) {
		return fmt.Errorf("%s: the codemaker's probabilities are not a distribution over the %s",
			e.Game, wording.Count(len(e.Classes), "class", "classes"))
	}
	if !isDistribution(e.played()) {
		return fmt.Errorf("%s: the probabilities of the trees are not a distribution", e.Game)
	}

	for _, t := range e.Trees {
		if _, err := tree.Check(ctx, t.Tree); err != nil {
			return fmt.Errorf("%s: %w", e.Game, err)
		}

		found, err := classMeans(t.Tree, e.Classes)
		if err != nil {
			return fmt.Errorf("%s: %w", e.Game, err)
		}
		equal := func(a, b *exact.Rat) bool { return b != nil && a.Cmp(b) == 0 }
		if !slices.EqualFunc(found, t.Means, equal) {
			return fmt.Errorf("%s: the tree that begins with %s has other means than stated",
				e.Game, e.Game.FormatCode(t.Tree.Root.Guess))
		}
	}

	for i, mean := range e.Means() {
		if mean.Cmp(e.Value) > 0 {
			return fmt.Errorf("%s: secrets like %s take %s guesses on average, more than the value %s",
				e.Game, e.Game.FormatCode(e.Classes[i].First), mean.RatString(), e.Value.RatString())
		}
	}
	return nil
}

// isDistribution reports whether probabilities are not negative and add up to 1.
func isDistribution(probabilities rats) bool {
	invalid := func(p *exact.Rat) bool { return p == nil || p.Sign() < 0 }
	return !slices.ContainsFunc(probabilities, invalid) &&
		sum(probabilities).Cmp(exact.NewRat(1, 1)) == 0
}

// rats are exact numbers: one for each class, or for each tree.
type rats = []*exact.Rat

func times(a, b *exact.Rat) *exact.Rat {
	return new(exact.Rat).Mul(a, b)
}

func over(a, b *exact.Rat) *exact.Rat {
	return new(exact.Rat).Quo(a, b)
}

// sum adds up numbers.
func sum(numbers rats) *exact.Rat {
	total := new(exact.Rat)
	for _, x := range numbers {
		total.Add(total, x)
	}
	return total
}

// dot adds up the products of the numbers of two lists.
func dot(a, b rats) *exact.Rat {
	total := new(exact.Rat)
	for i, x := range a {
		total.Add(total, times(x, b[i]))
	}
	return total
}
