package proof

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/game/pegs"
	"codebreak/engine/game/words"
	"codebreak/engine/internal/numbers"
)

// newRules are the rules of a peg game.
func newRules(t testing.TB, name string) *Rules {
	t.Helper()
	g, err := pegs.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewRules(g)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// checkText checks a proof in a text.
func checkText(text string) error {
	_, _, err := Check(context.Background(), strings.NewReader(text), nil, nil)
	return err
}

// randomPosition plays a few random guesses against a random secret.
func randomPosition(r *Rules, random *rand.Rand, within int) Position {
	p := Position{Set: numbers.Below[int32](len(r.secrets)), Left: within}
	secret := r.secrets[random.IntN(len(r.secrets))]
	for range 1 + random.IntN(3) {
		guess := int32(random.IntN(len(r.guesses)))
		feedback := r.game.Reference(secret, r.guesses[guess])
		if feedback == r.game.Final() || p.Left == 1 {
			break
		}
		p = p.after(guess, r.after(p.Set, guess, feedback))
	}
	return p
}

// TestRulesAreTrue compares what the rules say of random sets with an exhaustive search.
func TestRulesAreTrue(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	most, rounds := 14, 60
	if enginetest.Long() {
		most, rounds = 18, 300
	}
	for _, name := range []string{"mm2x4", "mm3x4", "bc3x5", "bp3x4", "bc4x5", "mm4x3", "mm1x5", "bp2x2"} {
		r := newRules(t, name)
		e := exact{Rules: r, totals: map[string]int{}}
		for range rounds {
			p := randomPosition(r, random, random.IntN(6))
			if len(p.Set) > most {
				continue
			}
			step := r.At(p)
			total := e.total(p.Set, p.Left, Infinite)
			if leaf := step.Leaf(Infinite); leaf > total {
				t.Errorf("%s: rule 4 proves %d of %v, which costs %d", name, leaf, p, total)
			}
			for guess := range r.guesses {
				for _, part := range r.split(p.Set, int32(guess)) {
					left := max(0, p.Left-1)
					total := Infinite
					if p.Left != 1 {
						total = e.total(part, left, Infinite)
					}
					if bound := step.Part(part); bound > total || bound < step.Size(len(part)) {
						t.Errorf("%s: rules 1 and 2 prove %d and %d of %v after %v, which costs %d", name, step.Size(len(part)), bound, part, p, total)
					}
				}
			}
		}
	}
}

// TestPartsTogether looks at the parts of guesses one by one, and together: that is the same.
func TestPartsTogether(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, g := range []game.Game{newRules(t, "mm3x4").game, newRules(t, "bc4x6").game, smallWords(t, "crane", "slate", "stale", "least", "tales", "steal", "later", "alert", "crate", "react", "trace", "trees")} {
		together, err1 := NewRules(g)
		alone, err2 := NewRules(g)
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
		for range 20 {
			at := randomPosition(together, random, random.IntN(6))
			guess := int32(random.IntN(len(together.guesses)))
			var parts []Position
			for _, part := range together.Split(at.Set, guess) {
				parts = append(parts, Position{Path: append(slices.Clip(at.Path), guess), Set: part.Set, Left: max(0, at.Left-1)})
			}
			if len(parts) == 0 {
				continue
			}
			for i, step := range together.AtParts(parts) {
				one := alone.At(parts[i])
				one.rules = together
				if !reflect.DeepEqual(step, one) {
					t.Errorf("%s, %v: %+v, alone %+v", g, parts[i], step, one)
				}
			}
		}
	}
}

// TestLook compares how many parts kept guesses make with a count, one by one: guesses are
// looked at together where many of them are kept.
func TestLook(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for _, name := range []string{"mm3x5", "bc4x7", "bp3x6", "mm4x4", "bp2x9"} {
		r := newRules(t, name)
		together := 0
		for range 40 {
			p := randomPosition(r, random, random.IntN(6))
			step := r.At(p)
			if r.hasMasks(len(step.kept)) {
				together++
			}
			inside, most := 0, 0
			for i, guess := range step.kept {
				parts, least := len(r.split(p.Set, guess)), 3*len(p.Set)
				isIn := slices.Contains(p.Set, r.secretOf[guess])
				switch {
				case isIn:
					inside = max(inside, parts)
					least -= parts + 2
				case parts == 1:
					least = math.MaxInt32
				default:
					least -= parts
				}
				most = max(most, parts)
				if int(step.least[i]) != least {
					t.Errorf("%s, %v: guess %d costs at least %d by its parts, not %d", name, p, guess, least, step.least[i])
				}
			}
			if step.inside != inside || step.most != most {
				t.Errorf("%s, %v: at most %d and %d parts, not %d and %d", name, p, inside, most, step.inside, step.most)
			}
		}
		if together == 0 || together == 40 {
			t.Errorf("%s: guesses were looked at together %d times", name, together)
		}
	}
}

// TestKept compares rule 3 with all renamings, one by one.
func TestKept(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, name := range []string{"mm3x4", "bc3x4", "bp3x3", "mm2x5", "bc4x5", "mm1x4"} {
		r := newRules(t, name)
		positions, colours := r.game.Shape()
		var orders, palettes [][]int
		for order := range numbers.Permutations(positions) {
			orders = append(orders, slices.Clone(order))
		}
		for palette := range numbers.Permutations(colours) {
			palettes = append(palettes, slices.Clone(palette))
		}
		rename := func(c game.Code, order, palette []int) (image game.Code) {
			for i, from := range order {
				image = image.With(i, palette[c.At(from)])
			}
			return image
		}

		for range 20 {
			path := randomPosition(r, random, 0).Path
			smallest := slices.Clone(r.guesses)
			for _, order := range orders {
				for _, palette := range palettes {
					fixes := func(guess int32) bool { return rename(r.guesses[guess], order, palette) == r.guesses[guess] }
					if slices.ContainsFunc(path, func(guess int32) bool { return !fixes(guess) }) {
						continue
					}
					for i, c := range r.guesses {
						smallest[i] = min(smallest[i], rename(c, order, palette))
					}
				}
			}
			var want []int32
			for i, c := range r.guesses {
				if smallest[i] == c {
					want = append(want, int32(i))
				}
			}
			if got := r.keptAfter(path); !slices.Equal(got, want) {
				t.Errorf("%s after %v: %v is kept, not %v", name, path, got, want)
			}
		}
	}
}

// claimsToProve returns claims of which the emitter finds a proof, in as much time as the
// run of tests has.
func claimsToProve() []string {
	claims := []string{
		"mm2x3 21", "mm3x5 451", "bp3x4 280", "mm4x4 905", "bc4x6 1446", "bc3x5 196", "mm1x3 6",
		"mm2x12 847", "bc2x13 948", "mm4x4 from 1111 1035", "mm3x5 within 5 from 451 451",
	}
	if !testing.Short() {
		claims = append(claims, "bp3x5 645", "mm4x5 2463", "mm4x5 within 4 x")
	}
	if enginetest.Long() {
		claims = append(claims, "mm4x5 within 5 2463", "bc4x7 within 5 x", "mm4x6 5625", "mm4x6 within 5 5626", "bc4x7 3639")
	}
	return claims
}

// TestProofs checks proofs, and that none proves one more.
func TestProofs(t *testing.T) {
	proved := claimsToProve()
	var texts []string
	for _, claim := range proved {
		text := emit(t, claim, nil)
		c, lemmas, err := Check(t.Context(), strings.NewReader(text), nil, nil)
		if err != nil || c.String() != claim || lemmas != strings.Count(text, "\n")-1 {
			t.Errorf("%s: %v, %d, %v", claim, c, lemmas, err)
		}
		texts = append(texts, text)
		if c.Total < Infinite {
			raised := strings.Replace(text, strconv.Itoa(c.Total), strconv.Itoa(c.Total+1), 1)
			if checkText(raised) == nil {
				t.Errorf("%s: one more is accepted", claim)
			}
		}
	}

	for i, said := range python(t, texts) {
		if !strings.HasPrefix(said, "proved: "+proved[i]+" (") {
			t.Errorf("%s: check.py says %q", proved[i], said)
		}
	}
}

// mutate changes a proof at random. It returns the kind of the change.
func mutate(random *rand.Rand, text string) (kind, mutant string) {
	lines := strings.SplitAfter(text, "\n")
	lines = lines[:len(lines)-1]
	i := 1 + random.IntN(len(lines)-1)
	digit := func(line string) string {
		at := random.IntN(len(line) - 1)
		return line[:at] + string("0123456789 x"[random.IntN(12)]) + line[at+1:]
	}

	switch kinds := []string{"raised", "lowered", "deleted", "swapped", "changed", "indented", "doubled", "claim changed"}; kinds[random.IntN(len(kinds))] {
	case "raised":
		lines[i] = addToLast(lines[i], 1+random.IntN(3))
		return "raised", strings.Join(lines, "")
	case "lowered":
		lines[i] = addToLast(lines[i], -1)
		return "lowered", strings.Join(lines, "")
	case "deleted":
		return "deleted", strings.Join(slices.Delete(lines, i, i+1), "")
	case "swapped":
		j := 1 + random.IntN(len(lines)-1)
		lines[i], lines[j] = lines[j], lines[i]
		return "swapped", strings.Join(lines, "")
	case "changed":
		lines[i] = digit(lines[i])
		return "changed", strings.Join(lines, "")
	case "indented":
		lines[i] = " " + lines[i]
		return "indented", strings.Join(lines, "")
	case "doubled":
		return "doubled", strings.Join(slices.Insert(lines, i, lines[i]), "")
	}
	lines[0] = digit(lines[0])
	return "claim changed", strings.Join(lines, "")
}

// addToLast adds to the bound at the end of a line, unless it is x.
func addToLast(line string, n int) string {
	at := strings.LastIndex(line, " ") + 1
	bound, err := strconv.Atoi(strings.TrimSpace(line[at:]))
	if err != nil {
		return line
	}
	return line[:at] + strconv.Itoa(bound+n) + "\n"
}

// TestMutants changes proofs. The checkers agree; where they accept a change, all lemmas of
// small sets are true.
func TestMutants(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	rounds := map[string]int{"mm3x5 451": 25, "mm3x5 within 5 451": 25, "mm4x4 905": 25}
	switch {
	case testing.Short():
		rounds = map[string]int{"mm3x5 451": 5, "mm3x5 within 5 451": 5, "mm4x4 905": 5}
	case enginetest.Long(): // 500 and more, most of them of proofs that Python checks fast
		rounds = map[string]int{
			"mm3x5 451": 120, "mm3x5 within 5 451": 120, "mm4x4 905": 120, "bp3x4 280": 100,
			"bc4x6 1446": 20, "bc4x6 within 6 1446": 20, "mm4x5 within 4 x": 10,
		}
	}
	var mutants []string
	var errs []error
	for _, claim := range slices.Sorted(maps.Keys(rounds)) {
		text := emit(t, claim, nil)
		for range rounds[claim] {
			kind, mutant := mutate(random, text)
			for range random.IntN(2) {
				_, mutant = mutate(random, mutant)
			}
			c, _, err := Check(t.Context(), strings.NewReader(mutant), nil, nil)
			mutants, errs = append(mutants, mutant), append(errs, err)
			if err == nil && kind != "claim changed" {
				checkTrue(t, c, mutant)
			}
		}
	}

	accepted := 0
	for i, said := range python(t, mutants) {
		ok := strings.HasPrefix(said, "proved: ")
		if ok != (errs[i] == nil) {
			t.Errorf("%v, but check.py says %q; the proof is\n%s", errs[i], said, mutants[i])
		}
		if ok {
			accepted++
		}
	}
	if accepted == 0 || accepted > len(mutants)/2 {
		t.Errorf("%d of %d changes are accepted", accepted, len(mutants))
	}
}

// TestRaisedLemmas raises each lemma of a small set above what is true: that is refused.
func TestRaisedLemmas(t *testing.T) {
	most := 40
	switch {
	case testing.Short():
		most = 10
	case enginetest.Long():
		most = 200
	}
	for _, claim := range []string{"mm3x5 451", "mm4x4 905", "bc4x6 1446", "bp3x5 645"} {
		text := emit(t, claim, nil)
		raised := 0
		eachLemma(t, claim, text, 12, func(e exact, line int, l lemma) {
			if raised >= most {
				return
			}
			raised++
			total := e.total(l.Set, l.Left, Infinite)
			if l.bound > total {
				t.Errorf("%s, line %d: %d is proved, and the total is %d", claim, line, l.bound, total)
			}
			lines := strings.SplitAfter(text, "\n")
			lines[line-1] = addToLast(lines[line-1], total+1-l.bound)
			err := checkText(strings.Join(lines, ""))
			if want := fmt.Sprintf("line %d: this bound does not follow: guess ", line); err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%s, line %d: %v", claim, line, err)
			}
		})
		if raised == 0 {
			t.Errorf("%s: no lemma is of a small set", claim)
		}
	}
}

