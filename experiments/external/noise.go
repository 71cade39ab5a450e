package external

import (
	"bufio"
	"io"
	"strings"
	"sync"
	"time"
)

// A noise is what a player prints on standard error.
type noise struct {
	say  func(line string)
	done chan struct{} // closed when there will be no more

	mu   sync.Mutex
	line string // the last that is not blank
}

// listen passes lines on, cut to a length that people can read, until the end.
func (n *noise) listen(r io.Reader) {
	defer close(n.done)
	const longest = 200
	lines := bufio.NewReaderSize(r, 4096)
	for {
		text, cut, err := lines.ReadLine()
		if err != nil {
			return
		}
		line := string(text)
		for cut && err == nil {
			_, cut, err = lines.ReadLine()
		}
		if runes := []rune(line); len(runes) > longest {
			line = string(runes[:longest]) + "…"
		}
		if strings.TrimSpace(line) == "" {
			continue
		}
		n.mu.Lock()
		n.line = line
		n.mu.Unlock()
		n.say(line)
	}
}

// last returns the last line of a player that has ended; empty for none.
func (n *noise) last() string {
	select {
	case <-n.done:
	case <-time.After(patience / 10): // its children may keep the pipe open
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	return clip(n.line)
}

// A sayer passes on the first lines of all copies of a player.
type sayer struct {
	to   func(line string)
	mu   sync.Mutex
	said int
}

// mostLines is how many lines of standard error are passed on of one play.
const mostLines = 20

func (s *sayer) say(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.said++
	switch {
	case s.to == nil || s.said > mostLines:
	case s.said == mostLines:
		s.to("… (what more the player prints on standard error is not shown)")
	default:
		s.to(line)
	}
}
