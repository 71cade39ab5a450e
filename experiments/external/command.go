package external

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
)

// Split takes a command line apart: words have white space between them, quotes
// (' or ") keep white space in a word, and a backslash, except between single quotes,
// keeps what follows it. Nothing else has a meaning: no shell is involved.
func Split(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	var quote rune
	inWord, escaped := false, false
	for _, r := range line {
		switch {
		case r == 0:
			return nil, errors.New("it has a NUL character")
		case escaped:
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quote != '\'':
			escaped, inWord = true, true
		case r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			quote, inWord = r, true
		case unicode.IsSpace(r):
			if inWord {
				words = append(words, word.String())
				word.Reset()
				inWord = false
			}
		default:
			word.WriteRune(r)
			inWord = true
		}
	}
	switch {
	case quote != 0:
		return nil, fmt.Errorf("a quote %c is not closed", quote)
	case escaped:
		return nil, errors.New("nothing follows the last backslash")
	case inWord:
		words = append(words, word.String())
	}
	if len(words) == 0 || words[0] == "" {
		return nil, errors.New("it is empty; it must be a program with its arguments, such as 'python3 mine.py'")
	}
	return words, nil
}
