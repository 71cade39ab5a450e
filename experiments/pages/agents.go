// Whether language models and learned agents play better than a player who guesses any consistent
// code.

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
	"codebreak/experiments/notebook/random"
	"codebreak/report"
	"codebreak/report/chart"
	"codebreak/report/lists"
)

// agentGames are the games in which agents are compared.
var agentGames = []string{"mm4x6", "bc3x10", "bc4x10"}

// agentsEntry asks whether language models and learned agents play better than a player who
// guesses any consistent code. The figures are those of published.Agents, and the games of some
// runs those of published.Played.
func agentsEntry() notebook.Entry {
	random := notebook.StudyOf(agentGames, askRandomRival).All()
	optima := notebook.StudyOf(agentGames, askLeastTotal).All()
	return entryOf("agents", notebook.Both(random, optima, compareAgents))
}

// compareAgents compares the agents, game by game, with the random player and the optimum.
func compareAgents(expected []report.Expectation, proved []optimum) report.Page {
	players := map[string]agentRival{}
	for i, game := range agentGames {
		players[game] = agentRival{
			Expectation: expected[i],
			optimum:     proved[i].Mean,
		}
	}

	page := agentsPage(lists.Map(published.Agents(), func(f published.AgentFigure) agentRow {
		return newAgentRow(f, players)
	}))
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
	player := published.Figure{Subject: engine.Subject{Configuration: anyCandidate(game)}}
	q := random.NewExpected(player.Configuration)
	return notebook.AskThen(q, func(e random.Expectation) report.Expectation {
		return expectationOf(claims.NewExact(player, e))
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

// cells are the cells of a compared agent.
func (r agentRow) cells() report.Row {
	return r.printedCells().And(
		"random player solves", report.IfAny(r.rival, report.Percent(100*r.rival, 2)),
		"its mean", report.IfAny(r.rival, report.Decimals(r.rivalMean, 3)),
		"<against it", r.verdict,
	)
}

// uncomparedCells are the cells of an agent that is not compared.
func (r agentRow) uncomparedCells() report.Row {
	return r.printedCells().And(
		"<verdict", r.verdict,
		"<why", r.why,
	)
}

// printedCells are what a source prints of an agent.
func (r agentRow) printedCells() report.Row {
	return report.Cells(
		"agent", r.linked(),
		"game", r.Game,
		"games", report.Given(r.Games),
		"limit", report.Given(r.Limit),
		"<solved", r.Success,
		"<mean turns", r.Mean,
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

// printedDeviation is a standard deviation as it is printed beside a mean.
var printedDeviation = pattern.Of(`(?:±|sd) (\d+\.?\d*)`)

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
	solved := int(math.Round(r.share * float64(f.Games)))
	if f.Games > 0 && !math.IsNaN(r.share) {
		r.low, r.high = chance.ShareInterval(confidenceOfAgents, solved, f.Games)
	}

	// Step 1. What the random player does in the same game within the same limit.
	rival, ok := players[f.Game]
	if !ok {
		r.why = "the words are not published"
		return r
	}
	mean, printed := printedTurns(f)
	if printed && f.Over == "all" && f.Games == 0 && mean < rival.optimum {
		r.verdict = agentImpossible
		r.why = fmt.Sprintf("no strategy has a mean below %.4f over all secrets (proved)", rival.optimum)
		return r
	}
	limit := cmp.Or(f.Limit, len(rival.Histogram))
	r.rival, r.rivalMean = chance.Within(rival.Histogram, limit)

	// Step 2. What cannot be compared.
	switch {
	case f.Games < 2:
		r.why = "the number of games is not stated"
		return r
	case strings.HasPrefix(f.Note, "one fixed secret"), strings.HasPrefix(f.Agent, "random"):
		r.why = "the games are not drawn from all secrets"
		return r
	}

	// Step 3. The games solved decide where the turns of all games are not known.
	r.verdict = agentSame
	if !printed || math.IsNaN(r.share) && f.Over == "solved" || solved == 1 {
		if r.high < r.rival {
			r.verdict = agentWorse
		}
		return r
	}

	// Step 4. Otherwise the turns decide.
	turns, margin := r.turns(mean, rival.Stddev)
	switch {
	case turns-margin > r.rivalMean:
		r.verdict = agentWorse
	case turns+margin < r.rivalMean:
		r.verdict = agentBetter
	}
	return r
}

// printedTurns reads the mean number of turns that a source prints, if it is more than a bound.
func printedTurns(f published.AgentFigure) (mean float64, printed bool) {
	mean, err := strconv.ParseFloat(number().FindString(f.Mean), 64)
	return mean, err == nil && mean > 0 && !strings.HasSuffix(f.Mean, "+")
}

// turns is the mean number of turns of all games and the margin of its error. A game that is not
// solved counts as one turn more than the limit; the random player's standard deviation stands in
// where the source prints none.
func (r agentRow) turns(mean, deviation float64) (turns, margin float64) {
	part, last := 1.0, float64(r.Limit+1)
	if r.Over == "solved" {
		part = r.share
	}
	if printed := printedDeviation().FindStringSubmatch(r.Mean); printed != nil {
		deviation, _ = strconv.ParseFloat(printed[1], 64)
	}

	turns = part*mean + (1-part)*last
	squares := part*(deviation*deviation+mean*mean) + (1-part)*last*last
	student := distuv.StudentsT{Sigma: 1, Nu: float64(r.Games - 1)}
	quantile := student.Quantile((1 + confidenceOfAgents) / 2)
	return turns, quantile * math.Sqrt((squares-turns*turns)/float64(r.Games))
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
	if r.isImpossible() {
		c.Verdict = report.Impossible
		c.Gap = r.why
	}

	if p, ok := r.played(); ok {
		c.Measured = fmt.Sprintf("%d of %d solved, mean %.2f",
			p.Solved, p.Games, meanTurns(p))
		c.Gap = ""
		c.Verdict = report.Differs
		if math.Abs(r.share-float64(p.Solved)/float64(p.Games)) < 0.0005 {
			c.Verdict = report.AsPublished
		}
	}
	return c
}

// played are the games of the run, if they are published.
func (r agentRow) played() (p published.PlayedRun, ok bool) {
	p, ok = published.Played()[r.Run]
	return p, ok && r.Run != ""
}

// meanTurns is the mean number of turns of the games that were solved.
func meanTurns(p published.PlayedRun) float64 {
	return float64(p.Turns) / float64(max(1, p.Solved))
}

// consistency is the percentage of guesses after the first that agree with all feedback.
func consistency(p published.PlayedRun) float64 {
	return 100 * float64(p.Consistent) / float64(p.Later)
}

func agentsPage(rows []agentRow) report.Page {
	compared := lists.Keep(rows, agentRow.isCompared)
	digits := lists.Keep(rows, agentRow.inBullsAndCows)
	impossible := count(rows, agentRow.isImpossible)
	all := published.Played()["benchmark_4o-500-4d"]

	page := report.Page{Tallies: []report.Tally{{
		What: "language models and learned agents",
		Why: fmt.Sprintf("%s published %s below the proved optimum. Players that are not available are not tested; where their games are, they were judged.",
			wording.FirstUpper(inWords(impossible)), english.PluralWord(impossible, "mean is", "means are")),
		Claims: lists.Map(rows, agentRow.claim),
	}}}
	page.Findf("No: of %d published results with a number of games, %d are worse than guessing any consistent code, and %s better.",
		len(compared), count(rows, agentRow.isWorse),
		isOrAre(count(rows, agentRow.isBetter)))
	page.Findf("Bulls and Cows: %d of %d results are worse than the random consistent player, who solves every secret within the limits.",
		count(digits, agentRow.isWorse), count(digits, agentRow.isCompared))
	page.Findf("Games as played show why: %.0f%% of gpt-4o's guesses after the first agree with all feedback. When a single code was possible, it guessed that code %d times in %s.",
		consistency(all), all.Named, wording.Thousands(all.OneLeft))
	page.Findf("%d published means are impossible: they lie below the proved optimum of Mastermind (mm4x6).", impossible)

	page.Picture = agentsPicture(compared)
	addTable(&page, "Results with a number of games", compared, agentRow.cells)
	addTable(&page, "Games as played",
		lists.Keep(rows, agentRow.wasPlayed), agentRow.playedCells)
	addTable(&page, "Results that are not compared",
		drop(rows, agentRow.isCompared), agentRow.uncomparedCells)
	return page
}

func (r agentRow) isCompared() bool {
	return r.verdict != agentUntested && !r.isImpossible()
}

func (r agentRow) inBullsAndCows() bool {
	return strings.HasPrefix(r.Game, "bc")
}

// hasShare reports whether a picture shows the share of games solved.
func (r agentRow) hasShare() bool {
	return !math.IsNaN(r.share) && r.Games >= fewestGames
}

// fewestGames is the least number of games of a run in the picture.
const fewestGames = 20

func (r agentRow) wasPlayed() bool {
	_, ok := r.played()
	return ok
}

// playedCells are those of an agent whose games are published.
func (r agentRow) playedCells() report.Row {
	p, _ := r.played()
	return report.Cells(
		"agent", r.Agent,
		"game", r.Game,
		"games", p.Games,
		"solved", p.Solved,
		"mean turns if solved", report.IfAny(p.Solved, report.Decimals(meanTurns(p), 2)),
		"consistent", report.Percent(consistency(p), 1),
		"one code left", p.OneLeft,
		"named", p.Named,
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
func agentsPicture(compared []agentRow) *chart.Figure {
	title := fmt.Sprintf("%s agents play worse than guessing any consistent code",
		countedOf(compared, agentRow.isWorse))
	f := picture("agents.png", title)

	rows := lists.Keep(compared, agentRow.hasShare)
	undrawn := len(rows) // runs of a model beside its best
	sorted := slices.SortedStableFunc(slices.Values(rows), byGameAndShare)
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
			undrawn--
			d.Rows = append(d.Rows, chart.DotRow{
				Name:   best.model(),
				Dots:   []chart.Dot{{X: 100 * best.share}},
				Ranges: []chart.Range{{From: 100 * best.low, To: 100 * best.high}},
				Note:   strconv.Itoa(best.Games),
			})
		}
		f.Charts = append(f.Charts, d)
	}

	f.Subtitle = fmt.Sprintf("percent of the games solved, with intervals of 95%%; not drawn: %d weaker runs of these models, and %d results without a share or of fewer than %d games",
		undrawn, len(compared)-len(rows), fewestGames)
	return f
}

func (r agentRow) itsGame() string { return r.Game }

// model is the agent's name without who offers it, the run and the date.
func (r agentRow) model() string {
	name := r.Agent[strings.LastIndex(r.Agent, "/")+1:]
	name, _, _ = strings.Cut(name, ", ")
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
