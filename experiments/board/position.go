package board

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize/english"
	"github.com/spf13/cobra"

	"codebreak/engine"
	"codebreak/engine/advice"
	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/base"
	"codebreak/experiments/measure"
	"codebreak/experiments/notebook"
	"codebreak/report"
)

// positionFlags ask for one position, or for one game, instead of a conversation.
type positionFlags struct {
	rounds string   // played so far, with commas
	asked  []string // guesses to be looked at
	costs  int      // of how many guesses, from the last; negative for all
	base.FormatFlag
}

func (f *positionFlags) addTo(cmd *cobra.Command, rounds, what string) {
	f.FormatFlag.AddTo(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.rounds, rounds, "", what)
	flags.IntVar(&f.costs, "costs", -1, "tell what guesses cost only of the last N (default: of all)")
}

// given reports whether a position is asked for.
func (f *positionFlags) given(cmd *cobra.Command) bool {
	return slices.ContainsFunc([]string{"after", "guesses", "guess", "costs", "format", "json", "csv"}, cmd.Flags().Changed)
}

// A looked is what a guess does at a position.
type looked struct {
	Guess      string                     `json:"guess"`
	Consistent bool                       `json:"consistent"`
	Classes    int                        `json:"classes"`
	Largest    int                        `json:"largest"`
	Expected   float64                    `json:"expected"`           // candidates that remain
	Bits       float64                    `json:"bits"`               // that the feedback is expected to give
	Ranks      map[strategy.Criterion]int `json:"ranks,omitempty"`    // among all guesses
	Feedback   []heard                    `json:"feedback,omitempty"` // that it may get
	Cost       *price                     `json:"cost,omitempty"`
}

// A heard is feedback, and how many candidates give it.
type heard struct {
	Feedback   string `json:"feedback"`
	Candidates int    `json:"candidates"`
}

// A price is what a guess costs, in guesses that are expected from it on, itself counted.
type price struct {
	Guesses float64 `json:"guesses"` // more than the best
	Mean    float64 `json:"mean"`
	Best    float64 `json:"best"`    // the mean of the best guess
	Optimal bool    `json:"optimal"` // the best is proved; else both means are those of entropy
	AtMost  bool    `json:"at_most"` // entropy goes on after the guess: better ways may exist
}

func (p *price) text() string {
	switch {
	case p == nil:
		return ""
	case p.AtMost:
		return fmt.Sprintf("≤ %.4f", p.Guesses)
	case p.Optimal:
		return fmt.Sprintf("%.4f", p.Guesses)
	}
	return fmt.Sprintf("%+.4f (entropy)", p.Guesses)
}

// A PlayedRound is a guess with its feedback, and what it did.
type PlayedRound struct {
	looked
	Feedback string  `json:"feedback"`
	Before   int     `json:"before"` // candidates
	After    int     `json:"after"`
	Best     string  `json:"best"` // the strategy's guess in its place
	Luck     float64 `json:"luck"` // bits that the feedback gave beyond those expected
}

// A position is a game in progress: what the rounds leave, and what guesses are worth.
type position struct {
	Game       string             `json:"game"`
	Title      string             `json:"title"` // of the game, in words
	Positions  int                `json:"positions"`
	Alphabet   string             `json:"alphabet"`       // symbols that codes are written with
	Forms      string             `json:"feedback_forms"` // how feedback is written
	Strategy   string             `json:"strategy"`
	Criterion  strategy.Criterion `json:"criterion"` // that guesses are listed by
	Secrets    int                `json:"secrets"`
	Rounds     []PlayedRound      `json:"rounds"`
	Left       int                `json:"left"`
	Candidates []string           `json:"candidates"`         // the first mostListed
	Conflict   []int              `json:"conflict,omitempty"` // rounds, from 1, that cannot all be true
	Over       bool               `json:"over"`
	Next       string             `json:"next,omitempty"`    // the strategy's guess
	NextBy     strategy.Criterion `json:"next_by,omitempty"` // by which it is, if the rounds leave the strategy's tree
	Guesses    []looked           `json:"guesses,omitempty"` // that, and those asked for
	Best       []looked           `json:"best,omitempty"`    // the first mostAdvised by the criterion
	Secret     string             `json:"secret,omitempty"`
	Beside     []besides          `json:"beside,omitempty"` // how strategies play the game that is over
}

