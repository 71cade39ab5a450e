package solve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
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
	done, err := b.open(ctx, first[from:to])
	if err != nil {
		return base.OrInterrupted(ctx, err, "nothing is added to the proof")
	}
	defer b.file.Close()

	// Step 3. What is missing.
	progress := base.ProgressOf(a, func(i int) string {
		return fmt.Sprintf("proof: %d of %d first guesses, %s", i-from, to-from, first[i])
	})
	for i := from + done; i < to; i++ {
		if progress != nil {
			progress(i)
		}
		if err := writer.Block(b.file, i); err != nil {
			if errors.Is(err, outline.ErrTooHigh) {
				_ = os.Remove(b.path) // no other run can go on with it
				return base.UsageOf("--bound", err)
			}
			kept := fmt.Sprintf("%d of %d first guesses are done and kept; run again to resume", i-from, to-from)
			return base.OrInterrupted(ctx, err, kept)
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

// blocks is a file with the claim of a proof and the blocks of some first guesses.
type blocks struct {
	path  string
	claim proof.Claim
	file  *os.File
}

// open opens the file to go on behind the whole blocks in it, which it checks. It returns how
// many of the first guesses these are about.
func (b *blocks) open(ctx context.Context, first []string) (done int, err error) {
	text, err := os.ReadFile(b.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, store.Failed(b.path+" cannot be read", err)
	}

	start := b.claim.String() + "\n" // of a new file
	at := int64(0)                   // what is kept of the file
	if lemmas, ok := strings.CutPrefix(string(text), start); ok {
		last, whole := lastBlock(lemmas)
		if done = slices.Index(first, last); last != "" && done < 0 {
			return 0, base.Usagef("%s is about other first guesses, such as %s; delete it or name another file", b.path, last)
		}
		done = max(0, done)
		trivial := b.claim // so that all but the claim is checked
		trivial.Total = 1
		text := strings.NewReader(trivial.String() + "\n" + whole)
		if _, _, err := proof.Check(ctx, text, b.claim.Game, nil); err != nil {
			return 0, base.UsageOf(b.path, err)
		}
		at = int64(len(start) + len(whole))
		start = ""
	} else if len(text) > 0 {
		return 0, base.Usagef("%s is the beginning of another proof; delete it or name another file", b.path)
	}

	const behind = os.O_WRONLY | os.O_CREATE | os.O_APPEND
	b.file, err = os.OpenFile(b.path, behind, 0o666)
	if err == nil {
		err = b.file.Truncate(at)
	}
	if err == nil {
		_, err = b.file.WriteString(start)
	}
	return done, store.Failed(b.path+" cannot be written", err)
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
	err := b.file.Close()
	if err == nil {
		err = os.Rename(b.path, path)
	}
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
