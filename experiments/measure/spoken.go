package measure

import (
	"fmt"
	"math"
	"strings"

	"codebreak/engine/chance"
	"codebreak/engine/strategy"
	"codebreak/engine/wording"
	"codebreak/report"
)

// spoken is what people call a subject in a picture: without its game, its first guess and the
// choices that are usual.
func (o Outcome) spoken() string {
	switch {
	case o.source != "":
		return o.source.Cite() + ", printed"
	case o.Kind == OfOptimum:
		return "optimal play"
	case o.Kind == ofBestKnown:
		return "best known play"
	case o.isKnuth():
		return "Knuth"
	case o.Strategy == nil:
		return strings.TrimPrefix(o.Name, o.Game+" ")
	case chance.IsUniform(*o.Strategy):
		return "a random candidate"
	}

	criterion := string(o.Criterion)
	if program, _, copied := strings.Cut(criterion, "@"); copied {
		return program + " of " + criterion[len(program)+1:]
	}
	return strings.ReplaceAll(criterion, "-", " ")
}

// isKnuth reports whether the subject is the strategy that Knuth printed in 1977.
func (o Outcome) isKnuth() bool {
	usual := strategy.Strategy{Criterion: strategy.Minimax}.WithDefaults()
	return o.Game == "mm4x6" &&
		o.First == "1122" &&
		o.Strategy != nil &&
		*o.Strategy == usual
}

// pictureNames names subjects as people call them. First guesses, and then all choices, are added
// only where two subjects of a game would have the same name; the game, only if there are several.
func (c comparison) pictureNames() []string {
	names := make([]string, len(c.Subjects))
	detailed := []func(Outcome) string{
		Outcome.spoken,
		func(o Outcome) string { return o.spoken() + " from " + o.First },
		func(o Outcome) string {
			return strings.TrimPrefix(o.Name, o.Game+" ")
		},
	}
	for _, name := range detailed {
		times := map[string]int{}
		for i, o := range c.Subjects {
			times[o.Game+names[i]]++
		}
		for i, o := range c.Subjects {
			if names[i] == "" || times[o.Game+names[i]] > 1 {
				names[i] = name(o)
			}
		}
	}

	if c.subtitle() != "" {
		return names
	}
	everywhere := c.everywhere(names)
	for i, o := range c.Subjects {
		name := report.ShortGame(o.Game)
		if everywhere == "" {
			name = names[i] + " in " + name
		}
		names[i] = name
	}
	return names
}

// everywhere is the name that all subjects have in several games; empty without one.
func (c comparison) everywhere(names []string) string {
	before := "" // the game
	for i, o := range c.Subjects {
		if names[i] != names[0] || o.Game == before {
			return ""
		}
		before = o.Game
	}
	return names[0]
}

// title says who needs how many guesses.
func (c comparison) title(names []string) string {
	best := 0
	worst := 0
	counted := 0
	for i, o := range c.Subjects {
		if o.Mean.None() {
			continue
		}
		counted++
		if counted == 1 || o.Mean < c.Subjects[best].Mean {
			best = i
		}
		if counted == 1 || o.Mean > c.Subjects[worst].Mean {
			worst = i
		}
	}

	least := c.Subjects[best]
	most := c.Subjects[worst]
	name := firstUpper(names[best])
	mean := least.shortMean()
	switch {
	case counted == 0:
		return firstUpper(strings.Join(names, " and "))
	case counted == 1 && least.Worst > 0 && least.Sampled == nil:
		return fmt.Sprintf("%s needs %s guesses on average, and %d at most", name, mean, least.Worst)
	case counted == 1:
		return fmt.Sprintf("%s needs %s guesses on average", name, mean)
	case least.sameMean(most) && counted == 2:
		return fmt.Sprintf("%s and %s need the same: %s guesses on average",
			firstUpper(names[0]), names[1], c.Subjects[0].shortMean())
	case least.sameMean(most):
		return fmt.Sprintf("All %d need the same: %s guesses on average", counted, mean)
	case counted == 2:
		return fmt.Sprintf("%s needs %s guesses on average, %s fewer than %s",
			name, mean, least.fewer(most), names[worst])
	}
	return fmt.Sprintf("%s needs the fewest guesses, %s on average, and %s the most, %s",
		name, mean, names[worst], most.shortMean())
}

// shortMean is the mean as titles have it.
func (o Outcome) shortMean() string {
	switch {
	case o.printed != "":
		return o.printed
	case o.Sampled != nil:
		return fmt.Sprintf("about %.2f", float64(o.Mean))
	}
	return fmt.Sprintf("%.4f", float64(o.Mean))
}

// sameMean reports whether two means are equal, as far as their digits say.
func (o Outcome) sameMean(other Outcome) bool {
	unit := 0.0
	for _, printed := range []string{o.printed, other.printed} {
		if _, decimals, ok := strings.Cut(printed, "."); ok {
			unit = max(unit, math.Pow10(-len(decimals)))
		}
	}
	gap := math.Abs(float64(o.Mean - other.Mean))
	return gap == 0 || gap < unit
}

// fewer is by how many guesses a mean is less than another.
func (o Outcome) fewer(other Outcome) string {
	gap := float64(other.Mean - o.Mean)
	if o.Sampled != nil || other.Sampled != nil {
		return fmt.Sprintf("about %.2f", gap)
	}
	return fmt.Sprintf("%.4f", gap)
}

// firstUpper begins a sentence. A name with a dot is a file's, and stays as it is.
func firstUpper(name string) string {
	if strings.Contains(name, ".") {
		return name
	}
	return wording.FirstUpper(name)
}