// A besides is the game that a strategy plays against the same codemaker.
type besides struct {
	Name    string   `json:"name"`
	Guesses []string `json:"guesses"`
}

// How much a position lists.
const (
	mostListed  = 200
	mostAdvised = 10
)

// A judge tells what guesses of a game are worth to an assistant.
type judge struct {
	*assistant
	costs *advice.Costs
}

// newJudge makes a judge for an assistant.
func newJudge(a *base.App, s *assistant) judge {
	if s.advisor != nil {
		return judge{s, s.advisor}
	}
	return judge{s, newCosts(a, s)}
}

// newCosts finds costs in the game of an assistant. It takes an optimal tree from the
// records, if there is one.
func newCosts(a *base.App, s *assistant) *advice.Costs {
	known := s.tree
	p := optimal.Problem{Game: s.game, Objective: optimal.Total}
	if s.best == nil || s.best.Spec() != p.Spec() {
		known = measure.Recorded(s.ctx, a, p)
	}
	return advice.NewCosts(s.game, advice.Options{Known: known, Workers: a.Workers})
}

// position plays the rounds of a flag, which parse reads one by one, and says where the game
// stands then.
func (j judge) position(f positionFlags, flag string, parse func(text string) (game.Round, error)) (p position, err error) {
	if err := j.play(flag, f.rounds, parse); err != nil {
		return p, err
	}
	rounds := j.known.Rounds()
	p = position{
		Game: j.game.String(), Title: report.GameInWords(j.game.String()), Forms: game.FeedbackForms(j.game),
		Positions: game.Width(j.game), Alphabet: AlphabetOf(j.game), Strategy: j.name, Criterion: j.criterion, Secrets: game.CountSecrets(j.game),
	}
	if p.Rounds, err = j.rounds(f.costs); err != nil {
		return p, err
	}
	left := j.known.Candidates()
	p.Left, p.Candidates = len(left), append([]string{}, notebook.Map(left[:min(len(left), mostListed)], j.game.FormatCode)...)
	p.Over = j.found() >= 0
	switch {
	case p.Left == 0:
		conflict, _, err := j.known.Conflict(j.ctx)
		p.Conflict = notebook.Map(conflict, func(i int) int { return i + 1 })
		return p, err
	case p.Over:
		return p, nil
	}
	next, err := j.next()
	if err != nil {
		return p, err
	}
	p.Next = j.game.FormatCode(next)
	if j.off {
		p.NextBy = j.criterion
	}
	asked := []game.Code{next}
	for _, text := range f.asked {
		guess, err := j.game.ParseCode(text)
		if err != nil {
			return p, base.Usage(err)
		}
		asked = append(asked, guess)
	}
	at := advice.At(j.game, rounds)
	for _, guess := range asked {
		l := newLooked(at, guess)
		if f.costs != 0 {
			if l.Cost, err = j.price(at, guess); err != nil {
				return p, err
			}
		}
		for feedback, n := range at.Look(guess).Counts {
			if n > 0 {
				l.Feedback = append(l.Feedback, heard{j.game.FormatFeedback(game.Feedback(feedback)), int(n)})
			}
		}
		l.Ranks = map[strategy.Criterion]int{}
		for _, c := range strategy.Classic() {
			if l.Ranks[c], err = at.Rank(j.ctx, c, guess); err != nil {
				return p, err
			}
		}
		p.Guesses = append(p.Guesses, l)
	}

	best, err := at.Best(j.ctx, j.criterion, mostAdvised)
	for _, guess := range best {
		p.Best = append(p.Best, newLooked(at, guess))
	}
	return p, err
}

// rounds plays the rounds that the assistant knows once more, and says what each guess did
// as long as there were candidates; of the last few, or of all, also what it cost.
func (j judge) rounds(costs int) ([]PlayedRound, error) {
	rounds, at, out := slices.Clone(j.known.Rounds()), advice.At(j.game, nil), []PlayedRound{}
	j.known.Reset()
	for i, r := range rounds {
		if len(at.Candidates) > 0 { // else the conflict says what there is to say
			best, err := j.next()
			var cost *price
			if err == nil && (costs < 0 || len(rounds)-i <= costs) {
				cost, err = j.price(at, r.Guess)
			}
			if err != nil {
				return nil, err
			}
			played := PlayRound(at, r)
			played.Best, played.Cost = j.game.FormatCode(best), cost
			out = append(out, played)
		}
		j.known.Add(r)
	}
	return out, nil
}

