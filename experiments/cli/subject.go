package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
)

// A subject is what can be measured, compared, drawn, exported or played. It is one
// of a strategy, a tree, a published figure, an optimum, and a program that plays.
type subject struct {
	spec   string // as it was written
	game   game.Game
	play   *engine.Experiment // a strategy; its tie-breaking may be random
	tree   *tree.Tree         // one from a file, or printed
	figure *published.Figure  // what a source prints
	best   *optimal.Problem   // an optimal tree, which is yet to be found
	player *playerFlags       // a program, which chooses the guesses
	first  string             // the player's first guess, if it is given
}

// byChance reports whether the subject has no one tree, since its tie-breaking is random.
func (s subject) byChance() bool { return s.play != nil && s.play.Strategy.ByChance() }

// The keys of subjects: of strategies, and of optima.
var (
	strategyKeys = []string{"criterion", "first", "pool", "ties", "order", "endgame"}
	problemKeys  = []string{"objective", "first", "max-depth", "pool"}
)

// optimum is what stands for a strategy where an optimal tree is meant.
const optimum = "optimal"

// A phrase is a subject as it is written: GAME [STRATEGY] [key=value …].
type phrase struct {
	words  []string // without those of the form key=value
	values map[string]string
}

// parsePhrase reads the fields of a subject.
func parsePhrase(fields []string) (p phrase, err error) {
	p.values = map[string]string{}
	for _, field := range fields {
		key, value, found := strings.Cut(field, "=")
		switch {
		case !found || key == "all-until": // a pool
			p.words = append(p.words, field)
			continue
		case value == "":
			return p, fmt.Errorf("%s is empty; leave it out for the default", key)
		case p.values[key] != "":
			return p, fmt.Errorf("%s is given twice", key)
		}
		p.values[key] = value
	}
	return p, nil
}

// allow refuses keys that mean nothing.
func (p phrase) allow(keys []string) error {
	for key := range p.values {
		if !slices.Contains(keys, key) {
			return &game.UnknownError{What: "key", Given: key, Allowed: keys}
		}
	}
	return nil
}

// number reads a whole number of at least 1; 0 if it is not given.
func (p phrase) number(key string) (int, error) {
	if p.values[key] == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(p.values[key])
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%s is %q; it must be a whole number of at least 1", key, p.values[key])
	}
	return n, nil
}

// subjectFlags gives a command the flags that stand for the parts of a subject.
func subjectFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.String("game", "", "game, such as mm4x6 or bc4x10; see codebreak games")
	flags.String("criterion", "", "criterion of the strategy, or its name (default: entropy)")
	flags.String("pool", "", "codes that may be guessed (default: "+string(strategy.DefaultPool)+")")
	flags.String("ties", "", "which of equally good guesses is made (default: "+strategy.DefaultTies+")")
	flags.String("order", "", "enumeration order of the codes (default: "+string(strategy.DefaultOrder)+")")
	flags.String("first", "", "first guess (default: the strategy's own choice)")
	flags.String("endgame", "", "with this many candidates or fewer, guess the first of them (default: 1)")
	for name, values := range map[string][]string{
		"game": game.WellKnown(), "criterion": strategy.Names(), "ties": tiesCompletions(),
		"pool": texts(strategy.Pools()), "order": {string(game.Lex), string(game.Swap), string(game.File)},
	} {
		complete(cmd, name, values)
	}
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

// fieldsOf returns the fields of the subject that a command was given by arguments
// and by flags with the names of keys; none if it was given nothing. game is the
// game if none is given.
func fieldsOf(cmd *cobra.Command, args, keys []string, game string) ([]string, error) {
	flags := cmd.Flags()
	fields := strings.Fields(strings.Join(args, " "))
	switch {
	case flags.Changed("game"):
		if flags.Lookup("game").Value.String() == "" {
			return nil, usagef("--game is empty; see codebreak games")
		}
		fields = append([]string{flags.Lookup("game").Value.String()}, fields...)
	case len(fields) == 0 && game != "":
		fields = []string{game}
	case len(fields) == 0:
		return nil, usagef("%s needs a game, such as mm4x6; see codebreak games and %s --help", cmd.Name(), cmd.CommandPath())
	}
	for _, key := range keys {
		if flags.Changed(key) {
			value := flags.Lookup(key).Value.String()
			if strings.ContainsAny(value, " \t\n") {
				return nil, usagef("--%s is %q; it must not contain blanks", key, value)
			}
			fields = append(fields, key+"="+value)
		}
	}
	return fields, nil
}

