package optimal

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"codebreak/engine/game"
	"codebreak/engine/tree"
)

// Pieces are what is known of the pieces of a division, by name. A piece that
// is not there is as it was in the beginning.
type Pieces map[string]Piece

// A standing is what the pieces of a division come to.
type standing struct {
	best   mark
	lower  cost // of every tree
	lowers []cost
	parts  [][]partStanding // of each first guess
}

// A partStanding is what the pieces of a part come to.
type partStanding struct {
	lower cost
	best  mark   // the best known, impossible if none is
	piece string // the piece that knows it; empty if the part was solved at once
}

func (d Division) stand(own cost, pieces Pieces) standing {
	s := standing{best: d.known(), lower: d.Upper}
	for number, g := range d.Guesses {
		lower, upper := own, own
		var parts []partStanding
		for _, p := range g.Parts {
			part := d.standPart(p, pieces)
			lower += part.lower
			upper = min(impossible, upper+part.best.cost)
			parts = append(parts, part)
		}
		s.lower = min(s.lower, lower)
		s.lowers = append(s.lowers, lower)
		s.parts = append(s.parts, parts)
		if upper < s.best.limit(number) {
			s.best = mark{upper, number}
		}
	}
	return s
}

func (d Division) standPart(p DividedPart, pieces Pieces) partStanding {
	if p.Solved {
		return partStanding{p.Least, mark{p.Least, 0}, ""}
	}
	out := partStanding{p.Beyond, mark{impossible, -1}, ""}
	for _, piece := range p.Pieces {
		known, ok := pieces[piece.Name]
		if !ok {
			known.Lower = piece.Least
		}
		out.lower = min(out.lower, known.Lower)
		if known.Upper > 0 && known.Upper < out.best.limit(known.Number) {
			out.best, out.piece = mark{known.Upper, known.Number}, piece.Name
		}
	}
	return out
}

// limit is the cost from which a part is of no use to a first guess that is to
// be better than the best tree known, while the other parts cost no less than
// is proved.
func (s standing) limit(d Division, guess, part int) cost {
	others := s.lowers[guess] - s.parts[guess][part].lower
	return min(s.best.limit(guess)-others, d.Guesses[guess].Parts[part].Beyond)
}

// goal is what the guesses of a piece have to beat: the best of the part's
// other pieces, or the limit of the part.
func (s standing) goal(d Division, name string) (goal mark, guess, part int) {
	guess, part, _, _ = d.find(name)
	limit := s.limit(d, guess, part)
	known := s.parts[guess][part]
	if known.piece != name && known.best.cost < limit {
		return known.best, guess, part
	}
	return mark{limit, -1}, guess, part
}

// settled reports whether there is nothing left to do at a piece.
func (s standing) settled(d Division, p Piece) bool {
	goal, _, _ := s.goal(d, p.Name)
	return p.Upper > 0 && p.Lower == p.Upper || p.Lower >= goal.limit(p.From)
}

// own is the cost of a first guess itself.
func (s *search) own() cost { return cost(len(s.secrets)) * s.perGuess }

// SearchPiece solves a piece of a division, which it returns, or tightens its
// bounds until the context ends; then the error is the context's. It
// looks at what is known of the pieces first, and calls exchange, about every
// second, with what it has proved, for what has become known since.
func SearchPiece(ctx context.Context, d Division, name string, exchange func(Piece) (Pieces, error), o SolveOptions) (Piece, error) {
	p, err := d.Piece(name)
	if err != nil {
		return p, err
	}
	pieces, err := exchange(p)
	if err != nil {
		return p, err
	}
	if known, ok := pieces[name]; ok {
		p = known
	}
	problem, err := d.Problem.Parse()
	if err != nil {
		return p, err
	}
	v, end, err := newSolver(ctx, problem, o)
	if err != nil {
		return p, err
	}
	defer end()
	v.minimise(d.PerGuess, d.PerLast, d.depth())
	s := d.stand(v.own(), pieces)
	if p.State == Finished {
		return p, nil
	}
	if s.settled(d, p) {
		v.settle(d, &p, s)
		return p, nil
	}
	return v.pursue(d, p, s, exchange)
}

