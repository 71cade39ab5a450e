package words

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"codebreak/engine/game"
	"codebreak/engine/wording"
)

// shortDigits is the number of digits of a SHA-256 in names of games.
const shortDigits = 16

// identity is what names of games call a list.
func identity(l game.ListID) string {
	return fmt.Sprintf("%d-%s", l.Words, l.SHA256[:shortDigits])
}

func note(l game.ListID) string {
	if l.Name == "" {
		return fmt.Sprintf("SHA-256 %s…", l.SHA256[:shortDigits])
	}
	return fmt.Sprintf("%s: %s", l.Name, l.About)
}

// ErrNoList says that a list is unavailable: the name of the game is valid, but there is
// no file with the list. It adds nothing to the text of the error that wraps it.
var ErrNoList = errors.New("")

// A library resolves the names of games from lists. A name identifies its words by
// their checksum, so its meaning never changes: the library only decides whether it
// can be read.
type library struct {
	mu      sync.Mutex
	lists   map[string]*List // by identity
	games   map[string]*Game // by name
	folder  string           // the folder, until it is read
	options ListOptions      // how its lists are read, and the names of lists
	refused []string         // files of the folder that are not lists, and why
}

// known is global because games are found by their names alone, wherever one is read: see
// [game.Register].
var known = library{lists: map[string]*List{}, games: map[string]*Game{}}

// AddList adds a list, so that names of games that contain it can be read.
func AddList(l *List) {
	known.mu.Lock()
	defer known.mu.Unlock()
	known.add(l)
}

func (k *library) add(l *List) {
	id := identity(l.ListID)
	old := k.lists[id]
	if old != nil && slices.Equal(old.words, l.words) {
		return
	}
	k.lists[id] = l

	// The order of the file may have changed.
	outdated := func(_ string, w *Game) bool { return strings.Contains(w.name, id) }
	maps.DeleteFunc(k.games, outdated)
}

// ListsFrom names the folder of missing lists: its files whose names end in .txt are read
// once a list is missing. Lists may go by the names in the options from then on.
func ListsFrom(folder string, o ListOptions) {
	known.mu.Lock()
	defer known.mu.Unlock()
	known.folder = folder
	known.options = o
}

// readFolder reads the lists of the folder.
func (k *library) readFolder() {
	folder := k.folder
	k.folder = ""
	if folder == "" {
		return
	}

	files, _ := fs.Glob(os.DirFS(folder), "*.txt") // the pattern is well formed
	if len(files) == 0 {
		k.refused = append(k.refused, fmt.Sprintf("%s holds no file whose name ends in .txt", folder))
	}

	for _, file := range files {
		path := filepath.Join(folder, file)
		l, err := ReadList(path, k.options)
		if err != nil {
			k.refused = append(k.refused, err.Error())
			continue
		}

		if k.lists[identity(l.ListID)] == nil { // among lists with the same words the first counts
			k.add(l)
		}
		name := strings.TrimSuffix(file, ".txt")
		names := k.options.Names
		i := slices.IndexFunc(names, func(n game.ListID) bool { return n.Name == name })
		if i >= 0 && names[i].SHA256 != l.SHA256 {
			is := l.SHA256[:shortDigits]
			not := names[i].SHA256[:shortDigits]
			k.refused = append(k.refused, fmt.Sprintf("%s is not the list of that name: its SHA-256 is %s…, not %s…", path, is, not))
		}
	}
}

// id reads the identity of a list, or its common name.
func (k *library) id(name string) game.ListID {
	for _, n := range k.options.Names {
		if n.Name == name || identity(n) == name {
			return n
		}
	}
	count, sum, _ := strings.Cut(name, "-")
	words, _ := strconv.Atoi(count) // isList allows only digits
	return game.ListID{Words: words, SHA256: sum}
}

