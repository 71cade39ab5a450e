package measure

import (
	"fmt"
	"math"
	"strconv"

	"github.com/dustin/go-humanize"
	"gonum.org/v1/gonum/floats"

	"codebreak/engine"
	"codebreak/engine/tree"
	"codebreak/engine/wording"
	"codebreak/report"
)

// takeLimit takes the limit of guesses out of a subject: whoever needs more has not solved the
// secret. It is 0 if there is none.
func takeLimit(w *engine.Words) (limit int, err error) {
	text, ok := w.Take("limit")
	if !ok {
		return 0, nil
	}
	limit, err = strconv.Atoi(text)
	if err != nil || limit < 1 || limit > tree.MaxGuesses {
		return 0, fmt.Errorf("limit is %q; it must be a number of guesses from 1 to %d", text, tree.MaxGuesses)
	}
	if _, twice := w.Take("limit"); twice {
		return 0, fmt.Errorf("limit is given twice")
	}
	return limit, nil
}

// A limited counts the secrets, or the games of a sample, that are solved within a limit.
type limited struct {
	Limit      int      `json:"limit"`
	Solved     float64  `json:"solved"`
	Unsolved   float64  `json:"unsolved"`
	MeanSolved *float64 `json:"mean_solved"` // guesses of the solved secrets; nil without any
}

// countWithin counts by a limit.
func countWithin(histogram []float64, limit int) *limited {
	within := histogram[:min(limit+1, len(histogram))]
	guesses := 0.0
	for k, n := range within {
		guesses += float64(k) * n
	}

	l := &limited{
		Limit:    limit,
		Solved:   floats.Sum(within),
		Unsolved: floats.Sum(histogram[len(within):]),
	}
	if l.Solved > 0 {
		mean := guesses / l.Solved
		l.MeanSolved = &mean
	}
	return l
}

// cells are the cells of a comparison; all are empty without a limit.
func (l *limited) cells() report.Row {
	var limit, solved, unsolved, share, mean any
	if l != nil {
		limit = l.Limit
		solved = number(l.Solved)
		unsolved = number(l.Unsolved)
		share = l.share()
		if l.MeanSolved != nil {
			mean = report.Mean(*l.MeanSolved)
		}
	}
	return report.Cells(
		"limit", limit,
		"solved", solved,
		"not solved", unsolved,
		"share", share,
		"mean of the solved", mean,
	)
}

// share is the share that is solved.
func (l *limited) share() report.Formatted {
	return report.Percent(100*l.Solved/(l.Solved+l.Unsolved), 2)
}

// number formats a number of secrets, which is a fraction for random players.
func number(n float64) report.Formatted {
	if n == float64(int(n)) {
		return report.Decimals(n, 0)
	}
	return report.Decimals(n, 3)
}

func (l *limited) String() string {
	text := fmt.Sprintf("within %s: %s solved (%s), %s not solved",
		wording.Plural(l.Limit, "guess"), formatSecrets(l.Solved), l.share(), formatSecrets(l.Unsolved))
	if l.MeanSolved != nil {
		text += fmt.Sprintf("; mean of the solved %s", report.Mean(*l.MeanSolved))
	}
	return text
}

// formatSecrets writes a number of secrets in prose.
func formatSecrets(n float64) string {
	return humanize.Commaf(math.Round(1000*n) / 1000)
}
