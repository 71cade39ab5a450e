package game

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"codebreak/engine/short"
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
	// Families added by [Register] also give Example, the name of a game for people to try;
	// and Version, that of the rules. Raise it whenever feedback or codes change: stored
	// answers are kept by it. The fingerprint of the engine covers its own families.
	Example, Version string
}

// registry holds the families: the engine's own, and those added. Names of games
// are read everywhere, in configurations, in trees and on the command line, so
// that a list handed from main to all of these would be in nearly every call. It
// only grows, and only before anything is read.
var registry struct {
	mu         sync.RWMutex
	own, added []Family
	all        []Family // own and added; a new list whenever there is more
}

// RegisterOwn adds families of the engine itself, whose code its fingerprint covers.
// Other families are added by [Register].
func RegisterOwn(families ...Family) {
	registry.mu.Lock()
	defer registry.mu.Unlock()
	registry.own = append(registry.own, families...)
	registry.all = slices.Concat(registry.own, registry.added)
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
		return fmt.Errorf("games %s need a version, such as 1: stored answers are kept by it", f.Pattern)
	case f.Parse == nil:
		return fmt.Errorf("games %s need a function that reads their names", f.Pattern)
	}
	if err := f.checkExample(); err != nil {
		return fmt.Errorf("games %s: example %q: %w", f.Pattern, f.Example, err)
	}
	registry.mu.Lock()
	defer registry.mu.Unlock()
	if slices.ContainsFunc(registry.all, func(other Family) bool { return other.Pattern == f.Pattern }) {
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
	switch limit, outcomes := g.OutcomeLimit(), g.Outcomes(); {
	case positions < 1 || positions > MaxPositions || numbers < 1 || numbers > MaxColours:
		return fmt.Errorf("codes of %s and %s; at most %d and %d are possible", short.Plural(positions, "position"), short.Plural(numbers, "number"), MaxPositions, MaxColours)
	case limit < 1 || limit > MaxPegFeedbacks || outcomes < 1 || outcomes > limit || int(g.Final()) >= limit:
		return fmt.Errorf("%d answers, %d of which occur, and the final one is %d; there may be %d, and the final one must be among them", limit, outcomes, g.Final(), MaxPegFeedbacks)
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

// families lists all kinds of games. The list is not to be changed.
func families() []Family {
	registry.mu.RLock()
	defer registry.mu.RUnlock()
	return registry.all
}

// nicknames are what people call the two classics. They are read and never written: keys
// and records hold the names that games give themselves.
var nicknames = map[string]string{"mastermind": "mm4x6", "bulls-and-cows": "bc4x10", "bulls and cows": "bc4x10"}

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
		return nil, fmt.Errorf("unknown game %q: no games are registered; import codebreak/engine/game/pegs, codebreak/engine/game/words or codebreak/engine", short.Clip(name))
	}
	return nil, &UnknownError{"game", name, WellKnown()}
}

// WellKnown lists games that the literature plays, and one of each family that was
// added by [Register].
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

// Title returns what people call the game of a name, such as Mastermind; empty if
// they have no word for it. The lists of a game of words need not be found.
func Title(name string) string {
	for _, f := range families() {
		if _, ok, _ := f.Parse(name); ok && f.Title != nil {
			return f.Title(name)
		} else if ok {
			return ""
		}
	}
	return ""
}

// Titled is the title of families all of whose games have one.
func Titled(title string) func(name string) string {
	return func(string) string { return title }
}
