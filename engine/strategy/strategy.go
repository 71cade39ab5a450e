// Package strategy says which guess comes next. Nearly every published
// one-step strategy is a point in a grid of a few choices, and this package
// is that grid:
//
//   - criterion: the number minimised over the partitions that guesses make
//     of the candidates ([Criterion]);
//   - pool: which codes may be guessed ([Pool]);
//   - ties: which of equally good guesses is made, by a chain of rules that
//     ends in the order of the codes or in chance ([ParseTies]);
//   - order: in which order the codes are enumerated, which ties refer to
//     ([game.Order]);
//   - endgame: with this many candidates or fewer left, the first of them is
//     guessed without further thought.
//
// Most disagreements between published averages are one choice apart.
//
// A [Strategy] is plain data. [Strategy.Compile] checks it against a game and
// returns a [Compiled] strategy, and [Compiled.Next] gives the next guess after the rounds of
// a game. A program that asks for many guesses filters the candidates itself, and gives each
// goroutine its own [CompiledPlayer].
//
//	compiled, err := strategy.Strategy{}.Compile(g) // by entropy, among all codes
//	rounds := []game.Round{{Guess: first, Feedback: game.NewFeedback(1, 1)}}
//	guess, err := compiled.Next(context.Background(), rounds)
//
// A strategy outside that grid is written as a [Player]; and [Register] gives it, or a
// criterion of your own, a name that every command knows.
package strategy

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"codebreak/engine/game"
	"codebreak/engine/strategy/internal/programs"
	"codebreak/engine/wording"
)

// A Strategy is a one-step strategy in words, as configurations, the command
// line and results write it. Empty fields stand for the defaults: criterion
// "entropy", pool "all", ties "consistent,first", order "lex", endgame 1.
type Strategy struct {
	Criterion Criterion  `json:"criterion"`
	Pool      Pool       `json:"pool"`
	Ties      string     `json:"ties"`
	Order     game.Order `json:"order"`
	Endgame   int        `json:"endgame"`
}

// The defaults. An author who names only a criterion nearly always means the other four. Random
// players, such as [NextSwaszek], have ties "random".
const (
	defaultCriterion = Entropy
	DefaultPool      = All
	DefaultTies      = "consistent,first"
	DefaultOrder     = game.Lex
	defaultEndgame   = 1
)

// WithDefaults returns s with its empty fields filled in. Strategies that say the
// same are equal then.
func (s Strategy) WithDefaults() Strategy {
	s.Criterion = cmp.Or(s.Criterion, defaultCriterion)
	r, _ := lookUp(s.Criterion)
	if r.ByChance {
		s.Ties = cmp.Or(s.Ties, "random")
	}
	s.Pool = cmp.Or(s.Pool, DefaultPool)
	s.Ties = cmp.Or(s.Ties, DefaultTies)
	s.Order = cmp.Or(s.Order, DefaultOrder)
	s.Endgame = cmp.Or(s.Endgame, defaultEndgame)
	return s
}

// Validate checks that the strategy is well formed and can play the game. It
// takes constant time.
func (s Strategy) Validate(g game.Game) error {
	if g == nil {
		return game.ErrNoGame
	}

	s = s.WithDefaults()
	if _, _, err := s.parse(); err != nil {
		return err
	}

	r, _ := lookUp(s.Criterion)
	if r.New != nil {
		return r.validate(s, g)
	}
	if err := s.Pool.Check(g); err != nil {
		return err
	}
	return game.CheckOrder(g, s.Order)
}

// validate refuses choices that do not apply to a strategy with players of its own, and
// games that these do not play.
func (r Registration) validate(s Strategy, g game.Game) error {
	plain := Strategy{Criterion: r.Criterion}.WithDefaults()
	others := "pool, ties, order and endgame"
	if r.Random {
		ties, _ := ParseTies(s.Ties) // the caller has checked them
		if ties.Pick != PickRandom || len(ties.Links) > 0 {
			return fmt.Errorf("%s draws its guesses, and ties are %q; give them as random=SEED", r.Criterion, s.Ties)
		}
		plain.Ties = s.Ties
		others = "pool, order and endgame"
	}

	if s != plain {
		return fmt.Errorf("%s is a strategy of its own: %s do not apply to it", r.Criterion, others)
	}
	if r.Check != nil {
		return r.Check(g)
	}
	return nil
}

// CheckFirst returns an error if the strategy, which must play the game, cannot
// begin with the guess: some have a first guess of their own.
func (s Strategy) CheckFirst(g game.Game, first game.Code) error {
	r, _ := lookUp(s.WithDefaults().Criterion)
	if r.First != nil && r.First(g) != first {
		return fmt.Errorf("%s always begins with %s", s.Criterion, g.FormatCode(r.First(g)))
	}
	return nil
}

