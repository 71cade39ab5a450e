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
	"codebreak/engine/wording"
	"codebreak/experiments/base"
	"codebreak/experiments/measure"
	"codebreak/report"
	"codebreak/report/lists"
)

// positionFlags ask for one position, or for one game, instead of a conversation.
type positionFlags struct {
	rounds string   // played so far, with commas
	asked  []string // guesses to be measured
	costs  int      // the last guesses whose cost is wanted; negative for all
	base.FormatFlag
}

func (f *positionFlags) addTo(cmd *cobra.Command, rounds, what string) {
	f.FormatFlag.AddTo(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.rounds, rounds, "", what)
	flags.IntVar(&f.costs, "costs", -1, "show the cost of the last N guesses only (default: all)")
}

// given reports whether a position is asked for.
func (f *positionFlags) given(cmd *cobra.Command) bool {
	return slices.ContainsFunc([]string{"after", "guesses", "guess", "costs", "format", "json", "csv"}, cmd.Flags().Changed)
}

// An effect describes the partition that a guess makes at a position.
type effect struct {
	Guess      string                     `json:"guess"`
	Consistent bool                       `json:"consistent"`
	Classes    int                        `json:"classes"`
	Largest    int                        `json:"largest"`
	Expected   float64                    `json:"expected"`           // candidates that remain
	Bits       float64                    `json:"bits"`               // that the feedback is expected to give
	Ranks      map[strategy.Criterion]int `json:"ranks,omitempty"`    // among all guesses
	Feedback   []feedbackCount            `json:"feedback,omitempty"` // that it may get
	Cost       *price                     `json:"cost,omitempty"`
}

// A feedbackCount is feedback, and the number of candidates that give it.
type feedbackCount struct {
	Feedback   string `json:"feedback"`
	Candidates int    `json:"candidates"`
}

// A price is the cost of a guess. Means count the expected guesses from this guess on, which
// counts itself.
type price struct {
	Guesses float64 `json:"guesses"` // Mean - Best
	Mean    float64 `json:"mean"`
	Best    float64 `json:"best"`    // the mean of the best guess
	Optimal bool    `json:"optimal"` // Best is proved; else both means let entropy go on
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

// A PlayedRound is a guess with its feedback and its effect.
type PlayedRound struct {
	effect
	Feedback string          `json:"feedback"`
	Sizes    []feedbackCount `json:"class_sizes,omitempty"` // of the classes that the guess made
	Before   int             `json:"before"`                // candidates
	After    int             `json:"after"`
	Best     string          `json:"best"` // the strategy's guess in its place
	Luck     float64         `json:"luck"` // bits that the feedback gave beyond the expected bits
}

// A position is a game in progress: the candidates, and the worth of guesses.
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
	Guesses    []effect           `json:"guesses,omitempty"` // the next one, and the ones asked about
	Best       []effect           `json:"best,omitempty"`    // the first mostAdvised by the criterion
	Secret     string             `json:"secret,omitempty"`
	Score      *score             `json:"score,omitempty"`  // of a game of guesses that is over, if all costs are known
	Beside     []rivalGame        `json:"beside,omitempty"` // how strategies play the game that is over
}

// A score sums up a game in two numbers from 0 to [advice.BestScore].
type score struct {
	Skill int `json:"skill"` // from what the guesses cost, see [advice.Skill]
	Luck  int `json:"luck"`  // from the feedback, see [advice.Luck]
}

// scoreOf sums up rounds, if the cost of every guess is known.
func scoreOf(rounds []PlayedRound) *score {
	lost, bits := 0.0, 0.0
	for _, r := range rounds {
		if r.Cost == nil {
			return nil
		}
		lost += r.Cost.Guesses
		bits += r.Luck
	}
	return &score{Skill: advice.Skill(lost), Luck: advice.Luck(bits)}
}

// A rivalGame is the game of a strategy against the same codemaker.
type rivalGame struct {
	Name    string   `json:"name"`
	Guesses []string `json:"guesses"`
}

// The lengths of lists in a position.
const (
	mostListed  = 200
	mostAdvised = 10
)

