package measure

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/engine/game"
	"codebreak/experiments/base"
	"codebreak/experiments/players"
	"codebreak/report/chart"
)

// plotOptions say how subjects are drawn.
type plotOptions struct {
	kind            string
	panels          bool // a panel for each subject
	numbers         bool // of secrets, in place of percent
	title, subtitle string
	width, height   int
}

// The kinds of pictures.
const (
	histogramPlot  = "histogram"
	logPlot        = "log"
	cumulativePlot = "cumulative"
	meansPlot      = "means"
)

var plotKinds = []string{histogramPlot, logPlot, cumulativePlot, meansPlot}

// PlotCommand makes the command plot, which draws subjects into one picture.
func PlotCommand(a *base.App) *cobra.Command {
	var o plotOptions
	var file, size string
	var sample SampleFlags
	takes := base.Takes(1, mostSubjects, "at least one subject")
	cmd := base.NewCommand("plot", takes, func(cmd *cobra.Command, args []string) error {
		if err := cmp.Or(o.read(cmd, size), base.Required(cmd, "output"), CheckPicture("--output", file)); err != nil {
			return err
		}
		c, err := compareAll(a, cmd, args, players.Flags{}, sample, o.check)
		if err != nil {
			return err
		}
		return Draw(a, file, c.figure(o))
	})
	cmd.ValidArgsFunction = subjectNames

	flags := cmd.Flags()
	flags.StringVarP(&file, "output", "o", "", "output file: .png, .svg or .pdf (required)")
	flags.StringVar(&o.kind, "kind", histogramPlot, "chart type: "+strings.Join(plotKinds, ", "))
	flags.BoolVar(&o.panels, "panels", false, "draw a panel for each subject, with the same axes")
	flags.BoolVar(&o.numbers, "numbers", false, "write numbers of secrets below the bars, instead of percent")
	flags.StringVar(&o.title, "title", "", "title (default: generated from the result)")
	flags.StringVar(&o.subtitle, "subtitle", "", "line below the title (default: the game)")
	flags.StringVar(&size, "size", "", "width and height in pixels, such as 800x500 (default: 640 wide, as high as needed)")
	sample.addTo(cmd)
	base.Complete(cmd, "kind", plotKinds)
	return cmd
}

// read checks the options, and reads the size.
func (o *plotOptions) read(cmd *cobra.Command, size string) error {
	if err := base.OneOf("kind", o.kind, plotKinds); err != nil {
		return err
	}
	if o.kind == meansPlot && (o.panels || o.numbers) {
		return base.Usagef("--panels and --numbers go with --kind %s and %s", histogramPlot, cumulativePlot)
	}
	if err := base.NotEmpty(cmd, "title", "subtitle"); err != nil || !base.Given(cmd, "size") {
		return err
	}

	// Sscanf lets other characters follow; only a size that reads the same again is one.
	_, err := fmt.Sscanf(size, "%dx%d", &o.width, &o.height)
	if err != nil || size != fmt.Sprintf("%dx%d", o.width, o.height) {
		return base.Usagef("--size is %q; it must be width and height in pixels, such as 800x500", size)
	}
	fits := chart.LeastWidth <= o.width && o.width <= chart.MostWidth && 1 <= o.height && o.height <= chart.MostWidth
	if !fits {
		return base.Usagef("--size is %s; the width must be %d to %d, the height at most %d", size, chart.LeastWidth, chart.MostWidth, chart.MostWidth)
	}
	return nil
}

// CheckPicture refuses a file that is not a picture or could not be written.
func CheckPicture(flag, file string) error {
	_, noPicture := chart.FormatOf(file)
	return base.UsageOf(flag, cmp.Or(base.CheckOutput(file), noPicture))
}

// The numbers of subjects that a picture may have.
const (
	mostOverlaid = 8
	mostPanels   = 24
)

// check refuses subjects that cannot be drawn together.
func (o plotOptions) check(subjects []Subject) error {
	switch {
	case o.kind != meansPlot && o.panels:
		return checkNumber(subjects, mostPanels)
	case o.kind != meansPlot:
		return checkNumber(subjects, mostOverlaid)
	}

	numbersOfColours := map[int]bool{}
	for _, s := range subjects {
		name := s.Game.String()
		if !colourOfGame.MatchString(name) {
			return base.Usagef("--kind %s: %s has no number of colours in its name; use games such as mm4x2..8", meansPlot, name)
		}
		_, colours := s.Game.Shape()
		numbersOfColours[colours] = true
	}
	if len(numbersOfColours) < 2 {
		return base.Usagef("--kind %s needs games of several numbers of colours, such as 'mm4x2..8 entropy'", meansPlot)
	}
	return nil
}

