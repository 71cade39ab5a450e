package game

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A ListID identifies a list of words, in whatever order and file.
type ListID struct {
	Words int `json:"words"`
	// SHA256 is that of the words in lower case and alphabetical order, each with
	// a line feed after it, in hexadecimal digits.
	SHA256 string `json:"sha256"`
	// Name and About are what the list is commonly known as, if that is known.
	Name  string `json:"name,omitempty"`
	About string `json:"about,omitempty"`
}

// shortDigits is how many digits of a SHA-256 stand in names of games.
const shortDigits = 16

// identity writes the list in the name of a game.
func (l ListID) identity() string { return fmt.Sprintf("%d-%s", l.Words, l.SHA256[:shortDigits]) }

func (l ListID) note() string {
	if l.Name == "" {
		return fmt.Sprintf("SHA-256 %s…", l.SHA256[:shortDigits])
	}
	return fmt.Sprintf("%s: %s", l.Name, l.About)
}

// A WordList is words of one length, each once, in lower case.
type WordList struct {
	ListID
	letters int
	words   []string // in the order of the file
	lines   []int    // of the words in the file; nil if they are no file's
	path    string
}

// line says where a word stands.
func (l *WordList) line(word int) string {
	if l.lines == nil {
		return l.path
	}
	return fmt.Sprintf("%s:%d", l.path, l.lines[word])
}

// NewWordList makes a list of words that are in no file; errors go by the name. The
// words must be as [ReadWordList] says.
func NewWordList(name string, words []string) (*WordList, error) {
	return readWordList(name, strings.NewReader(strings.Join(words, "\n")))
}

// maxListBytes is more than the largest list takes, line ends and all.
const maxListBytes = MaxWords*(MaxLetters*utf8.UTFMax+2) + 1<<16

// ReadWordList reads a list of words from a file in UTF-8, one in each line: of
// letters of any alphabet, digits or signs, all words of one length, which is
// counted in code points. A byte order mark, Windows line ends, spaces around words
// and empty lines at the end are left out, and upper case is read as lower case.
// The error names the file, the line and the word at fault.
func ReadWordList(path string) (*WordList, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("word list %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, fmt.Errorf("word list %w", err)
	case info.IsDir():
		return nil, fmt.Errorf("word list %s is a folder; it must be a file", path)
	case info.Size() > maxListBytes:
		return nil, fmt.Errorf("word list %s has %d bytes; at most %d are allowed, for %d words", path, info.Size(), maxListBytes, MaxWords)
	}
	return readWordList(path, f)
}

func readWordList(path string, r io.Reader) (*WordList, error) {
	l := &WordList{path: path}
	fail := func(line int, format string, args ...any) (*WordList, error) {
		return nil, fmt.Errorf("%s:%d: %w", path, line, fmt.Errorf(format, args...))
	}
	seen := map[string]int{}
	empty := 0 // the first of the empty lines that were read last
	lines := bufio.NewScanner(io.LimitReader(r, maxListBytes))
	lines.Buffer(make([]byte, 0, 1<<12), 1<<12)
	line := 0
	for lines.Scan() {
		line++
		text := lines.Bytes()
		if line == 1 {
			text = bytes.TrimPrefix(text, []byte("\ufeff"))
		}
		if !utf8.Valid(text) {
			return fail(line, "this is not UTF-8")
		}
		word := lower(strings.TrimSpace(string(text)))
		if word == "" {
			if empty == 0 {
				empty = line
			}
			continue
		}
		letters := utf8.RuneCountInString(word)
		switch {
		case empty > 0:
			return fail(empty, "an empty line between words")
		case letters > MaxLetters:
			return fail(line, "word %q has %d letters; at most %d are allowed", clip(word), letters, MaxLetters)
		case l.letters > 0 && letters != l.letters:
			return fail(line, "word %q has %s, those before it have %d", word, plural(letters, "letter"), l.letters)
		case seen[word] > 0:
			return fail(line, "word %q stands in line %d already", word, seen[word])
		case len(l.words) == MaxWords:
			return fail(line, "more than %d words", MaxWords)
		}
		if i := strings.IndexFunc(word, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsGraphic(r) }); i >= 0 {
			r, _ := utf8.DecodeRuneInString(word[i:])
			return fail(line, "word %q has %q in it, which is no letter, digit or sign", word, r)
		}
		l.letters = letters
		seen[word] = line
		l.words, l.lines = append(l.words, word), append(l.lines, line)
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return fail(line+1, "the line is too long for a word of %d letters", MaxLetters)
	case err != nil:
		return nil, fmt.Errorf("word list %s: %w", path, err)
	case len(l.words) == 0:
		return nil, fmt.Errorf("word list %s is empty", path)
	}
	l.ListID = known.name(ListID{Words: len(l.words), SHA256: sumOf(slices.Sorted(slices.Values(l.words)))})
	return l, nil
}

