package main

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/claims"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
)

// optimalEntry proves the optima that sources print, and some that none does. What
// takes more than seconds is slow.
func optimalEntry() notebook.Entry {
	var asked, untried []published.Figure
	var tasks, slow []notebook.Task
	var games []string // for the one-step strategies
	for _, p := range problems() {
		if beyond(p) {
			untried = append(untried, p)
			continue
		}
		asked = append(asked, p)
		of := []notebook.Task{notebook.Ask(solveOf(p))}
		name, pool := p.Subject.Game, p.Subject.Pool
		if pool == "" && p.Source != published.Rosu && !slices.Contains(games, name) {
			games = append(games, name)
			of = append(of, ask.Plays(classicOf(nil, name))...)
		}
		if ask.EffortOf(p.Subject.String()) == ask.Seconds {
			tasks = append(tasks, of...)
		} else {
			slow = append(slow, of...)
		}
	}
	return notebook.Entry{
		Name:     "optimal",
		Question: "Optimal strategies",
		About:    "What is the least number of guesses over all secrets, whatever the strategy? Are the published optima right, and how far from them are strategies that look one guess ahead?",
		Tasks:    append(tasks, notebook.Slow(slow)...),
		Page: func(o notebook.Outcome) report.Page {
			var optima []optimum
			for _, p := range asked {
				if q := solveOf(p); o.Has(notebook.Ask(q)) {
					optima = append(optima, optimum{q, p, notebook.Get(o, q)})
				}
			}
			page := optimalPage(optima, answeredResults(o, classicOf(nil, games...)))
			for _, p := range untried {
				c := report.Judge(p, report.Measured{About: solveOf(p).String(), Missing: "no search here proves it within an hour"})
				page.Tallies[0].Claims = append(page.Tallies[0].Claims, c)
			}
			return page
		},
	}
}

// unpublished are problems whose answers no source here prints: how much dearer it is
// to guess candidates only, or what a program's filter loses, and games beyond the
// published ones.
var unpublished = []string{
	"twod5 optimal", "bp3x6 optimal", "bp4x4 optimal", "bp3x7 optimal", "bp3x8 optimal", "bc4x10 optimal pool=consistent",
	"mm4x6 optimal pool=consistent-but-last", "bc4x10 optimal pool=consistent-but-last", "mm3x11 optimal", "mm3x12 optimal", "bc5x7 optimal", "mm5x5 optimal", "bc4x11 optimal", "bp4x5 optimal", "bc5x8 optimal",
}

// beyond reports whether a problem would take longer than an hour, and is not tried.
func beyond(p published.Figure) bool { return p.Subject.Game == "mm5x8" }

// problems lists the published optima of games other than of words, and then those
// that no source prints.
func problems() []published.Figure {
	all := slices.DeleteFunc(published.Optima(), func(p published.Figure) bool { return ofWords(p.Subject.Game) })
	for _, text := range unpublished {
		s, err := engine.ParseSubject(text)
		if err != nil {
			panic(err)
		}
		all = append(all, published.Figure{Subject: s})
	}
	return all
}

// solveOf asks for the answer to a published problem.
func solveOf(p published.Figure) ask.Solve {
	return ask.Best(p.Subject.Problem())
}

// An optimum is a problem with its answer.
type optimum struct {
	asked   ask.Solve
	printed published.Figure // without an ID if no source prints the answer
	found   ask.Solved
}

func (o optimum) published() bool { return o.printed.ID != "" }

// secrets counts the secrets of the game.
func (o optimum) secrets() int { return o.found.Figures.Secrets() }

// leastTotal reports whether the least total of all strategies was asked for.
func (o optimum) leastTotal() bool {
	return (o.asked.Objective == optimal.Total || o.asked.Objective == optimal.TotalWorstCount) && o.asked.Pool == strategy.All && o.asked.MaxDepth == 0 && o.asked.First == ""
}

// quoted is what a source prints.
func (o optimum) quoted() string { return report.Quoted(o.printed.Printed).String() }

// claim is the published optimum with its verdict.
func (o optimum) claim() report.Claim {
	m := claims.Optimum(o.printed, o.found)
	m.About = o.asked.String()
	return report.Judge(o.printed, m)
}

func (o optimum) verdict() report.Verdict { return o.claim().Verdict }

