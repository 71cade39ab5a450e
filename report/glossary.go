package report

import (
	_ "embed"
	"strings"
)

// A Term is a word with what it means here.
type Term struct{ Word, Meaning string }

// glossary has a line for each word of this field that pages use.
//
//go:embed glossary.txt
var glossary string

// Glossary lists the words, each with one meaning.
func Glossary() (terms []Term) {
	for line := range strings.Lines(glossary) {
		word, meaning, _ := strings.Cut(strings.TrimSpace(line), ": ")
		terms = append(terms, Term{word, meaning})
	}
	return terms
}
