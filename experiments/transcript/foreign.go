package transcript

import (
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

// pegs writes feedback.
func pegs(black, white int) string { return fmt.Sprintf("%dA%dB", black, white) }

// readResults reads a document of the benchmark of Bulls and Cows.
func readResults(in *lines, o Options, send func(Game, error) bool) {
	var doc struct {
		Config struct {
			LLM       struct{ Model string }
			Benchmark struct {
				Turns   int  `json:"max_turns"`
				Length  int  `json:"target_length"`
				Repeats bool `json:"allow_repeating_digits"`
			}
			Output struct {
				Run string `json:"run_id"`
			}
		}
		Games []struct {
			Target   string
			Failures int `json:"format_failures"`
			History  [][2]json.RawMessage
		}
	}
	data, err := io.ReadAll(io.LimitReader(in.in, 16*MaxLine))
	if err == nil {
		err = json.Unmarshal(data, &doc)
	}
	if err != nil {
		send(Game{Line: 1}, reason(err))
		return
	}
	b := doc.Config.Benchmark
	name := fmt.Sprintf("bc%dx10", b.Length)
	if b.Repeats {
		name = fmt.Sprintf("mm%dx10-digits", b.Length)
	}
	for i, played := range doc.Games {
		g := Game{
			Line: 1, Game: name, Agent: doc.Config.LLM.Model, ID: doc.Config.Output.Run + "/" + strconv.Itoa(i),
			Limit: b.Turns, Secret: played.Target, Failures: played.Failures,
		}
		var err error
		for _, h := range played.History {
			var guess string
			var f [2]int
			if err = json.Unmarshal(h[0], &guess); err == nil {
				err = json.Unmarshal(h[1], &f)
			}
			if err != nil {
				err = fmt.Errorf("game %d: %w", i, reason(err))
				break
			}
			g.Rounds = append(g.Rounds, Round{Guess: guess, Feedback: pegs(f[0], f[1])})
		}
		if !send(g, err) {
			return
		}
	}
}

// readTurns reads lines of the two forms that list turns as objects.
func readTurns(in *lines, o Options, send func(Game, error) bool) {
	type turn struct {
		Guess          any
		Exact, Partial *int
		Feedback       *struct{ Black, White int }
		Error          any
	}
	names := colours{alphabet: o.Alphabet, shift: o.Form == mastermind}
	in.each(send, func(line string) bool {
		var played struct {
			Model, Agent string
			ID           any
			Game         json.RawMessage
			Limit        int `json:"max_turns"`
			Secret       any
			History      []struct {
				Guess   any
				Exact   *int `json:"exact_matches"`
				Partial *int `json:"partial_matches"`
				Error   any
			} `json:"turn_history"`
			Turns []turn
		}
		if err := json.Unmarshal([]byte(line), &played); err != nil {
			return send(Game{}, reason(err))
		}
		var inner struct {
			Secret any `json:"secret_code"`
			Limit  int `json:"max_turns"`
		}
		_ = json.Unmarshal(played.Game, &inner) // it may be a name, or missing
		for _, t := range played.History {
			u := turn{Guess: t.Guess, Error: t.Error}
			if t.Exact != nil && t.Partial != nil {
				u.Feedback = &struct{ Black, White int }{*t.Exact, *t.Partial}
			}
			played.Turns = append(played.Turns, u)
		}
		g := Game{Agent: played.Agent + played.Model, Limit: max(played.Limit, inner.Limit)}
		if played.ID != nil {
			g.ID = fmt.Sprint(played.ID)
		}
		secret := played.Secret
		if secret == nil {
			secret = inner.Secret
		}
		codes := [][]string{tokens(secret)}
		for _, t := range played.Turns {
			r := Round{}
			if t.Feedback != nil {
				r.Feedback = pegs(t.Feedback.Black, t.Feedback.White)
			}
			if t.Error != nil && t.Error != false && t.Error != "" {
				r.Guess, r.Failure = fmt.Sprint(t.Guess), fmt.Sprint(t.Error)
				codes = append(codes, nil) // it is no code
			} else {
				codes = append(codes, tokens(t.Guess))
			}
			g.Rounds = append(g.Rounds, r)
		}
		names.write(codes)
		g.Secret = strings.Join(codes[0], "")
		for i := range g.Rounds {
			if r := &g.Rounds[i]; r.Failure == "" {
				r.Guess = strings.Join(codes[i+1], "")
			}
		}
		return send(g, nil)
	})
}

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

// colours write codes in the symbols of a game. Numbers from 0 become those from 1; names
// become symbols in the order in which the file brings them up, since colours are alike.
type colours struct {
	alphabet string
	shift    bool // numbers are from 0, even where no 0 occurs
	names    []string
}

// write changes the codes of a game.
func (c *colours) write(codes [][]string) {
	all := slices.Concat(codes...)
	own := func(t string) bool { return len(t) == 1 && strings.Contains(c.alphabet, t) }
	numbers := !slices.ContainsFunc(all, func(t string) bool { return len(t) != 1 || t[0] < '0' || t[0] > '9' })
	fromOne := strings.HasPrefix(c.alphabet, "1")
	for _, code := range codes {
		for i, t := range code {
			switch {
			case numbers && fromOne && (c.shift || slices.Contains(all, "0")):
				code[i] = string(t[0] + 1)
			case !numbers && !own(t):
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
func readTable(in *lines, o Options, send func(Game, error) bool) {
	column := map[string]int{}
	g, last := Game{}, 0
	ok := true
	in.each(send, func(line string) bool {
		row, err := csv.NewReader(strings.NewReader(line)).Read()
		if err == nil && len(column) == 0 {
			for i, name := range row {
				column[strings.TrimSpace(name)] = i
			}
			for _, name := range []string{"code", "nr", "guess", "correct_position", "wrong_position"} {
				if _, ok := column[name]; !ok {
					send(Game{}, fmt.Errorf("the table has no column %s", name))
					return false
				}
			}
			return true
		}
		cell := func(name string) string {
			if i, ok := column[name]; ok && i < len(row) {
				return strings.TrimSpace(row[i])
			}
			return ""
		}
		var n [3]int
		for i, name := range []string{"nr", "correct_position", "wrong_position"} {
			if err == nil {
				n[i], err = strconv.Atoi(cell(name))
			}
		}
		if err != nil {
			return send(Game{}, fmt.Errorf("it is no row of guess and feedback: %w", err))
		}
		if g.Rounds != nil && (n[0] <= last || g.Secret != cell("code") || g.Agent != cell("model")) {
			ok = send(g, nil)
			g = Game{}
		}
		if g.Rounds == nil {
			g = Game{Line: in.number, Agent: cell("model"), Secret: cell("code")}
		}
		last = n[0]
		g.Rounds = append(g.Rounds, Round{Guess: cell("guess"), Feedback: pegs(n[1], n[2])})
		return ok
	})
	if ok && g.Rounds != nil {
		send(g, nil)
	}
}
