package fixed

import (
	"context"
	"fmt"

	"codebreak/engine/absurdle"
	"codebreak/engine/game"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report/lists"
)

// ForceAbsurdle asks for the fewest guesses that force the codemaker of Absurdle, and for the
// secrets that these force.
type ForceAbsurdle struct {
	Game string `json:"game"`
}

// A ForcingLine is the first of the shortest lines, with how many first guesses begin one, some of
// these, and how many secrets stand at the end of one.
type ForcingLine struct {
	Line   []ask.RoundSpec `json:"line"`
	Firsts int             `json:"firsts"`
	Some   []string        `json:"some"`
	Forced int             `json:"forced"`
}

// someFirsts is how many first guesses are named.
const someFirsts = 12

// About describes the question.
func (q ForceAbsurdle) About() notebook.About {
	return ask.About("force-absurdle", "fewest guesses that force Absurdle in "+q.Game, 0.1)
}

// Validate refuses unknown games, and games that would not fit the memory limit.
func (q ForceAbsurdle) Validate(e notebook.Env) error { return ask.CheckGame(e, q.Game, checkAbsurdle) }

func checkAbsurdle(e notebook.Env, g game.Game) error {
	return e.CheckNeed("Absurdle with "+g.String(), absurdle.Memory(g, e.Workers))
}

// Answer searches.
func (q ForceAbsurdle) Answer(ctx context.Context, e notebook.Env) (out ForcingLine, err error) {
	g, err := game.Parse(q.Game)
	if err != nil {
		return out, err
	}
	r, err := absurdle.Solve(ctx, g, absurdle.Options{Workers: e.Workers, All: true})
	out.Line = ask.Rounds(g, absurdle.Play(g, r.Line, absurdle.Feedback))
	out.Firsts = len(r.Firsts)
	out.Forced = len(r.Forced)
	out.Some = lists.Map(r.Firsts[:min(len(r.Firsts), someFirsts)], g.FormatCode)
	return out, err
}

// Complete replays the line by the rule of the codemaker, unless the lists of the game are missing.
func (q ForceAbsurdle) Complete(ctx context.Context, a *ForcingLine) error {
	if _, err := game.Parse(q.Game); err != nil {
		return nil
	}
	var line []string
	for _, r := range a.Line {
		line = append(line, r.Guess)
	}
	won, err := AbsurdleLines{Game: q.Game, Lines: [][]string{line}}.Answer(ctx, notebook.Env{})
	if err == nil && won.Won != 1 {
		err = fmt.Errorf("%s: the line does not win", q.About().Name)
	}
	return err
}

// AbsurdleLines asks how many lines of guesses win with the last guess, by the rule of Absurdle and by
// that of the greedy codemaker, who gives the first in order of equally good feedback.
type AbsurdleLines struct {
	Game  string     `json:"game"`
	Lines [][]string `json:"lines"`
}

// wonLines counts the lines that win.
type wonLines struct {
	Won    int `json:"won"`
	Greedy int `json:"greedy"`
}

// About describes the question.
func (q AbsurdleLines) About() notebook.About {
	return ask.About("absurdle-lines", fmt.Sprintf("%d lines of Absurdle in %s", len(q.Lines), q.Game), 0.1)
}

// Validate refuses unknown games and guesses.
func (q AbsurdleLines) Validate(e notebook.Env) error {
	for _, line := range q.Lines {
		if _, _, err := parseCodes(q.Game, line); err != nil {
			return err
		}
	}
	return nil
}

// Answer replays the lines.
func (q AbsurdleLines) Answer(ctx context.Context, _ notebook.Env) (won wonLines, err error) {
	for _, texts := range q.Lines {
		g, line, err := parseCodes(q.Game, texts)
		if err != nil {
			return won, err
		}
		if wins(g, absurdle.Play(g, line, absurdle.Feedback)) {
			won.Won++
		}
		if wins(g, absurdle.Play(g, line, absurdle.Greedy)) {
			won.Greedy++
		}
	}
	return won, ctx.Err()
}

// wins reports whether the last round, and no other, finds the secret.
func wins(g game.Game, rounds []game.Round) bool {
	for i, r := range rounds {
		if (r.Feedback == g.Final()) != (i == len(rounds)-1) {
			return false
		}
	}
	return len(rounds) > 0
}
