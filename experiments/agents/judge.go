// Package agents has the commands for games that others have played: judge reads transcripts and
// rates every guess, baselines gives the results of random and perfect players, and positions
// writes positions as questions for language models.
//
// A player chooses guesses, and can be asked for one at any position. An agent is a player that is
// known by its recorded games alone: a person, a language model or another program. So an agent
// has a sample of results, while a known player has a distribution that follows from its rules.
// The command judge compares agents with known players, and with each other.
//
// Start with the referee in judge.go, which judges one game; judgement.go adds games up by agent.
package agents

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/engine/advice"
	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/parallel"
	"codebreak/engine/partition"
	"codebreak/engine/wording"
	"codebreak/experiments/base"
	"codebreak/experiments/board"
	"codebreak/experiments/measure"
	"codebreak/experiments/store"
	"codebreak/experiments/transcript"
)

// judgeFlags are the flags of the command judge.
type judgeFlags struct {
	app *base.App
	transcript.Options
	each, byRun, costs, known, schema bool
	plot                              string
	base.FormatFlag
}

func JudgeCommand(a *base.App) *cobra.Command {
	f := &judgeFlags{app: a}
	cmd := base.NewCommand("judge", nil, f.run)
	flags := cmd.Flags()
	flags.StringVar(&f.Game, "game", "", "game, such as mm4x6, of files that do not name one")
	flags.StringVar(&f.Form, "from", "", "form of the files: "+strings.Join(transcript.Forms(), ", ")+" (default: recognised)")
	flags.StringVar(&f.Agent, "agent", "", "player of the games that do not name one")
	flags.BoolVar(&f.each, "each", false, "also show each game, round by round (default: for a single game)")
	flags.BoolVar(&f.byRun, "by-run", false, "keep runs of an agent apart: games whose ids differ before the last slash")
	flags.BoolVar(&f.costs, "costs", true, "find what each guess costs against the best")
	flags.BoolVar(&f.known, "known", true, "compare with random and perfect players, which takes seconds in a large game")
	flags.BoolVar(&f.schema, "schema", false, "print the JSON schema of a game and exit")
	flags.StringVar(&f.plot, "plot", "", "also draw the agents' distributions, into this file: .png, .svg or .pdf")
	base.Complete(cmd, "from", transcript.Forms())
	f.AddTo(cmd)
	return cmd
}

// run judges the games of files.
func (f *judgeFlags) run(cmd *cobra.Command, files []string) error {
	if f.schema {
		_, err := io.WriteString(cmd.OutOrStdout(), transcript.Schema)
		return err
	}

	if len(files) == 0 {
		return base.Usagef("judge needs a file with games; - is the standard input")
	}
	if f.Form != "" {
		if err := base.OneOf("form", f.Form, transcript.Forms()); err != nil {
			return err
		}
	}
	if f.plot != "" {
		if err := measure.CheckPicture("--plot", f.plot); err != nil {
			return err
		}
	}
	if f.Game != "" {
		g, err := f.app.ParseGame(f.Game)
		if err != nil {
			return base.UsageOf("--game", err)
		}
		_, symbols, named := strings.Cut(f.Game, " ")
		f.Game, f.Alphabet, f.Rules = g.String(), board.AlphabetOf(g), g
		if named {
			f.Game += " " + symbols
		}
	}

	j := &judging{
		App:        f.app,
		judgeFlags: *f,
		judgement:  judgement{Agents: []*agent{}, Faults: []string{}}, // JSON has empty lists
	}
	for range f.app.Workers {
		j.referees = append(j.referees, map[string]referee{})
	}

	for _, file := range files {
		if err := j.file(cmd, file); err != nil {
			return err
		}
	}
	return j.conclude(cmd)
}

