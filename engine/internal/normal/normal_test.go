package normal

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	_ "codebreak/engine/game/pegs"
)

// TestNormalOfImages takes sets that feedback leaves to random images: nearly all must have
// the same normal form. That some have not only costs time.
func TestNormalOfImages(t *testing.T) {
	rng := rand.New(rand.NewPCG(1968, 1))
	secretsTried := 300
	if testing.Short() {
		secretsTried = 100
	}
	for _, name := range []string{"mm4x8", "bc4x10", "bc5x7", "mm5x6", "bp4x6", "pos4x6"} {
		g := enginetest.Game(t, name)
		secrets, guesses := game.Codes(g)
		n, exchanges := New(g, game.StructureOf(g).Symmetry, 1), exchangesOf(g)
		forms, same := 0, 0
		for range secretsTried {
			var path []game.Round
			secret := secrets[rng.IntN(len(secrets))]
			for range 3 {
				guess := guesses[rng.IntN(len(guesses))]
				path = append(path, game.Round{Guess: guess, Feedback: g.Feedback(secret, guess)})
				set := game.Consistent(g, secrets, path)
				if len(set) < 12 || len(set) > 300 {
					continue
				}
				image := exchanges[rng.IntN(len(exchanges))](set)
				rng.Shuffle(len(image), func(i, j int) { image[i], image[j] = image[j], image[i] })
				if forms++; key(n, set) == key(n, image) {
					same++
				}
			}
		}
		if forms < secretsTried/3 || same < forms*9/10 {
			t.Errorf("%s: %d of %d images have the same form", name, same, forms)
		}
	}
}

// TestNormalIsOfImages checks that sets with the same normal form are images of each other:
// the least of all images of a set, found by making them all, tells them apart.
func TestNormalIsOfImages(t *testing.T) {
	rng := rand.New(rand.NewPCG(1968, 2))
	sets := 400
	if testing.Short() {
		sets = 150
	}
	for _, name := range []string{"mm3x3", "bc3x4", "bp2x3", "bp3x3"} {
		g := enginetest.Game(t, name)
		secrets, _ := game.Codes(g)
		n, exchanges := New(g, game.StructureOf(g).Symmetry, 1), exchangesOf(g)
		leastOf := map[string]string{}
		again := 0
		for range sets {
			var set []game.Code
			for _, i := range rng.Perm(len(secrets))[:3+rng.IntN(4)] {
				set = append(set, secrets[i])
			}
			least := ""
			for _, exchange := range exchanges {
				image := exchange(set)
				slices.Sort(image)
				text := ""
				for _, c := range image {
					text += g.FormatCode(c) + " "
				}
				if least == "" || text < least {
					least = text
				}
			}
			form := key(n, set)
			if known, ok := leastOf[form]; ok && known != least {
				t.Fatalf("%s: %s and %s have the same form", name, known, least)
			} else if ok {
				again++
			}
			leastOf[form] = least
		}
		if again < sets*sets/8000 { // pairs of sets, of which some have one form
			t.Errorf("%s: %d forms were met again: the test has lost its point", name, again)
		}
	}
}

// key returns the codes of the normal form of a set, in ascending order, as a text.
func key(n *Normaliser, set []game.Code) string {
	form := slices.Sorted(slices.Values(n.Form(set)))
	return fmt.Sprint(form)
}

// exchangesOf lists ways to take sets of a game to their images: all if there are few, else
// some thousand at random.
func exchangesOf(g game.Game) (all []func([]game.Code) []game.Code) {
	positions, colours := g.Shape()
	rows := 1
	if game.StructureOf(g).Symmetry == game.PerPosition {
		rows = positions
	}
	add := func(places []int, to [][]int) {
		all = append(all, func(set []game.Code) (image []game.Code) {
			for _, c := range set {
				var code game.Code
				for i, from := range places {
					code = code.With(i, to[min(i, rows-1)][c.At(from)])
				}
				image = append(image, code)
			}
			return image
		})
	}
	if colours > 4 {
		rng := rand.New(rand.NewPCG(1968, 3))
		for range 1000 {
			to := make([][]int, rows)
			for i := range to {
				to[i] = rng.Perm(colours)
			}
			add(rng.Perm(positions), to)
		}
		return all
	}
	var permutations func(n int) [][]int
	permutations = func(n int) (out [][]int) {
		if n == 0 {
			return [][]int{nil}
		}
		for _, p := range permutations(n - 1) {
			for i := range n {
				out = append(out, slices.Insert(slices.Clone(p), i, n-1))
			}
		}
		return out
	}
	of := permutations(colours)
	var choose func(to [][]int)
	choose = func(to [][]int) {
		if len(to) == rows {
			for _, places := range permutations(positions) {
				add(places, slices.Clone(to))
			}
			return
		}
		for _, p := range of {
			choose(append(to, p))
		}
	}
	choose(nil)
	return all
}

func BenchmarkNormal(b *testing.B) {
	g := enginetest.Game(b, "mm5x6")
	secrets, _ := game.Codes(g)
	rng := rand.New(rand.NewPCG(1968, 4))
	var set []game.Code
	for range 32 {
		set = append(set, secrets[rng.IntN(len(secrets))])
	}
	n := New(g, game.StructureOf(g).Symmetry, 1)
	for b.Loop() {
		n.Form(set)
	}
}
