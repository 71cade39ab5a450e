package words

import (
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
)

// TestLetters holds that capitals and small letters, composed or not, are the same game in
// fifteen languages.
func TestLetters(t *testing.T) {
	for language, list := range map[string]string{
		"English":    "crane slate trace",
		"German":     "größe süßes möbel straß",
		"French":     "élire élève étage forêt",
		"Spanish":    "señor niños árbol",
		"Portuguese": "ações então pátio",
		"Polish":     "żółty łódka źrebę",
		"Hungarian":  "őröké tűzön írást",
		"Vietnamese": "tiếng người",
		"Greek":      "λογος ταξις ωραια",
		"Russian":    "ёлкай йогам щётка",
		"Turkish":    "akışı akişi kırık ıslık",
		"Azeri":      "qızıl bilik işıqı",
		"Armenian":   "արևոտ գիրքը տունը",
		"Georgian":   "წიგნი სახლი კაცია",
		"Lithuanian": "žąsis ėdėjų ūsuot",
	} {
		words := strings.Fields(list)
		upper := unicode.ToUpper
		if language == "Turkish" || language == "Azeri" {
			upper = unicode.TurkishCase.ToUpper
		}
		small := strings.Join(words, "\n")
		capitals := strings.Map(upper, small)
		want := enginetest.Must(NewList("small", words))(t)
		g := enginetest.Must(New(Wordle, want, nil))(t)
		for form, text := range map[string]string{
			"capitals": capitals, "decomposed": norm.NFD.String(small), "decomposed capitals": norm.NFD.String(capitals),
		} {
			l := enginetest.Must(ParseList(form, []byte(text), ListOptions{}))(t)
			if other := enginetest.Must(New(Wordle, l, nil))(t); other.String() != g.String() {
				t.Errorf("%s, %s: %v, want %v", language, form, l.words, want.words)
			}
			for i, word := range strings.Fields(text) {
				if c, err := g.ParseCode(word); err != nil || g.FormatCode(c) != want.words[i] {
					t.Errorf("%s, %s: %s is read as %s, %v", language, form, word, g.FormatCode(c), err)
				}
			}
		}
	}
}

// TestTurkish holds that what may be read in two ways is said.
func TestTurkish(t *testing.T) {
	for text, note := range map[string]string{
		"AKIŞI\nAKİŞİ": "", "akışı\nakişi": "", "KIŞI\nakış": "list has ı, I and no İ: I is read as ı, as in Turkish", "KISI\nAKIS": "",
	} {
		l := enginetest.Must(ParseList("list", []byte(text), ListOptions{}))(t)
		if strings.Join(l.Notes, "") != note {
			t.Errorf("%q: %q, want %q", text, l.Notes, note)
		}
	}
}

// TestHangul types syllables for lists of letters, with and without compound letters.
func TestHangul(t *testing.T) {
	for list, typed := range map[string]string{
		"ㅂㅏㅌㅊㅕ ㅈㅓㅈㅓㄹ": "밭쳐", "ㄷㅏㄹㄱㅇㅣ": "닭이", "ㄷㅏㄺㅇㅣ": "닭이", "ㅗㅐㄴㅏ ㅇㅙㄴㅏ": "왜나", "ㅇㅗㅏㅣㄴㅏ": "왜나", "밭쳐 닭이": "닭이",
	} {
		words := strings.Fields(list)
		letters := len([]rune(words[len(words)-1]))
		words = slices.DeleteFunc(words, func(word string) bool { return len([]rune(word)) != letters })
		g := enginetest.Must(New(Wordle, enginetest.Must(NewList("korean", words))(t), nil))(t)
		for _, text := range []string{typed, norm.NFD.String(typed)} {
			if c, err := g.ParseCode(text); err != nil || g.FormatCode(c) != words[0] && g.FormatCode(c) != words[len(words)-1] {
				t.Errorf("%s: %q is read as %s, %v", list, text, g.FormatCode(c), err)
			}
		}
	}
}

// TestFold reads letters without their marks.
func TestFold(t *testing.T) {
	l := enginetest.Must(ParseList("french", []byte("pêche\npéché\nélire\nlions"), ListOptions{Fold: true}))(t)
	if !slices.Equal(l.words, []string{"peche", "elire", "lions"}) {
		t.Fatalf("%v", l.words)
	}
	g := enginetest.Must(New(Wordle, l, nil))(t)
	if c, err := g.ParseCode("ÉLIRE"); err != nil || g.FormatCode(c) != "elire" {
		t.Errorf("%v", err)
	}
	plain := enginetest.Must(New(Wordle, enginetest.Must(NewList("plain", l.words))(t), nil))(t)
	if plain.String() != g.String() {
		t.Errorf("%s and %s", plain, g)
	}
	if _, err := plain.ParseCode("élire"); err == nil {
		t.Error("é is e without --fold")
	}
}

