package strategy

import (
	"fmt"
	"slices"
	"sync"

	"codebreak/engine/game"
	"codebreak/engine/partition"
	"codebreak/engine/pattern"
	"codebreak/engine/wording"
)

// registered holds the strategies that have names: first the engine's own, then the added ones.
// Only the added ones have versions.
//
// It is a global variable because names are read wherever a configuration is: a list handed
// down from main would be in nearly every call. It only grows, and only before anything
// is read.
var registered = struct {
	mu   sync.RWMutex
	list []Registration
}{list: slices.Concat(criteria, emulations, scripts, frequencyForms, byChance)}

// allowedName matches the names that a strategy may have: flags, files and pages show
// them unquoted.
var allowedName = pattern.Of(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// Register adds a criterion or another strategy; from then on every command, page and error
// knows its name. Call it from an init function, or at the start of main, before any
// strategy is read. It returns an error if something is missing, or the name is taken or
// means something else in a strategy.
//
// It may be called from several goroutines.
func Register(r Registration) error {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("strategy %q: "+format, append([]any{r.Criterion}, args...)...)
	}

	_, taken := people[string(r.Criterion)]
	words := []Criterion{"consistent", "first", "last", randomPlayer, "optimal"}
	reserved := slices.Contains(words, r.Criterion)

	switch {
	case !allowedName().MatchString(string(r.Criterion)):
		return fail("a name is made of small letters, digits and single hyphens, such as two-step")
	case taken || reserved:
		return fail("the name has a meaning already")
	case r.Minimises == "":
		return fail("it does not say what it minimises, or does")
	case r.Version == "":
		return fail("it needs a version, such as 1: answers that are kept go by it")
	case (r.Measure == nil) == (r.New == nil):
		return fail("it needs either a measure or players")
	case r.Measure != nil && (r.Check != nil || r.Random || r.ByChance || r.First != nil):
		return fail("a criterion plays every game from every first guess, and draws nothing")
	}

	registered.mu.Lock()
	defer registered.mu.Unlock()

	if indexOf(r.Criterion) >= 0 {
		return fail("there is one of that name already")
	}
	registered.list = append(registered.list, r)
	return nil
}

// Registered lists the strategies that [Register] has added, in its order.
func Registered() []Registration {
	return slices.DeleteFunc(all(), Registration.builtIn)
}

func (r Registration) builtIn() bool { return r.Version == "" }

// all lists everything that has a name.
func all() []Registration {
	registered.mu.RLock()
	defer registered.mu.RUnlock()
	return slices.Clone(registered.list)
}

// lookUp returns the registration of a name.
func lookUp(c Criterion) (r Registration, ok bool) {
	registered.mu.RLock()
	defer registered.mu.RUnlock()
	i := indexOf(c)
	if i < 0 {
		return r, false
	}
	return registered.list[i], true
}

// indexOf returns the place of a name in the list, which the caller has locked; -1 if it is
// not there.
func indexOf(c Criterion) int {
	return slices.IndexFunc(registered.list, func(r Registration) bool { return r.Criterion == c })
}

// criterionNames lists every name that a criterion may have: "simple"; the criteria of the
// literature in the order of their publication; imitations of other programs; scripted
// strategies; random players; and the strategies that [Register] has added.
func criterionNames() (names []Criterion) {
	for _, r := range all() {
		names = append(names, r.Criterion)
	}
	return names
}

// CheckMeasure returns an error unless the criterion looks one step ahead, and so measures
// guesses.
func (c Criterion) CheckMeasure() error {
	r, ok := lookUp(c)
	if !ok {
		return wording.Unknown("criterion", c, criterionNames())
	}
	if r.Measure == nil {
		return fmt.Errorf("%s is a strategy of its own, which measures no single guess", c)
	}
	return nil
}

// Measure returns the number that the criterion minimises, for at most n candidates of the
// game. [Criterion.CheckMeasure] must allow the criterion.
func (c Criterion) Measure(g game.Game, n int) partition.Measure {
	r, _ := lookUp(c)
	return r.Measure(g, n)
}
