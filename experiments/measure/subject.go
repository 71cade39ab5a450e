package measure

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/pattern"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/base"
	"codebreak/experiments/notebook/ask"
	"codebreak/experiments/players"
	"codebreak/report/lists"
)

// bestKnownName is the strategy in words that stands for the best tree known of a game: an optimal one
// or, where none is proved, the best that was found.
const bestKnownName = "best-known"

// A Subject can be measured, compared, drawn, exported or played. It is a strategy, a tree, a
// published figure, an optimum, or a player.
type Subject struct {
	Spec   string         // as it was written
	asked  engine.Subject // as it was read, if it begins with a game
	Game   game.Game
	Play   *engine.Experiment // a strategy; its tie-breaking may be random
	Tree   *tree.Tree         // from a file, or published
	Figure *published.Figure  // a published figure
	Best   *optimal.Problem   // the problem of an optimal tree, which is not solved yet
	known  bool               // the best tree known of that problem will do, proved or not
	limit  int                // of guesses, by which the outcome counts; 0 for none
	player *players.Flags     // a program; Play may have its first guess
}

// ByChance reports whether the subject is a random player, which has no decision tree.
func (s Subject) ByChance() bool {
	return s.Play != nil && s.Play.Strategy.ByChance()
}

// OfGame reports whether the subject is a game alone, without a strategy or a player.
func (s Subject) OfGame() bool {
	return s.Play != nil &&
		s.player == nil &&
		s.asked == engine.Subject{Configuration: engine.Configuration{Game: s.asked.Game}}
}

// OfBestKnown reports whether the subject is the best tree known of its game, proved or not.
func (s Subject) OfBestKnown() bool { return s.known }

// until says how guesses are counted: until the secret is "solved" or "identified".
func (s Subject) until() string {
	if s.Figure != nil && s.Figure.Known {
		return "identified"
	}
	return "solved"
}

// SubjectFlags adds the flags for the parts of a subject to a command.
func SubjectFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.String("game", "", "game, such as mm4x6 or bc4x10; see codebreak games")
	flags.String("criterion", "", "criterion of the strategy, or its name (default: entropy)")
	flags.String("pool", "", "codes that may be guessed (default: "+string(strategy.DefaultPool)+")")
	flags.String("ties", "", "how to choose among equally good guesses (default: "+strategy.DefaultTies+")")
	flags.String("order", "", "enumeration order of the codes (default: "+string(strategy.DefaultOrder)+")")
	flags.String("first", "", "first guess (default: the strategy's own choice)")
	flags.String("endgame", "", "with this many candidates or fewer, guess the first of them (default: 1)")

	cmd.ValidArgsFunction = subjectNames
	base.Complete(cmd, "criterion", strategy.Names())
	base.Complete(cmd, "ties", tiesCompletions())
	base.Complete(cmd, "pool", strategy.Pools())
	base.Complete(cmd, "order", []game.Order{game.Lex, game.Swap, game.File})
}

// tiesCompletions lists the common chains, and one of each link.
func tiesCompletions() []string {
	chains := []string{"consistent,first", "consistent,last", "consistent,random", "first", "last", "random", "random="}
	for _, link := range strategy.Links() {
		if link != strategy.ConsistentLink {
			chains = append(chains, fmt.Sprintf("consistent,%s,first", link))
		}
	}
	return chains
}

// WordsOf returns the words of a command's subject, which arguments and flags give. usual is the
// game without these; empty if the command needs a game.
func WordsOf(cmd *cobra.Command, args []string, usual string) (w engine.Words, err error) {
	flags := cmd.Flags()
	fields := base.WordsOf(strings.Join(args, " "))
	gameName := flags.Lookup("game").Value.String()
	switch {
	case base.Given(cmd, "game") && gameName == "":
		return w, base.Usagef("--game is empty; see %s", base.Typed("games"))
	case gameName != "":
		fields = slices.Concat(base.WordsOf(gameName), fields)
	case len(fields) == 0 && usual != "":
		fields = []string{usual}
	case len(fields) == 0:
		games := base.Typed("games")
		return w, base.Usagef("%s needs a game, such as mm4x6; see %s and %s", cmd.Name(), games, base.HelpOf(cmd))
	}

	w = engine.NewWords(fields...)
	keys := []string{"criterion", "objective", "pool", "ties", "order", "endgame", "first", "max-depth", "against"}
	for _, key := range keys {
		if !base.Given(cmd, key) {
			continue
		}
		if err := base.NotEmpty(cmd, key); err != nil {
			return w, err
		}

		value := flags.Lookup(key).Value.String()
		if strings.ContainsAny(value, " \t\n") {
			return w, base.Usagef("--%s is %q; it must not contain blanks", key, value)
		}
		choice := engine.Choice{Key: key, Value: value}
		if key == "criterion" || key == "against" {
			choice = engine.ChoiceOf(value)
		}
		w.Choices = append(w.Choices, choice)
	}
	return w, nil
}