// sumOf returns the SHA-256 of words in order, each with a line feed after it.
func sumOf(words []string) string {
	h := sha256.New()
	for _, word := range words {
		io.WriteString(h, word)
		h.Write([]byte{'\n'})
	}
	return hex.EncodeToString(h.Sum(nil))
}

// ErrNoList says that a list is not at hand, though the name of a game is well formed.
// It adds nothing to the text of the error that wraps it.
var ErrNoList = errNoList{}

type errNoList struct{}

func (errNoList) Error() string { return "" }

// A library is what names of games from lists stand for. As a name says what the
// words are, by their checksum, it means the same however the library grows: only
// whether it can be read depends on that.
type library struct {
	mu      sync.Mutex
	names   []ListID
	lists   map[string]*WordList // by identity
	games   map[string]*Words    // by name
	folder  string               // not read yet
	refused []string             // files of folders that are no lists, and why
}

var known = library{lists: map[string]*WordList{}, games: map[string]*Words{}}

// NameLists says what lists are commonly known as, for lists that are read later.
func NameLists(names []ListID) {
	known.mu.Lock()
	defer known.mu.Unlock()
	known.names = names
}

// name completes what is known of a list.
func (k *library) name(l ListID) ListID {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, n := range k.names {
		if n.SHA256 == l.SHA256 && n.Words == l.Words {
			return n
		}
	}
	return l
}

// AddList makes a list known, so that names of games that hold it can be read.
func AddList(l *WordList) {
	known.mu.Lock()
	defer known.mu.Unlock()
	known.add(l)
}

func (k *library) add(l *WordList) {
	if old := k.lists[l.identity()]; old != nil && slices.Equal(old.words, l.words) {
		return
	}
	k.lists[l.identity()] = l
	for name, g := range k.games { // their order of the file may be another now
		if slices.ContainsFunc(g.lists, func(other ListID) bool { return other.SHA256 == l.SHA256 }) {
			delete(k.games, name)
		}
	}
}

// ListsFrom has lists looked for in a folder, in files whose names end in .txt, once
// one is needed that is not known.
func ListsFrom(folder string) {
	known.mu.Lock()
	defer known.mu.Unlock()
	known.folder = folder
}

// readFolder reads the lists of the folder.
func (k *library) readFolder() {
	folder := k.folder
	k.folder = ""
	if folder == "" {
		return
	}
	paths, _ := filepath.Glob(filepath.Join(escapeGlob(folder), "*.txt")) // the pattern is well formed
	if len(paths) == 0 {
		k.refused = append(k.refused, fmt.Sprintf("%s holds no file whose name ends in .txt", folder))
	}
	for _, path := range paths {
		k.mu.Unlock() // reading names the list
		l, err := ReadWordList(path)
		k.mu.Lock()
		if err != nil {
			k.refused = append(k.refused, err.Error())
			continue
		}
		k.add(l)
		name := strings.TrimSuffix(filepath.Base(path), ".txt")
		if i := slices.IndexFunc(k.names, func(n ListID) bool { return n.Name == name }); i >= 0 && k.names[i].SHA256 != l.SHA256 {
			k.refused = append(k.refused, fmt.Sprintf("%s is not what goes by that name: its SHA-256 is %s…, not %s…", path, l.SHA256[:shortDigits], k.names[i].SHA256[:shortDigits]))
		}
	}
}

