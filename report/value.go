package report

import (
	"fmt"
	"math/big"
	"reflect"
	"strconv"
	"strings"

	"codebreak/configs/published"
	"codebreak/engine/pattern"
	"codebreak/engine/wording"
)

// A Formatted value is a value whose printed form is not its plain one, such as
// a mean with five decimals, or "5629 (+4)" for 5629. CSV has the plain value.
type Formatted struct {
	Value any    // any value of a [Table]; numbers are aligned to the right
	Text  string // as people read it
}

// String returns the text, so that a Formatted can be put into a sentence.
func (f Formatted) String() string { return f.Text }

// Format prints a value as [fmt.Sprintf] formats the arguments:
//
//	report.Format(r.Total, "%d (%+d)", r.Total, r.Total-least) // 5629 (+4)
//	report.Format(given, "%d of %d", given, all)               // 12 of 30
func Format(value any, format string, args ...any) Formatted {
	return Formatted{value, fmt.Sprintf(format, args...)}
}

// Mean prints a mean with five decimals, as most sources do.
func Mean(x float64) Formatted { return Decimals(x, 5) }

// Decimals prints a number with that many decimals, and its thousands separated.
func Decimals(x float64, places int) Formatted {
	text := strconv.FormatFloat(x, 'f', places, 64)
	whole, fraction, _ := strings.Cut(text, ".")
	if n, err := strconv.Atoi(whole); err == nil && (n >= 1000 || n <= -1000) {
		text = wording.Thousands(n)
		if fraction != "" {
			text += "." + fraction
		}
	}
	return Formatted{x, text}
}

// Percent prints a number of percent with that many decimals and the sign "%".
func Percent(x float64, places int) Formatted {
	return Formatted{x, strconv.FormatFloat(x, 'f', places, 64) + "%"}
}

// Signed prints a whole number with its sign: +4, -3, +0.
func Signed(n int) Formatted {
	return Formatted{n, wording.Thousands(n)}.Signed()
}

// Signed prints a plus before what does not begin with a minus:
//
//	report.Percent(p, 2).Signed() // +1.25%
func (f Formatted) Signed() Formatted {
	if !strings.HasPrefix(f.Text, "-") {
		f.Text = "+" + f.Text
	}
	return f
}

// Linked is text that leads to an address, in Markdown and in a browser.
type Linked struct {
	Text    string
	Address string // of the web; may be empty
}

// String returns the text.
func (l Linked) String() string { return l.Text }

// A Histogram is printed as "2:4 3:59 4:574": the number of guesses, and how
// many secrets need it, without the empty start. Histogram[k] is the number of
// secrets that need k guesses.
type Histogram []int

// String returns the printed form; it is empty if there are no secrets.
func (h Histogram) String() string {
	var b strings.Builder
	for k, n := range h {
		if n == 0 && b.Len() == 0 {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strconv.Itoa(k) + ":" + wording.Thousands(n))
	}
	return b.String()
}

// A cell is a value as it is written.
type cell struct {
	text   string    // as people read it; lines end with \n
	plain  string    // as CSV has it
	number bool      // plain is a number
	absent bool      // there is no value
	link   string    // the address that it leads to; empty for none
	bars   Histogram // that the text writes; nil for another text
}

// missing is what people read where there is no value.
const missing = "-"

func newCell(value any) cell {
	switch v := value.(type) {
	case nil:
		return cell{text: missing, absent: true}
	case string:
		return textCell(v)
	case []string:
		return textCell(strings.Join(v, "\n"))
	case bool:
		return textCell(YesOrNo(v))
	case []int:
		return newCell(Histogram(v))
	case published.SourceID:
		return newCell(Linked{v.Cite(), v.Source().Link})
	case Formatted:
		c := newCell(v.Value)
		c.text = v.Text
		c.absent = false
		return c
	case Linked:
		c := textCell(v.Text)
		c.link = v.Address
		return c
	case Histogram:
		if len(v) == 0 {
			return newCell(nil)
		}
		c := textCell(v.String())
		c.plain = strings.ReplaceAll(c.plain, ",", "")
		c.bars = v
		return c
	case *big.Rat:
		if v == nil {
			return newCell(nil)
		}
		return numberCell(v.RatString())
	case fmt.Stringer:
		return textCell(fmt.Sprint(v)) // which survives a nil pointer
	}

	// Numbers of any type, and whatever else prints as text.
	switch v := reflect.ValueOf(value); {
	case v.CanInt():
		c := numberCell(strconv.FormatInt(v.Int(), 10))
		c.text = wording.Thousands(v.Int())
		return c
	case v.CanUint():
		return numberCell(strconv.FormatUint(v.Uint(), 10))
	case v.CanFloat():
		c := numberCell(strconv.FormatFloat(v.Float(), 'f', -1, 64))
		c.text = Mean(v.Float()).Text
		return c
	}
	return textCell(fmt.Sprint(value))
}

func numberCell(text string) cell {
	return cell{
		text:   text,
		plain:  text,
		number: true,
	}
}

func textCell(text string) cell {
	return cell{text: text, plain: inertText(text)}
}

// inertText puts an apostrophe before text that a spreadsheet would take for a
// formula, which no single character is.
func inertText(text string) string {
	if len(text) < 2 || !strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return text
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return text
	}
	return "'" + text
}

// checksum distinguishes lists of one length in the name of a game.
var checksum = pattern.Of(`-[0-9a-f]{16}\b`)

// ShortName is the name of a game without the checksums of its lists.
func ShortName(game string) string {
	return checksum().ReplaceAllString(game, "")
}