// A judgedGame is a game of a transcript with the costs of its guesses.
type judgedGame struct {
	File     string `json:"file,omitempty"`
	Line     int    `json:"line,omitempty"`
	Game     string `json:"game"`
	Agent    string `json:"agent,omitempty"`
	ID       string `json:"id,omitempty"`
	Limit    int    `json:"limit,omitempty"`
	Secret   string `json:"secret,omitempty"`
	Solved   bool   `json:"solved"`
	Turns    int    `json:"turns"`    // guesses, and turns that were lost
	Failures int    `json:"failures"` // turns that were lost
	// The number of guesses is the sum of what best play expects and the costs of the guesses,
	// less the luck with the feedback. Costs are proved if all are against the optimum.
	Expected measure.Maybe `json:"expected"`
	Cost     measure.Maybe `json:"cost"`
	Luck     measure.Maybe `json:"luck"`
	Proved   bool          `json:"proved"`
	Rounds   []judgedRound `json:"rounds"`
	// AtMost says that Cost and Luck are upper bounds: after some guess the entropy strategy
	// goes on, and better ways may exist.
	AtMost bool `json:"at_most"`

	faults []error // invalid guesses, whose turns are lost
}

// about returns the words in front of a cost: none if it is proved.
func about(proved, atMost bool) string {
	if atMost {
		return "at most "
	}
	if !proved {
		return "about "
	}
	return ""
}

// A judgedRound is a turn of a game and its effect. A lost turn has no played round.
type judgedRound struct {
	*board.PlayedRound
	Lost     string         `json:"lost,omitempty"` // why
	Repeated bool           `json:"repeated,omitempty"`
	Saved    *measure.Maybe `json:"saved,omitempty"` // guesses that luck saved, against the expectation
}

func (r judgedRound) isPlayed() bool { return r.PlayedRound != nil }

// A referee judges games in one goroutine.
type referee struct {
	game  game.Game
	at    *advice.Position
	costs *advice.Costs // nil without --costs
}

// judge judges a game, and calls judged after each turn. The error names the first impossible
// turn.
func (r referee) judge(ctx context.Context, t transcript.Game, judged func()) (j judgedGame, err error) {
	j = judgedGame{
		Line:     t.Line,
		Game:     r.game.String(),
		Agent:    t.Agent,
		ID:       t.ID,
		Limit:    t.Limit,
		Secret:   t.Secret,
		Turns:    t.Turns(),
		Failures: t.Failures,
		Expected: measure.Absent,
		Cost:     measure.Absent,
		Luck:     measure.Absent,
	}

	var secret game.Code
	if t.Secret != "" {
		if secret, err = game.ParseSecret(r.game, t.Secret); err != nil {
			return j, fmt.Errorf("secret: %w", err)
		}
		j.Secret = r.game.FormatCode(secret) // in one form, by which games are paired
	}
	if r.costs != nil {
		j.Proved = true
		j.Cost, j.Luck = 0, 0
	}

	r.at.Reset()
	for i, turn := range t.Rounds {
		if err := ctx.Err(); err != nil {
			return j, err
		}
		if err := r.turn(ctx, turn, secret, &j); err != nil {
			return j, fmt.Errorf("round %d: %w", i+1, err)
		}
		judged()
	}
	return j, nil
}

// turn adds a turn to a game. The error says why the turn is impossible.
func (r referee) turn(ctx context.Context, t transcript.Round, secret game.Code, j *judgedGame) error {
	guess, err := r.game.ParseCode(t.Guess)
	if t.Guess == "" {
		err = errors.New("a guess must be a text, a number or a list")
	}
	switch {
	case t.Failure != "":
		j.lose(t.Failure)
		return nil
	case j.Solved:
		return errors.New("the game is over with the guess before; an id or an empty line begins another")
	case err != nil: // feedback on an invalid guess excludes no code
		j.faults = append(j.faults, fmt.Errorf("round %d: %w", len(j.Rounds)+1, err))
		j.lose(err.Error())
		return nil
	case t.Feedback == "" && j.Secret == "":
		return fmt.Errorf("guess %s has no feedback, and no secret is given", t.Guess)
	}

	// The transcript gives the feedback, which must be right, or it follows from the secret.
	right := r.game.Feedback(secret, guess)
	played := game.Round{Guess: guess, Feedback: right}
	if t.Feedback != "" {
		if played.Feedback, err = r.game.ParseFeedback(t.Feedback); err != nil {
			return err
		}
	}
	feedback := r.game.FormatFeedback(played.Feedback)
	if j.Secret != "" && played.Feedback != right {
		return fmt.Errorf("%s, but %s is right for the secret", feedback, r.game.FormatFeedback(right))
	}

	round, err := r.round(ctx, played, j)
	if err != nil {
		return err
	}
	if round.After == 0 {
		return fmt.Errorf("no code agrees with %s and the feedback before", feedback)
	}
	for _, earlier := range j.Rounds {
		if earlier.isPlayed() && earlier.Guess == round.Guess {
			round.Repeated = true
		}
	}

	j.Rounds = append(j.Rounds, round)
	if played.Feedback == r.game.Final() {
		j.Solved = true
		j.Secret = r.game.FormatCode(guess)
	}
	return nil
}