// list returns a list by its identity, or by its common name.
func (k *library) list(name string) (*List, error) {
	want := k.id(name)
	id := identity(want)
	if k.lists[id] == nil {
		k.readFolder()
	}
	if l := k.lists[id]; l != nil {
		return l, nil
	}

	err := fmt.Sprintf("word list %s not found", cmp.Or(want.Name, id))
	const shown = 2
	if n := len(k.refused); n > 0 {
		err += ": " + strings.Join(k.refused[:min(n, shown)], "; ")
	} else {
		err += "; pass its folder with --lists"
	}
	return nil, fmt.Errorf("%s%w", err, ErrNoList)
}

// game returns the game of the name; if there is none yet, the function makes it.
func (k *library) game(name string, make func() (*Game, error)) (*Game, error) {
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

// splitLists divides the name of a game from lists into the rule and one or two lists, each
// its number of words and checksum, or its common name. It is nil for other names.
func splitLists(name string) (ruleAndLists []string) {
	known.mu.Lock()
	defer known.mu.Unlock()
	for _, rule := range Rules() {
		lists, ok := strings.CutPrefix(name, string(rule)+"-")
		switch {
		case !ok:
			continue
		case known.isList(lists):
			return []string{string(rule), lists}
		}
		for i := range lists {
			if lists[i] == '-' && known.isList(lists[:i]) && known.isList(lists[i+1:]) {
				return []string{string(rule), lists[:i], lists[i+1:]}
			}
		}
	}
	return nil
}

// isList reports whether a text can name a list.
func (k *library) isList(text string) bool {
	count, sum, _ := strings.Cut(text, "-")
	isIdentity := count != "" && strings.Trim(count, "0123456789") == "" &&
		len(sum) == shortDigits && strings.Trim(sum, "0123456789abcdef") == ""
	isNamed := func(l game.ListID) bool { return l.Name == text }
	return isIdentity || slices.ContainsFunc(k.options.Names, isNamed)
}

// Describe describes a game from lists by its name alone, without its lists; ok is false
// for other games.
func Describe(name string) (about string, ok bool) {
	parts := splitLists(name)
	if parts == nil {
		return "", false
	}
	known.mu.Lock()
	defer known.mu.Unlock()
	var lists []game.ListID
	for _, list := range parts[1:] {
		lists = append(lists, known.id(list))
	}
	return aboutLists(Rule(parts[0]), lists), true
}

// SecretsOf returns the number of secrets of a game from lists, by its name alone; ok is
// false for other games.
func SecretsOf(name string) (secrets int, ok bool) {
	parts := splitLists(name)
	if parts == nil {
		return 0, false
	}
	known.mu.Lock()
	defer known.mu.Unlock()
	return known.id(parts[1]).Words, true
}

// FromLists reports whether a name belongs to a game from lists, available or not.
func FromLists(name string) bool { return splitLists(name) != nil }

// ofCodes names the games of digits and colours that people mean by the name of a rule.
var ofCodes = map[Rule]string{Bulls: "bulls-and-cows", Black: "bp4x6"}

// parseLists reads the name of a game from lists, which must be available.
func parseLists(name string) (g game.Game, ok bool, err error) {
	parts := splitLists(name)
	if parts == nil {
		if slices.Contains(Rules(), Rule(name)) {
			err := fmt.Errorf("game %s needs word lists: --answers FILE, and --allowed FILE for more guesses", name)
			if meant := ofCodes[Rule(name)]; meant != "" {
				err = wording.MeantInstead(err, meant)
			}
			return nil, true, err
		}
		return nil, false, nil
	}

	w, err := known.game(name, func() (*Game, error) {
		known.mu.Lock()
		answers, err := known.list(parts[1])
		var allowed *List
		if err == nil && len(parts) > 2 {
			allowed, err = known.list(parts[2])
		}
		known.mu.Unlock()
		if err != nil {
			return nil, fmt.Errorf("game %s: %w", wording.Clip(name), err)
		}
		return New(Rule(parts[0]), answers, allowed)
	})
	if err != nil {
		return nil, true, err
	}
	return w, true, nil
}
