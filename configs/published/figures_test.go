package published

import (
	"context"
	"errors"
	"os"
	"slices"
	"testing"

	"codebreak/engine"
	"codebreak/engine/game/words"
	"codebreak/engine/tree"
)

// measuredInstead pins what is measured for the figures that are open, so
// that a change of the engine cannot pass unseen.
var measuredInstead = map[string][]int{
	"fancidev/bc4x10-entropy":      {0, 1, 5, 62, 611, 2483, 1779, 98, 1},
	"fancidev/mm4x6-entropy":       {0, 1, 4, 71, 612, 596, 12},
	"fancidev/mm5x8-minimax":       {0, 1, 5, 79, 1376, 11371, 18193, 1743},
	"fancidev/mm5x8-expected-size": {0, 1, 8, 105, 1477, 13804, 16584, 789},
	"fancidev/mm5x8-entropy":       {0, 1, 9, 113, 1575, 14136, 16014, 919, 1},
	"bates/primel-entropy":         {0, 1, 215, 3173, 4476, 482, 16},
	"lessard/all-hard-entropy":     {0, 0, 127, 971, 937, 218, 45, 8, 3},
	"lessard/all-hard-minimax":     {0, 1, 131, 915, 981, 221, 47, 10, 3},
	"lessard/all-hard-most-parts":  {0, 1, 149, 1042, 898, 182, 28, 8, 1},
}

// notPrinted pins what is measured where the source prints no histogram.
var notPrinted = map[string][]int{
	"csdn/two-phase":            {0, 1, 1, 4, 14, 38, 86, 170, 311, 534, 1082, 1522, 1889, 2055, 1617, 676},
	"stackoverflow/twod-greedy": {0, 1, 3, 9, 11, 1},
}

// TestPublished plays every published figure. Figures that are not open must
// come out exactly: the whole histogram, the total and the worst case. Every
// tree must pass the checker. With -short, small games are played.
func TestPublished(t *testing.T) {
	words.ListsFrom(os.Getenv("CODEBREAK_LISTS"))
	for _, p := range slices.Concat(Figures(), WordFigures(), ListFigures()) {
		t.Run(p.ID, func(t *testing.T) {
			x, err := p.Configuration.Parse()
			if errors.Is(err, words.ErrNoList) {
				t.Skipf("%v", err)
			}
			if testing.Short() && err == nil && x.Secrets() > 15_000 {
				t.Skip("a large game is not played with -short")
			}
			grown, r, err := engine.Play(context.Background(), p.Configuration, tree.Options{Workers: 2})
			if err != nil {
				t.Fatal(err)
			}
			replayed, err := tree.Check(context.Background(), grown)
			if err != nil || !slices.Equal(replayed, r.Histogram) {
				t.Errorf("replayed %v, measured %v, %v", replayed, r.Histogram, err)
			}
			measured := r.Figures
			if p.Known {
				measured = r.Known
			}
			if p.Extra > 0 {
				measured = tree.Summarise(slices.Concat(make([]int, p.Extra), measured.Histogram))
			}
			want, pinned := measuredInstead[p.ID]
			if pinned != p.Open {
				t.Errorf("open: %v, but pinned: %v", p.Open, pinned)
			}
			if !p.Open {
				if want = p.Histogram; want == nil {
					want = notPrinted[p.ID]
				}
				if p.Total != 0 && measured.Total != p.Total || measured.Worst != p.Worst {
					t.Errorf("total %d, worst %d; published %d, %d", measured.Total, measured.Worst, p.Total, p.Worst)
				}
			}
			if !slices.Equal(measured.Histogram, want) {
				t.Errorf("histogram %v, want %v", measured.Histogram, want)
			}
		})
	}
}

// TestPublishedRowsAreConsistent checks the rows against themselves: a
// histogram must add up to the game's codes, to the total and to the worst.
func TestPublishedRowsAreConsistent(t *testing.T) {
	for _, p := range Figures() {
		x, err := p.Configuration.Parse()
		if err != nil {
			t.Errorf("%s: %v", p.ID, err)
			continue
		}
		if p.Histogram == nil {
			continue
		}
		if err := checkHistogram(p.Histogram, x.Secrets(), p.Total, p.Worst); err != nil {
			t.Errorf("%s: %v", p.ID, err)
		}
	}
	if n := len(Figures()); n != 26 {
		t.Errorf("%d published figures, want 26", n)
	}
}
