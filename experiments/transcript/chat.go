package transcript

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"codebreak/engine/game"
	"codebreak/engine/pattern"
)

// The errors of texts: without a game, codes cannot be found among words.
var (
	errNoGame  = errors.New(`it names no "game", such as mm4x6; add --game`)
	errNoGuess = errors.New("no guess with its feedback is found")
)

// chats reads conversations in JSON: objects with messages, or an array of messages. The
// assistant guesses, or else the user.
type chats struct {
	in    *values
	rules game.Game
}

func newChats(in *lines, o Options) reader {
	return &chats{in: &values{in: in}, rules: o.Rules}
}

func (r *chats) game() (Game, error) {
	messages, err := r.in.group(isMessage)
	line := r.in.first
	if messages == nil {
		return Game{Line: line}, err
	}
	about := objectOf(messages[0])
	if isMessage(messages[0]) {
		about = nil
	} else {
		messages, _ = messages[0].([]any)
	}
	for _, key := range messageLists {
		messages = append(messages, about.list(key)...)
	}
	response := about.in("response")
	messages = append(messages, response.list("output")...)

	g, err := talked(r.in.in.ctx, r.rules, messages, line, player)
	other, fault := talked(r.in.in.ctx, r.rules, messages, line, codemaker)
	if fault == nil && other.withFeedback() > g.withFeedback() {
		g, err = other, nil
	}
	g.Line = line
	g.Agent = about.text("agent") + about.text("model") + response.text("model")
	g.ID = about.text("id")
	g.Game = cmp.Or(about.text("game"), g.Game)
	g.Limit = max(g.Limit, about.number("max_turns"))
	for _, key := range []string{"answer", "secret", "target"} {
		g.Secret = cmp.Or(g.Secret, strings.Trim(about.text(key), "[] "))
	}
	return g, err
}

// isMessage reports whether a value is a message.
func isMessage(value any) bool {
	o := objectOf(value)
	return o.speaker() != "" && o.said() != ""
}

func (o object) speaker() string {
	return cmp.Or(o.text("role")+o.text("from"), o.text("type"))
}

// said returns the text of a message, which may be in parts, and with calls of tools.
func (o object) said() string {
	var parts []string
	for _, key := range []string{"content", "value", "arguments", "output"} {
		if text, ok := o[key].(string); ok {
			parts = append(parts, spread(text))
		}
	}
	for _, part := range slices.Concat(o.list("content"), o.list("parts"), o.list("tool_calls")) {
		o := objectOf(part)
		call := o.in("function")
		parts = append(parts, o.text("text"), spread(call["arguments"]), spread(o["input"]), spread(o["content"]))
	}
	return strings.TrimSpace(strings.Join(parts, "\n"))
}

// talked reads the game of some messages, in which the player or the codemaker guesses.
func talked(ctx context.Context, rules game.Game, messages []any, line int, guesser speaker) (Game, error) {
	c := conversation{ctx: ctx, rules: rules, isChat: true}
	for _, m := range messages {
		o := objectOf(m)
		switch {
		case ctx.Err() != nil:
			return Game{}, ctx.Err()
		case o.speaker() == "reasoning":
		case o.speaker() == "system":
			c.learn(o.said())
		case speakerOf(o.speaker()) == guesser:
			c.hear(message{by: player, text: o.said(), line: line})
		default:
			for _, part := range split(o.said()) {
				c.hear(part)
			}
		}
	}
	if c.rules == nil {
		return Game{}, errNoGame
	}
	g, err := c.end()
	if err == nil && len(g.Rounds) == 0 {
		err = errNoGuess
	}
	return g, err
}

// The names of speakers, in small letters.
var (
	players    = strings.Fields("assistant gpt chatgpt claude gemini function_call ai bot model agent player codebreaker guesser")
	codemakers = strings.Fields("game message prompt user me you human system host codemaker feedback environment env tool")
)

// speakerOf returns who speaks under a name; anyone if nobody has it.
func speakerOf(name string) speaker {
	name = strings.ToLower(name)
	switch {
	case slices.Contains(players, name):
		return player
	case slices.Contains(codemakers, name):
		return codemaker
	}
	return anyone
}

var (
	label = pattern.Of(`^\W{0,4}(?:\[([A-Za-z]+)(?: ?\d+)?\]:?|([A-Za-z]+)(?: ?\d+| said)?:)\s*(.*)$`)
	turn  = pattern.Of(`(?i)^\W*(?:turn|guess|round|attempt|try|step)\s*#?\d+\b`)
	reply = pattern.Of(`(?i)^\W*(?:\w+ ){0,3}(?:guess|feedback|result|answer|response)\s*:`)
)

// labelled returns the speaker of a line that begins with one.
func labelled(line string) (by speaker, text string, ok bool) {
	m := label().FindStringSubmatch(line)
	if m == nil {
		return anyone, line, false
	}
	by = speakerOf(m[1] + m[2])
	if by == anyone || m[1] == "" && by == codemaker && strings.EqualFold(m[2], "feedback") {
		return anyone, line, false
	}
	return by, m[3], true
}

// split takes the text of a codemaker apart. It may repeat messages, each behind the name of its
// speaker.
func split(text string) (messages []message) {
	current := message{by: codemaker}
	var more strings.Builder // of the current message
	end := func() {
		current.text += more.String()
		messages = append(messages, current)
		more.Reset()
	}

	for line := range strings.Lines(text) {
		if by, said, ok := labelled(strings.TrimSpace(line)); ok {
			end()
			current = message{by: by, text: said + "\n"}
			continue
		}
		more.WriteString(line)
	}
	end()
	return messages
}

