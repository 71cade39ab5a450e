package words

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"codebreak/engine/game"
	"codebreak/engine/pattern"
	"codebreak/engine/wording"
)

// A List is words of one length, each once, in the letters of its script.
type List struct {
	game.ListID
	// Notes say what a reader of the list should know: bad lines that were left out, and
	// letters that could be read in another way.
	Notes []string

	letters int
	words   []string // in the order of the file
	lines   []int    // the line of each word
	path    string
	script  script
}

// line returns the file and line of a word.
func (l *List) line(word int) string {
	return fmt.Sprintf("%s:%d", l.path, l.lines[word])
}

// ListOptions say how a list is read.
type ListOptions struct {
	Fold    bool          // drop the marks of letters, so that é is e; the first of words that become equal counts
	SkipBad bool          // leave bad lines out
	Names   []game.ListID // the common names of lists
}

// named returns a list with its common name, if it has one.
func (o ListOptions) named(l game.ListID) game.ListID {
	for _, n := range o.Names {
		if n.SHA256 == l.SHA256 && n.Words == l.Words {
			return n
		}
	}
	return l
}

// NewList makes a list of words that are not in a file; errors use the name in place of a
// path. The words must meet the rules of [ParseList].
func NewList(name string, words []string) (*List, error) {
	return ParseList(name, []byte(strings.Join(words, "\n")), ListOptions{})
}

// MaxListBytes exceeds the size of the largest list, with its line ends.
const MaxListBytes = maxWords*(maxLetters*utf8.UTFMax+2) + 1<<16

// ReadList reads a list of words from a regular file, see [ParseList].
func ReadList(path string, o ListOptions) (*List, error) {
	info, err := os.Stat(path) // first, since opening a pipe would wait
	switch {
	case err != nil:
		return nil, fmt.Errorf("word list %s cannot be read: %w", path, errors.Unwrap(err))
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("word list %s cannot be read: it is not a regular file", path)
	case info.Size() > MaxListBytes:
		return nil, fmt.Errorf("word list %s has %s bytes; at most %s are allowed, for %s words",
			path, wording.Thousands(info.Size()), wording.Thousands(MaxListBytes), wording.Thousands(maxWords))
	}

	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("word list %s cannot be read: %w", path, errors.Unwrap(err))
	}
	return ParseList(path, text, o)
}

// maxLine exceeds the bytes of a line with a word, even with spaces.
const maxLine = 1 << 12

// ParseList reads a list of words: one in each line, a JSON array of them, or a column of a table,
// see [wordsIn]. Words have letters of any alphabet, digits or signs, without quotes, commas and
// semicolons, and all have one length, which is counted in code points. The text is in UTF-8, or
// has a byte order mark. Windows line ends, spaces around words and empty lines at the end are
// ignored. Letters are composed (NFC), and capitals read as small letters, by Turkish rules if the
// list has İ or ı. The error names the file and the first bad lines.
func ParseList(path string, text []byte, o ListOptions) (*List, error) {
	if len(text) > MaxListBytes {
		return nil, fmt.Errorf("word list %s has more than %s bytes", path, wording.Thousands(MaxListBytes))
	}

	// Step 1. The lines, and the letters that they are written with.
	text = wording.Decoded(text)
	var lines []string
	switch {
	case bytes.HasPrefix(text, []byte("{")):
		return nil, fmt.Errorf(`word list %s is a JSON object; it must be an array, such as ["crane", "slate"]`, path)
	case !bytes.HasPrefix(bytes.TrimSpace(text), []byte("[")) || json.Unmarshal(text, &lines) != nil:
		lines = wordsIn(string(text))
	}
	l := &List{path: path, script: scriptOf(strings.Join(lines, ""), o.Fold)}
	all := norm.NFC.String(string(text))
	if l.script.turkish && strings.Contains(all, "I") && !strings.Contains(all, "İ") {
		l.Notes = append(l.Notes, fmt.Sprintf("%s has ı, I and no İ: I is read as ı, as in Turkish", path))
	}

	// Step 2. The words, and what is wrong with the lines.
	bad := l.add(lines, o)
	if len(l.words) > maxWords {
		return nil, fmt.Errorf("%s:%d: more than %s words", path, l.lines[maxWords], wording.Thousands(maxWords))
	}
	first := strings.Join(bad.first, "; ")
	switch {
	case bad.count == 0:
	case o.SkipBad:
		l.Notes = append(l.Notes, fmt.Sprintf("%s: %s left out, %s",
			path, wording.Count(bad.count, "bad line is", "bad lines are"), first))
	case bad.count == 1:
		return nil, fmt.Errorf("%s:%s", path, first)
	case bad.count == bad.repeated:
		return nil, fmt.Errorf("%s: %s words are repeated, %s; sort -u or --skip-bad leaves them out",
			path, wording.Thousands(bad.count), first)
	default:
		return nil, fmt.Errorf("%s: %s bad lines, %s; correct them, or leave them out with --skip-bad",
			path, wording.Thousands(bad.count), first)
	}
	if len(l.words) == 0 {
		return nil, fmt.Errorf("word list %s is empty", path)
	}

	sorted := slices.Sorted(slices.Values(l.words))
	l.ListID = o.named(game.ListID{Words: len(l.words), SHA256: sumOf(sorted)})
	return l, nil
}

