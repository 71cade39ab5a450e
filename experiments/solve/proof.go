package solve

import (
	"bufio"
	"bytes"
	"context"

	"codebreak/engine/game"
	"codebreak/engine/proof"
	"codebreak/experiments/base"
	"codebreak/experiments/store"
	"codebreak/report"
)

// A provedBound is what the claim of a proof says, once every line of it is checked.
type provedBound struct {
	Checked    string `json:"checked"` // the file
	Game       string `json:"game"`
	First      string `json:"first,omitempty"`      // only strategies with this first guess
	Within     int    `json:"within,omitempty"`     // only strategies that solve every secret within as many guesses
	Lower      int    `json:"lower,omitempty"`      // no strategy has a smaller total
	Impossible bool   `json:"impossible,omitempty"` // in place of a total: there is no strategy
	Lemmas     int    `json:"lemmas"`
	secrets    int
}

func (b provedBound) Table() *report.Table {
	return report.TableOf([]provedBound{b}, func(b provedBound) []report.Cell {
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
	file, lemmas := base.Printable(b.Checked), base.Plural(b.Lemmas, "lemma")

	switch {
	case b.Impossible:
		p.Sayf("%s: no %s solves every secret of %s within %s (%s checked).", file, kind, b.Game, base.Plural(b.Within, "guess"), lemmas)
		return
	case b.Within > 0:
		kind += " within " + base.Plural(b.Within, "guess")
	}
	p.Sayf("%s: no %s for %s has a total below %.0f, a mean of %.4f (%s checked).",
		file, kind, b.Game, float64(b.Lower), float64(b.Lower)/float64(b.secrets), lemmas)
}

// checkProof reads a proof and checks every line. ok is false if the file holds something
// else. A proof names its game, but lists of words only by their hashes: those are taken from
// the game named.
func checkProof(ctx context.Context, a *base.App, path, gameName string) (b provedBound, ok bool, err error) {
	// Step 1. A proof is recognised by its first line.
	file, err := store.OpenFile(ctx, path)
	if err != nil {
		return b, false, nil // what reads it as a tree says what is wrong
	}
	defer file.Close()
	text := bufio.NewReader(file)
	start, _ := text.Peek(1 << 10)
	line, _, _ := bytes.Cut(start, []byte("\n"))
	if !proof.IsProof(string(line)) {
		return b, false, nil
	}

	// Step 2. The check.
	var named game.Game
	if gameName != "" {
		if named, err = a.ParseGame(gameName); err != nil {
			return b, true, err
		}
	}
	progress := base.ProgressOf(a, func(lemmas int) string { return base.Plural(lemmas, "lemma") + " checked" })
	claim, lemmas, err := proof.Check(ctx, text, named, progress)
	if progress != nil {
		a.ClearProgress()
	}
	if ctx.Err() != nil {
		return b, true, base.Interrupted(ctx, base.Plural(lemmas, "lemma")+" of the proof were checked")
	}
	if err != nil {
		return b, true, base.UsageOf(path, err)
	}
	if named != nil && named.String() != claim.Game.String() {
		return b, true, base.Usagef("%s: it is a proof about %s, not about %s", path, claim.Game, named)
	}

	// Step 3. What it proves.
	b = provedBound{Checked: path, Game: claim.Game.String(), Within: claim.Within, Lemmas: lemmas, secrets: game.CountSecrets(claim.Game)}
	if claim.First != nil {
		b.First = claim.Game.FormatCode(*claim.First)
	}
	if claim.Total == proof.Infinite {
		b.Impossible = true
	} else {
		b.Lower = claim.Total
	}
	return b, true, nil
}
