package external

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"time"

	"codebreak/engine/chance"
	"codebreak/engine/game"
	"codebreak/engine/parallel"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/transcript"
)

// sample plays a player that draws its guesses.
func (t *team) sample() (*chance.Estimate, error) {
	runs := t.options.Runs
	games := len(t.secrets) * runs
	took := make([]uint8, games) // guesses of each game; the runs of a secret stand together
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

// play plays a game, and returns the number of its guesses.
func (t *team) play(c *conversation, secret game.Code, number uint64) (guesses uint8, err error) {
	p := strategy.Position{Game: t.game, Candidates: t.secrets}
	for guesses = 1; ; guesses++ {
		guess := game.Code(0)
		if len(p.Rounds) == 0 && t.options.First != nil {
			guess = *t.options.First
		} else if guess, err = t.guess(c, p, number, len(p.Rounds)); err != nil {
			return 0, err
		}

		round := game.Round{Guess: guess, Feedback: t.game.Feedback(secret, guess)}
		if round.Feedback == t.game.Final() {
			return guesses, nil
		}
		if guesses == tree.MaxGuesses {
			return 0, c.wrong("the player has not found the secret %s after %d guesses", t.game.FormatCode(secret), tree.MaxGuesses)
		}
		p = after(p, round, c.requests.candidates)
	}
}

// after returns the position after one more round, with its candidates if they are asked for.
func after(p strategy.Position, round game.Round, candidates bool) strategy.Position {
	p.Rounds = append(slices.Clip(p.Rounds), round)
	if candidates {
		p.Candidates = game.Consistent(p.Game, p.Candidates, []game.Round{round})
	}
	return p
}

// draw returns the seed of a random player for a guess of a game: the same for any number of
// copies. It has 31 bits, which every language can take.
func (t *team) draw(number uint64, guess int) string {
	r := rand.New(rand.NewPCG(t.options.Seed, number*tree.MaxGuesses+uint64(guess)))
	return strconv.FormatInt(int64(r.Int32()), 10)
}

// newEstimate summarises games; the runs of each secret stand together. Each secret is a stratum
// of the sample (Cochran 1977, chapter 5): differences between secrets add nothing to the error
// of the mean.
func newEstimate(took []uint8, runs int, seed uint64) *chance.Estimate {
	var histogram []int
	squares, lowest, highest := 0.0, 0.0, 0.0 // of the differences from the mean of a secret
	for ofSecret := range slices.Chunk(took, runs) {
		sum := 0
		for _, guesses := range ofSecret {
			histogram = tree.Count(histogram, int(guesses), 1)
			sum += int(guesses)
		}
		mean := float64(sum) / float64(runs)
		for _, guesses := range ofSecret {
			d := float64(guesses) - mean
			squares += d * d
			lowest = min(lowest, d)
			highest = max(highest, d)
		}
	}

	e := chance.NewEstimate(histogram, len(took), seed)
	e.Runs = runs
	margin := chance.Margin(chance.Confidence, squares, lowest, highest, len(took), len(took)-len(took)/runs)
	e.Low = round(max(1, e.Mean-margin))
	e.High = round(e.Mean + margin)
	return &e
}

// round keeps nine decimals, so that numbers are the same on every machine.
func round(x float64) float64 { return math.Round(x*1e9) / 1e9 }

// A Series is games against some secrets. Faults that end [Play] only lose a turn here: a guess
// that is not a code, a late reply, and the end of the player.
type Series struct {
	Secrets []game.Code
	Left    []int         // numbers of the secrets whose games are not played yet
	Limit   int           // of turns in a game; at most [tree.MaxGuesses]
	Every   time.Duration // from one question to the next, at least
	// Keep gets each game that is over, one after another. After an error no more games
	// begin.
	Keep func(number int, rounds []transcript.Round, cost float64) error

	// Unpriced says that the player has made guesses and given no cost: a guess may cost
	// nothing. Keep may look at it.
	Unpriced bool

	keeping, asking sync.Mutex
	priced          bool
	next            time.Time // of a question
}

// Play plays the games that are left. It is an error if the player cannot be started, if a copy
// loses [mostLost] turns in a row, if Keep fails, or if the context ends. When the player only
// fails to end at the end, all games are kept.
func (s *Series) Play(ctx context.Context, g game.Game, o Options) (err error) {
	seats := make([]seat, max(1, o.Copies))
	o.Copies = 1
	all, _ := game.Codes(g)
	err = parallel.Each(ctx, len(seats), len(s.Left), func(worker, i int) error {
		seat := &seats[worker]
		rounds, cost, err := seat.play(ctx, s, o, strategy.Position{
			Game:       g,
			Candidates: all,
		}, s.Left[i])
		if err != nil {
			return err
		}

		s.keeping.Lock()
		defer s.keeping.Unlock()
		s.priced = s.priced || seat.priced
		s.Unpriced = !s.priced && (s.Unpriced || seat.asked)
		return s.Keep(s.Left[i], rounds, cost)
	})

	for _, seat := range seats {
		if seat.team != nil && err == nil {
			err = seat.team.each((*conversation).quit)
		}
		seat.leave()
	}
	return err
}

// mostLost limits the turns in a row that a copy may lose because it ends, is late or breaks the
// protocol. A new copy takes its place each time.
const mostLost = 5

// A seat has one copy of the player after another.
type seat struct {
	*team       // of one copy; nil before it is started
	lost   int  // turns in a row
	asked  bool // whether the player was asked for a guess
	priced bool // whether it has given a cost
}

func (s *seat) leave() {
	if s.team != nil {
		s.end()
		s.team = nil
	}
}

// play plays a game until its secret is solved or its turns are used up.
func (s *seat) play(
	ctx context.Context,
	of *Series,
	o Options,
	p strategy.Position,
	number int,
) (rounds []transcript.Round, cost float64, err error) {
	secret := of.Secrets[number]
	for turn := range of.Limit {
		var guess game.Code
		if turn == 0 && o.First != nil {
			guess = *o.First
		} else {
			reply, err := s.ask(ctx, of, o, p, number, turn)
			if err != nil {
				return nil, 0, err
			}
			cost += reply.cost
			if reply.lost != nil {
				rounds = append(rounds, *reply.lost)
				continue
			}
			guess = reply.guess
		}

		made := game.Round{Guess: guess, Feedback: p.Game.Feedback(secret, guess)}
		rounds = append(rounds, transcript.Round{
			Guess:    p.Game.FormatCode(made.Guess),
			Feedback: p.Game.FormatFeedback(made.Feedback),
		})
		if made.Feedback == p.Game.Final() {
			break
		}
		p = after(p, made, true)
	}
	return rounds, cost, nil
}

// A reply to a question in a series is a guess, or a lost turn.
type reply struct {
	guess game.Code
	lost  *transcript.Round // nil if there is a guess
	cost  float64           // as the player says
}

// ask asks the copy on the seat, and starts a copy for an empty seat. A copy that breaks the
// protocol loses the turn, and its seat. It is an error if that happens too often in a row, if no
// copy starts, or if the context ends.
func (s *seat) ask(ctx context.Context, of *Series, o Options, p strategy.Position, number, turn int) (reply, error) {
	if s.team == nil {
		t, err := newTeam(ctx, p.Game, o)
		if err != nil {
			return reply{}, err
		}
		s.team = t
	}

	c := s.copies[0]
	of.wait(ctx)
	guess, err := s.guess(c, p, uint64(number), turn)
	s.asked = true
	s.priced = s.priced || c.priced

	s.lost++
	if c.lost == "" {
		s.lost = 0
	}
	if err == nil {
		return reply{guess: guess, cost: c.cost}, nil
	}
	if s.lost == mostLost || ctx.Err() != nil {
		return reply{}, fmt.Errorf("%w, %d turns in a row", err, s.lost)
	}

	lost := &transcript.Round{Guess: c.said, Failure: cmp.Or(c.lost, "format")}
	cost := c.cost
	if c.lost != "" {
		s.leave() // a late line would be taken for the next reply
	}
	return reply{lost: lost, cost: cost}, nil
}

// wait waits until it is time for a question.
func (s *Series) wait(ctx context.Context) {
	s.asking.Lock()
	defer s.asking.Unlock()
	select {
	case <-time.After(time.Until(s.next)):
	case <-ctx.Done():
	}
	s.next = time.Now().Add(s.Every)
}

// Draw draws n different secrets of a game. In a stratified sample each kind of secret has its
// share, by largest remainder; secrets are of one kind if their symbols repeat equally often.
func Draw(g game.Game, n int, seed uint64, stratified bool) []game.Code {
	secrets, _ := game.Codes(g)
	secrets = slices.Clone(secrets)
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(secrets), func(i, j int) {
		secrets[i], secrets[j] = secrets[j], secrets[i]
	})
	if !stratified {
		return secrets[:n]
	}

	// Step 1. How many secrets of each kind there are.
	size, share := map[string]int{}, map[string]int{}
	for _, secret := range secrets {
		size[kind(g, secret)]++
	}

	// Step 2. How many of them are drawn: one more of the kind that lacks most of its share.
	kinds := slices.Sorted(maps.Keys(size))
	for range n {
		most := slices.MaxFunc(kinds, func(a, b string) int {
			return n*(size[a]-size[b]) - len(secrets)*(share[a]-share[b])
		})
		share[most]++
	}

	// Step 3. The first secrets of each kind.
	var drawn []game.Code
	for _, secret := range secrets {
		k := kind(g, secret)
		if share[k] > 0 {
			drawn = append(drawn, secret)
		}
		share[k]--
	}
	return drawn
}

// kind writes how often the symbols of a code occur.
func kind(g game.Game, code game.Code) string {
	times := map[rune]int{}
	for _, symbol := range g.FormatCode(code) {
		times[symbol]++
	}
	return fmt.Sprint(slices.Sorted(maps.Values(times)))
}
