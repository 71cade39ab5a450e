package players

import (
	"encoding/json"
	"fmt"

	"codebreak/engine/tree"
	"codebreak/engine/wording"
	"codebreak/experiments/transcript"
)

// A Series sums up the games of a player against some secrets.
type Series struct {
	Agent  string  `json:"agent"`
	Played int     `json:"games_played"`
	Solved int     `json:"games_solved"`
	Limit  int     `json:"limit"`           // of turns
	Format int     `json:"format_failures"` // turns lost to guesses that are not codes
	Lost   int     `json:"turns_lost"`      // for any reason
	Cost   float64 `json:"cost"`            // as the player says
	File   string  `json:"games,omitempty"`

	Turns []int  `json:"-"` // Turns[k] games were solved in k turns
	again string // judges the file
}

// A gameMeta has the other settings that a game depends on, and its cost.
type gameMeta struct {
	First      string  `json:"first,omitempty"`
	PlayerSeed uint64  `json:"player_seed,omitempty"`
	Cost       float64 `json:"cost,omitempty"`
}

// metaOf reads the settings of a game.
func metaOf(g transcript.Game) (m gameMeta) {
	_ = json.Unmarshal(g.Meta, &m) // without our fields it is empty
	return m
}

// sum adds games up.
func sum(games []transcript.Game) *Series {
	s := &Series{
		Agent:  games[0].Agent,
		Played: len(games),
		Limit:  games[0].Limit,
	}
	for _, played := range games {
		s.Cost += metaOf(played).Cost

		for _, r := range played.Rounds {
			if r.Failure != "" {
				s.Lost++
			}
			if r.Failure == "format" {
				s.Format++
			}
		}

		if played.Rounds[len(played.Rounds)-1].Guess == played.Secret {
			s.Solved++
			s.Turns = tree.Count(s.Turns, played.Turns(), 1)
		}
	}
	return s
}

// Notes describe the games.
func (s Series) Notes() []string {
	notes := []string{fmt.Sprintf("%d of %s solved within %s; lost turns: %d, for format %d; cost %.4g",
		s.Solved, wording.Plural(s.Played, "game"), wording.Plural(s.Limit, "turn"), s.Lost, s.Format, s.Cost)}
	if s.File != "" {
		notes = append(notes, "what the guesses were worth: "+s.again)
	}
	return notes
}
