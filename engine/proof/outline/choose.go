package outline

import (
	"slices"

	"codebreak/engine/proof"
)

// A raise is a lemma that raises the bound of a part.
type raise struct {
	part  int // number
	bound int
	gain  int
	lines int // of its proof, about
	leaf  bool
}

// choose picks lemmas that together raise the cost of a guess to a bound, so that they take few
// lines; nil if there are none.
func (p *prover) choose(t trial, bound int) ([]raise, error) {
	missing := bound - t.cost
	limits := make([]int, len(t.parts))
	for i, part := range t.parts {
		limits[i] = part.bound + missing
		if bound >= proof.Infinite {
			limits[i] = proof.Infinite
		}
	}

	// Step 1. Leaves: one line each, and no search.
	var options []raise
	p.look(t.parts, limits)
	for i, part := range t.parts {
		if len(part.Set) <= 2 {
			continue // the rules are exact
		}
		value := p.leaf(&t.parts[i], limits[i])
		if value > part.bound {
			options = append(options, raise{
				part:  i,
				bound: value,
				lines: 1,
				leaf:  true,
			})
		}
	}
	picked := pick(t.parts, options, missing)
	if picked != nil {
		return picked, nil
	}

	// Step 2. All bounds up to the value.
	for i, part := range t.parts {
		if len(part.Set) <= 2 {
			continue
		}
		value, err := p.values.Least(part.rounds, part.Left, limits[i])
		if err != nil {
			return nil, err
		}
		if value > part.bound {
			options = append(options, p.raises(i, &t.parts[i], value)...)
		}
	}
	return pick(t.parts, options, missing), nil
}

// look has the rules look at all parts whose leaves are not known, together.
func (p *prover) look(parts []part, limits []int) {
	var unknown []*part
	var positions []proof.Position
	for i := range parts {
		at := &parts[i]
		known, ok := p.leaves[at.key]
		if len(at.Set) > 2 && at.step == nil && (!ok || known.under(limits[i])) {
			unknown = append(unknown, at)
			positions = append(positions, at.Position)
		}
	}
	if len(unknown) == 0 {
		return
	}
	for i, step := range p.rules.AtParts(positions) {
		unknown[i].step = step
	}
}

// under reports whether a leaf's bound is only known to be above a limit less than this one.
func (l leaf) under(limit int) bool {
	return l.bound == l.limit && limit > l.limit
}

// leaf returns the bound that the rules give a part without lemmas, or a limit if that is less.
// It depends on the set, whatever the path is.
func (p *prover) leaf(at *part, limit int) int {
	known, ok := p.leaves[at.key]
	if !ok || known.under(limit) {
		if len(p.leaves) >= mostLeaves {
			clear(p.leaves)
		}
		known = leaf{bound: p.stepAt(at).Leaf(limit), limit: limit}
		p.leaves[at.key] = known
	}
	return min(known.bound, limit)
}

// stepAt returns what the rules say at a part.
func (p *prover) stepAt(at *part) *proof.Step {
	if at.step == nil {
		at.step = p.rules.At(at.Position)
	}
	return at.step
}

// mostLeaves is how many leaves are remembered: some hundred bytes each.
const mostLeaves = 1 << 20

// raises lists the lemmas about a part, up to its value. The guesses that are to be refuted
// say how many lines a proof takes: about one each, and one more for each guess that is missing.
func (p *prover) raises(number int, at *part, value int) (out []raise) {
	step := p.stepAt(at)
	trials := p.trials(at.position, step, slices.Collect(step.Open(value)), value)
	if value >= proof.Infinite {
		return []raise{{part: number, bound: value, lines: 2 + len(trials)}}
	}
	for bound := at.bound + 1; bound <= value; bound++ {
		lines := 2
		for _, t := range trials {
			if t.cost < bound {
				lines += 1 + bound - t.cost
			}
		}
		out = append(out, raise{part: number, bound: bound, lines: lines})
	}
	return out
}

// A plan is a list of raises, the last one first.
type plan struct {
	raise
	lines  int // of all
	before *plan
}

// pick chooses, of the options, at most one of each part, so that their gains add up to what
// is missing and take the fewest lines. This is a knapsack problem, solved by dynamic
// programming over the gain. An infinite bound is enough alone.
func pick(parts []part, options []raise, missing int) (picked []raise) {
	infinite := missing >= proof.Infinite/2
	if infinite {
		missing = 1
	}

	best := make([]*plan, missing+1) // by gain
	best[0] = &plan{}
	for number, part := range parts {
		before := slices.Clone(best)
		for _, option := range options {
			if option.part != number || infinite && option.bound < proof.Infinite {
				continue
			}
			option.gain = option.bound - part.bound
			for gain, first := range before {
				if first == nil {
					continue
				}
				gain = min(missing, gain+option.gain)
				lines := first.lines + option.lines
				if best[gain] == nil || lines < best[gain].lines {
					best[gain] = &plan{option, lines, first}
				}
			}
		}
	}

	for p := best[missing]; p != nil && p.before != nil; p = p.before {
		picked = append(picked, p.raise)
	}
	slices.Reverse(picked)
	return picked
}
