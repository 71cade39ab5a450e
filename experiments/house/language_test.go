package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"testing"

	"codebreak/engine/enginetest"
)

// banned are words that the project's prose does without: each has a plainer one, or
// is a word of ours for which the field has its own.
var banned = []struct{ pattern, instead string }{
	{`so many|so much`, "the noun itself: within n guesses"},
	{`com(e|es|ing) to`, "is, needs, totals"},
	{`(is|are|was|were|be|been|being) told`, "is given, gets"},
	{`(tell|tells|told|telling)( \S+){0,2} apart`, "distinguishes"},
	{`at hand`, "found, available"},
	{`hits?`, "solved, solves"},
	{`hitting`, "solving"},
	{`sooner`, "faster"},
	{`(left|leave|leaves|leaving)( \S+)? to chance`, "random"},
	{`by chance`, "random player, random tie-breaking"},
	{`those that`, "the noun itself"},
	{`some of them`, "some, or the noun"},
	{`(is|are) none`, "invalid, not found, there is no"},
	{`that which`, "what"},
	{`largest parts?`, "largest class"},
	{`no reading of`, "an active verb: none of the readings we tried"},
	{`by lot|best lot|the mix|crush|cunning|no mean below|no worst below|dismissed|luck in|other bars|come out to the last|proved again|as far as printed|was an equal chance`, "the field's word"},
	{`takes? long|(take|takes) (long(er)? )?than minutes|of its time`, "slow"},
	{`what comes out|what came out`, "the result"},
	{`goes on (there|where it was)|same command goes on`, "run again to resume"},
	{`how far (everything|all|they|a task|the tasks) (has|have) come`, "progress"},
	{`no reason to stop`, "warnings"},
	{`to the last secret|to the bit`, "secret by secret, bit for bit"},
	{`no (common scale|strategy here is)`, "cannot be compared; codebreak lacks it"},
	{`whatever the (strategy|secret)`, "any strategy, for all secrets"},
	{`what (else a reader|published figures suffer|a figure suffers|is called proved|no strategy|a guess is answered)`, "a noun"},
	{`what (it|they) (is|are) (a )?(figure )?of`, "the subject, the kind"},
	{`(page|pages) of all pages`, "index.html"},
	{`of one's own`, "your own"},
	{`its kin|their kin`, "similar games"},
	{`hot kernel`, "innermost loop"},
	{`(secret|code|tune)s? (is|are) known`, "identified"},
	{`beyond the (least|best)`, "excess"},
	{`makes? one answer of two`, "merges two answers"},
	{`(are|is|were|was) not said`, "is not stated"},
	{`wrong, but`, "a warning"},
}

var (
	bannedWords = func() (all []quick) {
		for _, b := range banned {
			all = append(all, quickly(`(?i)\b(?:`+b.pattern+`)\b`))
		}
		return all
	}()
	// isNo is "X is no Y", where English has "X is not a Y", or an error "invalid X".
	isNo = quickly(`(?i)(\S+) (?:is|are) no (\w+)`)
	// comparative follows "is no" in plain English.
	comparative = []string{"less", "fewer", "more", "smaller", "larger", "better", "worse", "longer", "greater", "exception"}
	// barely is "such" without "as" or "a" after it.
	barely = quickly(`(?i)(\S+ )?\bsuch\b( \w+)?`)
	// blackWhite is feedback in letters of which B would be black; here B counts right
	// colours in a wrong place.
	blackWhite = quickly(`\b[0-9]B[0-9]W\b|\bB+W+\b`)
	// quotation is what somebody else says, or a program's own text; HIT in capitals is feedback
	// as people type it, which is read.
	quotation = quickly("“[^”]*”|\"[^\"\n]*\"|`[^`\n]*`|https?://\\S+|\\bHIT\\b|Hit&Blow|Hit-and-Blow|[Tt]here (?:is|are) none|\\]\\([^)]*\\)")
)

// A quick expression first looks for its cues: of what it matches, each text has one. Most
// lines have none, and an expression takes a hundred times as long to find nothing.
type quick struct {
	*regexp.Regexp
	cues []string // in lower case; nil if there are no such texts
}

func quickly(pattern string) quick {
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		panic(err)
	}
	return quick{Regexp: regexp.MustCompile(pattern), cues: cues(parsed)}
}

// cues lists the cues of an expression.
func cues(expression *syntax.Regexp) (found []string) {
	switch expression.Op {
	case syntax.OpLiteral:
		return []string{strings.ToLower(string(expression.Rune))}
	case syntax.OpCapture, syntax.OpPlus:
		return cues(expression.Sub[0])
	case syntax.OpAlternate:
		for _, sub := range expression.Sub {
			of := cues(sub)
			if of == nil {
				return nil
			}
			found = append(found, of...)
		}
	case syntax.OpConcat:
		for _, sub := range expression.Sub {
			of := cues(sub)
			if of != nil && shortest(of) > shortest(found) {
				found = of
			}
		}
	}
	return found
}

