package external

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"codebreak/engine/game"
	"codebreak/engine/wording"
)

// longestLine limits a line of a player, in bytes. A guess needs a few, and errors clip other
// lines.
const longestLine = 1 << 16

// A player may write the cost of its guess behind costMark.
const (
	costMark = " | cost "
	MostCost = 1e12 // of a guess
)

// A conversation asks one copy of a player: one question, one reply. The caller must end it by
// quit, or by kill.
type conversation struct {
	*process
	game     game.Game
	timeout  time.Duration
	lines    *bufio.Reader // of the player
	requests requests
	send     []byte  // goes before the next question
	asked    int     // questions
	where    string  // the position of the question, for errors
	before   string  // the position of the question before
	said     string  // the last line, or the guess in it
	lost     string  // why there is no guess: "format", "timeout" or "ended"; else empty
	cost     float64 // of the guess, as the player says
	priced   bool    // whether the player gives a cost: a guess may cost nothing
}

// requests are made by a player in its first line.
type requests struct{ candidates, codes, random bool }

// greet tells the player about the game, and reads its first line.
func (c *conversation) greet(greeting []byte) error {
	c.send = slices.Clone(greeting)
	line, err := c.exchange()
	if err != nil {
		return err
	}

	words := strings.Fields(line)
	if len(words) < 2 || words[0] != "codebreak" {
		return c.wrong("the player's first line is %q; it must be \"codebreak %d\", perhaps with requests (candidates, codes, random)", wording.Clip(line), version)
	}
	if words[1] != strconv.Itoa(version) {
		return c.wrong("the player speaks version %q of the protocol; version %d is spoken here", wording.Clip(words[1]), version)
	}

	for _, request := range words[2:] {
		switch request {
		case "candidates":
			c.requests.candidates = true
		case "codes":
			c.requests.codes = true
		case "random":
			c.requests.random = true
		default:
			return c.wrong("the player requests %q; allowed are candidates, codes and random", wording.Clip(request))
		}
	}
	return nil
}

// wrong is an error about the player, at the position of the question.
func (c *conversation) wrong(format string, args ...any) error {
	return fmt.Errorf("%s: %w", c.where, fmt.Errorf(format, args...))
}

// ask asks for the guess at a position. The text before stands between the number of the question
// and the rounds, the text behind after these.
func (c *conversation) ask(rounds []game.Round, before, behind string) (string, error) {
	c.asked++
	c.cost, c.priced = 0, false
	c.before, c.where = c.where, "at "+game.History(c.game, rounds)

	// Step 1. The question, and the line of the player.
	c.send = fmt.Appendf(c.send, "%d%s", c.asked, before)
	for _, r := range rounds {
		c.send = fmt.Appendf(c.send, " %s %s", c.game.FormatCode(r.Guess), c.game.FormatFeedback(r.Feedback))
	}
	c.send = fmt.Appendln(c.send, behind)

	line, err := c.exchange()
	if err != nil {
		return "", err
	}

	// Step 2. The cost, which may follow the guess.
	if i := strings.LastIndex(line, costMark); i >= 0 {
		cost, err := strconv.ParseFloat(line[i+len(costMark):], 64)
		if err == nil && cost >= 0 && cost < MostCost {
			line = line[:i]
			c.cost, c.priced = cost, true
		}
	}

	// Step 3. The number of the question, and the guess.
	number, guess, _ := strings.Cut(line, " ")
	n, err := strconv.Atoi(number)
	switch {
	case line == "":
		return "", c.wrong("the player writes an empty line; it must be %d and a guess", c.asked)
	case err != nil:
		return "", c.wrong("the player writes %q; it must be %d and a guess", wording.Clip(line), c.asked)
	case n == c.asked-1 && n > 0:
		c.where = c.before
		return "", c.wrong("the player writes a second line, %q", wording.Clip(line))
	case n != c.asked:
		return "", c.wrong("the player answers question %d, which was not asked; it must answer question %d", n, c.asked)
	}

	c.said, c.lost = strings.TrimSpace(guess), ""
	return c.said, nil
}

// exchange sends the question, and returns the next line of the player.
func (c *conversation) exchange() (string, error) {
	c.setDeadline(c.timeout)
	_, _ = c.input.Write(c.send) // a player that does not read does not answer
	c.send = c.send[:0]
	return c.line()
}

// line reads a line of the player. The error says why it cannot.
func (c *conversation) line() (string, error) {
	text, err := c.lines.ReadSlice('\n')
	line := string(bytes.TrimRight(text, "\r\n"))

	c.said, c.lost = wording.Clip(strings.ToValidUTF8(line, "?")), "format"
	switch {
	case err == nil && utf8.ValidString(line):
		return line, nil
	case err == nil:
		return "", c.wrong("the player writes %q, which is not valid UTF-8", wording.Clip(line))
	case errors.Is(err, bufio.ErrBufferFull):
		return "", c.wrong("the player writes a line of more than %d bytes, which begins with %q", longestLine, wording.Clip(line))
	case errors.Is(err, os.ErrDeadlineExceeded) && !c.hasEnded():
		hint := ""
		if c.asked < 2 {
			hint = "; it must flush each line"
		}
		c.lost = "timeout"
		return "", c.wrong("the player has not answered within %s (--player-timeout)%s", c.timeout, hint)
	}

	c.lost = "ended"
	select {
	case <-c.ended:
	case <-time.After(patience):
		return "", c.wrong("the player has closed its output, and goes on")
	}

	noise := ""
	if last := c.noise.last(); last != "" {
		noise = fmt.Sprintf("; the last of its standard error: %q", last)
	}
	return "", c.wrong("the player ends (%s)%s", c.cmd.ProcessState, noise)
}

// quit ends the conversation. It is an error if the player writes more lines than it was asked
// for, or goes on, or leaves children behind.
func (c *conversation) quit() error {
	c.before, c.where = c.where, "at the end"
	c.setDeadline(c.timeout)
	_ = c.input.Close() // which loses no data

	if line, err := c.lines.ReadString('\n'); err == nil {
		what := "line without being asked"
		if strings.HasPrefix(line, strconv.Itoa(c.asked)+" ") {
			what, c.where = "second line", c.before
		}
		return c.wrong("the player writes a %s, %q", what, wording.Clip(strings.TrimSpace(line)))
	}

	select {
	case <-c.ended:
	case <-time.After(c.timeout):
		return c.wrong("the player goes on though its input has ended, and was ended")
	}

	for deadline := time.Now().Add(patience); len(c.left()) > 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			return c.wrong("the player has left processes behind, which were ended")
		}
	}
	return nil
}
