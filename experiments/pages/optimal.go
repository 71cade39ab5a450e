// How far simple strategies are from optimal play: proved optima beside published ones.

package pages

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/engine/wording"
	"codebreak/experiments/claims"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
	"codebreak/report/lists"
)

// optimalEntry asks how far simple strategies are from optimal play, and whether the optima of
// published.Optima hold. It proves them, and some that no source prints.
func optimalEntry() notebook.Entry {
	untried, tried := divide(problems(), beyond)
	searched := notebook.StudyOf(tried, askOptimum)
	played := notebook.StudyOf(lists.Keep(tried, isCompared), askOneStep).Distinct()
	withUntried := func(optima []optimum, results [][]engine.Result) report.Page {
		page := optimalPage(optima, slices.Concat(results...))
		claims := lists.Map(untried, untriedClaim)
		page.Tallies[0].Claims = append(page.Tallies[0].Claims, claims...)
		return page
	}
	return entryOf("optimal", notebook.Both(searched.Answered(), played.Answered(), withUntried))
}

// isCompared reports whether the one-step strategies play the game of a problem.
func isCompared(p published.Figure) bool {
	return p.Pool == "" && p.Source != published.Rosu
}

func askOneStep(p published.Figure) notebook.Asked[[]engine.Result] {
	return ask.Plays(classicOf(nil, p.Game)).All()
}

// untriedClaim is the verdict on an optimum that is not searched.
func untriedClaim(p published.Figure) report.Claim {
	return report.Judge(p, report.Measured{
		About:   solveOf(p).About().Name,
		Missing: "no search here proves it within an hour",
	})
}

// askOptimum asks for what a source prints. The answer may prove more.
func askOptimum(p published.Figure) notebook.Asked[optimum] {
	return askAs(p, ask.NewSolve(p.Problem()), solveOf(p))
}

// unpublished are problems whose answers no source here prints: the cost of guessing candidates
// only, the loss by a program's filter, and further games.
var unpublished = []string{
	"twod5 optimal", "bp3x6 optimal", "bp4x4 optimal", "bp3x7 optimal", "bp3x8 optimal",
	"bc4x10 optimal pool=consistent", "mm4x6 optimal pool=consistent-but-last", "bc4x10 optimal pool=consistent-but-last",
	"mm3x11 optimal", "mm3x12 optimal", "bc5x7 optimal", "mm5x5 optimal", "bc4x11 optimal", "bp4x5 optimal", "bc5x8 optimal",
}

// beyond reports whether a problem would take longer than an hour, and is not tried.
func beyond(p published.Figure) bool {
	return p.Game == "mm5x8"
}

// problems lists the published optima, except those of games of words, and then the unpublished
// ones.
func problems() []published.Figure {
	all := drop(published.Optima(), isOfWords)
	for _, text := range unpublished {
		all = append(all, asFigure(text))
	}
	return all
}

// asFigure returns a subject as a published figure without printed numbers.
func asFigure(subject string) published.Figure {
	return published.Figure{Subject: sure(engine.ParseSubject(subject))}
}

// solveOf asks for the answer to a published problem.
func solveOf(p published.Figure) ask.Solve {
	return ask.Best(p.Problem())
}

// askAs asks a question about a problem, whose answer may prove more than is asked.
func askAs(printed published.Figure, asked, question ask.Solve) notebook.Asked[optimum] {
	return notebook.AskThen(question, func(found ask.Solved) optimum {
		return optimum{
			asked:   asked,
			printed: printed,
			Solved:  found,
		}
	})
}

// An optimum is a problem with its answer.
type optimum struct {
	ask.Solved
	asked   ask.Solve
	printed published.Figure // without an ID if no source prints the answer
}

func (o optimum) published() bool {
	return o.printed.ID != ""
}

// secrets counts the secrets of the game.
func (o optimum) secrets() int {
	return o.Secrets()
}

// leastTotal reports whether the least total of all strategies was asked for.
func (o optimum) leastTotal() bool {
	q := o.asked
	ofTotal := q.Objective == optimal.Total || q.Objective == optimal.TotalWorstCount
	return ofTotal &&
		q.Pool == strategy.All &&
		q.MaxDepth == 0 &&
		q.First == ""
}

// claim is the published optimum with its verdict.
func (o optimum) claim() report.Claim {
	m := claims.Optimum(o.printed, o.Solved)
	m.About = o.asked.About().Name
	return report.Judge(o.printed, m)
}

// unexplained is why some published optima do not hold.
const unexplained = "The published optima that differ are disproved: one source exchanges two means; another prints the means of consistent guesses only, or of another table. Those not tested would take longer to prove than we tried."

