package measure

import (
	"encoding/json"
	"fmt"

	"codebreak/engine/chance"
	"codebreak/engine/game"
	"codebreak/engine/tree"
	"codebreak/experiments/base"
	"codebreak/experiments/transcript"
	"codebreak/report"
)

// A series sums up the games of a player against some secrets.
type series struct {
	Agent  string  `json:"agent"`
	Played int     `json:"games_played"`
	Solved int     `json:"games_solved"`
	Limit  int     `json:"limit"`           // of turns
	Format int     `json:"format_failures"` // turns lost to guesses that are not codes
	Lost   int     `json:"turns_lost"`      // for any reason
	Cost   float64 `json:"cost"`            // as the player says
	File   string  `json:"games,omitempty"`
	again  string  // judges the file
}

// A seriesMeta has the other settings that a game depends on, and its cost.
type seriesMeta struct {
	First      string  `json:"first,omitempty"`
	PlayerSeed uint64  `json:"player_seed,omitempty"`
	Cost       float64 `json:"cost,omitempty"`
}

// metaOf reads the settings of a game.
func metaOf(g transcript.Game) (m seriesMeta) {
	_ = json.Unmarshal(g.Meta, &m) // without our fields it is empty
	return m
}

// seriesOutcome adds games up. The mean counts the turns of solved games.
func seriesOutcome(g game.Game, games []transcript.Game, seed uint64) Outcome {
	s := &series{Agent: games[0].Agent, Played: len(games), Limit: games[0].Limit}
	var histogram []int
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
			histogram = tree.Count(histogram, played.Turns(), 1)
		}
	}

	o := newOutcome(ofPlayer, g, histogram)
	if s.Solved >= chance.LeastRuns {
		o = sampledOutcome(ofPlayer, g, chance.NewEstimate(histogram, s.Solved, seed))
	}
	o.Name = "player " + s.Agent
	o.Total = Absent
	o.Worst = max(0, o.Worst)
	o.series = s
	return o
}

// notes describe the games.
func (s series) notes() []string {
	notes := []string{fmt.Sprintf("%d of %s solved within %s; lost turns: %d, for format %d; cost %.4g",
		s.Solved, base.Plural(s.Played, "game"), base.Plural(s.Limit, "turn"), s.Lost, s.Format, s.Cost)}
	if s.File != "" {
		notes = append(notes, "what the guesses were worth: "+s.again)
	}
	return notes
}

// table has one row, for a spreadsheet.
func (s series) table(o Outcome) *report.Table {
	const titles = "<agent | <game | played | solved | limit | mean | lost turns | format failures | cost | <games"
	return report.TableOfCells(titles, [][]any{{
		report.Line(s.Agent),
		o.Game,
		s.Played,
		s.Solved,
		s.Limit,
		o.Mean.Shown(report.Mean),
		s.Lost,
		s.Format,
		s.Cost,
		report.Line(s.File),
	}})
}
