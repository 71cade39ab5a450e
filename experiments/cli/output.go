package cli

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"codebreak/engine/game"
	"codebreak/engine/short"
	"codebreak/experiments/notebook"
	"codebreak/experiments/slurm"
	"codebreak/experiments/store"
	"codebreak/report"
)

// An output remembers the first error of writing to it, for those who do not
// look: without one they have written everything. It does not wait for ever for
// a reader, such as a pager at the other end of a pipe: soon after its context
// has ended it gives up what cannot be written, and the program with it.
type output struct {
	io.Writer
	ctx context.Context
	err error
}

func (o *output) Write(text []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	done := make(chan error, 2)
	own := bytes.Clone(text) // the caller may change its bytes while a write that was given up goes on
	go func() {
		_, err := o.Writer.Write(own)
		done <- err
	}()
	defer context.AfterFunc(o.ctx, func() {
		time.Sleep(lastMoment)
		done <- o.ctx.Err()
	})()
	if o.err = <-done; o.err != nil {
		return 0, o.err
	}
	return len(text), nil
}

// Fd is that of the file written to, if it is one.
func (o *output) Fd() uintptr {
	if f, ok := o.Writer.(*os.File); ok {
		return f.Fd()
	}
	return ^uintptr(0)
}

// An interruptible writer refuses to write once its context has ended, so that
// whoever writes much to it stops.
type interruptible struct {
	ctx context.Context
	io.Writer
}

func (w interruptible) Write(text []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.Writer.Write(text)
}

// longest is how much of a text from outside is echoed, in characters.
const longest = 80

// longQuotes are quoted texts that are longer: what is echoed of them is the
// beginning, and the end, where paths have the name of the file.
var longQuotes = short.Pattern(fmt.Sprintf(`"((?:[^"\\]|\\.){%d})(?:[^"\\]|\\.)+((?:[^"\\]|\\.){%[1]d})"`, longest/2))

// longestLine is how long a message may be, in bytes.
const longestLine = 4000

// printable makes a message fit for a terminal: texts that it quotes are
// clipped, and what would steer the terminal is written as Go does in strings:
// \x1b.
func printable(message string) string {
	const ends = 1 << 15 // bytes of which at most something is shown
	if n := len(message); n > 2*ends {
		message = message[:ends] + message[n-ends:]
	}
	message = longQuotes().ReplaceAllString(message, `"$1…$2"`)
	var b strings.Builder
	for _, r := range message {
		if b.Len() > longestLine {
			b.WriteString("…")
			break
		}
		if strconv.IsPrint(r) {
			b.WriteRune(r)
		} else {
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		}
	}
	return b.String()
}

// checkOutput returns an error if a file could not be written, before the work
// for it is done. It leaves nothing behind.
func checkOutput(path string) error {
	folder := filepath.Dir(path)
	info, err := os.Stat(path)
	_, noFolder := os.Stat(folder)
	switch {
	case path == "":
		return errors.New("it is empty; it must name a file")
	case err == nil && info.IsDir():
		return fmt.Errorf("%s is a folder; it must name a file", path)
	case err == nil && info.Mode()&fs.ModeDevice != 0:
		return nil
	case errors.Is(noFolder, fs.ErrNotExist):
		return fmt.Errorf("%s cannot be written: there is no folder %s", path, folder)
	}
	return store.Failed(path+" cannot be written", store.CheckWritable(folder))
}

// writeFile writes a file, whole or not at all.
func writeFile(path string, write func(io.Writer) error) error {
	return store.Failed(path+" cannot be written", store.StreamFile(path, write))
}

// plural writes how many there are of something.
func plural(n int, what string) string {
	return humanize.Comma(int64(n)) + " " + english.PluralWord(n, what, "")
}

// Exit codes. A usage error is the caller's: something given is not allowed.
const (
	exitFailure     = 1
	exitUsage       = 2
	exitInterrupted = 130
)

