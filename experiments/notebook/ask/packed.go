package ask

import (
	"context"
	"fmt"

	"codebreak/engine/game"
	"codebreak/engine/tree"
	"codebreak/experiments/store"
)

// largestCertificate is the number of secrets up to which the trees of searches of
// limited width are kept in results; of larger ones the checksum is.
const largestCertificate = 10_000

// Checksum is the SHA-256 of a tree, as [tree.Tree.Packed] writes it.
func Checksum(t *tree.Tree) string { return store.Digest(t.Packed()) }

// A replayedTree is what the checker finds by replaying a tree.
type replayedTree struct {
	*tree.Tree
	first   string
	figures tree.Figures
}

// replayTree has the checker replay a packed tree.
func replayTree(ctx context.Context, gameName, packed string) (r replayedTree, err error) {
	g, err := game.Parse(gameName)
	if err != nil {
		return r, err
	}
	t, err := tree.ReadPacked(ctx, g, packed)
	if err != nil {
		return r, err
	}
	histogram, err := tree.Check(ctx, t)
	if err != nil {
		return r, fmt.Errorf("the tree is wrong: %w", err)
	}
	return replayedTree{Tree: t, first: g.FormatCode(t.Root.Guess), figures: tree.Summarise(histogram)}, nil
}
