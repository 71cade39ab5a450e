package optimal

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"codebreak/engine/game"
	"codebreak/engine/optimal/internal/search"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/engine/wording"
)

// An Objective says which of two decision trees is better: the first of its
// numbers that differs decides, and less is better. The numbers are the total
// of guesses over all secrets, the worst case, and the count of secrets at the
// worst case.
type Objective string

const (
	Total           Objective = "total" // the default
	TotalWorstCount Objective = "total,worst,count"
	WorstTotal      Objective = "worst,total"
	WorstCount      Objective = "worst,count" // and then the total
	// Count is the last stage of [WorstCount]: of trees within MaxDepth, the fewest
	// secrets that take as many guesses, and then the total.
	Count Objective = "count"
)

// Objectives lists the objectives of whole games, without the priced ones ([Objective.Priced]).
func Objectives() []Objective {
	return []Objective{Total, TotalWorstCount, WorstTotal, WorstCount}
}

// perLast is the extra cost, in the last stage of an objective, of a secret that takes as
// many guesses as the depth allows.
func (o Objective) perLast() cost {
	if o == WorstCount || o == Count {
		return big
	}
	return 0
}

// ConsistentButLast is the pool of the codes that were candidates before the
// last feedback; only the search plays it.
const ConsistentButLast = search.ConsistentButLast

// ConsistentButLastFancidev is the same as the option -po of fancidev/mastermind (2012)
// has it: without codes that the program takes to be equivalent to others of the pool,
// which some are not. See [partition.Reducer.Fancidev].
const ConsistentButLastFancidev = search.ConsistentButLastFancidev

// SecondFree is the pool of all codes for the second guess and of candidates for
// the first and those after the second; only the search plays it.
const SecondFree = search.SecondFree

// Pools lists the pools that a search knows.
func Pools() []strategy.Pool {
	return []strategy.Pool{
		strategy.All, strategy.Consistent, ConsistentButLast, SecondFree,
		strategy.Answers, strategy.HardStrict, strategy.Hard, ConsistentButLastFancidev,
	}
}

// oneStepPool is the pool of one-step strategies whose trees the problem allows.
func (p Problem) oneStepPool() strategy.Pool {
	if search.ButLast(p.Pool) || p.Pool == SecondFree {
		return strategy.Consistent
	}
	return p.Pool
}

// A Problem asks for the best decision tree of a game. Zero values mean the default.
type Problem struct {
	Game      game.Game
	Objective Objective
	First     *game.Code // the first guess; nil if it may be any
	// MaxDepth, if positive, is how many guesses each secret may take at most.
	MaxDepth int
	// Pool is one of [Pools].
	Pool strategy.Pool
	// Path is the rounds played before. The tree is to solve the candidates that they
	// leave; First is the guess after them, and all numbers count the guesses after
	// them.
	Path []game.Round
	// Below, unless it is zero, asks only for a tree that costs less.
	Below Cost
}

// A Cost is what a tree costs by the objectives [Total] and [Count]: less by the
// count, which is 0 for Total, and then by the total.
type Cost struct {
	Count int `json:"count,omitempty"` // of secrets that take as many guesses as are allowed
	Total int `json:"total"`           // of guesses
}

// Less reports whether a cost is less than another.
func (c Cost) Less(d Cost) bool {
	return c.cost() < d.cost()
}

type cost = search.Cost

// big is the weight of the first number of a cost that is made of two. The second never
// reaches it: totals are of at most 2²¹ secrets with 16 guesses each.
const big = 1 << 26

func (c Cost) cost() cost {
	return cost(c.Count)*big + cost(c.Total)
}

// valid reports whether both numbers fit a cost.
func (c Cost) valid() bool {
	return c.Count >= 0 && c.Count < big && c.Total >= 0 && c.Total < big
}

// costOf is the inverse of Cost.cost.
func costOf(c cost) Cost {
	return Cost{
		Count: int(c / big),
		Total: int(c % big),
	}
}