var globSpecial = regexp.MustCompile(`[][*?\\]`)

func escapeGlob(s string) string { return globSpecial.ReplaceAllString(s, `\$0`) }

// id reads the identity of a list, or its common name.
func (k *library) id(text string) ListID {
	for _, n := range k.names {
		if n.Name == text || n.identity() == text {
			return n
		}
	}
	count, sum, _ := strings.Cut(text, "-")
	words, _ := strconv.Atoi(count) // the pattern leaves only digits
	return ListID{Words: words, SHA256: sum}
}

// list returns a list by its identity, or by its common name.
func (k *library) list(text string) (*WordList, error) {
	want := k.id(text)
	id := want.identity()
	if k.lists[id] == nil {
		k.readFolder()
	}
	if l := k.lists[id]; l != nil {
		return l, nil
	}
	err := fmt.Sprintf("the list %s is not at hand", id)
	if want.Name != "" {
		err = fmt.Sprintf("the list %s (%d words, SHA-256 %s…) is not at hand", want.Name, want.Words, want.SHA256[:shortDigits])
	}
	const shown = 2
	if n := len(k.refused); n > 0 {
		err += ": " + strings.Join(k.refused[:min(n, shown)], "; ")
	} else {
		err += "; name the folder of lists with --lists or CODEBREAK_LISTS"
	}
	return nil, fmt.Errorf("%s%w", err, ErrNoList)
}

// words returns the game of the name, which is made by the function if it is not
// known.
func (k *library) words(name string, make func() (*Words, error)) (*Words, error) {
	k.mu.Lock()
	w := k.games[name]
	k.mu.Unlock()
	if w != nil {
		return w, nil
	}
	w, err := make()
	if err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	w = cmp.Or(k.games[w.name], w)
	k.games[w.name], k.games[name] = w, w
	return w, nil
}

// splitLists reads the name of a game from lists: a rule and one or two lists, each by
// its number of words and checksum, or by its common name. It is nil for other names.
func splitLists(name string) (ruleAndLists []string) {
	known.mu.Lock()
	defer known.mu.Unlock()
	list := fmt.Sprintf(`[0-9]+-[0-9a-f]{%d}`, shortDigits)
	for _, n := range known.names {
		list += "|" + regexp.QuoteMeta(n.Name)
	}
	m := regexp.MustCompile(fmt.Sprintf(`^(%s)-(%s)(?:-(%s))?$`, strings.ReplaceAll(joined(Rules()), ", ", "|"), list, list)).FindStringSubmatch(name)
	if m == nil {
		return nil
	}
	return slices.DeleteFunc(m[1:], func(part string) bool { return part == "" })
}

// DescribeLists says what a game from lists is, as far as its name tells, so that
// its lists need not be at hand; ok is false for other games.
func DescribeLists(name string) (about string, ok bool) {
	parts := splitLists(name)
	if parts == nil {
		return "", false
	}
	known.mu.Lock()
	defer known.mu.Unlock()
	var lists []ListID
	for _, text := range parts[1:] {
		lists = append(lists, known.id(text))
	}
	return aboutLists(Rule(parts[0]), lists), true
}

// parseLists reads the name of a game from lists, which must be at hand.
func parseLists(name string) (g Game, ok bool, err error) {
	parts := splitLists(name)
	if parts == nil {
		if slices.Contains(Rules(), Rule(name)) {
			return nil, true, fmt.Errorf("game %s is played with words: give a file of those that may be secret with --answers", name)
		}
		return nil, false, nil
	}
	w, err := known.words(name, func() (*Words, error) {
		known.mu.Lock()
		answers, err := known.list(parts[1])
		var allowed *WordList
		if err == nil && len(parts) > 2 {
			allowed, err = known.list(parts[2])
		}
		known.mu.Unlock()
		if err != nil {
			return nil, fmt.Errorf("game %s: %w", clip(name), err)
		}
		return NewWords(Rule(parts[0]), answers, allowed)
	})
	if err != nil {
		return nil, true, err
	}
	return w, true, nil
}
