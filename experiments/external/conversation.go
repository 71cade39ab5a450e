package external

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"codebreak/engine/game"
)

// longestLine is how many bytes a line of a player may have: a guess needs a few,
// and what is quoted of others is clipped.
const longestLine = 1 << 16

// A conversation is with one copy of a player.
type conversation struct {
	process *process
	game    game.Game
	timeout time.Duration
	wishes  wishes
	fail    func(error) // of the whole play: called once at most
	noise   noise

	mu     sync.Mutex
	ready  sync.Cond // of mu: there is something to send, or nothing more will be
	send   []byte
	asked  int         // questions
	await  []*question // of these, those not answered yet, in their order
	before *question   // the one answered last
	over   error       // nothing is asked any more, and why
	// closing says that the player's input has ended, and so may its output.
	closing  bool
	greeting bool // it has not greeted yet

	readers sync.WaitGroup
}

// A question is a position that a player is asked about.
type question struct {
	number int
	rounds []game.Round
	answer chan string // what the player guesses
}

// wishes are what a player asks for in its first line.
type wishes struct{ candidates, codes, random bool }

// errOver says that the conversation was ended from this side.
var errOver = errors.New("the play is over")

// converse starts a copy of a player and greets it. fail is called when the player
// does what it must not, with an error that says at which position; then nothing is
// answered any more. The conversation must be ended by quit, or by kill.
func converse(ctx context.Context, command []string, greeting []byte, g game.Game, timeout time.Duration, say func(string), fail func(error)) (*conversation, error) {
	p, err := start(command)
	if err != nil {
		return nil, err
	}
	c := &conversation{process: p, game: g, timeout: timeout, fail: fail, noise: noise{say: say}}
	c.ready.L = &c.mu
	c.noise.done = make(chan struct{})
	c.readers.Go(func() { c.noise.listen(p.errors) })
	c.send, c.greeting = greeting, true
	go c.write()
	lines := bufio.NewReaderSize(p.output, longestLine)
	c.setDeadline()
	stop := context.AfterFunc(ctx, func() { _ = p.output.SetReadDeadline(time.Now()) })
	defer stop()
	text, err := lines.ReadSlice('\n')
	c.mu.Lock()
	if err == nil && utf8.Valid(text) {
		err = c.greeted(lineOf(text))
	} else {
		err = c.broken(text, err)
	}
	c.greeting = false
	c.setDeadline()
	c.mu.Unlock()
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		c.kill()
		return nil, err
	}
	c.readers.Go(func() { c.read(lines) })
	go func() {
		<-p.ended
		c.mu.Lock()
		defer c.mu.Unlock()
		c.setDeadline()
	}()
	return c, nil
}

// greeted reads the first line of a player.
func (c *conversation) greeted(line string) error {
	words := strings.Fields(line)
	if len(words) < 2 || words[0] != "codebreak" {
		return c.wrong("before the first question", "the player's first line is %q; it must be \"codebreak %d\", perhaps with requests (candidates, codes, random)", clip(line), Version)
	}
	if words[1] != strconv.Itoa(Version) {
		return c.wrong("before the first question", "the player speaks version %q of the protocol; version %d is spoken here", clip(words[1]), Version)
	}
	for _, wish := range words[2:] {
		switch wish {
		case "candidates":
			c.wishes.candidates = true
		case "codes":
			c.wishes.codes = true
		case "random":
			c.wishes.random = true
		default:
			return c.wrong("before the first question", "the player requests %q; allowed are candidates, codes and random", clip(wish))
		}
	}
	return nil
}

// A PlayerError says what a player has done that it must not, and where.
type PlayerError struct {
	What  string // such as: the player guesses "11", ...
	Where string // the position
	Last  string // what it printed last on standard error; empty for nothing
}

func (e *PlayerError) Error() string {
	text := e.Where + ": " + e.What
	if e.Last != "" {
		text += fmt.Sprintf("; the last of its standard error: %q", e.Last)
	}
	return text
}

// wrong says what a player has done.
func (c *conversation) wrong(where, format string, args ...any) error {
	return &PlayerError{What: fmt.Sprintf(format, args...), Where: where}
}

// at names the position of a question.
func (c *conversation) at(q *question) string {
	if q == nil {
		return "before the first question"
	}
	return "at " + game.History(c.game, q.rounds)
}

