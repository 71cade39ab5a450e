package cli

import (
	"regexp"
	"strings"
	"testing"

	"codebreak/engine/enginetest"
)

// sentenceEnd is where a sentence of the help ends: before a capital, a digit, a flag, a quote, code or a link.
var sentenceEnd = regexp.MustCompile("[.!?]\\s+(?:[A-Z0-9≤\"`\\[*(]|--)")

// mostWords is how many words a sentence may have.
const mostWords = 30

// longSentences lists the sentences of a paragraph that have more, and counts all.
func longSentences(text string) (long []string, read int) {
	for text != "" {
		sentence, rest := text, ""
		if end := sentenceEnd.FindStringIndex(text); end != nil {
			sentence, rest = text[:end[0]+1], text[end[0]+1:]
		}
		if words := strings.Fields(sentence); len(words) > mostWords {
			long = append(long, strings.Join(words, " "))
		}
		text = strings.TrimSpace(rest)
		read++
	}
	return long, read
}

// TestHelpSentences reads the paragraphs of all helps, without examples and lists: no sentence is
// too long.
func TestHelpSentences(t *testing.T) {
	all := 0
	for paragraph := range strings.SplitSeq(helpTexts, "\n\n") {
		text := ""
		for line := range strings.Lines(paragraph) {
			if !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, "==") {
				text += line
			}
		}

		long, read := longSentences(text)
		all += read
		for _, s := range long {
			t.Errorf("more than %d words: %s", mostWords, s)
		}
	}
	if all < 200 {
		t.Errorf("%d sentences were read; are they still written so?", all)
	}
}

// TestReadmeSentences reads the READMEs, without their code and tables: no sentence is too long.
func TestReadmeSentences(t *testing.T) {
	unread := regexp.MustCompile("(?ms)^```.*?^```|^(?:    |\\|)[^\n]*")
	item := regexp.MustCompile(`(?m)^- |^#+ `)
	address := regexp.MustCompile(`\]\([^)]*\)`)
	for _, folder := range []string{"../..", "..", ".", "../../engine"} {
		text := unread.ReplaceAllString(enginetest.ReadFile(t, folder, "README.md"), "")
		text = address.ReplaceAllString(item.ReplaceAllString(text, "\n"), "]")
		for paragraph := range strings.SplitSeq(text, "\n\n") {
			long, _ := longSentences(paragraph)
			for _, s := range long {
				t.Errorf("%s/README.md: more than %d words: %s", folder, mostWords, s)
			}
		}
	}
}
