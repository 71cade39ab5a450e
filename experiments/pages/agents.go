package pages

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize/english"
	"gonum.org/v1/gonum/stat/distuv"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/chance"
	"codebreak/engine/pattern"
	"codebreak/engine/wording"
	"codebreak/experiments/claims"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
)

// agentGames are the games in which agents are compared.
var agentGames = []string{"mm4x6", "bc3x10", "bc4x10"}

// agentsEntry asks whether language models and learned agents play better than a player who
// guesses any consistent code. The figures are those of published.Agents, and the games of some
// runs those of published.Played.
func agentsEntry() notebook.Entry {
	random := notebook.All(notebook.StudyOf(agentGames, askRandomRival))
	optima := notebook.All(notebook.StudyOf(agentGames, askLeastTotal))
	page := notebook.Both(random, optima, compareAgents)
	return notebook.Entry{
		Name:  "agents",
		Tasks: page.Tasks(),
		Page:  page.In,
	}
}

// compareAgents compares the agents, game by game, with the random player and the optimum.
func compareAgents(expected []report.Expectation, proved []optimum) report.Page {
	players := map[string]agentRival{}
	for i, game := range agentGames {
		players[game] = agentRival{Expectation: expected[i], optimum: proved[i].found.Figures.Mean}
	}

	var rows []agentRow
	for _, f := range published.Agents() {
		rows = append(rows, newAgentRow(f, players))
	}
	page := agentsPage(rows)
	page.Expected = expected
	return page
}

// anyCandidate is the player who guesses any candidate, all equally likely.
func anyCandidate(gameName string) engine.Configuration {
	c := subject(gameName + " random")
	c.Strategy = c.Strategy.WithDefaults()
	return c
}

// An agentRival is what the random consistent player and the optimum do in a game.
type agentRival struct {
	report.Expectation
	optimum float64
}

// askRandomRival asks what the random consistent player does in a game.
func askRandomRival(game string) notebook.Asked[report.Expectation] {
	random := published.Figure{Subject: engine.Subject{Configuration: anyCandidate(game)}}
	return notebook.Then(notebook.Ask(ask.NewExpected(random.Subject.Configuration)), func(e ask.Expectation) report.Expectation {
		return expectationOf(claims.NewExact(random, e))
	})
}

// The verdicts on agents.
const (
	agentWorse      = "worse"
	agentBetter     = "better"
	agentSame       = "not distinguished"
	agentImpossible = "impossible"
	agentUntested   = "not compared"
)

// An agentRow is a published figure beside the random consistent player.
type agentRow struct {
	published.AgentFigure
	share, low, high float64 // of games solved; NaN if none is printed
	rival, rivalMean float64 // the random player's share, and its mean of the same turns
	verdict, why     string
}

// cells are those of an agent that is compared.
func (r agentRow) cells() []report.Cell {
	var rival, mean any
	if r.rival > 0 {
		rival = report.Percent(100*r.rival, 2)
		mean = report.Decimals(r.rivalMean, 3)
	}
	return report.Cells(
		"agent", r.linked(),
		"game", r.Game,
		"games", ifAny(r.Games, r.Games),
		"limit", ifAny(r.Limit, r.Limit),
		"<solved", r.Success,
		"<mean turns", r.Mean,
		"random player solves", rival,
		"its mean", mean,
		"<against it", r.verdict,
	)
}

// number finds the first number in a text.
var number = pattern.Of(`\d+(\.\d+)?`)

// solvedOf reads a share that is printed as a percentage or as a number of games.
func solvedOf(text string) float64 {
	var part, whole float64
	if n, _ := fmt.Sscanf(strings.TrimPrefix(text, "~"), "%f/%f", &part, &whole); n == 2 && whole > 0 {
		return part / whole
	}
	percent, err := strconv.ParseFloat(number().FindString(text), 64)
	if err != nil || !strings.Contains(text, "%") {
		return math.NaN()
	}
	return percent / 100
}

// deviation is a standard deviation as it is printed beside a mean.
var deviation = pattern.Of(`(?:±|sd) (\d+\.?\d*)`)

// confidenceOfAgents is the confidence of the intervals around the results of agents.
const confidenceOfAgents = 0.95

