package game

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"codebreak/engine/wording"
)

// A Family is a kind of games with names of one form.
type Family struct {
	Pattern string // the form, such as mmPxC
	Help    string // says what the games are, in a line
	// Title is what people call a game of the family, such as Mastermind; nil if they
	// have no word for it. See [Titled].
	Title func(name string) string
	// Parse reads the name of a game, in constant time; ok is false if it is not of
	// the family.
	Parse func(name string) (g Game, ok bool, err error)

	// Example and Version are for families that [Register] adds. Example is the name of a
	// game to try. Version is the version of the rules: raise it whenever feedback or codes
	// change, since stored answers are kept by it. The fingerprint of the engine covers its
	// own families.
	Example, Version string
}

// registry holds the families: the engine's own, and the added ones. It is a global
// variable because names of games are read everywhere, in configurations, in trees and on
// the command line: a list handed down from main would be in nearly every call. It
// only grows, and only before anything is read.
var registry struct {
	mu         sync.RWMutex
	own, added []Family
	all        []Family // own and added; a new slice after each change
}

// RegisterOwn adds families of the engine itself, whose code its fingerprint covers.
// Other families are added by [Register].
func RegisterOwn(families ...Family) {
	registry.mu.Lock()
	defer registry.mu.Unlock()
	registry.own = append(registry.own, families...)
	registry.all = slices.Concat(registry.own, registry.added)
}

// Register adds a family of games. From then on [Parse] reads its names, and every command, page
// and error knows them. Call it from an init function, or at the start of main, before any name
// is read. All fields are needed; no other family may have the pattern or read the example; and
// the game of the example must give the same name.
//
// It may be called from several goroutines.
func Register(f Family) error {
	switch {
	case f.Pattern == "":
		return errors.New("a family of games needs a pattern, such as mmPxC")
	case f.Help == "":
		return fmt.Errorf("games %s need a line of help", f.Pattern)
	case f.Version == "":
		return fmt.Errorf("games %s need a version, such as 1: stored answers are kept by it", f.Pattern)
	case f.Parse == nil:
		return fmt.Errorf("games %s need a function that reads their names", f.Pattern)
	}

	if err := f.checkExample(); err != nil {
		return fmt.Errorf("games %s: example %q: %w", f.Pattern, f.Example, err)
	}

	registry.mu.Lock()
	defer registry.mu.Unlock()
	samePattern := func(other Family) bool { return other.Pattern == f.Pattern }
	if slices.ContainsFunc(registry.all, samePattern) {
		return fmt.Errorf("games %s exist already", f.Pattern)
	}
	registry.added = append(registry.added, f)
	registry.all = slices.Concat(registry.own, registry.added)
	return nil
}

// checkExample returns an error unless the family reads the name of its example,
// and nothing about that game is out of range.
func (f Family) checkExample() error {
	for _, other := range families() {
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
	if positions < 1 || positions > MaxPositions || numbers < 1 || numbers > MaxColours {
		return fmt.Errorf("codes of %s and %s; at most %d and %d are possible",
			wording.Plural(positions, "position"), wording.Plural(numbers, "number"), MaxPositions, MaxColours)
	}

	limit := g.OutcomeLimit()
	outcomes := g.Outcomes()
	sized := limit >= 1 && limit <= MaxPegFeedbacks && outcomes >= 1 && outcomes <= limit
	if !sized || int(g.Final()) >= limit {
		return fmt.Errorf("%d kinds of feedback, %d of which occur, and the final kind is %d; there may be %d, and the final kind must be among them", limit, outcomes, g.Final(), MaxPegFeedbacks)
	}
	return nil
}

// Registered lists the families added by [Register], in their order.
func Registered() []Family {
	registry.mu.RLock()
	defer registry.mu.RUnlock()
	return slices.Clone(registry.added)
}

// Families lists all kinds of games: the engine's own, then those added by [Register].
func Families() []Family {
	return slices.Clone(families())
}

// families lists all kinds of games. The caller must not change the slice.
func families() []Family {
	registry.mu.RLock()
	defer registry.mu.RUnlock()
	return registry.all
}

// nicknames are the usual names of the two classics. They are read and never written: keys
// and records hold the names that games give themselves.
var nicknames = map[string]string{
	"mastermind":     "mm4x6",
	"bulls-and-cows": "bc4x10",
	"bulls and cows": "bc4x10",
}

// Parse reads a game's name, such as mm4x6, bc4x10 or mastermind, in constant time.
func Parse(name string) (Game, error) {
	all := families()
	name = cmp.Or(nicknames[strings.ToLower(name)], name)
	for _, f := range all {
		if g, ok, err := f.Parse(name); ok {
			return g, err
		}
	}

	if len(all) == 0 {
		return nil, fmt.Errorf("unknown game %q: no games are registered; import codebreak/engine, which has all", wording.Clip(name))
	}
	return nil, &wording.UnknownError{What: "game", Given: name, Allowed: WellKnown()}
}

// WellKnown lists games that the literature plays, and the example of each family that
// [Register] has added.
func WellKnown() []string {
	names := []string{
		"mm4x6", "bc4x10", "wordle", "mm4x7", "mm5x8", "mm6x6", "mm6x9", "bc4x9", "bc5x10",
		"mm4x6-distinct", "bp4x6", "bc4x10-nozero", "mm4x10-digits", "pos4x6", "pos4x6-counted", "twod5",
	}
	for _, f := range Registered() {
		names = append(names, f.Example)
	}
	return names
}

// Title returns the title of the game of a name, such as Mastermind; empty if it has none.
// The lists of a game of words need not be found.
func Title(name string) string {
	for _, f := range families() {
		_, ok, _ := f.Parse(name)
		if !ok {
			continue
		}
		if f.Title == nil {
			return ""
		}
		return f.Title(name)
	}
	return ""
}

// Titled is the title of families all of whose games have one.
func Titled(title string) func(name string) string {
	return func(string) string { return title }
}
