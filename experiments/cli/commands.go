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
			{make: board.AssistCommand, shared: work},
			{make: board.PlayCommand, shared: work},
			{make: measure.Command, shared: work},
			{make: measure.CompareCommand, shared: work},
			{make: measure.PlotCommand, shared: work},
			{make: explain.Command, shared: work | folder},
			{make: solve.Command, shared: work},
			{make: solve.StaticCommand, shared: work},
			{make: solve.OpeningsCommand, shared: work},
			{make: measure.ExportCommand, shared: work},
			{make: gamesCommand},
		}},
		{name: "notebook", title: "The notebook:", commands: append(notebookCommands(),
			command{make: runs.ListCommand},
		)},
		{name: "judge", title: "Judge and verify:", commands: []command{
			{make: agents.JudgeCommand, shared: work},
			{make: agents.BaselinesCommand, shared: work},
			{make: agents.PositionsCommand, shared: work},
			{make: board.DeduceCommand, shared: work, except: []string{"workers", "quiet"}},
			{make: explain.VerifyCommand, shared: work | folder},
			{make: solve.CheckCommand, shared: work},
		}},
		{name: "cluster", title: "On several machines:", commands: clusterCommands()},
	}
}

// addCommands adds the commands to the program, by groups, and two pages of help.
func addCommands(root *cobra.Command, a *base.App) {
	for _, g := range groups() {
		root.AddGroup(&cobra.Group{ID: g.name, Title: g.title})
		for _, c := range g.commands {
			cmd := c.make(a)
			cmd.GroupID = g.name
			c.addShared(cmd, a)
			root.AddCommand(cmd)
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
