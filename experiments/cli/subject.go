package cli

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/short"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
)

// A subject is what can be measured, compared, drawn, exported or played. It is one
// of a strategy, a tree, a published figure, an optimum, and a program that plays.
type subject struct {
	spec   string         // as it was written
	asked  engine.Subject // as it was read, if it begins with a game
	game   game.Game
	play   *engine.Experiment // a strategy; its tie-breaking may be random
	tree   *tree.Tree         // one from a file, or printed
	figure *published.Figure  // what a source prints
	best   *optimal.Problem   // an optimal tree, which is yet to be found
	player *playerFlags       // a program, which chooses the guesses but, if play says it, the first
}

// byChance reports whether the subject has no one tree, since its tie-breaking is random.
func (s subject) byChance() bool { return s.play != nil && s.play.Strategy.ByChance() }

// ofGame reports whether the subject is a game, and nothing is chosen to play it.
func (s subject) ofGame() bool {
	return s.play != nil && s.player == nil && s.asked == engine.Subject{Configuration: engine.Configuration{Game: s.asked.Game}}
}

// until says what guesses are counted until: the secret is "solved" or "identified".
func (s subject) until() string {
	return either(s.figure != nil && s.figure.Known, "identified", "solved")
}

// subjectFlags gives a command the flags that stand for the parts of a subject.
func subjectFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.String("game", "", "game, such as mm4x6 or bc4x10; see codebreak games")
	flags.String("criterion", "", "criterion of the strategy, or its name (default: entropy)")
	flags.String("pool", "", "codes that may be guessed (default: "+string(strategy.DefaultPool)+")")
	flags.String("ties", "", "how to choose among equally good guesses (default: "+strategy.DefaultTies+")")
	flags.String("order", "", "enumeration order of the codes (default: "+string(strategy.DefaultOrder)+")")
	flags.String("first", "", "first guess (default: the strategy's own choice)")
	flags.String("endgame", "", "with this many candidates or fewer, guess the first of them (default: 1)")
	for name, values := range map[string][]string{
		"game": game.WellKnown(), "criterion": strategy.Names(), "ties": tiesCompletions(),
		"pool": short.Texts(strategy.Pools()), "order": {string(game.Lex), string(game.Swap), string(game.File)},
	} {
		complete(cmd, name, values)
	}
}

// tiesCompletions lists the common chains, and one of each link.
func tiesCompletions() []string {
	chains := []string{"consistent,first", "consistent,last", "consistent,random", "first", "last", "random", "random="}
	others := filter(strategy.Links(), func(link strategy.Link) bool { return link != strategy.ConsistentLink })
	return append(chains, notebook.Map(others, func(link strategy.Link) string { return fmt.Sprintf("consistent,%s,first", link) })...)
}

// fieldsOf returns the fields of the subject that a command was given by arguments and
// flags. usual is the game if it was given none; empty if it must be given one.
func fieldsOf(cmd *cobra.Command, args []string, usual string) ([]string, error) {
	flags := cmd.Flags()
	fields := wordsOf(strings.Join(args, " "))
	gameName := flags.Lookup("game").Value.String()
	switch {
	case given(cmd, "game") && gameName == "":
		return nil, usagef("--game is empty; see %s", typed("games"))
	case gameName != "":
		fields = slices.Concat(wordsOf(gameName), fields)
	case len(fields) == 0 && usual != "":
		fields = []string{usual}
	case len(fields) == 0:
		return nil, usagef("%s needs a game, such as mm4x6; see %s and %s", cmd.Name(), typed("games"), helpOf(cmd))
	}
	for _, key := range []string{"criterion", "objective", "pool", "ties", "order", "endgame", "first", "max-depth", "against"} {
		if !given(cmd, key) {
			continue
		}
		value := flags.Lookup(key).Value.String()
		if err := cmp.Or(notEmpty(cmd, key), refuse(strings.ContainsAny(value, " \t\n"), "--%s is %q; it must not contain blanks", key, value)); err != nil {
			return nil, err
		}
		fields = append(fields, either(key == "criterion" || key == "against", value, key+"="+value))
	}
	return fields, nil
}

// oneSubject reads the subject of a command that takes one, of a game that is usual there
// if none is given. A player, if there is one, plays its game.
func (a *app) oneSubject(cmd *cobra.Command, args []string, usual string, player playerFlags) (subject, error) {
	fields, err := fieldsOf(cmd, args, usual)
	if err != nil {
		return subject{}, err
	}
	s, err := a.parseSubject(cmd.Context(), fields)
	switch {
	case err != nil:
		return s, usageError{err}
	case player.given():
		return player.inPlace(s)
	}
	return s, nil
}

// colourRange is a game whose colours are a range.
var colourRange = short.Pattern(`^([a-z]+[0-9]+x)([0-9]+)\.\.([0-9]+)([a-z-]*)$`)

// mostSubjects is how many subjects a command takes.
const mostSubjects = 200

