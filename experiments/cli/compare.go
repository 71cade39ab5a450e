package cli

import (
	"cmp"

	"github.com/spf13/cobra"

	"codebreak/experiments/notebook"
	"codebreak/experiments/slurm"
	"codebreak/experiments/store"
	"codebreak/report/chart"
)

func (a *app) compareCommand() *cobra.Command {
	var f outcomeFlags
	cmd := newCommand("compare", nil, func(cmd *cobra.Command, args []string) error {
		err := cmp.Or(
			f.check(cmd),
			refuse(f.player.given() && len(args) < 1, "compare needs a subject to compare the player with; see compare --help"),
			refuse(!f.player.given() && len(args) < 2, "compare needs two subjects or more, such as 'mm4x6 knuth' 'mm4x6 optimal'; see compare --help"),
		)
		if err != nil {
			return err
		}
		most := either(f.plot == "", mostSubjects, mostOverlaid)
		c, err := a.compare(cmd, args, f.player, f.sample, func(subjects []subject) error { return checkNumber(subjects, most) })
		if err == nil {
			err = a.drawOutcomes(f, c, plotOptions{})
		}
		if err != nil {
			return err
		}
		return f.write(cmd, c)
	})
	cmd.ValidArgsFunction = subjectNames
	f.addTo(cmd)
	a.weightsFlag(cmd)
	return cmd
}

// compare reads subjects, to which a player may come, checks that they have a common
// scale and are not too many, and measures them.
func (a *app) compare(cmd *cobra.Command, specs []string, player playerFlags, sample sampleFlags, check func([]subject) error) (comparison, error) {
	ctx := cmd.Context()
	subjects, err := a.parseSubjects(ctx, specs)
	if err == nil && player.given() {
		subjects = append(subjects, subject{spec: subjects[0].game.String(), game: subjects[0].game, player: &player})
	}
	if err == nil {
		err = cmp.Or(checkScale(subjects), sample.check(cmd, subjects), check(subjects), a.checkWeights(ctx, subjects...))
	}
	if err != nil {
		return comparison{}, err
	}
	measured, err := a.measureSubjects(ctx, subjects, sample)
	if err != nil {
		return comparison{}, err
	}
	return newComparison(measured), nil
}

// checkScale refuses subjects that cannot be compared.
func checkScale(subjects []subject) (err error) {
	for _, s := range subjects[1:] {
		a, b := subjects[0].until(), s.until()
		err = cmp.Or(err, refuse(a != b, "%s counts guesses until the secret is %s, %s until it is %s: they cannot be compared", subjects[0].spec, a, s.spec, b))
	}
	return err
}

// checkNumber refuses more subjects than fit.
func checkNumber(subjects []subject, most int) error {
	return refuse(len(subjects) > most, "%d subjects are too many: at most %d fit", len(subjects), most)
}

// draw writes a figure into a file, whole or not at all, with the command that was given.
func (a *app) draw(file string, f chart.Figure) error {
	f.Command = "codebreak " + slurm.Quote(a.args...)
	picture, err := f.Draw(notebook.Sure(chart.FormatOf(file))) // which was checked
	if err != nil {
		return usageError{err}
	}
	if err = store.Failed(file+" cannot be written", store.WriteFile(file, picture)); err == nil {
		a.say("picture: %s", file)
	}
	return err
}
