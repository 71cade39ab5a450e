//go:build linux

package cli_test

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"codebreak/engine/enginetest"
	"codebreak/experiments/base"
	"codebreak/experiments/cli/clitest"
)

// daemon returns the path of a daemon, which may stand where only root's
// search path leads.
func daemon(name string) (string, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		path, err = exec.LookPath("/usr/sbin/" + name)
	}
	return path, err
}

// A cluster is a Slurm of one machine, on loopback, for one test.
type cluster struct {
	dir     string // with everything that its daemons write
	daemons map[string]string
}

// startSlurm starts a cluster and directs Slurm's commands to it. Where that
// cannot be done the test is skipped. Whatever happens later in the test, all
// processes of the cluster are ended after it.
func startSlurm(t *testing.T) {
	t.Helper()
	c := cluster{daemons: map[string]string{}}
	for _, name := range []string{"munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol", "scancel", "sinfo"} {
		path, err := daemon(name)
		if err != nil {
			t.Skipf("no %s on this machine, so submit and status are not tried on a real Slurm; apt-get install slurm-wlm munge", name)
		}
		c.daemons[name] = path
	}
	dir, err := os.MkdirTemp("", "slurm") // short: the name of a socket has a limit
	if err != nil {
		t.Fatal(err)
	}
	c.dir = dir
	t.Cleanup(func() {
		c.endProcesses(t)
		os.RemoveAll(dir)
	})
	if err := c.configure(); err != nil {
		t.Fatal(err)
	}
	// Not t.Setenv, with which no other test could work while this one waits. None of them
	// asks Slurm.
	if err := os.Setenv("SLURM_CONF", filepath.Join(dir, "slurm.conf")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Unsetenv("SLURM_CONF") })
	for _, daemon := range [][]string{
		{"munged", "--foreground", "--force", "--socket=" + dir + "/munge.socket", "--key-file=" + dir + "/munge.key", "--pid-file=" + dir + "/munged.pid", "--log-file=" + dir + "/munged.log", "--seed-file=" + dir + "/munged.seed"},
		{"slurmctld", "-D", "-c", "-f", dir + "/slurm.conf"},
	} {
		if _, err := c.start(t, daemon[0], daemon[1:]...); err != nil {
			t.Skipf("%s cannot be started, so submit and status are not tried on a real Slurm: %v", daemon[0], err)
		}
	}
	// Slurm's versions differ in how to do without control groups: "disabled"
	// is not known to older ones, which do not mind version 1 unused.
	for _, plugin := range []string{"disabled", "cgroup/v1", "autodetect"} {
		enginetest.WriteFile(t, filepath.Join(dir, "cgroup.conf"), "CgroupPlugin="+plugin+"\n")
		exited, err := c.start(t, "slurmd", "-D", "-f", dir+"/slurm.conf")
		if err == nil && c.isIdle(exited) {
			return
		}
	}
	t.Skipf("slurmctld and slurmd do not come up here, so submit and status are not tried on a real Slurm:\n%s", c.lastWords())
}

// configure writes the cluster's configuration: nothing in it needs systemd,
// control groups, a database or a network beyond loopback.
func (c cluster) configure() error {
	host, err := os.Hostname()
	if err != nil {
		return err
	}
	host, _, _ = strings.Cut(host, ".")
	me, err := user.Current()
	if err != nil {
		return err
	}
	var ports [2]int
	for i := range ports {
		free, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		defer free.Close()
		ports[i] = free.Addr().(*net.TCPAddr).Port
	}
	for _, folder := range []string{"state", "spool"} {
		if err := os.Mkdir(filepath.Join(c.dir, folder), 0o755); err != nil {
			return err
		}
	}
	conf := fmt.Sprintf(`ClusterName=test
SlurmctldHost=%[1]s(127.0.0.1)
SlurmUser=%[2]s
SlurmdUser=%[2]s
SlurmctldPort=%[3]d
SlurmdPort=%[4]d
AuthType=auth/munge
AuthInfo=socket=%[5]s/munge.socket
CredType=cred/munge
StateSaveLocation=%[5]s/state
SlurmdSpoolDir=%[5]s/spool
SlurmctldPidFile=%[5]s/slurmctld.pid
SlurmdPidFile=%[5]s/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
SlurmdParameters=config_overrides
SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=0
KillWait=2
ReturnToService=2
NodeName=%[1]s NodeAddr=127.0.0.1 CPUs=4 RealMemory=8000 State=UNKNOWN
PartitionName=test Nodes=ALL Default=YES MaxTime=INFINITE State=UP
`, host, me.Username, ports[0], ports[1], c.dir)
	// Whoever knows the key may run tasks as this user.
	key := make([]byte, 128)
	rand.Read(key)
	return errors.Join(
		os.WriteFile(filepath.Join(c.dir, "slurm.conf"), []byte(conf), 0o644),
		os.WriteFile(filepath.Join(c.dir, "munge.key"), key, 0o600),
	)
}

