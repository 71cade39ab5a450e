package claims

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
	"codebreak/report"
	"codebreak/report/lists"
)

// judge judges a table of figures, computing what takes some seconds.
func judge(t *testing.T, table string) map[string]report.Claim {
	t.Helper()
	figures, err := published.ReadFigures("a.csv", strings.NewReader("id,source,subject,quantity,printed\n"+table))
	if err != nil {
		t.Fatal(err)
	}
	asked := lists.Map(figures, func(f published.Figure) Claim { return Of(f).WithQuick(5) })
	r := notebook.Runner{Env: notebook.Env{Workers: 2}, Folder: notebook.Folder(t.TempDir())}
	o, err := r.Answer(t.Context(), notebook.Entry{Name: "a", Tasks: Tasks(asked)})
	if err != nil {
		t.Fatal(err)
	}
	judged := map[string]report.Claim{}
	for _, c := range asked {
		judged[c.Figure.ID] = c.Judge(o)
	}
	return judged
}

// TestItself judges figures that contradict themselves, or what any player can do, among
// figures that do not.
func TestItself(t *testing.T) {
	const table = `n/secrets,A,mm4x6 (p),histogram,1 6 62 533 695
n/mean,A,mm4x6 (p),mean,4.9
n/mean,A,mm4x6 (p),histogram,1 6 62 533 694
n/worst,A,mm4x6 (p),worst,5
n/worst,A,mm4x6 (p),histogram,1 6 62 533 690 4
n/total,A,mm4x6 (p),total,6000
n/total,A,mm4x6 (p),mean,4.5
n/deviation,A,mm4x6 (p),stddev,0.9
n/deviation,A,mm4x6 (p),histogram,1 6 62 533 694
n/first,A,mm4x6 (p),histogram,2 6 62 533 693
n/second,A,mm4x6 (p),histogram,1 20 62 533 680
n/second-strategy,A,mm4x6 entropy,histogram,1 20 62 533 680
n/zero,A,mm3x4 (p),mean,0.00
n/zero-strategy,A,mm3x4 entropy,mean,0.00
n/zero-sample,A,mm3x4 (p),mean,0
n/zero-sample,A,mm3x4 (p),games,5
n/within,A,mm3x4 (p),"within 3",1
n/within-percent,A,mm3x4 (p),"within 3",100%
n/half,A,mm3x4 (p),"within 2",0.5
n/words,A,"wordle-2315-f40e47975cf360ff-12972-feacc549249b5dcb (p)",mean,1.1
n/words-first,A,"wordle-2315-f40e47975cf360ff-12972-feacc549249b5dcb (p)",histogram,2 2313
n/words-secrets,A,"wordle-2315-f40e47975cf360ff-12972-feacc549249b5dcb (p)",histogram,1 2313
n/computed,A,"nerdle5 (p)",histogram,0 119 8
n/least,A,mm4x6 (p),total,5624
n/games,A,mm4x6 (p),histogram,1 6 62 533 694
n/games,A,mm4x6 (p),games,1000
n/known,A,mm4x6 (p),known histogram,15 1281
n/unknown-game,A,zz9 (p),histogram,1 2 3
n/unknown-game,A,zz9 (p),mean,2.4
y/itself,A,mm4x6 (p),histogram,1 6 62 533 694
y/itself,A,mm4x6 (p),mean,4.47608024691358
y/itself,A,mm4x6 (p),total,"5,801"
y/itself,A,mm4x6 (p),worst,5
y/itself,A,mm4x6 (p),count,694
y/itself,A,mm4x6 (p),stddev,0.618
y/itself,A,mm4x6 (p),"within 4",46.45%
y/fraction,A,mm4x6 (p),mean,5801/1296
y/comma,A,mm4x6 (p),mean,"4,476"
y/slow,A,mm4x6 (guesses anything),mean,648.5
y/known,A,mm4x6 (p),known histogram,14 160 1122
y/sample,A,mm4x6 (p),histogram,3 20 50 20 7
y/sample,A,mm4x6 (p),games,100
y/unknown-game,A,zz9 (p),histogram,1 2 3
y/unknown-game,A,zz9 (p),mean,2.3
y/within,A,mm3x4 (p),"within 4",1
`
	for id, c := range judge(t, table) {
		want := report.NotTested // the player is not here
		if strings.HasPrefix(id, "n/") {
			want = report.Impossible
		}
		if c.Verdict != want {
			t.Errorf("%s: %s: %s", id, c.Verdict, c.Gap)
		}
	}
}