// pursue tries the guesses of a piece in turn.
func (v *solver) pursue(d Division, p Piece, s standing, exchange func(Piece) (Pieces, error)) (Piece, error) {
	w, k := v.worker, d.depth()-1
	candidates, at, err := v.follow(p.Path)
	if err != nil {
		return p, err
	}
	guess, part, _, _ := d.find(p.Name)
	divided := d.Guesses[guess].Parts[part]
	list := w.listed(candidates, k, at, divided.Beyond)
	if orderOf(list) != divided.Order {
		return p, fmt.Errorf("piece %s: this program lists the guesses in another order than that which cut the search; cut it again", p.Name)
	}
	list = list[p.From:p.To]
	tried := map[int]cost{}
	begun := map[int][]TriedPart{}
	for _, t := range p.Tried {
		tried[t.Number] = t.Least
		begun[t.Number] = t.Parts
	}
	least := func(number int) cost { return max(list[number-p.From].bound, tried[number]) }
	// limit is the cost that a guess must be below.
	limit := func(number int) cost {
		goal, _, _ := s.goal(d, p.Name)
		limit := goal.limit(number)
		if p.Upper > 0 {
			limit = min(limit, mark{p.Upper, p.Number}.limit(number))
		}
		return limit
	}
	// sum puts what is proved into the piece.
	sum := func() {
		p.Tried = nil
		lower := divided.Beyond
		for number := p.From; number < p.To; number++ {
			lower = min(lower, least(number))
			if tried[number] > list[number-p.From].bound || begun[number] != nil {
				p.Tried = append(p.Tried, Tried{number, tried[number], begun[number]})
			}
		}
		p.Lower = max(p.Lower, lower)
		p.State = Halted
	}
	looked := time.Now()
	for number := p.From; number < p.To && v.ctx.Err() == nil; number++ {
		v.tell(func(now *Progress) {
			sum()
			*now = Progress{Stage: p.Name, FirstGuesses: p.To - number, Lower: v.format(p.Lower), Upper: v.format(limit(number))}
		})
		if least(number) >= limit(number) || p.Upper > 0 && p.Number == number {
			continue
		}
		c := list[number-p.From]
		w.remember(candidates, c.code(), k, at, begun[number])
		total, found := w.try(candidates, c, k, at, limit(number))
		begun[number] = nil
		if v.ctx.Err() != nil && !found {
			begun[number] = w.remembered(candidates, c.code(), k, at)
		}
		if found {
			root, ok := w.node(candidates, c.code(), k, at)
			if !ok {
				break // the context has ended meanwhile
			}
			if p.Tree, err = treeText(&tree.Tree{Game: v.game, Root: root}); err != nil {
				return p, err
			}
			p.Upper, p.Number, p.root = total, number, root
		}
		tried[number] = max(tried[number], min(total, limit(number)))
		if time.Since(looked) > time.Second {
			looked = time.Now()
			sum()
			pieces, err := exchange(p)
			if err != nil {
				return p, err
			}
			s = d.stand(v.own(), pieces)
		}
	}
	sum()
	if p.Upper > 0 {
		if err := d.checkPiece(p); err != nil {
			return p, fmt.Errorf("piece %s: the tree found is wrong: %w", p.Name, err)
		}
	}
	if !s.settled(d, p) {
		p.Reason = ""
		return p, v.ctx.Err()
	}
	v.settle(d, &p, s)
	return p, nil
}

// remember puts lower bounds of the parts of a guess into the table.
func (w *worker) remember(candidates set, guess game.Code, k int, at place, begun []TriedPart) {
	if begun == nil {
		return
	}
	w.eachPart(candidates, guess, k, at, func(p part, key setHash) {
		for _, t := range begun {
			if t.Feedback == w.game.FormatFeedback(p.feedback) {
				w.known.raise(key, t.Least, len(p.set))
			}
		}
	})
}

