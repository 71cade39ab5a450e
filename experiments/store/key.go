package store

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"

	"codebreak/engine/pattern"
	"codebreak/engine/wording"
)

// A Key names an answer by its question. Keys are comparable: equal keys are equal questions.
type Key struct {
	Kind     string // of question, a word such as "play"
	Question string // one JSON object, compact
}

var kinds = pattern.Of(`^[a-z][a-z-]{0,31}$`)

// NewKey makes a key of a kind and of a value that marshals to a JSON object.
func NewKey(kind string, question any) (Key, error) {
	text, err := json.Marshal(question)
	if err != nil {
		return Key{}, fmt.Errorf("question of kind %s: %w", kind, err)
	}
	k := Key{kind, string(text)}
	return k, k.check()
}

func (k Key) check() error {
	if !kinds().MatchString(k.Kind) || !strings.HasPrefix(k.Question, "{") {
		return fmt.Errorf("question %s must be a JSON object, and its kind %q a word of small letters", k.Question, k.Kind)
	}
	return nil
}

// String writes the key for people: play {"game":"mm4x6"}.
func (k Key) String() string { return k.Kind + " " + k.Question }

// Name returns the name of the answer's file without its ending: 32 hexadecimal digits.
func (k Key) Name() string {
	return Digest(fmt.Sprintf("%d %s %s", version, k.Kind, k.Question))[:32]
}

// A Share is one of Of equal parts of some work, counted from 1. The zero Share is the whole
// work.
type Share struct{ Number, Of int }

// MaxShares is above the largest array of tasks on any cluster.
const MaxShares = 100_000

// ParseShare reads a share written as 2/5.
func ParseShare(text string) (Share, error) {
	number, of, _ := strings.Cut(text, "/")
	i, err := strconv.Atoi(number)
	n, otherErr := strconv.Atoi(of)

	share := Share{i, n}
	numbers := err == nil && otherErr == nil
	if !numbers || i < 1 || i > n || n > MaxShares || share.String() != text {
		return Share{}, fmt.Errorf("invalid share %q: write its number, a slash and the number of shares, at most %s, such as 2/5",
			text, wording.Thousands(MaxShares))
	}
	return share, nil
}

func (s Share) String() string {
	return fmt.Sprintf("%d/%d", max(1, s.Number), max(1, s.Of))
}

// A Costed key has an estimate, in any unit, of the cost of its answer.
type Costed struct {
	Key  Key
	Cost float64
}

// Plan shares out keys by cost: the most expensive first, each to the share with the least work
// so far. It returns the keys of one share, each once, in the order of work. Every share makes
// the same plan, whatever that order is.
func Plan(work []Costed, share Share) []Key {
	cost := map[Key]float64{}
	var order []Key
	for _, w := range work {
		if _, ok := cost[w.Key]; !ok {
			order = append(order, w.Key)
		}
		cost[w.Key] = max(cost[w.Key], w.Cost)
	}

	byCost := slices.Clone(order)
	slices.SortFunc(byCost, func(a, b Key) int {
		return cmp.Or(
			cmp.Compare(cost[b], cost[a]),
			cmp.Compare(a.Kind, b.Kind),
			cmp.Compare(a.Question, b.Question),
		)
	})

	isMine := map[Key]bool{}
	load := make([]float64, max(1, share.Of))
	for _, k := range byCost {
		least := floats.MinIdx(load)
		load[least] += cost[k]
		isMine[k] = least == max(1, share.Number)-1
	}

	var mine []Key
	for _, k := range order {
		if isMine[k] {
			mine = append(mine, k)
		}
	}
	return mine
}

// Digest returns the SHA-256 of text: 64 hexadecimal digits.
func Digest[T string | []byte](text T) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(text)))
}
