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
type rivals struct{ comparison }

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
	problem, err := engine.Subject{Configuration: s.asked.Configuration, Objective: optimal.Total}.Problem().Parse()
	if err != nil {
		return err
	}
	if t := a.recorded(cmd.Context(), problem); t != nil {
		measured = slices.Insert(measured, 0, outcomeOf(ofOptimum, engine.Optimal, strategy.Strategy{}, t))
	}
	c, err := newComparison(measured)
	if err == nil {
		err = a.drawOutcomes(f, c, plotOptions{})
	}
	if err != nil {
		return err
	}
	return write(cmd.OutOrStdout(), f.format, rivals{c})
}

func (r rivals) print(p *paper) {
	first := r.Subjects[0]
	p.say("%s: %s.", report.GameInWords(first.Game), plural(first.Secrets, "possible secret"))
	p.show(r.sideBySide(p.View))
	best, above := first, ""
	if first.Kind == ofOptimum {
		best = r.Subjects[1]
		above = fmt.Sprintf(", %.4f more than the optimum (proved)", float64(best.Mean-first.Mean))
	}
	p.say("Best of the criteria: %s, %s guesses on average%s.", best.Name, best.meanText(), above)
	if !p.Pasted() {
		p.say("For its histogram: %s measure %s %s", programName(), first.Game, best.Criterion)
	}
}