// oneSubject reads the subject of a command that takes one, of a game that is usual there
// if none is given. A player, if there is one, plays its game.
func (a *app) oneSubject(cmd *cobra.Command, args []string, usual string, player playerFlags) (subject, error) {
	fields, err := fieldsOf(cmd, args, strategyKeys, usual)
	if err != nil {
		return subject{}, err
	}
	s, err := a.parseSubject(cmd.Context(), fields)
	switch {
	case err != nil && cmd.Context().Err() != nil:
		return s, err
	case err != nil:
		return s, usageError{err}
	case player.given():
		return player.inPlace(s)
	}
	return s, nil
}

// colourRange is a game whose colours are a range.
var colourRange = regexp.MustCompile(`^([a-z]+[0-9]+x)([0-9]+)\.\.([0-9]+)([a-z-]*)$`)

// mostSubjects is how many subjects a command takes.
const mostSubjects = 200

// parseSubjects reads subjects, refuses what cannot be played, and reads the trees
// of files.
func (a *app) parseSubjects(ctx context.Context, specs []string) ([]subject, error) {
	var out []subject
	for _, spec := range specs {
		fields := strings.Fields(spec)
		if len(fields) == 0 {
			return nil, usagef("a subject is empty; write 'GAME STRATEGY', a published figure or a file with a tree")
		}
		games := []string{fields[0]}
		if m := colourRange.FindStringSubmatch(fields[0]); m != nil {
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
				if ctx.Err() != nil {
					return nil, err
				}
				return nil, usagef("%q: %w", spec, err)
			}
			out = append(out, s)
		}
	}
	return out, nil
}

// gameOf returns the name of the game that a phrase begins with.
func (a *app) gameOf(p phrase) (string, error) {
	if len(p.words) == 0 {
		return "", errors.New("the game is missing; begin with one, such as mm4x6")
	}
	return a.words.gameName(p.words[0])
}

// parseSubject reads a subject: a game with what plays it, a published figure, or a
// file with a tree that names its game.
func (a *app) parseSubject(ctx context.Context, fields []string) (s subject, err error) {
	p, err := parsePhrase(fields)
	if err != nil {
		return s, err
	}
	s.spec = strings.Join(fields, " ")
	name, err := a.gameOf(p)
	if err != nil {
		return s, err
	}
	if s.game, err = game.Parse(name); err != nil {
		return a.withoutGame(ctx, p, s, err)
	}
	if err := a.env().CheckGame(name); err != nil {
		return s, err
	}
	strategyName := ""
	for _, word := range p.words[1:] {
		switch {
		case isPool(word):
			if p.values["pool"] != "" {
				return s, errors.New("pool is given twice")
			}
			p.values["pool"] = word
		case strategyName != "":
			if _, named := strategy.ByName(word); named || word == optimum {
				return s, fmt.Errorf("the strategy is given twice: %s and %s", strategyName, word)
			}
			return s, fmt.Errorf("%q is not an option; write key=value with one of the keys %s", word, strings.Join(strategyKeys, ", "))
		default:
			strategyName = word
		}
	}
	switch {
	case strategyName == optimum:
		problem, err := p.problem(name, optimal.Total)
		if err == nil {
			err = a.env().CheckProblem(problem)
		}
		s.best = &problem
		return s, err
	case isFile(strategyName):
		return a.ofFile(ctx, p, s, strategyName, name)
	}
	c, err := p.configuration(name, strategyName)
	if err != nil {
		return s, err
	}
	x, err := c.Parse()
	s.play = &x
	return s, err
}

// isPool reports whether a word names a pool.
func isPool(word string) bool {
	_, err := strategy.Pool(word).Until()
	return err == nil
}

// withoutGame reads a subject that does not begin with a game: a file or a figure. noGame
// says why the word is not a game.
func (a *app) withoutGame(ctx context.Context, p phrase, s subject, noGame error) (subject, error) {
	head := p.words[0]
	_, named := strategy.ByName(head)
	switch id, err := published.FigureOf(head); {
	case isFile(head):
		return a.ofFile(ctx, p, s, head, "")
	case err == nil && id.Tree == "" && len(p.words) == 1:
		s.figure = &id
		s.game, err = game.Parse(id.Subject.Game)
		return s, errors.Join(err, p.allow(nil))
	case named || head == optimum:
		return s, fmt.Errorf("%s is a strategy; write it after its game and quote both: 'mm4x6 %s'", head, head)
	case len(p.words) > 1:
		return s, noGame
	}
	return printedTree(ctx, s, head, noGame)
}

