package notebook

import (
	"slices"

	"codebreak/experiments/store"
	"codebreak/report/lists"
)

// An Asked question is a question of an entry: it has the tasks that answer it, and reads its
// answer from an outcome. [Ask] makes one of a single question, [Both] and [Study] of several, so
// that an entry asks for a row of its page, and reads it, as one thing.
type Asked[A any] struct {
	tasks []Task
	read  func(Outcome) (A, bool)
}

// Ask has an entry ask a question.
func Ask[A any](q Question[A]) Asked[A] {
	t := NewTask(q)
	return Asked[A]{
		tasks: []Task{t},
		read: func(o Outcome) (A, bool) {
			a, ok := o.answers[t.Key].value.(A)
			return a, ok
		},
	}
}

// Derived has an answer that follows without any task.
func Derived[A any](of func() A) Asked[A] {
	return Asked[A]{read: func(Outcome) (A, bool) { return of(), true }}
}

// Both asks two questions, whose answers make one.
func Both[A, B, C any](first Asked[A], second Asked[B], join func(A, B) C) Asked[C] {
	return Asked[C]{
		tasks: slices.Concat(first.tasks, second.tasks),
		read: func(o Outcome) (joined C, ok bool) {
			a, ok := first.In(o)
			if !ok {
				return joined, false
			}
			b, ok := second.In(o)
			if !ok {
				return joined, false
			}
			return join(a, b), true
		},
	}
}

// Then asks the same question, and converts its answer: into a row of a page or into the page of
// an entry, whose [Entry.Page] is In then.
func Then[A, B any](asked Asked[A], make func(A) B) Asked[B] {
	return Asked[B]{
		tasks: asked.tasks,
		read: func(o Outcome) (made B, ok bool) {
			a, ok := asked.In(o)
			if !ok {
				return made, false
			}
			return make(a), true
		},
	}
}

// AskThen has an entry ask a question, and converts its answer as [Then] does.
func AskThen[A, B any](q Question[A], make func(A) B) Asked[B] {
	return Then(Ask(q), make)
}

// Tasks lists what must be answered, for [Entry.Tasks].
func (q Asked[A]) Tasks() []Task { return q.tasks }

// TasksOf lists the tasks of several questions and studies.
func TasksOf(asked ...interface{ Tasks() []Task }) (tasks []Task) {
	for _, q := range asked {
		tasks = append(tasks, q.Tasks()...)
	}
	return tasks
}

// Slow makes the question one that is computed on request only, see [Slow].
func (q Asked[A]) Slow() Asked[A] {
	q.tasks = Slow(q.tasks)
	return q
}

// In reads the answer from an outcome, and reports whether it is there. Answers to slow tasks
// may be missing and, in the record of an older notebook, any.
func (q Asked[A]) In(o Outcome) (answer A, ok bool) {
	if q.read == nil {
		return answer, false
	}
	return q.read(o)
}

// IsAsked reports whether it is a question; the zero value is not.
func (q Asked[A]) IsAsked() bool { return q.read != nil }

// A Study asks the same of each row of a page.
type Study[R any] []Asked[R]

// StudyOf asks a question about each of some things; its answer is the row.
func StudyOf[T, R any](things []T, ask func(T) Asked[R]) Study[R] {
	return lists.Map(things, ask)
}

// AskAll asks several questions, each for a row.
func AskAll[A any, Q Question[A]](questions []Q) Study[A] {
	return StudyOf(questions, func(q Q) Asked[A] { return Ask[A](q) })
}

// Distinct leaves out rows that begin with the same question as one before them.
func (s Study[R]) Distinct() Study[R] { return Distinct(s, Asked[R].key) }

func (q Asked[A]) key() store.Key { return q.tasks[0].Key }

// Tasks lists what must be answered, for [Entry.Tasks].
func (s Study[R]) Tasks() (tasks []Task) {
	for _, q := range s {
		tasks = append(tasks, q.tasks...)
	}
	return tasks
}

// Slow makes the questions ones that are computed on request only, see [Slow].
func (s Study[R]) Slow() Study[R] { return lists.Map(s, Asked[R].Slow) }

// All makes one question of the study: its answer is all rows.
func (s Study[R]) All() Asked[[]R] {
	return Asked[[]R]{
		tasks: s.Tasks(),
		read: func(o Outcome) ([]R, bool) {
			rows := s.In(o)
			return rows, len(rows) == len(s)
		},
	}
}

// Answered makes one question of the study: its answer is the rows that are answered, if there
// are any.
func (s Study[R]) Answered() Asked[[]R] {
	return Asked[[]R]{
		tasks: s.Tasks(),
		read: func(o Outcome) ([]R, bool) {
			rows := s.In(o)
			return rows, len(rows) > 0
		},
	}
}

// Some makes one question of the study as [Study.Answered] does, and has an answer even if no row
// is answered.
func (s Study[R]) Some() Asked[[]R] {
	return Asked[[]R]{
		tasks: s.Tasks(),
		read:  func(o Outcome) ([]R, bool) { return s.In(o), true },
	}
}

// Leading makes one question of the study: its answer is the rows before the first that is missing.
func (s Study[R]) Leading() Asked[[]R] {
	return Asked[[]R]{
		tasks: s.Tasks(),
		read: func(o Outcome) (rows []R, ok bool) {
			for _, q := range s {
				row, ok := q.In(o)
				if !ok {
					break
				}
				rows = append(rows, row)
			}
			return rows, true
		},
	}
}

// In returns the rows that are answered, in their order.
func (s Study[R]) In(o Outcome) (rows []R) {
	for _, q := range s {
		if row, ok := q.In(o); ok {
			rows = append(rows, row)
		}
	}
	return rows
}
