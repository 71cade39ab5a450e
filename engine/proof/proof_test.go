package proof

import (
	"strings"
	"testing"
	"time"
)

func TestEmit(t *testing.T) {
	for _, claim := range []string{"mm2x3 21", "mm3x5 451", "bp3x4 224", "mm4x4 905", "bc4x6 1446"} {
		began := time.Now()
		text := emit(t, claim)
		mid := time.Now()
		c, n, err := Check(t.Context(), strings.NewReader(text), nil, nil)
		t.Log(c, n, err, len(text), mid.Sub(began), time.Since(mid))
	}
}