// ofFile reads the tree of a file, which stands for a strategy.
func (a *app) ofFile(ctx context.Context, p phrase, s subject, path, gameName string) (subject, error) {
	if err := p.allow(nil); err != nil {
		return s, fmt.Errorf("a tree from a file has no choices: %w", err)
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

// isFile reports whether a word names a file, or was meant to.
func isFile(word string) bool {
	info, err := os.Stat(word)
	ext := filepath.Ext(word)
	return err == nil && !info.IsDir() || ext == ".json" || ext == ".txt"
}

// configuration reads the choices of a strategy, which may be called by a name, or by
// the id of a published figure.
func (p phrase) configuration(gameName, name string) (c engine.Configuration, err error) {
	if err := p.allow(strategyKeys); err != nil {
		return c, err
	}
	if p.values["criterion"] != "" {
		if name != "" {
			return c, fmt.Errorf("the criterion is given twice: %s and %s", name, p.values["criterion"])
		}
		name = p.values["criterion"]
	}
	if name == "" {
		name = string(strategy.Entropy)
	}
	s, ok := strategy.ByName(name)
	if f, err := published.FigureOf(name); !ok && err == nil && f.Subject.Criterion != "" {
		s, ok = f.Subject.Strategy, true
		if f.Subject.Game == gameName {
			c.First = f.Subject.First
		}
	}
	if !ok {
		return c, unknownWord("strategy", name, gameName, append(strategy.Names(), optimum))
	}
	c.Game, c.Strategy = gameName, s
	if c.Endgame, err = p.number("endgame"); err != nil {
		return c, err
	}
	if c.Endgame == 0 {
		c.Endgame = s.Endgame
	}
	for key, field := range map[string]*string{"pool": (*string)(&c.Pool), "ties": &c.Ties, "order": (*string)(&c.Order), "first": &c.First} {
		if p.values[key] != "" {
			*field = p.values[key]
		}
	}
	return c, nil
}

// unknownWord is the error on a word behind a game that means nothing there.
func unknownWord(what, word, gameName string, allowed []string) error {
	if _, err := game.Parse(word); err == nil {
		return fmt.Errorf("the game is given twice: %s and %s", gameName, word)
	}
	return unknown(what, word, allowed)
}

// problem reads what an optimal tree is to be.
func (p phrase) problem(gameName string, objective optimal.Objective) (optimal.Problem, error) {
	if err := p.allow(problemKeys); err != nil {
		return optimal.Problem{}, err
	}
	depth, err := p.number("max-depth")
	if err != nil {
		return optimal.Problem{}, err
	}
	spec := optimal.ProblemSpec{Game: gameName, Objective: objective, First: p.values["first"], MaxDepth: depth, Pool: strategy.All}
	if p.values["objective"] != "" {
		spec.Objective = optimal.Objective(p.values["objective"])
	}
	if p.values["pool"] != "" {
		spec.Pool = strategy.Pool(p.values["pool"])
	}
	return spec.Parse()
}

// printedTree finds a tree that a source printed. noGame says why the name is not that of
// a game.
func printedTree(ctx context.Context, s subject, id string, noGame error) (subject, error) {
	for _, p := range published.Trees() {
		if p.ID != id {
			continue
		}
		g, err := game.Parse(p.Game)
		if err != nil {
			return s, err
		}
		s.game = g
		s.tree, _, err = tree.ReadNotation(ctx, g, []byte(p.Text))
		return s, err
	}
	names := publishedNames()
	for _, name := range names {
		if source, _, _ := strings.Cut(name, "/"); source == id {
			return s, fmt.Errorf("%s is a source; name a figure of it, such as %s", id, name)
		}
	}
	if strings.Contains(id, "/") {
		return s, &game.UnknownError{What: "published figure", Given: id, Allowed: names}
	}
	return s, noGame
}

// publishedNames lists the figures that subjects may be.
func publishedNames() []string {
	names := published.IDs(published.Averages())
	for _, t := range published.Trees() {
		names = append(names, t.ID)
	}
	return names
}

// subjectNames completes subjects.
func subjectNames(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return publishedNames(), cobra.ShellCompDirectiveDefault
}

// cost estimates how many seconds a strategy takes with one worker.
func cost(x engine.Experiment) float64 {
	return notebook.NewPlay(engine.Configuration(x.Key())).Cost()
}
