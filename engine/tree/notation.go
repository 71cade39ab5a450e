package tree

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/scanner"

	"codebreak/engine/game"
	"codebreak/engine/partition"
	"codebreak/engine/wording"
)

// The compact notation in which Knuth (1977) and Neuwirth (1982) printed their
// strategies for Mastermind:
//
//	1296 (1123: 2 (2311), 44A, 222B, …; 4 (1312), …; 1)
//	A = (2314: …)
//
// A part is written as its number of candidates and then, in brackets, the guess
// with the parts that it makes: rows for 0, 1, 2, … black pegs, ended by
// semicolons, and in a row the numbers of white pegs from the most to none, with
// commas. A letter stands for a guess with its parts that is defined below. A
// guess that cannot be the secret is marked x or *.
//
// For a part of one or two candidates the guess is omitted: it is the first
// candidate. So are the parts that a guess makes, if all have one or two
// candidates. The row with one black peg less than positions may hold the
// impossible number of one white peg (Knuth) or not (Neuwirth).

// A Misprint is a place where a strategy in compact notation contradicts itself, but
// its meaning is clear.
type Misprint struct {
	Line int    `json:"line"`
	Path string `json:"path"` // the guesses and feedback on the path to it
	Text string `json:"text"` // the contradiction
}

func (m Misprint) String() string {
	return fmt.Sprintf("line %d, %s: %s", m.Line, m.Path, m.Text)
}

// A notated part is the text of a part, or of a definition.
type notated struct {
	line  int
	size  int
	name  string // the definition that it refers to, if any
	guess string // empty if omitted
	mark  string // x, * or none
	rows  [][]*notated
	used  bool // whether a part refers to this definition
}

// Notated reports whether the compact notation can write trees of a game.
func Notated(g game.Game) bool {
	_, ok := game.PegRules(g)
	return ok
}

// TextMemory bounds how many bytes of memory [ReadJSON], [ReadColumns] and
// [ReadNotation] take for each byte of text, the text itself and the game's codes
// not counted.
const TextMemory = 64

func checkNotated(g game.Game) error {
	if !Notated(g) {
		return fmt.Errorf("the compact notation is for peg games; %s needs another format", g)
	}
	return nil
}

// ReadNotation reads a strategy for a peg game in compact notation. It reports wrong
// sizes and wrong marks as misprints; the error says where the text cannot be
// understood, and why, or comes from the context.
func ReadNotation(ctx context.Context, g game.Game, text []byte) (*Tree, []Misprint, error) {
	if err := checkNotated(g); err != nil {
		return nil, nil, err
	}

	r := &notationReader{
		lexer:       newLexer(text),
		ctx:         ctx,
		game:        g,
		definitions: map[string]*notated{},
	}
	root, err := r.file()
	if err != nil {
		return nil, nil, err
	}

	secrets, _ := game.Codes(g)
	node, err := r.node(root, secrets, g.String())
	if err != nil {
		return nil, r.misprints, err
	}

	for name, d := range r.definitions {
		if !d.used {
			r.misprint(d, name, "is defined but never used")
		}
	}
	slices.SortStableFunc(r.misprints, func(a, b Misprint) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Path, b.Path))
	})
	return &Tree{Game: g, Root: node}, r.misprints, nil
}

// A token is a run of digits, or any other character except space.
type token struct {
	text string
	line int
}

// A lexer divides a text into tokens; it divides numbers that are longer than any guess.
type lexer struct {
	scanner.Scanner
	ahead token // the next token; at the end empty, on the last line that has a token
}

func newLexer(text []byte) *lexer {
	l := &lexer{ahead: token{line: 1}}
	l.Init(bytes.NewReader(text))
	l.Error = func(*scanner.Scanner, string) {} // the parser reports the errors
	l.Whitespace |= 1<<'\v' | 1<<'\f'
	l.Mode = scanner.ScanIdents
	l.IsIdentRune = func(c rune, i int) bool { return c >= '0' && c <= '9' && i < maxGuess }
	l.next()
	return l
}

