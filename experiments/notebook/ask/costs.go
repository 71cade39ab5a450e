package ask

import (
	"cmp"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"codebreak/experiments/notebook"
)

// costTable says what answers took that took a tenth of a second or more, one a line:
// seconds of processor time with one worker on a Xeon with AVX-512, the kind of question, and
// the question as people read it. `codebreak run --force --full --costs FILE` writes it.
//
//go:embed costs.txt
var costTable string

// leastListed is how many seconds an answer takes at least that the table lists.
const leastListed = 0.1

// A costLine names a line of the table.
type costLine struct{ kind, question string }

var costs = sync.OnceValue(func() map[costLine]float64 { return readCosts(costTable) })

// readCosts reads a table of costs. Other lines are left out.
func readCosts(table string) map[costLine]float64 {
	costs := map[costLine]float64{}
	for line := range strings.Lines(table) {
		seconds, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		kind, question, ok := strings.Cut(rest, " ")
		if took, err := strconv.ParseFloat(seconds, 64); err == nil && ok {
			costs[costLine{kind, question}] = took
		}
	}
	return costs
}

// UpdateCosts returns a table of costs with what a run has measured in place of what it
// says of the same questions. It is sorted, and its numbers have two digits, so that a run
// on the same machine changes little.
func UpdateCosts(table string, measured []notebook.TaskTimings) string {
	costs := readCosts(table)
	for _, m := range measured {
		at := costLine{m.Kind, m.Task}
		delete(costs, at)
		if m.Seconds >= leastListed {
			costs[at] = m.Seconds
		}
	}

	lines := slices.SortedFunc(maps.Keys(costs), func(a, b costLine) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.question, b.question))
	})
	var text strings.Builder
	for _, at := range lines {
		twoDigits, _ := strconv.ParseFloat(strconv.FormatFloat(costs[at], 'g', 2, 64), 64)
		fmt.Fprintf(&text, "%s %s %s\n", strconv.FormatFloat(twoDigits, 'f', -1, 64), at.kind, at.question)
	}
	return text.String()
}

// costOf is what the answer to a question took when it was measured, or else an estimate.
func costOf(q interface {
	Kind() string
	String() string
}, estimate float64) float64 {
	if took, ok := costs()[costLine{q.Kind(), q.String()}]; ok {
		return took
	}
	return estimate
}

// quickSeconds is how long the answers of a run may take each without being asked for.
const quickSeconds = 0.3

// MarkSlow marks the tasks as slow whose answers took long when they were measured, so that
// a run takes them from its records; see [notebook.Slow].
func MarkSlow(tasks []notebook.Task) []notebook.Task {
	tasks = slices.Clone(tasks)
	for i, t := range tasks {
		if costs()[costLine{t.Key.Kind, t.Name}] > quickSeconds {
			tasks[i].Slow = true
		}
	}
	return tasks
}