// newAgentRow compares an agent with the random consistent player. The intervals follow from
// the number of games.
func newAgentRow(f published.AgentFigure, players map[string]agentRival) agentRow {
	r := agentRow{
		AgentFigure: f,
		share:       solvedOf(f.Success),
		low:         math.NaN(),
		high:        math.NaN(),
		verdict:     agentUntested,
	}
	mean, err := strconv.ParseFloat(number().FindString(f.Mean), 64)
	printed := err == nil && mean > 0 && !strings.HasSuffix(f.Mean, "+")
	rival, ok := players[f.Game]
	solved := int(math.Round(r.share * float64(f.Games)))
	if f.Games > 0 && !math.IsNaN(r.share) {
		r.low, r.high = chance.ShareInterval(confidenceOfAgents, solved, f.Games)
	}

	switch {
	case !ok:
		r.why = "the words are not published"
		return r
	case printed && f.Over == "all" && f.Games == 0 && mean < rival.optimum:
		r.verdict = agentImpossible
		r.why = fmt.Sprintf("no strategy has a mean below %.4f over all secrets (proved)", rival.optimum)
		return r
	}

	r.rival, r.rivalMean = chance.Within(rival.Histogram, cmp.Or(f.Limit, len(rival.Histogram)))
	switch {
	case f.Games < 2:
		r.why = "the number of games is not stated"
		return r
	case strings.HasPrefix(f.Note, "one fixed secret"), strings.HasPrefix(f.Agent, "random"):
		r.why = "the games are not drawn from all secrets"
		return r
	}

	// The games solved decide where the turns of all games are not known. A game that is not
	// solved counts as one turn more than the limit.
	r.verdict = agentSame
	if !printed || math.IsNaN(r.share) && f.Over == "solved" || solved == 1 {
		if r.high < r.rival {
			r.verdict = agentWorse
		}
		return r
	}

	part, last := 1.0, float64(f.Limit+1)
	if f.Over == "solved" {
		part = r.share
	}

	sd := rival.Stddev // where the source prints none
	if d := deviation().FindStringSubmatch(f.Mean); d != nil {
		sd, _ = strconv.ParseFloat(d[1], 64)
	}

	turns := part*mean + (1-part)*last
	variance := part*(sd*sd+mean*mean) + (1-part)*last*last - turns*turns
	student := distuv.StudentsT{Sigma: 1, Nu: float64(f.Games - 1)}
	margin := student.Quantile((1+confidenceOfAgents)/2) * math.Sqrt(variance/float64(f.Games))
	switch {
	case turns-margin > r.rivalMean:
		r.verdict = agentWorse
	case turns+margin < r.rivalMean:
		r.verdict = agentBetter
	}
	return r
}

// linked is the agent, with the address of its source.
func (r agentRow) linked() any {
	if !strings.HasPrefix(r.Link, "https://") {
		return r.Agent
	}
	return report.Linked{Text: r.Agent, Address: r.Link}
}

// claim is the figure in the catalogue. It is reproduced if its games are published and give it.
func (r agentRow) claim() report.Claim {
	printed := r.Success
	if r.Mean != "" {
		printed += ", mean " + r.Mean
	}
	c := report.Claim{
		ID:      r.ID,
		Source:  r.Source,
		Subject: engine.Subject{Configuration: engine.Configuration{Game: r.Game}},
		About:   r.Game + ", " + r.Agent,
		Printed: strings.TrimPrefix(printed, ", mean "),
		Verdict: report.NotTested,
		Gap:     "the player is not available; against the random consistent player: " + r.verdict,
	}

	if r.verdict == agentImpossible {
		c.Verdict, c.Gap = report.Impossible, r.why
	}

	if p, ok := published.Played()[r.Run]; ok && r.Run != "" {
		mean := float64(p.Turns) / float64(max(1, p.Solved))
		c.Measured = fmt.Sprintf("%d of %d solved, mean %.2f", p.Solved, p.Games, mean)
		c.Gap = ""
		c.Verdict = report.Differs
		if math.Abs(r.share-float64(p.Solved)/float64(p.Games)) < 0.0005 {
			c.Verdict = report.AsPublished
		}
	}
	return c
}

func agentsPage(rows []agentRow) report.Page {
	compared, digits := keep(rows, agentRow.isCompared), keep(rows, agentRow.inBullsAndCows)
	impossible := count(rows, agentRow.isImpossible)
	all := published.Played()["benchmark_4o-500-4d"]

	page := report.Page{Tallies: []report.Tally{{
		What: "language models and learned agents",
		Why: fmt.Sprintf("%s published %s below the proved optimum. Players that are not available are not tested; where their games are, they were judged.",
			inWords(impossible), english.PluralWord(impossible, "mean is", "means are")),
		Claims: notebook.Map(rows, agentRow.claim),
	}}}
	page.Findf("No: of %d published results with a number of games, %d are worse than guessing any consistent code, and %s better.",
		len(compared), count(rows, agentRow.isWorse), isOrAre(count(rows, agentRow.isBetter)))
	page.Findf("Bulls and Cows: %d of %d results are worse than the random consistent player, who solves every secret within the limits.",
		count(digits, agentRow.isWorse), count(digits, agentRow.isCompared))
	page.Findf("Games as played show why: %.0f %% of gpt-4o's guesses after the first agree with all feedback, and when a single code was possible, it guessed it %d times in %s.",
		100*float64(all.Consistent)/float64(all.Later), all.Named, wording.Thousands(all.OneLeft))
	page.Findf("%d published means are impossible: they lie below the proved optimum of Mastermind (mm4x6).", impossible)

	picture := agentsPicture(keep(compared, agentRow.hasShare))
	page.Picture = &picture

	addTable(&page, "Results with a number of games", compared, agentRow.cells)

	addTable(&page, "Games as played", keep(rows, agentRow.wasPlayed), agentRow.playedCells)

	addTable(&page, "Results that are not compared", drop(rows, agentRow.isCompared), agentRow.uncomparedCells)
	return page
}

