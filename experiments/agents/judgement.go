package agents

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"

	"codebreak/engine/chance"
	"codebreak/engine/game"
	"codebreak/engine/tree"
	"codebreak/engine/wording"
	"codebreak/experiments/base"
	"codebreak/experiments/board"
	"codebreak/experiments/measure"
	"codebreak/report"
	"codebreak/report/chart"
	"codebreak/report/lists"
)

// A judgement sums up judged games. Its JSON is for programs.
type judgement struct {
	Agents []*agent     `json:"agents"`
	Pairs  []agentPair  `json:"pairs,omitempty"` // of agents with secrets in common
	Games  []judgedGame `json:"games,omitempty"`
	Faults []string     `json:"faults"` // of games that are not judged, each with file and line

	read, failed int // games
	agents       map[agentKey]*agent
	apart        bool // there are too many agents to compare them with each other
}

// An agentKey distinguishes agents.
type agentKey struct {
	agent, game string
	limit       int
}

// confidence is the confidence of all intervals here.
const confidence = 0.95

// An interval is a value measured in a sample, with the ends of its interval of confidence.
type interval struct {
	Value measure.Maybe `json:"value"`
	Low   measure.Maybe `json:"low"`
	High  measure.Maybe `json:"high"`
}

func (i interval) text(format func(float64) report.Formatted) any {
	switch {
	case i.Value.None():
		return nil
	case i.Low.None():
		return format(float64(i.Value))
	}
	return fmt.Sprintf("%s (%s to %s)",
		format(float64(i.Value)), format(float64(i.Low)), format(float64(i.High)))
}

// share returns a part of a whole, with Wilson's interval.
func share(part, whole int) interval {
	if whole == 0 {
		return interval{measure.Absent, measure.Absent, measure.Absent}
	}
	low, high := chance.ShareInterval(confidence, part, whole)
	return interval{measure.Maybe(float64(part) / float64(whole)), measure.Maybe(low), measure.Maybe(high)}
}

// A sample is numbers whose mean is estimated.
type sample []float64

// mean returns the mean, with an interval by Student's t and two imagined numbers: see
// [chance.Margin]. Fewer than [chance.LeastRuns] numbers have no interval.
func (s sample) mean() interval {
	n := len(s)
	sum, squares := 0.0, 0.0
	for _, x := range s {
		sum += x
		squares += x * x
	}
	mean := sum / float64(n) // no numbers have NaN, which is absent
	if n < chance.LeastRuns {
		return interval{measure.Maybe(mean), measure.Absent, measure.Absent}
	}

	deviations := max(0, squares-sum*mean) // squared, summed
	margin := chance.Margin(confidence, deviations, slices.Min(s)-mean, slices.Max(s)-mean, n, n-1)
	return interval{measure.Maybe(mean), measure.Maybe(mean - margin), measure.Maybe(mean + margin)}
}

// ofTurns clips the interval of a number that is at least 1.
func (i interval) ofTurns() interval {
	i.Low = max(i.Low, 1) // NaN stays
	return i
}

// An agent is a player as its recorded games show it, in a game with a limit of turns.
type agent struct {
	Agent  string `json:"agent"`
	Game   string `json:"game"`
	Limit  int    `json:"limit,omitempty"`
	Games  int    `json:"games"`
	Solved int    `json:"solved"`
	// Histogram[k] of the games were solved with turn k.
	Histogram []int    `json:"histogram"`
	Share     interval `json:"share"` // of the games solved
	Mean      interval `json:"mean"`  // turns of the games solved
	// Capped is the mean of the turns of all finished games, where an unsolved game counts as one
	// turn more than the limit. Agents are compared by it.
	Capped       interval      `json:"capped"`
	Guesses      int           `json:"guesses"`
	Later        int           `json:"later"`          // guesses after the first
	Consistent   int           `json:"consistent"`     // later guesses that may be the secret
	Repeated     int           `json:"repeated"`       // guesses made before in the same game
	OneLeft      int           `json:"one_left"`       // guesses with one candidate left
	OneLeftNamed int           `json:"one_left_named"` // of these, guesses that name it
	Failures     int           `json:"failures"`       // lost turns
	Cost         measure.Maybe `json:"cost_per_guess"`
	Luck         measure.Maybe `json:"luck_per_game"` // in guesses
	Proved       bool          `json:"proved"`        // all costs are against the optimum
	Against      []against     `json:"against"`
	Verdict      string        `json:"verdict"`
	Notes        []string      `json:"notes,omitempty"`
	AtMost       bool          `json:"at_most"` // Cost and Luck are upper bounds
	// Unfinished games are neither solved nor played up to a limit. They count in no mean of
	// turns.
	Unfinished int `json:"unfinished"`

	game        game.Game
	turns       sample // of the games solved
	scores      sample // capped turns
	costs, luck sample
	bySecret    map[string]sample // of finished games
	secrets     map[string]bool   // of all games
	players     []knownPlayer
	early, late int // games that end unsolved before the limit, and after it
	longest     int // turns of the longest game
}

