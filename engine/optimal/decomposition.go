package optimal

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// A Decomposition is an exact search split into subproblems that can be solved
// one by one, in any order, by several processes: for each first guess that may
// be better than the incumbent, the parts that it makes, each bounded, and
// those that are not solved at once as one or more subproblems. It is plain
// data, to be kept as JSON, and never changes; what is found is kept in the
// subproblems. [Decomposition.Verify] makes it ready to work on.
type Decomposition struct {
	Problem ProblemSpec `json:"problem"`
	// Depth is how many guesses each secret may take at most in the last stage
	// of the objective, which alone is split; 0 is any number.
	Depth int `json:"depth,omitempty"`
	// Upper is the cost of Tree, the incumbent before any subproblem is solved.
	Upper int64 `json:"upper"`
	// Keep says that of trees that cost as much as Tree it is Tree that is
	// kept, as it is when the search is not split.
	Keep    bool              `json:"keep"`
	Guesses []DecomposedGuess `json:"guesses"`
	Tree    json.RawMessage   `json:"tree"` // as tree.ReadJSON reads it
}

// A DecomposedGuess is a first guess and the parts it makes, the hit aside.
type DecomposedGuess struct {
	Guess string           `json:"guess"`
	Parts []DecomposedPart `json:"parts"` // by feedback
}

// A DecomposedPart is a part of a first guess.
type DecomposedPart struct {
	Feedback   string `json:"feedback"`
	Candidates int    `json:"candidates"`
	// Lower is a lower bound of its cost, which is attained if Solved.
	Lower  int64 `json:"lower"`
	Solved bool  `json:"solved,omitempty"`
	// Cutoff is the cost from which the part is of no use. Guesses that cost as
	// much are in no subproblem.
	Cutoff int64 `json:"cutoff,omitempty"`
	// Order is a checksum of the guesses at the part, in their order, and their
	// bounds, so that a program that lists others does not mistake one for
	// another by its number.
	Order string `json:"order,omitempty"`
	// Subproblems follow each other: one begins where the one before it ends.
	Subproblems []GuessSlice `json:"subproblems,omitempty"`
}

// A GuessSlice is the guesses that a subproblem is about: those with the
// numbers from From on and below To, in the order in which they are tried.
type GuessSlice struct {
	Name  string `json:"name"` // letters, digits and - only
	From  int    `json:"from"`
	To    int    `json:"to"`
	Lower int64  `json:"lower"`
}

// A Subproblem asks for the best of some guesses at a part of a first guess,
// and holds what is known of it. It is plain data, to be kept as JSON. All of
// it is proved by itself, whatever becomes of the others.
type Subproblem struct {
	Decomposition string      `json:"decomposition"` // its ID
	Problem       ProblemSpec `json:"problem"`
	Name          string      `json:"name"`
	// Path is the first guess and the answer that lead to the part.
	Path   []string `json:"path"`
	From   int      `json:"from"`
	To     int      `json:"to"`
	State  State    `json:"state"`
	Reason string   `json:"reason,omitempty"` // why it is pruned
	Bounds
	// Guesses holds what guesses are proved to cost at least, by number, where
	// that is more than their sizes say.
	Guesses []GuessBound `json:"guesses,omitempty"`
	// Tree costs Upper; empty if that is 0.
	Tree json.RawMessage `json:"tree,omitempty"`
}

// Bounds are what is known of the cost of a subproblem, without its tree.
type Bounds struct {
	Lower int64 `json:"lower"`
	// Upper is the cost of the best tree known, 0 if there is none; Number is
	// that of the guess it begins with, among the guesses of the part.
	Upper  int64 `json:"upper,omitempty"`
	Number int   `json:"number,omitempty"`
}

// A GuessBound is a lower bound of what a guess costs.
type GuessBound struct {
	Number int   `json:"number"`
	Lower  int64 `json:"lower"`
	// Parts holds lower bounds of the parts of a guess at which the search was
	// stopped, so that it can go on from there.
	Parts []PartBound `json:"parts,omitempty"`
}

// A PartBound is a part of a guess and a lower bound of what it costs.
type PartBound struct {
	Feedback string `json:"feedback"`
	Lower    int64  `json:"lower"`
}

