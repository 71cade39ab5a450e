package pegs

import (
	"fmt"
	"strconv"
	"strings"

	"codebreak/engine/game"
	"codebreak/engine/short"
)

func init() {
	game.RegisterOwn(familiesOf(kinds, func(g Game) game.Game { return g })...)
	game.RegisterOwn(familiesOf(placesKinds[:1], func(g Game) game.Game { return Places{g, false} })...)
	game.RegisterOwn(familiesOf(placesKinds[1:], func(g Game) game.Game { return Places{g, true} })...)
	game.RegisterOwn(twoD)
}

// A kind of peg games has names made of a prefix, a size and a suffix. literature says what
// the games are there, by their numbers of positions and colours.
type kind struct {
	prefix, suffix, title, literature, help string
	rules                                   Game
}

var (
	kinds      = []kind{mastermind, bulls, blackPegs, distinct, digits, noZero}
	mastermind = kind{"mm", "", "Mastermind", "MM(%d,%d)", "Mastermind, repeats allowed; MM(P,C) in the literature", Game{GuessRepeats: true, SecretRepeats: true}}
	bulls      = kind{"bc", "", "Bulls and Cows", "AB(%d,%d)", "Bulls and Cows, no repeats; AB(P,C) in the literature", Game{FromZero: true}}
	blackPegs  = kind{"bp", "", "Mastermind with black pegs only", "MM(%d,%d), black pegs only", "Mastermind answered with black pegs only", Game{GuessRepeats: true, SecretRepeats: true, BlackOnly: true}}
	distinct   = kind{"mm", "-distinct", "Mastermind", "MM(%d,%d), secrets without repeats", "Mastermind whose secrets have no repeats, though guesses may", Game{GuessRepeats: true}}
	digits     = kind{"mm", "-digits", "Mastermind", "MM(%d,%d) written from 0", "Mastermind written with digits from 0", Game{GuessRepeats: true, SecretRepeats: true, FromZero: true}}
	noZero     = kind{"bc", "-nozero", "Bulls and Cows", "AB(%d,%d) without leading zero", "Bulls and Cows without 0 in the first position", Game{FromZero: true, NoLeadingZero: true}}
)

// kind is that of a game.
func (g Game) kind() kind {
	switch {
	case g.BlackOnly:
		return blackPegs
	case g.NoLeadingZero:
		return noZero
	case !g.GuessRepeats:
		return bulls
	case !g.SecretRepeats:
		return distinct
	case g.FromZero:
		return digits
	}
	return mastermind
}

// name is that of a game of the size of another.
func (k kind) name(g Game) string {
	return fmt.Sprintf("%s%dx%d%s", k.prefix, g.Positions, g.Colours, k.suffix)
}

// familiesOf are those of kinds, whose games have the codes of peg games.
func familiesOf(kinds []kind, of func(Game) game.Game) (families []game.Family) {
	for _, k := range kinds {
		families = append(families, game.Family{
			Pattern: k.prefix + "PxC" + k.suffix,
			Help:    k.help,
			Title:   game.Titled(k.title),
			Parse: func(name string) (game.Game, bool, error) {
				g, ok, err := k.parse(name)
				return of(g), ok, err
			},
		})
	}
	return families
}

// Parse reads the name of a peg game, for families of games that are built on one.
func Parse(name string) (Game, error) {
	var patterns []string
	for _, k := range kinds {
		if g, ok, err := k.parse(name); ok {
			return g, err
		}
		patterns = append(patterns, k.prefix+"PxC"+k.suffix)
	}
	return Game{}, game.Unknown("peg game", name, patterns)
}

var size = short.Pattern(`^([0-9]{1,9})x([0-9]{1,9})$`)

// parse reads the size of a game between prefix and suffix, and puts it
// into the rules. ok is false if the name is not of that form.
func (k kind) parse(name string) (g Game, ok bool, err error) {
	g = k.rules
	middle, ok1 := strings.CutPrefix(name, k.prefix)
	middle, ok2 := strings.CutSuffix(middle, k.suffix)
	m := size().FindStringSubmatch(middle)
	if !ok1 || !ok2 || m == nil {
		return g, false, nil
	}
	g.Positions, _ = strconv.Atoi(m[1]) // the pattern leaves only digits that fit
	g.Colours, _ = strconv.Atoi(m[2])
	err = k.check(name, g)
	if err == nil {
		return g, true, nil
	}

	// Many write the colours first: bc10x4.
	swapped := g
	swapped.Positions, swapped.Colours = g.Colours, g.Positions
	if meant := k.name(swapped); name == k.name(g) && k.check(meant, swapped) == nil {
		err = game.MeantInstead(err, meant)
	}
	return g, true, err
}

// check returns an error on a game that is too large or too small, or whose name is not
// written in the usual way.
func (k kind) check(name string, g Game) error {
	switch plain := k.name(g); {
	case plain != name:
		return fmt.Errorf("unknown game %q; write it without leading zeros: %s", name, plain)
	case g.Positions < 1 || g.Positions > game.MaxPositions:
		return fmt.Errorf("game %s has %s; 1 to %d are allowed", name, short.Plural(g.Positions, "position"), game.MaxPositions)
	case g.Colours < 2 || g.Colours > game.MaxColours:
		return fmt.Errorf("game %s has %s; 2 to %d are allowed", name, short.Plural(g.Colours, "colour"), game.MaxColours)
	case !g.SecretRepeats && g.Colours < g.Positions:
		return fmt.Errorf("game %s has %d colours for %d positions; without repeats it needs at least %d colours", name, g.Colours, g.Positions, g.Positions)
	case g.count(g.GuessRepeats) > game.MaxCodes:
		return fmt.Errorf("game %s has %d codes; at most %d are allowed", name, g.count(g.GuessRepeats), game.MaxCodes)
	}
	return nil
}
