package engine

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/engine/wording"
)

// A Subject is what can be played or solved, as the command line and tables of
// published figures write it:
//
//	GAME [STRATEGY] [key=value …]
//
// such as "mm4x6 minimax first=1122" or "bc4x10 optimal objective=worst,count". A
// strategy is a criterion, or "optimal" for the best of all strategies. Subjects are
// comparable; [Subject.Canonical] makes those equal that mean the same.
type Subject struct {
	Configuration // the criterion is empty if no strategy is named
	// Objective says what an optimal strategy minimises; else it is empty.
	Objective optimal.Objective
	MaxDepth  int // guesses that an optimal strategy may take at most; 0 for any number
}

// Optimal is the strategy in words that stands for the best of all.
const Optimal = "optimal"

// A subjectKey is a choice that subjects write as key=value.
type subjectKey struct {
	name                string
	ofOptimal, ofOthers bool // whether optimal strategies have it, and others
	value
}

// A value reads and writes a field of a subject.
type value struct {
	get func(Subject) string // empty for the default
	set func(*Subject, string) error
}

// subjectKeys lists the keys in the order in which they are written.
var subjectKeys = []subjectKey{
	{name: "objective", ofOptimal: true, value: textIn(func(s *Subject) *optimal.Objective { return &s.Objective })},
	{name: "pool", ofOptimal: true, ofOthers: true, value: textIn(func(s *Subject) *strategy.Pool { return &s.Pool })},
	{name: "ties", ofOthers: true, value: textIn(func(s *Subject) *string { return &s.Ties })},
	{name: "order", ofOthers: true, value: textIn(func(s *Subject) *game.Order { return &s.Order })},
	{name: "endgame", ofOthers: true, value: numberIn(func(s *Subject) *int { return &s.Endgame })},
	{name: "first", ofOptimal: true, ofOthers: true, value: textIn(func(s *Subject) *string { return &s.First })},
	{name: "max-depth", ofOptimal: true, value: numberIn(func(s *Subject) *int { return &s.MaxDepth })},
}

// textIn is a field with a text.
func textIn[T ~string](field func(*Subject) *T) value {
	return value{
		get: func(s Subject) string { return string(*field(&s)) },
		set: func(s *Subject, text string) error {
			*field(s) = T(text)
			return nil
		},
	}
}

// numberIn is a field with a number of at least 1, or 0 for the default.
func numberIn(field func(*Subject) *int) value {
	return value{
		get: func(s Subject) string {
			if n := *field(&s); n != 0 {
				return strconv.Itoa(n)
			}
			return ""
		},
		set: func(s *Subject, text string) error {
			n, err := strconv.Atoi(text)
			if err != nil || n < 1 {
				return errors.New("it must be a whole number of at least 1")
			}
			*field(s) = n
			return nil
		},
	}
}

// ParseSubject reads a subject. Strategies may go by the names of [strategy.ByName];
// behind the game, the name of a pool or of an objective is enough without its key. What
// the game and the values mean is checked by [Configuration.Parse], or by that of
// [Subject.Problem].
func ParseSubject(text string) (Subject, error) {
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return Subject{}, fmt.Errorf("the subject is empty; write GAME [STRATEGY] [key=value …], such as mm4x6 minimax first=1122")
	}
	return NewWords(fields...).Subject()
}

// Words are a subject as people give it, before its choices are checked.
type Words struct {
	Game    string
	Choices []Choice
}

// NewWords reads the words of a subject; the first is the game.
func NewWords(words ...string) Words {
	w := Words{Game: words[0]}
	for _, word := range words[1:] {
		w.Choices = append(w.Choices, ChoiceOf(word))
	}
	return w
}

// Fields writes the words again, as they were given.
func (w Words) Fields() []string {
	fields := []string{w.Game}
	for _, c := range w.Choices {
		fields = append(fields, c.String())
	}
	return fields
}

func (w Words) String() string { return strings.Join(w.Fields(), " ") }

// Take removes the first choice with a key, and returns its value.
func (w *Words) Take(key string) (value string, ok bool) {
	i := slices.IndexFunc(w.Choices, func(c Choice) bool { return c.Key == key })
	if i < 0 {
		return "", false
	}
	value = w.Choices[i].Value
	w.Choices = slices.Concat(w.Choices[:i], w.Choices[i+1:])
	return value, true
}

// A Choice is a word of a subject behind its game. A strategy has no key.
type Choice struct {
	Key, Value string
	short      string // the word of a pool or an objective that stands without its key
}

// ChoiceOf reads the word of a choice.
func ChoiceOf(word string) Choice {
	_, err := strategy.Pool(word).Until()
	switch key, value, found := strings.Cut(word, "="); {
	case err == nil || slices.Contains(optimal.Pools(), strategy.Pool(word)):
		return Choice{Key: "pool", Value: word, short: word}
	case slices.Contains(optimal.Objectives(), optimal.Objective(word)), optimal.Objective(word).Priced():
		return Choice{Key: "objective", Value: word, short: word}
	case found:
		return Choice{Key: key, Value: value}
	}
	return Choice{Value: word}
}

