package ask

import (
	"cmp"
	"context"
	"errors"

	"codebreak/engine"
	"codebreak/engine/bounds"
	"codebreak/engine/game"
	"codebreak/engine/game/words"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
	"codebreak/experiments/store"
	"codebreak/report/lists"
)

// play asks for the exact figures of a configuration, with every secret played.
type play struct {
	Player
	tree bool // whether the decision tree is wanted as well
}

// NewPlay asks for the exact figures of a configuration.
func NewPlay(c engine.Configuration) play { return play{Player: NewPlayer(c)} }

// PlayOf is [NewPlay] for a configuration that was read before.
func PlayOf(x engine.Experiment) play { return play{Player: PlayerOf(x)} }

// WithTree asks for the decision tree as well, to be walked through on the page. A record keeps it
// unless it has more than [LargestTree] secrets.
func (p play) WithTree() play {
	p.tree = true
	return p
}

// LargestTree is the largest number of secrets of a tree in results: larger trees would make pages
// slow to open.
const LargestTree = 6000

// Played is the result of a configuration. It keeps the decision tree if that is wanted. Without
// the tree, or where it is too large or gives lists of words away, it keeps the figures.
type Played struct {
	Surveyed
	Nodes    int           `json:"nodes,omitempty"`
	Lists    []game.ListID `json:"lists,omitempty"`
	Outcomes int           `json:"outcomes,omitempty"` // of a game from lists
	Tree     string        `json:"tree,omitempty"`     // see [tree.Tree.Brief]

	Result engine.Result `json:"-"`
}

// KeptTree is the tree if a record keeps it; else empty. Pages show no other trees, so that a page
// made after a play is the same as a page made of the record.
func (a Played) KeptTree() string {
	if a.Result.Secrets > LargestTree {
		return ""
	}
	return a.Tree
}

// measured keeps the figures in place of the tree. g is nil if its lists are
// unavailable.
func (a Played) measured(g game.Game) Played {
	r := a.Result
	m := Played{
		Surveyed: Surveyed{
			First: r.First,
			Hit:   r.Histogram,
			Known: r.Known.Histogram,
		},
		Nodes:    r.Nodes,
		Lists:    r.Lists,
		Outcomes: a.Outcomes,
		Result:   r,
	}
	if len(r.Lists) > 0 && g != nil {
		m.Outcomes = g.Outcomes()
	}
	return m
}

// leftOut reports whether a record leaves out the tree even if it is wanted.
func (a Played) leftOut() bool {
	secrets := 0
	for _, n := range a.Hit {
		secrets += n
	}
	return secrets > LargestTree || len(a.Lists) > 0
}

// complete derives the result of a strategy on a game, which is nil if its lists are
// unavailable.
func (a *Played) complete(ctx context.Context, k engine.Key, g game.Game) error {
	if a.Tree != "" {
		if g == nil {
			return errors.New("its word lists are unavailable, so that its tree cannot be read")
		}
		t, err := tree.ReadPacked(ctx, g, a.Tree)
		if err != nil {
			return err
		}
		a.Tree = t.Brief()
		a.Result = engine.NewResult(k.Strategy, t)
		return nil
	}

	secrets, err := SecretsOf(a.Hit)
	_, unknown := SecretsOf(a.Known)
	if err := cmp.Or(err, unknown); err != nil {
		return err
	}

	outcomes := a.Outcomes
	if g != nil {
		outcomes = g.Outcomes()
	}
	if outcomes < 2 {
		return errors.New("it does not say how many outcomes a guess has")
	}

	k.First = a.First
	a.Result = engine.Result{
		Configuration: engine.Configuration(k),
		Secrets:       secrets,
		Figures:       tree.Summarise(a.Hit),
		Known:         tree.Summarise(a.Known),
		Bounds:        bounds.ByCounting(secrets, outcomes),
		Nodes:         a.Nodes,
		Lists:         a.Lists,
	}
	return nil
}

// ResultOf asks for the figures of a configuration.
func ResultOf(c engine.Configuration) notebook.Asked[engine.Result] {
	return notebook.Then(notebook.Ask(NewPlay(c)), Played.result)
}

// Plays asks for the figures of configurations.
func Plays(configurations []engine.Configuration) notebook.Study[engine.Result] {
	return notebook.StudyOf(configurations, ResultOf)
}

// TreePlays asks for the figures of configurations, and for their trees.
func TreePlays(configurations []engine.Configuration) notebook.Study[Played] {
	return notebook.StudyOf(configurations, treePlay)
}

func treePlay(c engine.Configuration) notebook.Asked[Played] {
	return notebook.Ask(NewPlay(c).WithTree())
}

func (a Played) result() engine.Result { return a.Result }

// Results lists the figures of plays.
func Results(played []Played) []engine.Result { return lists.Map(played, Played.result) }

// About describes the question.
func (p play) About() notebook.About {
	a := About("play", p.Key.String(), p.Cost())
	a.Detailed = p.tree
	return a
}

// Answer plays every secret.
func (p play) Answer(ctx context.Context, e notebook.Env) (Played, error) {
	all := float64(p.experiment.Secrets())
	t, result, err := p.experiment.Play(ctx, tree.Options{
		Workers:  e.Workers,
		Progress: func(secrets int) { e.Advance(float64(secrets) / all) },
	})
	if err != nil {
		return Played{}, err
	}

	played := Played{Tree: t.Brief(), Result: result}
	if !p.tree {
		played = played.measured(p.experiment.Game)
	}
	return played, nil
}

// Record keeps the tree if it is wanted and not too large, and else the figures.
func (p play) Record(a Played) Played {
	if kept := a.KeptTree(); p.tree && kept != "" {
		return Played{Tree: kept}
	}
	return a.measured(p.experiment.Game)
}

// Complete derives the result.
func (p play) Complete(ctx context.Context, a *Played) error {
	if p.err != nil && !errors.Is(p.err, words.ErrNoList) {
		return p.err
	}
	if p.tree && a.Tree == "" && !a.leftOut() {
		return store.ErrLess
	}
	return a.complete(ctx, p.Key, p.experiment.Game)
}