// AlphabetOf returns the symbols that codes are written with, in order.
func AlphabetOf(g game.Game) string {
	if a, ok := game.As[game.Alphabetic](g); ok {
		return a.Alphabet()
	}
	_, guesses := game.Codes(g)
	used := []rune(strings.Join(notebook.Map(guesses, g.FormatCode), ""))
	slices.Sort(used)
	return string(slices.Compact(used))
}

// newLooked says what a guess does, without feedback, ranks and costs.
func newLooked(at *advice.Position, guess game.Code) looked {
	l := at.Look(guess)
	return looked{
		Guess: at.Game.FormatCode(guess), Consistent: l.Consistent,
		Classes: l.Parts, Largest: l.Largest, Expected: l.ExpectedSize, Bits: l.Entropy,
	}
}

// PlayRound adds a round to a position, and says what its guess did, but not what it cost.
func PlayRound(at *advice.Position, r game.Round) PlayedRound {
	p := PlayedRound{looked: newLooked(at, r.Guess), Feedback: at.Game.FormatFeedback(r.Feedback), Before: len(at.Candidates)}
	at.Add(r)
	p.After = len(at.Candidates)
	p.Luck = math.Log2(float64(p.Before)/float64(max(1, p.After))) - p.Bits
	return p
}

// NewPrice is a cost at a position with a number of candidates.
func NewPrice(c advice.Cost, candidates int) *price {
	n := float64(candidates)
	return &price{float64(c.Guess-c.Best) / n, float64(c.Guess) / n, float64(c.Best) / n, c.Optimal, c.AtMost}
}

// price is what a guess costs; nil at a position that is too large to find it.
func (j judge) price(at *advice.Position, guess game.Code) (*price, error) {
	c, err := j.costs.Of(j.ctx, at, guess)
	if errors.Is(err, advice.ErrLarge) {
		return nil, nil
	}
	return NewPrice(c, len(at.Candidates)), err
}

// play adds the rounds of a flag, which stand between commas.
func (a *assistant) play(flag, rounds string, parse func(text string) (game.Round, error)) error {
	for text := range strings.SplitSeq(rounds, ",") {
		text = strings.TrimSpace(text)
		if text == "" {
			continue
		}
		r, err := parse(text)
		if err != nil {
			return base.Usagef("--%s: %w", flag, err)
		}
		if i := a.found(); i >= 0 {
			return base.Usagef("--%s: the game is over with guess %d", flag, i+1)
		}
		a.known.Add(r)
	}
	return nil
}

// parseRound reads a guess and its feedback.
func parseRound(g game.Game, guess, feedback string) (r game.Round, err error) {
	if r.Guess, err = g.ParseCode(guess); err == nil {
		r.Feedback, err = g.ParseFeedback(feedback)
	}
	return r, err
}

// advise prints the position after the rounds of flags.
func advise(a *base.App, cmd *cobra.Command, s *assistant, f positionFlags) error {
	p, err := newJudge(a, s).position(f, "after", func(text string) (game.Round, error) {
		guess, feedback, _ := strings.Cut(text, " ")
		return parseRound(s.game, guess, feedback)
	})
	switch {
	case err != nil:
		return err
	case p.Left > 0:
		return f.Write(cmd, p)
	}

	// A program reads which rounds they are; to people only the contradiction matters.
	if f.Format == base.FormatJSON {
		err = f.Write(cmd, p)
	}
	return cmp.Or(err, p.contradiction())
}

// contradiction says which rounds cannot all be true.
func (p position) contradiction() error {
	if len(p.Conflict) == 1 {
		return fmt.Errorf("round %d cannot be true: no code gives that feedback", p.Conflict[0])
	}
	rounds := notebook.Map(p.Conflict, strconv.Itoa)
	verb := base.Either(len(rounds) == 2, "contradict each other", "cannot all be true")
	return fmt.Errorf("rounds %s %s: no code agrees with them", english.WordSeries(rounds, "and"), verb)
}