// TestCut judges histograms that are cut off where a game ends unsolved.
func TestCut(t *testing.T) {
	judged := judge(t, `y/cut,A,mm4x6 minimax first=1122,histogram,1 6 62 533
y/cut,A,mm4x6 minimax first=1122,"failed 4",694
y/cut,A,mm4x6 minimax first=1122,"mean-within 4",3.87209
y/whole,A,mm4x6 minimax first=1122,"failed 4",694
y/zeros,A,mm4x6 minimax first=1122,histogram,1 6
y/zeros,A,mm4x6 minimax first=1122,"failed 2","1,289"
n/cut,A,mm4x6 minimax first=1122,histogram,1 6 63 532
n/cut,A,mm4x6 minimax first=1122,"failed 4",694
n/mean,A,mm4x6 minimax first=1122,"mean-within 4",4.476
i/sum,A,mm4x6 (p),histogram,1 6 62 533
i/sum,A,mm4x6 (p),"failed 4",693
i/first,A,mm4x6 (p),histogram,2 6 62 532
i/first,A,mm4x6 (p),"failed 4",694
i/games,A,mm4x6 (p),histogram,1 6 62 533
i/games,A,mm4x6 (p),"failed 4",694
i/games,A,mm4x6 (p),games,1000
p/cut,A,mm4x6 (p),histogram,1 6 62 533
p/cut,A,mm4x6 (p),"failed 4",694
`)
	for id, c := range judged {
		holds, want := c.Verdict.Holds(), map[byte]report.Verdict{'n': report.Unexplained, 'i': report.Impossible, 'p': report.NotTested}[id[0]]
		if id[0] == 'y' && !holds || id[0] != 'y' && c.Verdict != want {
			t.Errorf("%s: %s: %s", id, c.Verdict, c.Gap)
		}
	}
}

// TestJudgePlay judges a figure beside a play that is worse. It needs the proof that nobody can be
// better.
func TestJudgePlay(t *testing.T) {
	const table = "id,source,subject,quantity,printed\na/low,A,mm3x4 minimax,total,205\na/high,A,mm3x4 minimax,total,400\n"
	figures, err := published.ReadFigures("a.csv", strings.NewReader(table))
	if err != nil {
		t.Fatal(err)
	}
	r := notebook.Runner{Env: notebook.Env{Workers: 2}, Folder: notebook.Folder(t.TempDir())}
	low, high := Of(figures[0]), Of(figures[1])
	o, err := r.Answer(t.Context(), notebook.Entry{Name: "a", Tasks: low.Tasks})
	if err != nil {
		t.Fatal(err)
	}
	play, ok := low.Played.In(o)
	if !ok {
		t.Fatal("not played")
	}
	if got := low.JudgePlay(play, notebook.Outcome{}); got.Verdict != report.Unexplained {
		t.Errorf("without a proof: %s", got.Verdict)
	}
	if got := high.Proofs(play); got != nil {
		t.Errorf("no proof can contradict a worse figure, and there are %d", len(got))
	}
	proofs, err := r.Answer(t.Context(), notebook.Entry{Name: "b", Tasks: low.Proofs(play)})
	if err != nil {
		t.Fatal(err)
	}
	alone := OfPlay(figures[0])
	alone.Proofs(play)
	if got, want := alone.JudgePlay(play, proofs), low.JudgePlay(play, proofs); !reflect.DeepEqual(got, want) {
		t.Errorf("without tasks of its own: %+v, with them: %+v", got, want)
	}
	played, verified := low.JudgePlay(play, proofs), low.Judge(o)
	if played.Verdict != report.Impossible || played.Gap != verified.Gap || verified.Verdict != report.Impossible {
		t.Errorf("beside a play: %s (%s), by verify: %s (%s)", played.Verdict, played.Gap, verified.Verdict, verified.Gap)
	}
}

// TestProofs compares the proofs that figures of plays need, if they are better than any play, with
// those of the same figures with all their tasks.
func TestProofs(t *testing.T) {
	worst := engine.Result{Figures: tree.Figures{Total: math.MaxInt32, Worst: 99}}
	keys := func(c Claim) (keys []string) {
		for _, task := range c.Proofs(worst) {
			keys = append(keys, fmt.Sprint(task.Key))
		}
		return keys
	}
	for _, f := range slices.Concat(published.Averages(), published.Runs()) {
		if got, want := keys(OfPlay(f)), keys(Of(f)); !slices.Equal(got, want) {
			t.Errorf("%s needs %v, with all tasks %v", f.ID, got, want)
		}
	}
}

