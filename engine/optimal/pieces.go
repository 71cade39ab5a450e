package optimal

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// A Division is an exact search cut into pieces that can be solved one by one,
// in any order, by several processes: for each first guess that may be better
// than the best tree known, the parts that it makes, each bounded, and those
// that are not solved at once as one or more pieces. It never changes; what is
// found is kept in the pieces.
type Division struct {
	Format  int          `json:"format"`
	Problem ProblemNames `json:"problem"`
	// Stage is the last stage of the objective, which alone is cut; those
	// before it were solved when the search was cut.
	Stage string `json:"stage"`
	// Depth is how many guesses each secret may take at most; 0 is any number.
	Depth int `json:"depth,omitempty"`
	// PerGuess is what each guess of each secret costs, and PerLast what each
	// secret costs besides that is hit with the last guess of the depth.
	PerGuess int64 `json:"per_guess"`
	PerLast  int64 `json:"per_last"`
	// Upper is the cost of Tree, the best known before any piece is solved.
	Upper int64 `json:"upper"`
	// Keep says that of trees that cost as much as Tree it is Tree that is
	// kept, as it is when the search is not cut.
	Keep    bool            `json:"keep"`
	Guesses []DividedGuess  `json:"guesses"`
	Tree    json.RawMessage `json:"tree"`
	// Checksum is that of all the rest. It names the division in its pieces.
	Checksum string `json:"checksum"`
}

// ProblemNames is a problem as it is written.
type ProblemNames struct {
	Game      string        `json:"game"`
	Objective Objective     `json:"objective"`
	First     string        `json:"first,omitempty"`
	MaxDepth  int           `json:"max_depth,omitempty"`
	Pool      strategy.Pool `json:"pool"`
}

// A DividedGuess is a first guess and the parts it makes, the hit aside.
type DividedGuess struct {
	Guess string        `json:"guess"`
	Parts []DividedPart `json:"parts"`
}

// A DividedPart is a part of a first guess.
type DividedPart struct {
	Feedback   string `json:"feedback"`
	Candidates int    `json:"candidates"`
	// Least is a lower bound of its cost, which is attained if Solved.
	Least  int64 `json:"least"`
	Solved bool  `json:"solved,omitempty"`
	// Beyond is the cost from which the part is of no use. Guesses that cost
	// as much are in no piece.
	Beyond int64 `json:"beyond,omitempty"`
	// Order is a checksum of the guesses at the part, in their order, and their
	// bounds, so that a program that lists others does not mistake one for
	// another by its number.
	Order  string         `json:"order,omitempty"`
	Pieces []DividedPiece `json:"pieces,omitempty"`
}

// A DividedPiece is a share of the guesses that may come next at a part: those
// with the numbers from From on and below To, in the order in which they are
// tried.
type DividedPiece struct {
	Name  string `json:"name"`
	From  int    `json:"from"`
	To    int    `json:"to"`
	Least int64  `json:"least"`
}

// A Piece is what is known of a piece of a [Division]. All of it is proved by
// itself, whatever becomes of the other pieces.
type Piece struct {
	Format   int          `json:"format"`
	Division string       `json:"division"` // its checksum
	Problem  ProblemNames `json:"problem"`
	Stage    string       `json:"stage"`
	Name     string       `json:"name"`
	// Path is the guesses and answers that lead to it, in turn.
	Path       []string `json:"path"`
	Candidates int      `json:"candidates"`
	From       int      `json:"from"`
	To         int      `json:"to"`
	Left       int      `json:"left,omitempty"` // guesses; 0 is any number
	PerGuess   int64    `json:"per_guess"`
	PerLast    int64    `json:"per_last"`
	State      State    `json:"state"`
	Reason     string   `json:"reason,omitempty"`
	Lower      int64    `json:"lower"`
	// Upper is the cost of Tree, 0 if there is none; Number is that of the
	// guess it begins with, among the guesses of the part.
	Upper  int64 `json:"upper,omitempty"`
	Number int   `json:"number,omitempty"`
	// Tried holds what guesses are proved to cost at least.
	Tried    []Tried         `json:"tried,omitempty"`
	Tree     json.RawMessage `json:"tree,omitempty"`
	Checksum string          `json:"checksum"`

	root *tree.Node // of Tree
}