// TestLong plays words of more than ten letters, as long as their feedback can be numbered.
func TestLong(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	words := map[string]bool{}
	for len(words) < 1000 {
		word := make([]byte, 11)
		for i := range word {
			word[i] = "abcdefgh"[rng.IntN(8)]
		}
		words[string(word)] = true
	}
	all := slices.Sorted(maps.Keys(words))

	few := enginetest.Must(NewList("few", all[:100]))(t)
	g := enginetest.Must(New(Wordle, few, nil))(t)
	if g.Outcomes() != g.OutcomeLimit()-1 || g.FormatFeedback(g.Final()) != "GGGGGGGGGGG" {
		t.Errorf("%d kinds of feedback, %d indices", g.Outcomes(), g.OutcomeLimit())
	}
	_, err := g.ParseFeedback("YYYYYYYYYYY")
	enginetest.Refused(t, "feedback that does not occur", err, `feedback "YYYYYYYYYYY" cannot occur with the words of wordle-100-`)

	many := enginetest.Must(NewList("many", all))(t)
	_, err = New(Wordle, many, nil)
	enginetest.Refused(t, "too many kinds", err, "kinds of feedback in this game; at most 65,534 are possible: take shorter lists")
	if _, err := New(Jotto, many, nil); err != nil {
		t.Error(err)
	}
}

// TestFaults reports what is wrong with a list together, and goes on without it if asked to.
func TestFaults(t *testing.T) {
	text := "abcd\nab cd\nabc\nabce\nABCD\nabcde\n\nabcf\n"
	_, err := ParseList("l", []byte(text), ListOptions{})
	enginetest.Refused(t, text, err, `l: 5 bad lines, 2: word "ab cd" contains ' '; a line is one word of letters, digits or signs; 3: word "abc" has 3 letters, most others have 4; 5: word "abcd" stands in line 1 already; correct them, or leave them out with --skip-bad`)
	l := enginetest.Must(ParseList("l", []byte(text), ListOptions{SkipBad: true}))(t)
	if !slices.Equal(l.words, []string{"abcd", "abce", "abcf"}) || len(l.Notes) != 1 || !strings.HasPrefix(l.Notes[0], `l: 5 bad lines are left out, 2: word "ab cd"`) {
		t.Errorf("%v %q", l.words, l.Notes)
	}
	_, err = ParseList("l", []byte("ab\ncd\nab\ncd"), ListOptions{})
	enginetest.Refused(t, "repeats", err, "l: 2 words are repeated, 3: word \"ab\" stands in line 1 already; 4: word \"cd\" stands in line 2 already; sort -u or --skip-bad leaves them out")
	_, err = ParseList("l", []byte(strings.Repeat("a", MaxListBytes+1)), ListOptions{})
	enginetest.Refused(t, "endless", err, "l has more than")

	array := enginetest.Must(ParseList("l", []byte(` ["Crane", "slate"]`), ListOptions{}))(t)
	if !slices.Equal(array.words, []string{"crane", "slate"}) {
		t.Errorf("%v", array.words)
	}
	for _, text := range []string{
		"\ufeffcrane\nslate", "\xff\xfec\x00r\x00a\x00n\x00e\x00\n\x00s\x00l\x00a\x00t\x00e\x00", "\xfe\xff\x00c\x00r\x00a\x00n\x00e\x00\n\x00s\x00l\x00a\x00t\x00e",
		"const words = ['crane',\n  'slate',\n];\n", "export default [\n\"crane\",\"slate\"]", "WORDS = [\n    'crane',\n    'slate',\n]\n", "['crane', 'slate']",
	} {
		decoded := enginetest.Must(ParseList("l", []byte(text), ListOptions{}))(t)
		if !slices.Equal(decoded.words, array.words) {
			t.Errorf("%q: %v", text, decoded.words)
		}
	}
	_, err = ParseList("l", []byte("c\x00r\x00\n\x00s\x00l\x00"), ListOptions{})
	enginetest.Refused(t, "UTF-16 without a mark", err, "l: 2 bad lines, 1: this is not UTF-8")
	_, err = ParseList("l", []byte(`["crane", "slates"]`), ListOptions{})
	enginetest.Refused(t, "array", err, `l:2: word "slates" has 6 letters, most others have 5`)
	blanks := enginetest.Must(ParseList("l", []byte("crane slate trace\n"), ListOptions{}))(t)
	if !slices.Equal(blanks.words, []string{"crane", "slate", "trace"}) {
		t.Errorf("%v", blanks.words)
	}
	_, err = ReadList(filepath.Join(t.TempDir(), "none"), ListOptions{})
	enginetest.Refused(t, "none", err, "no such file")
	_, err = game.Parse("wordle")
	enginetest.Refused(t, "wordle", err, "--answers")
}
