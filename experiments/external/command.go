package external

import (
	"errors"
	"strings"

	"github.com/kballard/go-shellquote"
)

// unfinished says what is wrong with command lines that end too early.
var unfinished = map[error]error{
	shellquote.UnterminatedSingleQuoteError: errors.New("a quote ' is not closed"),
	shellquote.UnterminatedDoubleQuoteError: errors.New(`a quote " is not closed`),
	shellquote.UnterminatedEscapeError:      errors.New("nothing follows the last backslash"),
}

// Split takes a command line apart, as a shell does: words have white space between
// them, and quotes and backslashes keep it in a word. Nothing else has a meaning: no
// shell is involved.
func Split(line string) ([]string, error) {
	if strings.ContainsRune(line, 0) {
		return nil, errors.New("it has a NUL character")
	}
	words, err := shellquote.Split(line)
	if reason, known := unfinished[err]; known {
		err = reason
	}
	if err == nil && (len(words) == 0 || words[0] == "") {
		err = errors.New("it is empty; it must be a program with its arguments, such as 'python3 mine.py'")
	}
	return words, err
}