// Tried is a guess by its number, and a lower bound of what it costs.
type Tried struct {
	Number int   `json:"number"`
	Least  int64 `json:"least"`
	// Parts holds lower bounds of the parts of a guess at which the search was
	// stopped, so that it can go on from there.
	Parts []TriedPart `json:"parts,omitempty"`
}

// TriedPart is a part of a guess and a lower bound of what it costs.
type TriedPart struct {
	Feedback string `json:"feedback"`
	Least    int64  `json:"least"`
}

// A State is how far a piece has come.
type State string

const (
	Open      State = "open"
	Halted    State = "stopped"   // before the end, with what was proved
	Finished  State = "solved"    // Lower is Upper
	Dismissed State = "dismissed" // it cannot be part of a better tree
)

// FormatVersion is the version of the files of divisions and pieces.
const FormatVersion = 1

// ErrNoTree says that it is proved that there is no tree.
var ErrNoTree = errors.New("there is no such tree")

// A Cut says how small the pieces are. It does not change what comes out.
type Cut struct {
	Solve  int // parts of so many candidates or fewer are solved at once
	Share  int // those of more than this are cut into shares of their guesses
	Shares int // shares of a part at most
}

// DefaultCut leaves pieces of seconds to hours.
func DefaultCut() Cut { return Cut{Solve: 40, Share: 400, Shares: 20} }

// CheckSplit returns an error if the objective cannot be cut into pieces.
func CheckSplit(p Problem) error {
	switch p.Objective {
	case Total, WorstTotal, WorstThenCount:
		return nil
	}
	return fmt.Errorf("objective %s is not cut into pieces; try %s, %s or %s", p.Objective, Total, WorstTotal, WorstThenCount)
}

// Split cuts a search into pieces. It takes the time of all stages of the
// objective but the last. If it is proved that there is no tree the error is
// [ErrNoTree]; if the context ends it is the context's.
func Split(ctx context.Context, p Problem, o SolveOptions, cut Cut) (Division, error) {
	if err := CheckSplit(p); err != nil {
		return Division{}, err
	}
	v, end, err := newSolver(ctx, p, o)
	if err != nil {
		return Division{}, err
	}
	defer end()
	if err := v.start(o.Workers); err != nil {
		return Division{}, err
	}
	d := Division{Format: FormatVersion, Problem: p.Names()}
	depth, err := v.prepare(&d)
	switch {
	case v.failed != nil:
		return d, v.failed
	case ctx.Err() != nil:
		return d, ctx.Err()
	case err != nil:
		return d, err
	}
	d.PerGuess, d.PerLast = v.perGuess, v.perLast
	if depth < unlimited {
		d.Depth = depth
	}
	d.Upper = v.costs(v.figures, depth)
	if d.Tree, err = treeText(v.answer.Tree); err != nil {
		return d, err
	}
	v.cut(&d, depth, cut)
	if ctx.Err() != nil {
		return d, ctx.Err()
	}
	d.Checksum, err = d.sum()
	return d, err
}

// Names returns the problem as it is written.
func (p Problem) Names() ProblemNames {
	names := ProblemNames{Game: p.Game.String(), Objective: p.Objective, MaxDepth: p.MaxDepth, Pool: p.Pool}
	if p.First != nil {
		names.First = p.Game.FormatCode(*p.First)
	}
	return names
}

// Parse reads a problem as it is written.
func (n ProblemNames) Parse() (Problem, error) {
	g, err := game.Parse(n.Game)
	if err != nil {
		return Problem{}, err
	}
	p := Problem{Game: g, Objective: n.Objective, MaxDepth: n.MaxDepth, Pool: n.Pool}
	if n.First != "" {
		first, err := g.ParseCode(n.First)
		if err != nil {
			return Problem{}, fmt.Errorf("first guess: %w", err)
		}
		p.First = &first
	}
	return p, cmp.Or(p.Validate(), CheckSplit(p))
}

