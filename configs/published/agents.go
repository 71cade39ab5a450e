package published

import (
	_ "embed" // for the tables
	"io"
	"strconv"
	"strings"
	"sync"

	"codebreak/engine/pattern"
)

// An AgentFigure is what a source prints of a language model, a learned agent or another
// player of its own, as it is printed.
type AgentFigure struct {
	ID      string // agents/ and the number of its line
	Agent   string
	Game    string // as codebreak names it; "wordle", and words on the list, for Wordle
	Games   int    // that were played; 0 if the source does not say
	Limit   int    // of turns; 0 for none, or if the source does not say
	Success string // share of games solved
	Mean    string // of turns
	Over    string // which games the mean is over
	Note    string
	Source  SourceID
	Link    string
	Year    int
	Run     string // of [Played]; empty if its games are not available
}

// A PlayedRun is what codebreak judge finds of the games of a run: it was made by
// "codebreak judge --by-run --json" from the games of the run's repository.
type PlayedRun struct {
	Games, Solved     int
	Turns             int // of all games solved, together
	Later, Consistent int // guesses after the first, and the consistent ones among them
	OneLeft, Named    int // guesses with one candidate left, and how often it was named
}

// unnameable matches characters that names of files and links cannot have.
var unnameable = pattern.Of(`[^A-Za-z0-9._-]+`)

//go:embed agents.csv
var agentsText string

//go:embed played.csv
var playedText string

const agentColumns = "id,agent,game,games,limit,success,mean_turns,over,note,source,address,year"

// Agents returns the published figures of agents.
var Agents = sync.OnceValue(func() (out []AgentFigure) {
	for _, l := range embeddedLines("agents.csv", agentsText, agentColumns) {
		f := AgentFigure{
			ID:      "agents/" + l.cell("id"),
			Agent:   l.cell("agent"),
			Game:    l.cell("game"),
			Games:   l.whole("games"),
			Limit:   l.whole("limit"),
			Success: l.cell("success"),
			Mean:    l.cell("mean_turns"),
			Over:    l.cell("over"),
			Note:    l.cell("note"),
			Source:  agentSource(l),
			Link:    l.cell("address"),
			Year:    l.whole("year"),
		}

		if run, ok := strings.CutPrefix(f.Note, "run "); ok {
			f.Run, _, _ = strings.Cut(run, ";")
		} else if f.Agent == "openai/o3-mini" && f.Game == "bc4x10" {
			f.Run = "benchmark_o3mini-4d"
		}

		if rest, ok := strings.CutPrefix(f.Agent, "same, "); ok { // as the source's line before
			before, _, _ := strings.Cut(out[len(out)-1].Agent, ", ")
			f.Agent = before + ", " + rest
		}
		out = append(out, f)
	}
	return out
})

// agentSource is the id of the source of a line: its name with the characters of file names.
func agentSource(l line) SourceID {
	return SourceID(strings.Trim(unnameable().ReplaceAllString(l.cell("source"), "-"), "-"))
}

// agentSources lists the sources of agents.csv, each once, in the order of its lines.
func agentSources() (out []Source) {
	seen := map[SourceID]bool{}
	for _, l := range embeddedLines("agents.csv", agentsText, agentColumns) {
		id := agentSource(l)
		if seen[id] {
			continue
		}
		seen[id] = true

		s := Source{
			ID:      id,
			Authors: string(id),
			Where:   l.cell("source"),
			Prints:  "how often language models or learned agents solve a game",
			Read:    "the lines of agents.csv",
		}
		if strings.HasPrefix(l.cell("address"), "https://") {
			s.Link = l.cell("address")
		}
		out = append(out, s)
	}
	return out
}

// Played returns runs whose games were judged, by their names.
var Played = sync.OnceValue(func() map[string]PlayedRun {
	out := map[string]PlayedRun{}
	for _, l := range embeddedLines("played.csv", playedText, "run,game,games,solved,turns,later,consistent,one_left,named") {
		out[l.cell("run")] = PlayedRun{
			Games:      l.whole("games"),
			Solved:     l.whole("solved"),
			Turns:      l.whole("turns"),
			Later:      l.whole("later"),
			Consistent: l.whole("consistent"),
			OneLeft:    l.whole("one_left"),
			Named:      l.whole("named"),
		}
	}
	return out
})

// embeddedLines reads a table of the package with some columns.
func embeddedLines(file, text, columns string) []line {
	return embedded(file, text, func(file string, r io.Reader) ([]line, error) {
		return readTable(file, r, strings.Split(columns, ","))
	})
}

// whole is a cell that holds a whole number, or 0.
func (l line) whole(column string) int {
	n, _ := strconv.Atoi(l.cell(column))
	return n
}
