// Package notebook runs experiments: it computes their answers, keeps them, and renders
// their pages.
//
// An [Entry] is declared, not scripted: a question in words, a list of [Task]s,
// and a page function that makes the page of the answers. A task asks for one
// answer: a [Question] such as ask.NewPlay (what does this configuration measure?)
// or ask.Solve (what is the best of all strategies?), with a key that names it
// and an estimate of what it costs.
//
//	played := ask.Plays(grid.Configurations())
//	notebook.Entry{
//		Name:     "mine",
//		Question: "What does a colour cost?",
//		About:    "Games of three positions, by the five criteria.",
//		Tasks:    played.Tasks(),
//		Page: func(o notebook.Outcome) (report.Page, bool) {
//			results := played.In(o)
//			…
//			return page, len(results) > 0
//		},
//	}
//
// A question that is asked is a handle, [Asked]: it is the entry's tasks, and reads its
// answer from the outcome. A [Study] asks the same of each row of a page.
//
// A [Runner] does the rest, alike for every entry: it checks the questions
// before any work starts, takes answers from the store or computes them, shares
// them out, shows progress, keeps times, and writes files. The page function
// is pure: it sees nothing but the [Outcome]. So each entry's results.json holds
// the answers and nothing else, and every page can be made again from it
// ([Runner.Report]) without computing anything.
//
// Tasks that take minutes are [Slow]: they are computed on request only, and
// otherwise their answers come from the store or from results.json, which says for
// these alone which engine gave them.
//
// This package knows no game: the questions of this notebook live in package ask below it,
// and how they are answered, in the engine. An answer must depend only on the question and
// on that code, since the store identifies it by these.
package notebook