// An adviser is a session that also measures guesses.
type adviser struct {
	*assistSession
	costs *advice.Costs
}

// newAdviser makes an adviser of a session.
func newAdviser(a *base.App, s *assistSession) adviser {
	if s.searcher != nil {
		return adviser{s, s.searcher}
	}
	return adviser{s, newCosts(a, s)}
}

// newCosts finds costs in the game of a session. It takes an optimal tree from the records, if
// there is one.
func newCosts(a *base.App, s *assistSession) *advice.Costs {
	known := s.tree
	p := optimal.Problem{Game: s.game, Objective: optimal.Total}
	if s.best == nil || s.best.Spec() != p.Spec() {
		known = measure.Recorded(s.ctx, a, p)
	}
	return advice.NewCosts(s.game, advice.Options{Known: known, Workers: a.Workers})
}

// position plays the rounds of a flag, which parse reads one by one, and describes the position
// after them.
func (v adviser) position(f positionFlags, flag string, texts []string, parse func(text string) (game.Round, error)) (p position, err error) {
	if err := v.play(flag, texts, parse); err != nil {
		return p, err
	}

	left := v.known.Candidates()
	p = position{
		Game:       v.game.String(),
		Title:      report.GameInWords(v.game.String()),
		Forms:      game.FeedbackForms(v.game),
		Positions:  game.Width(v.game),
		Alphabet:   AlphabetOf(v.game),
		Strategy:   v.name,
		Criterion:  v.criterion,
		Secrets:    game.CountSecrets(v.game),
		Left:       len(left),
		Candidates: append([]string{}, lists.Map(left[:min(len(left), mostListed)], v.game.FormatCode)...),
		Over:       v.found() >= 0,
	}
	if p.Rounds, err = v.rounds(f.costs); err != nil {
		return p, err
	}

	switch {
	case p.Left == 0:
		conflict, _, err := v.known.Conflict(v.ctx)
		for _, i := range conflict {
			p.Conflict = append(p.Conflict, i+1)
		}
		return p, err
	case p.Over:
		return p, nil
	}

	err = v.addGuesses(&p, f)
	return p, err
}

// addGuesses adds the strategy's next guess, the guesses that the user asks about, and the best
// guesses.
func (v adviser) addGuesses(p *position, f positionFlags) error {
	next, err := v.choose(v.ctx)
	if err != nil {
		return err
	}
	p.Next = v.game.FormatCode(next)
	if v.off {
		p.NextBy = v.criterion
	}

	asked := []game.Code{next}
	for _, text := range f.asked {
		guess, err := v.game.ParseCode(text)
		if err != nil {
			return base.Usage(err)
		}
		asked = append(asked, guess)
	}

	at := advice.At(v.game, v.known.Rounds())
	for _, guess := range asked {
		l, err := v.look(at, guess, f.costs != 0)
		if err != nil {
			return err
		}
		p.Guesses = append(p.Guesses, l)
	}

	best, err := at.Best(v.ctx, v.criterion, mostAdvised)
	for _, guess := range best {
		p.Best = append(p.Best, newEffect(at, guess))
	}
	return err
}

// look measures a guess: its effect, the feedback that can occur, its ranks and, if wanted, its
// cost.
func (v adviser) look(at *advice.Position, guess game.Code, cost bool) (l effect, err error) {
	l = newEffect(at, guess)
	if cost {
		if l.Cost, err = v.price(at, guess); err != nil {
			return l, err
		}
	}

	l.Feedback = classSizes(at, guess)

	l.Ranks = map[strategy.Criterion]int{}
	for _, c := range strategy.Classic() {
		if l.Ranks[c], err = at.Rank(v.ctx, c, guess); err != nil {
			return l, err
		}
	}
	return l, nil
}

// classSizes lists the feedback that a guess may get, with the number of candidates that
// give it.
func classSizes(at *advice.Position, guess game.Code) (sizes []feedbackCount) {
	for feedback, n := range at.Look(guess).Counts {
		if n > 0 {
			sizes = append(sizes, feedbackCount{at.Game.FormatFeedback(game.Feedback(feedback)), int(n)})
		}
	}
	return sizes
}

