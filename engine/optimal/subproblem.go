package optimal

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"codebreak/engine/tree"
)

// An Exchange is called about every second, with a subproblem as far as it is
// proved, for the bounds of others that have changed since, by name. The bounds
// must be those of subproblems that have been checked.
type Exchange func(Subproblem) (map[string]Bounds, error)

// Solve solves a subproblem, which it returns, or tightens its bounds until the
// context ends; then the error is the context's. known is what is known of the
// others, by name, which must have been checked; exchange may be nil.
func (v *Verified) Solve(ctx context.Context, s Subproblem, known map[string]Bounds, exchange Exchange, o Options) (Subproblem, error) {
	if err := v.CheckSubproblem(ctx, s); err != nil {
		return s, fmt.Errorf("subproblem %.40q: %w", s.Name, err)
	}
	if s.State == Solved {
		return s, nil
	}
	base, end, err := newSolver(ctx, v.problem, o)
	if err != nil {
		return s, err
	}
	defer end()
	base.minimise(1, v.Problem.Objective.perLast())
	p := &subproblemSearch{
		solver: base, in: v, at: v.index[s.Name], Subproblem: s, bounds: map[string]Bounds{}, exchange: exchange,
		left: v.depth() - 1, proved: map[int]GuessBound{}, exchanged: time.Now(),
	}
	maps.Copy(p.bounds, known)
	p.look()
	if p.settled() {
		p.settle()
		return p.Subproblem, nil
	}
	if err := p.list(); err != nil {
		return s, err
	}
	err = p.run()
	return p.Subproblem, err
}

// A subproblemSearch tries the guesses of a subproblem in turn.
type subproblemSearch struct {
	*solver
	in *Verified
	at location
	Subproblem
	bounds    map[string]Bounds // what is known of subproblems
	status    status            // of what is known
	exchange  Exchange
	exchanged time.Time

	candidates set // of the part
	past       history
	left       int                // guesses
	choices    []choice           // the subproblem's
	proved     map[int]GuessBound // of guesses, by number
}

// list lists the guesses, and what is proved of them.
func (p *subproblemSearch) list() (err error) {
	if p.candidates, p.past, err = p.follow(p.Path); err != nil {
		return err
	}
	part := p.part()
	list, err := p.worker.listed(p.candidates, p.left, p.past, part.Cutoff)
	if err != nil {
		return err
	}
	if orderOf(list) != part.Order || p.To > len(list) {
		return fmt.Errorf("subproblem %s: this program lists the guesses in another order than that which split the search; split it again", p.Name)
	}
	p.choices = list[p.From:p.To]
	for _, g := range p.Guesses {
		p.proved[g.Number] = g
	}
	return nil
}

func (p *subproblemSearch) part() DecomposedPart {
	return p.in.Guesses[p.at.guess].Parts[p.at.part]
}

// run tries the guesses until none is left that could be of use, or the context
// ends.
func (p *subproblemSearch) run() error {
	for number := p.From; number < p.To && p.ctx.Err() == nil; number++ {
		if p.lower(number) >= p.limit(number) || p.Upper > 0 && p.Number == number {
			continue
		}
		p.sum()
		p.tell(func(now *Progress) {
			*now = Progress{Stage: p.Name, FirstGuesses: p.To - number, Lower: p.format(p.Lower), Upper: p.format(p.limit(number))}
		})
		ok, err := p.try(number)
		if err == nil && ok {
			err = p.exchangeNowAndThen()
		}
		if err != nil {
			return err
		}
		if !ok {
			break
		}
	}
	p.sum()
	if p.Upper > 0 {
		if _, err := p.in.subtree(context.WithoutCancel(p.ctx), p.Subproblem); err != nil {
			return fmt.Errorf("subproblem %s: the tree found is wrong: %w", p.Name, err)
		}
	}
	if !p.settled() {
		return p.ctx.Err()
	}
	p.settle()
	return nil
}

// lower is a lower bound of a guess.
func (p *subproblemSearch) lower(number int) cost {
	return max(p.choices[number-p.From].bound, p.proved[number].Lower)
}

// limit is the cost that a guess must be below.
func (p *subproblemSearch) limit(number int) cost {
	limit := p.in.target(p.status, p.Name).limit(number)
	if p.Upper > 0 {
		limit = min(limit, incumbent{p.Upper, p.Number}.limit(number))
	}
	return limit
}