// filled returns the problem with the defaults filled in.
func (p Problem) filled() Problem {
	p.Objective = cmp.Or(p.Objective, Total)
	p.Pool = cmp.Or(p.Pool, strategy.All)
	return p
}

// validate returns an error that says what is wrong with the problem and what
// is allowed.
func (p Problem) validate() error {
	if p.Game == nil {
		return game.ErrNoGame
	}

	p = p.filled()
	if err := p.validateObjective(); err != nil {
		return err
	}
	if err := p.validatePool(); err != nil {
		return err
	}
	if p.MaxDepth < 0 {
		return fmt.Errorf("the greatest depth is %d; it must be at least 1", p.MaxDepth)
	}

	if err := p.validatePart(); err != nil {
		return err
	}
	if p.First != nil && len(p.Path) == 0 && p.checkGuess(*p.First, nil) != nil {
		return fmt.Errorf("first guess %s cannot be a secret of %s, but pool %s has no others", p.Game.FormatCode(*p.First), p.Game, p.Pool)
	}
	return p.Pool.Check(p.Game)
}

func (p Problem) validateObjective() error {
	if p.Objective.Priced() {
		return p.checkPriced()
	}
	if !slices.Contains(append(Objectives(), Count), p.Objective) {
		return UnknownObjective(string(p.Objective))
	}
	return nil
}

// validatePool checks what a search asks of its pool; strategy.Pool.Check has the rest.
func (p Problem) validatePool() error {
	if !slices.Contains(Pools(), p.Pool) {
		return wording.Unknown("pool", p.Pool, Pools())
	}
	if p.Pool != ConsistentButLastFancidev {
		return nil
	}
	pegs, ok := game.PegRules(p.Game)
	if !ok || pegs.BlackOnly || game.SymmetriesOf(p.Game).None() {
		return fmt.Errorf("pool %s needs white pegs, and colours that may be exchanged; for %s use %s", p.Pool, p.Game, ConsistentButLast)
	}
	return nil
}

// checkPriced returns what is wrong with a problem whose objective is priced.
func (p Problem) checkPriced() error {
	pays, err := p.Objective.pays()
	switch {
	case err != nil:
		return err
	case p.MaxDepth > 0:
		return fmt.Errorf("the objective %s takes no greatest depth", p.Objective)
	case pays[0]*game.CountSecrets(p.Game) >= big:
		return fmt.Errorf("objective %s: %s has too many secrets for numbers so large", p.Objective, p.Game)
	}
	return nil
}

// validatePart checks what makes a problem a part of another.
func (p Problem) validatePart() error {
	oneStage := p.Objective == Total || p.Objective == Count
	switch {
	case p.Objective == Count && p.MaxDepth == 0:
		return fmt.Errorf("objective %s needs the greatest depth", Count)
	case (len(p.Path) > 0 || p.Below != Cost{}) && !oneStage:
		return fmt.Errorf("rounds before and a bound need the objective %s or %s, not %s", Total, Count, p.Objective)
	case !p.Below.valid() || p.Below.Count > 0 && p.Objective != Count:
		return fmt.Errorf("invalid bound: count %d, total %d", p.Below.Count, p.Below.Total)
	}

	err := game.CheckRounds(p.Game, p.Path, p.First)
	if err != nil {
		return err
	}
	for i := range p.Path {
		err := p.checkGuess(p.Path[i].Guess, p.Path[:i])
		if err != nil {
			return err
		}
	}
	if p.First != nil && len(p.Path) > 0 {
		return p.checkGuess(*p.First, p.Path)
	}
	return nil
}

// Candidates lists the secrets that the path leaves, judged by the reference rule.
func (p Problem) Candidates() []game.Code {
	secrets, _ := game.Codes(p.Game)
	return slices.DeleteFunc(secrets, func(secret game.Code) bool {
		return slices.ContainsFunc(p.Path, func(r game.Round) bool {
			return secret == r.Guess || p.Game.Reference(secret, r.Guess) != r.Feedback
		})
	})
}

