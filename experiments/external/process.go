package external

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"codebreak/engine/wording"
)

// A process is a program that runs, with what it has started.
type process struct {
	cmd    *exec.Cmd
	mark   string   // in the environment of the program and of all that it starts
	input  *os.File // what it reads
	output *os.File // what it writes
	noise  noise    // what it writes on standard error
	ended  chan struct{}
}

// started numbers the programs of this process, to distinguish their children.
var started atomic.Int64

// patience is how long Play waits for what comes after the end of a program: the end
// of what it has started, and the last of its output.
const patience = time.Second

// start starts a program, which is killed when the context ends. Its process group,
// and a mark in its environment, show later what it has started.
func start(ctx context.Context, command []string, say func(string)) (*process, error) {
	inputEnd, input, errInput := os.Pipe()
	output, outputEnd, errOutput := os.Pipe()
	defer closeAll(inputEnd, outputEnd)
	p := &process{
		cmd:   exec.CommandContext(ctx, command[0], command[1:]...),
		mark:  fmt.Sprintf("CODEBREAK_PLAYER=%d-%d-%d.", os.Getpid(), time.Now().UnixNano(), started.Add(1)),
		input: input, output: output, noise: noise{say: say}, ended: make(chan struct{}),
	}
	// Python keeps back what it prints to a pipe, which nearly every first player
	// would wait for.
	p.cmd.Env = append(os.Environ(), "PYTHONUNBUFFERED=1", p.mark)
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = inputEnd, outputEnd, &p.noise
	p.cmd.SysProcAttr = newGroup()
	p.cmd.Cancel = p.killGroup
	p.cmd.WaitDelay = patience / 4 // its children may keep standard error open
	err := errors.Join(checkSystem(), errInput, errOutput)
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		closeAll(input, output)
		return nil, fmt.Errorf("%w: %w", ErrStart, err)
	}
	go func() {
		_ = p.cmd.Wait() // the state of the process says it
		close(p.ended)
		p.setDeadline(0)
	}()
	return p, nil
}

func closeAll(files ...*os.File) {
	for _, f := range files {
		_ = f.Close() // nothing is lost, and nothing was opened if it is nil
	}
}

// setDeadline is how long the program may take to read and to write. If it has ended,
// what it wrote is there to be read; its children may keep the pipe open.
func (p *process) setDeadline(d time.Duration) {
	set := func(d time.Duration) {
		_ = p.input.SetWriteDeadline(time.Now().Add(d)) // pipes have deadlines
		_ = p.output.SetReadDeadline(time.Now().Add(d))
	}
	set(d)
	if p.hasEnded() {
		set(patience / 4)
	}
}

// hasEnded reports whether the program itself has ended.
func (p *process) hasEnded() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

// killGroup kills the program, which may have left its process group, and what is left
// of that.
func (p *process) killGroup() error {
	_ = send(-p.cmd.Process.Pid, syscall.SIGKILL) // there may be nothing left
	return p.cmd.Process.Kill()
}

// kill ends the program and all that it has started.
func (p *process) kill() {
	_ = p.killGroup() // it may have ended
	select {
	case <-p.ended:
	case <-time.After(5 * patience): // nothing else can be done about it
	}

	// What has left the group is known by its mark, and may be starting others. What
	// was killed takes a moment to end, and what is just being started a moment to
	// show its mark.
	const quiet = 3 // looks in which nothing is found
	for found, began := 0, time.Now(); found < quiet && time.Since(began) < 5*patience; found++ {
		for _, pid := range p.left() {
			found = 0
			_ = send(pid, syscall.SIGKILL) // it may have ended
		}
		time.Sleep(5 * time.Millisecond)
	}

	closeAll(p.input, p.output)
}

// left lists the processes that the program has started and that go on, by its
// mark, where the system shows environments (/proc); elsewhere it lists -group if
// anything of the group is left. The program itself must have ended.
func (p *process) left() (pids []int) {
	group := p.cmd.Process.Pid
	environments, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil || len(environments) == 0 {
		if send(-group, 0) == nil {
			return []int{-group}
		}
		return nil
	}

	for _, path := range environments {
		text, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(text, []byte(p.mark)) {
			continue // it has ended, or is another user's
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path))); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

// A noise passes on what a program writes on standard error, line by line, cut to a
// length that people can read.
type noise struct {
	say func(line string)

	mu   sync.Mutex
	line []byte // still without an end
	said string // the last line that is not blank
}

// Write takes the next piece of the text.
func (n *noise) Write(text []byte) (int, error) {
	const longest = 200
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, b := range text {
		switch {
		case b != '\n' && len(n.line) < longest:
			n.line = append(n.line, b)
		case b == '\n':
			n.end()
		}
	}
	return len(text), nil
}

// end passes a line on. The lock must be held.
func (n *noise) end() {
	if line := strings.ToValidUTF8(strings.TrimRight(string(n.line), "\r"), ""); strings.TrimSpace(line) != "" {
		n.said = line
		n.say(line)
	}
	n.line = n.line[:0]
}

// last returns the last line of a program that has ended; empty for none.
func (n *noise) last() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.end()
	return wording.Clip(n.said)
}