// TestSampleOfKnown judges samples of players whose distribution is known exactly: those
// that are samples, with few exceptions, and those that are not.
func TestSampleOfKnown(t *testing.T) {
	// In a/off half of the games take five guesses; it should be a third.
	judged := judge(t, `a/off,A,bc4x10 simple pool=consistent ties=first,histogram,"5 41 433 1800 4843 2400 436 40 2"
a/off,A,bc4x10 simple pool=consistent ties=first,games,"10,000"
a/few,A,bc3x5 entropy,histogram,0 3
a/few,A,bc3x5 entropy,games,3
a/never,A,bc3x5 entropy,histogram,0 3 3 3 3 3 3 3
a/never,A,bc3x5 entropy,games,21
a/shares,A,bc3x5 entropy,"within 3",50%
a/shares,A,bc3x5 entropy,games,1000
a/share-off,A,bc3x5 entropy,"within 3",90%
a/share-off,A,bc3x5 entropy,games,1000
a/count,A,bc3x5 random,worst,6
a/count,A,bc3x5 random,count,900
a/count,A,bc3x5 random,games,1000
`)
	for id, want := range map[string]report.Verdict{
		"a/off": report.Unexplained, "a/few": report.Unexplained, "a/never": report.Unexplained,
		"a/share-off": report.Unexplained, "a/count": report.Unexplained,
	} {
		if c := judged[id]; c.Verdict != want {
			t.Errorf("%s: %s: %s", id, c.Verdict, c.Gap)
		}
	}
	if gap := judged["a/off"].Gap; !strings.Contains(gap, "of 10,000 games with") || !strings.Contains(gap, "binomial") || !strings.Contains(gap, "below 1%") {
		t.Errorf("a/off: %s", gap)
	}

	shares := []float64{0, 0.01, 0.04, 0.25, 0.4, 0.28, 0.015, 0.005}
	rng := rand.New(rand.NewPCG(1, 2))
	rounds := 2000
	if testing.Short() {
		rounds = 500
	}
	for _, games := range []int{1, 10, 100, 10_000} {
		refused := 0
		for range rounds {
			r := Random{Shares: shares}
			r.Histogram = make([]int, len(shares))
			for range games {
				k, x := 0, rng.Float64()
				for ; x >= shares[k]; k++ {
					x -= shares[k]
				}
				r.Histogram[k]++
			}
			if r.histogramGap(games) != "" {
				refused++
			}
		}
		// The share refused is at most the level, but for chance.
		if limit := float64(rounds)*level + 4*math.Sqrt(float64(rounds)*level); float64(refused) > limit {
			t.Errorf("%d of %d samples of %d games are refused", refused, rounds, games)
		}
	}
}

// TestRare holds the binomial test against sums of probabilities.
func TestRare(t *testing.T) {
	for _, share := range []float64{0, 0.03, 0.5, 0.9, 1} {
		const n = 20
		var p [n + 1]float64
		for x := range p {
			ways := 1.0
			for i := range x {
				ways *= float64(n-i) / float64(i+1)
			}
			p[x] = ways * math.Pow(share, float64(x)) * math.Pow(1-share, float64(n-x))
		}
		for x := range p {
			few, many := 0.0, 0.0
			for y, probability := range p {
				if y <= x {
					few += probability
				}
				if y >= x {
					many += probability
				}
			}
			if got, want := rare(x, n, share, level), min(few, many) < level/2; got != want {
				t.Errorf("%d of %d with %v: %v (%v, %v)", x, n, share, got, few, many)
			}
		}
	}
}

// TestShares prints the share of the games within three guesses, and finds the numbers of
// games that chance allows.
func TestShares(t *testing.T) {
	r := Random{Shares: []float64{0, 0.1, 0.2, 0.3, 0.4}}
	r.Figure.Games = 100
	allowed := []int{}
	for percent := range 101 {
		d := published.Detail{Quantity: "within", Of: []int{3}, Printed: []string{strconv.Itoa(percent) + "%"}}
		r.More = []published.Detail{d}
		if len(r.gaps()) == 0 {
			allowed = append(allowed, percent)
		}
	}
	// The least number of games is 47, the most 72; 46% may be 46.9% cut off.
	if len(allowed) == 0 || slices.Min(allowed) != 46 || slices.Max(allowed) != 72 {
		t.Errorf("allowed of 60%%: %v", allowed)
	}
}
