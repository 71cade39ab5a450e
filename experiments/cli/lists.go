package cli

import (
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"codebreak/configs"
	"codebreak/engine/game"
	"codebreak/engine/game/words"
	"codebreak/experiments/notebook/ask"
)

// wordFlags are the global flags that say what games from lists are played with.
type wordFlags struct {
	answers, allowed string // files
	folder           string
	secrets, guesses *words.List // what they hold
}

// listsVariable names the folder of lists where no flag does.
const listsVariable = "CODEBREAK_LISTS"

// begin makes the lists known.
func (w *wordFlags) begin(cmd *cobra.Command) error {
	words.NameLists(configs.Lists())
	folder := w.folder
	if !given(cmd, "lists") {
		folder = os.Getenv(listsVariable)
	} else if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return usagef("--lists is %q; it must be a folder of word lists", folder)
	}
	words.ListsFrom(folder)
	if w.allowed != "" && w.answers == "" {
		return usagef("--allowed goes with --answers, which names the words that may be secret")
	}
	// The answers come last: of lists with the same words the order of the last counts.
	var err error
	if w.guesses, err = addList(w.allowed); err == nil {
		w.secrets, err = addList(w.answers)
	}
	return usage(err)
}

// addList makes the list of a file known, if there is one.
func addList(file string) (l *words.List, err error) {
	if file != "" {
		l, err = words.ReadList(file)
	}
	if l != nil {
		words.AddList(l)
	}
	return l, err
}

// parseGame reads the name of a game that fits the memory. What is wrong is the caller's to
// put right.
func (a *app) parseGame(name string) (g game.Game, err error) {
	if name, err = a.words.gameName(name); err == nil {
		g, err = game.Parse(name)
	}
	if err == nil {
		err = ask.CheckMemory(a.env(), g)
	}
	return g, usage(err)
}

// gameName returns the name that a game gives itself; it may be written as people call it,
// or as a rule alone where lists are given. They must go with it.
func (w *wordFlags) gameName(name string) (string, error) {
	if w.secrets != nil && slices.Contains(words.Rules(), words.Rule(name)) {
		g, err := words.New(words.Rule(name), w.secrets, w.guesses)
		if err != nil {
			return "", err
		}
		return g.String(), nil
	}
	g, err := game.Parse(name)
	_, ofWords := g.(*words.Game)
	switch {
	case err != nil:
		return name, nil // who parses it says what is wrong
	case w.secrets != nil && !ofWords:
		return "", fmt.Errorf("--answers is for games of words, such as wordle, not for %s", g)
	}
	return g.String(), nil
}
