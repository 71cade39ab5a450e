package optimal

// An incumbent is the cost of the best known and the number, in the order of the
// search, of the guess that it begins with. What costs the same wins if its
// number is lower.
type incumbent struct {
	cost   cost
	number int
}

// limit is the cost below which a guess is better than the incumbent, or is it:
// what lies after a first guess is looked for until it comes first too.
func (i incumbent) limit(number int) cost {
	if i.cost < impossible && number <= i.number {
		return i.cost + 1
	}
	return i.cost
}

// incumbent is the tree known before any subproblem is solved.
func (d Decomposition) incumbent() incumbent {
	if d.Keep {
		return incumbent{d.Upper, -1}
	}
	return incumbent{d.Upper, 1 << 30}
}

// A status is what the subproblems of a decomposition come to.
type status struct {
	best   incumbent // its number is that of a first guess
	lower  cost      // of every tree
	lowers []cost    // of each first guess
	parts  [][]partStatus
}

// A partStatus is what the subproblems of a part come to.
type partStatus struct {
	lower cost
	best  incumbent // the best known, impossible if none is
	name  string    // of the subproblem that knows it; empty if the part was solved at once
}

// status puts together what is known of the subproblems, by name. One that is
// not there is as it was in the beginning.
func (v *Verified) status(known map[string]Bounds) status {
	s := status{best: v.incumbent(), lower: v.Upper}
	own := cost(len(v.secrets))
	if v.Depth == 1 {
		own += v.Problem.Objective.perLast()
	}
	for number, g := range v.Guesses {
		lower, upper := own, own
		var parts []partStatus
		for _, p := range g.Parts {
			part := p.status(known)
			lower += part.lower
			upper = min(impossible, upper+part.best.cost)
			parts = append(parts, part)
		}
		s.lower = min(s.lower, lower)
		s.lowers = append(s.lowers, lower)
		s.parts = append(s.parts, parts)
		if upper < s.best.limit(number) {
			s.best = incumbent{upper, number}
		}
	}
	return s
}

func (p DecomposedPart) status(known map[string]Bounds) partStatus {
	if p.Solved {
		return partStatus{p.Lower, incumbent{p.Lower, 0}, ""}
	}
	out := partStatus{p.Cutoff, incumbent{impossible, -1}, ""}
	for _, slice := range p.Subproblems {
		b, ok := known[slice.Name]
		if !ok {
			b.Lower = slice.Lower
		}
		out.lower = min(out.lower, b.Lower)
		if b.Upper > 0 && b.Upper < out.best.limit(b.Number) {
			out.best, out.name = incumbent{b.Upper, b.Number}, slice.Name
		}
	}
	return out
}

// others is the lower bound of a first guess without one of its parts.
func (s status) others(at location) cost {
	return s.lowers[at.guess] - s.parts[at.guess][at.part].lower
}

// target is what the guesses of a subproblem have to beat: the best of the
// part's other subproblems, or the cost from which the part is of no use to a
// first guess that is to be better than the incumbent, while the other parts
// cost no less than is proved. That has the number -1.
func (v *Verified) target(s status, name string) incumbent {
	at := v.index[name]
	cutoff := min(s.best.limit(at.guess)-s.others(at), v.Guesses[at.guess].Parts[at.part].Cutoff)
	if part := s.parts[at.guess][at.part]; part.name != name && part.best.cost < cutoff {
		return part.best
	}
	return incumbent{cutoff, -1}
}

// settled reports whether there is nothing left to do at a subproblem that
// begins with the guess of a number.
func (v *Verified) settled(s status, name string, from int, b Bounds) bool {
	return b.Upper > 0 && b.Lower == b.Upper || b.Lower >= v.target(s, name).limit(from)
}