func optimalPage(optima []optimum, results []engine.Result) report.Page {
	tally := optimaTally(optima)
	tally.Why = unexplained
	gaps := gapsOf(optima, results)
	proved := lists.Keep(gaps, gap.isProved)
	page := report.Page{
		Results: results,
		Tallies: []report.Tally{tally},
		Picture: gapsFigure(proved),
	}
	addGapFindings(&page, proved)
	page.Findf("%d of %d published optima agree with the proofs.",
		tally.Hold(), len(tally.Claims))

	for _, o := range notebook.Distinct(lists.Keep(optima, optimum.leastTotal), optimum.game) {
		page.Optima = append(page.Optima, o.reported())
		page.Trees = append(page.Trees, o.treeView())
	}

	addTable(&page, "What looking one guess ahead costs", gaps, gap.cells)
	addTable(&page, "Proved", optima, optimum.cells)

	certified := notebook.Distinct(lists.Keep(optima, optimum.certified), optimum.game)
	page.Certificates = lists.Map(certified, optimum.certificate)
	if len(certified) > 0 {
		page.Findf("`codebreak check` replays these optimal trees: %s.",
			listed(page.Certificates, certificatePath))
		page.Add("Optimal trees at a glance", "", nil, lists.Map(certified, optimum.picture)...)
	}
	return page
}

// optimaTally has the verdicts on the optima that sources print.
func optimaTally(optima []optimum) report.Tally {
	return report.Tally{
		What:   "optima",
		Claims: lists.Map(lists.Keep(optima, optimum.published), optimum.claim),
	}
}

func (g gap) isProved() bool {
	return g.Proved
}

func certificatePath(c report.File) string { return "results/optimal/certificates/" + c.Name }

func (o optimum) game() string { return o.asked.Game }

// reported is a least total for the pages that refer to it.
func (o optimum) reported() report.Optimum {
	return report.Optimum{
		Game:    o.asked.Game,
		First:   o.First,
		Lower:   o.Ranges[0].Lower,
		Figures: o.Figures,
	}
}

// leastTotalName is the best of all strategies among trees to look at.
const leastTotalName = "least total"

// treeView is the tree to be walked through, unless it is too large for that.
func (o optimum) treeView() report.TreeView {
	v := report.TreeView{Game: o.asked.Game, Name: leastTotalName}
	if o.secrets() <= ask.LargestTree {
		v.Tree = o.Tree
	}
	return v
}

// cells are what is proved beside what is printed.
func (o optimum) cells() report.Row {
	c := o.claim()
	return report.Cells(
		"game", report.ShortName(o.asked.Game),
		"secrets", o.secrets(),
		"objective", o.asked.Terms(),
		"proved", o.Proof(o.asked.Objective),
		"proof", o.proofChecked(),
		"total", o.Total,
		"mean", o.Mean,
		"worst", o.Worst,
		"first guess", o.First,
		"histogram", o.Histogram,
		"published", report.IfAny(o.printed.ID, report.Quoted(o.printed.Printed).String()),
		"verdict", report.IfAny(o.printed.ID, c.Verdict),
		"difference", report.Given(c.Gap),
		"source", o.printed.Source,
	)
}

// proofChecked says for which numbers of the objective the proofs were checked.
func (o optimum) proofChecked() string {
	asked, found := o.asked, o.Figures
	if asked.Pool != strategy.All || asked.First != "" && !ofWords(asked.Game) {
		return onlySearched
	}

	of := claimedGame(asked.Game)
	switch {
	case asked.MaxDepth > 0:
		of += fmt.Sprintf(" within %d", asked.MaxDepth)
	case asked.Objective == optimal.WorstTotal:
		of += fmt.Sprintf(" within %d", found.Worst)
	}
	if asked.First != "" {
		of += " from " + asked.First
	}
	total := isChecked(totalClaim(of, found.Total))
	worst := isChecked(worstClaim(asked.Game, found.Worst))

	switch {
	case asked.Objective == optimal.Total:
		return checkedOr(total)
	case asked.Objective == optimal.WorstTotal && worst && total:
		return proofChecked
	case asked.Objective == optimal.TotalWorstCount && total:
		return "total checked"
	case asked.Objective != optimal.TotalWorstCount && worst:
		return "worst case checked"
	}
	return onlySearched
}

// certified reports whether the tree is kept as a certificate: the least total
// is proved and as printed, in a game that much is written about.
func (o optimum) certified() bool {
	return wellKnown(o.asked.Game) &&
		o.leastTotal() &&
		o.Proved &&
		o.Total == o.printed.Total
}

// tree unpacks the tree that was found.
func (o optimum) tree() *tree.Tree {
	g := sure(game.Parse(o.game()))
	return sure(tree.ReadPacked(context.Background(), g, o.Tree))
}

// picture draws the tree.
func (o optimum) picture() chart.Figure {
	page := report.TreePage{
		Tree:  o.tree(),
		About: "optimal play from " + o.First,
	}
	f := page.Picture()
	f.File = "optimal-" + o.asked.Game + ".png"
	return f
}

