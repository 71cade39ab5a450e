package pages

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/experiments/notebook"
)

// TestProse looks for what text.md says of no entry, and for headings that no page has.
func TestProse(t *testing.T) {
	var code strings.Builder
	for _, path := range enginetest.Must(filepath.Glob("*.go"))(t) {
		code.WriteString(enginetest.ReadFile(t, path))
	}

	parts := readProse(proseFile)
	delete(parts, "") // before the first name
	for _, e := range entries() {
		if p, ok := parts[e.Name]; ok == (e.Question != "") || ok && (p.question == "" || strings.Contains(p.about, "\n")) {
			t.Errorf("%s: the question is to stand once, here or in text.md, with a paragraph about it: %q, %q", e.Name, e.Question, p.question)
		}
		delete(parts, e.Name)
	}
	for name := range parts {
		if name != sharedProse {
			t.Errorf("text.md has a part %q, which is of no entry", name)
		}
	}

	for name, p := range readProse(proseFile) {
		page, _ := os.ReadFile(filepath.Join("../../results", name, notebook.FrontName)) // none of all entries
		for heading, text := range p.sections {
			// A heading stands in the code, or a page makes it of the name of a game.
			used := strings.Contains(code.String(), strconv.Quote(heading)) || strings.Contains(string(page), "\n## "+heading+"\n")
			if !used || text == "" {
				t.Errorf("%s: no page has the heading %q, or it has no text: %q", name, heading, text)
			}
		}
	}
}

// TestProseSentences reads text.md: no sentence has more than 30 words.
func TestProseSentences(t *testing.T) {
	const most = 30
	text := strings.NewReplacer(". ", ".\n", "? ", "?\n").Replace(proseFile)
	for sentence := range strings.Lines(text) {
		if n := len(strings.Fields(sentence)); n > most {
			t.Errorf("%d words: %s", n, sentence)
		}
	}
}
