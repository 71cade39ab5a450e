package web

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
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
	// What the script puts into elements of the page: SVG or HTML, by their data-packed.
	Contents map[string]string `json:"contents"`
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

	game game.Game // nil of a game from lists
}

// A playedData is a strategy with its histogram, or its tree, or both.
type playedData struct {
	Name      string `json:"name"`
	Printed   bool   `json:"printed,omitempty"`   // as a tree
	Published bool   `json:"published,omitempty"` // its mean or histogram
	Histogram []int  `json:"histogram,omitempty"`
	Tree      string `json:"tree,omitempty"` // see [tree.MarkPacked]
}

// A parser reads the names of games.
type parser func(name string) (game.Game, error)

// find returns a game of the page, which has it from now on.
func (parse parser) find(games map[string]*gameData, name string) (g *gameData, err error) {
	if g, ok := games[name]; ok {
		return g, nil
	}
	g = &gameData{Name: name, Describe: report.GameInWords(name)}
	games[name] = g

	// Of games from lists the page has no codes, whether the lists are here or not.
	if _, listed := words.Describe(name); !listed {
		g.game, err = parse(name)
	}
	return g, err
}

func newPageData(rows []row, pages []*report.Page, parse parser) (pageData, error) {
	games := map[string]*gameData{}
	for _, r := range rows {
		g, err := parse.find(games, r.Game)
		if err != nil {
			return pageData{}, fmt.Errorf("page %s: %w", r.Entry, err)
		}
		g.Played = append(g.Played, playedData{
			Name:      played(r.Strategy, r.First),
			Histogram: r.Histogram,
			Published: r.Verdict != "",
		})
	}

	for _, p := range pages {
		for _, view := range p.Trees {
			if view.Tree == "" {
				continue // too large to be kept
			}
			g, err := parse.find(games, view.Game)
			if err == nil && g.game == nil {
				err = errors.New("trees of games from lists are not kept: they would give the lists away")
			}
			if err == nil {
				err = g.add(view)
			}
			if err != nil {
				return pageData{}, fmt.Errorf("page %s, tree %s: %w", p.Name, view.Name, err)
			}
		}
	}

	criteria, others := chart.Palette()
	data := pageData{Criteria: criteria, Others: others, Contents: map[string]string{}}
	for _, g := range games {
		data.Games = append(data.Games, *g)
	}
	return data, nil
}

// sort lists the games by fame: first the games that most authors print figures of, and of these the
// ones that are played most.
func (d pageData) sort(claims []report.Claim) {
	authors := map[string]map[string]bool{} // by game
	for _, c := range claims {
		of := authors[c.Subject.Game]
		if of == nil {
			of = map[string]bool{}
			authors[c.Subject.Game] = of
		}
		of[c.Source.Source().Authors] = true
	}

	slices.SortFunc(d.Games, func(a, b gameData) int {
		return cmp.Or(
			-cmp.Compare(len(authors[a.Name]), len(authors[b.Name])),
			-cmp.Compare(len(a.Played), len(b.Played)),
			cmp.Compare(len(a.Name), len(b.Name)),
			cmp.Compare(a.Name, b.Name))
	})
}

// packed returns the data as the page holds it.
func (d pageData) packed() template.HTML {
	var out bytes.Buffer
	text := json.NewEncoder(&out)
	text.SetEscapeHTML(false) // no tag begins in what is packed
	_ = text.Encode(d)        // plain data does not fail
	return packed(out.Bytes())
}

func played(strategy, first string) string { return strategy + " from " + first }

// add adds a tree, to the strategy of that name if it is there.
func (g *gameData) add(view report.TreeView) error {
	if g.Width == 0 {
		g.describe()
	}
	name, packed := view.Name, view.Tree
	if !view.Quoted {
		// What is printed may be a part; what was played finds every secret.
		t, err := tree.ReadPacked(context.Background(), g.game, view.Tree)
		if err != nil {
			return err
		}
		name = played(view.Name, g.game.FormatCode(t.Root.Guess))
		packed = t.Packed()
	}
	marked, err := tree.MarkPacked(g.game, packed)
	if err != nil {
		return err
	}

	i := slices.IndexFunc(g.Played, func(other playedData) bool { return other.Name == name })
	if i < 0 {
		i = len(g.Played)
		g.Played = append(g.Played, playedData{Name: name, Printed: view.Quoted})
	}
	g.Played[i].Tree = marked
	return nil
}

// describe says what the script needs to read the trees of the game.
func (g *gameData) describe() {
	g.Width, g.Final = game.Width(g.game), int(g.game.Final())
	for f := range game.Feedback(g.game.OutcomeLimit()) {
		g.Feedbacks = append(g.Feedbacks, g.game.FormatFeedback(f))
	}
	if n := tree.PackedDigits(g.game); n > 1 {
		g.Digits = n
	}
}