// OneSubject reads the subject of a command that takes one. usual is its usual game. A player, if
// there is one, plays the game of the subject, which must not choose a strategy.
func OneSubject(a *base.App, cmd *cobra.Command, args []string, usual string, player *players.Flags) (Subject, error) {
	s, err := oneSubject(a, cmd, args, usual, player)
	if err == nil && s.limit > 0 {
		err = base.Usagef("limit= is a key of measure and compare, not of %s", cmd.Name())
	}
	return s, err
}

// oneSubject is OneSubject for a subject that may have a limit.
func oneSubject(a *base.App, cmd *cobra.Command, args []string, usual string, player *players.Flags) (Subject, error) {
	words, err := WordsOf(cmd, args, usual)
	if err != nil {
		return Subject{}, err
	}

	s, err := ParseSubject(cmd.Context(), a, words)
	if err != nil {
		return s, base.Usage(err)
	}
	if player == nil || !player.Given() {
		return s, nil
	}

	gameAndFirst := engine.Configuration{
		Game:  s.asked.Game,
		First: s.asked.First,
	}
	if s.Play == nil || s.asked != (engine.Subject{Configuration: gameAndFirst}) {
		return s, base.Usagef("%q: --player chooses the guesses; give it a game, and at most the first guess", s.Spec)
	}
	s.Spec = s.asked.Game
	s.player = player
	return s, nil
}

// seat is the player of a subject before its game.
func (s Subject) seat() players.Seat {
	seat := players.Seat{
		Flags: s.player,
		Game:  s.Game,
		Begin: s.asked.First,
	}
	if s.Play != nil {
		seat.First = s.Play.First
	}
	return seat
}

// colourRange matches a game with a range of colours.
var colourRange = pattern.Of(`^([a-z]+[0-9]+x)([0-9]+)\.\.([0-9]+)([a-z-]*)$`)

// mostSubjects limits the subjects of a command.
const mostSubjects = 200

// parseSubjects reads subjects, and the trees of files among them.
func parseSubjects(ctx context.Context, a *base.App, specs []string) (out []Subject, err error) {
	for _, spec := range specs {
		fields := base.WordsOf(spec)
		if len(fields) == 0 {
			return nil, base.Usagef("a subject is empty; write 'GAME STRATEGY', a published figure or a file with a tree")
		}

		words := engine.NewWords(fields...)
		games, err := gamesOf(spec, words.Game)
		if err != nil {
			return nil, err
		}
		for _, name := range games {
			words.Game = name
			s, err := ParseSubject(ctx, a, words)
			if err != nil {
				return nil, base.Usagef("%q: %w", spec, err)
			}
			out = append(out, s)
		}
	}
	return out, nil
}

// gamesOf lists the games of the first word of a subject: one for each number of colours in a
// range.
func gamesOf(spec, word string) (games []string, err error) {
	m := colourRange().FindStringSubmatch(word)
	if m == nil {
		return []string{word}, nil
	}

	from, _ := strconv.Atoi(m[2])
	to, _ := strconv.Atoi(m[3])
	if from > to || to-from >= mostSubjects {
		return nil, base.Usagef("%q: invalid range %d..%d: the first number must not exceed the second, nor be %d below it", spec, from, to, mostSubjects)
	}
	for colours := from; colours <= to; colours++ {
		games = append(games, fmt.Sprintf("%s%d%s", m[1], colours, m[4]))
	}
	return games, nil
}

// ParseSubject reads a subject: a game with a strategy or a tree, a published figure, or a file with
// a tree that names its game. The game may have symbols of its own.
func ParseSubject(ctx context.Context, a *base.App, words engine.Words) (Subject, error) {
	if strings.Contains(words.Game, "=") {
		return Subject{}, base.Usagef("%s stands without its game; quote both, such as 'mm4x6 %[1]s'", words.Game)
	}
	limit, err := takeLimit(&words)
	if err != nil {
		return Subject{}, err
	}
	g, err := a.TakeSymbols(&words)
	if err != nil {
		return Subject{}, err
	}
	s, err := parseWords(ctx, a, words)
	s.limit = limit
	if err != nil || g == nil {
		return s, err
	}

	s.Game = g
	switch {
	case s.Play != nil:
		s.Play.Game = g
	case s.Best != nil:
		s.Best.Game = g
	case s.Tree != nil:
		s.Tree.Game = g
	}
	return s, nil
}

