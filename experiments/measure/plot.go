package measure

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/engine/game"
	"codebreak/engine/pattern"
	"codebreak/engine/strategy"
	"codebreak/experiments/base"
	"codebreak/experiments/players"
	"codebreak/report/chart"
	"codebreak/report/lists"
)

// plotOptions say how subjects are drawn.
type plotOptions struct {
	kind     string
	log      bool // short for the kind
	panels   bool // a panel for each subject
	numbers  bool // of secrets, in place of percent
	narrow   bool // for a phone
	title    string
	subtitle string
	width    int
	height   int
}

// The kinds of pictures.
const (
	histogramPlot  = "histogram"
	logPlot        = "log"
	cumulativePlot = "cumulative"
	meansPlot      = "means"
)

// logUsage describes the flag --log.
const logUsage = "draw shares on a logarithmic axis, so that bars of a few secrets are seen"

// narrowUsage describes the flag --narrow.
const narrowUsage = "draw for a phone: 358 pixels wide, one panel below the other"

var plotKinds = []string{histogramPlot, logPlot, cumulativePlot, meansPlot}

// PlotCommand makes the command plot, which draws subjects into one picture.
func PlotCommand(a *base.App) *cobra.Command {
	f := &plotFlags{app: a}
	takes := base.Takes(1, mostSubjects, "at least one subject")
	cmd := base.NewCommand("plot", takes, f.run)
	cmd.ValidArgsFunction = subjectNames

	o := &f.plotOptions
	flags := cmd.Flags()
	flags.StringVarP(&f.file, "output", "o", "", "output file: .png, .svg or .pdf (required)")
	flags.StringVar(&o.kind, "kind", histogramPlot, "chart type: "+strings.Join(plotKinds, ", "))
	flags.BoolVar(&o.log, "log", false, logUsage)
	flags.BoolVar(&o.narrow, "narrow", false, narrowUsage)
	flags.BoolVar(&o.panels, "panels", false, "draw a panel for each subject, with the same axes")
	flags.BoolVar(&o.numbers, "numbers", false, "write numbers of secrets below the bars, instead of percent")
	flags.StringVar(&o.title, "title", "", "title (default: generated from the result)")
	flags.StringVar(&o.subtitle, "subtitle", "", "line below the title (default: the game)")
	flags.StringVar(&f.size, "size", "", "width and height in pixels, such as 800x500 (default: 640 wide, as high as needed)")
	f.sample.addTo(cmd)
	base.Complete(cmd, "kind", plotKinds)
	return cmd
}

// plotFlags are the flags of the command plot.
type plotFlags struct {
	app    *base.App
	file   string
	size   string
	sample SampleFlags
	plotOptions
}

// run measures the subjects of the command line, and draws them.
func (f *plotFlags) run(cmd *cobra.Command, args []string) error {
	if err := f.read(cmd, f.size); err != nil {
		return err
	}
	if err := base.Exclusive(cmd, "narrow", "size"); err != nil {
		return err
	}
	if err := base.Required(cmd, "output"); err != nil {
		return err
	}
	if err := CheckPicture("--output", f.file); err != nil {
		return err
	}

	c, err := compareAll(f.app, cmd, args, players.Flags{}, f.sample, f.check)
	if err != nil {
		return err
	}
	return Draw(f.app, f.file, c.figure(f.plotOptions))
}

// read checks the options, and reads the size.
func (o *plotOptions) read(cmd *cobra.Command, size string) error {
	if err := base.OneOf("kind", o.kind, plotKinds); err != nil {
		return err
	}
	if o.log {
		if o.kind != histogramPlot && o.kind != logPlot {
			return base.Usagef("--log is for histograms; drop --kind %s", o.kind)
		}
		o.kind = logPlot
	}
	if o.kind == meansPlot && (o.panels || o.numbers) {
		return base.Usagef("--panels and --numbers need --kind %s or %s", histogramPlot, cumulativePlot)
	}
	if err := base.NotEmpty(cmd, "title", "subtitle"); err != nil || !base.Given(cmd, "size") {
		return err
	}

	// Sscanf lets other characters follow; only a size that reads the same again is one.
	_, err := fmt.Sscanf(size, "%dx%d", &o.width, &o.height)
	if err != nil || size != fmt.Sprintf("%dx%d", o.width, o.height) {
		return base.Usagef("--size is %q; it must be width and height in pixels, such as 800x500", size)
	}
	const least, most = chart.LeastWidth, chart.MostWidth
	if o.width < least || o.width > most || o.height < 1 || o.height > most {
		return base.Usagef("--size is %s; the width must be %d to %d, the height at most %d", size, least, most, most)
	}
	return nil
}

// CheckPicture refuses a file that is not a picture or could not be written.
func CheckPicture(flag, file string) error {
	err := base.CheckOutput(file)
	if err == nil {
		_, err = chart.FormatOf(file)
	}
	return base.UsageOf(flag, err)
}

// The numbers of subjects that a picture may have.
const (
	mostOverlaid = 8
	mostPanels   = 24
)

