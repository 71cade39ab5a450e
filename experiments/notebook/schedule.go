package notebook

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"codebreak/engine/parallel"
	"codebreak/experiments/store"
	"codebreak/report"
)

// An entryRun is an entry on its way through a run.
type entryRun struct {
	Entry
	waits   int     // tasks of the run that its page needs and that are not answered yet
	cost    float64 // of these when the run began
	timing  entryTimings
	outcome Outcome
	page    *report.Page // once it is made
	partial bool         // another run may improve some answer
}

func newEntryRuns(entries []Entry) (runs []*entryRun) {
	for _, e := range entries {
		runs = append(runs, &entryRun{
			Entry:  e,
			timing: entryTimings{Entry: e.Name, Tasks: []TaskTimings{}},
		})
	}
	return runs
}

// A job is a task with the entries whose pages need its answer. A job without a task has one entry
// whose answers are all there.
type job struct {
	task *Task
	runs []*entryRun
}

// A schedule answers the tasks of entries side by side.
type schedule struct {
	*Runner
	runs []*entryRun
	// ready gets each entry whose answers are there.
	ready func(context.Context, *entryRun) error
	stop  context.CancelFunc // prevents further jobs

	mu     sync.Mutex // guards the fields below, and the tasks that entries wait for
	errors map[*entryRun]error
}

// answerAll answers the tasks of entries, each once, and hands each entry on when the last
// of its answers is there. If several entries fail, the error is that of the first of them.
func (r *Runner) answerAll(ctx context.Context, runs []*entryRun, ready func(context.Context, *entryRun) error) error {
	going, stop := context.WithCancel(ctx)
	defer stop()
	s := &schedule{
		Runner: r,
		runs:   runs,
		ready:  ready,
		stop:   stop,
		errors: map[*entryRun]error{},
	}

	// One worker begins with what costs least, so that some pages are soon there.
	alone, together := s.plan()
	lane := r.lane()
	_ = parallel.Each(going, r.Workers, len(together), func(worker, _ int) error {
		s.do(going, s.take(&together, worker == 0), lane)
		return nil // the schedule keeps the errors, by their entries
	})
	for _, j := range alone {
		s.do(going, j, r.Env)
	}

	for _, run := range runs {
		if err := s.errors[run]; err != nil {
			return fmt.Errorf("entry %s: %w", run.Name, err)
		}
	}
	return ctx.Err()
}

// take removes the first of some jobs from their list, or the last. There must be one.
func (s *schedule) take(jobs *[]job, last bool) job {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := *jobs
	if last {
		*jobs = all[:len(all)-1]
		return all[len(all)-1]
	}
	*jobs = all[1:]
	return all[0]
}

// plan lists the jobs, the entry that costs most first, and of an entry the task that costs
// most: begun in this order, small tasks fill the gaps at the end. A task runs alone, with all
// workers, if others would disturb it, if it does not fit the memory of a lane, or if it takes
// longer than all others side by side.
func (s *schedule) plan() (alone, together []job) {
	// Step 1. The tasks of the run, each once. Slow ones are among them if another entry has
	// them computed, so that both entries show the same answer.
	var all []Task
	computed := map[store.Key]bool{}
	for _, run := range s.runs {
		for _, t := range run.Tasks {
			all = append(all, t)
			computed[t.Key] = computed[t.Key] || s.computes(t)
		}
	}

	jobs := map[store.Key]*job{}
	total := 0.0
	for _, t := range distinct(all) {
		if computed[t.Key] {
			jobs[t.Key] = &job{task: &t}
			total += t.Cost
		}
	}

	// Step 2. What each entry waits for, and what that costs.
	for _, run := range s.runs {
		for _, t := range distinct(run.Tasks) {
			if j, ok := jobs[t.Key]; ok {
				j.runs = append(j.runs, run)
				run.waits++
				run.cost += t.Cost
			}
		}
	}

	// Step 3. The order.
	lane := s.lane()
	longest := total / float64(max(1, s.Workers))
	for _, run := range slices.SortedStableFunc(slices.Values(s.runs), dearestEntry) {
		for _, t := range slices.SortedStableFunc(slices.Values(distinct(run.Tasks)), dearestTask) {
			j, ok := jobs[t.Key]
			if !ok {
				continue // it is not computed, or planned already for an entry that costs more
			}
			delete(jobs, t.Key)
			if t.Volatile || t.Cost > longest || s.Memory > 0 && t.Check(lane) != nil {
				alone = append(alone, *j)
			} else {
				together = append(together, *j)
			}
		}
		if run.waits == 0 {
			together = append(together, job{runs: []*entryRun{run}})
		}
	}
	return alone, together
}

func dearestEntry(a, b *entryRun) int { return cmp.Compare(b.cost, a.cost) }

func dearestTask(a, b Task) int { return cmp.Compare(b.Cost, a.Cost) }

// do answers a job's task, and hands on the entries that waited for nothing else.
func (s *schedule) do(ctx context.Context, j job, e Env) {
	if ctx.Err() != nil {
		return
	}

	ready := j.runs
	if j.task != nil {
		s.startEntry(j.runs[0].Name)
		a, seconds, err := s.Runner.do(ctx, e, *j.task)
		if err != nil {
			s.fail(ctx, j.runs[0], err)
			return
		}
		ready, err = s.note(j, a, seconds)
		if err != nil {
			s.fail(ctx, j.runs[0], err)
			return
		}
	}

	for _, run := range ready {
		began := time.Now()
		if err := s.ready(ctx, run); err != nil {
			s.fail(ctx, run, err)
			return
		}
		run.timing.Seconds += time.Since(began).Seconds()
	}
}

// fail keeps an error and stops the run. Errors after the stop are consequences, and dropped.
func (s *schedule) fail(ctx context.Context, run *entryRun, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ctx.Err() == nil {
		s.errors[run] = err
		s.stop()
	}
}

// note notes that a task is answered, and how many seconds that took. It returns the
// entries that waited for nothing else.
func (s *schedule) note(j job, a answered, seconds float64) (ready []*entryRun, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()

	if s.Answered != nil {
		if err := s.Answered(*j.task, a.value, seconds); err != nil {
			return nil, err
		}
	}
	if seconds > 0 {
		t := &j.runs[0].timing
		t.Tasks = append(t.Tasks, TaskTimings{
			Kind:    j.task.Key.Kind,
			Task:    j.task.Name,
			Seconds: seconds,
		})
		t.Seconds += seconds
	}
	for _, run := range j.runs {
		run.partial = run.partial || a.partial
		run.waits--
		if run.waits == 0 {
			ready = append(ready, run)
		}
	}
	return ready, nil
}
