package notebook

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/experiments/store"
	"codebreak/report"
	"codebreak/report/chart"
	"codebreak/report/lists"
)

// twin asks for twice a number.
type twin struct {
	N int `json:"n"`

	work    func(ctx context.Context) error // done before the answer is there
	partial bool
}

type twins struct {
	Twice int  `json:"twice"`
	Open  bool `json:"open,omitempty"`
}

func (a twins) Partial() bool { return a.Open }

func (q twin) About() About {
	return About{Kind: "twin", Name: fmt.Sprintf("twice %d", q.N), Cost: float64(q.N)}
}

func (q twin) Validate(e Env) error {
	if q.N < 0 {
		return fmt.Errorf("%d is below 0", q.N)
	}
	return nil
}

func (q twin) Answer(ctx context.Context, e Env) (twins, error) {
	e.Advance(0.5)
	if q.work != nil {
		if err := q.work(ctx); err != nil {
			return twins{}, err
		}
	}
	return twins{2 * q.N, q.partial}, nil
}

func (q twin) Complete(_ context.Context, a *twins) error {
	if a.Twice != 2*q.N {
		return fmt.Errorf("%d is not twice %d", a.Twice, q.N)
	}
	return nil
}

// twinEntry asks about several numbers; its page lists them in a finding, and
// its picture is named.
func twinEntry(name, picture string, questions ...twin) Entry {
	asked := AskAll[twins](questions).All()
	return Entry{
		Name: name, Question: "Twins", About: "What is twice a number?",
		Tasks: asked.Tasks(),
		Page: func(o Outcome) (report.Page, bool) {
			answers, ok := asked.In(o)
			return report.Page{
				Findings: []string{fmt.Sprint(answers)},
				Sections: []report.Section{{Heading: "Twins", Figures: []chart.Figure{{
					File: picture, Caption: "c", Title: "t", Charts: []chart.Chart{chart.Histogram{Series: []chart.Distribution{{Name: "t", Counts: []float64{0, 1, 2}, Mean: 5. / 3, Colour: chart.ColourOf("t", 0)}}}},
				}}}},
				Certificates: []report.File{{Name: "proof.json", Content: []byte("{}\n")}},
			}, ok
		},
	}
}

// at returns a runner of entries on a results folder.
func at(dir string, entries ...Entry) *Runner {
	f := Folder(dir)
	return &Runner{
		Env:     Env{Workers: 2, Store: store.Open(f.Store(), store.Options{Engine: enginetest.Always[store.Key]("e")})},
		Entries: entries, Folder: f,
	}
}

// files returns the content of all files of a results folder but those that
// belong to the machine.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		if d.IsDir() && name == storeName {
			return fs.SkipDir
		}
		if d.IsDir() || name == timingsName {
			return nil
		}
		text, err := os.ReadFile(path)
		out[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestRun(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "results")
	e := twinEntry("twins", "one.png", twin{N: 1}, twin{N: 2}, twin{N: 1})
	var finished []string
	r := at(dir, e)
	r.Finished = func(e Finished) error {
		finished = append(finished, e.Entry)
		return nil
	}
	if err := r.Run(t.Context(), []Entry{e}); err != nil {
		t.Fatal(err)
	}
	first := files(t, dir)
	if want := []string{"README.md", "all.csv", "codebreak.json", "datapackage.json", "index.html", "published.csv", "twins/README.md", "twins/certificates/proof.json", "twins/one.png", "twins/results.json"}; !slices.Equal(slices.Sorted(maps.Keys(first)), want) {
		t.Errorf("files %q, want %q", slices.Sorted(maps.Keys(first)), want)
	}
	if !slices.Equal(finished, []string{"twins"}) || !strings.Contains(first["twins/README.md"], "[{2 false} {4 false}]") && !strings.Contains(first["twins/README.md"], "{2 false}") {
		t.Errorf("finished %q", finished)
	}
	// Again, and from other workers' answers: the same bytes.
	again := at(dir, e)
	if err := again.Run(t.Context(), []Entry{e}); err != nil {
		t.Fatal(err)
	}
	if u := again.Store.Usage(); u.Reused != 2 || u.Computed != 0 {
		t.Errorf("usage %+v", u)
	}
	if second := files(t, dir); fmt.Sprint(second) != fmt.Sprint(first) {
		t.Error("a second run writes other files")
	}
	// A page that shows another picture: the old one goes, also in SVG, and
	// nothing that is not its own.
	own := filepath.Join(dir, "twins", "holiday.png")
	enginetest.WriteFile(t, own, "mine")
	svg := at(dir, e)
	svg.Formats = []chart.Format{chart.SVG}
	if err := svg.Run(t.Context(), []Entry{e}); err != nil {
		t.Fatal(err)
	}
	if files(t, dir)["twins/one.svg"] == "" || files(t, dir)["twins/results.json"] != first["twins/results.json"] {
		t.Error("there is no SVG, or the record names it")
	}
	e = twinEntry("twins", "two.png", twin{N: 1}, twin{N: 2})
	if err := at(dir, e).Run(t.Context(), []Entry{e}); err != nil {
		t.Fatal(err)
	}
	third := files(t, dir)
	if third["twins/one.png"] != "" || third["twins/one.svg"] != "" || third["twins/two.png"] == "" || third["twins/holiday.png"] != "mine" {
		t.Errorf("files %q", slices.Sorted(maps.Keys(third)))
	}
}