func (r agentRow) isCompared() bool { return r.verdict != agentUntested && !r.isImpossible() }

func (r agentRow) inBullsAndCows() bool { return strings.HasPrefix(r.Game, "bc") }

// hasShare reports whether a picture shows the share of games solved.
func (r agentRow) hasShare() bool { return !math.IsNaN(r.share) && r.Games >= 20 }

func (r agentRow) wasPlayed() bool { return published.Played()[r.Run].Games > 0 }

// playedCells are those of an agent whose games are published.
func (r agentRow) playedCells() []report.Cell {
	p := published.Played()[r.Run]
	mean := any(nil)
	if p.Solved > 0 {
		mean = report.Decimals(float64(p.Turns)/float64(p.Solved), 2)
	}
	return report.Cells(
		"agent", r.Agent,
		"game", r.Game,
		"games", p.Games,
		"solved", p.Solved,
		"mean turns if solved", mean,
		"consistent", report.Percent(100*float64(p.Consistent)/float64(p.Later), 1),
		"one code left", p.OneLeft,
		"named", p.Named,
	)
}

// uncomparedCells are those of an agent that is not compared.
func (r agentRow) uncomparedCells() []report.Cell {
	return report.Cells(
		"agent", r.linked(),
		"game", r.Game,
		"games", ifAny(r.Games, r.Games),
		"limit", ifAny(r.Limit, r.Limit),
		"<solved", r.Success,
		"<mean turns", r.Mean,
		"<verdict", r.verdict,
		"<why", r.why,
	)
}

func isOrAre(n int) string {
	switch n {
	case 0:
		return "none is"
	case 1:
		return "one is"
	}
	return fmt.Sprintf("%d are", n)
}

// agentsPicture shows for each game how often the best run of each model solves it, with
// intervals, beside the random consistent player.
func agentsPicture(rows []agentRow) chart.Figure {
	sorted := slices.Clone(rows)
	slices.SortStableFunc(sorted, byGameAndShare)

	f := chart.Figure{
		File:     "agents.png",
		Caption:  "Share of games that each language model or learned agent solves in its most successful run, with intervals of 95 %, beside the random consistent player",
		Title:    fmt.Sprintf("%d of %d agents play worse than guessing any consistent code", count(rows, agentRow.isWorse), len(rows)),
		Subtitle: "percent of the games solved within the source's limit, in the best run of each model, with intervals of 95 %",
	}
	for _, ofGame := range groupBy(sorted, agentRow.itsGame) {
		d := chart.Dots{
			Title:  report.GameInWords(ofGame[0].Game),
			XLabel: "percent of the games solved",
			Series: dotSeries("best run of a model"),
			Zero:   true,
			Marks:  []chart.Mark{{Name: "random consistent player", X: 100}},
			Notes:  "games",
		}
		for _, ofModel := range groupBy(ofGame, agentRow.model) {
			best := ofModel[0] // of the largest share
			d.Rows = append(d.Rows, chart.DotRow{
				Name:   best.model(),
				Dots:   []chart.Dot{{X: 100 * best.share}},
				Ranges: []chart.Range{{From: 100 * best.low, To: 100 * best.high}},
				Note:   strconv.Itoa(best.Games),
			})
		}
		f.Charts = append(f.Charts, d)
	}
	return f
}

func (r agentRow) itsGame() string { return r.Game }

// model is the agent's name without who offers it, the run and the date.
func (r agentRow) model() string {
	name, _, _ := strings.Cut(r.Agent[strings.LastIndex(r.Agent, "/")+1:], ", ")
	return modelDate().ReplaceAllString(name, "")
}

// modelDate is the date at the end of a model's name.
var modelDate = pattern.Of(`-20[0-9]{2}-?[0-9]{2}-?[0-9]{2}$`)

// byGameAndShare sorts by games, and the largest share of one first.
func byGameAndShare(a, b agentRow) int {
	return cmp.Or(
		slices.Index(agentGames, a.Game)-slices.Index(agentGames, b.Game),
		cmp.Compare(b.share, a.share),
	)
}

func (r agentRow) isWorse() bool      { return r.verdict == agentWorse }
func (r agentRow) isBetter() bool     { return r.verdict == agentBetter }
func (r agentRow) isImpossible() bool { return r.verdict == agentImpossible }