// certificate writes the tree as JSON.
func (o optimum) certificate() report.File {
	var text bytes.Buffer
	_ = o.tree().WriteJSON(&text) // a buffer takes everything
	return report.File{Name: o.asked.Game + ".json", Content: text.Bytes()}
}

// A gap is between the least total of a game and the totals of the one-step
// strategies, which are in the order of strategy.Classic().
type gap struct {
	optimum
	played []engine.Result
}

func gapsOf(optima []optimum, results []engine.Result) (gaps []gap) {
	least := lists.Keep(optima, optimum.leastTotal)
	for _, played := range byGame(results) {
		of := lists.Keep(least, func(o optimum) bool {
			return o.asked.Game == played[0].Game
		})
		if len(of) > 0 {
			gaps = append(gaps, gap{of[0], played})
		}
	}
	return gaps
}

// least is the total of the best tree.
func (g gap) least() int {
	return g.Total
}

// percent is by how many percent a criterion is above the optimum.
func (g gap) percent(c strategy.Criterion) float64 {
	i := slices.Index(strategy.Classic(), c)
	return percentMore(g.played[i].Total, g.least())
}

func (g gap) entropy() float64 {
	return g.percent(strategy.Entropy)
}

// addGapFindings says how far the one-step strategies are from proved optima.
func addGapFindings(page *report.Page, proved []gap) {
	answer := fmt.Sprintf("Entropy needs up to %.1f%% more guesses than optimal play in %d proved games",
		largest(proved, gap.entropy), len(proved))
	for _, g := range proved {
		if g.game() == "bc4x10" {
			answer += fmt.Sprintf(", %.1f%% in %s",
				g.entropy(), titled(g.game()))
		}
	}

	page.Findf("%s.", answer)
	page.Findf("Entropy is the best of the %s criteria in %d of these games, and optimal in %d.",
		inWords(len(strategy.Classic())),
		count(proved, gap.isClosest), count(proved, gap.isClosed))
}

// isClosest reports whether no other criterion is better than entropy.
func (g gap) isClosest() bool {
	return slices.ContainsFunc(leastTotals(g.played), isByEntropy)
}

func isByEntropy(r engine.Result) bool {
	return r.Criterion == strategy.Entropy
}

// isClosed reports whether entropy is optimal.
func (g gap) isClosed() bool {
	return g.entropy() == 0
}

func (g gap) cells() report.Row {
	least := report.Format(g.least(), "%s", wording.Thousands(g.least()))
	if !g.Proved && g.Ranges != nil {
		least.Text = wording.Thousands(g.Ranges[0].Lower) + " to " + least.Text
	}

	cells := report.Cells(
		"game", g.game(),
		"least total", least,
	)
	for _, r := range g.played {
		total := report.Format(r.Total, "%s (%+d)", wording.Thousands(r.Total), r.Total-g.least())
		cells = cells.And(r.Criterion, total)
	}
	return cells
}

// gapsFigure has a row for each game, the smallest first, and a column for each criterion.
func gapsFigure(proved []gap) *chart.Figure {
	title := fmt.Sprintf("Entropy needs up to %.1f%% more guesses than the optimum, minimax up to %.1f%%",
		largest(proved, gap.entropy), largest(proved, gap.minimax))
	h := chart.HeatMap{
		YLabel:  "game",
		Unit:    "% more guesses",
		Largest: 5,
	}
	return picture("optimal.png", title,
		crossMap(
			h,
			sortedBy(proved, gap.secrets),
			strategy.Classic(),
			gap.cell,
		))
}

func (g gap) minimax() float64 {
	return g.percent(strategy.Minimax)
}

func (g gap) cell(of strategy.Criterion) chart.Cell {
	c := labelled("%.1f", g.percent(of))
	c.Framed = wellKnown(g.game())
	return c
}

// String names the row of a game.
func (g gap) String() string {
	return report.ShortGame(g.game())
}

// optimaOf asks for the optima of the games of configurations that are known to be proved, so that
// a page can compare the best of a few strategies with the best of all.
func optimaOf(configurations []engine.Configuration) (optima notebook.Study[optimum]) {
	played := eachOnce(configurations, playedIn)
	for _, g := range gamesWithin(provable) {
		if !slices.Contains(played, g.game) {
			continue
		}
		q := leastTotal(g.game)
		optima = append(optima, askAs(published.Figure{}, q, q.FiguresOnly()))
	}
	return optima
}

// provedFor returns the figures of the best of all strategies of a game; they are zero where it is
// not proved.
func provedFor(gameName string, optima []optimum) (best tree.Figures) {
	for _, o := range optima {
		if o.game() == gameName && o.Proved {
			best = o.Figures
		}
	}
	return best
}
