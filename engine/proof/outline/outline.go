// Package outline writes the proofs of lower bounds that engine/proof checks.
//
// A search supplies the true values of positions, so it may use any bounds. What is written
// is found top down: of every guess that the rules alone do not refute, the parts are chosen
// whose lemmas add up to what is missing, and that take the fewest lines. Most lemmas are
// leaves, which the rules prove without further lemmas. If the claim is false, the parts of some
// guess give too little, and no proof comes about.
package outline

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"codebreak/engine/game"
	"codebreak/engine/internal/numbers"
	"codebreak/engine/proof"
)

// ErrTooHigh says that a claim is false: by the search, some guess costs less.
var ErrTooHigh = errors.New("the claim is too high")

// Values tells what positions cost: the least total of guesses over the secrets that rounds
// leave, with at most as many guesses left (0 for any number), or the limit if that is less. If
// too few guesses are left, the total is above every limit.
type Values interface {
	Least(rounds []game.Round, guesses, limit int) (int, error)
}

// Write writes a proof of a claim, and returns the number of its lemmas. If progress is set, it
// is called with the number of lemmas so far. The proof depends on the claim only. What an
// error leaves is not a proof.
func Write(
	ctx context.Context,
	w io.Writer,
	claim proof.Claim,
	values Values,
	progress func(lemmas int),
) (lemmas int, err error) {
	writer, err := NewWriter(ctx, claim, values, progress)
	if err != nil {
		return 0, err
	}
	p := writer.prover
	p.out.Reset(w)
	fmt.Fprintln(p.out, claim) // an error of the writer stays until Flush
	if err := p.refute(writer.start, writer.step, writer.first, claim.Total); err != nil {
		return p.lemmas, err
	}
	return p.lemmas, p.out.Flush()
}

// A Writer writes a proof in blocks, each about one first guess. No block needs another: the
// claim and the blocks of all first guesses, in any order, are a proof.
type Writer struct {
	prover *prover
	start  position
	step   *proof.Step
	first  []int32 // guesses that rule 1 does not refute
	total  int
}

// NewWriter prepares to write a proof of a claim.
func NewWriter(
	ctx context.Context,
	claim proof.Claim,
	values Values,
	progress func(lemmas int),
) (*Writer, error) {
	if claim.Game == nil {
		return nil, game.ErrNoGame
	}
	if err := claim.Validate(); err != nil {
		return nil, err
	}
	if err := game.Prepare(ctx, claim.Game); err != nil {
		return nil, err
	}
	rules, err := proof.NewRules(claim.Game)
	if err != nil {
		return nil, err
	}

	secrets, guesses := game.Codes(claim.Game)
	p := &prover{
		ctx:      ctx,
		game:     claim.Game,
		rules:    rules,
		guesses:  guesses,
		values:   values,
		out:      bufio.NewWriter(nil),
		progress: progress,
		proved:   map[string]int{},
		leaves:   map[string]leaf{},
	}

	all := numbers.Below[int32](len(secrets))
	w := &Writer{
		prover: p,
		start:  position{Position: proof.Position{Set: all, Left: claim.Within}},
		total:  claim.Total,
	}
	w.step = rules.At(w.start.Position)
	if claim.First != nil {
		first, _ := slices.BinarySearch(guesses, *claim.First)
		w.first = []int32{int32(first)}
	} else {
		w.first = slices.Collect(w.step.Open(claim.Total))
	}
	return w, nil
}

// First lists the first guesses that need a block, as their lemmas begin.
func (w *Writer) First() (first []string) {
	for _, guess := range w.first {
		text, _, _ := strings.Cut(w.prover.rules.Line(1, guess, 0, 1), " ")
		first = append(first, text)
	}
	return first
}

// Block writes the lemmas about one of the first guesses, by its number in First: none if rule 2
// refutes it. What an error leaves is not a block.
func (w *Writer) Block(out io.Writer, number int) error {
	p := w.prover
	clear(p.proved)
	p.out.Reset(out)
	err := p.refute(w.start, w.step, w.first[number:number+1], w.total)
	if err != nil {
		return err
	}
	return p.out.Flush()
}

// A position is the secrets that rounds leave.
type position struct {
	proof.Position
	rounds []game.Round
}

// A prover writes lemmas.
type prover struct {
	ctx      context.Context
	game     game.Game
	rules    *proof.Rules
	guesses  []game.Code
	values   Values
	out      *bufio.Writer
	progress func(lemmas int)
	lemmas   int // written

	proved map[string]int  // bounds of closed lemmas, by set and guesses left
	leaves map[string]leaf // by set and guesses left
}

