package published

import (
	"codebreak/engine/game"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A line of a table: its cells by the names of their columns.
type line struct {
	file   string
	number int
	cells  map[string]string
}

// errorf says what is wrong with a cell.
func (l line) errorf(column, format string, args ...any) error {
	return fmt.Errorf("%s:%d: column %s: %w", l.file, l.number, column, fmt.Errorf(format, args...))
}

// required returns an error if one of the columns is empty.
func (l line) required(columns ...string) error {
	for _, c := range columns {
		if l.cells[c] == "" {
			return l.errorf(c, "it is empty")
		}
	}
	return nil
}

// readTable reads a table whose first line names its columns, in any order. Cells
// at the end of a line may be left out.
func readTable(file string, r io.Reader, columns []string) ([]line, error) {
	reader := csv.NewReader(r)
	reader.FieldsPerRecord = -1
	header, err := reader.Read()
	if errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: it is empty; its first line names the columns: %s", file, strings.Join(columns, ", "))
	}
	if err != nil {
		return nil, tableError(file, err)
	}
	header[0] = strings.TrimPrefix(header[0], "\ufeff") // as spreadsheets begin a file
	for _, name := range header {
		if !slices.Contains(columns, name) {
			return nil, fmt.Errorf("%s:1: %w", file, game.Unknown("column", name, columns))
		}
	}
	var lines []line
	for {
		cells, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return lines, nil
		}
		if err != nil {
			return nil, tableError(file, err)
		}
		number, _ := reader.FieldPos(0)
		if len(cells) > len(header) {
			return nil, fmt.Errorf("%s:%d: %d cells, but %d columns: a cell with a comma is written \"in quotes\"", file, number, len(cells), len(header))
		}
		l := line{file, number, map[string]string{}}
		for i, cell := range cells {
			l.cells[header[i]] = strings.TrimSpace(cell)
		}
		lines = append(lines, l)
	}
}

// tableError names the file and the place.
func tableError(file string, err error) error {
	var parse *csv.ParseError
	if errors.As(err, &parse) {
		return fmt.Errorf("%s:%d:%d: %w", file, parse.Line, parse.Column, parse.Err)
	}
	return fmt.Errorf("%s: %w", file, err)
}