// lose adds a lost turn.
func (j *judgedGame) lose(why string) {
	j.Failures++
	j.Rounds = append(j.Rounds, judgedRound{Lost: why})
}

// round plays a round, and adds its cost to the game. If a search for a cost is too large, the
// costs of the game are unproved.
func (r referee) round(ctx context.Context, played game.Round, j *judgedGame) (judgedRound, error) {
	cost, err := advice.Cost{}, advice.ErrLarge
	if r.costs != nil {
		cost, err = r.costs.Of(ctx, r.at, played.Guess)
	}

	did := board.PlayRound(r.at, played)
	round := judgedRound{PlayedRound: &did}
	if err == nil && round.After > 0 {
		err = r.price(ctx, cost, &round, j, played.Feedback == r.game.Final())
	}
	if errors.Is(err, advice.ErrLarge) {
		j.Proved, j.AtMost, err = false, false, nil
	}
	return round, err
}

// price finds the cost of a round's guess and the guesses that luck saved, and adds both to the
// game. The referee's position is the position after the round, unless the round has solved the
// game.
func (r referee) price(ctx context.Context, cost advice.Cost, round *judgedRound, j *judgedGame, solved bool) (err error) {
	round.Cost = board.NewPrice(cost, round.Before)
	round.Best = r.game.FormatCode(cost.BestGuess)
	if !slices.ContainsFunc(j.Rounds, judgedRound.isPlayed) {
		j.Expected = measure.Maybe(round.Cost.Best)
	}

	left := advice.Least{Proved: true}
	if !solved {
		left, err = r.costs.Best(ctx, r.at)
	}
	saved := measure.Maybe(round.Cost.Mean - 1 - float64(left.Total)/float64(round.After))
	round.Saved = &saved
	j.Cost += measure.Maybe(round.Cost.Guesses)
	j.Luck += saved

	// A sum with a bound in it is a bound. A sum with an estimate in it is an estimate.
	bounded := j.Proved || j.AtMost
	if !cost.Optimal || !left.Proved {
		j.Proved, j.AtMost = false, false
	} else if bounded && cost.AtMost {
		j.Proved, j.AtMost = false, true
	}
	return err
}

// A judging reads files, judges their games, and adds them up.
type judging struct {
	*base.App
	judgeFlags
	referees []map[string]referee // by game, for each worker
	taken    int64                // estimated bytes of the referees

	holdsGames bool     // a game of the present file was read
	strangers  []string // files without a game
	strange    []error  // what they hold
	judgement
}

// A batch of games is judged side by side, before its games are added up in order. It holds
// fewer games if they are long.
const (
	batchGames = 512
	batchTurns = 1 << 16
)