// shortest returns the length of the shortest text; 0 if there is none.
func shortest(texts []string) int {
	least := 0
	for i, text := range texts {
		if i == 0 || len(text) < least {
			least = len(text)
		}
	}
	return least
}

// mayMatch reports whether a text in lower case has a cue.
func (q quick) mayMatch(lower string) bool {
	has := func(cue string) bool { return strings.Contains(lower, cue) }
	return q.cues == nil || slices.ContainsFunc(q.cues, has)
}

// faults lists the banned words of a text outside quotations.
func faults(text string) (found []string) {
	text = strings.ReplaceAll(text, "\n", " ")
	lower := strings.ToLower(text)
	if quotation.mayMatch(lower) {
		text = quotation.ReplaceAllString(text, "…")
		lower = strings.ToLower(text)
	}
	for _, words := range bannedWords {
		if words.mayMatch(lower) {
			found = append(found, words.FindAllString(text, -1)...)
		}
	}
	if blackWhite.mayMatch(lower) {
		found = append(found, blackWhite.FindAllString(text, -1)...)
	}
	if isNo.mayMatch(lower) {
		for _, m := range isNo.FindAllStringSubmatch(text, -1) {
			if !strings.EqualFold(m[1], "there") && !slices.Contains(comparative, m[2]) {
				found = append(found, m[0])
			}
		}
	}
	if barely.mayMatch(lower) {
		for _, m := range barely.FindAllStringSubmatch(text, -1) {
			if !slices.Contains([]string{" as", " a", " an", " that"}, m[2]) && !strings.EqualFold(strings.TrimSpace(m[1]), "no") {
				found = append(found, m[0])
			}
		}
	}
	return found
}

// TestCues checks that each banned pattern is found by its cues, and what they are.
func TestCues(t *testing.T) {
	for pattern, want := range map[string][]string{
		`so many|so much`: {"so m"}, `hits?`: {"hit"}, `(is|are) no (\w+)`: {" no "}, `(left|leave) to`: {" to"}, `\w+`: nil, `a|\w`: nil, `(?i)SUCH`: {"such"},
	} {
		parsed, err := syntax.Parse(pattern, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		if got := cues(parsed); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", pattern, got, want)
		}
	}
	for _, q := range append(bannedWords, isNo, barely, quotation) {
		if shortest(q.cues) == 0 {
			t.Errorf("%s has no cues", q)
		}
	}
}

// TestBannedWords tries the test below on text that it must find fault with.
func TestBannedWords(t *testing.T) {
	for text, want := range map[string]int{
		"solved within so many guesses": 1, "the total comes to 5,625": 1, "the secret is hit": 1, "which is told a seed": 1,
		"0123 is no code of mm4x6": 1, "the list is not at hand": 1, "such guesses are rare": 1, "tells two codes apart": 1, "1B2W": 1,
		"the share takes long": 1, "run again, and it goes on where it was": 1, "the page of all pages": 1, "the tune is known": 1,
		"there is no such guess, such as 1122, in such a game": 0, "an error if there are none": 0, "\"so many\" is what `hit` was": 0, "white whites architect": 0, "HIT BLOW": 0, "Hit rate": 1,
	} {
		if got := faults(text); len(got) != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// TestLanguage reads comments and texts of the program, and what is beside it.
func TestLanguage(t *testing.T) {
	skipped := regexp.MustCompile(`(^|/)(\.git|vendor|testdata|results)/|\.LICENSE$`)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		path = filepath.ToSlash(path)
		if err != nil || d.IsDir() || skipped.MatchString(path) {
			return err
		}
		switch filepath.Ext(path) {
		case ".go":
			if !strings.HasSuffix(path, "_test.go") {
				readGo(t, path)
			}
		case ".md", ".txt", ".js", ".tmpl", ".csv", ".cff", ".sh":
			readText(t, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestLanguageOfResults reads all pages that are committed.
func TestLanguageOfResults(t *testing.T) {
	if testing.Short() {
		t.Skip("the texts that pages are made of are read above")
	}
	for _, pattern := range []string{"*.md", "*/*.md", "*/*/*.md"} {
		for _, path := range glob(t, root, "results", filepath.FromSlash(pattern)) {
			readText(t, path)
		}
	}
}

func readText(t *testing.T, path string) {
	t.Helper()
	n := 0
	for line := range strings.Lines(enginetest.ReadFile(t, path)) {
		n++
		for _, found := range faults(line) {
			t.Errorf("%s:%d says %q", path, n, found)
		}
	}
}

func readGo(t *testing.T, path string) {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	say := func(at token.Pos, text string) {
		for _, found := range faults(text) {
			t.Errorf("%s:%d says %q", path, set.Position(at).Line, found)
		}
	}
	for _, c := range file.Comments {
		say(c.Pos(), c.Text())
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			text, _ := strconv.Unquote(literal.Value) // as the parser has read it
			say(literal.Pos(), text)
		}
		return true
	})
}
