package external

import (
	"cmp"
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
	words, err := shellquote.Split(line)
	switch {
	case strings.ContainsRune(line, 0):
		return nil, errors.New("it has a NUL character")
	case err != nil:
		return nil, cmp.Or(unfinished[err], err)
	case len(words) == 0 || words[0] == "":
		return nil, errors.New("it is empty; it must be a program with its arguments, such as 'python3 mine.py'")
	}
	return words, nil
}