// parseSubjects reads subjects, refuses what cannot be played, and reads the trees
// of files.
func (a *app) parseSubjects(ctx context.Context, specs []string) (out []subject, err error) {
	for _, spec := range specs {
		fields := wordsOf(spec)
		if len(fields) == 0 {
			return nil, usagef("a subject is empty; write 'GAME STRATEGY', a published figure or a file with a tree")
		}
		games := []string{fields[0]}
		if m := colourRange().FindStringSubmatch(fields[0]); m != nil {
			from, _ := strconv.Atoi(m[2])
			to, _ := strconv.Atoi(m[3])
			if from > to || to-from >= mostSubjects {
				return nil, usagef("%q: invalid range %d..%d: the first number must not exceed the second, nor be %d below it", spec, from, to, mostSubjects)
			}
			games = nil
			for colours := from; colours <= to; colours++ {
				games = append(games, fmt.Sprintf("%s%d%s", m[1], colours, m[4]))
			}
		}
		for _, g := range games {
			s, err := a.parseSubject(ctx, append([]string{g}, fields[1:]...))
			if err != nil {
				return nil, usagef("%q: %w", spec, err)
			}
			out = append(out, s)
		}
	}
	return out, nil
}

// parseSubject reads a subject: a game with what plays it, a published figure, or a
// file with a tree that names its game.
func (a *app) parseSubject(ctx context.Context, fields []string) (s subject, err error) {
	s.spec = strings.Join(fields, " ")
	name, err := a.words.gameName(fields[0])
	if err != nil {
		return s, err
	}
	if s.game, err = game.Parse(name); err != nil {
		return a.withoutGame(ctx, s, fields, err)
	}
	if err := ask.CheckMemory(a.env(), s.game); err != nil {
		return s, err
	}
	words := append([]string{name}, fields[1:]...)
	var of engine.Subject // the figure that names the strategy
	for i, word := range words[1:] {
		if isFile(word) {
			return a.ofFile(ctx, s, word, name, slices.Delete(words[1:], i, i+1))
		}
		if !strings.Contains(word, "/") {
			continue // no figure: their tables are not read
		}
		if f, _ := published.FigureOf(word); f.Subject.Criterion != "" {
			of, words[i+1] = f.Subject, string(f.Subject.Criterion)
		}
	}
	if s.asked, err = engine.ParseSubject(strings.Join(words, " ")); err != nil {
		return s, err
	}
	if s.asked.Objective != "" {
		problem, err := s.asked.Problem().Parse()
		if err == nil {
			err = ask.CheckSearch(a.env(), problem.Game)
		}
		s.best = &problem
		return s, err
	}
	c := s.asked.Configuration
	c.Criterion = cmp.Or(c.Criterion, strategy.Entropy)
	c.Pool, c.Ties = cmp.Or(c.Pool, of.Pool), cmp.Or(c.Ties, of.Ties)
	c.Order, c.Endgame = cmp.Or(c.Order, of.Order), cmp.Or(c.Endgame, of.Endgame)
	if of.Game == name {
		c.First = cmp.Or(c.First, of.First)
	}
	x, err := c.Parse()
	s.play = &x
	return s, err
}

// withoutGame reads a subject that does not begin with a game: a file, a figure or a tree
// that a source printed. noGame says why the word is not a game.
func (a *app) withoutGame(ctx context.Context, s subject, fields []string, noGame error) (subject, error) {
	head, choices := fields[0], fields[1:]
	if isFile(head) {
		return a.ofFile(ctx, s, head, "", choices)
	}
	figure, unknown := published.FigureOf(head)
	switch {
	case named(head) || head == engine.Optimal:
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
	case len(choices) > 0:
		return s, noChoices(head, choices)
	}
	var err error
	if s.game, err = game.Parse(figure.Subject.Game); err != nil || figure.Tree == "" {
		s.figure = &figure
		return s, err
	}
	i := slices.IndexFunc(published.Trees(), func(t published.Tree) bool { return t.ID == head })
	s.tree, _, err = tree.ReadNotation(ctx, s.game, []byte(published.Trees()[i].Text))
	return s, err
}

// noChoices refuses choices of what leaves none.
func noChoices(what string, choices []string) error {
	return fmt.Errorf("%s leaves nothing to choose: drop %s", what, strings.Join(choices, " "))
}

// ofFile reads the tree of a file, which stands for a strategy and has no choices.
func (a *app) ofFile(ctx context.Context, s subject, path, gameName string, choices []string) (subject, error) {
	if len(choices) > 0 {
		return s, noChoices("a tree from a file", choices)
	}
	c, err := a.readTree(ctx, path, gameName)
	if err != nil {
		return s, err
	}
	for _, m := range c.Misprints {
		a.say("Misprint: %s", m)
	}
	s.spec, s.tree, s.game = path, c.tree, c.tree.Game
	return s, nil
}

// named reports whether a word names a strategy.
func named(word string) bool {
	_, ok := strategy.ByName(word)
	return ok
}

// isFile reports whether a word names a file, or was meant to.
func isFile(word string) bool {
	info, err := os.Stat(word)
	ext := filepath.Ext(word)
	return err == nil && !info.IsDir() || ext == ".json" || ext == ".txt"
}

// publishedNames lists the figures that subjects may be.
func publishedNames() []string {
	trees := notebook.Map(published.Trees(), func(t published.Tree) string { return t.ID })
	return append(published.IDs(published.Averages()), trees...)
}

// subjectNames completes subjects.
func subjectNames(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return publishedNames(), cobra.ShellCompDirectiveDefault
}
