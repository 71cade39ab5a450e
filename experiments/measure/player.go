package measure

import (
	"context"

	"codebreak/engine/chance"
	"codebreak/experiments/base"
	"codebreak/experiments/players"
	"codebreak/report"
)

// measurePlayer has a player play every secret, with runs games against each if it draws
// its guesses. There may be an outcome beside the error.
func measurePlayer(ctx context.Context, a *base.App, s Subject, runs int) (o Outcome, err error) {
	out, err := s.seat().Play(ctx, a, runs)
	if out == nil {
		return o, err
	}

	if out.Estimate != nil {
		o = sampledOutcome(ofPlayer, s.Game, *out.Estimate)
		o.Name = s.player.Name()
		o.First = s.asked.First
		return o, err
	}
	o = OutcomeOf(ofPlayer, s.player.Name(), out.Tree)
	o.Remarks = out.Remarks
	return o, err
}

// measureSeries has a player play against some secrets. The mean counts the turns of solved
// games. There may be an outcome beside the error.
func measureSeries(ctx context.Context, a *base.App, s Subject, f players.SeriesFlags, seed uint64) (o Outcome, err error) {
	played, err := s.seat().PlaySeries(ctx, a, f, seed)
	if played == nil {
		return o, err
	}

	o = newOutcome(ofPlayer, s.Game, played.Turns)
	if played.Solved >= chance.LeastRuns {
		estimate := chance.NewEstimate(played.Turns, played.Solved, seed)
		o = sampledOutcome(ofPlayer, s.Game, estimate)
	}
	o.Name = "player " + played.Agent
	o.First = s.asked.First
	o.Total = Absent
	o.Worst = max(0, o.Worst)
	o.Series = played
	return o, err
}

// seriesTable has one row, for a spreadsheet.
func (o Outcome) seriesTable() *report.Table {
	return report.TableOf([]Outcome{o}, func(o Outcome) report.Row {
		return report.Cells(
			"<agent", report.Line(o.Agent),
			"<game", o.Game,
			"played", o.Played,
			"solved", o.Solved,
			"limit", o.Limit,
			"mean", o.Mean.Shown(report.Mean),
			"lost turns", o.Lost,
			"format failures", o.Format,
			"cost", o.Cost,
			"<games", report.Line(o.File),
		)
	})
}
