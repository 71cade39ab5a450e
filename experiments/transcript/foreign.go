package transcript

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"codebreak/engine/game"
	"codebreak/engine/wording"
)

// The forms of other programs, some by the names of their repositories: one JSON document with
// games[{target, history[[guess, [bulls, cows]]]}] (Kotenkov 2024); JSON lines with
// turn_history[{guess, exact_matches, partial_matches}], numbered from 0, and game{secret_code};
// other JSON with a list of turns, or of turns and of feedback; a table with a row for each guess,
// such as model, code, nr, guess, correct_position, wrong_position.
const (
	bullsAndCows = "llm-bulls-and-cows-benchmark"
	mastermind   = "llm_mastermind_benchmark"
	turns        = "turns"
	table        = "table"
	digitmind    = "digitmind"
)

// results reads the document of the benchmark of Bulls and Cows.
type results struct {
	in      *lines
	read    bool   // whether the document was read
	config  object // of all its games
	games   []any
	next    int // of the games
	symbols symbols
}

func newResults(in *lines, _ Options) reader { return &results{in: in} }

// game reads the document before its first game.
func (r *results) game() (Game, error) {
	if !r.read {
		r.read = true
		doc, err := r.document()
		if err != nil {
			return Game{Line: 1}, reason(err)
		}
		r.config = doc.in("config")
		r.games = doc.list("games")
	}
	if r.next == len(r.games) {
		return Game{}, io.EOF
	}

	played := objectOf(r.games[r.next])
	rules := r.config.in("benchmark")
	g, err := r.symbols.game(played)
	g.Line = 1
	g.Game = gameName(rules)
	g.Agent = r.config.in("llm").text("model")
	g.Limit = rules.number("max_turns")
	g.ID = r.config.in("output").text("run_id") + "/" + strconv.Itoa(r.next)
	r.next++
	return g, err
}

