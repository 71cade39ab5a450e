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

// A process is a program that runs, with its children.
type process struct {
	cmd    *exec.Cmd
	mark   string   // in the environment of the program and of all that it starts
	input  *os.File // that it reads
	output *os.File // that it writes
	noise  noise    // its standard error
	ended  chan struct{}
}

// started numbers the programs that this process has started, to distinguish their children.
var started atomic.Int64

// patience limits the wait after the end of a program for its last output and for the end of its
// children.
const patience = time.Second

// start starts a program. The end of the context kills it. Its process group, and a mark in its
// environment, identify its children later.
func start(ctx context.Context, command []string, say func(string)) (*process, error) {
	inputEnd, input, errInput := os.Pipe()
	output, outputEnd, errOutput := os.Pipe()
	defer closeAll(inputEnd, outputEnd)
	p := &process{
		cmd: exec.CommandContext(ctx, command[0], command[1:]...),
		mark: fmt.Sprintf("CODEBREAK_PLAYER=%d-%d-%d.",
			os.Getpid(), time.Now().UnixNano(), started.Add(1)),
		input:  input,
		output: output,
		noise:  noise{say: say},
		ended:  make(chan struct{}),
	}

	// Python buffers its output to a pipe. Nearly every first player would wait for that.
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

	go p.wait()
	return p, nil
}

// wait notes the end of the program.
func (p *process) wait() {
	_ = p.cmd.Wait() // the state of the process has the error
	close(p.ended)
	p.setDeadline(0)
}

func closeAll(files ...*os.File) {
	for _, f := range files {
		_ = f.Close() // which loses no data, and does nothing for nil
	}
}

// setDeadline limits the time of the program to read and to write. After its end its output can
// be read at once; but its children may keep the pipe open, so reading has a limit then too. The
// end is looked for last, since it may come meanwhile.
func (p *process) setDeadline(limit time.Duration) {
	p.setPipes(limit)
	if p.hasEnded() {
		p.setPipes(patience / 4)
	}
}

func (p *process) setPipes(limit time.Duration) {
	end := time.Now().Add(limit)
	_ = p.input.SetWriteDeadline(end) // pipes have deadlines
	_ = p.output.SetReadDeadline(end)
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

// killGroup kills the process group, and the program itself, which may have left its group.
func (p *process) killGroup() error {
	_ = send(-p.cmd.Process.Pid, syscall.SIGKILL) // the group may be empty
	return p.cmd.Process.Kill()
}

// kill ends the program and all its children.
func (p *process) kill() {
	_ = p.killGroup() // it may have ended
	select {
	case <-p.ended:
	case <-time.After(5 * patience): // more cannot be done
	}

	// Children that left the group have the mark, and may be starting others. A killed process
	// takes a moment to end, and a new process a moment to show its mark.
	const quiet = 3 // looks without a find
	for found, began := 0, time.Now(); found < quiet && time.Since(began) < 5*patience; found++ {
		for _, pid := range p.left() {
			found = 0
			_ = send(pid, syscall.SIGKILL) // it may have ended
		}
		time.Sleep(5 * time.Millisecond)
	}

	closeAll(p.input, p.output)
}

// left lists the children that still run, by the mark where the system shows environments
// (/proc); elsewhere it lists -group if the group is not empty. The program itself must have
// ended.
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

// A noise passes on the standard error of a program, line by line, cut to a length that people
// can read.
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
	line := strings.ToValidUTF8(strings.TrimRight(string(n.line), "\r"), "")
	if strings.TrimSpace(line) != "" {
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
