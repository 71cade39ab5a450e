package words

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"codebreak/engine/game"
	"codebreak/engine/wording"
)

// A List is words of one length, each once, in lower case.
type List struct {
	game.ListID
	letters int
	words   []string // in the order of the file
	lines   []int    // the line of each word
	path    string
}

// line returns the file and line of a word.
func (l *List) line(word int) string { return fmt.Sprintf("%s:%d", l.path, l.lines[word]) }

// NewList makes a list of words that are not in a file; errors use the name in place of a
// path. The words must meet the rules of [ReadList].
func NewList(name string, words []string) (*List, error) {
	return readList(name, []byte(strings.Join(words, "\n")))
}

// maxListBytes is more than the largest list takes, line ends and all.
const maxListBytes = maxWords*(maxLetters*utf8.UTFMax+2) + 1<<16

// ReadList reads a list of words from a file in UTF-8, one in each line: of
// letters of any alphabet, digits or signs, all words of one length, which is
// counted in code points. It ignores a byte order mark, Windows line ends, spaces around
// words and empty lines at the end, and reads upper case as lower case. The error names
// the file, the line and the wrong word.
func ReadList(path string) (*List, error) {
	info, err := os.Stat(path) // first, since opening a pipe would wait
	switch {
	case err != nil:
		return nil, fmt.Errorf("word list %s cannot be read: %w", path, errors.Unwrap(err))
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("word list %s cannot be read: it is not a regular file", path)
	case info.Size() > maxListBytes:
		return nil, fmt.Errorf("word list %s has %d bytes; at most %d are allowed, for %d words", path, info.Size(), maxListBytes, maxWords)
	}

	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("word list %s cannot be read: %w", path, errors.Unwrap(err))
	}
	return readList(path, text)
}

// maxLine is more bytes than the line of a word takes, even with spaces.
const maxLine = 1 << 12

func readList(path string, text []byte) (*List, error) {
	l := &List{path: path}
	seen := map[string]int{}
	line, empty := 0, 0 // empty is the first of the last run of empty lines
	fail := func(line int, err error) (*List, error) {
		return nil, fmt.Errorf("%s:%d: %w", path, line, err)
	}

	for raw := range bytes.Lines(bytes.TrimPrefix(text, []byte("\ufeff"))) {
		line++
		word := lower(strings.TrimSpace(string(raw)))
		switch {
		case len(raw) > maxLine:
			return fail(line, fmt.Errorf("the line is too long for a word of %d letters", maxLetters))
		case !utf8.Valid(raw):
			return fail(line, errors.New("this is not UTF-8"))
		case word == "" && empty == 0:
			empty = line
		case word == "":
		case empty > 0:
			return fail(empty, errors.New("an empty line between words"))
		default:
			if err := l.check(word, seen); err != nil {
				return fail(line, err)
			}
			l.letters, seen[word] = utf8.RuneCountInString(word), line
			l.words, l.lines = append(l.words, word), append(l.lines, line)
		}
	}

	if len(l.words) == 0 {
		return nil, fmt.Errorf("word list %s is empty", path)
	}
	sorted := slices.Sorted(slices.Values(l.words))
	l.ListID = known.name(game.ListID{Words: len(l.words), SHA256: sumOf(sorted)})
	return l, nil
}

// check returns an error unless a word may follow the words of the list; lines has the
// line of each of them.
func (l *List) check(word string, lines map[string]int) error {
	letters := utf8.RuneCountInString(word)
	odd := strings.IndexFunc(word, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsGraphic(r) })
	switch {
	case letters > maxLetters:
		return fmt.Errorf("word %q has %d letters; at most %d are allowed", wording.Clip(word), letters, maxLetters)
	case l.letters > 0 && letters != l.letters:
		return fmt.Errorf("word %q has %s, those before it have %d", word, wording.Plural(letters, "letter"), l.letters)
	case lines[word] > 0:
		return fmt.Errorf("word %q stands in line %d already", word, lines[word])
	case len(l.words) == maxWords:
		return fmt.Errorf("more than %d words", maxWords)
	case odd >= 0:
		r, _ := utf8.DecodeRuneInString(word[odd:])
		return fmt.Errorf("word %q contains %q, which is not a letter, digit or sign", word, r)
	}
	return nil
}

// sumOf returns the SHA-256 of words in order, each with a line feed after it.
func sumOf(words []string) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(words, "\n")+"\n")))
}