func (l *lexer) next() token {
	t := l.ahead
	l.ahead.text = ""
	if l.Scan() != scanner.EOF {
		l.ahead = token{l.TokenText(), l.Position.Line}
	}
	return t
}

func (t token) String() string {
	if t.text == "" {
		return "the end"
	}
	return fmt.Sprintf("%q", t.text)
}

func (t token) number() (int, bool) {
	n, err := strconv.Atoi(t.text)
	return n, err == nil && len(t.text) <= 9
}

func (t token) letter() bool {
	return len(t.text) == 1 && t.text[0] >= 'A' && t.text[0] <= 'Z'
}

// A notationReader first reads all parts, and then makes their nodes, with the candidates of
// each.
type notationReader struct {
	*lexer
	ctx         context.Context
	game        game.Game
	parts       int // the number of parts read
	depth       int // the depth of brackets, and then of guesses
	definitions map[string]*notated
	starred     bool // whether guesses that cannot be the secret are marked *
	misprints   []Misprint
}

func expected(t token, what string) error {
	return fmt.Errorf("line %d: expected %s, found %s", t.line, what, t)
}

func (r *notationReader) file() (*notated, error) {
	root, err := r.part()
	if err != nil {
		return nil, err
	}
	for r.ahead.text != "" {
		name := r.next()
		if !name.letter() {
			return nil, expected(name, "a letter that names a part, or the end")
		}
		if t := r.next(); t.text != "=" {
			return nil, expected(t, "= after "+name.text)
		}

		old, ok := r.definitions[name.text]
		if ok {
			return nil, fmt.Errorf("line %d: %s is defined for the second time; the first is on line %d", name.line, name.text, old.line)
		}
		d := &notated{line: name.line}
		if err := r.brackets(d); err != nil {
			return nil, err
		}
		r.definitions[name.text] = d
	}
	return root, nil
}

// MaxGuesses bounds the number of guesses that follow each other; games need far fewer.
const MaxGuesses = 100

// maxGuess exceeds the bytes of any guess, even a misspelt one.
const maxGuess = 80

// part reads a size and, if it follows, a letter or brackets.
func (r *notationReader) part() (*notated, error) {
	r.parts++
	if r.parts%checkEvery == 0 && r.ctx.Err() != nil {
		return nil, r.ctx.Err()
	}

	t := r.next()
	size, ok := t.number()
	if !ok {
		return nil, expected(t, "the number of candidates of a part")
	}
	n := &notated{line: t.line, size: size}
	switch next := r.ahead; {
	case next.letter():
		n.name = r.next().text
	case next.text == "(":
		return n, r.brackets(n)
	}
	return n, nil
}

// brackets reads a guess and its parts in brackets.
func (r *notationReader) brackets(n *notated) error {
	if t := r.next(); t.text != "(" {
		return expected(t, "(")
	}
	r.depth++
	defer func() { r.depth-- }()
	if r.depth > MaxGuesses {
		return fmt.Errorf("line %d: more than %d guesses follow each other", n.line, MaxGuesses)
	}

	// Step 1. The guess.
	if err := r.guess(n); err != nil {
		return err
	}
	t := r.next()
	if t.text == ")" {
		return nil
	}
	if t.text != ":" {
		return expected(t, ": or ) after guess "+n.guess)
	}

	// Step 2. The parts, row by row.
	n.rows = [][]*notated{nil}
	for {
		child, err := r.part()
		if err != nil {
			return err
		}
		last := len(n.rows) - 1
		n.rows[last] = append(n.rows[last], child)

		switch t := r.next(); t.text {
		case ",":
		case ";":
			n.rows = append(n.rows, nil)
		case ")":
			return nil
		default:
			return expected(t, "a comma, a semicolon or )")
		}
	}
}

// guess reads a guess and its mark.
func (r *notationReader) guess(n *notated) error {
	for t := r.ahead; t.text != "" && !strings.Contains(":)x*", t.text); t = r.ahead {
		if len(n.guess) > maxGuess {
			return fmt.Errorf("line %d: guess %q… is longer than any code", n.line, n.guess[:maxGuess])
		}
		n.guess += r.next().text
	}
	t := r.ahead
	if t.text == "x" || t.text == "*" {
		n.mark = r.next().text
		r.starred = r.starred || n.mark == "*"
	}
	return nil
}

