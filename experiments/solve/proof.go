package solve

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"

	"codebreak/engine/game"
	"codebreak/engine/proof"
	"codebreak/engine/wording"
	"codebreak/experiments/base"
	"codebreak/experiments/store"
)

// checkProof reads a proof and checks every line. ok is false if the file has no proof. A proof names
// its game, but lists of words only by their hashes: the named game has the lists.
func checkProof(ctx context.Context, a *base.App, path, gameName string) (b provedBound, ok bool, err error) {
	// Step 1. A proof is recognised by its first line, packed by gzip or not.
	file, err := store.OpenFile(ctx, path)
	if err != nil {
		return b, false, nil // reading it as a tree gives the error
	}
	defer file.Close()
	text := bufio.NewReader(file)
	if magic, _ := text.Peek(2); string(magic) == "\x1f\x8b" {
		unpacked, err := gzip.NewReader(text)
		if err != nil {
			return b, true, base.UsageOf(path, err)
		}
		text = bufio.NewReader(unpacked)
	}
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
	progress := base.ProgressOf(a, func(lemmas int) string {
		return wording.Plural(lemmas, "lemma") + " checked"
	})
	claim, lemmas, err := proof.Check(ctx, text, named, progress)
	a.ClearProgress()
	if ctx.Err() != nil {
		return b, true, base.Interrupted(ctx, wording.Plural(lemmas, "lemma")+" of the proof were checked")
	}
	if err != nil {
		return b, true, base.UsageOf(path, err)
	}
	if named != nil && named.String() != claim.Game.String() {
		return b, true, base.Usagef("%s: it is a proof about %s, not about %s", path, claim.Game, named)
	}

	// Step 3. The bound.
	b = provedBound{
		Checked: path,
		Game:    claim.Game.String(),
		Within:  claim.Within,
		Lemmas:  lemmas,
		secrets: game.CountSecrets(claim.Game),
	}
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