// add adds a game.
func (j *judgement) add(g judgedGame, of game.Game) {
	key := agentKey{g.Agent, g.Game, g.Limit}
	a := j.agents[key]
	if a == nil {
		a = &agent{
			Agent:     g.Agent,
			Game:      g.Game,
			Limit:     g.Limit,
			Histogram: []int{}, // JSON has an empty list
			Proved:    true,
			game:      of,
			bySecret:  map[string]sample{},
			secrets:   map[string]bool{},
		}
		if j.agents == nil {
			j.agents = map[agentKey]*agent{}
		}
		j.agents[key] = a
		j.Agents = append(j.Agents, a)
	}

	a.Games++
	a.Failures += g.Failures
	a.longest = max(a.longest, g.Turns)
	if g.Secret != "" {
		a.secrets[g.Secret] = true
	}
	a.addCosts(g)
	a.addScore(g)
}

// addCosts adds the guesses of a game with their costs, and its luck.
func (a *agent) addCosts(g judgedGame) {
	// A sum with a bound in it is a bound, and a sum with an estimate in it is an estimate.
	bounded := (a.Proved || a.AtMost) && (g.Proved || g.AtMost)
	a.Proved = a.Proved && g.Proved
	a.AtMost = bounded && !a.Proved

	first := true // of the guesses that are not lost
	for _, r := range g.Rounds {
		if !r.isPlayed() {
			continue
		}

		a.Guesses++
		if !first {
			a.Later++
			a.Consistent += oneIf(r.Consistent)
		}
		first = false
		a.Repeated += oneIf(r.Repeated)
		a.OneLeft += oneIf(r.Before == 1)
		a.OneLeftNamed += oneIf(r.Before == 1 && r.Consistent)
		if r.Cost != nil {
			a.costs = append(a.costs, r.Cost.Guesses)
		}
	}
	if !g.Luck.None() {
		a.luck = append(a.luck, float64(g.Luck))
	}
}

// addScore adds the turns of a game.
func (a *agent) addScore(g judgedGame) {
	score := float64(g.Turns)
	switch {
	case g.Solved:
		a.Solved++
		a.Histogram = tree.Count(a.Histogram, g.Turns, 1)
		a.turns = append(a.turns, score)
	case g.Limit == 0:
		a.Unfinished++
		return
	default:
		score = float64(max(g.Turns, g.Limit) + 1)
		a.early += oneIf(g.Turns < g.Limit)
	}

	a.late += oneIf(g.Limit > 0 && g.Turns > g.Limit)
	a.scores = append(a.scores, score)
	if g.Secret != "" {
		a.bySecret[g.Secret] = append(a.bySecret[g.Secret], score)
	}
}

// turnsShown returns the number of turns that are compared and drawn: the limit, or the turns of
// the longest game.
func (a *agent) turnsShown() int { return cmp.Or(a.Limit, a.longest) }

// oneIf returns 1 for a case to be counted.
func oneIf(is bool) int {
	if is {
		return 1
	}
	return 0
}

