package strategy

import (
	"context"
	"slices"
	"sync"

	"codebreak/engine/game"
)

// frequencyForms are the players that people write first for games of words: of the candidates they
// guess the one with the most frequent letters.
var frequencyForms = []Registration{
	frequencyForm("letter-frequency", "the sum of how often its different letters occur in the candidates", "jplayle", letterForm{}),
	frequencyForm("letter-frequency-repeats", "the sum of how often its letters occur in the candidates, repeated letters each time", "bendory", letterForm{repeats: true}),
	frequencyForm("position-frequency", "the sum of how many candidates have its letters in the same positions", "M-Salti", letterForm{positions: true}),
	frequencyForm("letter-frequency-secrets", "the sum of how often its different letters occur in all secrets", "jplayle", letterForm{secrets: true}),
	frequencyForm("letter-frequency-repeats-secrets", "the sum of how often its letters occur in all secrets, repeated letters each time", "bendory", letterForm{secrets: true, repeats: true}),
	frequencyForm("position-frequency-secrets", "the sum of how many secrets have its letters in the same positions", "M-Salti", letterForm{secrets: true, positions: true}),
}

// LetterFrequencies lists the players by letter frequency.
func LetterFrequencies() (names []Criterion) {
	for _, form := range frequencyForms {
		names = append(names, form.Criterion)
	}
	return names
}

// A letterForm says what a player by letter frequency counts.
type letterForm struct {
	secrets   bool // in all secrets rather than in the candidates
	positions bool // letters in a position rather than in any
	repeats   bool // repeated letters of a guess each time
}

// frequencyForm is one form of the player, who gives the first of equally good candidates. The
// sources bear no date.
func frequencyForm(name Criterion, sum, author string, form letterForm) Registration {
	return Registration{
		Criterion: name,
		Minimises: "nothing: of the candidates it guesses the one with the greatest score, " + sum,
		Author:    author,
		New:       func(g game.Game, _ uint64) (Player, error) { return newLetterPlayer(g, form), nil },
	}
}

// A letterPlayer guesses by letter frequency.
type letterPlayer struct {
	game game.Game
	letterForm
	whole func() letterCounts // of all secrets
}

func newLetterPlayer(g game.Game, form letterForm) *letterPlayer {
	p := &letterPlayer{game: g, letterForm: form}
	p.whole = sync.OnceValue(func() letterCounts {
		secrets, _ := game.Codes(g)
		return p.count(secrets)
	})
	return p
}

// letterCounts are how often a letter occurs, by position; in any position they stand at 0.
type letterCounts []map[rune]int

// place is where a position is counted.
func (p *letterPlayer) place(position int) int {
	if p.positions {
		return position
	}
	return 0
}

func (p *letterPlayer) count(codes []game.Code) letterCounts {
	counts := make(letterCounts, game.Width(p.game))
	for i := range counts {
		counts[i] = map[rune]int{}
	}
	for _, code := range codes {
		for i, letter := range []rune(p.game.FormatCode(code)) {
			counts[p.place(i)][letter]++
		}
	}
	return counts
}

// score is the sum for a code.
func (p *letterPlayer) score(code game.Code, counts letterCounts) (sum int) {
	letters := []rune(p.game.FormatCode(code))
	for i, letter := range letters {
		if p.positions || p.repeats || !slices.Contains(letters[:i], letter) {
			sum += counts[p.place(i)][letter]
		}
	}
	return sum
}

// Guess counts the letters, and takes the first of the best candidates.
func (p *letterPlayer) Guess(ctx context.Context, at Position) (game.Code, error) {
	counts := letterCounts(nil)
	if p.secrets {
		counts = p.whole()
	} else {
		counts = p.count(at.Candidates)
	}

	best := at.Candidates[0]
	most := -1
	for _, code := range at.Candidates {
		sum := p.score(code, counts)
		if sum > most {
			best = code
			most = sum
		}
	}
	return best, ctx.Err()
}
