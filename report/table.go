package report

import (
	"io"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// Print draws the table with box characters, for a terminal.
func (t *Table) Print(w io.Writer) error {
	rules := tw.Off
	if t.multiline() {
		rules = tw.On
	}
	return t.render(w, renderer.NewBlueprint(tw.Rendition{
		Symbols: tw.NewSymbols(tw.StyleRounded),
		Settings: tw.Settings{
			Separators: tw.Separators{BetweenRows: rules, BetweenColumns: tw.On},
		},
	}), func(cell string) string { return cell })
}

// multiline reports whether some cell has several lines, so that rows need
// rules between them.
func (t *Table) multiline() bool {
	for _, row := range t.Rows {
		for _, cell := range row {
			if strings.Contains(cell, "\n") {
				return true
			}
		}
	}
	return false
}

// WriteMarkdown writes the table in Markdown.
func (t *Table) WriteMarkdown(w io.Writer) error {
	return t.render(w, renderer.NewMarkdown(), func(cell string) string {
		return strings.NewReplacer("|", `\|`, "\n", "<br>").Replace(cell)
	})
}

func (t *Table) render(w io.Writer, r tw.Renderer, escape func(string) string) error {
	align := make([]tw.Align, len(t.Header))
	for i := range align {
		align[i] = tw.AlignLeft
	}
	for _, i := range t.Right {
		align[i] = tw.AlignRight
	}
	table := tablewriter.NewTable(w,
		tablewriter.WithRenderer(r),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithRowAlignmentConfig(tw.CellAlignment{PerColumn: align}),
		tablewriter.WithHeaderAlignmentConfig(tw.CellAlignment{PerColumn: align}),
	)
	table.Header(escapeAll(t.Header, escape))
	for _, row := range t.Rows {
		if err := table.Append(escapeAll(row, escape)); err != nil {
			return err
		}
	}
	return table.Render()
}

func escapeAll(cells []string, escape func(string) string) []string {
	out := make([]string, len(cells))
	for i, cell := range cells {
		out[i] = escape(cell)
	}
	return out
}