// remembered returns what the table holds of the parts of a guess.
func (w *worker) remembered(candidates set, guess game.Code, k int, at place) (begun []TriedPart) {
	w.eachPart(candidates, guess, k, at, func(p part, key setHash) {
		if e, ok := w.recall(key); ok {
			begun = append(begun, TriedPart{w.game.FormatFeedback(p.feedback), e.least})
		}
	})
	return begun
}

// eachPart calls do with the parts of a guess and their keys.
func (w *worker) eachPart(candidates set, guess game.Code, k int, at place, do func(part, setHash)) {
	mark := len(w.arena)
	defer func() { w.arena = w.arena[:mark] }()
	parts, _ := w.split(candidates, guess)
	next := w.after(at, candidates, guess)
	for _, p := range parts {
		do(p, w.key(p.set, k-1, next))
	}
}

// settle says how a piece at which there is nothing left to do has come out.
func (v *solver) settle(d Division, p *Piece, s standing) {
	goal, guess, part := s.goal(d, p.Name)
	g := d.Guesses[guess]
	switch {
	case p.Upper > 0 && p.Lower == p.Upper:
		p.State, p.Reason = Finished, ""
	case goal.number >= 0:
		p.State = Dismissed
		p.Reason = fmt.Sprintf("it costs at least %s; another piece of %s %s costs %s", v.format(p.Lower), g.Guess, g.Parts[part].Feedback, v.format(goal.cost))
	default:
		p.State = Dismissed
		others := s.lowers[guess] - s.parts[guess][part].lower
		p.Reason = fmt.Sprintf("with it a tree that begins with %s costs at least %s; a tree that costs %s is known", g.Guess, v.format(p.Lower+others), v.format(s.best.cost))
	}
}

// follow returns the candidates that a first guess and its answer leave.
func (v *solver) follow(path []string) (set, place, error) {
	guess, err := v.game.ParseCode(path[0])
	if err != nil {
		return nil, place{}, err
	}
	f, err := v.game.ParseFeedback(path[1])
	if err != nil {
		return nil, place{}, err
	}
	all := v.all()
	parts, _ := v.worker.split(all, guess)
	i := slices.IndexFunc(parts, func(p part) bool { return p.feedback == f })
	if i < 0 {
		return nil, place{}, fmt.Errorf("no secret answers %s to %s", path[1], path[0])
	}
	return parts[i].set, v.worker.after(place{}, all, guess), nil
}

// A Joined is what the pieces of a division come to, and how many of them are
// still open. While some are, there may be another tree that is as good as the
// answer's and comes before it in the order of the search.
type Joined struct {
	Answer Answer
	Open   []string
}

// Join puts the pieces of a division together. The answer is that of a search
// that was stopped, or, once no piece is open, of one that was not. A tree
// that does not cost what the pieces say is an error.
func Join(ctx context.Context, d Division, pieces Pieces, o SolveOptions) (Joined, error) {
	problem, err := d.Problem.Parse()
	if err != nil {
		return Joined{}, err
	}
	o.Memory = cmp.Or(o.Memory, 16<<20)
	v, end, err := newSolver(ctx, problem, o)
	if err != nil {
		return Joined{}, err
	}
	defer end()
	depth := d.depth()
	v.minimise(d.PerGuess, d.PerLast, depth)
	s := d.stand(v.own(), pieces)
	t, err := v.assemble(d, s, pieces)
	if err != nil {
		return Joined{}, err
	}
	if _, err := tree.Check(t); err != nil {
		return Joined{}, fmt.Errorf("the joined tree is wrong: %w", err)
	}
	v.take(t, tree.Measure(t).Hit)
	if err := v.verify(s.best.cost, depth); err != nil {
		return Joined{}, err
	}
	v.rangesOf(d, s.lower)
	v.answer.Proved = s.lower == s.best.cost
	out := Joined{Answer: v.answer}
	for _, name := range d.Names() {
		p, ok := pieces[name]
		if !ok {
			p, _ = d.Piece(name)
		}
		if !s.settled(d, p) {
			out.Open = append(out.Open, name)
		}
	}
	return out, nil
}

