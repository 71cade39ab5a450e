package claims

import (
	"slices"
	"strings"
	"testing"

	"codebreak/configs/published"
	_ "codebreak/engine" // the games
	"codebreak/engine/enginetest"
	"codebreak/experiments/notebook"
	"codebreak/report"
	"codebreak/report/lists"
)

// TestJudge judges a figure of each kind.
func TestJudge(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: hundreds of games are sampled")
	}
	const table = `id,source,subject,quantity,printed,note,reason,cause
a/knuth,A,mm4x6 minimax first=1122,histogram,1 6 62 533 694
a/tree,A,mm4x6 minimax first=1122,decisions,425
a/tree,A,mm4x6 minimax first=1122,decisions 3,94
a/tree,A,mm4x6 minimax first=1122,positions 5,694
a/tree,A,mm4x6 minimax first=1122,left,204.5 25.3 2.99 1
a/shares,A,mm4x6 minimax first=1122,within 4,46.45%
a/shares,A,mm4x6 minimax first=1122,beyond 3,0.947
a/shares,A,mm4x6 minimax first=1122,stddev,0.618
a/shares,A,mm4x6 minimax first=1122,pay-off 1 0 2,0.0964
a/deviates,A,mm4x6 minimax first=1122,stddev,0.619
a/misprint,A,mm4x6 minimax first=1122,mean,4.4776,,A misprint,misprint
a/low,A,mm4x6 (a network),mean,4.33
a/lowest,A,mm4x6 (a network),mean,4.34
a/sampled,A,mm4x11 random,mean,6.4 ± 0.3
a/seeded,A,mm4x6 shuffled@rosu,mean,4.6767
a/seeded,A,mm4x6 shuffled@rosu,games,300
a/seeded,A,mm4x6 shuffled@rosu,seed,42
a/lower,A,mm4x6 (a network),worst,4
a/sample,A,mm4x6 (a network),mean,4.2
a/sample,A,mm4x6 (a network),games,100
a/no-mean,A,mm4x6 entropy,mean,4.41234
a/best,A,mm3x4 optimal,total,206
a/better,A,mm3x4 optimal,total,205
a/worse,A,mm3x4 optimal,total,207
a/worst,A,"bc3x5 optimal objective=worst,total",worst,4
a/identified,A,"bc3x5 optimal objective=worst,total",known worst,3
a/worst-too-few,A,"bc3x5 optimal objective=worst,total",worst,3
a/chance,A,mm3x4 random,mean,3.4
a/chance,A,mm3x4 random,games,50
a/off,A,mm3x4 random,mean,3.0
a/off,A,mm3x4 random,games,5000
a/long,A,mm3x4 random,worst,99
a/long,A,mm3x4 random,games,5
a/300,A,mm4x6 minimax first=1122,mean,4.50
a/300,A,mm4x6 minimax first=1122,games,300
a/first,A,bc3x10 first=987,parts,210 252 63 2 126 42 3 21 1
a/first,A,bc3x10 first=987,largest,252
a/first,A,bc3x10 first=987,second,1.1%
a/game,A,bc3x10,secrets,780
a/game,A,bc3x10,blind,360.5
a/large,A,mm8x8 random,mean,6.5
a/none,A,zz4 (someone),mean,6.5
a/optimal-worst,A,mm4x6 optimal,worst,3
a/undetermined,A,mm4x6 optimal,worst,6
a/no-strategy,A,mm4x6,mean,5
a/of-first,A,mm4x6 minimax,largest,5
a/of-game,A,mm4x6,left,5
a/value,A,mm4x6,value,25/6
a/games,A,mm4x6 minimax,games,5
a/none-so-deep,A,mm2x2 optimal max-depth=1,mean,2
a/sample-histogram,A,mm4x6 minimax first=1122,games,100
a/sample-histogram,A,mm4x6 minimax first=1122,histogram,0 0 0 1296
a/sample-worst,A,mm4x6 minimax first=1122,games,100
a/sample-worst,A,mm4x6 minimax first=1122,worst,6
a/sample-known,A,mm4x6 minimax first=1122,known mean,3.74
a/sample-known,A,mm4x6 minimax first=1122,games,1000
a/stated,A,mm4x6 minimax first=1122,mean,4.46 ± 0.02
a/stated-off,A,mm4x6 minimax first=1122,mean,4.46 ± 0.01
a/stated-low,A,mm4x6 (a network),mean,4.2 ± 0.4
a/chance-histogram,A,mm4x6 random,histogram,1296
a/chance-worst,A,mm4x6 random,worst,3
a/chance-low,A,mm4x6 random,worst,3
a/chance-low,A,mm4x6 random,games,500
a/chance-seen,A,mm4x6 random,worst,7
a/chance-seen,A,mm4x6 random,games,500
a/chance-known,A,mm4x6 random,known mean,4.64
a/chance-total,A,mm4x6 random,total,6018
a/chance-seed,A,mm4x6 random,mean,4.66
a/chance-seed,A,mm4x6 random,games,500
a/chance-seed,A,mm4x6 random,seed,5
a/unreachable,A,mm3x4 shuffled@rosu,mean,3.4
a/first-worst,A,"mm3x4 optimal objective=worst,total first=111",worst,5
a/pool-worst,A,"mm3x4 optimal objective=worst,total pool=consistent",worst,3
a/worst-total,A,"mm3x4 optimal objective=worst,total",worst,4
a/worst-total,A,"mm3x4 optimal objective=worst,total",total,205
a/least-known-total,A,mm3x4 optimal,known total,160
a/least-sample,A,mm3x4 optimal,mean,3.1
a/least-sample,A,mm3x4 optimal,games,100
a/truncated,A,mm4x6 minimax first=1122,stddev,0
`
	verdicts := map[string]report.Verdict{
		"a/knuth": report.Exact, "a/tree": report.AsPublished, "a/shares": report.AsPublished, "a/deviates": report.Unexplained,
		"a/misprint": report.Differs, "a/low": report.Impossible, "a/lowest": report.NotTested, "a/sampled": report.AsPublished, "a/seeded": report.AsPublished, "a/lower": report.Impossible,
		"a/sample": report.NotTested, "a/no-mean": report.Impossible,
		"a/best": report.AsPublished, "a/better": report.Impossible, "a/worse": report.Unexplained,
		"a/worst": report.AsPublished, "a/identified": report.AsPublished, "a/worst-too-few": report.Impossible,
		"a/chance": report.AsPublished, "a/off": report.Unexplained, "a/long": report.Unexplained, "a/300": report.AsPublished,
		"a/first": report.AsPublished, "a/game": report.Unexplained, "a/large": report.NotTested, "a/none": report.NotTested,
		"a/optimal-worst": report.Impossible, "a/undetermined": report.NotTested, "a/no-strategy": report.NotTested,
		"a/of-first": report.NotTested, "a/of-game": report.NotTested, "a/value": report.NotTested, "a/games": report.NotTested,
		"a/none-so-deep": report.Impossible, "a/sample-histogram": report.Impossible, "a/sample-worst": report.Unexplained, "a/sample-known": report.AsPublished,
		"a/stated": report.AsPublished, "a/stated-off": report.Unexplained, "a/stated-low": report.NotTested,
		"a/chance-histogram": report.Unexplained, "a/chance-worst": report.NotTested, "a/chance-low": report.Unexplained, "a/chance-seen": report.AsPublished,
		"a/chance-known": report.NotTested, "a/chance-total": report.AsPublished, "a/chance-seed": report.NotTested, "a/unreachable": report.NotTested,
		"a/pool-worst": report.Impossible, "a/worst-total": report.Unexplained,
		"a/first-worst": report.AsPublished, "a/least-known-total": report.NotTested, "a/least-sample": report.NotTested, "a/truncated": report.Unexplained,
	}
	figures, err := published.ReadFigures("a.csv", strings.NewReader(table))
	if err != nil {
		t.Fatal(err)
	}
	if !enginetest.Long() { // else as in .ci/run
		const many = "a/sampled" // games of a large game; those of a/seeded are fewer
		figures = slices.DeleteFunc(figures, func(f published.Figure) bool { return f.ID == many })
		delete(verdicts, many)
	}
	asked := lists.Map(figures, Of)
	if len(asked) != len(verdicts) {
		t.Fatalf("%d figures, %d verdicts", len(asked), len(verdicts))
	}
	r := notebook.Runner{Env: notebook.Env{Workers: 2}, Folder: notebook.Folder(t.TempDir()), Full: true}
	o, err := r.Answer(t.Context(), notebook.Entry{Name: "a", Tasks: Tasks(asked)})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range asked {
		if got := c.Judge(o); got.Verdict != verdicts[got.ID] || !got.Verdict.Holds() && got.Gap == "" {
			t.Errorf("%s: %s (%s, %s), want %s", got.ID, got.Verdict, got.Measured, got.Gap, verdicts[got.ID])
		}
	}
	nothing, err := r.Answer(t.Context(), notebook.Entry{Name: "a"})
	if err != nil {
		t.Fatal(err)
	}
	if got := asked[0].Judge(nothing); got.Verdict != report.NotTested {
		t.Errorf("without answers: %s", got.Verdict)
	}
}
