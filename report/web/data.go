package web

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"codebreak/engine/game"
	"codebreak/engine/game/pegs"
	"codebreak/engine/game/words"
	"codebreak/engine/tree"
	"codebreak/report"
	"codebreak/report/chart"
)

// pageData is what the page's script works with.
type pageData struct {
	Games []gameData `json:"games"`
	// The colours of criteria, and of other series in the order of use.
	Criteria map[string]string `json:"criteria"`
	Others   []string          `json:"others"`
}

// A gameData is a game as the script knows it: its secrets, how they answer
// guesses, and the strategies that were played.
type gameData struct {
	Name      string       `json:"name"`
	Describe  string       `json:"describe"`
	Rule      rule         `json:"rule,omitempty"`
	Width     int          `json:"width,omitempty"`     // characters of a code
	Secrets   string       `json:"secrets,omitempty"`   // all secrets, one after the other; empty if there are no trees to walk through
	Feedbacks []string     `json:"feedbacks,omitempty"` // by their index; empty if there are no trees, and for [answerColours]
	Digits    int          `json:"digits,omitempty"`    // of an answer in a tree; 0 is one
	Final     int          `json:"final,omitempty"`     // index of the feedback that ends the game
	Played    []playedData `json:"played"`
	// With [answerByTable], Guesses are those of the trees, one after the other,
	// and Answers[i] has a digit for the answer of each secret to the i-th.
	Guesses string   `json:"guesses,omitempty"`
	Answers []string `json:"answers,omitempty"`
	// Unanswered says that there are trees which cannot be walked through.
	Unanswered bool `json:"unanswered,omitempty"`
}

// A playedData is a strategy with its histogram, or its tree, or both.
type playedData struct {
	Name      string `json:"name"`
	Printed   bool   `json:"printed,omitempty"`   // as a tree
	Published bool   `json:"published,omitempty"` // its mean or histogram
	Histogram []int  `json:"histogram,omitempty"`
	Tree      string `json:"tree,omitempty"`
}

// A rule is how the script answers a guess of a game.
type rule string

const (
	answerPegs    rule = "pegs"   // with black and white pegs
	answerBlack   rule = "black"  // with black pegs only
	answerPairs   rule = "pairs"  // as [pegs.TwoD] does
	answerColours rule = "wordle" // as Wordle does
	answerByTable rule = "table"  // from the answers that the page holds
	answerNothing rule = ""       // it cannot
)

// ruleOf returns the rule of a game that the script knows, which only the
// built-in games are known to keep. A game that embeds one of them is another
// game, whose answers may be others.
func ruleOf(g game.Game) rule {
	switch g := g.(type) {
	case pegs.Game:
		if g.BlackOnly {
			return answerBlack
		}
		return answerPegs
	case pegs.TwoD:
		return answerPairs
	case *words.Game:
		if g.Rule() == words.Wordle {
			return answerColours
		}
	}
	return answerNothing
}

// digits are the characters that stand for feedback in a packed tree, by its
// index.
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// largestTable is the number of answers, each a byte of the page, up to which
// those of a game are put into it.
const largestTable = 500_000

// A gameBuilder collects what the page holds of a game.
type gameBuilder struct {
	game    game.Game
	data    gameData
	guesses map[game.Code]string // of the trees
}

