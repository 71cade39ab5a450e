//go:build !js

package report

import (
	"io"
	"slices"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

	"codebreak/report/lists"
)

// print draws the grid with box characters, for a terminal, and with rules between rows
// if some have several lines.
func (g grid) print(w io.Writer) error {
	rules := tw.Off
	if strings.Contains(strings.Join(slices.Concat(g.Rows...), ""), "\n") {
		rules = tw.On
	}

	align := lists.Map(g.Right, alignment)
	table := tablewriter.NewTable(w,
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{
			Symbols: tw.NewSymbols(tw.StyleRounded),
			Settings: tw.Settings{
				Separators: tw.Separators{BetweenRows: rules, BetweenColumns: tw.On},
			},
		})),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithRowAlignmentConfig(tw.CellAlignment{PerColumn: align}),
		tablewriter.WithHeaderAlignmentConfig(tw.CellAlignment{PerColumn: align}),
	)

	table.Header(lists.Map(g.Header, visible))
	for _, row := range g.Rows {
		if err := table.Append(lists.Map(row, visible)); err != nil {
			return err
		}
	}
	return table.Render()
}

func alignment(right bool) tw.Align {
	if right {
		return tw.AlignRight
	}
	return tw.AlignLeft
}
