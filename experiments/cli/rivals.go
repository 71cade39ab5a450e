package cli

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"codebreak/engine"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/report"
)

// rivals are the criteria of one step in a game, those with the least total and then with the fewest rules first; before them an optimal
// tree if one is kept.
type rivals struct {
	comparison
	best outcome // of the criteria
}

// measureRivals measures the criteria of one step in a game.
func (a *app) measureRivals(cmd *cobra.Command, s subject, f outcomeFlags) error {
	subjects := []subject{}
	for _, criterion := range append([]strategy.Criterion{strategy.Simple}, strategy.Classic()...) {
		rival, x := s, *s.play
		x.Strategy.Criterion, rival.play = criterion, &x
		subjects = append(subjects, rival)
	}
	measured, err := a.measureSubjects(cmd.Context(), subjects, f.sample)
	if err != nil {
		return err
	}
	slices.SortStableFunc(measured, func(a, b outcome) int { return cmp.Or(cmp.Compare(a.Total, b.Total), *a.Rules-*b.Rules) })
	r := rivals{best: measured[0]}
	problem, err := engine.Subject{Configuration: s.asked.Configuration, Objective: optimal.Total}.Problem().Parse()
	if err != nil {
		return err
	}
	if t := a.recorded(cmd.Context(), problem); t != nil {
		measured = slices.Insert(measured, 0, outcomeOf(ofOptimum, fmt.Sprintf("%s from %s", engine.Optimal, t.Game.FormatCode(t.Root.Guess)), nil, t))
	}
	if r.comparison, err = newComparison(measured); err == nil && f.plot != "" {
		err = a.draw(f.plot, r.figure(plotOptions{}))
	}
	if err != nil {
		return err
	}
	return write(cmd.OutOrStdout(), f.format, r)
}

func (r rivals) print(p *paper) {
	first := r.Subjects[0]
	p.say("%s: %s.", report.GameInWords(first.Game), plural(first.Secrets, "possible secret"))
	p.show(r.sideBySide())
	text := fmt.Sprintf("Best of the criteria: %s, %s guesses on average", r.best.Name, r.best.meanText())
	if first.Kind == ofOptimum {
		text += fmt.Sprintf(", %.4f more than the optimum (proved)", float64(r.best.Mean-first.Mean))
	}
	p.say("%s.", text)
	if !p.Pasted() {
		p.say("For its histogram: %s measure %s %s", programName(), first.Game, r.best.Criterion)
	}
}
