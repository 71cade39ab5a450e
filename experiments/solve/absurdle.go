package solve

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"codebreak/engine"
	"codebreak/engine/absurdle"
	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/wording"
	"codebreak/experiments/base"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/lists"
)

// ofAbsurdle is the objective of lines that force the codemaker of Absurdle.
const ofAbsurdle = "absurdle"

// isAbsurdle reports whether a choice is that objective.
func isAbsurdle(c engine.Choice) bool {
	return c.Value == ofAbsurdle && (c.Key == "" || c.Key == "objective")
}

// solveAbsurdle finds the shortest lines that force the codemaker of Absurdle.
func solveAbsurdle(a *base.App, cmd *cobra.Command, words engine.Words, f base.FormatFlag) error {
	ofTrees := []string{"tree", "proof", "bound", "outline", "width", "resume", "first-guesses", "log", "audit", "results", "weights", "shard", "pool"}
	for _, flag := range ofTrees {
		if base.Given(cmd, flag) {
			return base.Usagef("--%s is for trees; %s finds a line of guesses", flag, ofAbsurdle)
		}
	}
	s, o, err := parseAbsurdle(a, words)
	if err != nil {
		return base.Usage(err)
	}

	ctx := cmd.Context()
	began := time.Now()
	o.Workers = a.Workers
	o.Progress = base.ProgressOf(a, absurdleStage)
	r, stopped := absurdle.Solve(ctx, s.game, o)
	a.ClearProgress()
	if stopped != nil && !optimal.Interrupted(stopped) {
		return base.Usage(stopped)
	}
	if r.Lower == 0 {
		return base.Interrupted(ctx, "nothing is proved")
	}
	saySearched(a, began, r.Sets)

	s.add(r)
	if err := f.Write(cmd, s); err != nil || stopped == nil {
		return err
	}
	return base.Interrupted(ctx, "what has been proved is printed")
}

// parseAbsurdle reads the game and the choices.
func parseAbsurdle(a *base.App, words engine.Words) (s forced, o absurdle.Options, err error) {
	if s.game, err = a.TakeGame(&words); err != nil {
		return s, o, err
	}
	s.Game = s.game.String()

	for _, c := range words.Choices {
		var code game.Code
		switch {
		case isAbsurdle(c):
		case c.Key == "first":
			code, err = s.game.ParseCode(c.Value)
			s.First = c.Value
			o.First = &code
		case c.Key == "target":
			code, err = game.ParseSecret(s.game, c.Value)
			s.Target = c.Value
			o.Target = &code
		case c.Key == "max-depth":
			if s.Most, err = strconv.Atoi(c.Value); err != nil || s.Most < 1 {
				err = fmt.Errorf("max-depth is %q; it must be a whole number of at least 1", c.Value)
			}
			o.Most = s.Most
		default:
			err = fmt.Errorf("%s does not apply to %s; its keys are first, target, max-depth and symbols", c, ofAbsurdle)
		}
		if err != nil {
			return s, o, err
		}
	}
	need := absurdle.Memory(s.game, a.Workers)
	return s, o, a.Env().CheckNeed("the search of "+s.Game, need)
}

// absurdleStage describes the progress of a search.
func absurdleStage(p absurdle.Progress) string {
	return fmt.Sprintf("lines of %s, first guess %d of %d", wording.Plural(p.Guesses, "guess"), p.Done, p.All)
}

// A forced is what a search for shortest lines has found.
type forced struct {
	Game   string   `json:"game"`
	First  string   `json:"first,omitempty"`  // that was asked for
	Target string   `json:"target,omitempty"` // the secret that was asked for
	Most   int      `json:"most,omitempty"`   // guesses that were asked for
	Lower  int      `json:"lower"`            // no line has fewer guesses
	Proved bool     `json:"proved"`           // the line is shortest
	Never  bool     `json:"never,omitempty"`  // there is no line
	Rounds []string `json:"rounds,omitempty"` // of a shortest line
	Firsts []string `json:"firsts,omitempty"` // first guesses of all shortest lines
	game   game.Game
	kinds  bool // Firsts has one of each kind
}

func (s *forced) add(r absurdle.Result) {
	s.Lower = r.Lower
	s.Proved = r.Line != nil
	s.Never = r.Never
	s.Firsts = lists.Map(r.Firsts, s.game.FormatCode)
	s.kinds = r.Kinds
	rounds := absurdle.Play(s.game, r.Line, absurdle.Feedback)
	s.Rounds = lists.Map(ask.Rounds(s.game, rounds), ask.RoundSpec.String)
}

// Table has a row for each round of the line.
func (s forced) Table() *report.Table {
	return report.TableOf(s.Rounds, func(round string) report.Row {
		guess, feedback, _ := strings.Cut(round, " ")
		return report.Cells(
			"guess", guess,
			"feedback", feedback,
		)
	})
}

func (s forced) Print(p *base.Paper) {
	what := "the codemaker of Absurdle"
	if s.Target != "" {
		what += " to admit " + s.Target
	}
	if s.First != "" {
		what += " after " + s.First
	}
	fewest := wording.Plural(s.Lower, "guess")

	switch {
	case s.Never:
		p.Sayf("%s: no guesses force %s (proved).", s.Game, what)
		return
	case !s.Proved:
		p.Sayf("%s: fewer than %s do not force %s (proved).", s.Game, fewest, what)
		return
	}

	p.Sayf("%s: %s force %s; fewer do not (proved).", s.Game, fewest, what)
	p.Sayf("A line that does: %s", strings.Join(s.Rounds, ", "))
	if s.First != "" {
		return
	}
	begin := "All first guesses of shortest lines"
	if s.kinds {
		begin = "First guesses of shortest lines, one of each kind"
	}
	p.Sayf("%s (%d): %s", begin, len(s.Firsts), strings.Join(s.Firsts, " "))
}
