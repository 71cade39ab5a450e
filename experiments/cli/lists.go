package cli

import (
	"os"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"codebreak/configs"
	"codebreak/engine/game"
	"codebreak/engine/game/words"
)

// wordFlags are the global flags that say what games from lists are played with.
type wordFlags struct {
	answers, allowed string // files
	folder           string
}

// listsVariable names the folder of lists where no flag does.
const listsVariable = "CODEBREAK_LISTS"

func (w *wordFlags) addTo(flags *pflag.FlagSet) {
	flags.StringVar(&w.answers, "answers", "", "file of the words that may be secret, one in each line; with --game wordle, jotto, bulls or black")
	flags.StringVar(&w.allowed, "allowed", "", "file of the words that may be guessed (default: those that may be secret)")
	flags.StringVar(&w.folder, "lists", "", "folder of word lists, in which games are looked up that are named by them (default: $"+listsVariable+")")
}

// begin makes the lists known, and has a game that is named by its rule alone
// played with them.
func (w *wordFlags) begin(cmd *cobra.Command) error {
	words.NameLists(configs.Lists())
	folder := w.folder
	if !cmd.Flags().Changed("lists") {
		folder = os.Getenv(listsVariable)
	} else if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return usagef("--lists is %q; it must be a folder of word lists", folder)
	}
	words.ListsFrom(folder)
	name := cmd.Flags().Lookup("game")
	byRule := name != nil && slices.Contains(words.Rules(), words.Rule(name.Value.String()))
	if w.answers == "" {
		if w.allowed != "" {
			return usagef("--allowed goes with --answers, which names the words that may be secret")
		}
		return nil
	}
	var lists []*words.List
	for _, path := range []string{w.answers, w.allowed} {
		if path == "" {
			lists = append(lists, nil)
			continue
		}
		l, err := words.ReadList(path)
		if err != nil {
			return usageError{err}
		}
		words.AddList(l)
		lists = append(lists, l)
	}
	switch {
	case byRule:
		g, err := words.New(words.Rule(name.Value.String()), lists[0], lists[1])
		if err != nil {
			return usageError{err}
		}
		return name.Value.Set(g.String())
	case name != nil && name.Changed:
		if g, err := game.Parse(name.Value.String()); err != nil {
			return usageError{err}
		} else if _, ok := g.(*words.Game); !ok {
			return usagef("--answers goes with a game of words, such as --game wordle; %s has none", g)
		}
	}
	return nil
}
