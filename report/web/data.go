package web

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"codebreak/engine/game"
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

// A gameData is a game as the script knows it: how its feedback is written, and the
// strategies that were played.
type gameData struct {
	Name      string       `json:"name"`
	Describe  string       `json:"describe"`
	Width     int          `json:"width,omitempty"`     // characters of a code, where there are trees
	Feedbacks []string     `json:"feedbacks,omitempty"` // by their index
	Digits    int          `json:"digits,omitempty"`    // of feedback in a tree; 0 is one
	Final     int          `json:"final,omitempty"`     // index of the feedback that ends the game
	Played    []playedData `json:"played"`
}

// A playedData is a strategy with its histogram, or its tree, or both.
type playedData struct {
	Name      string `json:"name"`
	Printed   bool   `json:"printed,omitempty"`   // as a tree
	Published bool   `json:"published,omitempty"` // its mean or histogram
	Histogram []int  `json:"histogram,omitempty"`
	Tree      string `json:"tree,omitempty"` // see [tree.MarkPacked]
}

// A gameBuilder collects what the page holds of a game.
type gameBuilder struct {
	game game.Game
	data gameData
}

func newPageData(rows []row, pages []*report.Page, parse func(string) (game.Game, error)) (pageData, error) {
	builders := map[string]*gameBuilder{}
	find := func(name string) (b *gameBuilder, err error) {
		if b, ok := builders[name]; ok {
			return b, nil
		}
		b = &gameBuilder{data: gameData{Name: name, Describe: report.GameInWords(name)}}
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
		data.Games = append(data.Games, builders[name].data)
	}
	return data, nil
}

func played(strategy, first string) string { return strategy + " from " + first }

// add adds a tree, to the strategy of that name if it is there.
func (b *gameBuilder) add(view report.TreeView) error {
	marked, err := tree.MarkPacked(b.game, view.Tree)
	if err != nil {
		return err
	}
	if b.data.Width == 0 {
		b.describe()
	}
	name := view.Name
	if !view.Quoted {
		// What is printed may be a part; what was played finds every secret.
		if _, err := tree.ReadPacked(context.Background(), b.game, view.Tree); err != nil {
			return err
		}
		name = played(view.Name, string([]rune(view.Tree)[:b.data.Width]))
	}
	i := slices.IndexFunc(b.data.Played, func(other playedData) bool { return other.Name == name })
	if i < 0 {
		i = len(b.data.Played)
		b.data.Played = append(b.data.Played, playedData{Name: name, Printed: view.Quoted})
	}
	b.data.Played[i].Tree = marked
	return nil
}

// describe says what the script needs to read the trees of the game.
func (b *gameBuilder) describe() {
	b.data.Width, b.data.Final = game.Width(b.game), int(b.game.Final())
	for f := range game.Feedback(b.game.OutcomeLimit()) {
		b.data.Feedbacks = append(b.data.Feedbacks, b.game.FormatFeedback(f))
	}
	if n := tree.PackedDigits(b.game); n > 1 {
		b.data.Digits = n
	}
}
