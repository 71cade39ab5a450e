// Package proof checks outline proofs of lower bounds: files that state that no strategy has
// a total below a number, and the lemmas from which that follows. FORMAT.md describes the
// files and the four rules of inference. check.py checks the same rules, in Python.
//
// The package shares no code with the search. A program that writes proofs takes [Rules] from
// here, and so knows what the checker accepts.
package proof

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/internal/numbers"
	"codebreak/engine/wording"
)

const (
	mostDepth = 64      // of a lemma: no proof needs more
	longest   = 1 << 10 // bytes of a line
	mostBytes = 1 << 29 // of memory for lemmas
)

// Check reads a proof and checks every line. It returns the claim and the number of lemmas;
// the error names a line and says why it does not follow. Only claims about words need the
// game of words. If progress is set, it is called with the number of lemmas that were checked.
func Check(
	ctx context.Context,
	proof io.Reader,
	ofWords game.Game,
	progress func(lemmas int),
) (Claim, int, error) {
	k := checker{ctx: ctx, ofWords: ofWords, progress: progress}
	lines := bufio.NewReaderSize(proof, longest)
	for {
		text, err := lines.ReadSlice('\n')
		if err == io.EOF && len(text) == 0 {
			break
		}
		k.line++
		if errors.Is(err, bufio.ErrBufferFull) {
			return k.claim, k.checked, fmt.Errorf("line %d: it is too long for a line of a proof", k.line)
		}
		if err != nil && err != io.EOF {
			return k.claim, k.checked, err
		}

		text = bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r"))
		if k.line == 1 {
			err = k.begin(string(text))
		} else {
			err = k.add(string(text))
		}
		if err != nil {
			return k.claim, k.checked, err
		}
	}

	if k.line == 0 {
		return k.claim, 0, errors.New("line 1: the file is empty; a proof begins with a claim")
	}
	err := k.close(0)
	return k.claim, k.checked, err
}

// A checker has read a proof up to a line.
type checker struct {
	ctx      context.Context
	ofWords  game.Game
	progress func(int)

	claim   Claim
	rules   *Rules
	line    int                      // lines read
	open    []lemma                  // the claim, and the lemmas that a line below may still belong to
	known   lemmas                   // the closed ones
	read    map[string]game.Feedback // that was read before: the same few stand in all lines
	checked int                      // the number of closed lemmas
}

// A lemma states that the total from a position is at least the bound.
type lemma struct {
	Position
	bound int
	line  int
}

// begin reads the claim.
func (k *checker) begin(text string) (err error) {
	k.claim, err = parseClaim(text, k.ofWords)
	if err == nil {
		err = game.Prepare(k.ctx, k.claim.Game)
	}
	if err == nil {
		k.rules, err = NewRules(k.claim.Game)
	}
	if err != nil {
		return k.wrong(1, err)
	}

	start := Position{
		Set:  numbers.Below[int32](len(k.rules.secrets)),
		Left: k.claim.Within,
	}
	k.open = []lemma{{Position: start, bound: k.claim.Total, line: 1}}
	k.known.bounds = map[string]int{}
	k.read = map[string]game.Feedback{}
	return nil
}

// add reads a lemma, and closes the lemmas above that it does not belong to.
func (k *checker) add(text string) error {
	// Step 1. The form of the line.
	indentation, guessed, answered, bounded, ok := cutLemma(text)
	if !ok {
		return k.wrong(k.line, fmt.Errorf("%q is not a lemma: indentation, guess, feedback, bound", wording.Clip(text)))
	}
	depth := indentation + 1
	switch {
	case depth > len(k.open):
		return k.wrong(k.line, fmt.Errorf("it is indented by %s; below the line above, at most %d are allowed",
			wording.Plural(depth-1, "space"), len(k.open)-1))
	case depth > mostDepth:
		return k.wrong(k.line, fmt.Errorf("a lemma after more than %d guesses", mostDepth))
	case k.claim.Within > 0 && depth >= k.claim.Within:
		return k.wrong(k.line, fmt.Errorf("no guess is left after %d, within %d", depth, k.claim.Within))
	}
	if err := k.close(depth); err != nil {
		return err
	}

	// Step 2. What it states.
	guess, err := k.rules.parseGuess(guessed)
	if err != nil {
		return k.wrong(k.line, err)
	}
	feedback, ok := k.read[answered]
	if !ok {
		feedback, err = parseFeedback(k.claim.Game, answered)
		if err != nil {
			return k.wrong(k.line, err)
		}
		k.read[answered] = feedback
	}
	bound := parseBound(bounded)
	if err := k.claim.allows(bound); err != nil {
		return k.wrong(k.line, err)
	}

	parent := k.open[depth-1]
	next := lemma{bound: bound, line: k.line}
	next.Path = append(parent.Path[:len(parent.Path):len(parent.Path)], guess)
	next.Set = k.rules.after(parent.Set, guess, feedback)
	if k.claim.Within > 0 {
		next.Left = parent.Left - 1
	}
	if len(next.Set) == 0 {
		return k.wrong(k.line, fmt.Errorf("no secret is left after %s with feedback %s", guessed, answered))
	}
	k.open = append(k.open, next)
	return nil
}

