package cells

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A Share is one of Of parts of some work, counted from 1. The zero Share is
// all of it.
type Share struct{ Number, Of int }

// mostShares is more than any cluster runs tasks of an array.
const mostShares = 100_000

// ParseShare reads a share written as 2/5.
func ParseShare(text string) (Share, error) {
	number, of, found := strings.Cut(text, "/")
	i, err := strconv.Atoi(number)
	n, otherErr := strconv.Atoi(of)
	share := Share{i, n}
	if !found || err != nil || otherErr != nil || i < 1 || i > n || n > mostShares || share.String() != text {
		return Share{}, fmt.Errorf("share %q must be a number, a stroke and how many shares there are, at most %d, such as 2/5", text, mostShares)
	}
	return share, nil
}

func (s Share) String() string { return fmt.Sprintf("%d/%d", s.Number, s.Of) }

// A plan says which cells are whose. While it is made, it lists the cells that
// are asked for; nothing is computed.
type plan struct {
	share  Share
	listed []planned
	known  map[string]bool
	owners map[string]int // once it is made
}

type planned struct {
	file string
	cost float64
}

// mine reports whether a cell is to be computed here.
func (p *plan) mine(file string, cost float64) bool {
	if p.owners != nil {
		return p.owners[file] == p.share.Number
	}
	if !p.known[file] {
		p.known[file] = true
		p.listed = append(p.listed, planned{file, cost})
	}
	return false
}

// Count counts the cells that ask asks for: those that are there, whole or
// not, and those that are missing. Nothing is computed.
func (s *Store) Count(ask func() error) (there, missing int, err error) {
	p := &plan{known: map[string]bool{}}
	s.plan = p
	defer func() { s.plan = nil }()
	if err := ask(); err != nil {
		return 0, 0, err
	}
	for _, item := range p.listed {
		if _, err := os.Stat(filepath.Join(s.dir, item.file)); err == nil {
			there++
		} else {
			missing++
		}
	}
	return there, missing, nil
}

// Plan shares out all cells that ask asks for, by what they cost: the dearest
// first, each to the share that has least to do so far. Afterwards the store
// computes only the cells of one share, and returns ErrElsewhere for others.
// Every share comes to the same plan.
func (s *Store) Plan(share Share, ask func() error) error {
	p := &plan{share: share, known: map[string]bool{}}
	s.plan = p
	if err := ask(); err != nil {
		return err
	}
	slices.SortFunc(p.listed, func(a, b planned) int {
		return cmp.Or(cmp.Compare(b.cost, a.cost), strings.Compare(a.file, b.file))
	})
	p.owners = map[string]int{}
	load := make([]float64, share.Of)
	for _, item := range p.listed {
		least := 0
		for i := range load {
			if load[i] < load[least] {
				least = i
			}
		}
		load[least] += item.cost
		p.owners[item.file] = least + 1
	}
	return nil
}