// usageError marks an error as the caller's.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// usagef makes a usage error.
func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// refuse makes a usage error where something is not allowed: rules stand in lists, of which
// the first that is broken counts.
func refuse(broken bool, format string, args ...any) error {
	if broken {
		return usagef(format, args...)
	}
	return nil
}

// usage marks an error, if it is one, as the caller's.
func usage(err error) error {
	if err != nil {
		err = usageError{err}
	}
	return err
}

// usageOf marks an error, if it is one, as the caller's, and names the flag or file that
// it is about.
func usageOf(what string, err error) error { return refuse(err != nil, "%s: %w", what, err) }

// interrupted says what an interruption by the context's end left undone:
// "nothing was measured".
func interrupted(ctx context.Context, undone string) error {
	return &notebook.Interruption{Text: "interrupted; " + undone, Cause: ctx.Err()}
}

// orInterrupted is an error; where the context's end has caused it, it says what that left
// undone.
func orInterrupted(ctx context.Context, err error, undone string) error {
	if err != nil && ctx.Err() != nil {
		return interrupted(ctx, undone)
	}
	return err
}

// is reports whether an error is, or wraps, one of a type.
func is[T error](err error) bool {
	_, ok := errors.AsType[T](err)
	return ok
}

// lists says which command lists the names of a kind.
var lists = map[string]string{"game": "games", "strategy": "help subjects", "command": "help", "entry": "list"}

// What there is in place of games that people ask for by name.
const (
	oneBoard = "games of several boards are not here; a single board is wordle"
	noLies   = "games with lies are not here; wordle, whose feedback is always true, is"
	noSecret = "absurdle is Wordle without a fixed secret: play wordle --codemaker adversarial --answers FILE"
)

// relatives are these games.
var relatives = map[string]string{
	"absurdle": noSecret, "evil-wordle": noSecret, "fibble": noLies,
	"dordle": oneBoard, "quordle": oneBoard, "octordle": oneBoard, "sedecordle": oneBoard, "duotrigordle": oneBoard,
}

// explain returns the exit code for an error, and one line that tells of it.
// limit is that of time, which ends the context of work as Ctrl-C does.
func explain(err error, limit time.Duration) (code int, line string) {
	code, line = exitFailure, err.Error()
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		code = exitInterrupted
		if !is[*notebook.Interruption](err) {
			line = "interrupted"
		}
		if errors.Is(err, context.DeadlineExceeded) {
			line = strings.Replace(line, "interrupted", fmt.Sprintf("stopped at the time limit of %s", limit), 1)
		}
	case is[usageError](err), is[*notebook.RefusedError](err), is[*slurm.RefusedError](err):
		code = exitUsage
	}
	if meant := (*game.MeantError)(nil); errors.As(err, &meant) {
		line += fmt.Sprintf("; did you mean %s?", meant.Meant)
	}
	if unknown := (*game.UnknownError)(nil); errors.As(err, &unknown) && lists[unknown.What] != "" {
		if instead := relatives[strings.ToLower(unknown.Given)]; instead != "" && unknown.What == "game" {
			line = strings.Replace(line, unknown.Error(), instead, 1)
		}
		line = strings.NewReplacer("?. See", "? See", "…. See", "… See").Replace(line + ". See " + typed(strings.Fields(lists[unknown.What])...))
	}
	return code, printable(strings.ReplaceAll(line, "\n", "; "))
}

// lastMoment is how long a command goes on after it was stopped, at most, to
// say what it has found.
const lastMoment = 300 * time.Millisecond

// The formats in which outcomes are written.
const (
	formatText     = "text"
	formatJSON     = "json"
	formatCSV      = "csv"
	formatMarkdown = "markdown"
	formatLaTeX    = "latex"
)

var formats = []string{formatText, formatJSON, formatCSV, formatMarkdown, formatLaTeX}

// A formatFlag chooses the format of a command's output.
type formatFlag struct {
	format    string
	json, csv bool // short forms
}

