package strategy

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"sync"

	"codebreak/engine/game"
	"codebreak/engine/partition"
)

// A Registration is what the name of a criterion, or of a strategy that minimises
// nothing, stands for.
type Registration struct {
	// Criterion is the name, of small letters, digits and hyphens.
	CriterionInfo
	// Version is that of a strategy added by [Register]: raise it whenever it
	// guesses otherwise, since answers that are kept go by it. For those built in the
	// fingerprint of the engine stands.
	Version string

	// A criterion has Measure: what it minimises, for at most n candidates of a
	// game. It goes with every pool, ties, order and endgame, and may itself be a
	// link of ties. See [partition.Measure] for what it may be.
	Measure func(g game.Game, n int) partition.Measure

	// Any other strategy has New, which returns a guesser for a game, and perhaps
	// Check, which says in constant time why it does not play some game. Pools,
	// orders and endgames do not apply to it, nor do ties, unless Random is set:
	// then "random=SEED" gives the seed, and is needed.
	New    func(g game.Game, seed uint64) (Guesser, error)
	Check  func(g game.Game) error
	Random bool
	// First, if set, returns the guess with which it always begins, so that no other
	// can be given.
	First func(g game.Game) game.Code
}

// builtIn lists all that have names, but for those added by [Register].
func builtIn() []Registration { return slices.Concat(criteria, emulations, scripts) }

// registered are the strategies that were added. Names of strategies are read
// wherever a configuration is; a list handed from main to all of these would be in
// nearly every call. It only grows, and only before anything is read.
var registered struct {
	mu   sync.RWMutex
	list []Registration
}

// allowedName is what may be the name of a strategy: it stands in flags, files and
// pages as it is.
var allowedName = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// Register adds a criterion or another strategy, which can be played by its name
// from then on and stands in [AllCriteria], and with them every command, page and
// error knows it. Call it from an init function, or at the start of main: what was
// read before does not know of it. It returns an error if something is missing, or
// the name is taken or means something else in a strategy.
//
// It may be called from several goroutines.
func Register(r Registration) error {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("strategy %q: "+format, append([]any{r.Criterion}, args...)...)
	}
	_, taken := people[string(r.Criterion)]
	reserved := slices.Contains([]Criterion{Criterion(ConsistentLink), "first", "last", randomPlayer, "optimal"}, r.Criterion)
	switch {
	case !allowedName.MatchString(string(r.Criterion)):
		return fail("a name is made of small letters, digits and single hyphens, such as two-step")
	case taken || reserved:
		return fail("the name has a meaning already")
	case r.Minimises == "":
		return fail("it does not say what it minimises, or does")
	case r.Version == "":
		return fail("it needs a version, such as 1: answers that are kept go by it")
	case (r.Measure == nil) == (r.New == nil):
		return fail("it needs either a measure or guessers")
	case r.Measure != nil && (r.Check != nil || r.Random || r.First != nil):
		return fail("a criterion plays every game from every first guess, and draws nothing")
	}
	registered.mu.Lock()
	defer registered.mu.Unlock()
	if slices.ContainsFunc(slices.Concat(builtIn(), registered.list), r.sameName) {
		return fail("there is one of that name already")
	}
	registered.list = append(registered.list, r)
	return nil
}

func (r Registration) sameName(other Registration) bool { return other.Criterion == r.Criterion }

// Registered lists what [Register] has added, in its order.
func Registered() []Registration {
	registered.mu.RLock()
	defer registered.mu.RUnlock()
	return slices.Clone(registered.list)
}

// lookUp returns what a name stands for.
func lookUp(c Criterion) (r Registration, ok bool) {
	all := slices.Concat(builtIn(), Registered())
	i := slices.IndexFunc(all, func(r Registration) bool { return r.Criterion == c })
	if i < 0 {
		return r, false
	}
	return all[i], true
}

// rated lists all criteria: what minimises a number, and may be a link of ties.
func rated() []Registration {
	decidesAlone := func(r Registration) bool { return r.New != nil }
	return slices.DeleteFunc(slices.Concat(builtIn(), Registered()), decidesAlone)
}

// isGuesser reports whether a name is that of a strategy of guessers.
func isGuesser(c Criterion) bool {
	r, _ := lookUp(c)
	return r.New != nil
}

// validate refuses choices that do not apply to a strategy of guessers, and games
// that it does not play.
func (r Registration) validate(s Strategy, g game.Game) error {
	plain := Strategy{Criterion: r.Criterion}.WithDefaults()
	if r.Random {
		ties, err := ParseTies(s.Ties)
		if err != nil {
			return err
		}
		if ties.Pick != PickRandom || len(ties.Links) > 0 {
			return fmt.Errorf("%s draws its guesses, and ties are %q; give them as random=SEED", r.Criterion, s.Ties)
		}
		plain.Ties = s.Ties
	}
	if s != plain {
		others := "pool, ties, order and endgame"
		if r.Random {
			others = "pool, order and endgame"
		}
		return fmt.Errorf("%s is a strategy of its own: %s do not apply to it", r.Criterion, others)
	}
	if r.Check == nil {
		return nil
	}
	return r.Check(g)
}

// compile makes a strategy of guessers ready to play a game.
func (r Registration) compile(s Strategy, g game.Game) (*Player, error) {
	ties, err := ParseTies(s.Ties)
	if err != nil {
		return nil, err
	}
	// The first is made at once, since it may say why there is none.
	first, err := r.newGuesser(g, ties.Seed)
	if err != nil {
		return nil, err
	}
	return NewPlayer(g, func() (Guesser, error) {
		if guesser := first; guesser != nil {
			first = nil
			return guesser, nil
		}
		return r.newGuesser(g, ties.Seed)
	})
}

func (r Registration) newGuesser(g game.Game, seed uint64) (Guesser, error) {
	guesser, err := r.New(g, seed)
	if err == nil && guesser == nil {
		err = errors.New("its function New returns no guesser")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.Criterion, err)
	}
	return guesser, nil
}