// rangesOf says what a lower bound of the cost tells of the numbers of the
// objective.
func (v *solver) rangesOf(d Division, lower cost) {
	if v.problem.Objective != Total {
		v.answer.Ranges = append(v.answer.Ranges, Range{"worst", d.Depth, d.Depth})
	}
	if v.problem.Objective == WorstThenCount {
		v.rangeCount(lower, d.Depth)
		return
	}
	v.answer.Ranges = append(v.answer.Ranges, Range{"total", int(lower), v.figures.Total})
}

// assemble puts the best tree together.
func (v *solver) assemble(d Division, s standing, pieces Pieces) (*tree.Tree, error) {
	if s.best.number < 0 || s.best.number >= len(d.Guesses) {
		return readTree(d.Tree)
	}
	g := d.Guesses[s.best.number]
	guess, err := v.game.ParseCode(g.Guess)
	if err != nil {
		return nil, err
	}
	n := &tree.Node{Guess: guess}
	if slices.Contains(v.worker.answersTo(guess, v.all()), v.final) {
		n.Branches = append(n.Branches, tree.Branch{Feedback: v.final})
	}
	for i, part := range s.parts[s.best.number] {
		f, err := v.game.ParseFeedback(g.Parts[i].Feedback)
		if err != nil {
			return nil, err
		}
		child := pieces[part.piece].root
		if part.piece == "" {
			if child, err = v.solvedPart(d, g.Guess, g.Parts[i].Feedback); err != nil {
				return nil, err
			}
		}
		n.Branches = append(n.Branches, tree.Branch{Feedback: f, Next: child})
	}
	slices.SortFunc(n.Branches, func(a, b tree.Branch) int { return cmp.Compare(a.Feedback, b.Feedback) })
	return &tree.Tree{Game: v.game, Root: n}, nil
}

// solvedPart makes the tree of a part that was solved when the search was cut.
func (v *solver) solvedPart(d Division, guess, feedback string) (*tree.Node, error) {
	candidates, at, err := v.follow([]string{guess, feedback})
	if err != nil {
		return nil, err
	}
	k := d.depth() - 1
	_, next, found := v.worker.solve(candidates, k, at, impossible)
	if found {
		var root *tree.Node
		if root, found = v.worker.node(candidates, next, k, at); found {
			return root, nil
		}
	}
	return nil, cmp.Or(v.ctx.Err(), fmt.Errorf("%s %s: there is no tree within the depth", guess, feedback))
}

func readTree(text json.RawMessage) (*tree.Tree, error) { return tree.ReadJSON(bytes.NewReader(text)) }

// Merge puts together what two searches of the same piece have proved. How it
// stands the first of them says, unless that is open.
func Merge(a, b Piece) Piece {
	out := a
	if b.Upper > 0 && (a.Upper == 0 || b.Upper < a.Upper || b.Upper == a.Upper && b.Number < a.Number) {
		out.Upper, out.Number, out.Tree, out.root = b.Upper, b.Number, b.Tree, b.root
	}
	out.Lower = max(a.Lower, b.Lower)
	out.Tried = nil
	all := slices.Concat(a.Tried, b.Tried)
	slices.SortStableFunc(all, func(a, b Tried) int {
		return cmp.Or(cmp.Compare(a.Number, b.Number), -cmp.Compare(a.Least, b.Least))
	})
	for _, t := range all {
		last := len(out.Tried) - 1
		if last < 0 || out.Tried[last].Number != t.Number {
			out.Tried = append(out.Tried, t)
		} else if out.Tried[last].Parts == nil && t.Least == out.Tried[last].Least {
			out.Tried[last].Parts = t.Parts
		}
	}
	switch {
	case out.Upper > 0 && out.Lower == out.Upper:
		out.State, out.Reason = Finished, ""
	case out.State == Open:
		out.State, out.Reason = b.State, b.Reason
	}
	return out
}