// parseWords reads a subject in the usual symbols of its game.
func parseWords(ctx context.Context, a *base.App, words engine.Words) (s Subject, err error) {
	s.Spec = words.String()
	name, err := a.Words.GameName(words.Game)
	if err != nil {
		return s, err
	}
	if s.Game, err = game.Parse(name); err != nil {
		return withoutGame(ctx, a, s, words, err)
	}
	if err := ask.CheckMemory(a.Env(), s.Game); err != nil {
		return s, err
	}

	words.Game = name
	words.Choices = slices.Clone(words.Choices)
	var of engine.Subject // the figure that names the strategy
	for i, choice := range words.Choices {
		word := choice.String()
		others := slices.Concat(words.Choices[:i], words.Choices[i+1:])
		switch {
		case word == bestKnownName && len(others) > 0:
			return s, noChoices(bestKnownName, others)
		case word == bestKnownName:
			s.known = true
			words.Choices[i].Value = engine.Optimal
		case base.IsFile(word):
			return ofFile(ctx, a, s, word, name, others)
		case !strings.Contains(word, "/"):
			// Tables of figures are read only for a word that can be one.
		default:
			if f, _ := published.FigureOf(word); f.Criterion != "" {
				of = f.Subject
				words.Choices[i] = engine.Choice{Value: string(of.Criterion)}
			}
		}
	}

	if s.asked, err = words.Subject(); err != nil {
		return s, err
	}
	if s.asked.Objective != "" {
		problem, err := s.asked.Problem().In(s.Game)
		if err == nil {
			err = ask.CheckSearch(a.Env(), problem.Game)
		}
		s.Best = &problem
		return s, err
	}

	// The figure fills in the missing choices. It may be about another game.
	c := s.asked.Configuration
	c.Criterion = cmp.Or(c.Criterion, strategy.Entropy)
	c.Pool = cmp.Or(c.Pool, of.Pool)
	c.Ties = cmp.Or(c.Ties, of.Ties)
	c.Order = cmp.Or(c.Order, of.Order)
	c.Endgame = cmp.Or(c.Endgame, of.Endgame)
	if of.Game == name {
		c.First = cmp.Or(c.First, of.First)
	}
	x, err := c.In(s.Game)
	s.Play = &x
	return s, err
}

// withoutGame reads a subject that does not begin with a game: a file, a figure or a tree
// that a source printed. noGame says why the word is not a game.
func withoutGame(ctx context.Context, a *base.App, s Subject, words engine.Words, noGame error) (Subject, error) {
	head := words.Game
	if base.IsFile(head) {
		return ofFile(ctx, a, s, head, "", words.Choices)
	}

	figure, unknown := published.FigureOf(head)
	switch {
	case Named(head) || head == engine.Optimal || head == bestKnownName:
		return s, fmt.Errorf("%s is a strategy; write it after its game and quote both: 'mm4x6 %s'", head, head)
	case unknown != nil && strings.Contains(head, "/"):
		return s, unknown
	case unknown != nil:
		for _, name := range publishedNames() {
			if strings.HasPrefix(name, head+"/") {
				return s, fmt.Errorf("%s is a source; name a figure of it, such as %s", head, name)
			}
		}
		return s, noGame
	case len(words.Choices) > 0:
		return s, noChoices(head, words.Choices)
	}

	var err error
	if s.Game, err = game.Parse(figure.Game); err != nil || figure.Tree == "" {
		s.Figure = &figure
		return s, err
	}
	for _, t := range published.Trees() {
		if t.ID == head {
			s.Tree, _, err = tree.ReadNotation(ctx, s.Game, []byte(t.Text))
		}
	}
	return s, err
}

// noChoices refuses choices for a subject that has none.
func noChoices(what string, choices []engine.Choice) error {
	words := lists.Map(choices, engine.Choice.String)
	return fmt.Errorf("%s leaves nothing to choose: drop %s", what, strings.Join(words, " "))
}

// ofFile reads the tree of a file, which stands for a strategy and has no choices.
func ofFile(ctx context.Context, a *base.App, s Subject, path, gameName string, choices []engine.Choice) (Subject, error) {
	if len(choices) > 0 {
		return s, noChoices("a tree from a file", choices)
	}
	c, err := ReadTree(ctx, a, path, gameName)
	if err != nil {
		return s, err
	}
	for _, m := range c.Misprints {
		a.Say("Misprint: %s", m)
	}
	s.Spec = path
	s.Tree = c.Tree
	s.Game = c.Tree.Game
	return s, nil
}

// Named reports whether a word names a strategy.
func Named(word string) bool {
	_, ok := strategy.ByName(word)
	return ok
}

// publishedNames lists the figures that subjects may be.
func publishedNames() []string {
	names := published.IDs(published.Averages())
	for _, t := range published.Trees() {
		names = append(names, t.ID)
	}
	return names
}

// subjectNames completes subjects: a game or a published figure, and behind it a strategy. A subject
// may also be a file.
func subjectNames(_ *cobra.Command, before []string, _ string) ([]string, cobra.ShellCompDirective) {
	names := append(game.WellKnown(), publishedNames()...)
	if len(before) > 0 {
		names = append(names, strategy.Names()...)
	}
	return names, cobra.ShellCompDirectiveDefault
}