// ask asks for the guess at a position; details stand between the number of the
// question and the rounds, and behind these. The error is why there is none.
func (c *conversation) ask(ctx context.Context, rounds []game.Round, before, behind string) (string, error) {
	q := &question{rounds: rounds, answer: make(chan string, 1)}
	c.mu.Lock()
	if c.over != nil {
		c.mu.Unlock()
		return "", c.over
	}
	c.asked++
	q.number = c.asked
	c.send = strconv.AppendInt(c.send, int64(q.number), 10)
	c.send = append(c.send, before...)
	for _, r := range rounds {
		c.send = append(append(c.send, ' '), c.game.FormatCode(r.Guess)...)
		c.send = append(append(c.send, ' '), c.game.FormatFeedback(r.Feedback)...)
	}
	c.send = append(append(c.send, behind...), '\n')
	c.await = append(c.await, q)
	if len(c.await) == 1 {
		c.setDeadline()
	}
	c.ready.Signal()
	c.mu.Unlock()
	select {
	case answer, ok := <-q.answer:
		if !ok {
			return "", c.over // set before the channel was closed
		}
		return answer, nil
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

// tell sends lines that want no answer.
func (c *conversation) tell(text []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.send = append(c.send, text...)
	c.ready.Signal()
}

// setDeadline is when the next line must have come. The lock must be held.
func (c *conversation) setDeadline() {
	deadline := time.Time{}
	switch {
	case c.process.hasEnded():
		// What it wrote is there to be read, but its children may keep the pipe open.
		deadline = time.Now().Add(patience / 4)
	case c.greeting || len(c.await) > 0:
		deadline = time.Now().Add(c.timeout)
	}
	_ = c.process.output.SetReadDeadline(deadline) // pipes have deadlines
}

// write sends what is there to be sent, until nothing more will be: all at once,
// while more is gathered.
func (c *conversation) write() {
	for {
		c.mu.Lock()
		for len(c.send) == 0 && c.over == nil {
			c.ready.Wait()
		}
		text, over := c.send, c.over
		c.send = nil
		c.mu.Unlock()
		if over != nil {
			return
		}
		if _, err := c.process.input.Write(text); err != nil {
			return // it does not read any more: how it ends says why
		}
	}
}

// read hands answers to those who wait for them, until the player has done
// something wrong or the conversation is over.
func (c *conversation) read(lines *bufio.Reader) {
	for {
		text, err := lines.ReadSlice('\n')
		c.mu.Lock()
		if c.over != nil || c.closing && err != nil {
			c.mu.Unlock()
			return
		}
		if err == nil && utf8.Valid(text) {
			err = c.answered(lineOf(text))
		} else {
			err = c.broken(text, err)
		}
		if err != nil {
			c.end(err)
			c.mu.Unlock()
			c.fail(err)
			return
		}
		c.mu.Unlock()
	}
}

// lineOf is a line without its end.
func lineOf(text []byte) string { return string(bytes.TrimRight(text, "\r\n")) }

// end says to all who wait that there are no answers any more. The lock must be
// held.
func (c *conversation) end(err error) {
	c.over = err
	for _, q := range c.await {
		close(q.answer)
	}
	c.await = nil
	c.ready.Broadcast()
}

// answered takes a line for the answer to the question that waits longest. The lock
// must be held.
func (c *conversation) answered(line string) error {
	number, guess, _ := strings.Cut(line, " ")
	n, err := strconv.Atoi(number)
	switch {
	case c.before != nil && err == nil && n == c.before.number:
		return c.wrong(c.at(c.before), "the player writes a second line, %q", clip(line))
	case len(c.await) == 0:
		return c.wrong(c.after(), "the player writes a line without being asked, %q", clip(line))
	}
	q := c.await[0]
	switch {
	case line == "":
		return c.wrong(c.at(q), "the player writes an empty line; it must be %d and a guess", q.number)
	case err != nil:
		return c.wrong(c.at(q), "the player writes %q; it must be %d and a guess", clip(line), q.number)
	case slices.ContainsFunc(c.await, func(later *question) bool { return later.number == n && later != q }):
		return c.wrong(c.at(q), "the player writes no line; %q answers a later question", clip(line))
	case n != q.number:
		return c.wrong(c.at(q), "the player answers question %d, which was not asked; it must answer question %d", n, q.number)
	}
	c.before, c.await = q, c.await[1:]
	q.answer <- strings.TrimSpace(guess) // there is room
	c.setDeadline()
	return nil
}

// after names the position answered last.
func (c *conversation) after() string {
	if c.before == nil {
		return "before the first question"
	}
	return "after " + game.History(c.game, c.before.rounds)
}

// broken says why there is no line that could be an answer: what was read of one,
// and the error of reading, nil if the line is no text. The lock must be held.
func (c *conversation) broken(text []byte, err error) error {
	where := c.after()
	if len(c.await) > 0 {
		where = c.at(c.await[0])
	}
	switch {
	case err == nil:
		return c.wrong(where, "the player writes %q, which is not valid UTF-8", clip(lineOf(text)))
	case errors.Is(err, bufio.ErrBufferFull):
		return c.wrong(where, "the player writes a line of more than %d bytes, which begins with %q", longestLine, clip(lineOf(text)))
	case errors.Is(err, os.ErrDeadlineExceeded) && !c.process.hasEnded():
		hint := ""
		if c.before == nil {
			hint = "; does it flush each line?"
		}
		return c.wrong(where, "the player has not answered within %s (--player-timeout)%s", c.timeout, hint)
	}
	select {
	case <-c.process.ended:
	case <-time.After(patience):
		return c.wrong(where, "the player has closed its output, and goes on")
	}
	return &PlayerError{What: fmt.Sprintf("the player ends (%s)", c.process.how()), Where: where, Last: c.noise.last()}
}

// quit ends the conversation, after the last answer. The error is that the player
// wrote more than it was asked, or went on, or something that it had started.
func (c *conversation) quit() error {
	c.mu.Lock()
	c.closing = true
	c.mu.Unlock()
	ended, alone := c.process.finish(c.timeout)
	// The last of what it has written is read, whoever keeps the pipes open.
	soon := time.Now().Add(patience / 10)
	_ = c.process.output.SetReadDeadline(soon)
	_ = c.process.errors.SetReadDeadline(soon)
	c.readers.Wait()
	c.mu.Lock()
	failed, where := c.over, c.after()
	c.mu.Unlock()
	c.kill()
	switch {
	case failed != nil:
		return failed
	case !ended:
		return c.wrong(where, "the player goes on though its input has ended, and was ended")
	case !alone:
		return c.wrong(where, "the player has left processes behind, which were ended")
	}
	return nil
}

// kill ends the player and all that it has started.
func (c *conversation) kill() {
	c.mu.Lock()
	if c.over == nil {
		c.end(errOver)
	}
	c.mu.Unlock()
	c.process.kill()
	c.readers.Wait()
}

// clip shortens text of a player.
func clip(s string) string {
	const most = 80
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}