// A ProblemSpec is a problem in words, as files hold it.
type ProblemSpec struct {
	Game      string        `json:"game"`
	Objective Objective     `json:"objective"`
	First     string        `json:"first,omitempty"`
	MaxDepth  int           `json:"max_depth,omitempty"`
	Pool      strategy.Pool `json:"pool"`
	Path      string        `json:"path,omitempty"` // such as "1122 1A1B; 1344 0A2B"
	Below     Cost          `json:"below,omitzero"`
}

// Spec returns the problem in words. Problems are the same if these are equal.
func (p Problem) Spec() ProblemSpec {
	p = p.filled()
	p.Game = game.Plain(p.Game)
	s := ProblemSpec{
		Game:      p.Game.String(),
		Objective: p.Objective,
		MaxDepth:  p.MaxDepth,
		Pool:      p.Pool,
		Below:     p.Below,
	}
	if p.First != nil {
		s.First = p.Game.FormatCode(*p.First)
	}

	var rounds []string
	for _, r := range p.Path {
		rounds = append(rounds, p.Game.FormatCode(r.Guess)+" "+p.Game.FormatFeedback(r.Feedback))
	}
	s.Path = strings.Join(rounds, betweenRounds)
	return s
}

const betweenRounds = "; "

// Parse reads a problem and validates it.
func (s ProblemSpec) Parse() (Problem, error) {
	g, err := game.Parse(s.Game)
	if err != nil {
		return Problem{}, err
	}
	return s.In(g)
}

// In reads a problem whose game was read before.
func (s ProblemSpec) In(g game.Game) (Problem, error) {
	p := Problem{
		Game:      g,
		Objective: s.Objective,
		MaxDepth:  s.MaxDepth,
		Pool:      s.Pool,
		Below:     s.Below,
	}.filled()

	if s.First != "" {
		first, err := g.ParseCode(s.First)
		if err != nil {
			return Problem{}, fmt.Errorf("first guess: %w", err)
		}
		p.First = &first
	}
	if s.Path != "" {
		path, err := parsePath(g, s.Path)
		if err != nil {
			return Problem{}, fmt.Errorf("rounds before: %w", err)
		}
		p.Path = path
	}
	return p, p.validate()
}

// parsePath reads rounds as [Problem.Spec] writes them.
func parsePath(g game.Game, text string) (path []game.Round, err error) {
	for round := range strings.SplitSeq(text, betweenRounds) {
		r, err := game.ParseRound(g, round)
		if err != nil {
			return nil, err
		}
		path = append(path, r)
	}
	return path, nil
}

// depth is how many guesses each secret may take at most.
func (p Problem) depth() int {
	return cmp.Or(p.MaxDepth, search.Unlimited)
}

// Numbers names the numbers of the objective in the order in which they count;
// tie-breakers stand last.
func (o Objective) Numbers() []string {
	switch o {
	case WorstCount:
		return []string{"worst", "count", "total"}
	case Count:
		return []string{"count", "total"}
	}
	name, _, priced := strings.Cut(string(o), "=")
	if priced {
		return []string{name, "total"}
	}
	return strings.Split(string(o), ",")
}

// A Range holds the proved bounds of a number, which is optimal if they are equal.
type Range struct {
	Name  string `json:"name"`
	Lower int    `json:"lower"`
	Upper int    `json:"upper,omitempty"` // 0 if no tree is known
}

// Proved reports whether the number is known.
func (r Range) Proved() bool { return r.Lower == r.Upper }

// A Refutation says why a first guess is not that of the tree found, or that it is: no
// tree that begins with it costs less than Lower.
type Refutation struct {
	Stage string // says what the cost counts
	Guess game.Code
	Lower int64
	Cost  string // Lower as people write it
	// By is "size" if the sizes of the parts say so, "search" if the parts
	// were searched, "attained" if a tree that costs this much was found (or
	// known before), and "unfinished" if the search was stopped there.
	By string
}