// arrayForm is an array as programs write it: words = ['crane', 'slate'].
var arrayForm = pattern.Of(`^\s*(?:[^\[\n]*(?:=|default)\s*)?\[([^\[\]]*)\][\s;]*$`)

// wordsIn returns the word of each line. In a table words stand below the title "word" or the like,
// or beside numbers, such as ranks and weights. A table of one line is a list of words.
// Lines that are neither stay as they are.
func wordsIn(text string) []string {
	if array := arrayForm().FindStringSubmatch(text); array != nil {
		text = strings.Join(strings.Fields(array[1]), " ")
	}
	lines := strings.Split(strings.TrimRight(text, " \t\r\n"), "\n")
	titles := cellsOf(lines[0])
	column := slices.IndexFunc(titles, isTitle)
	if len(titles) == 1 || slices.ContainsFunc(titles, isNumber) {
		column = -1
	}
	isList := strings.ContainsAny(text, ",;\t") || len(titles) > 2
	if len(lines) == 1 && len(titles) > 1 && !isNumber(titles[1]) && isList {
		return titles
	}

	for i, line := range lines {
		cells := cellsOf(line)
		if column >= 0 && column < len(cells) {
			cells = cells[column:][:1]
		}
		if len(cells) > 1 {
			cells = slices.DeleteFunc(cells, isNumber)
		}
		if len(cells) == 1 {
			lines[i] = cells[0]
		}
	}
	if column >= 0 {
		lines[0] = ""
	}
	return lines
}

// cellsOf divides a line at commas, semicolons and blanks, and takes quotes off. Empty cells at the
// end are left out.
func cellsOf(line string) []string {
	var cells []string
	for cell := range strings.FieldsFuncSeq(strings.TrimSpace(line), isSeparator) {
		cell = strings.Trim(cell, `"`)
		if strings.HasPrefix(cell, "'") && strings.HasSuffix(cell, "'") {
			cell = strings.Trim(cell, "'")
		}
		cells = append(cells, cell)
	}
	return cells
}

func isSeparator(r rune) bool { return strings.ContainsRune(",; \t", r) }

func isTitle(cell string) bool {
	return slices.Contains(strings.Fields("word words answer answers code secret solution"), strings.ToLower(cell))
}

func isNumber(cell string) bool {
	return strings.ContainsAny(cell, "0123456789") && strings.Trim(cell, "0123456789.eE+-/") == ""
}

// faults are the bad lines of a list.
type faults struct {
	count, repeated int
	first           []string // with their lines
}

// add adds a bad line.
func (f *faults) add(line int, fault string) {
	const shown = 3
	if f.count++; f.count <= shown {
		f.first = append(f.first, fmt.Sprintf("%d: %s", line, fault))
	}
}

// add adds the words that have the most common length, and returns the bad lines.
func (l *List) add(lines []string, o ListOptions) (bad faults) {
	counts := map[int]int{} // words by their number of letters
	for i, line := range lines {
		lines[i] = l.script.normal(strings.TrimSpace(line))
		n := utf8.RuneCountInString(lines[i])
		counts[n]++
		if n > 0 && counts[n] > counts[l.letters] || l.letters == 0 {
			l.letters = n
		}
	}

	seen := map[string]int{} // the line of each word
	empty := 0               // the first of the last run of empty lines
	for i, word := range lines {
		line := i + 1
		title := i == 0 && isTitle(word)
		if title && utf8.RuneCountInString(word) == l.letters {
			l.Notes = append(l.Notes, fmt.Sprintf("%s:1: %q is read as a word, not as a title", l.path, word))
			title = false
		}
		if word == "" || title {
			if empty == 0 && l.words != nil {
				empty = line
			}
			continue
		}
		if empty > 0 {
			bad.add(empty, "an empty line between words")
		}
		empty = 0

		fault := l.fault(word)
		switch {
		case seen[word] > 0 && o.Fold:
		case seen[word] > 0:
			bad.repeated++
			bad.add(line, fmt.Sprintf("word %q stands in line %d already", word, seen[word]))
		case fault != "":
			bad.add(line, fault)
		default:
			seen[word] = line
			l.words, l.lines = append(l.words, word), append(l.lines, line)
		}
	}
	return bad
}

// fault says what is wrong with a word of the list; empty if nothing is.
func (l *List) fault(word string) string {
	letters := utf8.RuneCountInString(word)
	odd := strings.IndexFunc(word, func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsGraphic(r) || strings.ContainsRune(`",;`, r)
	})
	switch {
	case !utf8.ValidString(word) || strings.ContainsAny(word, "\x00\ufffd"):
		return "this is not UTF-8"
	case len(word) > maxLine:
		return fmt.Sprintf("the line is too long for a word of %d letters", maxLetters)
	case odd >= 0:
		r, _ := utf8.DecodeRuneInString(word[odd:])
		return fmt.Sprintf("word %q contains %q; a line is one word of letters, digits or signs", wording.Clip(word), r)
	case letters > maxLetters:
		return fmt.Sprintf("word %q has %d letters; at most %d are allowed", wording.Clip(word), letters, maxLetters)
	case letters != l.letters:
		return fmt.Sprintf("word %q has %s, most others have %d", word, wording.Plural(letters, "letter"), l.letters)
	}
	return ""
}

// sumOf returns the SHA-256 of words in order, each with a line feed after it.
func sumOf(words []string) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(words, "\n")+"\n")))
}
