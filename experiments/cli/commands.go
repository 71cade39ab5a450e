package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"codebreak/engine/game"
	"codebreak/experiments/agents"
	"codebreak/experiments/base"
	"codebreak/experiments/board"
	"codebreak/experiments/explain"
	"codebreak/experiments/external"
	"codebreak/experiments/measure"
	"codebreak/experiments/runs"
	"codebreak/experiments/solve"
)

// A group is a part of the list of commands in the help.
type group struct {
	name, title string
	commands    []command
}

// A command is a row of the table of commands.
type command struct {
	name   string
	make   func(*base.App) *cobra.Command
	shared sharedFlags
	except []string // of the shared flags: they would do nothing
}

// sharedFlags are groups of flags that several commands have.
type sharedFlags int

const (
	work   sharedFlags = 1 << iota // limits of time, memory and workers, and word lists
	folder                         // the results folder
)

// groups is the table of all commands. Its order is that of the groups in the help.
func groups() []group {
	return []group{
		{name: "play", title: "Play and measure:", commands: []command{
			{name: "assist", make: board.AssistCommand, shared: work},
			{name: "play", make: board.PlayCommand, shared: work},
			{name: "measure", make: measure.Command, shared: work},
			{name: "compare", make: measure.CompareCommand, shared: work},
			{name: "plot", make: measure.PlotCommand, shared: work},
			{name: "explain", make: explain.Command, shared: work | folder},
			{name: "solve", make: solve.Command, shared: work},
			{name: "static", make: solve.StaticCommand, shared: work},
			{name: "openings", make: solve.OpeningsCommand, shared: work},
			{name: "export", make: measure.ExportCommand, shared: work},
			{name: "games", make: gamesCommand},
		}},
		{name: "notebook", title: "The notebook:", commands: append(notebookCommands(),
			command{name: "list", make: runs.ListCommand},
		)},
		{name: "judge", title: "Judge and verify:", commands: []command{
			{name: "judge", make: agents.JudgeCommand, shared: work},
			{name: "baselines", make: agents.BaselinesCommand, shared: work},
			{name: "positions", make: agents.PositionsCommand, shared: work},
			{name: "deduce", make: board.DeduceCommand, shared: work, except: []string{"workers", "quiet"}},
			{name: "verify", make: explain.VerifyCommand, shared: work | folder},
			{name: "check", make: solve.CheckCommand, shared: work},
		}},
		{name: "cluster", title: "On several machines:", commands: clusterCommands()},
	}
}

// addCommands adds the commands to the program, by groups, and two pages of help.
func addCommands(root *cobra.Command, a *base.App) {
	for _, g := range groups() {
		root.AddGroup(&cobra.Group{ID: g.name, Title: g.title})
		for _, c := range g.commands {
			cmd := c.add(root, a)
			cmd.GroupID = g.name
		}
	}

	root.AddCommand(
		&cobra.Command{Use: "subjects", Long: ownStrategies()},
		&cobra.Command{
			Use:   "player",
			Short: "How a program of yours takes part",
			Long:  strings.TrimSpace(external.Protocol),
		},
	)
}

// addCommand adds the command of a name; it reports whether there is one.
func addCommand(root *cobra.Command, a *base.App, name string) bool {
	for _, g := range groups() {
		for _, c := range g.commands {
			if c.name == name {
				c.add(root, a)
				return true
			}
		}
	}
	return false
}

func (c command) add(root *cobra.Command, a *base.App) *cobra.Command {
	cmd := c.make(a)
	c.addShared(cmd, a)
	root.AddCommand(cmd)
	return cmd
}

// completeGames has shells complete the names of games where a command takes one, by its usage.
func completeGames(root *cobra.Command) {
	for _, cmd := range root.Commands() {
		base.Complete(cmd, "game", game.WellKnown())
		if strings.HasPrefix(cmd.Use, cmd.Name()+" GAME") && cmd.ValidArgsFunction == nil {
			cmd.ValidArgs = game.WellKnown()
		}
	}
}

// addShared adds the shared flags to a command.
func (c command) addShared(cmd *cobra.Command, a *base.App) {
	if c.shared&work != 0 {
		a.WorkFlags(cmd, c.except...)
	}
	if c.shared&folder == 0 {
		return
	}

	for _, cmd := range append(cmd.Commands(), cmd) {
		cmd.Flags().StringVar(&a.Results, "results", a.Results, "results folder, with pages and answers")
	}
}
