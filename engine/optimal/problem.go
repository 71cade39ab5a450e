package optimal

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// An Objective says which of two decision trees is better: the first of its
// numbers that differs decides, and less is better. The numbers are the total
// of guesses over all secrets, the worst case, and the count of secrets at the
// worst case.
type Objective string

const (
	Total           Objective = "total"
	TotalWorstCount Objective = "total,worst,count"
	WorstTotal      Objective = "worst,total"
	WorstCount      Objective = "worst,count" // and then the total
)

// Objectives lists the objectives.
func Objectives() []Objective { return []Objective{Total, TotalWorstCount, WorstTotal, WorstCount} }

// ConsistentButLast is the pool of the codes that were candidates before the
// last answer; only the search plays it. The option -po of fancidev/mastermind
// comes nearest to it.
const ConsistentButLast strategy.Pool = "consistent-but-last"

// SecondFree is the pool of all codes for the second guess and of candidates for
// the first and those after the second; only the search plays it.
const SecondFree strategy.Pool = "second-free"

func pools() []strategy.Pool {
	return []strategy.Pool{strategy.All, strategy.Consistent, ConsistentButLast, SecondFree, strategy.Answers, strategy.HardStrict, strategy.Hard}
}

// oneStepPool is the pool of one-step strategies whose trees the problem allows.
func (p Problem) oneStepPool() strategy.Pool {
	if p.Pool == ConsistentButLast || p.Pool == SecondFree {
		return strategy.Consistent
	}
	return p.Pool
}

// free reports whether any guess of the search may be made after so many guesses,
// unless the pool narrows.
func free(pool strategy.Pool, guesses int) bool {
	switch pool {
	case strategy.Consistent, ConsistentButLast:
		return false
	case SecondFree:
		return guesses == 1
	}
	return true
}

// A Problem asks for the best decision tree of a game.
type Problem struct {
	Game      game.Game
	Objective Objective
	First     *game.Code // the first guess; nil if it may be any
	// MaxDepth, if positive, is how many guesses each secret may take at most.
	MaxDepth int
	// Pool is [ConsistentButLast], [SecondFree] or one of those of package strategy,
	// but for "all-until=N".
	Pool strategy.Pool
}

// Validate returns an error that says what is wrong with the problem and what
// is allowed.
func (p Problem) Validate() error {
	if !slices.Contains(Objectives(), p.Objective) {
		var names []string
		for _, o := range Objectives() {
			names = append(names, string(o))
		}
		return fmt.Errorf("unknown objective %q; allowed: %s", p.Objective, strings.Join(names, "; "))
	}
	if !slices.Contains(pools(), p.Pool) {
		var names []string
		for _, pool := range pools() {
			names = append(names, string(pool))
		}
		return fmt.Errorf("unknown pool %q; allowed: %s", p.Pool, strings.Join(names, ", "))
	}
	if p.MaxDepth < 0 {
		return fmt.Errorf("the greatest depth is %d; it must be at least 1", p.MaxDepth)
	}
	if p.First != nil && !p.MayBegin(*p.First) {
		return fmt.Errorf("first guess %s cannot be a secret of %s, but pool %s has no others", p.Game.FormatCode(*p.First), p.Game, p.Pool)
	}
	return p.Pool.Check(p.Game)
}

// MayBegin reports whether the pool has a first guess.
func (p Problem) MayBegin(guess game.Code) bool {
	return slices.Contains([]strategy.Pool{strategy.All, strategy.HardStrict, strategy.Hard}, p.Pool) || p.Game.IsSecret(guess)
}

// A ProblemSpec is a problem in words, as files hold it.
type ProblemSpec struct {
	Game      string        `json:"game"`
	Objective Objective     `json:"objective"`
	First     string        `json:"first,omitempty"`
	MaxDepth  int           `json:"max_depth,omitempty"`
	Pool      strategy.Pool `json:"pool"`
}

// Spec returns the problem in words. Problems are the same if these are equal.
func (p Problem) Spec() ProblemSpec {
	s := ProblemSpec{Game: p.Game.String(), Objective: p.Objective, MaxDepth: p.MaxDepth, Pool: p.Pool}
	if p.First != nil {
		s.First = p.Game.FormatCode(*p.First)
	}
	return s
}

// Parse reads a problem and validates it.
func (s ProblemSpec) Parse() (Problem, error) {
	g, err := game.Parse(s.Game)
	if err != nil {
		return Problem{}, err
	}
	p := Problem{Game: g, Objective: s.Objective, MaxDepth: s.MaxDepth, Pool: s.Pool}
	if s.First != "" {
		first, err := g.ParseCode(s.First)
		if err != nil {
			return Problem{}, fmt.Errorf("first guess: %w", err)
		}
		p.First = &first
	}
	return p, p.Validate()
}

// depth is how many guesses each secret may take at most.
func (p Problem) depth() int { return cmp.Or(p.MaxDepth, unlimited) }

// A Range is what is proved about a number: it is optimal if both ends are
// equal.
type Range struct {
	Name  string `json:"name"`
	Lower int    `json:"lower"`
	Upper int    `json:"upper,omitempty"` // 0 if no tree is known
}

// Proved reports whether the number is known.
func (r Range) Proved() bool { return r.Lower == r.Upper }

// A Refutation says why a first guess is not the one of the tree found, or that
// it is: no tree that begins with it costs less than Lower. What the cost is
// Stage tells; Cost is how a person writes it.
type Refutation struct {
	Stage string
	Guess game.Code
	Lower int64
	Cost  string
	// By is "size" if the sizes of the parts say so, "search" if their parts
	// were searched, "attained" if a tree that costs this much was found (or
	// known before), and "unfinished" if the search was stopped there.
	By string
}

// An Answer is what [Solve] found.
type Answer struct {
	// Tree is the best tree found; nil if there is none. If Proved it is
	// optimal, and the same for any number of workers.
	Tree   *tree.Tree
	Proved bool
	// Impossible reports that it is proved that there is no tree: the depth
	// allowed is too small.
	Impossible bool
	// Ranges holds what is proved about each number of the objective, in its
	// order; numbers after the first that is not proved are not looked at.
	Ranges []Range
	// First lists all first guesses, but for those equivalent to one before
	// them, in the order in which they were tried.
	First []Refutation
	Nodes int64 // sets of candidates whose guesses were listed
}

// Progress is how far a search has come.
type Progress struct {
	Stage        string
	FirstGuesses int    // left to be tried
	Lower, Upper string // bounds of the cost
	Nodes        int64
}

// Options are how a problem is solved. They do not change what is proved in
// the end.
type Options struct {
	Workers int   // goroutines; 0 means 1
	Memory  int64 // bytes of the transposition table; 0 means 256 MiB
	// Progress, if set, is called every second.
	Progress func(Progress)
	// Better, if set, is called by [SolveWithin] with each better tree that it finds.
	Better func(*tree.Tree)
}

const defaultMemory = 256 << 20