// start starts a daemon, whose words go to a file, and returns a channel that
// is closed when it ends. It is killed with the test, even if that is killed.
func (c cluster) start(t *testing.T, name string, args ...string) (exited chan struct{}, err error) {
	words, err := os.OpenFile(filepath.Join(c.dir, name+".out"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	defer words.Close()
	cmd := exec.Command(c.daemons[name], args...)
	cmd.Stdout, cmd.Stderr = words, words
	cmd.Env = append(os.Environ(), c.mark())
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	exited = make(chan struct{})
	go func() {
		_ = cmd.Wait() // its words say more
		close(exited)
	}()
	t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGTERM) // an error means that it has ended
		select {
		case <-exited:
		case <-time.After(5 * time.Second):
			cmd.Process.Kill()
			<-exited
		}
	})
	return exited, nil
}

// isIdle waits until the machine takes jobs. It gives up when slurmd ends.
func (c cluster) isIdle(exited chan struct{}) bool {
	for range 600 {
		select {
		case <-exited:
			return false
		case <-time.After(100 * time.Millisecond):
		}
		out, err := exec.Command(c.daemons["sinfo"], "--noheader", "--format=%T").Output()
		if err == nil && strings.TrimSpace(string(out)) == "idle" {
			return true
		}
	}
	return false
}

// mark is in the environment of the daemons, and of what they start.
func (c cluster) mark() string { return "CODEBREAK_TEST_CLUSTER=" + c.dir }

// endProcesses kills what the daemons leave behind: guards of running tasks, which carry the
// mark, and the tasks, which know their job and the name of the cluster's configuration.
func (c cluster) endProcesses(t *testing.T) {
	conf := "SLURM_CONF=" + filepath.Join(c.dir, "slurm.conf")
	carries := func(environment []byte, variable string) bool {
		return bytes.Contains(append([]byte{0}, environment...), []byte("\x00"+variable))
	}
	environments, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		t.Error(err)
	}
	for _, path := range environments {
		environment, err := os.ReadFile(path)
		task := carries(environment, conf+"\x00") && carries(environment, "SLURM_JOB_ID=")
		if err != nil || !task && !carries(environment, c.mark()+"\x00") {
			continue // ended meanwhile, or none of ours
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path))); err == nil && pid != os.Getpid() {
			syscall.Kill(pid, syscall.SIGKILL)
		}
	}
}

// lastWords returns the ends of what the daemons said.
func (c cluster) lastWords() string {
	var all strings.Builder
	for _, name := range []string{"munged", "slurmctld", "slurmd"} {
		words, _ := os.ReadFile(filepath.Join(c.dir, name+".out"))
		lines := strings.Split(strings.TrimSpace(string(words)), "\n")
		fmt.Fprintf(&all, "%s:\n%s\n", name, strings.Join(lines[max(0, len(lines)-5):], "\n"))
	}
	return all.String()
}

// runSlurm runs a command of Slurm that must succeed.
func runSlurm(t *testing.T, command ...string) {
	t.Helper()
	if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", command, err, out)
	}
}