func newPageData(rows []row, pages []*report.Page, parse func(string) (game.Game, error)) (pageData, error) {
	builders := map[string]*gameBuilder{}
	find := func(name string) (b *gameBuilder, err error) {
		if b, ok := builders[name]; ok {
			return b, nil
		}
		b = &gameBuilder{guesses: map[game.Code]string{}, data: gameData{Name: name, Describe: report.GameInWords(name)}}
		// Of games from lists the page has no codes, whether the lists are here or not.
		if _, listed := words.Describe(name); !listed {
			b.game, err = parse(name)
		}
		builders[name] = b
		return b, err
	}
	for _, r := range rows {
		b, err := find(r.Game)
		if err != nil {
			return pageData{}, fmt.Errorf("page %s: %w", r.Entry, err)
		}
		b.data.Played = append(b.data.Played, playedData{Name: played(r.Strategy, r.First), Histogram: r.Histogram, Published: r.Verdict != ""})
	}
	for _, p := range pages {
		for _, view := range p.Trees {
			if view.Tree == "" {
				continue // too large to be kept
			}
			b, err := find(view.Game)
			if err == nil && b.game == nil {
				err = errors.New("trees of games from lists are not kept: they would give the lists away")
			}
			if err == nil {
				err = b.add(view)
			}
			if err != nil {
				return pageData{}, fmt.Errorf("page %s, tree %s: %w", p.Name, view.Name, err)
			}
		}
	}
	criteria, others := chart.Palette()
	data := pageData{Criteria: criteria, Others: others}
	for _, name := range slices.Sorted(maps.Keys(builders)) {
		if err := builders[name].finish(); err != nil {
			return pageData{}, err
		}
		data.Games = append(data.Games, builders[name].data)
	}
	return data, nil
}

func played(strategy, first string) string { return strategy + " from " + first }

// add adds a tree, to the strategy of that name if it is there.
func (b *gameBuilder) add(view report.TreeView) error {
	guesses, err := tree.PackedGuesses(b.game, view.Tree)
	if err != nil {
		return err
	}
	name := view.Name
	if !view.Quoted {
		// What is printed may be a part; what was played finds every secret.
		if _, err := tree.ReadPacked(context.Background(), b.game, view.Tree); err != nil {
			return err
		}
		name = played(view.Name, b.game.FormatCode(guesses[0]))
	}
	for _, guess := range guesses {
		b.guesses[guess] = b.game.FormatCode(guess)
	}
	i := slices.IndexFunc(b.data.Played, func(other playedData) bool { return other.Name == name })
	if i < 0 {
		i = len(b.data.Played)
		b.data.Played = append(b.data.Played, playedData{Name: name, Printed: view.Quoted})
	}
	b.data.Played[i].Tree = view.Tree
	return nil
}

// finish adds the secrets, and the answers where the script does not know the
// rule. Trees that the script cannot walk through are taken out.
func (b *gameBuilder) finish() error {
	if len(b.guesses) == 0 {
		return nil
	}
	secrets, _ := game.Codes(b.game)
	b.data.Width, b.data.Final = game.Width(b.game), int(b.game.Final())
	if b.data.Rule = ruleOf(b.game); b.data.Rule != answerColours {
		for f := range game.Feedback(b.game.OutcomeLimit()) {
			b.data.Feedbacks = append(b.data.Feedbacks, b.game.FormatFeedback(f))
		}
	}
	if n := tree.PackedDigits(b.game); n > 1 {
		b.data.Digits = n
	}
	known := b.data.Rule != answerNothing
	if !known && (b.data.Digits > 1 || len(b.guesses)*len(secrets) > largestTable) {
		b.data.Unanswered = true
		for i := range b.data.Played {
			b.data.Played[i].Tree = ""
		}
		return nil
	}
	var all strings.Builder
	for _, s := range secrets {
		all.WriteString(b.game.FormatCode(s))
	}
	if utf8.RuneCountInString(all.String()) != len(secrets)*b.data.Width {
		return fmt.Errorf("game %s writes some codes with other than %d characters, one for each position", b.game, b.data.Width)
	}
	b.data.Secrets = all.String()
	if known {
		return nil
	}
	b.data.Rule = answerByTable
	return b.addAnswers(secrets)
}

// addAnswers adds the answers of all secrets to the guesses of the trees.
func (b *gameBuilder) addAnswers(secrets []game.Code) error {
	for _, guess := range slices.Sorted(maps.Keys(b.guesses)) {
		answers := make([]byte, len(secrets))
		for i, secret := range secrets {
			f := b.game.Feedback(secret, guess)
			if int(f) >= min(len(digits), len(b.data.Feedbacks)) {
				return fmt.Errorf("game %s answers %s with feedback %d, which it does not have", b.game, b.guesses[guess], f)
			}
			answers[i] = digits[f]
		}
		b.data.Guesses += b.guesses[guess]
		b.data.Answers = append(b.data.Answers, string(answers))
	}
	return nil
}