// unexplained is why a published optimum is not proved again.
const unexplained = "Those that differ are disproved: one source exchanges two means; another prints the means of candidates only, or of another table. Those not tested would take longer to prove than is tried here."

func optimalPage(optima []optimum, results []engine.Result) report.Page {
	page := report.Page{Results: results}
	published := report.Tally{What: "optima", Why: unexplained}
	for _, o := range optima {
		if o.published() {
			published.Claims = append(published.Claims, o.claim())
			switch o.verdict() {
			case report.AsPublished:
			case report.Differs:
				page.Findings = append(page.Findings, fmt.Sprintf("%s: %s.", o.asked, o.claim().Gap))
			default:
				page.Findings = append(page.Findings, strings.TrimSpace(fmt.Sprintf("%s: published %s; proved %s. %s", o.asked, o.quoted(), o.found.Proof(), o.printed.Note)))
			}
		}
		if o.leastTotal() && !slices.ContainsFunc(page.Optima, func(p report.Optimum) bool { return p.Game == o.asked.Game }) {
			page.Optima = append(page.Optima, optimumOf(o.asked.Game, o.found))
			page.Trees = append(page.Trees, o.treeView())
		}
		if o.certified() && !slices.ContainsFunc(page.Certificates, func(f report.File) bool { return f.Name == o.asked.Game+".json" }) {
			page.Certificates = append(page.Certificates, certificate(o))
		}
	}
	page.Tallies = []report.Tally{published}
	page.Findings = append([]string{fmt.Sprintf("%d of %d published optima agree with the proofs.", published.Hold(), len(published.Claims))}, page.Findings...)
	if len(page.Certificates) > 0 {
		paths := commas(page.Certificates, func(c report.File) string { return "results/optimal/certificates/" + c.Name })
		page.Findings = append(page.Findings, "Trees for `codebreak check`: "+paths+".")
	}
	page.Sections = []report.Section{{
		Heading: "Proved",
		Text:    "All decision trees of the game were searched, by branch and bound; the tree found was replayed by the checker, secret by secret. Objectives are lexicographic.",
		Table:   optimaTable(optima),
	}}
	gaps := gapsOf(optima, results)
	page.Findings = append(page.Findings, notebook.Map(gaps, gap.finding)...)
	if len(gaps) > 0 {
		page.Sections = append(page.Sections, report.Section{
			Heading: "What looking one guess ahead costs",
			Text:    "Totals of the one-step strategies, each from its own first guess, and their excess over the optimum.",
			Table:   gapsTable(gaps),
			Figures: []chart.Figure{gapsFigure(gaps)},
		})
	}
	return page
}

// optimumOf is a least total as other pages refer to it.
func optimumOf(gameName string, s ask.Solved) report.Optimum {
	return report.Optimum{Game: gameName, Total: s.Figures.Total, Lower: s.Ranges[0].Lower, Worst: s.Figures.Worst, First: s.First, Histogram: s.Figures.Histogram}
}

// leastTotalName is the best of all strategies among trees to look at.
const leastTotalName = "least total"

// treeView is the tree to be walked through, unless it is too large for that.
func (o optimum) treeView() report.TreeView {
	v := report.TreeView{Game: o.asked.Game, Name: leastTotalName}
	if o.secrets() <= ask.LargestTree {
		v.Tree = o.found.Tree
	}
	return v
}

// optimaTable shows what is proved beside what is printed.
func optimaTable(optima []optimum) *report.Table {
	return report.TableOf(optima, "game | secrets | asked for | proved | total | mean | worst | first guess | histogram | published | verdict | source", func(o optimum) []any {
		return []any{
			o.asked.Game, o.secrets(), o.asked.Terms(), o.found.Proof(), o.found.Figures.Total, report.Mean(o.found.Figures.Mean),
			o.found.Figures.Worst, o.found.First, report.Histogram(o.found.Figures.Histogram), ifAny(o.printed.ID, o.quoted()),
			ifAny(o.printed.ID, o.verdict()), report.Citation(o.printed.Source.Source()),
		}
	})
}

// certified reports whether the tree is kept as a certificate: the least total
// is proved and as printed, in a game that much is written about.
func (o optimum) certified() bool {
	return slices.Contains([]string{"mm4x6", "bc4x10"}, o.asked.Game) && o.leastTotal() && o.found.Proved && o.found.Figures.Total == o.printed.Total
}

