package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
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
	// Objective says what is to be least, for an optimal strategy; else it is empty.
	Objective optimal.Objective
	MaxDepth  int // guesses that an optimal strategy may take at most; 0 for any number
}

// Optimal is the strategy in words that stands for the best of all.
const Optimal = "optimal"

// A subjectKey is a choice that subjects write as key=value.
type subjectKey struct {
	name                string
	ofOptimal, ofOthers bool // whether optimal strategies have it, and others
	get                 func(Subject) string
	set                 func(*Subject, string) error
}

// number reads a whole number of at least 1.
func number(to func(*Subject) *int) func(*Subject, string) error {
	return func(s *Subject, value string) (err error) {
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 {
			return fmt.Errorf("%q is no whole number of at least 1", value)
		}
		*to(s) = n
		return nil
	}
}

// word takes a value as it is.
func word[T ~string](to func(*Subject) *T) func(*Subject, string) error {
	return func(s *Subject, value string) error {
		*to(s) = T(value)
		return nil
	}
}

func digits(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// subjectKeys lists the keys in the order in which they are written.
var subjectKeys = []subjectKey{
	{"objective", true, false, func(s Subject) string { return string(s.Objective) }, word(func(s *Subject) *optimal.Objective { return &s.Objective })},
	{"pool", true, true, func(s Subject) string { return string(s.Pool) }, word(func(s *Subject) *strategy.Pool { return &s.Pool })},
	{"ties", false, true, func(s Subject) string { return s.Ties }, word(func(s *Subject) *string { return &s.Ties })},
	{"order", false, true, func(s Subject) string { return string(s.Order) }, word(func(s *Subject) *game.Order { return &s.Order })},
	{"endgame", false, true, func(s Subject) string { return digits(s.Endgame) }, number(func(s *Subject) *int { return &s.Endgame })},
	{"first", true, true, func(s Subject) string { return s.First }, word(func(s *Subject) *string { return &s.First })},
	{"max-depth", true, false, func(s Subject) string { return digits(s.MaxDepth) }, number(func(s *Subject) *int { return &s.MaxDepth })},
}

// An UnknownError says that a name is not known, and which names are allowed.
type UnknownError struct {
	What    string // such as "key" or "strategy"
	Given   string
	Allowed []string
}

func (e *UnknownError) Error() string {
	return fmt.Sprintf("unknown %s %q; allowed: %s", e.What, e.Given, strings.Join(e.Allowed, ", "))
}

// ParseSubject reads a subject. It knows the words for strategies and keys; what
// the game and the values mean is checked by [Configuration.Parse], or by that of
// [Subject.Problem].
func ParseSubject(text string) (Subject, error) {
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return Subject{}, fmt.Errorf("the subject is empty; write GAME [STRATEGY] [key=value …], such as mm4x6 minimax first=1122")
	}
	s := Subject{Configuration: Configuration{Game: fields[0]}}
	fields = fields[1:]
	if len(fields) > 0 && !strings.Contains(fields[0], "=") {
		if err := s.setStrategy(fields[0]); err != nil {
			return Subject{}, err
		}
		fields = fields[1:]
	}
	given := map[string]bool{}
	for _, field := range fields {
		key, value, found := strings.Cut(field, "=")
		switch {
		case !found:
			return Subject{}, fmt.Errorf("%q is no key=value", field)
		case given[key]:
			return Subject{}, fmt.Errorf("%s is given twice", key)
		case value == "":
			return Subject{}, fmt.Errorf("%s is empty; leave it out for the default", key)
		}
		given[key] = true
		if err := s.setKey(key, value); err != nil {
			return Subject{}, err
		}
	}
	return s, nil
}

func (s *Subject) setStrategy(name string) error {
	if name == Optimal {
		s.Objective = optimal.Total
		return nil
	}
	s.Criterion = strategy.Strategy{Criterion: strategy.Criterion(name)}.WithDefaults().Criterion
	allowed := []string{Optimal}
	for _, c := range strategy.AllCriteria() {
		allowed = append(allowed, string(c.Criterion))
	}
	if !slices.Contains(allowed, string(s.Criterion)) {
		return &UnknownError{"strategy", name, allowed}
	}
	return nil
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
				return fmt.Errorf("%s: %w", key, err)
			}
			return nil
		}
	}
	return &UnknownError{"key", key, allowed}
}

// String writes the subject so that [ParseSubject] reads it back. What is the
// default is left out.
func (s Subject) String() string {
	words := []string{s.Game}
	defaults := Subject{Configuration: Configuration{Strategy: strategy.Strategy{}.WithDefaults()}, Objective: optimal.Total}
	switch {
	case s.Objective != "":
		words = append(words, Optimal)
	case s.Criterion != "":
		words = append(words, string(s.Criterion))
	}
	for _, k := range subjectKeys {
		if value := k.get(s); value != "" && value != k.get(defaults) {
			words = append(words, k.name+"="+value)
		}
	}
	return strings.Join(words, " ")
}

// Problem is the search for an optimal strategy.
func (s Subject) Problem() optimal.ProblemSpec {
	return optimal.ProblemSpec{Game: s.Game, Objective: s.Objective, First: s.First, MaxDepth: s.MaxDepth, Pool: cmp.Or(s.Pool, strategy.DefaultPool)}
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
		Configuration: Configuration{Game: p.Game, Strategy: strategy.Strategy{Pool: p.Pool}, First: p.First},
		Objective:     p.Objective, MaxDepth: p.MaxDepth,
	}
}