// A leaf is the bound that the rules give a position without lemmas, or a limit if that is less.
type leaf struct{ bound, limit int }

// A part is what a guess leaves.
type part struct {
	position
	key      string // of the set and the guesses left
	feedback game.Feedback
	bound    int         // by the rules, and the lemmas so far
	step     *proof.Step // once the rules have looked at it
}

// A trial is a guess with what it costs by the bounds of its parts.
type trial struct {
	guess int32
	parts []part
	cost  int
}

// refute writes lemmas after which each guess of a list costs at least a bound.
func (p *prover) refute(at position, step *proof.Step, guesses []int32, bound int) error {
	for _, t := range p.trials(at, step, guesses, bound) {
		if err := p.ctx.Err(); err != nil {
			return err
		}

		// Lemmas for the guesses before may be enough.
		t.cost = len(at.Set)
		for i := range t.parts {
			t.parts[i].bound = max(t.parts[i].bound, p.proved[t.parts[i].key])
			t.cost += t.parts[i].bound
		}
		if t.cost >= bound {
			continue
		}

		chosen, err := p.choose(t, bound)
		if err != nil {
			return err
		}
		if chosen == nil {
			guess := p.game.FormatCode(p.guesses[t.guess])
			return fmt.Errorf("%w: guess %s after %s costs less than %s",
				ErrTooHigh, guess, game.History(p.game, at.rounds), boundText(bound))
		}
		for _, c := range chosen {
			if err := p.prove(&t.parts[c.part], c); err != nil {
				return err
			}
		}
		clear(t.parts) // steps need memory
	}
	return nil
}

// trials lists the guesses that neither the rules nor the lemmas so far refute. Guesses that
// make the same parts are listed once.
func (p *prover) trials(at position, step *proof.Step, guesses []int32, bound int) (open []trial) {
	seen := map[string]bool{}
	for _, guess := range guesses {
		t := trial{
			guess: guess,
			parts: p.partsOf(at, guess),
			cost:  len(at.Set),
		}
		name := ""
		for _, next := range t.parts {
			name += next.key
		}
		if seen[name] {
			continue
		}
		seen[name] = true

		for i := range t.parts {
			next := &t.parts[i]
			next.bound = step.Size(len(next.Set))
			if len(next.Set) <= ruleTwoTo {
				next.bound = step.Part(next.Set)
			}
			next.bound = max(next.bound, p.proved[next.key])
			t.cost += next.bound
		}
		if t.cost < bound {
			open = append(open, t)
		}
	}
	return open
}

// partsOf returns what a guess leaves, without bounds.
func (p *prover) partsOf(at position, guess int32) (parts []part) {
	path := append(slices.Clip(at.Path), guess)
	for _, split := range p.rules.Split(at.Set, guess) {
		round := game.Round{Guess: p.guesses[guess], Feedback: split.Feedback}
		next := position{
			Position: proof.Position{
				Path: path,
				Set:  split.Set,
				Left: max(0, at.Left-1),
			},
			rounds: append(slices.Clip(at.rounds), round),
		}
		parts = append(parts, part{
			position: next,
			key:      key(next.Position),
			feedback: split.Feedback,
		})
	}
	return parts
}

// ruleTwoTo is the number of secrets up to which rule 2 is tried. It looks at all pairs, and of
// large sets it seldom says more than rule 1.
const ruleTwoTo = 60

// key identifies the set of a position and the guesses left.
func key(at proof.Position) string {
	b := make([]byte, 0, 4+2*len(at.Set))
	b = append(b, byte(at.Left))
	b = binary.LittleEndian.AppendUint16(b, uint16(len(at.Set))) // so that several in a row differ
	for _, secret := range at.Set {
		b = binary.LittleEndian.AppendUint16(b, uint16(secret))
	}
	return string(b)
}

// prove writes a lemma and the lemmas that it needs.
func (p *prover) prove(at *part, lemma raise) error {
	p.lemmas++
	if p.progress != nil {
		p.progress(p.lemmas)
	}
	guess := at.Path[len(at.Path)-1]
	fmt.Fprintln(p.out, p.rules.Line(len(at.Path), guess, at.feedback, lemma.bound))

	if !lemma.leaf {
		step := p.stepAt(at)
		open := slices.Collect(step.Open(lemma.bound))
		err := p.refute(at.position, step, open, lemma.bound)
		if err != nil {
			return err
		}
	}
	p.proved[at.key] = lemma.bound
	return nil
}

// boundText writes a bound.
func boundText(bound int) string {
	if bound >= proof.Infinite {
		return "what is impossible"
	}
	return strconv.Itoa(bound)
}
