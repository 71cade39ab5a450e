package cli

import (
	"regexp"
	"strings"
	"testing"
)

// sentenceEnd is where a sentence of the help ends: before a capital, a digit, a flag or a quote.
var sentenceEnd = regexp.MustCompile(`[.!?]\s+(?:[A-Z0-9≤"]|--)`)

// TestHelpSentences reads the paragraphs of all helps, without examples and lists: no sentence has
// more than 30 words.
func TestHelpSentences(t *testing.T) {
	const most = 30
	read := 0
	for paragraph := range strings.SplitSeq(helpTexts, "\n\n") {
		text := ""
		for line := range strings.Lines(paragraph) {
			if !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, "==") {
				text += line
			}
		}

		for text != "" {
			sentence, rest := text, ""
			if end := sentenceEnd.FindStringIndex(text); end != nil {
				sentence, rest = text[:end[0]+1], text[end[0]+1:]
			}
			if n := len(strings.Fields(sentence)); n > most {
				t.Errorf("%d words: %s", n, strings.Join(strings.Fields(sentence), " "))
			}
			text = strings.TrimSpace(rest)
			read++
		}
	}
	if read < 200 {
		t.Errorf("%d sentences were read; are they still written so?", read)
	}
}
