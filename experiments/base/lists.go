package base

import (
	"context"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"codebreak/configs"
	"codebreak/engine/game"
	"codebreak/engine/game/words"
	"codebreak/experiments/store"
)

// wordFlags are the flags with the word lists of games.
type wordFlags struct {
	answers, allowed string // files
	folder           string
	options          words.ListOptions
	Secrets, guesses *words.List // the lists in them
}

// ListsVariable names the folder of lists if no flag does.
const ListsVariable = "CODEBREAK_LISTS"

// beginLists makes the lists known.
func (a *App) beginLists(cmd *cobra.Command) error {
	w := &a.Words
	w.options.Names = configs.Lists()
	folder := w.folder
	if !Given(cmd, "lists") {
		folder = os.Getenv(ListsVariable)
	} else if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return Usagef("--lists is %q; it must be a folder of word lists", folder)
	}

	words.ListsFrom(folder, w.options)
	if w.allowed != "" && w.answers == "" {
		return Usagef("--allowed needs --answers, the list of words that may be secret")
	}

	// The answers come last: if two lists have the same words, the order of the last counts.
	var err error
	if w.guesses, err = a.addList(cmd.Context(), w.allowed); err == nil {
		w.Secrets, err = a.addList(cmd.Context(), w.answers)
	}
	return Usage(err)
}

// addList makes the list of a file or pipe known, if there is one.
func (a *App) addList(ctx context.Context, file string) (l *words.List, err error) {
	if file == "" {
		return nil, nil
	}

	text, err := store.ReadPipe(ctx, file, words.MaxListBytes)
	switch {
	case err != nil:
	case text == nil:
		l, err = words.ReadList(file, a.Words.options)
	case len(text) == 0:
		err = fmt.Errorf("word list %s cannot be read: it is not a regular file, but a pipe without words", file)
	default:
		l, err = words.ParseList(file, text, a.Words.options)
	}
	if err != nil {
		return nil, err
	}

	for _, note := range l.Notes {
		a.Warn(note)
	}
	words.AddList(l)
	return l, nil
}

// GameName returns the full name of a game. People may write another name of the game, or its rule
// alone if they give lists, which must then be lists of the game.
func (w *wordFlags) GameName(name string) (string, error) {
	if w.Secrets != nil && slices.Contains(words.Rules(), words.Rule(name)) {
		g, err := words.New(words.Rule(name), w.Secrets, w.guesses)
		if err != nil {
			return "", err
		}
		return g.String(), nil
	}
	g, err := game.Parse(name)
	instead := insteadOf(name)
	_, ofWords := g.(*words.Game)
	switch {
	case err != nil && instead != "":
		return "", instead
	case err != nil:
		return name, nil // parsing it gives the error
	case w.Secrets != nil && !ofWords:
		return "", fmt.Errorf("--answers is for games of words, such as wordle, not for %s", g)
	}
	return g.String(), nil
}
