package measure

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/engine/game"
	"codebreak/engine/short"
	"codebreak/experiments/base"
	"codebreak/experiments/notebook"
	"codebreak/report/chart"
)

// plotOptions say how subjects are drawn.
type plotOptions struct {
	kind            string
	panels, numbers bool
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

func PlotCommand(a *base.App) *cobra.Command {
	var o plotOptions
	var file, size string
	var sample SampleFlags
	cmd := base.NewCommand("plot", base.Takes(1, mostSubjects, "at least one subject"), func(cmd *cobra.Command, args []string) error {
		if err := cmp.Or(o.read(cmd, size), base.Required(cmd, "output"), CheckPicture("--output", file)); err != nil {
			return err
		}
		c, err := compareAll(a, cmd, args, PlayerFlags{}, sample, o.check)
		if err != nil {
			return err
		}
		return Draw(a, file, c.figure(o))
	})
	cmd.ValidArgsFunction = subjectNames
	flags := cmd.Flags()
	flags.StringVarP(&file, "output", "o", "", "output file: .png, .svg or .pdf (required)")
	flags.StringVar(&o.kind, "kind", histogramPlot, "what is drawn: "+strings.Join(plotKinds, ", "))
	flags.BoolVar(&o.panels, "panels", false, "draw panels with the same axes, instead of one")
	flags.BoolVar(&o.numbers, "numbers", false, "write numbers of secrets below the bars, instead of percent")
	flags.StringVar(&o.title, "title", "", "title (default: the finding)")
	flags.StringVar(&o.subtitle, "subtitle", "", "line below the title (default: the game)")
	flags.StringVar(&size, "size", "", "width and height in pixels, such as 800x500 (default: 640 wide, as high as needed)")
	sample.addTo(cmd)
	base.Complete(cmd, "kind", plotKinds)
	return cmd
}

// read checks the options.
func (o *plotOptions) read(cmd *cobra.Command, size string) error {
	_, noSize := fmt.Sscanf(size, "%dx%d", &o.width, &o.height)
	sized := base.Given(cmd, "size")
	fits := chart.LeastWidth <= o.width && o.width <= chart.MostWidth && 1 <= o.height && o.height <= chart.MostWidth
	return cmp.Or(
		base.OneOf("kind", o.kind, plotKinds),
		base.Refuse(o.kind == meansPlot && (o.panels || o.numbers), "--panels and --numbers go with --kind %s and %s", histogramPlot, cumulativePlot),
		base.NotEmpty(cmd, "title", "subtitle"),
		base.Refuse(sized && (noSize != nil || size != fmt.Sprintf("%dx%d", o.width, o.height)), "--size is %q; it must be width and height in pixels, such as 800x500", size),
		base.Refuse(sized && !fits, "--size is %s; the width must be %d to %d, the height at most %d", size, chart.LeastWidth, chart.MostWidth, chart.MostWidth),
	)
}

// CheckPicture refuses a file that is not a picture or could not be written.
func CheckPicture(flag, file string) error {
	_, noPicture := chart.FormatOf(file)
	return base.UsageOf(flag, cmp.Or(base.CheckOutput(file), noPicture))
}

// How many subjects a picture may have.
const (
	mostOverlaid = 8
	mostPanels   = 24
)

// check refuses subjects that cannot be drawn together.
func (o plotOptions) check(subjects []Subject) error {
	if o.kind != meansPlot {
		return checkNumber(subjects, base.Either(o.panels, mostPanels, mostOverlaid))
	}
	games := map[int]bool{} // by their colours
	for _, s := range subjects {
		if name := s.Game.String(); !colourOfGame().MatchString(name) {
			return base.Usagef("--kind %s: %s has no number of colours in its name; use games such as mm4x2..8", meansPlot, name)
		}
		_, colours := s.Game.Shape()
		games[colours] = true
	}
	return base.Refuse(len(games) < 2, "--kind %s needs games of several numbers of colours, such as 'mm4x2..8 entropy'", meansPlot)
}

// figure draws subjects as the options say.
func (c comparison) figure(o plotOptions) chart.Figure {
	f := chart.Figure{
		File: "picture.png", Title: cmp.Or(o.title, c.title()), Subtitle: o.subtitle,
		Width: o.width, Height: o.height,
	}
	f.Source, f.Verdict = c.source()
	unit := "percent of the secrets by number of guesses"
	switch {
	case o.kind == meansPlot:
		f.Charts = []chart.Chart{c.means()}
		f.Title = cmp.Or(o.title, "Mean number of guesses by the number of colours")
		unit = ""
	case o.panels:
		f.Charts = c.histograms(o)
	default:
		f.Charts = []chart.Chart{chart.Histogram{Series: c.distributions(), Cumulative: o.kind == cumulativePlot, Log: o.kind == logPlot, Counts: o.numbers, Differences: o.numbers && len(c.Subjects) == 2 && !c.Pairs[0].Moved.None()}}
	}
	if o.kind == cumulativePlot {
		unit = "percent of the secrets solved within a number of guesses"
	}
	if o.kind == logPlot {
		unit += ", logarithmic"
	}
	if o.numbers {
		unit = strings.Replace(unit, "percent", "number", 1)
	}
	if o.subtitle == "" {
		parts := slices.DeleteFunc([]string{c.subtitle(), unit}, func(part string) bool { return part == "" })
		f.Subtitle = strings.Join(parts, "; ")
	}
	f.Caption = f.Title
	return f
}

// distributions are the subjects as a histogram shows them.
func (c comparison) distributions() (out []chart.Distribution) {
	names := notebook.Map(c.Subjects, func(s Outcome) string {
		if s.Strategy != nil && s.source == "" {
			return string(s.Criterion)
		}
		return s.Name
	})
	for i, colour := range chart.Colours(names) {
		s := c.Subjects[i]
		out = append(out, chart.Distribution{
			Name: s.Name, Counts: s.Histogram, Mean: float64(s.Mean), MeanText: s.printed, Published: s.source != "", Colour: colour,
		})
	}
	return out
}

// histograms has a panel for each subject, with the same axes.
func (c comparison) histograms(o plotOptions) []chart.Chart {
	panels := notebook.Map(c.distributions(), func(d chart.Distribution) chart.Histogram {
		return chart.Histogram{Series: []chart.Distribution{d}, Cumulative: o.kind == cumulativePlot, Log: o.kind == logPlot, Counts: o.numbers}
	})
	axes := chart.CommonAxes(panels...)
	return notebook.Map(panels, func(h chart.Histogram) chart.Chart {
		h.Common = axes
		return h
	})
}

// colourOfGame finds the colours in the name of a game.
var colourOfGame = short.Pattern(`x[0-9]+`)

// means has a line for each strategy and kind of game.
func (c comparison) means() chart.Lines {
	l := chart.Lines{XLabel: "colours", YLabel: "mean guesses", Whole: true}
	var names []string
	for _, s := range c.Subjects {
		if s.Mean.None() {
			continue
		}
		// From the game's own first guess in each: they differ from game to game.
		strategy, _, _ := strings.Cut(strings.TrimPrefix(s.Name, s.Game+" "), " from ")
		name := strategy + ", " + colourOfGame().ReplaceAllString(s.Game, "xC")
		i := slices.Index(names, name)
		if i < 0 {
			i, names = len(names), append(names, name)
			l.Series = append(l.Series, chart.Series{Name: name, Points: s.source != ""})
		}
		_, colours := notebook.Sure(game.Parse(s.Game)).Shape()
		l.Series[i].X, l.Series[i].Y = append(l.Series[i].X, float64(colours)), append(l.Series[i].Y, float64(s.Mean))
	}
	for i, colour := range chart.Colours(names) {
		l.Series[i].Colour = colour
	}
	return l
}