// maxMisprints limits the misprints: a text with more is not a tree of the game.
const maxMisprints = 1000

func (r *notationReader) misprint(n *notated, path, format string, args ...any) {
	r.misprints = append(r.misprints, Misprint{n.line, path, fmt.Sprintf(format, args...)})
}

// node makes the node of a part with the given candidates.
func (r *notationReader) node(n *notated, candidates []game.Code, path string) (*Node, error) {
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}
	if len(r.misprints) > maxMisprints {
		return nil, fmt.Errorf("line %d, %s: more than %d places contradict the game", n.line, path, maxMisprints)
	}
	r.depth++
	defer func() { r.depth-- }()
	if r.depth > MaxGuesses {
		return nil, fmt.Errorf("line %d: more than %d guesses follow each other; does part %s contain itself?", n.line, MaxGuesses, n.name)
	}

	if n.name == "" {
		return r.build(n, n, candidates, path)
	}
	d, ok := r.definitions[n.name]
	if !ok {
		return nil, fmt.Errorf("line %d, %s: part %s is not defined", n.line, path, n.name)
	}
	d.used = true
	return r.build(n, d, candidates, path+" ("+n.name+")")
}

// build makes the node of part n, where d has its guess and parts.
func (r *notationReader) build(n, d *notated, candidates []game.Code, path string) (*Node, error) {
	// Step 1. The size, and the guess.
	if n.size != len(candidates) {
		r.misprint(n, path, "%s printed, there are %d", wording.Count(n.size, "candidate is", "candidates are"), len(candidates))
	}
	if d.guess == "" {
		if len(candidates) > 2 {
			return nil, fmt.Errorf("line %d, %s: a guess is missing for %d candidates; it may be left out for 1 or 2", n.line, path, len(candidates))
		}
		return r.inOrder(candidates), nil
	}
	guess, err := r.game.ParseCode(d.guess)
	if err != nil {
		return nil, fmt.Errorf("line %d, %s: %w", d.line, path, err)
	}

	// Step 2. The mark. At a candidate * is always a misprint, x only if the guess separates
	// all candidates.
	parts := partition.Split(r.game, candidates, guess)
	isCandidate := parts[len(parts)-1].Feedback == r.game.Final()
	switch {
	case isCandidate && (d.mark == "*" || d.mark == "x" && len(parts) == len(candidates)):
		r.misprint(d, path, "guess %s is marked as one that cannot be the secret, but it can", d.guess)
	case r.starred && d.rows == nil && d.mark == "" && !isCandidate:
		r.misprint(d, path, "guess %s cannot be the secret, but it is not marked so", d.guess)
	}

	// Step 3. The branches.
	node := &Node{Guess: guess}
	for _, part := range parts {
		f := part.Feedback
		branch := Branch{Feedback: part.Feedback}
		child := &notated{line: d.line, size: len(part.Codes)} // where the parts are omitted
		if d.rows != nil {
			child = d.find(f)
		}

		switch {
		case f == r.game.Final() && (child == nil || child.size != 1):
			r.misprint(d, path, "guess %s can be the secret, but the last entry is not 1", d.guess)
		case f == r.game.Final():
		case child == nil:
			return nil, fmt.Errorf("line %d, %s: the entry for %s, the feedback of %s, is missing",
				d.line, path, f, wording.Plural(len(part.Codes), "candidate"))
		default:
			below := fmt.Sprintf("%s, %s %s", path, d.guess, f)
			branch.Next, err = r.node(child, part.Codes, below)
			if err != nil {
				return nil, err
			}
		}
		node.Branches = append(node.Branches, branch)
	}
	return node, r.checkEntries(d, parts, path)
}