// file judges the games of a file.
func (j *judging) file(cmd *cobra.Command, file string) error {
	ctx := cmd.Context()
	in, err := base.Open(cmd, file)
	if err != nil {
		return err
	}
	defer in.Close()
	j.holdsGames = false

	bar := j.NewProgress(perByte * float64(in.Size))
	bar.Start("judging")
	defer bar.Finish()

	var games []readGame
	turns := 0
	many := false // more than one batch
	for g, err := range transcript.Read(ctx, in.Name, io.TeeReader(in, counting{bar}), j.Options) {
		if in.Failed != nil && ctx.Err() == nil {
			return in.Failed
		}

		games = append(games, readGame{Game: g, fault: err, unread: err != nil && (g.Rounds == nil || g.Game == "")})
		turns += g.Turns()
		if len(games) < batchGames && turns < batchTurns {
			continue
		}

		many = true
		if err := j.all(ctx, in.Name, games, func() {}); err != nil {
			return err
		}
		games, turns = games[:0], 0
	}

	if many || !j.costs {
		return j.all(ctx, in.Name, games, func() {})
	}

	// Few games are read at once, and then what their turns cost takes the time.
	_ = bar.Finish()
	bar = j.NewProgress(1)
	defer bar.Finish()
	bar.Start("judging " + wording.Plural(turns, "turn"))
	return j.all(ctx, in.Name, games, func() { bar.Add(1 / float64(max(1, turns))) })
}

// A readGame is a game of a file and its judgement, or the fault that prevents a judgement.
type readGame struct {
	transcript.Game
	judged judgedGame
	fault  error
	unread bool // the file has no game there
}

// perByte estimates the seconds for a byte of a file.
const perByte = 1e-4

// counting moves a bar by the bytes that are read.
type counting struct{ base.Progress }

func (c counting) Write(data []byte) (int, error) {
	c.Add(perByte * float64(len(data)))
	return len(data), nil
}

// located adds the file and the line of a game to an error.
func located(file string, g readGame, err error) error {
	return store.Failed(fmt.Sprintf("%s:%d", file, g.Line), err)
}

// all judges the games without faults, and adds all games up. It works in portions, so that the
// memory holds the referees of a portion's games, and calls judged after each turn.
func (j *judging) all(ctx context.Context, file string, games []readGame, judged func()) error {
	for len(games) > 0 {
		ready := j.prepareSome(ctx, file, games)
		if err := j.judge(ctx, file, games[:ready], judged); err != nil {
			return err
		}
		games = games[ready:]
	}
	return nil
}

// prepareSome makes referees for as many of the first games as the memory allows, and returns the
// number of these games.
func (j *judging) prepareSome(ctx context.Context, file string, games []readGame) (ready int) {
	for i, g := range games {
		if g.fault != nil {
			continue
		}

		err := j.prepare(ctx, g.Game.Game)
		if errors.Is(err, errNoRoom) {
			if i > 0 {
				return i
			}
			j.forget()
			err = j.prepare(ctx, g.Game.Game)
		}
		games[i].fault = located(file, g, err)
	}
	return len(games)
}

// judge judges games that have referees, and adds them up.
func (j *judging) judge(ctx context.Context, file string, games []readGame, judged func()) error {
	err := parallel.Each(ctx, j.Workers, len(games), func(worker, i int) (err error) {
		if g := &games[i]; g.fault == nil {
			g.judged, err = j.referees[worker][g.Game.Game].judge(ctx, g.Game, judged)
			g.fault = located(file, *g, err)
		}
		return ctx.Err()
	})
	if err != nil {
		return base.Interrupted(ctx, wording.Count(j.read, "game was", "games were")+" judged, and nothing is printed; --costs=false is faster")
	}
	return j.addAll(file, games)
}

func (g readGame) isJudged() bool { return g.fault == nil }

func (g readGame) isRead() bool { return !g.unread }

// addAll adds games up, and their faults.
func (j *judging) addAll(file string, games []readGame) error {
	// A file without a game is another kind of file: one message says that.
	shownFaults := mostFaults
	j.holdsGames = j.holdsGames || slices.ContainsFunc(games, readGame.isRead)
	if !j.holdsGames {
		shownFaults = 0
	} else if j.failed == j.read && !slices.ContainsFunc(games, readGame.isJudged) {
		shownFaults = fewFaults
	}
	if !j.holdsGames && len(games) > 0 && !slices.Contains(j.strangers, file) {
		j.strangers = append(j.strangers, file)
		j.strange = append(j.strange, fmt.Errorf("%w; for known forms see %s",
			games[0].fault, base.Typed("judge", "--help")))
	}

	for _, read := range games {
		if len(j.Faults) >= mostKept {
			return fmt.Errorf("%s: %s faults; the rest is not read", file, wording.Thousands(mostKept))
		}

		j.read++
		for _, fault := range read.judged.faults {
			j.fault(located(file, read, fault), mostFaults)
		}
		if !read.isJudged() {
			j.failed++
			j.fault(read.fault, shownFaults)
			continue
		}

		g := read.judged
		g.File = file
		if i := strings.LastIndex(g.ID, "/"); j.byRun && i >= 0 {
			g.Agent = strings.TrimPrefix(g.Agent+", "+g.ID[:i], ", ")
		}
		j.add(g, j.referees[0][read.Game.Game].game)
		if j.each || len(j.Games) == 0 { // a single game is shown
			j.Games = append(j.Games, g)
		}
	}
	return nil
}

