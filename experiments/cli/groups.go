package cli

import "github.com/spf13/cobra"

// A group is a part of the list of commands in the help.
type group struct {
	name, title string
	commands    []string
}

// groups holds every command once. Browsers lack some.
var groups = []group{
	{name: "play", title: "Play and measure:", commands: []string{
		"assist", "play", "measure", "compare", "plot", "explain", "solve", "static", "openings", "export", "games",
	}},
	{name: "notebook", title: "The notebook:", commands: []string{"run", "list", "report", "lab", "version"}},
	{name: "judge", title: "Judge and verify:", commands: []string{"judge", "baselines", "positions", "deduce", "verify", "check"}},
	{name: "cluster", title: "On several machines:", commands: []string{"submit", "status", "merge"}},
}

// addGroups has the help list the commands by groups.
func addGroups(root *cobra.Command) {
	for _, g := range groups {
		root.AddGroup(&cobra.Group{ID: g.name, Title: g.title})
		for _, name := range g.commands {
			if cmd, _, err := root.Find([]string{name}); err == nil && cmd != root {
				cmd.GroupID = g.name
			}
		}
	}
}