// prepare goes through all stages but the last, and sees to it that a tree is
// known. It returns the depth of the last stage.
func (v *solver) prepare(d *Division) (depth int, err error) {
	depth = cmp.Or(v.problem.MaxDepth, unlimited)
	switch v.problem.Objective {
	case Total:
		d.Stage, d.Keep = "total", v.answer.Tree != nil
		if !d.Keep && !v.reach(depth) {
			return depth, ErrNoTree
		}
		v.minimise(1, 0, depth)
	case WorstTotal:
		least := v.fewest()
		for ; least <= depth; least++ {
			if d.Keep = v.answer.Tree != nil && v.figures.Worst == least; d.Keep || v.reach(least) {
				break
			}
			if v.ctx.Err() != nil {
				return depth, v.ctx.Err()
			}
		}
		if least > depth {
			return depth, ErrNoTree
		}
		depth = least
		d.Stage = fmt.Sprintf("worst case %d", least)
		v.minimise(1, 0, depth)
	case WorstThenCount:
		if !v.leastWorst(depth) {
			return depth, ErrNoTree
		}
		depth = v.figures.Worst
		d.Stage, d.Keep = "count", true
		v.minimise(1, big, depth)
	}
	return depth, nil
}

// reach looks for any tree within the depth.
func (v *solver) reach(depth int) bool {
	v.minimise(0, 0, depth)
	v.stage(fmt.Sprintf("any tree within %d", depth), depth, 1)
	return v.answer.Tree != nil && v.figures.Worst <= depth
}

// A mark is the cost of the best known and the number, in the order of the
// search, of the guess that it begins with. What costs the same wins if its
// number is lower.
type mark struct {
	cost   cost
	number int
}

// limit is the cost below which a guess is better than the best known, or is
// it: what lies after a first guess is looked for until it comes first too.
func (m mark) limit(number int) cost {
	if m.cost < impossible && number <= m.number {
		return m.cost + 1
	}
	return m.cost
}

// known marks the tree known before any piece is solved.
func (d Division) known() mark {
	if d.Keep {
		return mark{d.Upper, -1}
	}
	return mark{d.Upper, 1 << 30}
}

func (d Division) depth() int { return cmp.Or(d.Depth, unlimited) }

// cut lists the first guesses that may be better than the tree known.
func (v *solver) cut(d *Division, depth int, cut Cut) {
	all := v.all()
	cs := v.firstGuesses(all, depth)
	for number := 0; v.ctx.Err() == nil; number++ {
		c, ok := cs.next()
		limit := d.known().limit(number)
		if !ok || c.bound >= limit {
			return
		}
		if g, ok := v.worker.cutGuess(all, c.code(), depth, limit, cut); ok {
			d.Guesses = append(d.Guesses, g)
		}
	}
}

// cutGuess bounds the parts of a first guess, the small ones by their cost.
// ok is false if the guess is proved to cost no less than the limit.
func (w *worker) cutGuess(all set, guess game.Code, depth int, limit cost, cut Cut) (g DividedGuess, ok bool) {
	mark := len(w.arena)
	defer func() { w.arena = w.arena[:mark] }()
	parts, _ := w.split(all, guess)
	next := w.after(place{}, all, guess)
	solved := make([]bool, len(parts))
	total := cost(len(all)) * w.perGuess
	for i := range parts {
		p := &parts[i]
		p.least, _, solved[i] = w.quick(p.set, depth-1)
		total += p.least
	}
	for i := range parts {
		p := &parts[i]
		n := len(p.set)
		if solved[i] || total >= limit || n == len(all) {
			continue
		}
		var b cost
		if n <= cut.Solve {
			b, _, solved[i] = w.solve(p.set, depth-1, next, limit-total+p.least)
		} else {
			b = w.bound(p.set, depth-1, next, limit-total+p.least)
		}
		if b > p.least {
			total += b - p.least
			p.least = b
		}
	}
	if total >= limit {
		return g, false
	}
	g.Guess = w.game.FormatCode(guess)
	for i, p := range parts {
		d := DividedPart{Feedback: w.game.FormatFeedback(p.feedback), Candidates: len(p.set), Least: p.least, Solved: solved[i]}
		if !solved[i] {
			d.Beyond = limit - total + p.least
			list := w.listed(p.set, depth-1, next, d.Beyond)
			d.Order = orderOf(list)
			d.Pieces = cutPart(p, list, cut)
			for j := range d.Pieces {
				d.Pieces[j].Name = g.Guess + "-" + feedbackName(w.game, p.feedback)
				if len(d.Pieces) > 1 {
					d.Pieces[j].Name += fmt.Sprintf("-%02d", j+1)
				}
			}
			if d.Pieces == nil {
				return g, false // every guess at the part costs too much
			}
		}
		g.Parts = append(g.Parts, d)
	}
	return g, true
}

