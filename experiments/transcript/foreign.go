package transcript

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"codebreak/engine/game"
	"codebreak/engine/wording"
)

// The forms of other programs, by the names of their repositories: one JSON document with
// games[{target, history[[guess, [bulls, cows]]]}] (Kotenkov 2024); JSON lines with
// turn_history[{guess, exact_matches, partial_matches}] and game{secret_code}; JSON lines
// with secret[] and turns[{guess, feedback{black, white}, error}], or targetWord and
// guesses[{word, feedback{error}}]; a table with the columns
// model, code, nr, guess, correct_position, wrong_position.
const (
	bullsAndCows = "llm-bulls-and-cows-benchmark"
	mastermind   = "llm_mastermind_benchmark"
	turns        = "turns"
	digitmind    = "digitmind"
)

// An object is a JSON object of another program. Any key may be missing, or hold another type.
type object map[string]any

func (o object) in(key string) object {
	inner, _ := o[key].(map[string]any)
	return inner
}

// list returns the first list among the values of some keys.
func (o object) list(keys ...string) []any {
	for _, key := range keys {
		if list, ok := o[key].([]any); ok {
			return list
		}
	}
	return nil
}

func (o object) text(key string) string {
	if o[key] == nil {
		return ""
	}
	return fmt.Sprint(o[key])
}

func (o object) number(key string) int { return number(o[key]) }

// number reads a number of JSON. Anything else counts as 0.
func number(value any) int {
	n, _ := value.(float64)
	return int(n)
}

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

	played, _ := r.games[r.next].(map[string]any)
	rules := r.config.in("benchmark")
	g := r.symbols.game(played)
	g.Line = 1
	g.Game = gameName(rules)
	g.Agent = r.config.in("llm").text("model")
	g.Limit = rules.number("max_turns")
	g.ID = r.config.in("output").text("run_id") + "/" + strconv.Itoa(r.next)
	r.next++
	return g, nil
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
	symbols symbols
}

func newTurnLines(in *lines, o Options) reader {
	if _, pegs := game.PegRules(o.Rules); o.Rules != nil && !pegs {
		o.Alphabet = ""
	}
	return &turnLines{values{in: in}, symbols{alphabet: o.Alphabet, fromZero: o.Form == mastermind}}
}