// checkTrue compares all lemmas of small sets with an exhaustive search.
func checkTrue(t *testing.T, c Claim, text string) {
	t.Helper()
	eachLemma(t, c.String(), text, 12, func(e exact, line int, l lemma) {
		if total := e.total(l.Set, l.Left, Infinite); l.bound > total {
			t.Errorf("%s, line %d: %d is accepted, and the total is %d; the proof is\n%s", c, line, l.bound, total, text)
		}
	})
}

// eachLemma calls a function for each lemma of an accepted proof with at most n secrets.
func eachLemma(t *testing.T, claim, text string, n int, of func(exact, int, lemma)) {
	t.Helper()
	c, err := parseClaim(claim, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := newRules(t, c.Game.String())
	e := exact{Rules: r, totals: map[string]int{}}
	positions := []Position{{Set: numbers.Below[int32](len(r.secrets)), Left: c.Within}}
	line := 0
	for text := range strings.Lines(text) {
		if line++; line == 1 {
			continue
		}
		words := strings.Fields(text)
		guess, err1 := r.parseGuess(words[0])
		feedback, err2 := parseFeedback(c.Game, words[1])
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
		depth := strings.IndexFunc(text, func(r rune) bool { return r != ' ' })
		p := positions[depth]
		p = p.after(guess, r.after(p.Set, guess, feedback))
		positions = append(positions[:depth+1], p)
		if len(p.Set) <= n {
			of(e, line, lemma{Position: p, bound: parseBound(words[2])})
		}
	}
}

// TestFalseClaims claims one more than the least total of small games, and proves that.
func TestFalseClaims(t *testing.T) {
	for _, name := range []string{"mm2x2", "mm2x3", "mm2x4", "mm3x3", "bc2x4", "bc3x4", "bp2x4", "bp3x2", "bp3x3", "mm1x4"} {
		r := newRules(t, name)
		e := exact{Rules: r, totals: map[string]int{}}
		all := numbers.Below[int32](len(r.secrets))
		for _, within := range []int{0, 2, 3, 4, 5} {
			total := e.total(all, within, Infinite)
			claim := Claim{Game: r.game, Within: within, Total: total + 1}
			if total == Infinite {
				continue
			}
			if checkText(claim.String()) == nil {
				t.Errorf("%s is accepted, though the total is %d", claim, total)
			}
			claim.Total = total
			if err := checkText(emit(t, claim.String(), nil)); err != nil {
				t.Errorf("%s: %v", claim, err)
			}
			if within > 0 {
				claim.Total = Infinite
				if checkText(claim.String()) == nil {
					t.Errorf("%s is accepted, though the total is %d", claim, total)
				}
			}
		}
	}
}

// TestWords checks claims about words, of which some can only be guessed.
func TestWords(t *testing.T) {
	g := smallWords(t, "crane", "crate", "grate", "irate", "trace", "brace", "grace", "place")
	r, err := NewRules(g)
	if err != nil {
		t.Fatal(err)
	}
	e := exact{Rules: r, totals: map[string]int{}}
	total := e.total(numbers.Below[int32](len(r.secrets)), 0, Infinite)
	claim := Claim{Game: g, Total: total}
	text := emit(t, claim.String(), g)
	if !IsProof(text[:strings.Index(text, "\n")+1]) {
		t.Errorf("%q is not recognised", text)
	}
	if c, _, err := Check(t.Context(), strings.NewReader(text), g, nil); err != nil || c.String() != claim.String() {
		t.Errorf("%v: %v", c, err)
	}
	first := enginetest.Code(t, g, "place")
	from := Claim{Game: g, First: &first, Total: total + 1}
	if _, _, err := Check(t.Context(), strings.NewReader(emit(t, from.String(), g)), g, nil); err != nil {
		t.Error(err)
	}

	claim.Total++
	for want, of := range map[string]game.Game{
		"line 1: this bound does not follow: guess ": g,
		"line 1: the claim is about words":           nil,
		"line 1: the claim is about other lists":     smallWords(t, "crane", "crate", "grate"),
	} {
		if _, _, err := Check(t.Context(), strings.NewReader(claim.String()), of, nil); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// smallWords is Wordle with the words as guesses, and all but the last two as secrets.
func smallWords(t *testing.T, list ...string) game.Game {
	t.Helper()
	allowed, err1 := words.NewList("allowed", list)
	answers, err2 := words.NewList("answers", list[:len(list)-2])
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	g, err := words.New(words.Wordle, answers, allowed)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// hostile are texts that are not proofs.
var hostile = map[string]string{
	"":                                    "line 1: the file is empty",
	"\n":                                  `line 1: "" is not a claim`,
	"\x00\xff\xfe\x01\n\n":                "is not a claim",
	"mm4x6":                               "is not a claim",
	"mm4x6 0":                             "is not a claim",
	"mm4x6 -5":                            "is not a claim",
	"mm4x6  5625":                         "is not a claim",
	"mm4x6 1000000":                       "is not a claim",
	"mm4x6 99999999999999999999999":       "is not a claim",
	"mm4x6 within 100 x":                  "is not a claim",
	"mm4x17 9":                            "is not a claim",
	"mm9x9 9":                             "has 9 positions",
	"mm8x10 9":                            "codes",
	"bc6x8x 9":                            "is not a claim",
	"bc5x4 9":                             "without repeats",
	"mm4x6 x":                             "without a limit of guesses every secret can be found",
	"mm2x3 from 44 21":                    "its colours are 123",
	"bc2x3 from 11 9":                     "has no repeats",
	"mm2x3 21\n11 00":                     "line 2",
	"mm2x3 21\n11 00 1 ":                  "is not a lemma",
	"mm2x3 21\n11 00 1000000":             "is not a lemma",
	"mm2x3 21\n11 00 01":                  "is not a lemma",
	"mm2x3 21\n\n11 00 1":                 "line 2: \"\" is not a lemma",
	"mm2x3 21\n 11 00 1":                  "line 2: it is indented by 1 space; below the line above, at most 0 are allowed",
	"mm2x3 21\n11 00 1\n   11 00 1":       "line 3: it is indented by 3 spaces; below the line above, at most 1 are allowed",
	"mm2x3 21\n11 20 1":                   "ends the game",
	"mm2x3 21\n11 11 1":                   "cannot occur",
	"mm2x3 21\n11 99 1":                   "2 positions",
	"mm2x3 21\n11 0 1":                    "two digits",
	"mm2x3 21\n11 00 1\n 11 10 1":         "line 3: no secret is left",
	"bp2x3 21\n11 01 1":                   "white pegs",
	"mm2x3 21\n14 00 1":                   "its colours are 123",
	"mm2x3 21\n111 00 1":                  "is not a guess",
	"mm2x3 21\n11 00 x":                   "without a limit",
	"mm2x3 within 2 x\n11 00 x\n 12 00 1": "no guess is left",
	"mm2x3 21\n\xff11 00 1":               "is not a guess",
	"mm2x3 21\n" + strings.Repeat(" ", 1<<17): "too long",
	"mm2x3 " + strings.Repeat("1", 1<<17):     "too long",
}

// TestHostile reads texts that are not proofs: each ends in a sentence.
func TestHostile(t *testing.T) {
	deep := "mm2x3 21\n"
	for depth := range 100 {
		deep += strings.Repeat(" ", depth) + "11 00 1\n"
	}
	hostile[deep] = "line 66: a lemma after more than 64 guesses"

	texts := slices.Sorted(maps.Keys(hostile))
	for _, text := range texts {
		err, want := checkText(text), hostile[text]
		if err == nil || !strings.HasPrefix(err.Error(), "line ") || !strings.Contains(err.Error(), want) || len(err.Error()) > 160 {
			t.Errorf("%.40q: %v, want %q", text, err, want)
		}
	}
	for i, said := range python(t, texts) {
		if !strings.HasPrefix(said, "not proved: line ") {
			t.Errorf("%.40q: check.py says %q", texts[i], said)
		}
	}
}

// TestBinary reads bytes at random, and packed ones. What is shown of them takes one line.
func TestBinary(t *testing.T) {
	random := make([]byte, 1<<16)
	_, _ = rand.NewChaCha8([32]byte{}).Read(random) // never fails
	texts := []string{string(random), "mm2x3 21\n" + string(random), pack("mm2x3 21\n")}
	wants := []string{"is not a claim", "is not a lemma", "is not a claim"}
	for i, said := range python(t, texts) {
		err := checkText(texts[i])
		if err == nil || !strings.Contains(err.Error(), wants[i]) || strings.Contains(err.Error(), "\n") || utf8.RuneCountInString(err.Error()) > 250 {
			t.Errorf("%v, want %q", err, wants[i])
		}
		if !strings.HasPrefix(said, "not proved: line ") {
			t.Errorf("check.py says %q", said)
		}
	}
}

// TestDeep reads lines each of which is indented more than the one above: of 5 GB no more is
// read than is allowed.
func TestDeep(t *testing.T) {
	r, w := io.Pipe()
	go func() {
		_, err := fmt.Fprintln(w, "mm2x3 21")
		for depth := 0; depth < 100_000 && err == nil; depth++ {
			_, err = fmt.Fprintf(w, "%*s11 00 1\n", depth, "")
		}
		w.Close()
	}()
	_, _, err := Check(t.Context(), r, nil, nil)
	r.Close()
	if err == nil || err.Error() != "line 66: a lemma after more than 64 guesses" {
		t.Error(err)
	}
}

// lineReader repeats a line.
type lineReader struct {
	line string
	left int
}

func (r *lineReader) Read(b []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	r.left--
	return copy(b, r.line), nil
}

// TestLineEnds compares which ends of lines Go and Python read: a line feed, and at most one
// carriage return before it.
func TestLineEnds(t *testing.T) {
	accepted := []string{
		"mm2x5 81\n12 10 21\n", "mm2x5 81\r\n12 10 21\r\n", "mm2x5 81\n12 10 21", "mm2x5 81\n12 10 21\r",
	}
	refused := []string{
		"mm2x5 81\r\r\n12 10 21\n", "mm2x5 81\n12 10 21\r\r\n", "mm2x5 81\r12 10 21\r", "mm2x5 81\n12 10 21\n\n",
		"mm2x5 81" + strings.Repeat("\r", 1016) + "12 10 21\n", "mm9x2 5\n",
	}
	for i, said := range python(t, slices.Concat(accepted, refused)) {
		text := slices.Concat(accepted, refused)[i]
		want := i < len(accepted)
		if err := checkText(text); (err == nil) != want {
			t.Errorf("%q: %v", text, err)
		}
		if strings.HasPrefix(said, "proved: ") != want {
			t.Errorf("%q: check.py says %q", text, said)
		}
	}
}

// A countdown is a context that ends when it has been asked so many times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	c.left--
	if c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestStopped stops a check at each moment: it never says that the proof is wrong. Rule 2 looks
// at all pairs of a set, and stops too.
func TestStopped(t *testing.T) {
	text := "mm3x5 within 4 x\n" // whose lemmas are missing
	for asked := 0; ; asked++ {
		ctx := &countdown{t.Context(), asked}
		_, _, err := Check(ctx, strings.NewReader(text), nil, nil)
		if err == nil {
			t.Fatal("a proof without its lemmas is accepted")
		}
		if !errors.Is(err, context.Canceled) {
			break
		}
	}

	r := newRules(t, "mm4x6")
	ctx, cancel := context.WithCancel(t.Context())
	steps, err := r.at(ctx, []Position{{Set: r.all}})
	if err != nil {
		t.Fatal(err)
	}
	step := steps[0]
	n := len(r.all)
	before := step.Part(r.all)
	cancel()
	if after := step.Part(r.all); after != step.Size(n) || after > before {
		t.Errorf("a part has the bound %d once the context has ended, %d by rule 1, %d by both", after, step.Size(n), before)
	}
}

// TestManyLines reads a file of many lines, which takes no memory, and stops at once when the
// context ends.
func TestManyLines(t *testing.T) {
	lines := 100_000
	if enginetest.Long() {
		lines = 10_000_000
		const fewer = 300_000 // take Python seconds
		if said := python(t, []string{"mm2x3 21\n" + strings.Repeat("11 00 7\n", fewer)})[0]; said != fmt.Sprintf("proved: mm2x3 21 (%d lemmas)", fewer) {
			t.Errorf("check.py says %q", said)
		}
	}
	many := func() io.Reader {
		return io.MultiReader(strings.NewReader("mm2x3 21\n"), &lineReader{"11 00 7\n", lines})
	}
	if _, lemmas, err := Check(t.Context(), many(), nil, nil); err != nil || lemmas != lines {
		t.Error(lemmas, err)
	}

	ctx, cancel := context.WithCancel(t.Context())
	stop := func(lemmas int) {
		if lemmas == 10 {
			cancel()
		}
	}
	if _, lemmas, err := Check(ctx, many(), nil, stop); !errors.Is(err, context.Canceled) || lemmas != 10 {
		t.Error(lemmas, err)
	}

	small := lemmas{bounds: map[string]int{}, bytes: mostBytes}
	if err := small.add(lemma{Position: Position{Set: []int32{1}}, bound: 1}); err == nil {
		t.Error("more lemmas than the memory allows are kept")
	}
}

// FuzzCheck reads texts as proofs about small games: what is accepted is true.
func FuzzCheck(f *testing.F) {
	for text := range hostile {
		f.Add(text)
	}
	for _, claim := range []string{"mm2x3 21", "bp2x4 46", "mm2x3 within 3 21", "mm1x3 from 2 6"} {
		f.Add(emit(f, claim, nil) + "11 00 1\n 22 00 1\n")
	}
	totals := map[string]int{}
	f.Fuzz(func(t *testing.T, text string) {
		line, _, _ := strings.Cut(text, "\n")
		c, err := parseClaim(strings.TrimSuffix(line, "\r"), nil)
		if err == nil && game.CountGuesses(c.Game) > 27 {
			return
		}
		if checkText(text) != nil {
			return
		}
		key := Claim{Game: c.Game, Within: c.Within, Total: 1}.String()
		if _, ok := totals[key]; !ok {
			r := newRules(t, c.Game.String())
			totals[key] = exact{Rules: r, totals: map[string]int{}}.total(numbers.Below[int32](len(r.secrets)), c.Within, Infinite)
		}
		if c.First == nil && c.Total > totals[key] {
			t.Errorf("%s is accepted, though the total is %d", c, totals[key])
		}
	})
}
