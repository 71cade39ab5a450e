package external

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// A process is a program that runs, with what it has started.
type process struct {
	cmd    *exec.Cmd
	mark   string   // in the environment of the program and of all that it starts
	input  *os.File // what it reads
	output *os.File // what it writes
	errors *os.File // what it writes on standard error

	ended chan struct{} // closed once the program itself has ended
	state error         // then: nil if it ended well
	once  sync.Once     // of killing
}

// A StartError says that a player cannot be started.
type StartError struct{ Err error }

func (e *StartError) Error() string { return "the player cannot be started: " + e.Err.Error() }

// Unwrap returns the reason.
func (e *StartError) Unwrap() error { return e.Err }

// started numbers the programs of this process, to tell those apart that they start.
var started atomic.Int64

// start starts a program. Its process group, and a mark in its environment, tell
// later what it has started.
func start(command []string) (p *process, err error) {
	var theirs, ours []*os.File
	defer func() {
		closeAll(theirs)
		if err != nil {
			closeAll(ours)
			err = &StartError{err}
		}
	}()
	pipe := func() (r, w *os.File) {
		if err == nil {
			r, w, err = os.Pipe()
		}
		return r, w
	}
	inputEnd, input := pipe()
	output, outputEnd := pipe()
	errorOutput, errorEnd := pipe()
	theirs, ours = []*os.File{inputEnd, outputEnd, errorEnd}, []*os.File{input, output, errorOutput}
	if err != nil {
		return nil, err
	}
	p = &process{
		mark:  fmt.Sprintf("CODEBREAK_PLAYER=%d-%d-%d.", os.Getpid(), time.Now().UnixNano(), started.Add(1)),
		input: input, output: output, errors: errorOutput, ended: make(chan struct{}),
	}
	p.cmd = exec.Command(command[0], command[1:]...)
	// Python keeps back what it prints to a pipe, which nearly every first player
	// would wait for.
	p.cmd.Env = append(os.Environ(), "PYTHONUNBUFFERED=1", p.mark)
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = inputEnd, outputEnd, errorEnd
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		p.state = p.cmd.Wait()
		close(p.ended)
	}()
	return p, nil
}

func closeAll(files []*os.File) {
	for _, f := range files {
		if f != nil {
			_ = f.Close() // nothing is lost
		}
	}
}

// patience is how long is waited for what comes after the end of a program: the end
// of what it has started, and the last of its output.
const patience = time.Second

// finish ends the input, and waits for the program to end, at most so long, and then
// for what it has started. It reports whether they did; then kill has nothing left to
// do.
func (p *process) finish(timeout time.Duration) (ended, alone bool) {
	_ = p.input.Close() // nothing is lost
	select {
	case <-p.ended:
	case <-time.After(timeout):
		return false, false
	}
	for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		if len(p.left()) == 0 {
			return true, true
		}
		if time.Now().After(deadline) {
			return true, false
		}
	}
}

// kill ends the program and all that it has started. Only the first call does
// anything.
func (p *process) kill() { p.once.Do(p.killAll) }

func (p *process) killAll() {
	_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL) // there may be nothing left
	<-p.ended
	// What has left the group is known by its mark, and may be starting others. What
	// was killed takes a moment to end, and what is just being started a moment to
	// show its mark.
	const quiet = 3 // looks in which nothing is found
	for found, began := 0, time.Now(); found < quiet && time.Since(began) < 5*patience; found++ {
		for _, pid := range p.left() {
			found = 0
			_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended
		}
		time.Sleep(5 * time.Millisecond)
	}
	closeAll([]*os.File{p.input, p.output, p.errors})
}

// left lists the processes that the program has started and that go on, by its
// mark, where the system shows environments (/proc); elsewhere it lists -group if
// anything of the group is left. The program itself must have ended.
func (p *process) left() []int {
	group := p.cmd.Process.Pid
	environments, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil || len(environments) == 0 {
		if syscall.Kill(-group, 0) == nil {
			return []int{-group}
		}
		return nil
	}
	var pids []int
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

// hasEnded reports whether the program itself has ended.
func (p *process) hasEnded() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

// how says how the program ended.
func (p *process) how() string {
	var exit *exec.ExitError
	switch {
	case p.state == nil:
		return "exit status 0"
	case errors.As(p.state, &exit):
		return exit.String()
	}
	return p.state.Error()
}