func (r *results) document() (doc object, err error) {
	data, err := io.ReadAll(io.LimitReader(r.in.in, maxDocument+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxDocument {
		return nil, fmt.Errorf("the document is longer than %s bytes", wording.Thousands(maxDocument))
	}
	err = json.Unmarshal(data, &doc)
	return doc, err
}

// gameName names the game that the benchmark was set to.
func gameName(rules object) string {
	length := rules.number("target_length")
	if rules["allow_repeating_digits"] == true {
		return fmt.Sprintf("mm%dx10-digits", length)
	}
	return fmt.Sprintf("bc%dx10", length)
}

// turnLines reads the two forms of JSON lines that list turns as objects.
type turnLines struct {
	in      values
	rules   game.Game
	symbols symbols
	seen    map[string]int // number of the last turn of each game
}

func newTurnLines(in *lines, o Options) reader {
	if _, pegs := game.PegRules(o.Rules); o.Rules != nil && !pegs {
		o.Alphabet = ""
	}
	return &turnLines{
		in:      values{in: in},
		rules:   o.Rules,
		symbols: symbols{alphabet: o.Alphabet, fromZero: o.Form == mastermind},
		seen:    map[string]int{},
	}
}

// game reads an object with turns, or the turns of a game, one after the other.
func (r *turnLines) game() (Game, error) {
	var before object
	parts, err := r.in.group(func(part any) bool {
		next := objectOf(part)
		if !isTurn(part) || next.list(turnKeys) != nil || before != nil && !next.follows(before) {
			return false
		}
		before = next
		return true
	})
	if parts == nil {
		return Game{Line: r.in.line}, err
	}

	line := r.in.first
	played := objectOf(parts[0])
	if list, ok := parts[0].([]any); ok && !isTurn(list) {
		played = object{"turns": list}
	} else if played.list(turnKeys) == nil && isTurn(parts[0]) {
		played = object{"turns": parts}
		for key := range strings.FieldsSeq(idKeys + " " + secretKeys + " agent model max_turns") {
			played[key] = objectOf(parts[0])[key]
		}
	}
	g, err := r.symbols.game(played)
	g.Line = line
	for i, round := range g.Rounds {
		g.Rounds[i].Feedback = feedbackIn(r.in.in.ctx, r.rules, round)
	}
	if err == nil && before != nil {
		err = r.note(objectOf(parts[0]), before)
	}
	return g, err
}

// note keeps the last turn of a game. Programs that play several games at once may mix their turns,
// which are refused.
func (r *turnLines) note(first, last object) error {
	key := last.key()
	number, seen := r.seen[key]
	r.seen[key] = last.count(numberKeys)
	if seen && last.id() != "" && (first.first(numberKeys) == nil || first.count(numberKeys) > number) {
		return fmt.Errorf("game %s goes on behind another; sort the turns by game", wording.Clip(last.id()))
	}
	return nil
}

// key holds what all turns of a game have in common.
func (o object) key() string {
	return fmt.Sprint(o.first(idKeys), o.first(secretKeys), o.first("agent model"))
}

// follows reports whether a turn is of the same game as the one before it.
func (o object) follows(before object) bool {
	return o.key() == before.key() &&
		(o.first(numberKeys) == nil || o.count(numberKeys) > before.count(numberKeys))
}

// symbols writes codes in the symbols of a game. Numbers from 0 become numbers from 1. Names
// become symbols in the order in which a file brings them up: colours are alike, so any order
// gives the same game.
type symbols struct {
	alphabet string   // empty to leave codes as they are
	fromZero bool     // numbers are from 0, even where no 0 occurs
	names    []string // that have a symbol, in its order
}

// game reads a game from the keys of the forms.
func (s *symbols) game(o object) (Game, error) {
	inner := o.in("game")
	g := Game{
		Agent:    o.text("agent") + o.text("model"),
		ID:       o.id(),
		Limit:    max(o.number("max_turns"), inner.number("max_turns")),
		Failures: o.number("format_failures"),
	}
	if name := o.text("game"); isGame(name) {
		g.Game = name
		g.ID = strings.TrimSuffix(g.ID, name)
	}

	// The secret stands first, and gets the first symbols.
	codes := [][]string{tokens(cmp.Or(o.first(secretKeys), inner.first(secretKeys)))}
	feedback := o.list(feedbackLists)
	for i, turn := range o.list(turnKeys) {
		if turn == "" {
			continue // a row that was not used
		}
		round, guess := readTurn(turn)
		if i < len(feedback) && round.Feedback == "" {
			round.Feedback = feedbackOf(object{"feedback": feedback[i]})
		}
		g.Rounds = append(g.Rounds, round)
		codes = append(codes, guess)
	}
	if err := s.translate(codes); err != nil {
		return g, err
	}

	g.Secret = strings.Join(codes[0], "")
	for i, guess := range codes[1:] {
		if g.Rounds[i].Failure == "" {
			g.Rounds[i].Guess = strings.Join(guess, "")
		}
	}
	return g, nil
}

func isGame(name string) bool {
	_, err := game.Parse(name)
	return err == nil
}

func isNotDigit(token string) bool {
	return len(token) != 1 || token[0] < '0' || token[0] > '9'
}

// translate changes the codes of a game to the symbols of its alphabet, of which the first is the
// secret. Names beside symbols are ambiguous, unless the secret has symbols alone: then the game
// refuses the others.
func (s *symbols) translate(codes [][]string) error {
	all := slices.Concat(codes...)
	name := slices.IndexFunc(all, s.lacks)
	symbol := slices.IndexFunc(all, s.has)
	isDigits := !slices.ContainsFunc(all, isNotDigit)
	change := s.of
	switch {
	case isDigits && strings.HasPrefix(s.alphabet, "1") && (s.fromZero || slices.Contains(all, "0")):
		change = func(digit string) string { return string(digit[0] + 1) }
	case s.alphabet == "" || isDigits || name < 0 || len(codes[0]) > 0 && !slices.ContainsFunc(codes[0], s.lacks):
		return nil
	case symbol >= 0:
		return fmt.Errorf("%q is a symbol of %s and %q is not; which colours they mean is ambiguous",
			all[symbol], s.alphabet, wording.Clip(all[name]))
	}

	for _, code := range codes {
		for i, token := range code {
			code[i] = change(token)
		}
	}
	return nil
}

// has reports whether a token is a symbol of the alphabet, in either case.
func (s *symbols) has(token string) bool {
	return utf8.RuneCountInString(token) == 1 && strings.Contains(strings.ToLower(s.alphabet), strings.ToLower(token))
}

func (s *symbols) lacks(token string) bool { return !s.has(token) }

// of returns the symbol of a name. A name beyond the alphabet is left for the game to refuse.
func (s *symbols) of(name string) string {
	number := slices.Index(s.names, name)
	if number < 0 {
		number = len(s.names)
		s.names = append(s.names, name)
	}
	alphabet := []rune(s.alphabet)
	if number >= len(alphabet) {
		return name
	}
	return string(alphabet[number])
}

// tableRows reads a table with a row for each guess.
type tableRows struct {
	in      *lines
	between rune // cells
	titles  []string
	current Game   // without its last rounds
	last    object // its last row
}

func newTableRows(in *lines, _ Options) reader { return &tableRows{in: in} }

// titlesOf returns the titles of a table, in small letters, and what stands between its cells, or nil
// for another line.
func titlesOf(line string) (titles []string, between rune) {
	for _, between = range "\t;|," {
		if !strings.ContainsRune(line, between) {
			continue
		}
		cells, _ := cellsOf(strings.ToLower(line), between)
		named := object{}
		for _, title := range cells {
			named[title] = title
		}
		if named.first(guessKeys) != nil && named.first(feedbackKeys+" "+blackKeys+" "+whiteKeys) != nil {
			return cells, between
		}
	}
	return nil, 0
}

// cellsOf divides a row. Rows of Markdown begin and end with a bar.
func cellsOf(line string, between rune) ([]string, error) {
	in := csv.NewReader(strings.NewReader(strings.Trim(line, "| ")))
	in.Comma = between
	in.TrimLeadingSpace = true
	cells, err := in.Read()
	for i, cell := range cells {
		cells[i] = strings.TrimSpace(cell)
	}
	return cells, err
}

// game reads rows up to the next game, which begins behind an empty line, and where the model, the
// secret, the number of the game or the order of the rounds changes.
func (r *tableRows) game() (Game, error) {
	for {
		line, err := r.in.next()
		if (err == io.EOF || err == nil && line == "") && r.current.Rounds != nil {
			done := r.current
			r.current = Game{}
			return done, nil
		}
		if err != nil {
			return Game{}, err
		}
		if strings.Trim(line, "|-: ") == "" {
			continue
		}
		if r.titles == nil {
			r.titles, r.between = titlesOf(line)
			if r.titles == nil {
				return Game{}, errors.New("it must begin with titles, such as guess, feedback")
			}
			continue
		}

		next, row, err := r.parse(line)
		if err != nil {
			return Game{}, err
		}
		done := r.current
		ends := !row.follows(r.last)
		r.last = row
		if ends || done.Rounds == nil {
			r.current = next
		} else {
			r.current.add(next.Rounds[0])
		}
		if ends && done.Rounds != nil {
			return done, nil
		}
	}
}

// parse returns a game with the round of a row, and the row.
func (r *tableRows) parse(line string) (g Game, row object, err error) {
	cells, err := cellsOf(line, r.between)
	if err == nil && len(cells) < len(r.titles) {
		err = fmt.Errorf("%q has %s", wording.Clip(line), wording.Plural(len(cells), "cell"))
	}
	row = object{}
	for i, title := range r.titles[:min(len(r.titles), len(cells))] {
		if cells[i] != "" {
			row[title] = cells[i]
		}
	}
	if text := row.first(numberKeys); text != nil && err == nil {
		_, err = strconv.Atoi(fmt.Sprint(text))
	}
	if err != nil {
		return g, nil, fmt.Errorf("it must be a row with %s: %w", strings.Join(r.titles, ", "), err)
	}

	round, guess := readTurn(map[string]any(row))
	if round.Failure == "" {
		round.Guess = strings.Join(guess, "")
	}
	return Game{
		Line:   r.in.number,
		Agent:  row.text("agent") + row.text("model"),
		ID:     row.id(),
		Secret: fmt.Sprint(cmp.Or(row.first(secretKeys), any(""))),
		Rounds: []Round{round},
	}, row, nil
}
