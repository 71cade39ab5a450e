package solve

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"codebreak/engine/optimal"
	"codebreak/engine/proof"
	"codebreak/engine/proof/outline"
	"codebreak/engine/wording"
	"codebreak/experiments/base"
	"codebreak/experiments/store"
)

// proveBound proves a lower bound without a search for the least total: one first guess after
// another, or a share of them. A run that was stopped leaves a file with which another goes on.
func (f *solveFlags) proveBound(cmd *cobra.Command, p optimal.Problem) error {
	ctx := cmd.Context()
	a := f.app
	began := time.Now()

	// Step 1. What is to be proved.
	claim := proof.Claim{
		Game:   p.Game,
		First:  p.First,
		Within: p.MaxDepth,
		Total:  f.bound,
	}
	if err := claim.Validate(); err != nil {
		return base.Usagef("--bound: %d cannot be a total; name a number from 1 to 999,999", f.bound)
	}
	share, err := f.shard(cmd)
	if err != nil {
		return err
	}

	values, err := valuesOf(ctx, a, p)
	if err != nil {
		return base.OrInterrupted(ctx, err, "no proof is written")
	}
	defer values.Close()
	writer, err := outline.NewWriter(ctx, claim, values, nil)
	if err != nil {
		return base.OrInterrupted(ctx, err, "no proof is written")
	}
	first := writer.First()
	from := 0
	to := len(first)
	if share.Of > 0 {
		to = share.Number * len(first) / share.Of
		from = (share.Number - 1) * len(first) / share.Of
	}
	all := wording.Plural(len(first), "first guess")

	// Step 2. What is there.
	b := blocks{path: f.proofFile + ".part", claim: claim}
	defer b.close()
	done, err := b.open(ctx, a.Env().Memory, first[from:to])
	if err != nil {
		return base.OrInterrupted(ctx, err, "nothing is added to the proof")
	}

	// Step 3. What is missing.
	progress := base.ProgressOf(a, func(i int) string {
		return fmt.Sprintf("proof: %d of %d first guesses, %s", i-from, to-from, first[i])
	})
	for i := from + done; i < to; i++ {
		if progress != nil {
			progress(i)
		}
		var block bytes.Buffer
		if err := writer.Block(&block, i); err != nil {
			if errors.Is(err, outline.ErrTooHigh) {
				_ = os.Remove(b.path) // no other run can go on with it
				return base.UsageOf("--bound", err)
			}
			kept := fmt.Sprintf("%d of %d first guesses are done and kept; run again to resume", i-from, to-from)
			return base.OrInterrupted(ctx, err, kept)
		}
		if err := b.add(block.Bytes()); err != nil {
			return err
		}
	}
	a.ClearProgress()

	// Step 4. The file is complete.
	written, err := b.finish(f.proofFile)
	if err != nil {
		return store.Failed(f.proofFile+" cannot be written", err)
	}
	a.Say("proved in %.3f s: %s of %s that counting does not refute",
		time.Since(began).Seconds(), wording.Thousands(to-from), all)
	return f.Write(cmd, written)
}

// blocks is a file with the claim of a proof and the blocks of some first guesses. One program at
// a time adds to it.
type blocks struct {
	path  string
	claim proof.Claim
	file  interface {
		Add(text []byte) error
		Close() error
	}
}

// open opens the file, of at most limit bytes, to go on behind the whole blocks in it, which it
// checks. It returns how many of the first guesses these are about.
func (b *blocks) open(ctx context.Context, limit int64, first []string) (done int, err error) {
	journal, text, err := store.OpenJournal(ctx, b.path, limit)
	if err != nil {
		return 0, store.Failed(b.path+" cannot be written", err)
	}
	b.file = journal

	start := b.claim.String() + "\n" // of a new file
	lemmas, ok := strings.CutPrefix(string(text), start)
	if !ok && strings.HasPrefix(start, string(text)) {
		return 0, b.add([]byte(start))
	}
	if !ok {
		return 0, base.Usagef("%s is the beginning of another proof; delete it or name another file", b.path)
	}

	last, whole := lastBlock(lemmas)
	if done = slices.Index(first, last); last != "" && done < 0 {
		return 0, base.Usagef("%s is about other first guesses, such as %s; delete it or name another file", b.path, last)
	}
	trivial := b.claim // so that all but the claim is checked
	trivial.Total = 1
	checked := strings.NewReader(trivial.String() + "\n" + whole)
	if _, _, err := proof.Check(ctx, checked, b.claim.Game, nil); err != nil {
		return 0, base.UsageOf(b.path, err)
	}
	journal.Keep(int64(len(start) + len(whole)))
	return max(0, done), nil
}

// add adds text to the file.
func (b *blocks) add(text []byte) error {
	if len(text) == 0 {
		return nil
	}
	return store.Failed(b.path+" cannot be written", b.file.Add(text))
}

// close lets other programs add.
func (b *blocks) close() {
	if b.file != nil {
		_ = b.file.Close() // whose text is synced
	}
}

// lastBlock returns the first guess of the last block of some lemmas, and the lemmas before that
// block, which may not be whole.
func lastBlock(lemmas string) (guess, before string) {
	at := 0
	last := 0
	for line := range strings.Lines(lemmas) {
		first, _, _ := strings.Cut(line, " ")
		if first != "" && first != guess && strings.HasSuffix(line, "\n") {
			guess = first
			last = at
		}
		at += len(line)
	}
	return guess, lemmas[:last]
}

// finish gives the complete file its name, and says what is in it.
func (b *blocks) finish(path string) (*writtenProof, error) {
	b.close()
	err := os.Rename(b.path, path)
	text, unread := os.ReadFile(path)
	if err = cmp.Or(err, unread); err != nil {
		return nil, err
	}
	return &writtenProof{
		File:   path,
		Claim:  b.claim.String(),
		Lemmas: strings.Count(string(text), "\n") - 1,
		Bytes:  len(text),
	}, nil
}