func (s Strategy) parse() (allUntil int, ties Ties, err error) {
	if _, ok := lookUp(s.Criterion); !ok {
		return 0, ties, wording.Unknown("criterion", s.Criterion, criterionNames())
	}

	allUntil, err = s.Pool.Until()
	if err != nil {
		return allUntil, ties, err
	}
	ties, err = ParseTies(s.Ties)
	if err != nil {
		return allUntil, ties, err
	}

	// Harmless, but two names of one strategy would be two keys.
	if slices.Contains(ties.Links, Link(s.Criterion)) {
		return allUntil, ties, fmt.Errorf("ties %q: %s is the criterion itself, which has not decided; leave it out", s.Ties, s.Criterion)
	}
	if s.Endgame < 1 {
		return allUntil, ties, fmt.Errorf("endgame is %d; it must be at least 1, since a single candidate left is always guessed", s.Endgame)
	}
	return allUntil, ties, nil
}

// String names the choices that differ from the defaults, the criterion
// always: "minimax, pool consistent, order swap".
func (s Strategy) String() string {
	s = s.WithDefaults()
	words := []string{string(s.Criterion)}

	if s.Pool != DefaultPool {
		words = append(words, "pool "+string(s.Pool))
	}
	if s.Ties != DefaultTies {
		words = append(words, "ties "+s.Ties)
	}
	if s.Order != DefaultOrder {
		words = append(words, "order "+string(s.Order))
	}
	if s.Endgame != defaultEndgame {
		words = append(words, fmt.Sprint("endgame ", s.Endgame))
	}
	return strings.Join(words, ", ")
}

// ByChance reports whether the strategy's ties end in chance without a seed, so
// that it has no one tree. Ties that cannot be read do not.
func (s Strategy) ByChance() bool {
	ties, err := ParseTies(s.WithDefaults().Ties)
	return err == nil && ties.Pick == pickChance
}

// A Pool says which codes may be guessed: a constant below, or "all-until=N", which is all
// codes for guesses 1 to N and candidates only after that.
//
// What players of Wordle call hard mode is [Hard] to some, [HardStrict] to others,
// and [Consistent] to a third kind.
type Pool string

const (
	All        Pool = "all"
	Consistent Pool = "consistent" // candidates only
	// Answers is all codes that may be secret, candidates or not.
	Answers Pool = "answers"
	// HardStrict is the codes that agree with all feedback so far, though they need
	// not be secrets.
	HardStrict Pool = "hard-strict"
	// Hard is the official rule of Wordle's hard mode: letters that were green stay
	// where they are, and letters that were green or yellow are used again as often
	// as they were revealed.
	Hard Pool = "hard"

	// AllFancidev is all codes without the codes that another program takes to be equivalent to
	// others: see internal/programs/fancidev.go.
	AllFancidev Pool = "all@fancidev"
	// consistentLessard is the candidates of Lessard and Tjeng's program (2022). While all
	// feedback is grey it also guesses any word that cannot be secret: it looks up the feedback
	// of a word that cannot be secret in memory that it never wrote, and finds 0.
	consistentLessard Pool = "consistent@lessard"
)

// Pools lists the pools; N of all-until=N is at least 1.
func Pools() []Pool {
	return []Pool{All, Consistent, "all-until=N", Answers, HardStrict, Hard, AllFancidev, consistentLessard}
}

// Check returns an error unless the pool means something in the game.
func (p Pool) Check(g game.Game) error {
	switch _, pegs := game.PegRules(g); {
	case (p == Hard || p == consistentLessard) && game.StructureOf(g).Hints == nil:
		return fmt.Errorf("pool %s needs feedback for each letter, as in Wordle; for %s use hard-strict", p, g)
	case p == AllFancidev && !pegs:
		return fmt.Errorf("pool %s needs codes of colours; for %s use all", p, g)
	}
	return nil
}

// Allows returns the rule by which a round restricts the guesses that the pool allowed
// before it; nil if no round does.
func (p Pool) Allows(g game.Game) func(guess game.Code, r game.Round) bool {
	switch p {
	case Hard:
		return game.StructureOf(g).Hints
	case HardStrict, consistentLessard:
		return func(guess game.Code, r game.Round) bool {
			if p == consistentLessard {
				return programs.LessardAllows(g, guess, r)
			}
			return g.Feedback(guess, r.Guess) == r.Feedback
		}
	}
	return nil
}

// Until returns the number of the last guess of a game that need not be a candidate: 0 for
// [Consistent] and math.MaxInt for [All] and its parts. The error lists the pools.
func (p Pool) Until() (int, error) {
	switch p {
	case All, Answers, HardStrict, Hard, AllFancidev, consistentLessard:
		return math.MaxInt, nil
	case Consistent:
		return 0, nil
	}

	digits, ok := strings.CutPrefix(string(p), "all-until=")
	if ok {
		n, err := strconv.Atoi(digits)
		if err == nil && n >= 1 && strconv.Itoa(n) == digits { // one spelling
			return n, nil
		}
	}
	return 0, wording.Unknown("pool", p, Pools())
}

// RandomPlayer returns the player of a strategy that [Registration.ByChance] marks, in a game
// that it plays; for any other strategy, an empty one.
func (s Strategy) RandomPlayer(g game.Game) (random RandomPlayer) {
	r, _ := lookUp(s.Criterion)
	if r.ByChance {
		player, _ := r.New(g, 0)
		random, _ = player.(RandomPlayer)
	}
	return random
}