// listed lists the guesses at a set whose bounds are below limit, in the order
// in which they are tried.
func (w *worker) listed(candidates set, k int, at place, limit cost) (list []choice) {
	cs := w.choices(candidates, k, at, limit)
	for {
		c, ok := cs.next()
		if !ok {
			return list
		}
		list = append(list, c)
	}
}

// orderOf is a checksum of a list of guesses.
func orderOf(list []choice) string {
	h := fnv.New64a()
	for _, c := range list {
		fmt.Fprintln(h, c.bound, c.guess)
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

// cutPart shares out the guesses at a part.
func cutPart(p part, list []choice, cut Cut) (pieces []DividedPiece) {
	n := len(list)
	share := n
	if len(p.set) > cut.Share {
		share = (n + cut.Shares - 1) / cut.Shares
	}
	for from := 0; from < n; from += share {
		pieces = append(pieces, DividedPiece{From: from, To: min(n, from+share), Least: max(p.least, list[from].bound)})
	}
	return pieces
}

// feedbackName is a feedback as part of the name of a file.
func feedbackName(g game.Game, f game.Feedback) string {
	name := g.FormatFeedback(f)
	for _, r := range name {
		if !('0' <= r && r <= '9' || 'A' <= r && r <= 'Z') {
			return fmt.Sprintf("F%d", f)
		}
	}
	return name
}

// treeText writes a tree as JSON in one line.
func treeText(t *tree.Tree) (json.RawMessage, error) {
	var text, line bytes.Buffer
	if err := t.WriteJSON(&text); err != nil {
		return nil, err
	}
	err := json.Compact(&line, text.Bytes())
	return line.Bytes(), err
}

// checksum is the SHA-256 of what a value is in JSON.
func checksum(v any) (string, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}

func (d Division) sum() (string, error) {
	d.Checksum = ""
	return checksum(d)
}

func (p Piece) sum() (string, error) {
	p.Checksum = ""
	return checksum(p)
}

// FormatCost writes a cost: its two numbers if it is made of two.
func (d Division) FormatCost(c int64) string { return formatCost(c, max(d.PerGuess, d.PerLast) == big) }

// Encode writes the division.
func (d Division) Encode() ([]byte, error) { return encode(d) }

// Encode writes the piece, with its checksum.
func (p Piece) Encode() ([]byte, error) {
	var err error
	if p.Checksum, err = p.sum(); err != nil {
		return nil, err
	}
	return encode(p)
}

// encode writes a value as JSON, in one line.
func encode(v any) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return append(text, '\n'), nil
}

// decode reads JSON that must have no unknown keys, nor go on after its end.
// The version is looked at first, since another may have other keys.
func decode(text []byte, v any) error {
	var version struct {
		Format int `json:"format"`
	}
	if err := json.Unmarshal(text, &version); err != nil {
		return fmt.Errorf("it is damaged: %w", err)
	}
	if version.Format != FormatVersion {
		return fmt.Errorf("it is of format %d; this program reads format %d", version.Format, FormatVersion)
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(v); err != nil {
		return fmt.Errorf("it is damaged: %w", err)
	}
	return nil
}

// DecodeDivision reads a division.
func DecodeDivision(text []byte) (Division, error) {
	var d Division
	if err := decode(text, &d); err != nil {
		return d, err
	}
	sum, err := d.sum()
	if err != nil || sum != d.Checksum {
		return d, errors.New("it is damaged: its checksum is another")
	}
	_, err = d.Problem.Parse()
	return d, err
}

// DecodePiece reads a piece of the division. The error says why it cannot be
// trusted.
func (d Division) DecodePiece(name string, text []byte) (Piece, error) {
	var p Piece
	if err := decode(text, &p); err != nil {
		return p, err
	}
	sum, err := p.sum()
	if err != nil || sum != p.Checksum {
		return p, errors.New("it is damaged: its checksum is another")
	}
	fresh, err := d.Piece(name)
	switch {
	case err != nil:
		return p, err
	case p.Problem != d.Problem:
		return p, fmt.Errorf("it is of another problem: %s, %s", p.Problem.Game, p.Problem.Objective)
	case p.Division != d.Checksum || p.Name != name || p.From != fresh.From || p.To != fresh.To:
		return p, errors.New("it is a piece of another division or of another name")
	case p.Lower < fresh.Lower || p.Upper > 0 && p.Upper < p.Lower:
		return p, fmt.Errorf("it is damaged: bounds %d and %d", p.Lower, p.Upper)
	case p.Upper == 0:
		return p, nil
	}
	t, err := tree.ReadJSON(bytes.NewReader(p.Tree))
	if err != nil {
		return p, fmt.Errorf("its tree: %w", err)
	}
	p.root = t.Root
	if err := d.checkPiece(p); err != nil {
		return p, fmt.Errorf("its tree: %w", err)
	}
	return p, nil
}

// Names lists the pieces, in the order in which a search that is not cut would
// come to them.
func (d Division) Names() (names []string) {
	for _, g := range d.Guesses {
		for _, p := range g.Parts {
			for _, piece := range p.Pieces {
				names = append(names, piece.Name)
			}
		}
	}
	return names
}

// find returns where a piece lies.
func (d Division) find(name string) (guess, part, piece int, ok bool) {
	for i, g := range d.Guesses {
		for j, p := range g.Parts {
			k := slices.IndexFunc(p.Pieces, func(piece DividedPiece) bool { return piece.Name == name })
			if k >= 0 {
				return i, j, k, true
			}
		}
	}
	return 0, 0, 0, false
}

// Piece returns a piece as it is before it is solved.
func (d Division) Piece(name string) (Piece, error) {
	i, j, k, ok := d.find(name)
	if !ok {
		return Piece{}, fmt.Errorf("there is no piece %q in the division", name)
	}
	part := d.Guesses[i].Parts[j]
	piece := part.Pieces[k]
	p := Piece{
		Format: FormatVersion, Division: d.Checksum, Problem: d.Problem, Stage: d.Stage, Name: name,
		Path: []string{d.Guesses[i].Guess, part.Feedback}, Candidates: part.Candidates,
		From: piece.From, To: piece.To, PerGuess: d.PerGuess, PerLast: d.PerLast, State: Open, Lower: piece.Least,
	}
	if d.Depth > 0 {
		p.Left = d.Depth - 1
	}
	return p, nil
}

// checkPiece replays the candidates of a piece through its tree, by the game's
// reference rule: it must find them all, at the cost that is said.
func (d Division) checkPiece(p Piece) error {
	problem, err := d.Problem.Parse()
	if err != nil {
		return err
	}
	g := problem.Game
	guess, err := g.ParseCode(p.Path[0])
	if err != nil {
		return err
	}
	f, err := g.ParseFeedback(p.Path[1])
	if err != nil {
		return err
	}
	secrets, _, err := game.Codes(g, game.Lex)
	if err != nil {
		return err
	}
	sum, count := cost(0), 0
	for _, secret := range secrets {
		if g.Reference(secret, guess) != f {
			continue
		}
		count++
		guesses := 0
		for n := p.root; n != nil; guesses++ {
			if !g.IsGuess(n.Guess) {
				return fmt.Errorf("guess %s is not allowed", g.FormatCode(n.Guess))
			}
			if n.Guess == secret {
				n = nil
				continue
			}
			n = n.Next(g.Reference(secret, n.Guess))
			if n == nil {
				return fmt.Errorf("it does not find %s", g.FormatCode(secret))
			}
		}
		sum += cost(guesses) * d.PerGuess
		if d.Depth > 0 && guesses == d.Depth-1 {
			sum += d.PerLast
		}
		if d.Depth > 0 && guesses >= d.Depth {
			return fmt.Errorf("it takes %d guesses for %s; at most %d are left", guesses, g.FormatCode(secret), d.Depth-1)
		}
	}
	if sum != p.Upper || count != p.Candidates {
		return fmt.Errorf("it finds %d candidates at the cost %d; the piece says %d at %d", count, sum, p.Candidates, p.Upper)
	}
	return nil
}
