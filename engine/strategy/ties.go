package strategy

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Ties choose one of several guesses of equal score: by links, and finally by a pick. Each link
// decides among the guesses that earlier links leave equal.
type Ties struct {
	Links []Link // in the order in which they apply
	Pick  Pick
	Seed  uint64 // for PickRandom
}

// A Link is [ConsistentLink], or the name of a criterion that minimises a
// number: then the guesses with the least number stay.
type Link string

// ConsistentLink keeps the candidates among the guesses, if there are any.
const ConsistentLink Link = "consistent"

// A Pick picks one of several guesses.
type Pick int

const (
	pickFirst  Pick = iota // in the order of the codes
	PickLast               // in the order of the codes
	PickRandom             // one at random, independently at every node of the tree, by a seed
	pickChance             // the same without a seed: there is no single tree, but expectations of many
	// pickFirstFancidev is pickFirst with the typing error of a program of 2010: see
	// internal/programs/fancidev.go. It stands alone.
	pickFirstFancidev
)

const firstFancidev = "first@fancidev"

// picks are the rules for the last tie, except the one with a seed.
var picks = map[string]Pick{
	"first":       pickFirst,
	firstFancidev: pickFirstFancidev,
	"last":        PickLast,
	"random":      pickChance,
}

// Links lists all links.
func Links() []Link {
	links := []Link{ConsistentLink}
	for _, r := range all() {
		if r.isLink() {
			links = append(links, Link(r.Criterion))
		}
	}
	return links
}

// isLink reports whether a criterion can decide between equal guesses in a chain of ties.
func (r Registration) isLink() bool {
	return r.Measure != nil && r.Criterion != Simple
}

// ParseTies reads a chain of rules, each deciding between the guesses that the
// rules before it leave equal: any links, each at most once, and then one of
// "first", "last", "random=SEED" with SEED from 0 to 2⁶⁴-1, or "random", which is
// chance without a seed; or "first@fancidev" alone. Each chain has one spelling.
func ParseTies(s string) (t Ties, err error) {
	rules := strings.Split(s, ",")
	for i, rule := range rules {
		var picked bool
		picked, err = t.add(rule)
		switch last := i == len(rules)-1; {
		case err != nil:
		case picked && !last:
			err = fmt.Errorf("nothing is left to decide after %q", rule)
		case t.Pick == pickFirstFancidev && i > 0:
			err = fmt.Errorf("%q stands alone, as in its program", rule)
		case !picked && last:
			err = fmt.Errorf("guesses may be equal after %q", rule)
		}
		if err != nil {
			return Ties{}, fmt.Errorf("ties %q: %w; write rules with commas, such as consistent,minimax,first", s, err)
		}
	}
	return t, nil
}

// add adds a rule; picked reports whether it decides between all guesses.
func (t *Ties) add(rule string) (picked bool, err error) {
	if pick, ok := picks[rule]; ok {
		t.Pick = pick
		return true, nil
	}

	seed, seeded := strings.CutPrefix(rule, "random=")
	if !seeded {
		return false, t.addLink(rule)
	}

	t.Pick = PickRandom
	t.Seed, err = strconv.ParseUint(seed, 10, 64)
	if err != nil || strconv.FormatUint(t.Seed, 10) != seed { // one spelling: no 007
		return false, fmt.Errorf("%q is not a seed (a whole number from 0)", seed)
	}
	return true, nil
}

func (t *Ties) addLink(rule string) error {
	r, known := lookUp(Criterion(rule))
	isLink := Link(rule) == ConsistentLink || known && r.isLink()

	switch {
	case slices.Contains(t.Links, Link(rule)):
		return fmt.Errorf("%q stands there twice, and decides nothing the second time", rule)
	case isLink:
		t.Links = append(t.Links, Link(rule))
		return nil
	case Criterion(rule) == Simple:
		return fmt.Errorf("%q minimises nothing, so it decides nothing", rule)
	case r.New != nil:
		return fmt.Errorf("%q is a strategy of its own, which rates no guesses", rule)
	}
	return fmt.Errorf("unknown rule %q", rule)
}