// rounds plays the rounds of the session once more, and measures each guess as long as there are
// candidates. It finds the costs of the last guesses, or of all if costs is negative.
func (v adviser) rounds(costs int) ([]PlayedRound, error) {
	rounds := slices.Clone(v.known.Rounds())
	at := advice.At(v.game, nil)
	out := []PlayedRound{}

	v.known.Reset()
	for i, r := range rounds {
		if len(at.Candidates) == 0 { // the conflict shows the other rounds
			v.known.Add(r)
			continue
		}

		best, err := v.choose(v.ctx)
		if err != nil {
			return nil, err
		}
		var cost *price
		if costs < 0 || len(rounds)-i <= costs {
			if cost, err = v.price(at, r.Guess); err != nil {
				return nil, err
			}
		}

		sizes := classSizes(at, r.Guess)
		played := PlayRound(at, r)
		played.Sizes = sizes
		played.Best, played.Cost = v.game.FormatCode(best), cost
		out = append(out, played)
		v.known.Add(r)
	}
	return out, nil
}

// AlphabetOf returns the symbols that codes are written with, in order.
func AlphabetOf(g game.Game) string {
	if alphabet := game.StructureOf(g).Alphabet; alphabet != "" {
		return alphabet
	}
	_, guesses := game.Codes(g)
	used := []rune(strings.Join(lists.Map(guesses, g.FormatCode), ""))
	slices.Sort(used)
	return string(slices.Compact(used))
}

// newEffect measures a guess, without feedback, ranks and costs.
func newEffect(at *advice.Position, guess game.Code) effect {
	l := at.Look(guess)
	return effect{
		Guess:      at.Game.FormatCode(guess),
		Consistent: l.Consistent,
		Classes:    l.Parts,
		Largest:    l.Largest,
		Expected:   l.ExpectedSize,
		Bits:       l.Entropy,
	}
}

// PlayRound adds a round to a position, and measures its guess, but not its cost.
func PlayRound(at *advice.Position, r game.Round) PlayedRound {
	p := PlayedRound{
		effect:   newEffect(at, r.Guess),
		Feedback: at.Game.FormatFeedback(r.Feedback),
		Before:   len(at.Candidates),
	}
	at.Add(r)
	p.After = len(at.Candidates)
	p.Luck = math.Log2(float64(p.Before)/float64(max(1, p.After))) - p.Bits
	return p
}

// NewPrice divides a cost by the number of candidates of a position.
func NewPrice(c advice.Cost, candidates int) *price {
	n := float64(candidates)
	return &price{
		Guesses: float64(c.Guess-c.Best) / n,
		Mean:    float64(c.Guess) / n,
		Best:    float64(c.Best) / n,
		Optimal: c.Optimal,
		AtMost:  c.AtMost,
	}
}

// price finds the cost of a guess; nil if the position is too large.
func (v adviser) price(at *advice.Position, guess game.Code) (*price, error) {
	c, err := v.costs.Of(v.ctx, at, guess)
	if errors.Is(err, advice.ErrLarge) {
		return nil, nil
	}
	return NewPrice(c, len(at.Candidates)), err
}

