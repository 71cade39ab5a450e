package agents

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
)

// baselinesRead runs the command, and reads its JSON.
func baselinesRead(t *testing.T, args ...string) limitedGame {
	t.Helper()
	out := mustRun(t, append([]string{"baselines", "--json", "--quiet"}, args...)...)
	var games []limitedGame
	if err := json.Unmarshal([]byte(out), &games); err != nil || len(games) != 1 {
		t.Fatal(err, out)
	}
	return games[0]
}

func (g limitedGame) player(t *testing.T, name string) limitedPlayer {
	t.Helper()
	i := slices.IndexFunc(g.Players, func(p limitedPlayer) bool { return p.Name == name })
	if i < 0 {
		t.Fatalf("%s: no %s", g.Game, name)
	}
	return g.Players[i]
}

// TestBaselinesAreThoseOfAnotherProgram compares with a table that was made before, by other
// code: mean, worst case, and shares within 4, 5 and 6 guesses.
func TestBaselinesAreThoseOfAnotherProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("the known players take seconds")
	}
	for name, want := range map[string][]string{
		"mm2x4": {
			"16.00000 - 0.22752 0.27580 0.32107", "2.94271 5 0.97396 1.00000 1.00000", "2.81250 4 1.00000 1.00000 1.00000",
			"2.81250 4 1.00000 1.00000 1.00000", "2.81250 4 1.00000 1.00000 1.00000",
		},
		"mm3x5": {
			"125.00000 - 0.03162 0.03937 0.04705", "3.81891 7 0.79650 0.98397 0.99990", "3.70400 5 0.96800 1.00000 1.00000",
			"3.62400 5 0.98400 1.00000 1.00000", "3.60800 5 0.96000 1.00000 1.00000",
		},
		"mm4x6": {
			"1296.00000 - 0.00308 0.00385 0.00462", "4.64352 10 0.41224 0.85652 0.99022", "4.47608 5 0.46451 1.00000 1.00000",
			"4.41512 6 0.53086 0.99074 1.00000", "4.34028 6 0.56713 0.99923 1.00000",
		},
		"bc3x10": {
			"720.00000 - 0.00554 0.00693 0.00830", "5.23912 9 0.25195 0.58878 0.87218", "5.15694 6 0.17500 0.62222 1.00000",
			"5.02222 7 0.19444 0.72639 0.99722", "4.96528 7 0.25833 0.73333 0.99306",
		},
	} {
		if testing.Short() && name == "bc3x10" {
			continue
		}
		g := baselinesRead(t, name, "within=4,5,6")
		minimax := "minimax"
		if name == "mm4x6" {
			minimax = "Knuth"
		}
		names := []string{memorylessPlayer, randomPlayer, minimax, "entropy", theOptimum}
		for i, line := range want {
			p := g.player(t, names[i])
			worst := fmt.Sprint(p.worst())
			if p.worst() == nil {
				worst = "-"
			}
			if got := fmt.Sprintf("%.5f %s %.5f %.5f %.5f", p.Mean, worst, p.Within[0].Share, p.Within[1].Share, p.Within[2].Share); got != line {
				t.Errorf("%s, %s: %s, want %s", name, p.Name, got, line)
			}
		}
		for i, m := range g.Most {
			for _, p := range g.Players {
				if most := float64(m.Most) / float64(g.Secrets); p.Within[i].Share > most+1e-9 {
					t.Errorf("%s: %s solves %v within %d, but none solves more than %v", name, p.Name, p.Within[i].Share, m.Limit, most)
				}
			}
			if !m.Proved {
				t.Errorf("%s: the most within %d is not proved", name, m.Limit)
			}
		}
	}
}

// enumerate adds up how likely the random consistent player ends with each guess.
func enumerate(g game.Game, left []game.Code, guesses int, likely float64, histogram map[int]float64) {
	for _, guess := range left {
		parts := map[game.Feedback][]game.Code{}
		for _, secret := range left {
			f := g.Reference(secret, guess)
			parts[f] = append(parts[f], secret)
		}
		for f, part := range parts {
			if chance := likely / float64(len(left)); f == g.Final() {
				histogram[guesses+1] += chance / float64(game.CountSecrets(g))
			} else {
				enumerate(g, part, guesses+1, chance, histogram)
			}
		}
	}
}

func TestRandomPlayerIsThatOfEnumeration(t *testing.T) {
	for _, name := range []string{"mm2x3", "mm2x4", "bc3x4", "bp2x4", "mm3x2"} {
		g := enginetest.Game(t, name)
		secrets, _ := game.Codes(g)
		want := map[int]float64{}
		enumerate(g, secrets, 0, 1, want)
		p := baselinesRead(t, name).player(t, randomPlayer)
		for k, share := range p.Histogram {
			if math.Abs(share-want[k]) > 1e-12 {
				t.Errorf("%s: %v of the secrets take %d guesses, want %v", name, share, k, want[k])
			}
		}
	}
}

// TestSimulatedGames plays games as the players are described, and holds the shares within
// each limit and the capped means against the table.
func TestSimulatedGames(t *testing.T) {
	const games, worst = 10000, 5.0 // standard errors
	g := enginetest.Game(t, "mm3x4")
	secrets, _ := game.Codes(g)
	rng := rand.New(rand.NewPCG(7, 7))
	limits := []int{2, 4, 6}
	table := baselinesRead(t, "mm3x4", "within=2,4,6")
	for name, remembers := range map[string]bool{memorylessPlayer: false, randomPlayer: true} {
		solved, scores, squares := make([]float64, 3), make([]float64, 3), make([]float64, 3)
		for range games {
			secret, left, guesses := secrets[rng.IntN(len(secrets))], secrets, 0
			for r := (game.Round{}); guesses == 0 || r.Feedback != g.Final() && guesses < 7; guesses++ {
				r.Guess = left[rng.IntN(len(left))]
				if r.Feedback = g.Reference(secret, r.Guess); remembers {
					left = game.Consistent(g, left, []game.Round{r})
				}
				if r.Feedback != g.Final() && guesses == 6 {
					guesses++ // it is not solved by then
				}
			}
			for i, k := range limits {
				score := float64(min(guesses, k+1))
				scores[i], squares[i] = scores[i]+score, squares[i]+score*score
				if guesses <= k {
					solved[i]++
				}
			}
		}
		for i, at := range table.player(t, name).Within {
			share, mean := solved[i]/games, scores[i]/games
			if off, most := math.Abs(share-at.Share), worst*math.Sqrt(at.Share*(1-at.Share)/games); off > most {
				t.Errorf("%s within %d: %v, simulated %v", name, at.Limit, at.Share, share)
			}
			if off, most := math.Abs(mean-at.Capped), worst*math.Sqrt((squares[i]/games-mean*mean)/games); off > most {
				t.Errorf("%s, mean up to %d: %v, simulated %v", name, at.Limit, at.Capped, mean)
			}
		}
	}
}