// close checks the open lemmas of a depth and deeper, the deepest first; at depth 0, the claim
// too.
func (k *checker) close(depth int) error {
	for len(k.open) > depth {
		last := k.open[len(k.open)-1]
		k.open = k.open[:len(k.open)-1]
		if err := k.check(last); err != nil {
			return err
		}
		if last.line == 1 {
			return nil
		}

		k.checked++
		if err := k.known.add(last); err != nil {
			return k.wrong(last.line, err)
		}
		if k.progress != nil {
			k.progress(k.checked)
		}
	}
	return nil
}

// check is rule 4: every guess that rule 3 keeps must cost at least the bound. A claim with a
// first guess is about that guess only.
func (k *checker) check(l lemma) error {
	steps, err := k.rules.at(k.ctx, []Position{l.Position})
	if err != nil {
		return err
	}
	step := steps[0]
	if l.line == 1 && k.claim.First != nil {
		first, _ := slices.BinarySearch(k.rules.guesses, *k.claim.First)
		return k.compare(l, step, int32(first))
	}

	for i, guess := range step.kept {
		if int(step.least[i]) >= l.bound {
			continue
		}
		if err := k.ctx.Err(); err != nil {
			return err
		}
		if err := k.compare(l, step, guess); err != nil {
			return err
		}
	}
	return nil
}

// compare returns an error if the rules leave it open that a guess costs less than the bound.
func (k *checker) compare(l lemma, step *Step, guess int32) error {
	cost := step.cost(guess, l.bound, &k.known)
	if cost >= l.bound {
		return nil
	}
	if err := k.ctx.Err(); err != nil {
		return err // and rule 2 did not look at all parts
	}
	return k.wrong(l.line, fmt.Errorf("this bound does not follow: guess %s costs at least %d by the rules, not %s",
		codeText(k.claim.Game, k.rules.guesses[guess]), cost, boundText(l.bound)))
}

// wrong says in which line the proof fails.
func (k *checker) wrong(line int, err error) error {
	return fmt.Errorf("line %d: %w", line, err)
}

// lemmas are the bounds that are proved, by exact set and number of guesses left.
type lemmas struct {
	bounds map[string]int
	bytes  int // of memory, about
	key    []byte
}

// bound returns the bound that is known of a set; 0 if none is.
func (l *lemmas) bound(left int, set []int32) int {
	if l == nil {
		return 0
	}
	l.key = packed(append(l.key[:0], byte(left)), set)
	return l.bounds[string(l.key)]
}

// add keeps what a lemma states.
func (l *lemmas) add(proved lemma) error {
	before := l.bound(proved.Left, proved.Set) // and makes the key
	if before >= proved.bound {
		return nil
	}
	if before == 0 {
		const overhead = 64 // bytes of an entry
		l.bytes += len(l.key) + overhead
	}
	if l.bytes > mostBytes {
		return fmt.Errorf("the lemmas so far need more than %d MB", mostBytes>>20)
	}
	l.bounds[string(l.key)] = proved.bound
	return nil
}

// packed appends numbers of codes to bytes, two bytes each.
func packed(b []byte, numbers []int32) []byte {
	for _, n := range numbers {
		b = append(b, byte(n), byte(n>>8))
	}
	return b
}
