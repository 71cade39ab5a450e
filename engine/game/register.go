package game

import (
	"errors"
	"fmt"
	"slices"
	"sync"
)

// registered are the families that were added to those built in. Names of games
// are read everywhere, in configurations, in trees and on the command line, so
// that a list handed from main to all of these would be in nearly every call. It
// only grows, and only before anything is read.
var registered struct {
	mu       sync.RWMutex
	families []Family
}

// Register adds a family of games, which [Parse] reads from then on and
// [Families] lists, and with them every command, page and error. Call it from an
// init function, or at the start of main: what was read before does not know of
// it. All fields are needed, and no other family may have the pattern or read the
// example, which must be read back as it is written.
//
// It may be called from several goroutines.
func Register(f Family) error {
	switch {
	case f.Pattern == "":
		return errors.New("a family of games needs a pattern, such as mmPxC")
	case f.Help == "":
		return fmt.Errorf("games %s need a line of help", f.Pattern)
	case f.Version == "":
		return fmt.Errorf("games %s need a version, such as 1: answers that are kept go by it", f.Pattern)
	case f.Parse == nil:
		return fmt.Errorf("games %s need a function that reads their names", f.Pattern)
	}
	if err := f.checkExample(); err != nil {
		return fmt.Errorf("games %s: example %q: %w", f.Pattern, f.Example, err)
	}
	registered.mu.Lock()
	defer registered.mu.Unlock()
	if slices.ContainsFunc(slices.Concat(builtIn(), registered.families), func(other Family) bool { return other.Pattern == f.Pattern }) {
		return fmt.Errorf("games %s are there already", f.Pattern)
	}
	registered.families = append(registered.families, f)
	return nil
}

// checkExample returns an error unless the family reads the name of its example,
// and nothing about that game is out of range.
func (f Family) checkExample() error {
	for _, other := range Families() {
		if _, ok, _ := other.Parse(f.Example); ok {
			return fmt.Errorf("it is a game of %s already", other.Pattern)
		}
	}
	g, ok, err := f.Parse(f.Example)
	switch {
	case err != nil:
		return err
	case !ok:
		return errors.New("its own function does not read it")
	case g.String() != f.Example:
		return fmt.Errorf("the game calls itself %q", g.String())
	}
	positions, numbers := g.Shape()
	switch limit, outcomes := g.OutcomeLimit(), g.Outcomes(); {
	case positions < 1 || positions > MaxPositions || numbers < 1 || numbers > MaxColours:
		return fmt.Errorf("codes of %d positions and %d numbers; at most %d and %d are possible", positions, numbers, MaxPositions, MaxColours)
	case limit < 1 || limit > MaxPegFeedbacks || outcomes < 1 || outcomes > limit || int(g.Final()) >= limit:
		return fmt.Errorf("%d answers, %d of which occur, and the final one is %d; there may be %d, and the final one must be among them", limit, outcomes, g.Final(), MaxPegFeedbacks)
	}
	return nil
}

// Registered lists the families added by [Register], in their order.
func Registered() []Family {
	registered.mu.RLock()
	defer registered.mu.RUnlock()
	return slices.Clone(registered.families)
}