// certificate writes the tree as JSON. That it can be read was checked when
// the answer was taken; else it panics.
func certificate(o optimum) report.File {
	g, err := game.Parse(o.asked.Game)
	if err != nil {
		panic(err)
	}
	t, err := tree.ReadPacked(context.Background(), g, o.found.Tree)
	if err != nil {
		panic(err)
	}
	var text bytes.Buffer
	_ = t.WriteJSON(&text) // a buffer takes everything
	return report.File{Name: o.asked.Game + ".json", Content: text.Bytes()}
}

// A gap is between the least total of a game and the totals of the one-step
// strategies, which are in the order of strategy.Classic().
type gap struct {
	best   optimum
	played []engine.Result
}

func gapsOf(optima []optimum, results []engine.Result) []gap {
	var gaps []gap
	for _, group := range byGame(results) {
		i := slices.IndexFunc(optima, func(o optimum) bool { return o.leastTotal() && o.asked.Game == group[0].Game })
		if i >= 0 {
			gaps = append(gaps, gap{optima[i], group})
		}
	}
	return gaps
}

// above is how many guesses more a result takes than the least total.
func (g gap) above(r engine.Result) int { return r.Total - g.best.found.Figures.Total }

// finding says which one-step strategies come closest.
func (g gap) finding() string {
	closest, _ := extremes(g.played)
	above := g.above(closest[0])
	if !g.best.found.Proved {
		return fmt.Sprintf("%s: the least total is not proved; it is between %d and %d.", g.best.asked.Game, g.best.found.Ranges[0].Lower, g.best.found.Figures.Total)
	}
	if above == 0 {
		return fmt.Sprintf("%s: %s %s the least total.", g.best.asked.Game, join(closest, criterionOf), english.PluralWord(len(closest), "attains", "attain"))
	}
	return fmt.Sprintf("%s: %s %s closest, %d guesses above the least total in %d (%.2f%%).",
		g.best.asked.Game, join(closest, criterionOf), english.PluralWord(len(closest), "comes", "come"),
		above, closest[0].Secrets, 100*float64(above)/float64(g.best.found.Figures.Total))
}

func gapsTable(gaps []gap) *report.Table {
	titles := notebook.Map(strategy.Classic(), func(c strategy.Criterion) string { return string(c) })
	return report.TableOf(gaps, "game | least total | "+strings.Join(titles, " | "), func(g gap) []any {
		least := report.Format(g.best.found.Figures.Total, "%d", g.best.found.Figures.Total)
		if !g.best.found.Proved {
			least.Text = fmt.Sprintf("%d to %s", g.best.found.Ranges[0].Lower, least)
		}
		return append([]any{g.best.asked.Game, least}, notebook.Map(g.played, func(r engine.Result) any {
			return report.Format(r.Total, "%d (%+d)", r.Total, g.above(r))
		})...)
	})
}

// gapsFigure shows by how many percent each criterion is above the least total of
// each game.
func gapsFigure(gaps []gap) chart.Figure {
	least := map[string]ask.Solved{}
	var played, proved []engine.Result
	for _, g := range gaps {
		least[g.best.asked.Game] = g.best.found
		played = append(played, g.played...)
		if g.best.found.Proved {
			proved = append(proved, g.played...)
		}
	}
	percent := func(r engine.Result) float64 { return percentMore(r.Total, least[r.Game].Figures.Total) }
	d := chart.Dots{XLabel: "% more guesses than the least total", Zero: true, Notes: "least total"}
	d = dotsOf(d, played, criterionOf, func(r engine.Result) (string, float64) { return r.Game, percent(r) })
	for i, row := range d.Rows {
		d.Rows[i].Note = thousands(least[row.Name].Figures.Total)
		if !least[row.Name].Proved {
			d.Rows[i].Note = "at most " + d.Rows[i].Note
		}
	}
	entropy := keep(proved, func(r engine.Result) bool { return r.Criterion == strategy.Entropy })
	return chart.Figure{
		File: "optimal.png", Caption: "By how many percent each one-step strategy is above the least total, game by game",
		Title:    fmt.Sprintf("Entropy comes within %.1f%% of the least total, where that is proved", math.Ceil(10*most(entropy, percent))/10),
		Subtitle: "each criterion from its own first guess, against an optimal strategy",
		Charts:   []chart.Chart{d},
	}
}
