package kernel

import "math/bits"

// portable is the leaf in plain Go, for every processor.
var portable = Leaf{Name: "portable", Measure: measurePortable}

// measurePortable counts one lane after another, but if only parts count, and candidates
// are few, several lanes at once.
func measurePortable(args *Args, prefix []Sums, at, next []uint64, weights []int64) (below uint64) {
	if args.Kind == Parts && args.candidates < 64 {
		return partsPortable(args, &prefix[0], (*row)(at), (*row)(next))
	}
	for left := args.Group; left != 0; left &= left - 1 {
		lane := bits.TrailingZeros64(left)
		args.sizes = PegCounts{}
		for w := range prefix {
			var all Sums
			i := w*args.stride/8 + lane
			prefix[w].Add(at[i], next[i], &all)
			all.Tally(args.positions, &args.sizes)
		}
		if args.Kind == Computed {
			for f, n := range args.sizes[:args.feedbacks] {
				args.counts[f][lane] = uint64(n)
			}
			below |= 1 << lane
			continue
		}

		args.Scores[lane] = Measure(args.Kind, weights, args.sizes[:args.feedbacks])
		if args.Scores[lane] < args.Limit {
			below |= 1 << lane
		}
	}
	return below
}

// partsPortable counts parts for fewer than 64 candidates: each guess needs only a fraction
// of a word, so that several share one.
func partsPortable(args *Args, prefix *Sums, at, next *row) (below uint64) {
	d := divide(args.candidates)
	before := Sums{prefix.black.repeat(d), prefix.pegs.repeat(d)}
	each := 64 / d.width
	for lane := 0; lane < Lanes; lane += each {
		if args.Group>>lane&(1<<each-1) == 0 {
			continue
		}

		var all Sums
		var black, pegs uint64
		for i := each - 1; i >= 0; i-- {
			black = black<<d.width | at[lane+i]
			pegs = pegs<<d.width | next[lane+i]
		}
		before.Add(black, pegs, &all)
		counts := all.parts(args.positions, d)

		// A score below the limit takes more than -limit parts.
		enough := counts + d.lowest<<(d.width-8)*uint64(127+args.Limit)
		for enough &= d.highest; enough != 0; enough &= enough - 1 {
			bit := bits.TrailingZeros64(enough)
			i := lane + bit/d.width
			args.Scores[i] = -int64(counts >> (bit - 7) & 255)
			below |= 1 << i
		}
	}
	return below & args.Group
}

// A division divides a word into lanes that have a bit for each candidate, and a spare
// highest bit.
type division struct {
	width           int
	lowest, highest uint64 // bits of all lanes
}

// divide makes as many lanes as possible.
func divide(candidates int) division {
	switch {
	case candidates < 8:
		return division{8, 0x0101010101010101, 0x8080808080808080}
	case candidates < 16:
		return division{16, 0x0001000100010001, 0x8000800080008000}
	case candidates < 32:
		return division{32, 0x0000000100000001, 0x8000000080000000}
	}
	return division{64, 1, 1 << 63}
}

// repeat copies the lowest lane to every lane.
func (n Number) repeat(d division) Number {
	lane := ^uint64(0) >> (64 - d.width)
	return Number{
		ones:   n.ones & lane * d.lowest,
		twos:   n.twos & lane * d.lowest,
		fours:  n.fours & lane * d.lowest,
		eights: n.eights & lane * d.lowest,
	}
}

// parts returns the number of parts in the upper eight bits of each lane.
func (s *Sums) parts(positions int, d division) (parts uint64) {
	var black, pegs Sorted
	s.black.Sort(&black)
	s.pegs.Sort(&pegs)

	// With carry added, a lane that has a bit carries from it to the highest one, which no
	// candidate has.
	carry := d.highest - d.lowest
	for n, some := range pegs[:positions+1] {
		if some == 0 {
			continue
		}
		for _, b := range black[:n+1] {
			parts += (some&b + carry) & d.highest >> 7
		}
	}
	return parts
}
