package solve

import (
	"codebreak/engine/wording"
	"codebreak/experiments/base"
	"codebreak/report"
)

// A provedBound is the claim of a proof whose lines are all checked.
type provedBound struct {
	Checked    string `json:"checked"` // the file
	Game       string `json:"game"`
	First      string `json:"first,omitempty"`      // only strategies with this first guess
	Within     int    `json:"within,omitempty"`     // only strategies that solve every secret within this limit
	Lower      int    `json:"lower,omitempty"`      // no strategy has a smaller total
	Impossible bool   `json:"impossible,omitempty"` // in place of a total: there is no strategy
	Lemmas     int    `json:"lemmas"`
	secrets    int
}

func (b provedBound) Table() *report.Table {
	return report.TableOf([]provedBound{b}, func(b provedBound) report.Row {
		return report.Cells(
			"<game", b.Game,
			"<first", b.First,
			"within", b.Within,
			"lower", b.Lower,
			"lemmas", b.Lemmas,
		)
	})
}

func (b provedBound) Print(p *base.Paper) {
	kind := "strategy"
	if b.First != "" {
		kind += " that begins with " + b.First
	}
	file := base.Printable(b.Checked)
	lemmas := wording.Plural(b.Lemmas, "lemma")

	switch {
	case b.Impossible:
		p.Sayf("%s: no %s solves every secret of %s within %s (%s checked).", file, kind, b.Game, wording.Plural(b.Within, "guess"), lemmas)
		return
	case b.Within > 0:
		kind += " within " + wording.Plural(b.Within, "guess")
	}
	p.Sayf("%s: no %s for %s has a total below %s, a mean of %.4f (%s checked).",
		file, kind, b.Game, wording.Thousands(b.Lower), float64(b.Lower)/float64(b.secrets), lemmas)
}

// A writtenProof is a file that proves the lower bound of a search.
type writtenProof struct {
	File   string `json:"file"`
	Claim  string `json:"claim"` // the first line
	Lemmas int    `json:"lemmas"`
	Bytes  int    `json:"bytes"`
}

func (w *writtenProof) Table() *report.Table {
	return report.TableOf([]*writtenProof{w}, func(w *writtenProof) report.Row {
		return report.Cells(
			"<file", w.File,
			"<claim", w.Claim,
			"lemmas", w.Lemmas,
			"bytes", w.Bytes,
		)
	})
}

// Print names the file, if there is one.
func (w *writtenProof) Print(p *base.Paper) {
	if w == nil {
		return
	}
	p.Sayf("Proof of the lower bound in %s: %s, %s; check verifies it.",
		base.Printable(w.File), wording.Plural(w.Lemmas, "lemma"), wording.Plural(w.Bytes, "byte"))
}