// errNoRoom says that the referees of other games leave no memory for one more game.
var errNoRoom = errors.New("no room for one more game")

// forget makes room for other games.
func (j *judging) forget() {
	for _, referees := range j.referees {
		clear(referees)
	}
	j.taken = 0
}

// prepare makes referees of a game, one for each worker, unless it did before. The error is
// errNoRoom, or says why the game cannot be judged.
func (j *judging) prepare(ctx context.Context, name string) error {
	if _, ok := j.referees[0][name]; ok {
		return nil
	}
	g, err := j.ParseGame(name)
	if err != nil {
		return err
	}

	need := partition.Memory(g, j.Workers)
	if j.taken > 0 && j.Env().CheckNeed(name, j.taken+need) != nil {
		return errNoRoom
	}
	j.taken += need

	known := measure.Recorded(ctx, j.App, optimal.Problem{Game: g, Objective: optimal.Total})
	for _, referees := range j.referees {
		r := referee{game: g, at: advice.At(g, nil)}
		if j.costs {
			r.costs = advice.NewCosts(g, advice.Options{Known: known})
		}
		referees[name] = r
	}
	return nil
}

// Limits of faults.
const (
	mostFaults = 20     // are printed
	fewFaults  = 3      // are printed if no game can be judged
	mostKept   = 10_000 // are kept; a file with more is not a file of games
)

// fault keeps the reason why a game or guess cannot be judged. It prints the first faults, up to
// most.
func (j *judging) fault(err error, most int) {
	j.Faults = append(j.Faults, err.Error())
	switch n := len(j.Faults); {
	case n <= most:
		fmt.Fprintln(j.Stderr, "codebreak:", base.Printable(err.Error()))
	case most > 0 && n == most+1:
		fmt.Fprintln(j.Stderr, "codebreak: and more: --json has them all")
	}
}

// conclude compares the agents, and writes the judgement.
func (j *judging) conclude(cmd *cobra.Command) error {
	if !j.each && j.read > 1 {
		j.Games = nil
	}

	if err := j.compareAgents(cmd.Context(), j.App, j.known); err != nil {
		return base.OrInterrupted(cmd.Context(), err, wording.Count(j.read, "game was", "games were")+" judged, but not compared")
	}

	if j.plot != "" {
		f, err := j.figure()
		if err == nil {
			err = measure.Draw(j.App, j.plot, f)
		}
		if err != nil {
			return err
		}
	}

	if err := j.Write(cmd, j.judgement); err != nil {
		return err
	}
	for i, err := range j.strange {
		if i == len(j.strange)-1 && j.failed == j.read {
			return err
		}
		fmt.Fprintln(j.Stderr, "codebreak:", base.Printable(err.Error()))
	}
	switch {
	case j.read == 0:
		return fmt.Errorf("%s: there are no games; see %s", strings.Join(cmd.Flags().Args(), ", "), base.HelpOf(cmd))
	case j.failed == j.read && j.failed > fewFaults:
		return fmt.Errorf("%s: no game can be judged; see %s", strings.Join(cmd.Flags().Args(), ", "), base.HelpOf(cmd))
	case j.failed > 0:
		return fmt.Errorf("%d of %s cannot be judged", j.failed, wording.Plural(j.read, "game"))
	case len(j.Faults) > 0:
		return fmt.Errorf("invalid guesses: %d; their turns count as lost", len(j.Faults))
	}
	return nil
}
