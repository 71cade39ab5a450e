package base

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/spf13/cobra"

	"codebreak/report"
)

// The formats in which outcomes are written.
const (
	FormatText     = "text"
	FormatJSON     = "json"
	FormatCSV      = "csv"
	formatMarkdown = "markdown"
	formatLaTeX    = "latex"
)

var formats = []string{FormatText, FormatJSON, FormatCSV, formatMarkdown, formatLaTeX}

// A FormatFlag chooses the format of a command's output.
type FormatFlag struct {
	Format    string
	json, csv bool // short forms
}

// AddTo adds the flag to a command. It is read before the command runs.
func (f *FormatFlag) AddTo(cmd *cobra.Command) {
	cmd.PreRunE = f.read
	flags := cmd.Flags()
	flags.StringVar(&f.Format, "format", FormatText, strings.Join(formats, ", "))
	flags.BoolVar(&f.json, "json", false, "short for --format json")
	flags.BoolVar(&f.csv, "csv", false, "short for --format csv")
	Complete(cmd, "format", formats)
}

// read replaces the short forms by the format.
func (f *FormatFlag) read(cmd *cobra.Command, _ []string) error {
	switch {
	case f.json:
		f.Format = FormatJSON
	case f.csv:
		f.Format = FormatCSV
	}
	if err := OneOf("format", f.Format, formats); err != nil {
		return err
	}
	return Exclusive(cmd, "format", "json", "csv")
}

// A written value can be written in every format. Its JSON encoding is the output for programs.
type written interface {
	// Table is for spreadsheets.
	Table() *report.Table
	// Print is for people.
	Print(*Paper)
}

// Write writes the result of a command.
func (f FormatFlag) Write(cmd *cobra.Command, w written) error {
	out := cmd.OutOrStdout()
	switch f.Format {
	case FormatJSON:
		return writeJSON(out, w)
	case FormatCSV:
		return w.Table().CSV(out)
	}

	p := NewPaper(out, f.Format)
	w.Print(p)
	return p.Close()
}

// writeJSON writes a value as JSON, in one line. Characters that steer a terminal occur only in
// texts, where JSON can write them as escapes: \u009b.
func writeJSON(out io.Writer, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}

	var b bytes.Buffer
	for _, r := range string(text) {
		if strconv.IsPrint(r) {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}

	b.WriteByte('\n')
	_, err = out.Write(b.Bytes())
	return err
}
