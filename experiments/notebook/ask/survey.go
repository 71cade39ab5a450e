package ask

import (
	"context"
	"fmt"

	"codebreak/engine"
	"codebreak/engine/parallel"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
)

// A survey asks for the figures of many configurations of one game, and for nothing else:
// no trees are kept. It is one question, so that thousands of configurations
// take some dozens of files.
type survey struct {
	Of []engine.Key `json:"configurations"`

	players []Player
}

// NewSurvey asks for the figures of configurations. Their keys must be of one game.
func NewSurvey(configurations []engine.Configuration) survey {
	var s survey
	for _, c := range configurations {
		p := NewPlayer(c)
		s.Of = append(s.Of, p.Key)
		s.players = append(s.players, p)
	}
	return s
}

// Surveyed has the histograms of a configuration: how many secrets take how many
// guesses until they are solved, and until they are identified.
type Surveyed struct {
	First string `json:"first,omitempty"`
	Hit   []int  `json:"hit,omitempty"`
	Known []int  `json:"known,omitempty"`
}

// About describes the question. It costs as much as the plays.
func (s survey) About() notebook.About {
	sum := 0.0
	for _, p := range s.players {
		sum += p.Cost()
	}
	return About("survey", fmt.Sprintf("%d configurations", len(s.Of)), sum)
}

// Validate refuses what cannot be played.
func (s survey) Validate(e notebook.Env) error {
	for _, p := range s.players {
		if err := p.Validate(e); err != nil {
			return fmt.Errorf("%s: %w", p.Key, err)
		}
	}
	return nil
}

// Answer plays the configurations, each with one worker.
func (s survey) Answer(ctx context.Context, e notebook.Env) ([]Surveyed, error) {
	answer := make([]Surveyed, len(s.players))
	err := parallel.Each(ctx, e.Workers, len(s.players), func(_, i int) error {
		_, r, err := s.players[i].experiment.Play(ctx, tree.Options{Workers: 1})
		answer[i] = Surveyed{r.First, r.Histogram, r.Known.Histogram}
		e.Advance(1 / float64(len(s.players)))
		return err
	})
	return answer, err
}
