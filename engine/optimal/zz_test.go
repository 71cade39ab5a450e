package optimal

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"codebreak/engine/game"
)

func TestZZ(t *testing.T) {
	for _, name := range strings.Fields(os.Getenv("GAMES")) {
		g, err := game.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		s, err := newSearch(context.Background(), g, os.Getenv("CONS") != "", 1<<28)
		if err != nil {
			t.Fatal(err)
		}
		s.minimise(1, 0, unlimited)
		if os.Getenv("W") == "2" {
			s.pool = &pool{}
			s.pool.wake.L = &s.pool.mu
			go s.pool.help(s.newWorker(), func() bool { return s.pool.closed })
		}
		w := s.newWorker()
		if os.Getenv("W") == "2" {
			s.pool = &pool{}
			s.pool.wake.L = &s.pool.mu
			go s.pool.help(s.newWorker(), func() bool { return s.pool.closed })
		}
		setup := time.Since(start)
		v, guess, found := w.solve(s.all(), unlimited, nil, impossible)
		fmt.Println(name, v, g.FormatCode(guess), found, s.nodes.Load(), setup, time.Since(start))
	}
}
