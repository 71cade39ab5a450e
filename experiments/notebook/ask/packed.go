package ask

import (
	"context"
	"fmt"

	"codebreak/engine/game"
	"codebreak/engine/tree"
	"codebreak/experiments/store"
)

// largestCertificate is the largest number of secrets for which results keep the tree of a search
// of limited width. For larger games they keep its checksum.
const largestCertificate = 10_000

// Checksum is the SHA-256 of a tree, as [tree.Tree.Packed] writes it.
func Checksum(t *tree.Tree) string { return store.Digest(t.Packed()) }

// replayTree has the checker replay a packed tree, and returns its histogram.
func replayTree(ctx context.Context, gameName, packed string) (*tree.Tree, []int, error) {
	g, err := game.Parse(gameName)
	if err != nil {
		return nil, nil, err
	}
	t, err := tree.ReadPacked(ctx, g, packed)
	if err != nil {
		return nil, nil, err
	}
	histogram, err := tree.Check(ctx, t)
	if err != nil {
		return nil, nil, fmt.Errorf("the tree is wrong: %w", err)
	}
	return t, histogram, nil
}

func firstOf(t *tree.Tree) string { return t.Game.FormatCode(t.Root.Guess) }
