package notebook

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"codebreak/engine/wording"
	"codebreak/experiments/store"
	"codebreak/report"
)

// An Entry is one experiment of the notebook.
type Entry struct {
	Name     string // on the command line, and of the entry's folder
	Question string // what the entry asks, as a person asks it, in at most 80 characters
	Group    string // the heading that it stands under on the front pages; empty for none
	About    string // what a reader must know to follow it, in a sentence or two; may be empty
	// OnDemand entries run by name only: their results depend on the machine.
	OnDemand bool
	// Needs says what the entry lacks to run here; nil if it never lacks anything.
	Needs func() error
	Tasks []Task // each key once or several times
	// Catalogue has the page begin and end with the verdicts on the published
	// figures of all pages. It is made again whenever one of them changes.
	Catalogue bool
	// Page makes the page of the answers to the tasks, and reports whether these are enough
	// for one: some may be missing, see [Asked.In]. It is pure. The runner fills in the name,
	// the question and the command.
	Page func(Outcome) (report.Page, bool)
}

// When says in words when the entry runs.
func (e Entry) When() string {
	switch {
	case e.OnDemand:
		return "only by name"
	case e.Needs != nil:
		return "where its word lists are found"
	}
	return "default suite"
}

// run is the command that computes all of the entry.
func (e Entry) run() string {
	command := "./run.sh run " + e.Name
	if slices.ContainsFunc(e.Tasks, isSlow) {
		command += " --full"
	}
	return command
}

func isSlow(t Task) bool { return t.Slow }

// page makes the page of an outcome, and lists the missing answers on it. It fails if too much is
// missing for a page. The page does not name the engines of slow answers; the record does.
func (e Entry) page(o Outcome) (*report.Page, error) {
	var missing []string
	outdated := false // an answer that is not slow is missing
	tasks := distinct(e.Tasks)
	for _, t := range tasks {
		if _, ok := o.answers[t.Key]; !ok {
			missing = append(missing, t.Name)
			outdated = outdated || !t.Slow
		}
	}

	p, enough := e.Page(o)
	if !enough && len(missing) == 0 {
		return nil, errors.New("all of its tasks are answered, and it makes no page of them")
	}
	if !enough {
		return nil, fmt.Errorf("%w: %d of %d tasks not computed yet, such as %s; run %s",
			errMissing, len(missing), len(tasks), missing[0], e.run())
	}

	p.Name = e.Name
	p.Question = e.Question
	p.Group = e.Group
	p.About = e.About
	p.Command = e.run()
	p.Describe()
	if outdated {
		p.Findf("Out of date: %d of %d tasks not computed yet; run `%s`.", len(missing), len(tasks), e.run())
	}
	if len(missing) > 0 {
		text := fmt.Sprintf("Not computed yet: %s. `%s` computes them.", some(missing), e.run())
		p.AddToFolder("Missing rows", text, nil)
	}
	return &p, nil
}

// errMissing is the reason of an entry without a page: it asks for more than was computed.
var errMissing = errors.New("out of date")

// some lists the first of some names.
func some(names []string) string {
	const most = 8
	if more := len(names) - most; more > 0 {
		return fmt.Sprintf("%s; and %d more", strings.Join(names[:most], "; "), more)
	}
	return strings.Join(names, "; ")
}

// distinct keeps one task of each key: the first, or a detailed one if there is one. It is slow
// if the first is.
func distinct(tasks []Task) (kept []Task) {
	place := map[store.Key]int{}
	for _, t := range tasks {
		i, again := place[t.Key]
		if !again {
			place[t.Key] = len(kept)
			kept = append(kept, t)
			continue
		}
		if t.Detailed && !kept[i].Detailed {
			t.Slow = kept[i].Slow
			kept[i] = t
		}
	}
	return kept
}

// Choose returns the named entries in the notebook's order or, if none is named,
// the default suite. The error names the allowed ones.
func Choose(entries []Entry, names []string) ([]Entry, error) {
	var known []string
	var chosen []Entry
	for _, e := range entries {
		known = append(known, e.Name)
		byDefault := !e.OnDemand && (e.Needs == nil || e.Needs() == nil)
		if slices.Contains(names, e.Name) || len(names) == 0 && byDefault {
			chosen = append(chosen, e)
		}
	}

	for _, name := range names {
		if !slices.Contains(known, name) {
			return nil, wording.Unknown("entry", name, known)
		}
	}
	return chosen, nil
}