// try tries a guess. ok is false if the context ends before its tree is there.
func (p *subproblemSearch) try(number int) (ok bool, err error) {
	w, c := p.worker, p.choices[number-p.From]
	b := p.proved[number]
	w.remember(p.candidates, c, p.left, p.past, b.Parts)
	total, found := w.try(p.candidates, c, p.left, p.past, p.limit(number))
	b.Number, b.Parts = number, nil
	if p.ctx.Err() != nil && !found {
		b.Parts = w.remembered(p.candidates, c, p.left, p.past)
	}
	if found {
		root, ok := w.node(p.candidates, c.code(), p.left, p.past)
		if !ok {
			return false, nil
		}
		if p.Tree, err = treeJSON(&tree.Tree{Game: p.game, Root: root}); err != nil {
			return false, err
		}
		p.Upper, p.Number = total, number
	}
	b.Lower = max(b.Lower, min(total, p.limit(number)))
	p.proved[number] = b
	return true, nil
}

// sum puts what is proved into the subproblem.
func (p *subproblemSearch) sum() {
	p.Guesses = nil
	lower := p.part().Cutoff
	for number := p.From; number < p.To; number++ {
		lower = min(lower, p.lower(number))
		if b := p.proved[number]; b.Lower > p.choices[number-p.From].bound || b.Parts != nil {
			p.Guesses = append(p.Guesses, b)
		}
	}
	p.Lower = max(p.Lower, lower)
	p.State, p.Reason = Stopped, ""
}

// exchangeNowAndThen exchanges bounds if the last time is a second ago.
func (p *subproblemSearch) exchangeNowAndThen() error {
	if p.exchange == nil || time.Since(p.exchanged) < time.Second {
		return nil
	}
	p.exchanged = time.Now()
	p.sum()
	changed, err := p.exchange(p.Subproblem)
	maps.Copy(p.bounds, changed)
	p.look()
	return err
}

// look brings the status up to date.
func (p *subproblemSearch) look() {
	p.bounds[p.Name] = p.Bounds
	p.status = p.in.status(p.bounds)
}

func (p *subproblemSearch) settled() bool {
	return p.in.settled(p.status, p.Name, p.From, p.Bounds)
}

// settle says how a subproblem at which there is nothing left to do has come
// out.
func (p *subproblemSearch) settle() {
	if p.Upper > 0 && p.Lower == p.Upper {
		p.State, p.Reason = Solved, ""
		return
	}
	p.State = Pruned
	target := p.in.target(p.status, p.Name)
	if target.number >= 0 {
		p.Reason = fmt.Sprintf("it costs at least %s; another subproblem of %s %s costs %s", p.format(p.Lower), p.Path[0], p.Path[1], p.format(target.cost))
		return
	}
	p.Reason = fmt.Sprintf("with it a tree that begins with %s costs at least %s; a tree that costs %s is known",
		p.Path[0], p.format(p.Lower+p.status.others(p.at)), p.format(p.status.best.cost))
}

// remember puts lower bounds of the parts of a guess into the transposition
// table.
func (w *worker) remember(candidates set, c choice, k int, past history, bounds []PartBound) {
	if bounds == nil {
		return
	}
	w.eachPart(candidates, c, k, past, func(p part, key setKey) {
		for _, b := range bounds {
			if b.Feedback == w.game.FormatFeedback(p.feedback) {
				w.known.raise(key, b.Lower, len(p.set))
			}
		}
	})
}

// remembered returns what the transposition table holds of the parts of a guess.
func (w *worker) remembered(candidates set, c choice, k int, past history) (bounds []PartBound) {
	w.eachPart(candidates, c, k, past, func(p part, key setKey) {
		if e, ok := w.recall(key); ok {
			bounds = append(bounds, PartBound{w.game.FormatFeedback(p.feedback), e.least})
		}
	})
	return bounds
}

// eachPart calls do with the parts of a guess and their keys.
func (w *worker) eachPart(candidates set, c choice, k int, past history, do func(part, setKey)) {
	defer w.release(w.mark())
	parts, _ := w.split(candidates, c.code())
	next := w.after(past, candidates, c.code())
	for _, p := range parts {
		do(p, w.key(p.set, k-1, w.told(next, p.feedback)))
	}
}

// follow returns the candidates that a first guess and its answer leave.
func (v *solver) follow(path []string) (set, history, error) {
	guess, err := v.game.ParseCode(path[0])
	if err != nil {
		return nil, history{}, err
	}
	f, err := v.game.ParseFeedback(path[1])
	if err != nil {
		return nil, history{}, err
	}
	all := v.all()
	parts, _ := v.worker.split(all, guess)
	i := slices.IndexFunc(parts, func(p part) bool { return p.feedback == f })
	if i < 0 {
		return nil, history{}, fmt.Errorf("no secret answers %s to %s", path[1], path[0])
	}
	return parts[i].set, v.worker.told(v.worker.after(history{}, all, guess), f), nil
}

// treeJSON writes a tree as JSON in one line.
func treeJSON(t *tree.Tree) (json.RawMessage, error) {
	var text, line bytes.Buffer
	if err := t.WriteJSON(&text); err != nil {
		return nil, err
	}
	err := json.Compact(&line, text.Bytes())
	return line.Bytes(), err
}