// addTo gives a command the flag, which is read before the command runs.
func (f *formatFlag) addTo(cmd *cobra.Command) {
	cmd.PreRunE = f.read
	flags := cmd.Flags()
	flags.StringVar(&f.format, "format", formatText, strings.Join(formats, ", "))
	flags.BoolVar(&f.json, "json", false, "short for --format json")
	flags.BoolVar(&f.csv, "csv", false, "short for --format csv; an apostrophe precedes text that a spreadsheet would read as a formula")
	complete(cmd, "format", formats)
}

// read puts the format for its short forms.
func (f *formatFlag) read(cmd *cobra.Command, _ []string) error {
	switch {
	case f.json:
		f.format = formatJSON
	case f.csv:
		f.format = formatCSV
	}
	return cmp.Or(oneOf("format", f.format, formats), exclusive(cmd, "format", "json", "csv"))
}

// A written is what a command can write in every format: it is encoded as JSON as it is.
type written interface {
	// table is what a spreadsheet reads.
	table() *report.Table
	// print prints it for people.
	print(*paper)
}

// write writes what a command has found.
func (f formatFlag) write(cmd *cobra.Command, w written) error {
	out := cmd.OutOrStdout()
	switch f.format {
	case formatJSON:
		return writeJSON(out, w)
	case formatCSV:
		return w.table().CSV(out)
	}
	p := newPaper(out, f.format)
	w.print(p)
	return p.close()
}

// writeJSON writes a value as JSON, in one line. What would steer a terminal stands only in
// texts, which JSON can write without it: \u009b.
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

// A paper is what is printed for people: all of it, or nothing.
type paper struct {
	report.View
	text bytes.Buffer
	out  io.Writer
	err  error
}

func newPaper(out io.Writer, format string) *paper {
	return &paper{View: viewOf(out, format), out: out}
}

// say prints a paragraph.
func (p *paper) say(format string, args ...any) { p.Say(&p.text, format, args...) }

// show prints a table.
func (p *paper) show(t *report.Table) { p.err = errors.Join(p.err, t.Show(&p.text, p.View)) }

// space leaves a line empty, where none is left after each paragraph.
func (p *paper) space() {
	if !p.Pasted() {
		fmt.Fprintln(&p.text)
	}
}

// close writes what was printed.
func (p *paper) close() error {
	if p.err == nil {
		_, p.err = io.WriteString(p.out, p.Paint(p.text.String()))
	}
	return p.err
}

// either chooses between two values, such as words of a sentence. Both are computed.
func either[T any](is bool, yes, no T) T {
	if is {
		return yes
	}
	return no
}

// filter returns the things of a list that are to be kept.
func filter[T any](list []T, keep func(T) bool) (kept []T) {
	for _, thing := range list {
		if keep(thing) {
			kept = append(kept, thing)
		}
	}
	return kept
}

// yesOrNo is how tables have what is true or false.
func yesOrNo(is bool) string { return either(is, "yes", "no") }

// terminal returns the descriptor of a file that is a terminal.
func terminal(file any) (fd int, ok bool) {
	f, ok := file.(interface{ Fd() uintptr })
	if !ok {
		return 0, false
	}
	fd = int(f.Fd())
	return fd, term.IsTerminal(fd)
}

// viewOf returns how results are printed on w: as the format wants them, else to the
// width of the terminal, if it is one.
func viewOf(w io.Writer, format string) report.View {
	const usualWidth = 80 // of terminals that do not tell
	switch format {
	case formatMarkdown:
		return report.View{Markdown: true}
	case formatLaTeX:
		return report.View{LaTeX: true}
	}
	fd, ok := terminal(w)
	if !ok {
		return report.View{}
	}
	width, _, err := term.GetSize(fd)
	if err != nil || width < 1 {
		width = usualWidth
	}
	return report.View{Width: width, Colour: os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
}