// check refuses subjects that cannot be drawn together.
func (o plotOptions) check(subjects []Subject) error {
	if slices.ContainsFunc(subjects, func(s Subject) bool {
		return s.limit > 0
	}) {
		return base.Usagef("limit= is a key of measure and compare, not of plot")
	}
	switch {
	case o.kind != meansPlot && o.panels:
		return checkNumber(subjects, mostPanels)
	case o.kind != meansPlot:
		return checkNumber(subjects, mostOverlaid)
	}

	numbersOfColours := map[int]bool{}
	for _, s := range subjects {
		name := s.Game.String()
		if !colourOfGame().MatchString(name) {
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
	names := c.pictureNames()
	f := chart.Figure{
		File:     "picture.png",
		Subtitle: cmp.Or(o.subtitle, c.usualSubtitle(o)),
		Width:    o.width,
		Height:   o.height,
	}
	f.Source, f.Verdict = c.source()

	title := c.title(names)
	switch {
	case o.kind == meansPlot:
		lines := c.means()
		title = growth(lines)
		f.Charts = []chart.Chart{lines}
	case o.panels:
		f.Charts = c.panels(o, names)
		f.SameAxes = true
	default:
		h := o.histogram(c.distributions(names))
		two := len(c.Subjects) == 2
		h.Differences = o.numbers && two && !c.Pairs[0].Moved.None()
		f.Charts = []chart.Chart{h}
	}
	f.Title = cmp.Or(o.title, title)
	f.Caption = f.Title
	if o.narrow {
		return f.Narrow()
	}
	return f
}

// usualSubtitle names the game, if there is one, or else the strategy that plays all games, and
// the unit of the bars.
func (c comparison) usualSubtitle(o plotOptions) string {
	number := "percent of the secrets"
	if o.numbers {
		number = "secrets"
	}
	unit := number + " by number of guesses"
	switch o.kind {
	case meansPlot:
		return "mean number of guesses in " + strings.Join(c.families(), ", ") + ", with C colours"
	case cumulativePlot:
		unit = number + " solved within a number of guesses"
	case logPlot:
		unit += ", logarithmic"
	}

	about := c.subtitle()
	if about == "" {
		about = c.everywhere(lists.Map(c.Subjects, Outcome.spoken))
	}
	if about != "" {
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

// distributions are the subjects of a histogram. A strategy has the colour of its criterion in
// all pictures; one that plays several games has a colour for each.
func (c comparison) distributions(names []string) (out []chart.Distribution) {
	coloured := slices.Clone(names)
	for i, s := range c.Subjects {
		switch {
		case c.subtitle() == "" && !strings.Contains(names[i], " in "):
			// It is named after its game.
		case s.Kind == OfOptimum:
			coloured[i] = "least total"
		case s.Strategy != nil && s.source == "":
			coloured[i] = string(s.Criterion)
		}
	}

	for i, colour := range chart.Colours(coloured) {
		s := c.Subjects[i]
		out = append(out, chart.Distribution{
			Name:      names[i],
			Counts:    s.Histogram,
			Mean:      float64(s.Mean),
			MeanText:  s.printed,
			Published: s.source != "",
			Colour:    colour,
		})
	}
	return out
}

// panels has a histogram for each subject.
func (c comparison) panels(o plotOptions, names []string) (charts []chart.Chart) {
	for _, d := range c.distributions(names) {
		charts = append(charts, o.histogram([]chart.Distribution{d}))
	}
	return charts
}

// colourOfGame finds the colours in the name of a game.
var colourOfGame = pattern.Of(`x[0-9]+`)

// familyOf names games that differ in colours alone, such as mm4xC.
func familyOf(gameName string) string {
	return colourOfGame().ReplaceAllString(gameName, "xC")
}

// families lists the families of the subjects' games.
func (c comparison) families() (names []string) {
	for _, s := range c.Subjects {
		name := familyOf(s.Game)
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// means has a line for each strategy and family of games.
func (c comparison) means() chart.Lines {
	l := chart.Lines{
		XLabel: "colours",
		YLabel: "mean guesses",
		Whole:  true,
	}
	lineOf := map[string]int{} // by the line's name
	var names []string
	for _, s := range c.Subjects {
		g, err := game.Parse(s.Game)
		if err != nil || s.Mean.None() {
			continue // without a mean, there is nothing to show
		}

		// A line has one name for all games, so it is not named after Knuth in one of them.
		name := s.spoken()
		if s.isKnuth() {
			name = string(strategy.Minimax)
		}
		if len(c.families()) > 1 {
			name += ", " + familyOf(s.Game)
		}
		i, known := lineOf[name]
		if !known {
			i = len(names)
			lineOf[name] = i
			names = append(names, name)
			l.Series = append(l.Series, chart.Series{
				Name:   name,
				Points: s.source != "",
			})
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

// growth says what another colour costs on a single line and, of several lines, which is the
// lowest at the most colours.
func growth(l chart.Lines) string {
	const plain = "Mean number of guesses by the number of colours"
	most := 0.0
	var ends []chart.Series // of the lines that reach as far as any
	for _, s := range l.Series {
		end := s.X[len(s.X)-1]
		if end > most {
			most = end
			ends = nil
		}
		if end == most {
			ends = append(ends, s)
		}
	}
	if len(ends) == 0 {
		return plain
	}
	slices.SortStableFunc(ends, lists.By(lastOf))

	low := ends[0]
	high := ends[len(ends)-1]
	least := lastOf(low)
	first := low.X[0]
	switch {
	case len(l.Series) == 1 && first == most:
		return plain
	case len(l.Series) == 1:
		return fmt.Sprintf("Each further colour costs %s %.2f guesses on average",
			low.Name, (least-low.Y[0])/(most-first))
	case lastOf(high) == least:
		return fmt.Sprintf("With %.0f colours all need the same: %.4f guesses on average", most, least)
	}
	return fmt.Sprintf("%s needs the fewest guesses with %.0f colours: %.4f on average, %.4f fewer than %s",
		firstUpper(low.Name), most, least, lastOf(high)-least, high.Name)
}

// lastOf is the mean at the right end of a line.
func lastOf(s chart.Series) float64 {
	return s.Y[len(s.Y)-1]
}
