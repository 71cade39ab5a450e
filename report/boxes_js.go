package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// print writes the cells of the grid with tabs between them: a browser has no terminal.
func (g grid) print(w io.Writer) error {
	for _, row := range slices.Insert(slices.Clone(g.Rows), 0, g.Header) {
		if _, err := fmt.Fprintln(w, visible(strings.Join(row, "\t"))); err != nil {
			return err
		}
	}
	return nil
}