// figure draws subjects as the options say.
func (c comparison) figure(o plotOptions) chart.Figure {
	f := chart.Figure{
		File:     "picture.png",
		Title:    cmp.Or(o.title, c.title()),
		Subtitle: cmp.Or(o.subtitle, c.usualSubtitle(o)),
		Width:    o.width,
		Height:   o.height,
	}
	f.Source, f.Verdict = c.source()

	switch {
	case o.kind == meansPlot:
		f.Charts = []chart.Chart{c.means()}
		f.Title = cmp.Or(o.title, "Mean number of guesses by the number of colours")
	case o.panels:
		f.Charts = c.panels(o)
	default:
		h := o.histogram(c.distributions())
		h.Differences = o.numbers && len(c.Subjects) == 2 && !c.Pairs[0].Moved.None()
		f.Charts = []chart.Chart{h}
	}
	f.Caption = f.Title
	return f
}

// usualSubtitle names the game, if it is one, and the unit of the bars.
func (c comparison) usualSubtitle(o plotOptions) string {
	number := "percent"
	if o.numbers {
		number = "number"
	}
	unit := number + " of the secrets by number of guesses"
	switch o.kind {
	case meansPlot:
		unit = ""
	case cumulativePlot:
		unit = number + " of the secrets solved within a number of guesses"
	case logPlot:
		unit += ", logarithmic"
	}

	about := c.subtitle()
	if about != "" && unit != "" {
		about += "; "
	}
	return about + unit
}

// histogram draws distributions as the options say.
func (o plotOptions) histogram(series []chart.Distribution) chart.Histogram {
	return chart.Histogram{
		Series:     series,
		Cumulative: o.kind == cumulativePlot,
		Log:        o.kind == logPlot,
		Counts:     o.numbers,
	}
}

// distributions are the subjects of a histogram. A strategy has the colour of its criterion
// in all pictures.
func (c comparison) distributions() (out []chart.Distribution) {
	var names []string
	for _, s := range c.Subjects {
		name := s.Name
		if s.Strategy != nil && s.source == "" {
			name = string(s.Criterion)
		}
		names = append(names, name)
	}

	for i, colour := range chart.Colours(names) {
		s := c.Subjects[i]
		out = append(out, chart.Distribution{
			Name:      s.Name,
			Counts:    s.Histogram,
			Mean:      float64(s.Mean),
			MeanText:  s.printed,
			Published: s.source != "",
			Colour:    colour,
		})
	}
	return out
}

// panels has a histogram for each subject, with the same axes.
func (c comparison) panels(o plotOptions) (charts []chart.Chart) {
	var histograms []chart.Histogram
	for _, d := range c.distributions() {
		histograms = append(histograms, o.histogram([]chart.Distribution{d}))
	}

	axes := chart.CommonAxes(histograms...)
	for _, h := range histograms {
		h.Common = axes
		charts = append(charts, h)
	}
	return charts
}

// colourOfGame finds the colours in the name of a game.
var colourOfGame = regexp.MustCompile(`x[0-9]+`)

// means has a line for each strategy and kind of game.
func (c comparison) means() chart.Lines {
	l := chart.Lines{XLabel: "colours", YLabel: "mean guesses", Whole: true}
	lineOf := map[string]int{} // by the line's name
	var names []string
	for _, s := range c.Subjects {
		g, err := game.Parse(s.Game)
		if err != nil || s.Mean.None() {
			continue // without a mean, there is nothing to show
		}

		// The line's name has no first guess, which differs from game to game.
		strategy, _, _ := strings.Cut(strings.TrimPrefix(s.Name, s.Game+" "), " from ")
		name := strategy + ", " + colourOfGame.ReplaceAllString(s.Game, "xC")
		i, known := lineOf[name]
		if !known {
			i = len(names)
			lineOf[name] = i
			names = append(names, name)
			l.Series = append(l.Series, chart.Series{Name: name, Points: s.source != ""})
		}

		_, colours := g.Shape()
		line := &l.Series[i]
		line.X = append(line.X, float64(colours))
		line.Y = append(line.Y, float64(s.Mean))
	}

	for i, colour := range chart.Colours(names) {
		l.Series[i].Colour = colour
	}
	return l
}
