package external

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"codebreak/engine/chance"
	"codebreak/engine/game"
	"codebreak/engine/parallel"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// sample plays a player that draws its guesses.
func (t *table) sample() (*chance.Estimate, error) {
	runs := t.options.Runs
	games := len(t.secrets) * runs
	took := make([]uint8, games) // guesses of each game: the runs of a secret one after another
	err := parallel.Each(t.ctx, len(t.copies), games, func(w, i int) (err error) {
		if took[i], err = t.play(t.copies[w], t.secrets[i/runs], uint64(i)); err != nil {
			t.fail(err)
		}
		t.options.Progress(1 / float64(games))
		return err
	})
	if err != nil {
		return nil, err
	}
	return newEstimate(took, runs, t.options.Seed), nil
}

// play plays a game, and returns the number of guesses that it took.
func (t *table) play(c *conversation, secret game.Code, number uint64) (guesses uint8, err error) {
	p := strategy.Position{Game: t.game, Candidates: t.secrets}
	for guesses = 1; ; guesses++ {
		guess := game.Code(0)
		if len(p.Rounds) == 0 && t.options.First != nil {
			guess = *t.options.First
		} else if guess, err = t.guess(c, p, " "+t.draw(number, len(p.Rounds))); err != nil {
			return 0, err
		}
		round := game.Round{Guess: guess, Feedback: t.game.Feedback(secret, guess)}
		if round.Feedback == t.game.Final() {
			return guesses, nil
		}
		if guesses == tree.MaxGuesses {
			return 0, c.wrong("the player has not found the secret %s after %d guesses", t.game.FormatCode(secret), tree.MaxGuesses)
		}
		p = after(p, round, c.wishes.candidates)
	}
}

// after is the position after one more round, with its candidates if they are asked for.
func after(p strategy.Position, round game.Round, candidates bool) strategy.Position {
	p.Rounds = append(slices.Clip(p.Rounds), round) // questions keep theirs
	if candidates {
		differs := func(s game.Code) bool { return p.Game.Feedback(s, round.Guess) != round.Feedback }
		p.Candidates = slices.DeleteFunc(slices.Clone(p.Candidates), differs)
	}
	return p
}

// draw is the number with which a player seeds its generator for a guess of a game:
// the same for any number of copies. It has 31 bits, which every language can take.
func (t *table) draw(number uint64, guess int) string {
	r := rand.New(rand.NewPCG(t.options.Seed, number*tree.MaxGuesses+uint64(guess)))
	return strconv.FormatInt(int64(r.Int32()), 10)
}

// newEstimate summarises games: the runs of each secret stand together. The error of the
// mean is that of a sample in which each secret is a stratum (Cochran 1977, chapter 5):
// how the secrets differ adds nothing to it.
func newEstimate(took []uint8, runs int, seed uint64) *chance.Estimate {
	var histogram []int
	squares, lowest, highest := 0.0, 0.0, 0.0 // of how games differ from the mean of their secret
	for ofSecret := range slices.Chunk(took, runs) {
		sum := 0
		for _, guesses := range ofSecret {
			histogram = tree.Count(histogram, int(guesses), 1)
			sum += int(guesses)
		}
		for _, guesses := range ofSecret {
			d := float64(guesses) - float64(sum)/float64(runs)
			squares, lowest, highest = squares+d*d, min(lowest, d), max(highest, d)
		}
	}
	e := chance.NewEstimate(histogram, len(took), seed)
	e.Runs = runs
	margin := chance.Margin(chance.Confidence, squares, lowest, highest, len(took), len(took)-len(took)/runs)
	e.Low, e.High = round(e.Mean-margin), round(e.Mean+margin)
	return &e
}

// round keeps nine decimals, so that numbers are the same on every machine.
func round(x float64) float64 { return math.Round(x*1e9) / 1e9 }
