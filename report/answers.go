package report

import (
	"fmt"
	"slices"
	"strings"

	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
)

// An Answer is the best play of a game that the pages know.
type Answer struct {
	Game    string         // in words, such as "Bulls and Cows, 4 digits"
	ID      string         // its short name, such as bc4x10
	Best    *Optimum       // the best of all strategies, proved if Total is Lower; nil if no tree is known
	Simple  *engine.Result // the one-step rule with the least total, from its best first guess; nil if none was played
	Classic *engine.Result // the best-known strategy; nil if there is none
	By      string         // what Classic is known as, such as Knuth
	// The commands to play by the best available strategy, and to check its figures.
	Play  string
	Check string
}

// Answers lists the games that people ask for, with the best play that the pages know. It
// leaves out games without any results.
func Answers(pages []*Page) (answers []Answer) {
	for _, asked := range []struct{ id, game, by, criterion, first string }{
		{id: "mm4x6", game: "Mastermind, 4 positions, 6 colours", by: "Knuth", criterion: "minimax", first: "1122"},
		{id: "bc4x10", game: "Bulls and Cows, 4 digits", by: "first consistent code", criterion: "simple", first: "0123"},
		{id: "wordle-2315-12972", game: "Wordle, 2,315 answers"},
		{id: "mm5x8", game: "Mastermind, 5 positions, 8 colours"},
		{id: "bp4x6", game: "Mastermind with black pegs only"},
		{id: "nerdle6", game: "Mini Nerdle, 6 characters"},
	} {
		a := Answer{
			Game: asked.game,
			ID:   asked.id,
			By:   asked.by,
		}
		for _, p := range pages {
			a.add(p)
			for _, r := range p.Results {
				named := r.Strategy.String() == asked.criterion && r.First == asked.first
				if named && ShortName(r.Game) == a.ID {
					a.Classic = &r
				}
			}
		}
		if a.Best == nil && a.Simple == nil {
			continue
		}

		name, _, _ := strings.Cut(asked.id, "-") // the lists of Wordle are found by the program
		if a.Play == "" && a.Simple != nil {
			by := engine.Subject{Configuration: a.Simple.Configuration}
			by.Game = name
			if a.Best != nil && a.Best.Proved() && name == asked.id {
				// The proof takes a second.
				by = engine.Subject{
					Configuration: engine.Configuration{Game: name},
					Objective:     optimal.Total,
				}
			}
			a.Play = "./run.sh assist " + by.String()
			a.Check = "./run.sh measure " + by.String()
		}

		answers = append(answers, a)
	}
	return answers
}

// add takes from a page the answers that are better than earlier ones.
func (a *Answer) add(p *Page) {
	for _, o := range p.Optima {
		if ShortName(o.Game) == a.ID && (a.Best == nil || o.better(*a.Best)) {
			a.Best = &o
		}
	}

	for _, r := range p.Results {
		if ShortName(r.Game) != a.ID || !isSimple(r.Strategy) {
			continue
		}
		if a.Simple == nil || simpler(r, *a.Simple) {
			a.Simple = &r
		}
	}

	for _, f := range p.Certificates {
		if f.Name == a.ID+".json" {
			a.Play = "./run.sh assist " + a.ID + " optimal"
			a.Check = fmt.Sprintf("./run.sh check results/%s/certificates/%s", p.Name, f.Name)
		}
	}
}

// better reports whether an optimum is less than another or, if they are equal, known better.
func (o Optimum) better(other Optimum) bool {
	if o.Total != other.Total {
		return o.Total < other.Total
	}
	return o.Lower > other.Lower
}

// isSimple reports whether a strategy is a one-step rule that a person could follow: one of
// the four criteria, any word or code allowed, and ties broken by criteria, not by a seed.
func isSimple(s strategy.Strategy) bool {
	return slices.Contains(strategy.Classic(), s.Criterion) &&
		s.Pool == strategy.All &&
		s.Order == game.Lex &&
		s.Endgame <= 1 &&
		!strings.Contains(s.Ties, "random")
}

// simpler reports whether a result is a better example of a simple rule than another: its
// total is less or, with the same total, its choices are shorter to write.
func simpler(r, other engine.Result) bool {
	if r.Total != other.Total {
		return r.Total < other.Total
	}
	return len(r.Strategy.String()) < len(other.Strategy.String())
}

// Means returns in Markdown the mean of the best strategy and whether it is proved, the mean
// of the best simple rule with its first guess, and the mean of the classic, with its worst
// case if the best strategy has a greater one. Unknown means are nil.
func (a Answer) Means() []any {
	means := make([]any, 3)
	if o := a.Best; o != nil {
		mean := Decimals(o.Mean, 4).Text
		means[0] = "≤ " + mean + ", not proved"
		if o.Proved() {
			means[0] = fmt.Sprintf("**%s**, from %s", mean, o.First)
		}
	}

	if r := a.Simple; r != nil {
		criterion := CriterionInWords(string(r.Criterion))
		means[1] = fmt.Sprintf("%s, %s from %s", Decimals(r.Mean, 4), criterion, r.First)
	}

	if r := a.Classic; r != nil {
		text := fmt.Sprintf("%s: %s", a.By, Decimals(r.Mean, 4))
		if a.Best != nil && r.Worst < a.Best.Worst {
			text += fmt.Sprintf(", never more than %d", r.Worst)
		}
		means[2] = text
	}
	return means
}

// cells say how many guesses a secret of the game takes on average.
func (a Answer) cells() Row {
	means := a.Means()
	return Cells(
		"game", a.Game,
		"best possible (proved)", means[0],
		"best simple rule", means[1],
		"the classic", means[2],
		"try it", "`"+a.Play+"`",
	)
}
