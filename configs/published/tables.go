package published

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"codebreak/engine/wording"
)

// A line of a table.
type line struct {
	file   string
	number int
	header []string // the names of the columns
	cells  []string
}

// cell returns the cell of a column, empty if there is none. A map for every one of
// thousands of lines would take longer to make than all tables take to read.
func (l line) cell(column string) string {
	if i := slices.Index(l.header, column); i >= 0 && i < len(l.cells) {
		return l.cells[i]
	}
	return ""
}

// errorf describes the error in a cell.
func (l line) errorf(column, format string, args ...any) error {
	return fmt.Errorf("%s:%d: column %s: %w", l.file, l.number, column, fmt.Errorf(format, args...))
}

// required returns an error if one of the columns is empty.
func (l line) required(columns ...string) error {
	for _, c := range columns {
		if l.cell(c) == "" {
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
			return nil, fmt.Errorf("%s:1: %w", file, wording.Unknown("column", name, columns))
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
			return nil, fmt.Errorf("%s:%d: %s, but %s: a cell with a comma is written \"in quotes\"",
				file, number, wording.Plural(len(cells), "cell"), wording.Plural(len(header), "column"))
		}
		for i, cell := range cells {
			cells[i] = strings.TrimSpace(cell)
		}
		lines = append(lines, line{
			file:   file,
			number: number,
			header: header,
			cells:  cells,
		})
	}
}

// embedded reads a table of the package. A test reads them all, so none fails here.
func embedded[T any](file, text string, read func(string, io.Reader) ([]T, error)) []T {
	rows, err := read(file, strings.NewReader(text))
	if err != nil {
		panic(err)
	}
	return rows
}

// linesWith returns the first line of a table of the package and the lines that contain a text, so
// that the others need no parsing. No cell of these tables has a line break.
func linesWith(table, text string) string {
	header, rest, _ := strings.Cut(table, "\n")
	some := []string{header}
	for {
		at := strings.Index(rest, text)
		if at < 0 {
			return strings.Join(some, "\n")
		}
		begin := strings.LastIndex(rest[:at], "\n") + 1
		found, after, _ := strings.Cut(rest[begin:], "\n")
		some = append(some, found)
		rest = after
	}
}

// tableError names the file and the place.
func tableError(file string, err error) error {
	if parse, ok := errors.AsType[*csv.ParseError](err); ok {
		return fmt.Errorf("%s:%d:%d: %w", file, parse.Line, parse.Column, parse.Err)
	}
	return fmt.Errorf("%s: %w", file, err)
}