// A Result is the outcome of [Solve].
type Result struct {
	// Tree is the best tree found; nil without one. If Proved it is
	// optimal, and the same for any number of workers.
	Tree   *tree.Tree
	Proved bool
	// Impossible is set if it is proved that there is no tree: the depth allowed is too
	// small.
	Impossible bool
	// Ranges holds what is proved about each number of the objective, in its
	// order; numbers after the first that is not proved are not looked at.
	Ranges []Range
	// First lists the first guesses in the order in which they were tried. Guesses that are
	// equivalent to one before them are left out.
	First []Refutation
	Nodes int64 // sets of candidates whose guesses were listed
}

// Progress is the progress of a search.
type Progress struct {
	Stage        string
	FirstGuesses int    // left to be tried
	Lower, Upper string // bounds of the cost
	Nodes        int64
}

// Options affect the speed of a search. They do not change what it proves in the end.
type Options struct {
	Workers int // goroutines; 0 means 1
	// Memory is the bytes of the transposition table, 256 MiB if 0. A quarter as many may
	// hold feedback besides.
	Memory int64
	// Progress, if set, is called ten times a second.
	Progress func(Progress)
	// Better, if set, is called by [SolveWithin] with each better tree that it finds.
	Better func(*tree.Tree)
}

const defaultMemory = 256 << 20

// CheckTree returns an error if the tree is of another game, takes too many guesses, or makes
// a guess that the problem does not allow, judged by the reference rule. That it finds every
// secret is for tree.Check to say.
func (p Problem) CheckTree(t *tree.Tree) error {
	if err := p.validate(); err != nil {
		return err
	}

	p = p.filled()
	if t.Game.String() != p.Game.String() {
		return fmt.Errorf("it is of %s, not of %s", t.Game, p.Game)
	}
	if p.First != nil && t.Root.Guess != *p.First {
		return fmt.Errorf("it begins with %s, not with %s",
			p.Game.FormatCode(t.Root.Guess), p.Game.FormatCode(*p.First))
	}
	worst := t.Root.Worst()
	if p.MaxDepth > 0 && worst > p.MaxDepth {
		return fmt.Errorf("it takes up to %d guesses, and at most %d are allowed", worst, p.MaxDepth)
	}
	return p.checkPool(t.Root, p.Path)
}

// checkPool returns an error if a tree makes a guess that the pool does not
// have, judged by the rounds before it.
func (p Problem) checkPool(n *tree.Node, past []game.Round) error {
	if p.Pool == strategy.All {
		return nil
	}
	if err := p.checkGuess(n.Guess, past); err != nil {
		return err
	}

	for _, b := range n.Branches {
		if b.Next == nil {
			continue
		}
		next := append(slices.Clip(past), game.Round{Guess: n.Guess, Feedback: b.Feedback})
		if err := p.checkPool(b.Next, next); err != nil {
			return err
		}
	}
	return nil
}

// checkGuess returns an error if the pool does not have a guess after some rounds,
// judged by the reference rule.
func (p Problem) checkGuess(guess game.Code, past []game.Round) error {
	if p.has(guess, past) {
		return nil
	}
	return fmt.Errorf("guess %s is not in pool %s", p.Game.FormatCode(guess), p.Pool)
}

// has reports whether the pool has a guess after some rounds.
func (p Problem) has(guess game.Code, past []game.Round) bool {
	isFree := search.Free(p.Pool, len(past))
	if (!isFree || p.Pool == strategy.Answers) && !p.Game.IsSecret(guess) {
		return false
	}

	allows := p.Pool.Allows(p.Game)
	switch {
	case allows == nil && isFree:
		return true
	case allows == nil:
		allows = func(guess game.Code, r game.Round) bool {
			return p.Game.Reference(guess, r.Guess) == r.Feedback
		}
	}
	if search.ButLast(p.Pool) {
		past = past[:max(0, len(past)-1)]
	}
	return !slices.ContainsFunc(past, func(r game.Round) bool { return !allows(guess, r) })
}