// checkEntries reports entries other than 0 for feedback that no candidate gives.
func (r *notationReader) checkEntries(d *notated, parts []partition.Part, path string) error {
	positions, _ := r.game.Shape()
	for black, row := range d.rows {
		for i, child := range row {
			white := len(row) - 1 - i
			if black+white > positions {
				return fmt.Errorf("line %d, %s: row %d of guess %s has too many entries", child.line, path, black+1, d.guess)
			}

			f := game.NewFeedback(black, white)
			given := slices.ContainsFunc(parts, func(p partition.Part) bool { return p.Feedback == f })
			if !given && child.size != 0 {
				printed := wording.Count(child.size, "candidate is", "candidates are")
				r.misprint(child, path, "%s printed for %s %s, there are 0", printed, d.guess, f)
			}
		}
	}
	return nil
}

// find returns the entry for feedback, or nil.
func (n *notated) find(f game.Feedback) *notated {
	black, white := f.Pegs()
	if black >= len(n.rows) || white >= len(n.rows[black]) {
		return nil
	}
	return n.rows[black][len(n.rows[black])-1-white]
}

// inOrder guesses one or two candidates in order.
func (r *notationReader) inOrder(candidates []game.Code) *Node {
	node := &Node{Guess: candidates[0]}
	if len(candidates) == 2 {
		f := r.game.Feedback(candidates[1], candidates[0])
		node.Branches = []Branch{{Feedback: f, Next: r.inOrder(candidates[1:])}}
	}
	node.Branches = append(node.Branches, Branch{Feedback: r.game.Final()})
	return node
}

// WriteNotation writes a tree of a peg game in compact notation, in Knuth's order of the
// parts. It omits the guesses and parts that [ReadNotation] fills in.
func (t *Tree) WriteNotation(w io.Writer) error {
	if err := checkNotated(t.Game); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	n := &notationWriter{game: t.Game, out: out}
	n.part(t.Root, 0)
	fmt.Fprintln(out)
	return out.Flush()
}

type notationWriter struct {
	game game.Game
	out  *bufio.Writer
}

// secrets lists the secrets that a subtree finds, ascending.
func (n *notationWriter) secrets(node *Node) (out []game.Code) {
	node.solved(1, func(secret game.Code, _ int) { out = append(out, secret) })
	slices.Sort(out)
	return out
}

// obvious reports whether a reader makes the same subtree if the guess is omitted.
func obvious(node *Node, secrets []game.Code) bool {
	if len(secrets) > 2 || node.Guess != secrets[0] {
		return false
	}

	for _, b := range node.Branches {
		if b.Next != nil && !obvious(b.Next, secrets[1:]) {
			return false
		}
	}
	return true
}

func (n *notationWriter) part(node *Node, depth int) {
	secrets := n.secrets(node)
	fmt.Fprint(n.out, len(secrets))
	if obvious(node, secrets) {
		return
	}

	// The guess, with its mark.
	fmt.Fprintf(n.out, "(%s", n.game.FormatCode(node.Guess))
	children := map[game.Feedback]*Node{} // nil for the final feedback
	plain := true
	for _, b := range node.Branches {
		children[b.Feedback] = b.Next
		plain = plain && (b.Next == nil || obvious(b.Next, n.secrets(b.Next)))
	}
	_, candidate := children[n.game.Final()]
	if !candidate {
		fmt.Fprint(n.out, "*")
	}
	if plain {
		fmt.Fprint(n.out, ")")
		return
	}

	// The parts, row by row.
	fmt.Fprint(n.out, ": ")
	positions, _ := n.game.Shape()
	for black := range positions + 1 {
		if black > 0 {
			fmt.Fprint(n.out, "; ")
			if depth == 0 {
				fmt.Fprint(n.out, "\n")
			}
		}
		for white := positions - black; white >= 0; white-- {
			child, given := children[game.NewFeedback(black, white)]
			switch {
			case child != nil:
				n.part(child, depth+1)
			case given:
				fmt.Fprint(n.out, "1")
			default:
				fmt.Fprint(n.out, "0")
			}
			if white > 0 {
				fmt.Fprint(n.out, ", ")
			}
		}
	}
	fmt.Fprint(n.out, ")")
}