func (r *turnLines) game() (Game, error) {
	text, err := r.in.next()
	if err != nil {
		return Game{}, err
	}
	var played object
	err = json.Unmarshal([]byte(text), &played)
	g := r.symbols.game(played)
	g.Line = r.in.line
	return g, reason(err)
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
func (s *symbols) game(o object) Game {
	inner := o.in("game")
	g := Game{
		Agent:    o.text("agent") + o.text("model"),
		ID:       o.text("id"),
		Limit:    max(o.number("max_turns"), inner.number("max_turns")),
		Failures: o.number("format_failures"),
	}

	// The secret stands first, and gets the first symbols.
	codes := [][]string{tokens(cmp.Or(o["target"], o["secret"], inner["secret_code"], o["targetWord"], o["answer"]))}
	for _, turn := range o.list("history", "turn_history", "turns", "guesses") {
		round, guess := readTurn(turn)
		g.Rounds = append(g.Rounds, round)
		codes = append(codes, guess)
	}
	s.translate(codes)

	g.Secret = strings.Join(codes[0], "")
	for i, guess := range codes[1:] {
		if g.Rounds[i].Failure == "" {
			g.Rounds[i].Guess = strings.Join(guess, "")
		}
	}
	return g
}

// readTurn reads a turn: an object, a code, or a list of a guess and [bulls, cows]. The round has
// no guess yet, unless the turn was lost; then guess is nil.
func readTurn(turn any) (r Round, guess []string) {
	if pair, ok := turn.([]any); ok {
		if len(pair) != 2 {
			return r, tokens(turn)
		}
		if counts, ok := pair[1].([]any); ok && len(counts) == 2 {
			r.Feedback = pegs(number(counts[0]), number(counts[1]))
		}
		return r, tokens(pair[0])
	}

	fields, ok := turn.(map[string]any)
	if !ok {
		return r, tokens(turn)
	}
	o := object(fields)
	code := cmp.Or(o["guess"], o["word"])
	feedback := o.in("feedback")
	if failure := o.text("error") + feedback.text("error"); failure != "" && failure != "false" {
		return Round{Guess: fmt.Sprint(code), Failure: failure}, nil
	}
	switch f := o["feedback"].(type) {
	case string:
		r.Feedback = f
	case []any:
		r.Feedback = strings.Join(tokens(f), " ")
	}
	if feedback["black"] != nil || feedback["white"] != nil {
		r.Feedback = pegs(feedback.number("black"), feedback.number("white"))
	} else if o["exact_matches"] != nil {
		r.Feedback = pegs(o.number("exact_matches"), o.number("partial_matches"))
	}
	return r, tokens(code)
}

func pegs(black, white int) string { return fmt.Sprintf("%dA%dB", black, white) }

// tokens takes a code apart: a text, a number, or a list of numbers or names. Anything else has none.
func tokens(code any) (tokens []string) {
	switch c := code.(type) {
	case string:
		if strings.ContainsAny(c, " ,") {
			return wording.Fields(c)
		}
		return strings.Split(c, "")
	case float64:
		return strings.Split(strconv.FormatFloat(c, 'f', -1, 64), "")
	case []any:
		for _, symbol := range c {
			tokens = append(tokens, fmt.Sprint(symbol))
		}
	}
	return tokens
}

func isNotDigit(token string) bool {
	return len(token) != 1 || token[0] < '0' || token[0] > '9'
}

// translate changes the codes of a game to the symbols of its alphabet.
func (s *symbols) translate(codes [][]string) {
	all := slices.Concat(codes...)
	names := slices.ContainsFunc(all, isNotDigit)
	fromOne := strings.HasPrefix(s.alphabet, "1") && (s.fromZero || slices.Contains(all, "0"))

	for _, code := range codes {
		for i, token := range code {
			if names && s.alphabet != "" {
				code[i] = s.of(token)
			} else if !names && fromOne {
				code[i] = string(token[0] + 1)
			}
		}
	}
}

// of returns the symbol of a name. A name beyond the alphabet is left for the game to refuse.
func (s *symbols) of(name string) string {
	if utf8.RuneCountInString(name) <= 1 && strings.Contains(s.alphabet, name) {
		return name
	}

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
	titles  []string
	current Game // without its last rounds
	last    int  // number of its last round
}

func newTableRows(in *lines, _ Options) reader { return &tableRows{in: in} }

// game reads rows up to the next game, which begins where the model, the code or the order of
// the numbers changes.
func (r *tableRows) game() (Game, error) {
	for {
		line, err := r.in.text()
		if err == io.EOF && r.current.Rounds != nil {
			done := r.current
			r.current = Game{}
			return done, nil
		}
		if err != nil {
			return Game{}, err
		}

		row, err := csv.NewReader(strings.NewReader(line)).Read()
		if r.titles == nil {
			r.titles = row
			continue
		}
		var next tableRow
		if err == nil {
			next, err = r.parse(row)
		}
		if err != nil {
			return Game{}, fmt.Errorf("it must be a row with code, nr, guess, correct_position and wrong_position: %w", err)
		}

		done := r.current
		ends := done.Rounds != nil && (next.number <= r.last || done.Secret != next.code || done.Agent != next.model)
		if ends || done.Rounds == nil {
			r.current = Game{
				Line:   r.in.number,
				Agent:  next.model,
				Secret: next.code,
			}
		}
		r.current.add(next.round)
		r.last = next.number
		if ends {
			return done, nil
		}
	}
}

// A tableRow is a row of a table.
type tableRow struct {
	model, code string
	number      int // of the round
	round       Round
}

func (r *tableRows) parse(row []string) (t tableRow, err error) {
	cells := map[string]string{}
	for i, title := range r.titles[:min(len(r.titles), len(row))] {
		cells[strings.TrimSpace(title)] = strings.TrimSpace(row[i])
	}

	black, errBlack := strconv.Atoi(cells["correct_position"])
	number, errNumber := strconv.Atoi(cells["nr"])
	white, errWhite := strconv.Atoi(cells["wrong_position"])
	t = tableRow{
		model:  cells["model"],
		code:   cells["code"],
		number: number,
		round:  Round{Guess: cells["guess"], Feedback: pegs(black, white)},
	}
	return t, cmp.Or(errBlack, errNumber, errWhite)
}