// TestReport makes everything again from the records alone.
func TestReport(t *testing.T) {
	dir := t.TempDir()
	e := twinEntry("twins", "one.png", twin{N: 1}, twin{N: 2})
	other := twinEntry("others", "one.png", twin{N: 3})
	if err := at(dir, e, other).Run(t.Context(), []Entry{e, other}); err != nil {
		t.Fatal(err)
	}
	want := files(t, dir)
	for name := range want {
		if filepath.Base(name) != RecordName && name != MarkerName {
			if err := os.Remove(filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := os.RemoveAll(Folder(dir).Store()); err != nil {
		t.Fatal(err)
	}
	if n, err := at(dir, e, other).Report(t.Context()); n != 2 || err != nil {
		t.Fatal(n, err)
	}
	if got := files(t, dir); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("report makes other files: %q, %q", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
	// What cannot be used is named and left out, and the rest goes on.
	for name, spoil := range map[string]func(text string) string{
		"is damaged":       func(text string) string { return text[:len(text)/2] },
		"is of version 9":  func(text string) string { return strings.Replace(text, `"version": 4`, `"version": 9`, 1) },
		"belongs to entry": func(text string) string { return strings.Replace(text, `"entry": "twins"`, `"entry": "others"`, 1) },
		"7 is not twice 1": func(text string) string { return strings.Replace(text, `"twice":2`, `"twice":7`, 1) },
		"unknown object":   func(text string) string { return strings.Replace(text, `"twice":2`, `"thrice":3,"twice":2`, 1) },
		"not a plain name": func(text string) string { return strings.Replace(text, `"one.png"`, `"../one.png"`, 1) },
		"out of date: 1 of 2 tasks not computed yet, such as twice 1": func(text string) string { return strings.Replace(text, `{"n":1}`, `{"n":9}`, 1) },
	} {
		text := spoil(want["twins/results.json"])
		if text == want["twins/results.json"] {
			t.Fatalf("%s: nothing is spoilt", name)
		}
		enginetest.WriteFile(t, filepath.Join(dir, "twins", RecordName), text)
		r := at(dir, e, other)
		var warnings []string
		r.Warn = func(text string) { warnings = append(warnings, text) }
		n, err := r.Report(t.Context())
		if n != 1 || err != nil || len(warnings) != 1 || !strings.Contains(warnings[0], name) || !strings.Contains(warnings[0], filepath.Join("twins", RecordName)) {
			t.Errorf("%s: %d pages, %v, warnings %q", name, n, err, warnings)
		}
		if front := files(t, dir)["README.md"]; !strings.Contains(front, "others/README.md") {
			t.Errorf("%s: the front page lacks the other entry", name)
		} else if outdated := strings.Contains(front, "- [Twins](twins/README.md) Out of date: run `./run.sh run twins`.\n"); outdated != strings.Contains(name, "not computed") {
			t.Errorf("%s: out of date: %t", name, outdated)
		}
	}
}

// TestClaimTogether has several programs claim a new folder and use it at once.
func TestClaimTogether(t *testing.T) {
	const programs = 4
	for range 50 {
		f := Folder(t.TempDir())
		errs := make(chan error, programs)
		for range programs {
			go func() {
				err := f.Claim()
				if err == nil {
					err = os.MkdirAll(f.Store(), 0o777)
				}
				errs <- err
			}()
		}
		for range programs {
			if err := <-errs; err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestClaim claims a folder whose marker was being written when a program was killed, and
// finds a folder in a file's place before any work.
func TestClaim(t *testing.T) {
	begun := t.TempDir()
	enginetest.WriteFile(t, filepath.Join(begun, ".codebreak.tmp-00112233445566ff"), "{")
	if err := Folder(begun).Claim(); err != nil {
		t.Error(err)
	}
	own := filepath.Join(t.TempDir(), "results")
	if err := Folder(own).Claim(); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(own, "twins", "README.md"), 0o755); err != nil {
		t.Fatal(err)
	}
	worked := false
	e := twinEntry("twins", "one.png", twin{N: 1, work: func(context.Context) error { worked = true; return nil }})
	if err := at(own, e).Run(t.Context(), []Entry{e}); err == nil || worked {
		t.Errorf("%v, worked: %v", err, worked)
	}
}

func TestRefused(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "results")
	e := twinEntry("twins", "one.png", twin{N: 1}, twin{N: -1})
	err := at(dir, e).Run(t.Context(), []Entry{e})
	var refused *RefusedError
	if !errors.As(err, &refused) || err.Error() != "entry twins, twice -1: -1 is below 0" {
		t.Error(err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Error("a folder is made for what is refused")
	}
	e.OnDemand = true
	if _, err := at(dir, e).RunShare(t.Context(), []Entry{e}, store.Share{}); !errors.As(err, &refused) {
		t.Error(err)
	}
}

func TestInterruption(t *testing.T) {
	dir := t.TempDir()
	ctx, stop := context.WithCancel(t.Context())
	// What takes all workers comes last.
	first := twinEntry("first", "one.png", twin{N: 1})
	second := twinEntry("second", "one.png", twin{N: 2, work: func(ctx context.Context) error { stop(); return ctx.Err() }})
	err := at(dir, first, second).Run(ctx, []Entry{first, second})
	var interrupted *Interruption
	if !errors.As(err, &interrupted) || !errors.Is(err, context.Canceled) || err.Error() != "interrupted: 1 of 2 tasks done and kept; run again to resume" {
		t.Error(err)
	}
	if got := files(t, dir); got["first/results.json"] == "" || got["second/results.json"] != "" || !strings.Contains(got["README.md"], "first/README.md") {
		t.Errorf("files %q", slices.Sorted(maps.Keys(got)))
	}
}

// TestInterruptedFronts stops a run while it makes the page of an earlier entry for the front
// pages. They stay as they were, and the next run makes them.
func TestInterruptedFronts(t *testing.T) {
	dir := t.TempDir()
	old := twinEntry("old", "one.png", twin{N: 1})
	added := twinEntry("added", "one.png", twin{N: 2})
	if err := at(dir, old).Run(t.Context(), []Entry{old}); err != nil {
		t.Fatal(err)
	}
	before := files(t, dir)["README.md"]

	ctx, stop := context.WithCancel(t.Context())
	stopped := old
	stopped.Page = func(o Outcome) (report.Page, bool) {
		stop()
		return old.Page(o)
	}
	err := at(dir, stopped, added).Run(ctx, []Entry{added})
	if !errors.Is(err, context.Canceled) || err.Error() != "interrupted: 1 of 1 task done and kept; run again to resume" {
		t.Error(err)
	}
	if after := files(t, dir)["README.md"]; after != before {
		t.Errorf("the front page is now %s", after)
	}

	if err := at(dir, old, added).Run(t.Context(), []Entry{added}); err != nil {
		t.Fatal(err)
	}
	if after := files(t, dir)["README.md"]; !strings.Contains(after, "added/README.md") {
		t.Errorf("the front page is %s", after)
	}
}

// steps is a progress that adds up.
type steps struct {
	what []string
	sum  float64
}

func (s *steps) Start(what string)   { s.what = append(s.what, what) }
func (s *steps) Add(seconds float64) { s.sum += seconds }

func TestProgress(t *testing.T) {
	e := twinEntry("twins", "one.png", twin{N: 1}, twin{N: 5}, twin{N: 5})
	r := at(t.TempDir(), e)
	var s steps
	r.Progress = &s
	if err := r.Run(t.Context(), []Entry{e}); err != nil {
		t.Fatal(err)
	}
	if s.sum != 6 || r.Cost([]Entry{e}) != 6 || !slices.Equal(s.what, []string{"twins"}) {
		t.Errorf("%+v, cost %v", s, r.Cost([]Entry{e}))
	}
}

// TestShares computes shares in folders of their own and merges them: the pages
// are those of one run.
func TestShares(t *testing.T) {
	dir := t.TempDir()
	entries := []Entry{
		twinEntry("small", "one.png", twin{N: 1}, twin{N: 2}),
		twinEntry("large", "one.png", twin{N: 2}, twin{N: 3}, twin{N: 4}, twin{N: 5, partial: true}),
		twinEntry("rest", "one.png", twin{N: 9}),
	}
	whole := filepath.Join(dir, "whole")
	if err := at(whole, entries...).Run(t.Context(), entries[:2]); err != nil {
		t.Fatal(err)
	}
	var folders []Folder
	computed := 0
	for i := range 3 {
		folders = append(folders, Folder(filepath.Join(dir, fmt.Sprint(i))))
		sum, err := at(string(folders[i]), entries...).RunShare(t.Context(), entries[:2], store.Share{Number: i + 1, Of: 3})
		if err != nil {
			t.Fatal(err)
		}
		computed += sum.Computed
	}
	if computed != 5 {
		t.Errorf("%d answers are computed, of 5", computed)
	}
	merged := at(filepath.Join(dir, "merged"), entries...)
	sum, err := merged.Merge(t.Context(), folders)
	if err != nil || sum.Copied != 5 {
		t.Errorf("%+v, %v", sum, err)
	}
	if u := merged.Store.Usage(); u.Computed != 0 {
		t.Errorf("a merge computes: %+v", u)
	}
	if fmt.Sprint(files(t, string(merged.Folder))) != fmt.Sprint(files(t, whole)) {
		t.Error("the pages of a merge are not those of one run")
	}
	// A share is missing.
	_, err = at(filepath.Join(dir, "lacking"), entries...).Merge(t.Context(), folders[:1])
	var incomplete IncompleteError
	if !errors.As(err, &incomplete) || !strings.Contains(err.Error(), "large (") || strings.Contains(err.Error(), "rest") {
		t.Error(err)
	}
}

// slowEntry asks about several numbers, some of them slowly; its page lists those that
// are answered.
func slowEntry(quick, slow []twin) Entry {
	e := twinEntry("twins", "one.png")
	name := func(q twin) Asked[string] { return Then(Ask(q), func(twins) string { return q.About().Name }) }
	asked := slices.Concat(StudyOf(quick, name), StudyOf(slow, name).Slow())
	e.Tasks = asked.Tasks()
	e.Page = func(o Outcome) (report.Page, bool) {
		return report.Page{Findings: []string{fmt.Sprint(asked.In(o))}}, true
	}
	return e
}

// TestSlow takes the answers to slow tasks from the record, and computes them only
// when that is asked for.
func TestSlow(t *testing.T) {
	dir := t.TempDir()
	e := slowEntry([]twin{{N: 1}}, []twin{{N: 2}, {N: 3}})
	run := func(engine string, full bool) (page, record string) {
		t.Helper()
		r := at(dir, e)
		r.Full = full
		r.Store = store.Open(r.Folder.Store(), store.Options{Engine: enginetest.Always[store.Key](engine)})
		if err := r.Run(t.Context(), r.Entries); err != nil {
			t.Fatal(err)
		}
		written := files(t, dir)
		return written["twins/README.md"], written["twins/results.json"]
	}
	page, record := run("e", false)
	if !strings.Contains(page, "Not computed yet: twice 2; twice 3. `./run.sh run twins --full`") || strings.Contains(record, `"n":2`) {
		t.Errorf("without slow answers:\n%s\n%s", page, record)
	}
	page, record = run("e", true)
	if strings.Contains(page, "take long") || strings.Count(record, `"engine":"e"`) != 2 {
		t.Errorf("in full:\n%s\n%s", page, record)
	}
	// The engine changes, and the store is lost: the record stays as it is.
	if err := os.RemoveAll(Folder(dir).Store()); err != nil {
		t.Fatal(err)
	}
	if again, same := run("f", false); again != page || same != record {
		t.Errorf("by another engine:\n%s\n%s", again, same)
	}
	// Another entry asks for the same, quickly: the record stays as it is all the same.
	other := twinEntry("others", "one.png", twin{N: 2})
	both := at(dir, other, e)
	both.Store = store.Open(both.Folder.Store(), store.Options{Engine: enginetest.Always[store.Key]("f")})
	if err := both.Run(t.Context(), both.Entries); err != nil || files(t, dir)["twins/results.json"] != record {
		t.Errorf("beside another entry: %v", err)
	}
	if err := errors.Join(os.RemoveAll(Folder(dir).Store()), os.RemoveAll(filepath.Join(dir, "others"))); err != nil {
		t.Fatal(err)
	}
	r := at(dir, e)
	if _, err := r.Report(t.Context()); err != nil || strings.Contains(files(t, dir)["twins/README.md"], "take long") {
		t.Errorf("made again by the same engine: %v", err)
	}
	// A damaged answer is left out with a warning, and an entry without any is
	// not written.
	path := filepath.Join(dir, "twins", RecordName)
	enginetest.WriteFile(t, path, strings.Replace(record, `"twice":6`, `"twice":7`, 1))
	var warned []string
	r = at(dir, e)
	r.Warn = func(text string) { warned = append(warned, text) }
	if err := r.Run(t.Context(), r.Entries); err != nil || len(warned) != 1 || !strings.Contains(warned[0], "7 is not twice 3; its rows are left out") {
		t.Errorf("%v, warned %q", err, warned)
	}
	empty := t.TempDir()
	none := slowEntry(nil, []twin{{N: 2}})
	if err := at(empty, none).Run(t.Context(), []Entry{none}); err != nil || files(t, empty)["twins/results.json"] != "" {
		t.Errorf("nothing to write: %v", err)
	}
}

// TestSlowShares merges shares with slow tasks and without.
func TestSlowShares(t *testing.T) {
	dir := t.TempDir()
	e := slowEntry([]twin{{N: 1}}, []twin{{N: 2}, {N: 3}})
	for _, full := range []bool{false, true} {
		var folders []Folder
		for i := range 2 {
			r := at(filepath.Join(dir, fmt.Sprint(full, i)), e)
			r.Full = full
			if _, err := r.RunShare(t.Context(), r.Entries, store.Share{Number: i + 1, Of: 2}); err != nil {
				t.Fatal(err)
			}
			folders = append(folders, r.Folder)
		}
		merged := at(filepath.Join(dir, fmt.Sprint(full)), e)
		if _, err := merged.Merge(t.Context(), folders); err != nil {
			t.Fatal(err)
		}
		page := files(t, string(merged.Folder))["twins/README.md"]
		if want := map[bool]string{false: "**[twice 1]**", true: "**[twice 1 twice 2 twice 3]**"}[full]; !strings.Contains(page, want) {
			t.Errorf("full %t: the page lacks %q:\n%s", full, want, page)
		}
		var incomplete IncompleteError
		if _, err := at(filepath.Join(dir, fmt.Sprint("half", full)), e).Merge(t.Context(), folders[:1]); full && !errors.As(err, &incomplete) {
			t.Errorf("a share with slow tasks is missing: %v", err)
		}
	}
}

func TestChoose(t *testing.T) {
	entries := []Entry{{Name: "a"}, {Name: "b", OnDemand: true}, {Name: "c", Needs: func() error { return errors.New("no lists") }}}
	for _, test := range []struct {
		asked []string
		want  string
	}{
		{nil, "a"}, {[]string{"c", "b"}, "b c"}, {[]string{"a", "a"}, "a"},
	} {
		chosen, err := Choose(entries, test.asked)
		if got := strings.Join(lists.Map(chosen, func(e Entry) string { return e.Name }), " "); got != test.want || err != nil {
			t.Errorf("%v: %s, %v; want %s", test.asked, got, err, test.want)
		}
	}
	if _, err := Choose(entries, []string{strings.Repeat("x", 1000)}); err == nil || !strings.Contains(err.Error(), "allowed: a, b, c") || len(err.Error()) > 200 {
		t.Error(err)
	}
}

// TestAsked reads answers by the handles of their questions: those that are there.
func TestAsked(t *testing.T) {
	one, two := Ask(twin{N: 1}), Ask(twin{N: 2})
	sum := func(a, b twins) int { return a.Twice + b.Twice }
	double := func(a twins) int { return 2 * a.Twice }
	study := StudyOf([]int{1, 2, 3}, func(n int) Asked[twins] { return Ask(twin{N: n}) })

	o := newOutcome()
	o.answers[one.Tasks()[0].Key] = answered{value: twins{Twice: 2}}
	if a, ok := one.In(o); !ok || a.Twice != 2 {
		t.Errorf("one is answered by %v, %v; want 2", a, ok)
	}
	if n, ok := Then(one, double).In(o); !ok || n != 4 {
		t.Errorf("its double is %v, %v; want 4", n, ok)
	}
	if n, ok := Both(one, two, sum).In(o); ok {
		t.Errorf("one and two are answered by %v, but two is not answered", n)
	}
	if n, ok := (Study[twins]{one, two}).All().In(o); ok {
		t.Errorf("all are answered by %v, but two is not answered", n)
	}
	if rows := study.In(o); len(rows) != 1 || rows[0].Twice != 2 {
		t.Errorf("the rows are %v; want that of one alone", rows)
	}
	if o.Answers(study.Tasks()) || !o.Answers(one.Tasks()) {
		t.Error("of three tasks the first alone is answered")
	}

	o.answers[two.Tasks()[0].Key] = answered{value: twins{Twice: 4}}
	if n, ok := Both(one, two, sum).In(o); !ok || n != 6 {
		t.Errorf("the sum of one and two is %v, %v; want 6", n, ok)
	}
	if a, ok := (Asked[twins]{}).In(o); ok {
		t.Errorf("no question is answered by %v", a)
	}
	if slow := study.Slow().Tasks(); len(slow) != 3 || !slow[0].Slow || study.Tasks()[0].Slow {
		t.Error("a slow study has slow tasks, and leaves those of the other as they are")
	}
}

// TestMergeComputesNothing merges an answer that does not pass its check, and
// what a run has left that was stopped: both are named as missing.
func TestMergeComputesNothing(t *testing.T) {
	dir := t.TempDir()
	from := filepath.Join(dir, "from")
	e := twinEntry("twins", "one.png", twin{N: 1}, twin{N: 2})
	if err := at(from, e).Run(t.Context(), []Entry{e}); err != nil {
		t.Fatal(err)
	}
	wrong := store.Open(Folder(from).Store(), store.Options{Engine: enginetest.Always[store.Key]("e"), Recompute: true})
	if _, err := wrong.Do(t.Context(), e.Tasks[1].Key, nil, func(context.Context) (json.RawMessage, bool, error) {
		return json.RawMessage(`{"twice":5}`), false, nil
	}); err != nil {
		t.Fatal(err)
	}
	r := at(filepath.Join(dir, "to"), e)
	_, err := r.Merge(t.Context(), []Folder{Folder(from)})
	if err == nil || err.Error() != "incomplete: twins (1 of 2 answers are missing)" {
		t.Error(err)
	}
	if u := r.Store.Usage(); u.Computed > 0 {
		t.Errorf("%d answers were computed", u.Computed)
	}
}