// startNow has jobs start that are queued again, for which Slurm would wait
// two minutes. Within the second in which a task was ended, slurmd takes its
// next start for the one that was ended and refuses it.
func startNow(t *testing.T, jobs ...string) {
	t.Helper()
	time.Sleep(2 * time.Second)
	for _, job := range jobs {
		runSlurm(t, "scontrol", "update", "JobId="+job, "StartTime=now")
	}
}

// awaitStatus repeats status until it says all that is wanted and nothing that is
// not, or go test ends the tests.
func awaitStatus(t *testing.T, results string, want ...string) string {
	t.Helper()
	var stdout, stderr string
	const spare = 10 * time.Second // of the time of go test, to say what is missing
	deadline, limited := t.Deadline()
	for ; !limited || time.Until(deadline) > spare; time.Sleep(100 * time.Millisecond) {
		_, stdout, stderr = clitest.Run(nil, "status", "--results", results)
		words := strings.Join(strings.Fields(strings.ReplaceAll(stdout, "│", " ")), " ")
		missing := 0
		for _, w := range want {
			if !strings.Contains(words, w) {
				missing++
			}
		}
		if missing == 0 {
			return stdout
		}
	}
	output, _ := filepath.Glob(filepath.Join(results, "slurm", "*.out"))
	for _, path := range output {
		content, _ := os.ReadFile(path)
		t.Logf("%s:\n%s", path, content)
	}
	jobs, _ := exec.Command("scontrol", "show", "jobs").Output()
	t.Logf("%s", jobs)
	for _, name := range []string{"slurmctld", "slurmd"} {
		words, _ := os.ReadFile(filepath.Join(filepath.Dir(os.Getenv("SLURM_CONF")), name+".out"))
		t.Logf("%s:\n%s", name, words)
	}
	t.Fatalf("status does not come to say %q:\n%s%s", want, stdout, stderr)
	return ""
}

// awaitFile returns the content of a file that a task is to write.
func awaitFile(t *testing.T, path string) string {
	t.Helper()
	var content []byte
	clitest.Await(func() bool {
		content, _ = os.ReadFile(path)
		return len(content) > 0
	})
	return strings.TrimSpace(string(content))
}

