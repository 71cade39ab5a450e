package notebook

import (
	"slices"

	"codebreak/engine/game"
	"codebreak/report"
)

// An Entry is one experiment of the notebook.
type Entry struct {
	Name     string // on the command line, and of the entry's folder
	Title    string
	Question string // what the entry asks, in a sentence or two
	When     When
	// Needs says why an entry cannot run here, if it runs where something is at hand.
	Needs   func() error
	Full    string   // the entry that is run in this one's place with --full; empty for none
	Tasks   []Task   // what is computed; each key once or several times
	Aliases []string // names that the entry had before
	// Catalogue has the page begin and end with the verdicts on the published
	// figures of all pages. It is made again whenever one of them changes.
	Catalogue bool
	// Page makes the page of the answers to the tasks. It is pure. Name, title
	// and question are filled in by the runner.
	Page func(Outcome) report.Page
}

// When says on what occasions an entry runs.
type When int

const (
	Default  When = iota // in the default suite
	Slow                 // by name or with --full: it takes minutes or more
	OnDemand             // by name only: what comes out depends on the machine
	AtHand               // in the default suite where there is what it needs, and by name
)

// String says it in words.
func (w When) String() string {
	switch w {
	case Slow:
		return "only with --full or by name"
	case OnDemand:
		return "only by name"
	case AtHand:
		return "where its word lists are at hand"
	}
	return "default suite"
}

// Cost estimates how many seconds the entry's tasks take with one worker.
func (e Entry) Cost() float64 {
	sum := 0.0
	for _, t := range distinct(e.Tasks) {
		sum += t.Cost
	}
	return sum
}

// distinct returns the tasks without those whose keys come again.
func distinct(tasks []Task) []Task {
	seen := map[any]bool{}
	var out []Task
	for _, t := range tasks {
		if !seen[t.Key] {
			seen[t.Key] = true
			out = append(out, t)
		}
	}
	return out
}

// Choose returns the named entries in the notebook's order, in their full form
// if that is wanted and there is one; or, if none is named, the default suite
// and, if full, the slow entries. The error names what is allowed.
func Choose(entries []Entry, names []string, full bool) ([]Entry, error) {
	wanted := slices.Clone(names)
	var known []string
	for _, e := range entries {
		known = append(known, e.Name)
	}
	for i, name := range wanted {
		at := slices.IndexFunc(entries, func(e Entry) bool { return e.Name == name || slices.Contains(e.Aliases, name) })
		if at < 0 {
			return nil, game.Unknown("entry", name, known)
		}
		wanted[i] = entries[at].Name
		if full && entries[at].Full != "" {
			wanted[i] = entries[at].Full
		}
	}
	var chosen []Entry
	for _, e := range entries {
		byDefault := (e.When == Default || e.When == AtHand || e.When == Slow && full) && (e.Needs == nil || e.Needs() == nil)
		if slices.Contains(wanted, e.Name) || len(names) == 0 && byDefault {
			chosen = append(chosen, e)
		}
	}
	return chosen, nil
}

// clip shortens text from outside that may be of any length.
func clip(s string) string {
	const most = 80
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}
