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
)

// The forms of other programs, by the names of their repositories: one JSON document with
// games[{target, history[[guess, [bulls, cows]]]}] (Kotenkov 2024); JSON lines with
// turn_history[{guess, exact_matches, partial_matches}] and game{secret_code}; JSON lines
// with secret[] and turns[{guess, feedback{black, white}, error}]; a table with the columns
// model, code, nr, guess, correct_position, wrong_position.
const (
	bullsAndCows = "llm-bulls-and-cows-benchmark"
	mastermind   = "llm_mastermind_benchmark"
	turns        = "turns"
	digitmind    = "digitmind"
)

// An object is one of JSON, whose keys need not be there.
type object map[string]any

func (o object) in(key string) object {
	inner, _ := o[key].(map[string]any)
	return inner
}

// list returns the first of some keys that holds a list.
func (o object) list(keys ...string) (list []any) {
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

func (o object) number(key string) int {
	n, _ := o[key].(float64)
	return int(n)
}

// readResults reads a document of the benchmark of Bulls and Cows.
func readResults(in *lines, _ Options, send func(Game, error) bool) {
	var doc object
	data, err := io.ReadAll(io.LimitReader(in.in, maxDocument+1))
	switch {
	case err != nil:
	case len(data) > maxDocument:
		err = fmt.Errorf("the document is longer than %d bytes", maxDocument)
	default:
		err = json.Unmarshal(data, &doc)
	}
	if err != nil {
		send(Game{Line: 1}, reason(err))
		return
	}
	config := doc.in("config")
	b := config.in("benchmark")
	name := fmt.Sprintf("bc%dx10", b.number("target_length"))
	if b["allow_repeating_digits"] == true {
		name = fmt.Sprintf("mm%dx10-digits", b.number("target_length"))
	}
	names := &colours{}
	for i, played := range doc.list("games") {
		o, _ := played.(map[string]any)
		g := names.game(o)
		g.Line, g.Game, g.Agent, g.Limit = 1, name, config.in("llm").text("model"), b.number("max_turns")
		g.ID = config.in("output").text("run_id") + "/" + strconv.Itoa(i)
		if !send(g, nil) {
			return
		}
	}
}

// readTurns reads lines of the two forms that list turns as objects.
func readTurns(in *lines, o Options, send func(Game, error) bool) {
	names := &colours{alphabet: o.Alphabet, shift: o.Form == mastermind}
	in.each(send, func(line string) bool {
		var played object
		err := json.Unmarshal([]byte(line), &played)
		return send(names.game(played), reason(err))
	})
}

// colours write codes in the symbols of a game. Numbers from 0 become those from 1; names
// become symbols in the order in which the file brings them up, since colours are alike.
type colours struct {
	alphabet string // empty to leave codes as they are
	shift    bool   // numbers are from 0, even where no 0 occurs
	names    []string
}

// game reads a game from the keys that the forms have.
func (c *colours) game(o object) Game {
	inner := o.in("game")
	g := Game{
		Agent: o.text("agent") + o.text("model"), ID: o.text("id"),
		Limit: max(o.number("max_turns"), inner.number("max_turns")), Failures: o.number("format_failures"),
	}
	// The secret, and then a guess for each round.
	codes := [][]string{tokens(cmp.Or(o["target"], o["secret"], inner["secret_code"]))}
	for _, t := range o.list("history", "turn_history", "turns") {
		turn, _ := t.(map[string]any)
		r, guess := Round{}, any(turn["guess"])
		if pair, ok := t.([]any); ok && len(pair) == 2 { // guess, [bulls, cows]
			guess = pair[0]
			if told, ok := pair[1].([]any); ok && len(told) == 2 {
				turn = object{"feedback": map[string]any{"black": told[0], "white": told[1]}}
			}
		}
		if feedback := object(turn).in("feedback"); feedback != nil {
			r.Feedback = pegs(feedback.number("black"), feedback.number("white"))
		} else if turn["exact_matches"] != nil {
			r.Feedback = pegs(object(turn).number("exact_matches"), object(turn).number("partial_matches"))
		}
		code := tokens(guess)
		if failure := object(turn).text("error"); failure != "" && failure != "false" {
			r, code = Round{Guess: fmt.Sprint(guess), Failure: failure}, nil
		}
		g.Rounds, codes = append(g.Rounds, r), append(codes, code)
	}
	c.write(codes)
	g.Secret = strings.Join(codes[0], "")
	for i, code := range codes[1:] {
		if g.Rounds[i].Failure == "" {
			g.Rounds[i].Guess = strings.Join(code, "")
		}
	}
	return g
}

// pegs writes feedback.
func pegs(black, white int) string { return fmt.Sprintf("%dA%dB", black, white) }

// tokens takes a code apart: a text, or a list of numbers or names.
func tokens(code any) (out []string) {
	switch c := code.(type) {
	case string:
		if strings.ContainsAny(c, " ,") {
			return strings.FieldsFunc(c, func(r rune) bool { return r == ' ' || r == ',' })
		}
		return strings.Split(c, "")
	case []any:
		for _, symbol := range c {
			out = append(out, fmt.Sprint(symbol))
		}
	}
	return out
}

// write changes the codes of a game.
func (c *colours) write(codes [][]string) {
	all := slices.Concat(codes...)
	numbers := !slices.ContainsFunc(all, func(t string) bool { return len(t) != 1 || t[0] < '0' || t[0] > '9' })
	fromOne := strings.HasPrefix(c.alphabet, "1") && (c.shift || slices.Contains(all, "0"))
	for _, code := range codes {
		for i, t := range code {
			switch {
			case numbers && fromOne:
				code[i] = string(t[0] + 1)
			case !numbers && (len(t) > 1 || !strings.Contains(c.alphabet, t)) && c.alphabet != "":
				at := slices.Index(c.names, t)
				if at < 0 {
					at, c.names = len(c.names), append(c.names, t)
				}
				if at < len(c.alphabet) {
					code[i] = c.alphabet[at : at+1]
				}
			}
		}
	}
}

// readTable reads a table; a game ends where the model, the code or the order of the numbers
// changes.
func readTable(in *lines, _ Options, send func(Game, error) bool) {
	var titles []string
	g, last, on := Game{}, 0, true
	in.each(send, func(line string) bool {
		row, err := csv.NewReader(strings.NewReader(line)).Read()
		if titles == nil {
			titles = row
			return true
		}
		cells := map[string]string{}
		for i, title := range titles[:min(len(titles), len(row))] {
			cells[strings.TrimSpace(title)] = strings.TrimSpace(row[i])
		}
		var n [3]int
		for i, title := range []string{"correct_position", "nr", "wrong_position"} {
			if err == nil {
				n[i], err = strconv.Atoi(cells[title])
			}
		}
		if err != nil {
			return send(Game{}, fmt.Errorf("it must be a row with code, nr, guess, correct_position and wrong_position: %w", err))
		}
		if g.Rounds != nil && (n[1] <= last || g.Secret != cells["code"] || g.Agent != cells["model"]) {
			on = send(g, nil)
			g = Game{}
		}
		if g.Rounds == nil {
			g = Game{Line: in.number, Agent: cells["model"], Secret: cells["code"]}
		}
		last = n[1]
		g.add(Round{Guess: cells["guess"], Feedback: pegs(n[0], n[2])})
		return on
	})
	if on && g.Rounds != nil {
		send(g, nil)
	}
}
