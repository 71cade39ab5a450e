package strategy

import (
	"context"
	"slices"
	"sync"

	"codebreak/engine/game"
	"codebreak/engine/partition"
)

// blockWork is roughly the number of words of candidates that are read, run by run, to count a
// block of guesses: a few tenths of a millisecond. It is low because with many cores all wait for
// the longest block, in which nobody can help.
const blockWork = 1 << 13

// A scan is a search through a list of guesses for the best. It hands out the
// list in blocks, to one goroutine or several.
type scan struct {
	path       []game.Round
	candidates bool  // whether a candidate may beat the best found so far
	bound      int64 // a score that no guess beats

	// mu guards the fields below.
	mu   sync.Mutex
	list partition.Guesses // not handed out yet
	next int               // number of the next block
	best best
	work Work
}

// best is the best guess found so far in a scan.
type best struct {
	guess     game.Code
	score     int64
	links     []int64 // the scores by the links of the ties
	rank      uint64  // drawn for PickRandom: the lowest wins
	block     int     // the number of the block that holds it; among equals the first stays
	found     bool
	preferred bool // whether it is the best candidate, and now compared with other codes
	beatable  bool // whether a guess of the same score may be better by a link
}

// beats reports whether guess a is to be made rather than b.
func (c *CompiledPlayer) beats(a, b best) bool {
	switch {
	case !b.found || !a.found:
		return a.found
	case a.score != b.score:
		return a.score < b.score
	case b.preferred:
		return slices.Compare(a.links[:c.before], b.links[:c.before]) < 0
	case !slices.Equal(a.links, b.links):
		return slices.Compare(a.links, b.links) < 0
	case a.rank != b.rank:
		return a.rank < b.rank
	}
	return a.block < b.block
}

// scan reads the list of s to its end, or until no later guess can beat the best. The
// best is the same however many goroutines share the work: which of two guesses is better
// depends on their scores, links, ranks and places in the list alone.
func (c *CompiledPlayer) scan(ctx context.Context, s *scan) error {
	words := (len(c.Space.Codes()) + 63) / 64
	size := max(1, c.block/words)

	// Every block but the last may get a helper, as long as a goroutine is free.
	var helpers sync.WaitGroup
	for blocks := s.list.Runs() / size; blocks > 0 && c.Spawn != nil; blocks-- {
		helpers.Add(1)
		help := func() {
			defer helpers.Done()
			helper := c.playerIn(c.Space.Fork())
			helper.readBlocks(ctx, s, size)
		}
		if !c.Spawn(help) {
			helpers.Done()
			break
		}
	}

	c.readBlocks(ctx, s, size)
	helpers.Wait()
	c.Work.Add(s.work)
	s.work = Work{}
	return ctx.Err()
}

// readBlocks takes blocks of the list and searches them, until none is left.
func (c *CompiledPlayer) readBlocks(ctx context.Context, s *scan, size int) {
	for ctx.Err() == nil {
		s.mu.Lock()
		block := s.list.Cut(size)
		number := s.next
		b := s.best
		s.next++
		s.mu.Unlock()
		if block.Empty() {
			return
		}

		guesses := block.Len()
		b = c.search(&block, number, b, s)
		guesses -= block.Len()

		s.mu.Lock()
		s.work.Guesses += int64(guesses)
		s.work.Comparisons += int64(guesses) * int64(len(c.Space.Codes()))
		if c.beats(b, s.best) {
			s.best = b
			if c.settled(b, s) {
				s.list = partition.Guesses{} // no later guess can beat it
			}
		}
		s.mu.Unlock()
	}
}

// settled reports whether no guess that comes later in the list beats b.
func (c *CompiledPlayer) settled(b best, s *scan) bool {
	return b.found &&
		b.score <= s.bound &&
		!b.beatable &&
		(b.preferred || c.ties.Pick != PickRandom)
}

// search reads a block for guesses that beat b, stops once no later one can, and returns
// the best.
func (c *CompiledPlayer) search(block *partition.Guesses, number int, b best, s *scan) best {
	useless := c.useless()
	c.Space.Scan(block, c.measure, c.limit(&b, number, s, useless), func(guess game.Code, score int64) int64 {
		if c.flat {
			score = 0
		}

		found := best{guess: guess, score: score, block: number, found: true}
		if c.ties.Pick == PickRandom {
			found.rank = rank(c.ties.Seed, history(s.path), guess)
		}
		if c.mayBeat(found, b) && !c.weigh(&found, b) && c.beats(found, b) {
			found.links = slices.Clone(found.links)
			found.beatable = c.beatable(found, s)
			b = found
		}
		return c.limit(&b, number, s, useless)
	})
	return b
}

// limit returns the score below which a guess of the block of a number may beat b.
func (c *CompiledPlayer) limit(b *best, number int, s *scan, useless int64) int64 {
	switch {
	case b.block <= number && c.settled(*b, s):
		return partition.Stop
	case !b.found || c.flat:
		return useless
	case b.beatable, !b.preferred && (b.block > number || c.ties.Pick == PickRandom):
		return min(b.score+1, useless) // equals may beat b
	}
	return b.score
}

// weigh measures a guess by the links. It reports whether the guess loses: b has the same
// score, and is better by a link. The space holds the candidates.
func (c *CompiledPlayer) weigh(found *best, b best) (loses bool) {
	if len(c.links) == 0 {
		return false
	}

	c.Space.Count(found.guess, c.counts)
	c.values = c.values[:0]
	equal := b.found && b.score == found.score
	for i, l := range c.links {
		value := l.Of(c.counts)
		if equal && value > b.links[i] {
			return true
		}
		equal = equal && value == b.links[i]
		c.values = append(c.values, value)
	}

	found.links = c.values // until the next guess is weighed
	return false
}

// beatable reports whether a guess with the score of b may be better by a link: not if no
// guess measures less than b by any link. Once the best candidate is compared with other
// codes, the links before [ConsistentLink] alone count.
func (c *CompiledPlayer) beatable(b best, s *scan) bool {
	links := c.links
	if b.preferred {
		links = links[:c.before]
	}

	n := len(c.Space.Codes())
	outcomes := c.game.Outcomes()
	for i, l := range links {
		if b.links[i] > bound(l, n, outcomes, s.candidates, c.counts) {
			return true
		}
	}
	return false
}

// mayBeat reports whether a guess may beat b, so that it is worth weighing.
func (c *CompiledPlayer) mayBeat(found, b best) bool {
	if !b.found || found.score != b.score || b.beatable {
		return true
	}
	return !b.preferred && (found.rank < b.rank || found.block < b.block)
}