// unlucky writes a program that is the given one, but for four tasks that go
// wrong the first time: 1 to 3 stop in the middle of their share and linger,
// and leave the number of their process; 4 fails.
func unlucky(t *testing.T, real, notes string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "unlucky")
	script := `#!/bin/bash
task=${SLURM_ARRAY_TASK_ID:-page}
if [[ $task == [1234] ]] && mkdir "` + notes + `/$task" 2>/dev/null; then
  [ "$task" = 4 ] && exit 1
  "` + real + `" "$@" --time-limit 100ms
  echo $$ > "` + notes + `/$task/pid"
  exec sleep 60
fi
exec "` + real + `" "$@"
`
	if err := os.WriteFile(path, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestSlurm computes an entry on a real Slurm: one task runs out of time, one
// is killed, one cancelled, one fails; in the end the same bytes must come out as
// without a cluster.
func TestSlurm(t *testing.T) {
	if !enginetest.Long() {
		t.Skip("a cluster is started, and waits")
	}
	t.Parallel()
	startSlurm(t)
	const name = "seeds"
	results, alone, notes := filepath.Join(t.TempDir(), "results of 100%"), t.TempDir(), t.TempDir()
	real, err := exec.LookPath("codebreak")
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(real, "run", name, "--full", "--results", alone).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}

	submit := []string{"submit", name, "--tasks", "5", "--time", "10m", "--mem", "1GiB", "--program", unlucky(t, real, notes), "--results", results}
	code, _, stderr := clitest.Run(nil, append(submit, "--partition", "none")...)
	if code != base.ExitUsage || !strings.Contains(stderr, "invalid partition") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("a partition that is not there: exit code %d, %q", code, stderr)
	}
	code, stdout, stderr := clitest.Run(nil, submit...)
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	t.Log(stdout)
	var s struct {
		Job     string `json:"job"`
		PageJob string `json:"page_job"`
	}
	record := enginetest.ReadFile(t, results, "slurm", name+".json")
	if err := json.Unmarshal([]byte(record), &s); err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := clitest.Run(nil, submit...); code != base.ExitUsage || !strings.Contains(stderr, "is in the queue already, as job "+s.Job) {
		t.Errorf("submitted twice: exit code %d, %q", code, stderr)
	}

	pid, err := strconv.Atoi(awaitFile(t, filepath.Join(notes, "2", "pid")))
	if err != nil {
		t.Fatal(err)
	}
	awaitFile(t, filepath.Join(notes, "1", "pid"))
	awaitFile(t, filepath.Join(notes, "3", "pid"))
	awaitStatus(t, results, name+" done 1 5", name+" running 3 1-3", name+" failed 1 4", name+" pending page", "4 FAILED")
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	runSlurm(t, "scancel", s.Job+"_3")
	runSlurm(t, "scancel", "--batch", "--signal=USR1", s.Job+"_1") // as Slurm does before the time is over
	awaitStatus(t, results, name+" done 1 5", name+" pending 2 1-2", name+" failed 2 3-4", "3 CANCELLED, 4 FAILED", "scontrol requeue "+s.Job+"_3,"+s.Job+"_4")

	// Tasks 1 and 2 are queued again by themselves. When they are done the page
	// is tried, and two shares are missing.
	startNow(t, s.Job+"_1", s.Job+"_2")
	awaitStatus(t, results, name+" done 3 1-2, 5", name+" failed page")
	if said := awaitFile(t, filepath.Join(results, "slurm", name+"-page-"+s.PageJob+".out")); !strings.Contains(said, "these are missing: 3 4;") {
		t.Errorf("the job of the page says %q", said)
	}
	runSlurm(t, "scontrol", "requeue", s.Job+"_3,"+s.Job+"_4")
	startNow(t, s.Job+"_3", s.Job+"_4")
	awaitStatus(t, results, name+" done 5 1-5", name+" failed page", "the page is missing; to make it: bash ")
	answers := filepath.Join(results, "store")
	before := clitest.ResultFiles(t, answers)
	runSlurm(t, "scontrol", "requeue", s.PageJob)
	startNow(t, s.PageJob)
	awaitStatus(t, results, name+" done 5 1-5", name+" done page")
	if code, _, stderr := clitest.Run(nil, "status", "--results", results); code != 0 || stderr != "" {
		t.Errorf("all is done, and status ends with %d: %s", code, stderr)
	}
	after := clitest.ResultFiles(t, answers)
	maps.DeleteFunc(after, func(path, _ string) bool { return strings.HasPrefix(path, "/made/") }) // stamps of pages
	const seeds = 100                                                                              // tasks of the entry
	if !maps.Equal(before, after) || len(after) < seeds {
		t.Errorf("the job of the page changed the answers: %d files before, %d after", len(before), len(after))
	}

	want, got := clitest.ResultFiles(t, alone), clitest.ResultFiles(t, results)
	maps.DeleteFunc(got, func(path, _ string) bool { return strings.HasPrefix(path, "/slurm/") })
	if len(got) != len(want) || len(want) < seeds+5 {
		t.Errorf("%d files from the cluster, %d without", len(got), len(want))
	}
	for path, content := range want {
		if got[path] != content {
			t.Errorf("%s is not as without a cluster", path)
		}
	}
	solveOnCluster(t, real)
}

// solveOnCluster solves a search by its parts on the cluster that is
// running; the tree must be that of a search that is not split.
func solveOnCluster(t *testing.T, real string) {
	t.Helper()
	dir := t.TempDir()
	results, alone := filepath.Join(dir, "search"), filepath.Join(dir, "alone.json")
	problem := []string{"mm4x6", "worst,count"}
	for _, args := range [][]string{
		append([]string{"solve", "--tree", alone}, problem...),
		append([]string{"submit", "solve", "--results", results, "--tasks", "2", "--time", "10m", "--mem", "1GiB", "--program", real}, problem...),
	} {
		if code, _, stderr := clitest.Run(nil, args...); code != 0 {
			t.Fatal(stderr)
		}
	}
	awaitStatus(t, results, "done 2 1-2", "done page")
	want, err := os.ReadFile(alone)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(results, "tree.json"))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("the tree from the cluster is not that of a single run: %v", err)
	}
}
