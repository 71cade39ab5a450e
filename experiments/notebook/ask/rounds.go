package ask

import (
	"codebreak/engine/game"
	"codebreak/report/lists"
)

// A RoundSpec is a round in words, as files hold it.
type RoundSpec struct {
	Guess  string `json:"guess"`
	Answer string `json:"answer"`
}

// String writes a round as "1122 1B1W".
func (r RoundSpec) String() string { return r.Guess + " " + r.Answer }

// Rounds puts the rounds of a game into words.
func Rounds(g game.Game, line []game.Round) []RoundSpec {
	return lists.Map(line, func(r game.Round) RoundSpec {
		return RoundSpec{g.FormatCode(r.Guess), g.FormatFeedback(r.Feedback)}
	})
}
