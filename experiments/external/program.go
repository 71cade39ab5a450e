package external

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/kballard/go-shellquote"

	"codebreak/engine/pattern"
)

// A Program is a player whose results are kept: its command, and the state of its file. Its
// guesses are supposed to depend on nothing else.
type Program struct {
	Name    string   `json:"player"`  // for tables; letters, digits, spaces, dots, hyphens
	Command []string `json:"command"` // the program and its arguments; paths are from the folder in which codebreak runs
	File    string   `json:"file"`    // of the program, such as its script
	SHA256  string   `json:"sha256"`  // of the file, 64 small hexadecimal digits
	Version string   `json:"version"` // as its author counts
}

var (
	plainText = pattern.Of(`^[A-Za-z0-9][A-Za-z0-9 .-]{0,39}$`)
	hashText  = pattern.Of(`^[0-9a-f]{64}$`)
)

// Validate returns an error unless the description is complete. It does not look at the file.
func (p Program) Validate() error {
	if !plainText().MatchString(p.Name) || !plainText().MatchString(p.Version) {
		return fmt.Errorf("player %q, version %q: both must have 1 to 40 letters, digits, spaces, dots and hyphens", p.Name, p.Version)
	}
	if len(p.Command) == 0 || p.Command[0] == "" || p.File == "" || !hashText().MatchString(p.SHA256) {
		return fmt.Errorf("player %s needs a command, a file and its SHA-256", p.Name)
	}
	return nil
}

// CheckFile returns an error unless the file has the hash of the description.
func (p Program) CheckFile() error {
	text, err := os.ReadFile(p.File)
	if err != nil {
		return fmt.Errorf("player %s: its file cannot be read (paths are from the folder in which codebreak runs): %w", p.Name, err)
	}
	if got := fmt.Sprintf("%x", sha256.Sum256(text)); got != p.SHA256 {
		return fmt.Errorf("player %s: %s has the SHA-256 %.12s, not %.12s; if that is meant, declare the new hash and version", p.Name, p.File, got, p.SHA256)
	}
	return nil
}

// unfinished has our errors for command lines that end too early.
var unfinished = map[error]error{
	shellquote.UnterminatedSingleQuoteError: errors.New("a quote ' is not closed"),
	shellquote.UnterminatedDoubleQuoteError: errors.New(`a quote " is not closed`),
	shellquote.UnterminatedEscapeError:      errors.New("nothing follows the last backslash"),
}

// Split takes a command line apart as a shell does: words have white space between them, and
// quotes and backslashes keep it in a word. Other characters have no meaning: no shell is
// involved.
func Split(line string) ([]string, error) {
	if strings.ContainsRune(line, 0) {
		return nil, errors.New("it has a NUL character")
	}

	words, err := shellquote.Split(line)
	switch {
	case err != nil:
		return nil, cmp.Or(unfinished[err], err)
	case len(words) == 0 || words[0] == "":
		return nil, errors.New("it is empty; it must be a program with its arguments, such as 'python3 mine.py'")
	}
	return words, nil
}
