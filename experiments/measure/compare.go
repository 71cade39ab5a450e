package measure

import (
	"io"

	"github.com/spf13/cobra"

	"codebreak/experiments/base"
	"codebreak/experiments/players"
	"codebreak/report/chart"
)

// CompareCommand makes the command compare, which measures subjects and sets them side by side.
func CompareCommand(a *base.App) *cobra.Command {
	f := &compareFlags{outcomeFlags: outcomeFlags{app: a}}
	cmd := base.NewCommand("compare", nil, f.run)
	cmd.ValidArgsFunction = subjectNames
	f.addTo(cmd)
	cmd.Flags().BoolVar(&f.detail, "detail", false, "also show standard deviations, and rules: the guesses that you would have to memorise")
	WeightsFlag(a, cmd)
	return cmd
}

type compareFlags struct {
	outcomeFlags
	detail bool
}

// run measures, draws and writes the subjects of the command line.
func (f *compareFlags) run(cmd *cobra.Command, specs []string) error {
	if err := f.check(cmd); err != nil {
		return err
	}
	player := f.player.Given()
	switch {
	case player && len(specs) < 1:
		return base.Usagef("compare needs a subject to compare the player with; see compare --help")
	case !player && len(specs) < 2:
		return base.Usagef("compare needs two subjects or more, such as 'mm4x6 knuth' 'mm4x6 optimal'; see compare --help")
	}

	// A table has room for more subjects than a picture.
	most := mostSubjects
	if f.plot != "" {
		most = mostOverlaid
	}
	fits := func(subjects []Subject) error { return checkNumber(subjects, most) }
	c, err := compareAll(f.app, cmd, specs, f.player, f.sample, fits)
	if err != nil {
		return err
	}

	c.detail = f.detail
	if err := f.draw(c, plotOptions{}); err != nil {
		return err
	}
	return f.Write(cmd, c)
}

// compareAll measures subjects after checking that they share a scale and pass the caller's
// check. A player, if there is one, plays the game of the first subject and is the last.
func compareAll(
	a *base.App,
	cmd *cobra.Command,
	specs []string,
	player players.Flags,
	sample SampleFlags,
	check func([]Subject) error,
) (c comparison, err error) {
	ctx := cmd.Context()
	subjects, err := parseSubjects(ctx, a, specs)
	if err != nil {
		return c, err
	}
	if player.Given() {
		g := subjects[0].Game
		subjects = append(subjects, Subject{
			Spec:   g.String(),
			Game:   g,
			player: &player,
		})
	}

	err = checkScale(subjects)
	if err == nil {
		err = sample.check(cmd, subjects)
	}
	if err == nil {
		err = check(subjects)
	}
	if err == nil {
		err = checkWeights(ctx, a, subjects...)
	}
	if err != nil {
		return c, err
	}

	measured, err := measureSubjects(ctx, a, subjects, sample)
	if err != nil {
		return c, err
	}
	return newComparison(measured), nil
}

// checkScale refuses subjects that cannot be compared.
func checkScale(subjects []Subject) error {
	first := subjects[0]
	for _, s := range subjects[1:] {
		if a, b := first.until(), s.until(); a != b {
			return base.Usagef("%s counts guesses until the secret is %s, %s until it is %s: they cannot be compared", first.Spec, a, s.Spec, b)
		}
	}
	return nil
}

// checkNumber refuses more subjects than fit.
func checkNumber(subjects []Subject, most int) error {
	if len(subjects) > most {
		return base.Usagef("%d subjects are too many: at most %d fit", len(subjects), most)
	}
	return nil
}

// Draw writes a figure into a file, whole or not at all. The picture names the command line
// that draws it. The caller has checked that the file's name ends in a format of pictures.
func Draw(a *base.App, file string, f chart.Figure) error {
	f.Command = "codebreak " + base.Quote(a.Args...) // on any machine
	var picture []byte
	format, err := chart.FormatOf(file)
	if err == nil {
		picture, err = f.Draw(format)
	}
	if err != nil {
		return base.Usage(err)
	}

	err = base.WriteFile(file, func(w io.Writer) error {
		_, err := w.Write(picture)
		return err
	})
	if err == nil {
		a.Say("picture: %s", file)
	}
	return err
}