func (c Choice) String() string {
	if c.Key == "" {
		return c.Value
	}
	return cmp.Or(c.short, c.Key+"="+c.Value)
}

// Subject reads the choices.
func (w Words) Subject() (Subject, error) {
	s := Subject{Configuration: Configuration{Game: w.Game}}
	given := map[string]string{}
	var keys []string
	for _, c := range w.Choices {
		switch before, twice := given[c.Key]; {
		case twice && c.Key == "":
			return Subject{}, s.unknownWord(before, c.Value)
		case twice:
			return Subject{}, fmt.Errorf("%s is given twice: %s and %s", c.Key, before, c.Value)
		case c.Key == "" && c.Value == "":
			return Subject{}, errors.New(`"=" stands alone; write KEY=VALUE, such as first=1122`)
		case c.Value == "":
			return Subject{}, fmt.Errorf("%s is empty; leave it out for the default", c.Key)
		case c.Key != "":
			keys = append(keys, c.Key)
		}
		given[c.Key] = c.Value
	}

	if given[""] == "" && given["objective"] != "" {
		given[""] = Optimal
	}

	switch named, ok := strategy.ByName(given[""]); {
	case ok:
		s.Strategy = named
	case given[""] == Optimal:
		s.Objective = optimal.Total
	case given[""] != "":
		return Subject{}, s.unknownWord("", given[""])
	}

	for _, key := range keys {
		if err := s.setKey(key, given[key]); err != nil {
			return Subject{}, err
		}
	}
	return s, nil
}

// unknownWord is the error on a word that stands beside the strategy, or in its place.
func (s Subject) unknownWord(name, word string) error {
	_, named := strategy.ByName(word)
	_, err := game.Parse(word)
	switch {
	case err == nil:
		return fmt.Errorf("the game is given twice: %s and %s; give one", s.Game, word)
	case name == "":
		return wording.Unknown("strategy", word, append(strategy.Names(), Optimal))
	case named || word == Optimal:
		return fmt.Errorf("the strategy is given twice: %s and %s; give one", name, word)
	case name == Optimal:
		return optimal.UnknownObjective(word)
	}
	return fmt.Errorf("%q is not an option; write key=value", word)
}

func (s *Subject) setKey(key, value string) error {
	var allowed []string
	for _, k := range subjectKeys {
		if s.Objective != "" && !k.ofOptimal || s.Objective == "" && !k.ofOthers {
			continue
		}
		allowed = append(allowed, k.name)
		if k.name == key {
			if err := k.set(s, value); err != nil {
				return fmt.Errorf("%s is %q; %w", key, value, err)
			}
			return nil
		}
	}
	if key != "objective" {
		return wording.Unknown("key", key, allowed)
	}
	if guesses, ok := strings.CutPrefix(value, "within="); ok {
		return fmt.Errorf("%s is an objective of optimal; limit=%s counts what %s solves within as many guesses", value, guesses, s.Criterion)
	}
	return fmt.Errorf("%s is an objective of optimal, and %s has none; leave one of them out", value, s.Criterion)
}

// String writes the subject so that [ParseSubject] reads it back. What is the
// default is left out.
func (s Subject) String() string {
	words := []string{s.Game}
	defaults := Subject{
		Configuration: Configuration{Strategy: strategy.Strategy{}.WithDefaults()},
		Objective:     optimal.Total,
	}

	switch {
	case s.Objective != "":
		words = append(words, Optimal)
	case s.Criterion != "":
		words = append(words, string(s.Criterion))
	}

	for _, k := range subjectKeys {
		value := k.get(s)
		if value != "" && value != k.get(defaults) {
			words = append(words, k.name+"="+value)
		}
	}
	return strings.Join(words, " ")
}

// Problem is the search for an optimal strategy.
func (s Subject) Problem() optimal.ProblemSpec {
	return optimal.ProblemSpec{
		Game:      s.Game,
		Objective: s.Objective,
		First:     s.First,
		MaxDepth:  s.MaxDepth,
		Pool:      cmp.Or(s.Pool, strategy.DefaultPool),
	}
}

// Canonical returns the subject with its defaults filled in, and everything
// written in one way. The error says what is wrong with the game or a value; then
// only the defaults are filled in.
func (s Subject) Canonical() (Subject, error) {
	if s.Objective != "" {
		spec := s.Problem()
		p, err := spec.Parse()
		if err == nil {
			spec = p.Spec()
		}
		return SubjectOf(spec), err
	}

	k, err := s.Key()
	if err == nil {
		s.Configuration = Configuration(k)
	}
	s.Strategy = s.Strategy.WithDefaults()
	return s, err
}

// SubjectOf is a problem as a subject.
func SubjectOf(p optimal.ProblemSpec) Subject {
	return Subject{
		Configuration: Configuration{
			Game:     p.Game,
			Strategy: strategy.Strategy{Pool: p.Pool},
			First:    p.First,
		},
		Objective: p.Objective,
		MaxDepth:  p.MaxDepth,
	}
}
