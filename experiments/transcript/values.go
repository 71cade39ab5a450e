package transcript

import (
	"encoding/json"
	"fmt"
	"strings"

	"codebreak/engine/pattern"
	"codebreak/engine/wording"
)

// values reads JSON values: one in a line, one in several lines, or the elements of arrays. A
// value that is never closed ends where a line begins another in the same column, so that it
// costs only itself.
type values struct {
	in     *lines
	rest   string // of the current line
	column int    // of the rest
	line   int    // of the last value
	first  int    // line of the first value of the last group
	arrays int    // brackets of arrays that were passed: odd inside an array
	err    error  // that ended the last value
}

// next returns the text of the next value. The error is that of [lines.raw].
func (v *values) next() (string, error) {
	// Step 1. The value begins behind blanks, commas and brackets of an array.
	for {
		before := len(v.rest)
		v.rest = strings.TrimLeft(v.rest, " \t\r\n,")
		v.column += before - len(v.rest)
		inside := v.arrays%2 == 1

		switch {
		case v.rest == "":
			if err := v.read(); err != nil {
				return "", err
			}
			continue
		case v.rest[0] == '[' && !inside, v.rest[0] == ']' && inside:
			v.arrays++
			v.column++
			v.rest = v.rest[1:]
			continue
		}
		break
	}
	v.line = v.in.number
	column := v.column

	// Step 2. It ends with its line, or where its brackets are closed.
	var text strings.Builder
	var open brackets
	for {
		n := open.end(v.rest)
		text.WriteString(v.rest[:n])
		v.rest = v.rest[n:]
		v.column += n
		if open.depth == 0 {
			break
		}
		if text.Len() > maxDocument {
			v.in.failed = true
			return "", fmt.Errorf("the value is longer than %s bytes", wording.Thousands(maxDocument))
		}

		v.err = v.read()
		if v.in.failed {
			return "", v.err
		}
		if v.err != nil || v.column == column && strings.HasPrefix(v.rest, "{") {
			break
		}
	}
	if games := unwrapped(text.String()); games != "" {
		v.rest = games + v.rest
		return v.next()
	}
	return strings.TrimSpace(text.String()), nil
}

// wrapperKeys are the keys under which programs keep a list of games.
const wrapperKeys = "games results episodes rollouts runs samples data"

var wrapper = pattern.Of(`"(?:` + strings.ReplaceAll(wrapperKeys, " ", "|") + `)"\s*:\s*\[\s*\{`)

// unwrapped returns the games that an object lists, as an array. They have the object's player and
// game where they name none. It is empty if the object lists no games.
func unwrapped(text string) string {
	if !wrapper().MatchString(text) {
		return ""
	}
	var about object
	err := json.Unmarshal([]byte(text), &about)
	isGame := about.first(turnKeys+" config response rounds "+strings.Join(messageLists, " ")) != nil
	if err != nil || isGame {
		return ""
	}

	games := about.list(wrapperKeys)
	if len(games) == 0 { // the list is deeper inside
		return ""
	}
	for _, g := range games {
		played := objectOf(g)
		if played == nil {
			return ""
		}
		for _, key := range []string{"agent", "model", "game", "max_turns"} {
			if played[key] == nil && about[key] != nil {
				played[key] = about[key]
			}
		}
	}
	array, err := json.Marshal(games)
	if err != nil {
		return ""
	}
	return string(array)
}

// group returns the next value, or all values of its array from there on that are parts of one game.
func (v *values) group(isPart func(any) bool) (parts []any, err error) {
	text, err := v.next()
	v.first = v.line
	array := v.arrays
	for err == nil {
		var value any
		if err := json.Unmarshal([]byte(text), &value); err != nil {
			return nil, reason(err)
		}
		ends := !isPart(value)
		if ends && parts != nil {
			break
		}
		parts = append(parts, value)
		if ends {
			return parts, nil
		}
		text, err = v.next()
		if err == nil && v.arrays != array {
			break
		}
	}
	if parts == nil {
		return nil, err
	}
	v.rest = text + v.rest
	return parts, nil
}

// read reads a line, and passes its blanks.
func (v *values) read() error {
	err := v.err
	v.err = nil
	line := ""
	if err == nil {
		line, err = v.in.raw()
	}
	v.rest = strings.TrimLeft(line, " \t")
	v.column = len(line) - len(v.rest)
	return err
}

// brackets counts the brackets of a value that are open.
type brackets struct{ depth int }

// end returns where the value ends in a line of it: behind the bracket that closes it, or with
// the line.
func (b *brackets) end(line string) int {
	if b.depth == 0 && !strings.HasPrefix(line, "{") && !strings.HasPrefix(line, "[") {
		return len(line)
	}

	quoted := false // strings end with their lines
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			b.depth++
		case c == '}' || c == ']':
			if b.depth--; b.depth == 0 {
				return i + 1
			}
		}
	}
	return len(line)
}
