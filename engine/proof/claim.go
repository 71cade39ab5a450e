package proof

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"codebreak/engine/game"
	"codebreak/engine/game/pegs"
	"codebreak/engine/game/words"
	"codebreak/engine/pattern"
	"codebreak/engine/wording"
)

// A Claim is the first line of a proof: no strategy has a smaller total.
type Claim struct {
	Game   game.Game
	Within int        // only strategies that solve every secret within as many guesses; 0 for all
	First  *game.Code // only strategies with this first guess; nil for all
	Total  int        // Infinite if there is no strategy
}

// symbols are the colours of all peg games, in order.
const symbols = "1234567890abcdef"

// claimForm is a game, a limit, a first guess and a total. A game of words is identified by
// the SHA-256 of its lists.
var claimForm = pattern.Of(`^((?:mm|bc|bp)[1-9]x(?:[2-9]|1[0-6])|words answers=([0-9a-f]{64}) guesses=([0-9a-f]{64}))` +
	`(?: within ([1-9][0-9]?))?(?: from (\S+))? ([1-9][0-9]{0,5}|x)$`)

// cutLemma takes a lemma apart: indentation, a guess, feedback and a bound. ok reports whether
// the line has that form. A proof has up to millions of lines, so no expression reads them.
func cutLemma(line string) (indentation int, guess, feedback, bound string, ok bool) {
	text := strings.TrimLeft(line, " ")
	indentation = len(line) - len(text)
	guess, text, _ = strings.Cut(text, " ")
	feedback, bound, _ = strings.Cut(text, " ")

	isGuess := guess != "" && !strings.ContainsFunc(guess, unicode.IsSpace)
	isBound := bound == "x" || isNumber(bound) && bound[0] > '0' && len(bound) <= 6
	return indentation, guess, feedback, bound, isGuess && isNumber(feedback) && isBound
}

// isNumber reports whether a text consists of digits.
func isNumber(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// proofForm is how a proof begins, also if its claim is wrong or a byte order mark is before it.
var proofForm = pattern.Of(`^\x{feff}?(?:(?:mm|bc|bp)\d+x\d+|words answers=\S*) `)

// IsProof reports whether the first line of a file is that of a proof, or of what was meant as one.
func IsProof(line string) bool { return proofForm().MatchString(line) }

// String writes the claim as the first line of a proof.
func (c Claim) String() string {
	b := gameText(c.Game)
	if c.Within > 0 {
		b += fmt.Sprintf(" within %d", c.Within)
	}
	if c.First != nil {
		b += " from " + codeText(c.Game, *c.First)
	}
	return b + " " + boundText(c.Total)
}

// gameText names a game as claims do.
func gameText(g game.Game) string {
	lists := game.ListsOf(g)
	if lists == nil {
		return g.String()
	}
	return fmt.Sprintf("words answers=%s guesses=%s", lists[0].SHA256, lists[len(lists)-1].SHA256)
}

// boundText writes a total or a bound.
func boundText(bound int) string {
	if bound >= Infinite {
		return "x"
	}
	return strconv.Itoa(bound)
}

// parseBound reads what the forms of lines allow as a total or a bound.
func parseBound(s string) int {
	if s == "x" {
		return Infinite
	}
	n, _ := strconv.Atoi(s)
	return n
}

// Line writes a lemma: after this feedback on the last guess of a path of depth guesses, the total
// is at least the bound.
func (r *Rules) Line(depth int, guess int32, feedback game.Feedback, bound int) string {
	return fmt.Sprintf("%*s%s %s %s",
		depth-1, "", codeText(r.game, r.guesses[guess]), feedbackText(r.game, feedback), boundText(bound))
}

// codeText writes a code: in peg games the colours are 1 to 9, 0 and a to f.
func codeText(g game.Game, c game.Code) string {
	if _, ok := game.PegRules(g); ok {
		return game.FormatSymbols(g, symbols, c)
	}
	return g.FormatCode(c)
}

// feedbackText writes feedback: black and white pegs, or a digit for each letter of a word.
func feedbackText(g game.Game, f game.Feedback) string {
	if _, ok := game.PegRules(g); ok {
		black, white := f.Pegs()
		return fmt.Sprintf("%d%d", black, white)
	}
	return strings.NewReplacer("B", "0", "Y", "1", "G", "2").Replace(g.FormatFeedback(f))
}

// parseCode reads a code of peg games as codeText writes it, or a word.
func parseCode(g game.Game, s string) (game.Code, error) {
	if _, ok := game.PegRules(g); !ok {
		return g.ParseCode(s)
	}

	positions, colours := g.Shape()
	if len(s) != positions {
		return 0, fmt.Errorf("%q is not a guess of %s", wording.Clip(s), g)
	}
	var c game.Code
	for i := range len(s) {
		colour := strings.IndexByte(symbols[:colours], s[i])
		if colour < 0 {
			return 0, fmt.Errorf("%q is not a guess of %s: its colours are %s", s, g, symbols[:colours])
		}
		c = c.With(i, colour)
	}
	if !g.IsGuess(c) {
		return 0, fmt.Errorf("%q is not a guess of %s, which has no repeats", s, g)
	}
	return c, nil
}

// parseFeedback reads feedback that does not end the game.
func parseFeedback(g game.Game, s string) (f game.Feedback, err error) {
	if _, ok := game.PegRules(g); !ok {
		f, err = g.ParseFeedback(s)
	} else if len(s) == 2 {
		f, err = g.ParseFeedback(s[:1] + " " + s[1:])
	} else {
		err = fmt.Errorf("%q is not feedback: two digits, black and white", wording.Clip(s))
	}
	if err == nil && f == g.Final() {
		err = fmt.Errorf("the feedback %s ends the game", s)
	}
	return f, err
}

// parseClaim reads the first line. The game of words is needed for claims of words only.
func parseClaim(line string, ofWords game.Game) (c Claim, err error) {
	m := claimForm().FindStringSubmatch(line)
	if m == nil {
		return c, fmt.Errorf(`%q is not a claim, such as "mm4x6 5625"`, wording.Clip(line))
	}

	// Step 1. The game.
	if m[2] == "" {
		c.Game, err = pegs.Parse(m[1])
		if err != nil {
			return c, err
		}
	} else {
		w, ok := ofWords.(*words.Game)
		switch {
		case !ok || w.Rule() != words.Wordle:
			return c, fmt.Errorf("the claim is about words; name a game of Wordle with the answers %s… and the guesses %s…", m[2][:8], m[3][:8])
		case gameText(w) != m[1]:
			return c, fmt.Errorf("the claim is about other lists than %s: answers %s…, guesses %s…",
				w, m[2][:8], m[3][:8])
		}
		c.Game = w
	}

	// Step 2. The limits and the total.
	if m[4] != "" {
		c.Within, _ = strconv.Atoi(m[4])
	}
	if m[5] != "" {
		first, err := parseCode(c.Game, m[5])
		if err != nil {
			return c, err
		}
		c.First = &first
	}
	c.Total = parseBound(m[6])
	return c, c.allows(c.Total)
}

// allows refuses bounds that cannot be true.
func (c Claim) allows(bound int) error {
	if bound == Infinite && c.Within == 0 {
		return errors.New("x means impossible, but without a limit of guesses every secret can be found")
	}
	return nil
}

// parseGuess reads a guess and returns its number.
func (r *Rules) parseGuess(s string) (int32, error) {
	code, err := parseCode(r.game, s)
	if err != nil {
		return 0, err
	}
	guess, _ := slices.BinarySearch(r.guesses, code)
	return int32(guess), nil
}