// replay plays the guesses of a game, and says what each did. If the game is over, or tell
// is set, strategies play it too.
func replay(a *base.App, cmd *cobra.Command, m *match, f positionFlags, tell bool) error {
	m.restart()
	p, err := m.position(f, "guesses", func(text string) (game.Round, error) {
		guess, err := m.game.ParseCode(text)
		if err != nil {
			return game.Round{}, err
		}
		return game.Round{Guess: guess, Feedback: m.feedbackOn(guess, m.known.Candidates())}, nil
	})
	if err == nil && (p.Over || tell) {
		p.Secret = base.Either(m.adversarial, p.Candidates[0], m.game.FormatCode(m.secret))
		p.Beside, err = m.besides()
	}
	if err != nil {
		return err
	}
	return f.Write(cmd, p)
}

// besides has strategies play the game: entropy, the optimal one if its tree is known,
// and that of the match.
func (m *match) besides() (games []besides, err error) {
	entropy, err := assist(entropyIn(m.game), nil, m.session)
	if err != nil {
		return nil, err
	}
	entropy.name = string(strategy.Entropy)
	rivals := []*assistant{entropy, m.assistant}
	if m.costs.Known != nil {
		best := *entropy
		best.name, best.tree = engine.Optimal, m.costs.Known
		rivals = slices.Insert(rivals, 1, &best)
	}
	for _, rival := range rivals {
		if slices.ContainsFunc(games, func(g besides) bool { return g.Name == rival.name }) {
			continue
		}
		guesses, err := m.playedBy(rival)
		if err != nil {
			return nil, err
		}
		games = append(games, besides{rival.name, guesses})
	}
	return games, nil
}

// playedBy is how an assistant plays against the codemaker of the match.
func (m *match) playedBy(rival *assistant) (guesses []string, err error) {
	rival.known.Reset()
	for len(guesses) < tree.MaxGuesses {
		guess, err := rival.next()
		if err != nil {
			return nil, err
		}
		r := game.Round{Guess: guess, Feedback: m.feedbackOn(guess, rival.known.Candidates())}
		guesses = append(guesses, m.game.FormatCode(guess))
		if r.Feedback == m.game.Final() {
			return guesses, nil
		}
		rival.known.Add(r)
	}
	return nil, errors.New("the strategy does not find the secret")
}

// Table has the rounds.
func (p position) Table() *report.Table { return roundTable(p.Rounds) }

func roundTable(rounds []PlayedRound) *report.Table {
	var rows [][]any
	for i, r := range rounds {
		rows = append(rows, r.Row(i+1))
	}
	return report.TableOfCells(RoundTitles, rows)
}

// RoundTitles stand above the rows of rounds.
const RoundTitles = "guess | < | feedback | candidates before | after | expected remaining | bits | cost | <best guess | luck (bits)"

func (r PlayedRound) Row(number int) []any {
	return []any{
		number, r.Guess, r.Feedback, r.Before, r.After, report.Decimals(r.Expected, 2), report.Decimals(r.Bits, 2),
		r.Cost.text(), r.Best, report.Decimals(r.Luck, 2).Signed(),
	}
}

func (p position) Print(out *base.Paper) {
	if len(p.Rounds) > 0 {
		out.Show(p.Table())
	}
	switch {
	case p.Over:
		out.Sayf("Found: %s, with guess %d.", p.Rounds[len(p.Rounds)-1].Guess, len(p.Rounds))
	default:
		by := p.Strategy
		if p.NextBy != "" {
			by = fmt.Sprintf("%s, since these guesses leave the tree of %s", p.NextBy, p.Strategy)
		}
		out.Sayf("%s left. Next by %s: %s.", base.Plural(p.Left, "candidate"), by, p.Next)
		rows := slices.Concat(p.Guesses, slices.DeleteFunc(slices.Clone(p.Best), func(l looked) bool { return l.Guess == p.Next }))
		out.Show(report.TableOf(rows, "<guess | <consistent | classes | largest | expected remaining | bits | ranks | cost", func(l looked) []any {
			var ranks []string
			for _, c := range strategy.Classic() {
				if n, ok := l.Ranks[c]; ok {
					ranks = append(ranks, fmt.Sprintf("%s %d", c, n))
				}
			}
			return []any{
				l.Guess, base.YesOrNo(l.Consistent), l.Classes, l.Largest,
				report.Decimals(l.Expected, 2), report.Decimals(l.Bits, 2), strings.Join(ranks, ", "), l.Cost.text(),
			}
		}))
	}
	for _, b := range p.Beside {
		out.Sayf("%s: %s", b.Name, strings.Join(b.Guesses, " "))
	}
}