// play adds the rounds of a flag, which parse reads one by one.
func (a *assistSession) play(flag string, rounds []string, parse func(text string) (game.Round, error)) error {
	for _, text := range rounds {
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

// splitCommas divides the text of a flag at its commas.
func splitCommas(text string) (parts []string) {
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}

// joinRounds joins parts of a text to rounds, each a guess with its feedback. Feedback may be in
// several parts, such as "1 black, 1 white": it ends where another guess begins.
func joinRounds(g game.Game, parts []string, between string) (rounds []string) {
	for len(parts) > 0 {
		n := partsOfRound(g, parts, between)
		rounds = append(rounds, strings.Join(parts[:n], between))
		parts = parts[n:]
	}
	return rounds
}

// partsOfRound returns the number of parts of the first round. Parts that cannot be read as a
// round get an error later: a guess with the next part, where blanks are between the parts.
func partsOfRound(g game.Game, parts []string, between string) int {
	for n := 1; n <= min(len(parts), mostParts); n++ {
		if !isRound(g, parts, n, between) {
			continue
		}
		if isRound(g, parts, n+1, between) { // 0 may be all feedback, or the first of two numbers
			n++
		}
		return n
	}
	if between == " " && len(parts) > 1 && !strings.Contains(parts[0], between) {
		return 2
	}
	return 1
}

// isRound reports whether n parts are a round, with a guess or nothing behind it.
func isRound(g game.Game, parts []string, n int, between string) bool {
	if n > len(parts) {
		return false
	}
	_, err := game.ParseRound(g, strings.Join(parts[:n], between))
	return err == nil && (n == len(parts) || beginsGuess(g, parts[n:], between))
}

func beginsGuess(g game.Game, parts []string, between string) bool {
	guess, _ := game.CutGuess(g, strings.Join(parts[:min(len(parts), mostParts)], between))
	_, err := g.ParseCode(guess)
	return err == nil
}

// mostParts exceeds the parts of any round.
const mostParts = 4 * game.MaxPositions

// advise prints the position after the rounds of flags.
func advise(a *base.App, cmd *cobra.Command, s *assistSession, f positionFlags) error {
	rounds := splitCommas(f.rounds)
	if s.codemaker == "" {
		rounds = joinRounds(s.game, rounds, ", ")
	}
	p, err := newAdviser(a, s).position(f, "after", rounds, func(text string) (game.Round, error) {
		if s.codemaker == "" {
			return game.ParseRound(s.game, text)
		}
		guess, err := s.game.ParseCode(text)
		if err != nil {
			return game.Round{}, fmt.Errorf("%w; the codemaker gives the feedback", err)
		}
		return game.Round{Guess: guess, Feedback: s.shiftyFeedback(guess, s.known.Candidates())}, nil
	})
	switch {
	case err != nil:
		return err
	case p.Left > 0:
		return f.Write(cmd, p)
	}

	// Programs get the numbers of the rounds; people get the error alone.
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

	verb := "cannot all be true"
	if len(p.Conflict) == 2 {
		verb = "contradict each other"
	}
	rounds := lists.Map(p.Conflict, strconv.Itoa)
	return fmt.Errorf("rounds %s %s: no code agrees with them", english.WordSeries(rounds, "and"), verb)
}

// replay plays the guesses of a game, and measures each. If the game is over, or with tell,
// strategies play it too.
func replay(cmd *cobra.Command, m *playSession, f positionFlags, tell bool) error {
	m.restart()
	p, err := m.position(f, "guesses", splitCommas(f.rounds), func(text string) (game.Round, error) {
		guess, err := m.game.ParseCode(text)
		if err != nil {
			return game.Round{}, err
		}
		return game.Round{Guess: guess, Feedback: m.feedbackOn(guess, m.known.Candidates())}, nil
	})
	if err != nil {
		return err
	}

	if p.Over {
		p.Score = scoreOf(p.Rounds)
	}
	if p.Over || tell {
		p.Secret = p.Candidates[0] // without a secret all candidates are as good
		if m.codemaker == honest {
			p.Secret = m.game.FormatCode(m.secret)
		}
		if p.Beside, err = m.rivalGames(); err != nil {
			return err
		}
	}
	return f.Write(cmd, p)
}

// rivalGames has strategies play the game: entropy, the optimal strategy if its tree is known,
// Knuth in his game, and the strategy of the session.
func (m *playSession) rivalGames() (games []rivalGame, err error) {
	entropy, err := newPlayer(entropyIn(m.game), nil)
	if err != nil {
		return nil, err
	}
	entropy.name = string(strategy.Entropy)

	rivals := []*player{entropy, m.player}
	if m.costs.Known != nil {
		best := *entropy
		best.name, best.tree = engine.Optimal, m.costs.Known
		rivals = slices.Insert(rivals, 1, &best)
	}

	if m.game.String() == "mm4x6" {
		knuth, err := newKnuth(m.game)
		if err != nil {
			return nil, err
		}
		rivals = slices.Insert(rivals, len(rivals)-1, knuth)
	}

	done := map[string]bool{}
	for _, rival := range rivals {
		if done[rival.name] {
			continue
		}
		guesses, err := m.playedBy(rival)
		if err != nil {
			return nil, err
		}
		done[rival.name] = true
		games = append(games, rivalGame{rival.name, guesses})
	}
	return games, nil
}

// playedBy lists the guesses of a player against the codemaker of the session.
func (m *playSession) playedBy(rival *player) (guesses []string, err error) {
	rival.known.Reset()
	for len(guesses) < tree.MaxGuesses {
		guess, err := rival.choose(m.ctx)
		if err != nil {
			return nil, err
		}

		guesses = append(guesses, m.game.FormatCode(guess))
		feedback := m.feedbackOn(guess, rival.known.Candidates())
		if feedback == m.game.Final() {
			return guesses, nil
		}
		rival.known.Add(game.Round{Guess: guess, Feedback: feedback})
	}
	return nil, errors.New("the strategy does not find the secret")
}

// Table has the rounds.
func (p position) Table() *report.Table { return roundTable(p.Rounds) }

// roundTable is a table with a row for each round.
func roundTable(rounds []PlayedRound) *report.Table {
	number := 0
	return report.TableOf(rounds, func(r PlayedRound) report.Row {
		number++
		return r.Numbered(number)
	})
}

// Numbered has the cells of a round in a table.
func (r PlayedRound) Numbered(number int) report.Row {
	return report.Cells(
		"guess", number,
		"<", r.Guess,
		"feedback", r.Feedback,
		"candidates before", r.Before,
		"after", r.After,
		"expected remaining", report.Decimals(r.Expected, 2),
		"bits", report.Decimals(r.Bits, 2),
		"cost", r.Cost.text(),
		"<best guess", r.Best,
		"luck (bits)", report.Decimals(r.Luck, 2).Signed(),
	)
}

// cells show a guess in a table.
func (l effect) cells() report.Row {
	var ranks []string
	for _, c := range strategy.Classic() {
		if n, ok := l.Ranks[c]; ok {
			ranks = append(ranks, fmt.Sprintf("%s %d", c, n))
		}
	}

	return report.Cells(
		"<guess", l.Guess,
		"<consistent", l.Consistent,
		"classes", l.Classes,
		"largest", l.Largest,
		"expected remaining", report.Decimals(l.Expected, 2),
		"bits", report.Decimals(l.Bits, 2),
		"ranks", strings.Join(ranks, ", "),
		"cost", l.Cost.text(),
	)
}

// Print prints the rounds, and how the game may go on or has ended.
func (p position) Print(out *base.Paper) {
	if len(p.Rounds) > 0 {
		out.Show(p.Table())
	}

	if p.Over {
		out.Sayf("Found: %s, with guess %d.", p.Rounds[len(p.Rounds)-1].Guess, len(p.Rounds))
	} else {
		p.printNext(out)
	}

	if p.Score != nil {
		out.Sayf("Skill %d and luck %d, of %d each.", p.Score.Skill, p.Score.Luck, advice.BestScore)
	}

	for _, b := range p.Beside {
		out.Sayf("%s: %s", b.Name, strings.Join(b.Guesses, " "))
	}
}

// printNext prints the strategy's next guess, and a table of it and others.
func (p position) printNext(out *base.Paper) {
	by := p.Strategy
	if p.NextBy != "" {
		by = fmt.Sprintf("%s, since these guesses leave the tree of %s", p.NextBy, p.Strategy)
	}
	out.Sayf("%s left. Next by %s: %s.", wording.Plural(p.Left, "candidate"), by, p.Next)

	guesses := slices.Clone(p.Guesses)
	for _, l := range p.Best {
		if l.Guess != p.Next {
			guesses = append(guesses, l)
		}
	}
	out.Show(report.TableOf(guesses, effect.cells))
}