// against compares an agent with a known player.
type against struct {
	Player  string        `json:"player"`
	Mean    measure.Maybe `json:"mean"`    // of its guesses
	Share   measure.Maybe `json:"share"`   // that it solves within the limit
	Capped  measure.Maybe `json:"capped"`  // its mean of turns; an unsolved secret counts as limit + 1
	Verdict string        `json:"verdict"` // worse, better, …: see below
	// Games is the number of games that would decide if the difference stays the same; 0 if these
	// games decide.
	Games int `json:"games,omitempty"`
}

// Verdicts. No player is better than the optimum, not even a lucky one.
const (
	worse            = "worse"
	better           = "better"
	notDistinguished = "not distinguished"
	belowOptimum     = "below the optimum"
	notCompared      = "not compared"
)

// verdictWords lists verdicts in their order in a sentence, with the word in front of the other
// player.
var verdictWords = [][2]string{{worse, " than "}, {notDistinguished, " from "}, {better, " than "}}

// verdict compares a mean with an exact number: less is better.
func verdict(i interval, exact float64) string {
	switch {
	case float64(i.Low) > exact:
		return worse
	case float64(i.High) < exact:
		return better
	}
	return notDistinguished
}

// compareAgents compares the agents with each other and, if wanted, with known players.
func (j *judgement) compareAgents(ctx context.Context, a *base.App, withKnown bool) error {
	known := map[string][]knownPlayer{}
	patterns := map[string][]secretPattern{}
	many := len(j.gamesPlayed()) > mostShown
	for _, g := range j.Agents {
		if patterns[g.Game] == nil {
			patterns[g.Game] = patternsOf(g.game)
		}
		if withKnown && known[g.Game] == nil && (!many || g.hasEnoughGames()) {
			var err error
			if known[g.Game], err = knownPlayersOf(ctx, a, g.game); err != nil {
				return err
			}
		}

		g.conclude(known[g.Game], patterns[g.Game])
	}

	// Pairs grow with the square of the agents.
	j.apart = len(j.Agents) > mostCompared
	if j.apart {
		return ctx.Err()
	}

	for i, first := range j.Agents {
		for _, second := range j.Agents[i+1:] {
			if err := ctx.Err(); err != nil {
				return err
			}
			p := pairOf(first, second)
			if p.Secrets > 1 {
				j.Pairs = append(j.Pairs, p)
			}
		}
	}
	slices.SortStableFunc(j.Pairs, func(p, q agentPair) int { return q.Secrets - p.Secrets })
	return nil
}

