package measure

import (
	"cmp"

	"github.com/spf13/cobra"

	"codebreak/experiments/base"
	"codebreak/experiments/notebook"
	"codebreak/experiments/store"
	"codebreak/report/chart"
)

func CompareCommand(a *base.App) *cobra.Command {
	var f outcomeFlags
	cmd := base.NewCommand("compare", nil, func(cmd *cobra.Command, args []string) error {
		err := cmp.Or(
			f.check(cmd),
			base.Refuse(f.player.given() && len(args) < 1, "compare needs a subject to compare the player with; see compare --help"),
			base.Refuse(!f.player.given() && len(args) < 2, "compare needs two subjects or more, such as 'mm4x6 knuth' 'mm4x6 optimal'; see compare --help"),
		)
		if err != nil {
			return err
		}
		most := base.Either(f.plot == "", mostSubjects, mostOverlaid)
		c, err := compareAll(a, cmd, args, f.player, f.sample, func(subjects []Subject) error { return checkNumber(subjects, most) })
		if err == nil {
			err = drawOutcomes(a, f, c, plotOptions{})
		}
		if err != nil {
			return err
		}
		return f.Write(cmd, c)
	})
	cmd.ValidArgsFunction = subjectNames
	f.addTo(cmd)
	WeightsFlag(a, cmd)
	return cmd
}

// compareAll reads subjects, to which a player may come, checks that they have a common
// scale and are not too many, and measures them.
func compareAll(a *base.App, cmd *cobra.Command, specs []string, player PlayerFlags, sample SampleFlags, check func([]Subject) error) (comparison, error) {
	ctx := cmd.Context()
	subjects, err := parseSubjects(ctx, a, specs)
	if err == nil && player.given() {
		subjects = append(subjects, Subject{Spec: subjects[0].Game.String(), Game: subjects[0].Game, player: &player})
	}
	if err == nil {
		err = cmp.Or(checkScale(subjects), sample.check(cmd, subjects), check(subjects), checkWeights(ctx, a, subjects...))
	}
	if err != nil {
		return comparison{}, err
	}
	measured, err := measureSubjects(ctx, a, subjects, sample)
	if err != nil {
		return comparison{}, err
	}
	return newComparison(measured), nil
}

// checkScale refuses subjects that cannot be compared.
func checkScale(subjects []Subject) (err error) {
	for _, s := range subjects[1:] {
		a, b := subjects[0].until(), s.until()
		err = cmp.Or(err, base.Refuse(a != b, "%s counts guesses until the secret is %s, %s until it is %s: they cannot be compared", subjects[0].Spec, a, s.Spec, b))
	}
	return err
}

// checkNumber refuses more subjects than fit.
func checkNumber(subjects []Subject, most int) error {
	return base.Refuse(len(subjects) > most, "%d subjects are too many: at most %d fit", len(subjects), most)
}

// Draw writes a figure into a file, whole or not at all, with the command that was given.
func Draw(a *base.App, file string, f chart.Figure) error {
	f.Command = a.CommandLine()
	picture, err := f.Draw(notebook.Sure(chart.FormatOf(file))) // which was checked
	if err != nil {
		return base.Usage(err)
	}
	if err = store.Failed(file+" cannot be written", store.WriteFile(file, picture)); err == nil {
		a.Say("picture: %s", file)
	}
	return err
}
