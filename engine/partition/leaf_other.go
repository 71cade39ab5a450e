//go:build !amd64 || purego

package partition

import "codebreak/engine/game"

const hasVector = false

type vectorLeaf struct{ enabled bool }

func newVectorLeaf() vectorLeaf { return vectorLeaf{} }

func (v *vectorLeaf) reset() {}

func (s *planes) below(r run, m Measure, limit int64, scores *[game.MaxColours]int64) uint16 {
	return s.belowPlain(r, m, limit, scores)
}
