package pegs

import (
	"fmt"
	"strconv"
	"strings"

	"codebreak/engine/game"
	"codebreak/engine/wording"
)

func init() {
	game.RegisterOwn(familiesOf(placesKinds[:1], game.MaxPositions, func(g Game) game.Game {
		return Places{Game: g}
	})...)
	game.RegisterOwn(familiesOf(placesKinds[1:], game.MaxPositions, func(g Game) game.Game {
		return Places{Game: g, Counted: true}
	})...)
	game.RegisterOwn(twoD)
}

// A kind of peg games has names that consist of a prefix, a size and a suffix.
type kind struct {
	prefix, suffix string
	title          string
	literature     string // the name in the literature, with the numbers of positions and colours
	help           string
	rules          Game
}

var kinds = []kind{mastermind, bulls, blackPegs, bullsOnly, distinct, digits, noZero}

var mastermind = kind{
	prefix:     "mm",
	title:      "Mastermind",
	literature: "MM(%d,%d)",
	help:       "Mastermind, repeats allowed; MM(P,C) in the literature",
	rules:      Game{GuessRepeats: true, SecretRepeats: true},
}

var bulls = kind{
	prefix:     "bc",
	title:      "Bulls and Cows",
	literature: "AB(%d,%d)",
	help:       "Bulls and Cows, no repeats; AB(P,C) in the literature",
	rules:      Game{FromZero: true},
}

var blackPegs = kind{
	prefix:     "bp",
	title:      "Mastermind with black pegs only",
	literature: "MM(%d,%d), black pegs only",
	help:       "Mastermind answered with black pegs only",
	rules:      Game{GuessRepeats: true, SecretRepeats: true, BlackOnly: true},
}

var bullsOnly = kind{
	prefix:     "bc",
	suffix:     "-bulls",
	title:      "Bulls and Cows with bulls only",
	literature: "AB(%d,%d), bulls only",
	help:       "Bulls and Cows answered with bulls only: black pegs, no repeats",
	rules:      Game{FromZero: true, BlackOnly: true},
}

var distinct = kind{
	prefix:     "mm",
	suffix:     "-distinct",
	title:      "Mastermind",
	literature: "MM(%d,%d), secrets without repeats",
	help:       "Mastermind whose secrets have no repeats, though guesses may",
	rules:      Game{GuessRepeats: true},
}

var digits = kind{
	prefix:     "mm",
	suffix:     "-digits",
	title:      "Mastermind",
	literature: "MM(%d,%d) written from 0",
	help:       "Mastermind written with digits from 0",
	rules:      Game{GuessRepeats: true, SecretRepeats: true, FromZero: true},
}

var noZero = kind{
	prefix:     "bc",
	suffix:     "-nozero",
	title:      "Bulls and Cows",
	literature: "AB(%d,%d) without leading zero",
	help:       "Bulls and Cows without 0 in the first position",
	rules:      Game{FromZero: true, NoLeadingZero: true},
}

// kind returns the kind of a game.
func (g Game) kind() kind {
	switch {
	case g.BlackOnly && !g.GuessRepeats:
		return bullsOnly
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

// name is the name of a game of this kind with the size of g.
func (k kind) name(g Game) string {
	return fmt.Sprintf("%s%dx%d%s", k.prefix, g.Positions, g.Colours, k.suffix)
}

// pattern is the form of the names of a kind.
func (k kind) pattern() string { return k.prefix + "PxC" + k.suffix }

// familiesOf makes families of kinds with up to most positions; of makes a game from the peg
// game of the same codes.
func familiesOf(kinds []kind, most int, of func(Game) game.Game) (families []game.Family) {
	for _, k := range kinds {
		families = append(families, game.Family{
			Pattern: k.pattern(),
			Help:    k.help,
			Title:   game.Titled(k.title),
			Parse: func(name string) (game.Game, bool, error) {
				g, ok, err := k.parse(name, most)
				return of(g), ok, err
			},
		})
	}
	return families
}

// Parse reads the name of a peg game, for families of games that build on peg games.
func Parse(name string) (Game, error) {
	var patterns []string
	for _, k := range kinds {
		if g, ok, err := k.parse(name, game.MaxPositions); ok {
			return g, err
		}
		patterns = append(patterns, k.pattern())
	}
	return Game{}, wording.Unknown("peg game", name, patterns)
}

// parse reads the size of a game between prefix and suffix, and puts it
// into the rules. ok is false if the name is not of that form. Games of more than most
// positions are an error.
func (k kind) parse(name string, most int) (g Game, ok bool, err error) {
	g = k.rules
	middle, ok1 := strings.CutPrefix(name, k.prefix)
	middle, ok2 := strings.CutSuffix(middle, k.suffix)
	positions, colours, ok3 := strings.Cut(middle, "x")
	if !ok1 || !ok2 || !ok3 || !isNumber(positions) || !isNumber(colours) {
		return g, false, nil
	}

	g.Positions, _ = strconv.Atoi(positions)
	g.Colours, _ = strconv.Atoi(colours)
	err = k.check(name, g, most)
	if err == nil {
		return g, true, nil
	}

	// Many write the colours first: bc10x4.
	swapped := g
	swapped.Positions = g.Colours
	swapped.Colours = g.Positions
	meant := k.name(swapped)
	if name == k.name(g) && k.check(meant, swapped, most) == nil {
		err = wording.MeantInstead(err, meant)
	}
	return g, true, err
}

// isNumber reports whether a text is a number without a sign, short enough for every machine.
func isNumber(text string) bool {
	return text != "" && len(text) <= 9 && strings.Trim(text, "0123456789") == ""
}

// check returns an error if a game is too large or too small, or has a name with leading
// zeros.
func (k kind) check(name string, g Game, most int) error {
	plain := k.name(g)
	switch {
	case plain != name:
		return fmt.Errorf("unknown game %q; write it without leading zeros: %s", name, plain)
	case g.Positions < 1 || g.Positions > most:
		return fmt.Errorf("game %s has %s; 1 to %d are allowed", name, wording.Plural(g.Positions, "position"), most)
	case g.Colours < 2 || g.Colours > game.MaxColours:
		return fmt.Errorf("game %s has %s; 2 to %d are allowed", name, wording.Plural(g.Colours, "colour"), game.MaxColours)
	case !g.SecretRepeats && g.Colours < g.Positions:
		return fmt.Errorf("game %s has %d colours for %d positions; without repeats it needs at least %d colours", name, g.Colours, g.Positions, g.Positions)
	}

	// Codes are counted position by position, so only where there are few positions.
	codes := g.count(g.GuessRepeats)
	if g.Positions > game.MaxPositions && codes > game.MaxLongCodes {
		return fmt.Errorf("game %s has %d positions and %s codes; at most %s codes are allowed",
			name, g.Positions, wording.Thousands(codes), wording.Thousands(game.MaxLongCodes))
	}
	if g.Positions <= game.MaxPositions && codes > game.MaxCodes {
		return fmt.Errorf("game %s has %s codes; at most %s are allowed", name, wording.Thousands(codes), wording.Thousands(game.MaxCodes))
	}
	return nil
}