// gamesPlayed lists the games that agents have played, each once.
func (j *judgement) gamesPlayed() []string {
	names := map[string]bool{}
	for _, g := range j.Agents {
		names[g.Game] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// mostShown bounds the games whose known players are measured although no agent has played enough
// games: this takes up to a minute in a large game.
const mostShown = 20

// mostCompared bounds the number of agents that are compared with each other.
const mostCompared = 1000

// conclude computes the agent's means and compares them with known players.
func (a *agent) conclude(players []knownPlayer, patterns []secretPattern) {
	a.Share = share(a.Solved, a.Games)
	a.Mean = a.turns.mean().ofTurns()
	a.Capped = a.scores.mean().ofTurns()
	a.Cost = a.costs.mean().Value
	a.Luck = a.luck.mean().Value

	a.players = players
	a.Against = []against{}
	for _, p := range players {
		a.Against = append(a.Against, a.compare(p))
	}
	a.Verdict = a.sentence()
	a.addNotes(patterns)
}

// compare compares the agent with a known player.
func (a *agent) compare(p knownPlayer) against {
	within := p.within(a.turnsShown())
	b := against{
		Player:  p.Name,
		Mean:    p.Mean,
		Share:   measure.Maybe(within.Share),
		Capped:  measure.Maybe(within.Capped),
		Verdict: verdict(a.Capped, within.Capped),
	}

	switch {
	case a.Unfinished > 0:
		b.Verdict = notCompared
	case b.Verdict == better && p.Name == theOptimum:
		b.Verdict = belowOptimum
	case b.Verdict == notDistinguished && !a.Capped.Low.None():
		difference := math.Abs(float64(a.Capped.Value) - within.Capped)
		if difference == 0 {
			break
		}
		// The interval shrinks with the square root of the number of games.
		half := float64(a.Capped.High-a.Capped.Value) / difference
		wanted := math.Ceil(float64(a.Games) * half * half)
		b.Games = max(int(min(wanted, 1e6)), a.Games+1)
	}
	return b
}

// hasEnoughGames reports whether the agent can be compared with others.
func (a *agent) hasEnoughGames() bool {
	return a.Unfinished == 0 && a.Games >= chance.LeastRuns
}

// sentence says which known players the agent is better and worse than.
func (a *agent) sentence() string {
	switch {
	case a.Unfinished == 1:
		return "not compared: 1 game was broken off, and no limit of turns says how it counts"
	case a.Unfinished > 1:
		return fmt.Sprintf("not compared: %s games were broken off, and no limit of turns says how they count", wording.Thousands(a.Unfinished))
	case a.Games == 1:
		return "one game decides nothing"
	case a.Games < chance.LeastRuns:
		return fmt.Sprintf("%d games decide nothing; %d may", a.Games, chance.LeastRuns)
	}

	names := map[string][]string{} // of players, by verdict
	for _, b := range a.Against {
		name := b.Player
		if b.Games > 0 && len(names[notDistinguished]) == 0 {
			name += fmt.Sprintf(" (%s would decide)", wording.Plural(b.Games, "game"))
		} else if b.Games > 0 {
			name += fmt.Sprintf(" (%d)", b.Games)
		}
		names[b.Verdict] = append(names[b.Verdict], name)
	}

	var parts []string
	for _, words := range verdictWords {
		verdict, preposition := words[0], words[1]
		if len(names[verdict]) > 0 {
			parts = append(parts, verdict+preposition+english.WordSeries(names[verdict], "and"))
		}
	}

	if len(names[belowOptimum]) > 0 {
		part := "below the optimum, which only luck explains, or secrets that were known or chosen"
		if a.optimumExceedsLimit() {
			part += ", or play for the limit"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "; ")
}

// optimumExceedsLimit reports whether the optimum takes more guesses for some secret than the
// agent's limit: then another strategy may be better within the limit.
func (a *agent) optimumExceedsLimit() bool {
	for _, p := range a.players {
		if p.Name == theOptimum && a.Limit > 0 && len(p.Histogram)-1 > a.Limit {
			return true
		}
	}
	return false
}

// A secretPattern is a property of a part of a game's secrets.
type secretPattern struct {
	what string
	has  func(code string) bool
	part float64 // of the secrets that have it
}

// count counts the codes with the property.
func (p secretPattern) count(codes []string) (n int) {
	for _, code := range codes {
		n += oneIf(p.has(code))
	}
	return n
}

// patternsOf returns the properties by which secrets may have been chosen.
func patternsOf(g game.Game) []secretPattern {
	first := string([]rune(board.AlphabetOf(g))[:1])
	patterns := []secretPattern{
		{what: "another symbol in front than " + first, has: func(code string) bool { return !strings.HasPrefix(code, first) }},
		{what: "no symbol twice", has: allDifferent},
	}

	codes, _ := game.Codes(g)
	all := lists.Map(codes, g.FormatCode)
	for i, p := range patterns {
		patterns[i].part = float64(p.count(all)) / float64(len(all))
	}
	return patterns
}

// allDifferent reports whether a code has no symbol twice.
func allDifferent(code string) bool {
	seen := map[rune]bool{}
	for _, symbol := range code {
		if seen[symbol] {
			return false
		}
		seen[symbol] = true
	}
	return true
}

// unlikely is the probability below which a note says that secrets were chosen.
const unlikely = 1e-6

func (a *agent) note(format string, args ...any) {
	a.Notes = append(a.Notes, fmt.Sprintf(format, args...))
}

// addNotes notes games that contradict their limit, and secrets that do not look drawn at random.
func (a *agent) addNotes(patterns []secretPattern) {
	if a.late > 0 {
		a.note("%s longer than the limit of %d", wording.Plural(a.late, "game"), a.Limit)
	}
	if a.early > 0 {
		a.note("%s neither solved nor played to the limit of %d", wording.Plural(a.early, "game"), a.Limit)
	}

	secrets := slices.Sorted(maps.Keys(a.secrets))
	for _, p := range patterns {
		if p.count(secrets) == len(secrets) && math.Pow(p.part, float64(len(secrets))) < unlikely {
			a.note("all %s have %s; %.0f%% of the codes of %s do",
				wording.Plural(len(secrets), "secret"), p.what, 100*p.part, a.Game)
		}
	}

	slices.Sort(a.Notes)
	if len(secrets) == 1 && a.Games > 4 {
		a.note("all games have one secret, %s", secrets[0])
	}
}

// An agentPair is two agents that played the same secrets.
type agentPair struct {
	First      string   `json:"first"`
	Second     string   `json:"second"`
	Game       string   `json:"game"`
	Secrets    int      `json:"secrets"`    // in common
	Difference interval `json:"difference"` // of their turns, as in capped: second less first
	Verdict    string   `json:"verdict"`    // of the first
}

func pairOf(first, second *agent) agentPair {
	p := agentPair{First: first.Agent, Second: second.Agent, Game: first.Game}
	if first.Game != second.Game || first.Limit != second.Limit {
		return p
	}

	var differences sample
	for _, secret := range slices.Sorted(maps.Keys(first.bySecret)) {
		ours, theirs := first.bySecret[secret], second.bySecret[secret]
		if theirs != nil {
			differences = append(differences, float64(theirs.mean().Value-ours.mean().Value))
		}
	}
	p.Secrets, p.Difference = len(differences), differences.mean()

	// The verdict is about the first agent, so the difference changes its sign.
	p.Verdict = verdict(interval{p.Difference.Value, -p.Difference.High, -p.Difference.Low}, 0)
	if first.Unfinished+second.Unfinished > 0 {
		p.Verdict = notCompared // an agent that gives up chooses which secrets count
	}
	return p
}

// mostDrawn bounds the number of agents in a picture.
const mostDrawn = 5

// checkFigure refuses agents that one picture cannot show.
func (j judgement) checkFigure() error {
	if len(j.Agents) == 0 {
		return errors.New("--plot: there are no games")
	}
	for _, a := range j.Agents {
		if a.Unfinished > 0 {
			return fmt.Errorf("--plot: %s broken off, and no limit of turns says how many they count; give the games their limit",
				english.Plural(a.Unfinished, "game was", "games were"))
		}
	}

	first := j.Agents[0]
	alike := len(j.Agents) <= mostDrawn
	for _, a := range j.Agents {
		alike = alike && a.Game == first.Game && a.Limit == first.Limit
	}
	if !alike {
		return fmt.Errorf("--plot draws up to %d agents of one game and limit", mostDrawn)
	}
	return nil
}

// figure draws the agents beside the random consistent player and the optimum. Games that are
// not solved within the limit stand in a column behind it, and count there in the mean.
func (j judgement) figure() (f chart.Figure, err error) {
	if err := j.checkFigure(); err != nil {
		return f, err
	}

	first := j.Agents[0]
	limit := first.turnsShown()
	series := j.distributions(limit)
	var names []string
	for _, d := range series {
		names = append(names, d.Name)
	}
	for i, colour := range chart.Colours(names) {
		series[i].Colour = colour
	}

	// The title compares the agents' shares with the random player's.
	var shares []float64
	for _, a := range j.Agents {
		shares = append(shares, float64(a.Share.Value))
	}
	name := cmp.Or(report.Line(first.Agent), "The player")
	share := percent(slices.Max(shares)).Text
	if len(j.Agents) > 1 {
		name = wording.Plural(len(j.Agents), "agent")
		share = percent(slices.Min(shares)).Text + " to " + share
	}
	var random measure.Maybe
	for _, b := range first.Against {
		if b.Player == randomPlayer {
			random = b.Share
		}
	}

	return chart.Figure{
		File: "picture.png",
		Title: fmt.Sprintf("%s solved %s within %s, the random consistent player %s",
			name, share, wording.Plural(limit, "turn"), percent(float64(random))),
		Subtitle: fmt.Sprintf("%s; percent of the games by number of turns; %d stands for not solved, also in the means",
			report.GameInWords(first.Game), limit+1),
		Charts: []chart.Chart{chart.Histogram{Series: series}},
	}, nil
}

// distributions returns the distributions of the agents, the random consistent player and the
// optimum, with a limit of turns.
func (j judgement) distributions(limit int) (series []chart.Distribution) {
	for _, a := range j.Agents {
		shares := make([]float64, len(a.Histogram))
		for turn, games := range a.Histogram {
			shares[turn] = float64(games) / float64(a.Games)
		}
		name := cmp.Or(report.Line(a.Agent), "the games")
		series = append(series, distribution(name, shares, limit))
	}
	for _, p := range j.Agents[0].players {
		if p.Histogram != nil && (p.Name == randomPlayer || p.Name == theOptimum) {
			series = append(series, distribution(p.Name, p.Histogram, limit))
		}
	}
	return series
}

// distribution moves the shares above a limit of turns into a column behind it.
func distribution(name string, shares []float64, limit int) chart.Distribution {
	counts := make([]float64, limit+2)
	left, mean := 1.0, 0.0

	for turn, share := range shares[:min(len(shares), limit+1)] {
		counts[turn] = share
		left -= share
		mean += share * float64(turn)
	}
	mean += left * float64(limit+1)
	if left > 1e-9 { // else it is an error of rounding
		counts[limit+1] = left
	}
	return chart.Distribution{
		Name:     name,
		Mean:     mean,
		MeanText: twoDecimals(mean).Text,
		Counts:   counts,
	}
}

// Table has a row for each agent.
func (j judgement) Table() *report.Table {
	values := lists.Map(j.Agents, func(a *agent) agent { return *a }) // a table without rows asks a zero value for its titles
	return report.TableOf(values, agent.cells)
}

func (a agent) cells() report.Row {
	return report.Cells(
		"<agent", report.Line(a.Agent),
		"<game", a.Game,
		"limit", report.Given(a.Limit),
		"games", a.Games,
		"solved", a.Solved,
		"share solved", a.Share.text(percent),
		"turns if solved", a.Mean.text(twoDecimals),
		"inconsistent", ratio(a.Later-a.Consistent, a.Later),
		"repeated", ratio(a.Repeated, a.Guesses),
		"lost", ratio(a.Failures, a.Failures+a.Guesses),
		">cost per guess", a.bounded(a.Cost, measure.Places(3)),
		">luck per game", a.bounded(a.Luck, signed),
	)
}

func ratio(part, whole int) any { return share(part, whole).Value.Shown(percent) }

func signed(x float64) report.Formatted { return twoDecimals(x).Signed() }

// bounded writes a mean of costs or of luck for a table, and marks a bound.
func (a *agent) bounded(m measure.Maybe, format func(float64) report.Formatted) any {
	if m.None() || !a.AtMost {
		return m.Shown(format)
	}
	return "≤ " + format(float64(m)).Text
}

func percent(x float64) report.Formatted { return report.Percent(100*x, 1) }

func twoDecimals(x float64) report.Formatted { return report.Decimals(x, 2) }

// mostPairs bounds the number of pairs of agents that are printed for people.
const mostPairs = 15

func (j judgement) Print(p *base.Paper) {
	for _, g := range j.Games {
		g.print(p)
	}
	if len(j.Agents) == 0 {
		return
	}
	if j.read == 1 && len(j.Games) == 1 {
		players := j.Agents[0].Against
		if len(players) == 0 {
			return // --known=false
		}

		var means []string
		for _, b := range players[1:] {
			means = append(means, fmt.Sprintf("%s %.2f", b.Player, float64(b.Mean)))
		}
		p.Sayf("Guesses on average: %s.", english.WordSeries(means, "and"))
		return
	}

	p.Show(j.Table())
	for _, a := range j.Agents {
		p.Sayf("%s: %s.", cmp.Or(a.Agent, a.Game), a.Verdict)
		for _, note := range a.Notes {
			p.Sayf("  note: %s", note)
		}
	}
	j.printPairs(p)

	p.Sayf("Intervals hold with %.0f%% confidence. Those of shares are Wilson's. Those of means are Student's t with two games imagined, one a guess shorter than the shortest and one a guess longer than the longest; fewer than %d games have none.", 100*confidence, chance.LeastRuns)
	p.Sayf("Costs are in guesses, against %s. Agents are compared by turns, one more than the limit where a game is not solved.", j.costsAgainst())
}

// printPairs prints the agents' comparisons with each other.
func (j judgement) printPairs(p *base.Paper) {
	pairs := j.Pairs[:min(len(j.Pairs), mostPairs)]
	if len(pairs) > 0 {
		p.Space()
		p.Show(report.TableOf(pairs, agentPair.cells))
	}
	if more := len(j.Pairs) - len(pairs); more > 0 {
		p.Sayf("%s more of agents: --json has them", wording.Plural(more, "pair"))
	}
	if j.apart {
		p.Sayf("Agents are not compared with each other: there are more than %s.", wording.Thousands(mostCompared))
	}
}

func (p agentPair) cells() report.Row {
	return report.Cells(
		"<first", report.Line(p.First),
		"<second", report.Line(p.Second),
		"secrets in common", p.Secrets,
		"turns more of the second", p.Difference.text(twoDecimals),
		"<the first is", p.Verdict,
	)
}

// costsAgainst names the play that costs are measured against.
func (j judgement) costsAgainst() string {
	proved, bounds := true, false
	for _, a := range j.Agents {
		proved = proved && (a.Proved || a.AtMost)
		bounds = bounds || a.AtMost
	}
	switch {
	case !proved:
		return "the optimum where it is proved within a second, else against entropy"
	case bounds:
		return "the optimum; after some guesses entropy goes on, so that ≤ marks what is no more than this"
	}
	return "the optimum"
}

// print prints a game, round by round.
func (g judgedGame) print(p *base.Paper) {
	title := []string{report.GameInWords(g.Game), g.Agent, g.ID}
	title = slices.DeleteFunc(title, func(part string) bool { return part == "" })
	p.Sayf("%s", strings.Join(title, ", "))

	number := 0
	p.Show(report.TableOf(g.Rounds, func(r judgedRound) report.Row {
		number++
		return r.cells(number)
	}))
	p.Sayf("%s.", g.end())
	p.Space()
}

// cells show a round in a table; of a lost turn only why it is lost.
func (r judgedRound) cells(number int) report.Row {
	verdict := report.Cell{Title: "<", Value: ""}
	if !r.isPlayed() {
		cells := board.PlayedRound{}.Numbered(number)
		for i := 1; i < len(cells); i++ {
			cells[i].Value = nil
		}
		cells[2].Value = report.Line("lost: " + r.Lost)
		return append(cells, verdict)
	}

	switch {
	case r.Repeated:
		verdict.Value = "repeated"
	case !r.Consistent:
		verdict.Value = "not consistent"
	}
	return append(r.Numbered(number), verdict)
}

// end says how the game ended, and what its guesses cost.
func (g judgedGame) end() string {
	end := fmt.Sprintf("Solved with turn %d", g.Turns)
	if !g.Solved {
		end = "Not solved in " + wording.Plural(g.Turns, "turn")
	}
	if !g.Cost.None() && !g.Expected.None() {
		bound := about(g.Proved, g.AtMost)
		luck := "good luck saved " + bound
		switch {
		case g.Luck < 0 && g.AtMost: // luck that saved at most a negative number
			luck = "bad luck cost at least "
		case g.Luck < 0:
			luck = "bad luck cost " + bound
		}
		end += fmt.Sprintf(". Best play expects %.2f guesses; these cost %s%.2f more, and %s%.2f",
			float64(g.Expected), bound, float64(g.Cost), luck, math.Abs(float64(g.Luck)))
	}
	return end
}
