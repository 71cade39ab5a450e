package ask

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"codebreak/experiments/notebook"
)

// costTable has a line for each answer that took a tenth of a second or more: seconds of
// processor time with one worker on a Xeon with AVX-512, the kind of question, and the question
// as people read it. `codebreak run --force --full --costs FILE` writes it.
//
//go:embed costs.txt
var costTable string

// leastListed is the least number of seconds that the table lists.
const leastListed = 0.1

var costs = sync.OnceValue(func() map[string]float64 { return readCosts(costTable) })

// readCosts reads a table of costs by kind and question, and ignores other lines.
func readCosts(table string) map[string]float64 {
	costs := map[string]float64{}
	for line := range strings.Lines(table) {
		seconds, question, _ := strings.Cut(strings.TrimSpace(line), " ")
		if took, err := strconv.ParseFloat(seconds, 64); err == nil && strings.Contains(question, " ") {
			costs[question] = took
		}
	}
	return costs
}

// UpdateCosts puts the times of a run into a table of costs. The table is sorted, and its
// numbers have two digits, so that another run on the same machine changes little.
func UpdateCosts(table string, measured []notebook.TaskTimings) string {
	costs := readCosts(table)
	for _, m := range measured {
		question := m.Kind + " " + m.Task
		delete(costs, question)
		if m.Seconds >= leastListed {
			costs[question] = m.Seconds
		}
	}

	var text strings.Builder
	for _, question := range slices.Sorted(maps.Keys(costs)) {
		twoDigits, _ := strconv.ParseFloat(strconv.FormatFloat(costs[question], 'g', 2, 64), 64)
		fmt.Fprintf(&text, "%s %s\n", strconv.FormatFloat(twoDigits, 'f', -1, 64), question)
	}
	return text.String()
}

// About describes a question. Its cost is measured or else an estimate, which may be an
// order of magnitude.
func About(kind, name string, estimate float64) notebook.About {
	return notebook.About{
		Kind: kind,
		Name: name,
		Cost: costOf(kind, name, estimate),
	}
}

// costOf is the measured time of the answer to a question, or else an estimate.
func costOf(kind, name string, estimate float64) float64 {
	if took, ok := costs()[kind+" "+name]; ok {
		return took
	}
	return estimate
}

// quickSeconds is how long an answer may take in a run that was not asked for slow ones.
const quickSeconds = 0.3

// MarkSlow marks tasks as slow whose answers took long when they were measured, so that a run
// takes them from its records; see [notebook.Slow].
func MarkSlow(tasks []notebook.Task) []notebook.Task {
	tasks = slices.Clone(tasks)
	for i, t := range tasks {
		if costOf(t.Kind, t.Name, 0) > quickSeconds {
			tasks[i].Slow = true
		}
	}
	return tasks
}