// A State is how far a subproblem has come.
type State string

const (
	untried State = "open"
	Stopped State = "stopped" // before the end, with what was proved
	Solved  State = "solved"  // Lower is Upper
	Pruned  State = "pruned"  // it cannot be part of a better tree
)

// Done reports whether nothing is left to do.
func (s State) Done() bool { return s == Solved || s == Pruned }

// ID names the decomposition in its subproblems: the SHA-256 of its JSON, in
// hexadecimal digits.
func (d Decomposition) ID() string {
	text, err := json.Marshal(d)
	if err != nil { // its tree is not JSON
		return ""
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// FormatCost writes a cost: its two numbers if it is made of two.
func (d Decomposition) FormatCost(c int64) string {
	return formatCost(c, d.Problem.Objective.perLast() > 0)
}

// perLast is what a secret that is hit with the last guess of the depth costs
// besides, in the last stage of an objective that can be split.
func (o Objective) perLast() cost {
	if o == WorstCount {
		return big
	}
	return 0
}

// A Verified decomposition is one that has been read and checked.
type Verified struct {
	Decomposition
	id      string
	problem Problem
	secrets []game.Code
	tree    *tree.Tree
	index   map[string]location
}

// A location says where a subproblem lies in its decomposition.
type location struct{ guess, part, subproblem int }

// Check returns an error unless the decomposition can be worked on, whatever it
// holds: its problem, the indices, bounds and names, and that its tree is one of
// the same problem, at the cost said. That the lower bounds are proved it cannot
// know.
func (d Decomposition) Check(ctx context.Context) error {
	_, err := d.Verify(ctx)
	return err
}

// Verify checks the decomposition, and makes it ready to work on. It takes time
// proportional to its first guesses times the secrets of the game.
func (d Decomposition) Verify(ctx context.Context) (*Verified, error) {
	problem, err := d.Problem.Parse()
	if err == nil {
		err = CheckSplit(problem)
	}
	if err != nil {
		return nil, err
	}
	if d.Problem != problem.Spec() {
		return nil, fmt.Errorf("the problem is written %+v, not %+v", d.Problem, problem.Spec())
	}
	secrets, _, err := game.Codes(problem.Game, game.Lex)
	if err != nil {
		return nil, err
	}
	v := &Verified{Decomposition: d, id: d.ID(), problem: problem, secrets: secrets, index: map[string]location{}}
	if err := v.checkTree(ctx); err != nil {
		return nil, fmt.Errorf("tree: %w", err)
	}
	seen := map[string]bool{}
	for i, g := range d.Guesses {
		if seen[g.Guess] {
			return nil, fmt.Errorf("first guess %s is listed twice", g.Guess)
		}
		seen[g.Guess] = true
		if err := v.checkGuess(i); err != nil {
			return nil, fmt.Errorf("first guess %.20q: %w", g.Guess, err)
		}
	}
	return v, nil
}

// depth is how many guesses each secret may take at most.
func (d Decomposition) depth() int { return cmp.Or(d.Depth, unlimited) }

// checkTree checks the incumbent, and the depth with it.
func (v *Verified) checkTree(ctx context.Context) (err error) {
	p := v.problem
	if v.tree, err = v.readTree(ctx, v.Tree); err != nil {
		return err
	}
	if p.First != nil && v.tree.Root.Guess != *p.First {
		return fmt.Errorf("it begins with %s, not %s", p.Game.FormatCode(v.tree.Root.Guess), v.Problem.First)
	}
	histogram, err := tree.Check(ctx, v.tree)
	if err != nil {
		return err
	}
	f := tree.Summarise(histogram)
	switch {
	case p.Objective == Total && v.Depth != p.MaxDepth,
		p.Objective != Total && (v.Depth != f.Worst || p.MaxDepth > 0 && v.Depth > p.MaxDepth),
		v.Depth > 0 && f.Worst > v.Depth:
		return fmt.Errorf("it takes up to %d guesses; the depth is %d, of at most %d", f.Worst, v.Depth, p.MaxDepth)
	}
	if c := v.costOf(histogram, v.Depth); c != v.Upper {
		return fmt.Errorf("it costs %d, not %d", c, v.Upper)
	}
	return v.problem.checkPool(v.tree.Root, nil)
}

// readTree reads a tree of the problem's game.
func (v *Verified) readTree(ctx context.Context, text json.RawMessage) (*tree.Tree, error) {
	t, err := tree.ReadJSON(ctx, text)
	if err != nil {
		return nil, err
	}
	if t.Game.String() != v.Problem.Game {
		return nil, fmt.Errorf("it is one of %s, not of %s", t.Game, v.problem.Game)
	}
	return t, nil
}

// costOf returns the cost of a tree from how many secrets take how many guesses,
// with so many guesses allowed; 0 is any number.
func (v *Verified) costOf(histogram []int, depth int) cost {
	c := cost(0)
	for guesses, n := range histogram {
		c += cost(guesses) * cost(n)
		if guesses == depth && depth > 0 {
			c += cost(n) * v.Problem.Objective.perLast()
		}
	}
	return c
}

// A round is a guess and its answer.
type round struct {
	guess  game.Code
	answer game.Feedback
}

// CheckTree returns an error if the tree makes a guess that the pool of the problem
// does not have, judged by the reference rule, or one that the problem does not
// allow. That it finds every secret is for tree.Check to say.
func (p Problem) CheckTree(t *tree.Tree) error {
	if err := p.Validate(); err != nil {
		return err
	}
	return p.checkPool(t.Root, nil)
}

// checkPool returns an error if a tree makes a guess that the pool does not
// have, judged by the reference rule and the rounds before it.
func (p Problem) checkPool(n *tree.Node, past []round) error {
	g := p.Game
	rounds := past
	switch p.Pool {
	case strategy.All:
		return nil
	case ConsistentButLast:
		rounds = past[:max(0, len(past)-1)]
	}
	agrees := func(r round) bool { return g.Reference(n.Guess, r.guess) == r.answer }
	if allows := p.Pool.Allows(g); allows != nil {
		agrees = func(r round) bool { return allows(n.Guess, game.Round{Guess: r.guess, Feedback: r.answer}) }
	} else if free(p.Pool, len(past)) {
		rounds = nil
	}
	secretsOnly := !free(p.Pool, len(past)) || p.Pool == strategy.Answers
	if secretsOnly && !g.IsSecret(n.Guess) || slices.ContainsFunc(rounds, func(r round) bool { return !agrees(r) }) {
		return fmt.Errorf("guess %s is not in pool %s", g.FormatCode(n.Guess), p.Pool)
	}
	for _, b := range n.Branches {
		if b.Next == nil {
			continue
		}
		if err := p.checkPool(b.Next, append(past[:len(past):len(past)], round{n.Guess, b.Feedback})); err != nil {
			return err
		}
	}
	return nil
}

// checkGuess checks a first guess and what follows it.
func (v *Verified) checkGuess(i int) error {
	d, g := v.Guesses[i], v.problem.Game
	guess, err := g.ParseCode(d.Guess)
	switch {
	case err != nil:
		return err
	case g.FormatCode(guess) != d.Guess:
		return fmt.Errorf("it is written %s", g.FormatCode(guess))
	case v.problem.First != nil && guess != *v.problem.First:
		return fmt.Errorf("the problem asks for %s", v.Problem.First)
	}
	sizes := make([]int, g.OutcomeLimit())
	for _, secret := range v.secrets {
		sizes[g.Feedback(secret, guess)]++
	}
	sizes[g.Final()] = 0
	next := 0
	for f, size := range sizes {
		if size == 0 {
			continue
		}
		feedback := game.Feedback(f)
		if next == len(d.Parts) || d.Parts[next].Feedback != g.FormatFeedback(feedback) || d.Parts[next].Candidates != size {
			return fmt.Errorf("its parts are not those of %s", g)
		}
		if err := v.checkPart(i, next, feedback); err != nil {
			return fmt.Errorf("part %s: %w", d.Parts[next].Feedback, err)
		}
		next++
	}
	if next < len(d.Parts) {
		return fmt.Errorf("its parts are not those of %s", g)
	}
	return nil
}

// checkPart checks a part and the names, the order and the bounds of its
// subproblems.
func (v *Verified) checkPart(guess, part int, f game.Feedback) error {
	p := v.Guesses[guess].Parts[part]
	switch {
	case p.Lower < 0 || p.Lower >= impossible || p.Cutoff < 0 || p.Cutoff > impossible:
		return fmt.Errorf("bounds %d and %d", p.Lower, p.Cutoff)
	case p.Solved != (len(p.Subproblems) == 0):
		return errors.New("it has subproblems exactly if it is not solved")
	case p.Solved && p.Cutoff != 0, !p.Solved && p.Cutoff <= p.Lower:
		return fmt.Errorf("cutoff %d, with the lower bound %d", p.Cutoff, p.Lower)
	}
	codes := game.CountGuesses(v.problem.Game)
	from := 0
	for i, s := range p.Subproblems {
		name := subproblemName(v.problem.Game, v.Guesses[guess].Guess, f, i, len(p.Subproblems))
		switch {
		case s.Name != name:
			return fmt.Errorf("subproblem %.40q must be called %s", s.Name, name)
		case s.From != from || s.To <= s.From || s.To > codes:
			return fmt.Errorf("subproblem %s is of the guesses from %d to %d", name, s.From, s.To)
		case s.Lower < p.Lower || s.Lower >= p.Cutoff:
			return fmt.Errorf("subproblem %s has the lower bound %d, the part %d and the cutoff %d", name, s.Lower, p.Lower, p.Cutoff)
		}
		v.index[name] = location{guess, part, i}
		from = s.To
	}
	return nil
}

// subproblemName names the i-th of so many subproblems of a part, with letters,
// digits and - only.
func subproblemName(g game.Game, guess string, f game.Feedback, i, of int) string {
	answer := g.FormatFeedback(f)
	if !plain(answer) {
		answer = fmt.Sprintf("F%d", f)
	}
	name := guess + "-" + answer
	if of > 1 {
		name += fmt.Sprintf("-%02d", i+1)
	}
	return name
}

// plain reports whether a text has digits and capital letters only.
func plain(text string) bool {
	for _, r := range text {
		if !('0' <= r && r <= '9' || 'A' <= r && r <= 'Z') {
			return false
		}
	}
	return true
}

// Names lists the subproblems, in the order in which a search that is not split
// would come to them.
func (v *Verified) Names() (names []string) {
	for _, g := range v.Guesses {
		for _, p := range g.Parts {
			for _, s := range p.Subproblems {
				names = append(names, s.Name)
			}
		}
	}
	return names
}

// Subproblem returns a subproblem as it is before it is solved.
func (v *Verified) Subproblem(name string) (Subproblem, error) {
	at, ok := v.index[name]
	if !ok {
		return Subproblem{}, fmt.Errorf("there is no subproblem %q in the decomposition", name)
	}
	g := v.Guesses[at.guess]
	p := g.Parts[at.part]
	s := p.Subproblems[at.subproblem]
	return Subproblem{
		Decomposition: v.id, Problem: v.Problem, Name: name, Path: []string{g.Guess, p.Feedback},
		From: s.From, To: s.To, State: untried, Bounds: Bounds{Lower: s.Lower},
	}, nil
}

// CheckSubproblem returns an error, which says why, unless a subproblem is one
// of the decomposition, its bounds are possible, and its tree finds the
// candidates by the game's reference rule at the cost said. That the lower
// bounds are proved it cannot know.
func (v *Verified) CheckSubproblem(ctx context.Context, s Subproblem) error {
	if s.Problem != v.Problem {
		return fmt.Errorf("it is of another problem: %.40s, %.40s", s.Problem.Game, s.Problem.Objective)
	}
	fresh, err := v.Subproblem(s.Name)
	if err != nil {
		return err
	}
	switch {
	case s.Decomposition != v.id || !slices.Equal(s.Path, fresh.Path) || s.From != fresh.From || s.To != fresh.To:
		return errors.New("it is of another decomposition")
	case !slices.Contains([]State{untried, Stopped, Solved, Pruned}, s.State), s.State == Solved && s.Upper != s.Lower:
		return fmt.Errorf("it is damaged: state %.20q with bounds %d and %d", s.State, s.Lower, s.Upper)
	case s.Lower < fresh.Lower || s.Lower > impossible || s.Upper < 0 || s.Upper >= impossible || s.Upper > 0 && s.Upper < s.Lower:
		return fmt.Errorf("it is damaged: bounds %d and %d", s.Lower, s.Upper)
	case s.Upper > 0 && (s.Number < s.From || s.Number >= s.To), s.Upper == 0 && (s.Number != 0 || len(s.Tree) > 0):
		return fmt.Errorf("it is damaged: upper bound %d with guess %d and a tree of %d bytes", s.Upper, s.Number, len(s.Tree))
	}
	if err := v.checkGuessBounds(s); err != nil {
		return err
	}
	if s.Upper == 0 {
		return nil
	}
	if _, err := v.subtree(ctx, s); err != nil {
		return fmt.Errorf("its tree: %w", err)
	}
	return nil
}

// checkGuessBounds checks what a subproblem says of single guesses.
func (v *Verified) checkGuessBounds(s Subproblem) error {
	possible := func(c int64) bool { return c >= 0 && c <= impossible }
	next := s.From
	for _, b := range s.Guesses {
		if b.Number < next || b.Number >= s.To || !possible(b.Lower) {
			return fmt.Errorf("it is damaged: guess %d, bound %d", b.Number, b.Lower)
		}
		next = b.Number + 1
		for _, p := range b.Parts {
			if _, err := v.problem.Game.ParseFeedback(p.Feedback); err != nil || !possible(p.Lower) {
				return fmt.Errorf("it is damaged: guess %d, bound %d of the part %.20q", b.Number, p.Lower, p.Feedback)
			}
		}
	}
	return nil
}

// subtree reads the tree of a subproblem and replays the part's candidates
// through it: it must find them all, at the cost that is said.
func (v *Verified) subtree(ctx context.Context, s Subproblem) (*tree.Node, error) {
	g := v.problem.Game
	t, err := v.readTree(ctx, s.Tree)
	if err != nil {
		return nil, err
	}
	at := v.index[s.Name]
	first, err := g.ParseCode(v.Guesses[at.guess].Guess)
	if err != nil {
		return nil, err
	}
	answer, err := g.ParseFeedback(v.Guesses[at.guess].Parts[at.part].Feedback)
	if err != nil {
		return nil, err
	}
	histogram, err := tree.CheckSubtree(ctx, t, func(yield func(game.Code) bool) {
		for _, secret := range v.secrets {
			if g.Reference(secret, first) == answer && !yield(secret) {
				return
			}
		}
	})
	if err != nil {
		return nil, err
	}
	if most := len(histogram) - 1; v.Depth > 0 && most >= v.Depth {
		return nil, fmt.Errorf("it takes %d guesses; at most %d are left", most, v.Depth-1)
	}
	if c := v.costOf(histogram, max(0, v.Depth-1)); c != s.Upper {
		return nil, fmt.Errorf("it costs %d; the subproblem says %d", c, s.Upper)
	}
	return t.Root, v.problem.checkPool(t.Root, []round{{first, answer}})
}

// MergeSubproblems puts together what two searches of the same subproblem have
// proved. The state is the first one's, unless that is untried.
func MergeSubproblems(a, b Subproblem) Subproblem {
	out := a
	if b.Upper > 0 && (a.Upper == 0 || b.Upper < a.Upper || b.Upper == a.Upper && b.Number < a.Number) {
		out.Upper, out.Number, out.Tree = b.Upper, b.Number, b.Tree
	}
	out.Lower = max(a.Lower, b.Lower)
	out.Guesses = nil
	all := slices.Concat(a.Guesses, b.Guesses)
	slices.SortStableFunc(all, func(a, b GuessBound) int {
		return cmp.Or(cmp.Compare(a.Number, b.Number), -cmp.Compare(a.Lower, b.Lower))
	})
	for _, g := range all {
		last := len(out.Guesses) - 1
		if last < 0 || out.Guesses[last].Number != g.Number {
			out.Guesses = append(out.Guesses, g)
		} else if out.Guesses[last].Parts == nil && g.Lower == out.Guesses[last].Lower {
			out.Guesses[last].Parts = g.Parts
		}
	}
	switch {
	case out.Upper > 0 && out.Lower == out.Upper:
		out.State, out.Reason = Solved, ""
	case out.State == untried:
		out.State, out.Reason = b.State, b.Reason
	}
	return out
}