// maxMessage is how much of a message is read, in bytes: its guess or feedback stands before.
const maxMessage = 1 << 20

// logLines reads logs, in which games follow each other. A line begins a message if it names a
// speaker or a turn; the other lines belong to the message before.
type logLines struct {
	in    *lines
	talk  conversation
	held  *message // begins the next game
	next  *message // its first line
	more  []byte   // its other lines
	end   error    // after the last message
	games int

	guesser speaker // the player, or else the codemaker
}

// newLogLines tries who guesses in the beginning of the log.
func newLogLines(in *lines, o Options) reader {
	start, _ := in.in.Peek(64 << 10)
	r := &logLines{in: in, talk: conversation{ctx: in.ctx, rules: o.Rules}, guesser: player}
	most := 0
	for _, by := range []speaker{player, codemaker} {
		l := &lines{ctx: in.ctx, in: bufio.NewReader(bytes.NewReader(start))}
		try := &logLines{in: l, talk: r.talk, guesser: by}
		if g, err := try.game(); err == nil && g.withFeedback() > most {
			r.guesser = by
			most = g.withFeedback()
		}
	}
	return r
}

func (r *logLines) game() (Game, error) {
	for {
		m, err := r.message()
		if err != nil && err != io.EOF {
			return Game{}, err
		}

		started := r.talk.isStarted()
		switch {
		case started && (err == io.EOF || m.by != player && begins().MatchString(m.text)):
		case err == io.EOF && r.games > 0:
			return Game{}, err
		case err == io.EOF && r.talk.rules == nil:
			r.games++
			return Game{Line: 1}, errNoGame
		case err == io.EOF:
			r.games++
			return Game{Line: 1}, errNoGuess
		case r.talk.hear(m):
			continue
		}
		r.held = &m
		r.games++
		return r.talk.end()
	}
}

// message returns the next message.
func (r *logLines) message() (message, error) {
	if r.held != nil && r.held.text != "" {
		m := *r.held
		r.held = nil
		return m, nil
	}
	for {
		if r.end != nil && r.next == nil {
			return message{}, r.end
		}

		line := ""
		if r.end == nil {
			line, r.end = r.in.next()
		}
		by, text, ok := labelled(line)
		if by != anyone && r.guesser == codemaker {
			by = player + codemaker - by
		}
		if !ok && r.continues(line) {
			if len(r.more) < maxMessage {
				r.more = append(r.more, "\n"+text...)
			}
			continue
		}

		done := r.next
		r.next = nil
		if r.end == nil {
			r.next = &message{by: by, text: text, line: r.in.number}
		}
		if done != nil {
			done.text += string(r.more)
			r.more = r.more[:0]
			return *done, nil
		}
	}
}

// continues reports whether a line that names no speaker belongs to the message before it. A message
// without a speaker has further lines only if it begins a turn, and ends before a reply, or if both
// are numbers, which may be bulls and cows.
func (r *logLines) continues(line string) bool {
	if r.end != nil || r.next == nil || turn().MatchString(line) {
		return false
	}
	if r.next.by == anyone {
		isCounted := isCount(r.talk.rules, r.next.text) && isCount(r.talk.rules, line)
		return isCounted || turn().MatchString(r.next.text) && !reply().MatchString(line)
	}
	return true
}

// isLog reports whether the begin of a text is a log: it names speakers or turns, or has codes
// and feedback in turn, a line each.
func isLog(ctx context.Context, g game.Game, start string) bool {
	code := false // of the line before
	seen := false // a line
	for line := range strings.Lines(joinCounts(g, start)) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if _, _, ok := labelled(line); ok || turn().MatchString(line) || reply().MatchString(line) {
			return true
		}
		if g == nil {
			continue
		}
		_, noCode := g.ParseCode(line)
		_, noFeedback := g.ParseFeedback(line)
		if !seen && noCode != nil && noFeedback == nil {
			return false // feedback before its guess
		}
		seen = true
		events := eventsIn(ctx, g, line)
		rounds, bare := pairs(events)
		if code && len(rounds) == 0 && len(bare) > 0 {
			return true
		}
		_, err := g.ParseCode(name().ReplaceAllString(line, "$1"))
		code = err == nil || code && events == nil
	}
	return false
}

// unknownForm says what JSON of no known form holds.
func unknownForm(start string) error {
	if strings.Contains(start, "\x00") {
		return errors.New("it holds no text")
	}
	keys := keysOf(start)
	if keys == nil {
		return errors.New("it is JSON without an object")
	}
	return fmt.Errorf("it is JSON with the keys %s, and none of a known form", strings.Join(keys[:min(len(keys), 5)], ", "))
}

// keysOf lists the keys of the first object of JSON, as far as it goes; nil without one.
func keysOf(start string) (keys []string) {
	d := json.NewDecoder(strings.NewReader(start))
	token, err := d.Token()
	for err == nil && token == json.Delim('[') {
		token, err = d.Token()
	}
	if err != nil || token != json.Delim('{') {
		return nil
	}

	for d.More() {
		key, err := d.Token()
		if err != nil {
			break
		}
		keys = append(keys, fmt.Sprint(key))
		var value json.RawMessage
		if d.Decode(&value) != nil {
			break
		}
	}
	return keys
}
