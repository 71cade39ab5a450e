package runs

import (
	"cmp"
	_ "embed"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"text/template"
	"time"
	"unicode/utf8"

	"github.com/dustin/go-humanize"

	"codebreak/engine/pattern"
	"codebreak/engine/wording"
	"codebreak/experiments/base"
	"codebreak/experiments/store"
)

// An array is work to be shared out among the tasks of a cluster.
type array struct {
	// Name names the work in the queue and in files: up to 128 letters, digits, dots, hyphens
	// and underscores.
	Name string
	// Program is the absolute path of the program on the cluster's machines. Its arguments
	// are followed by --workers, --max-memory and --quiet, so that it keeps to the resources of
	// a task.
	Program string
	// Run are the arguments that make the program compute one share. The share,
	// such as 3/12, follows the last of them, which is the flag that takes it.
	Run []string
	// Last are the arguments that make the page when all shares are complete.
	Last []string
	// Again is the command line that submits the same array again. Status shows it.
	Again []string
	// Results is the absolute path of the results folder. Slurm cannot write its
	// output where the path has a backslash.
	Results string
	// Finished is the absolute path of a folder that gets a file for each finished answer.
	// Their number alone is looked at: it shows whether a task makes progress.
	Finished string
	// Tasks is the number of tasks, and of shares.
	Tasks int
	// CPUs is the number of cores of a task.
	CPUs int
	// Time limits a task. After it the task is started again.
	Time time.Duration
	// Memory of a task in bytes. Slurm is asked for whole mebibytes, rounded up; the program
	// gets three quarters, as it takes on a machine of its own.
	Memory uint64
	// Partition names the partitions that may run the tasks, with commas; empty for the
	// cluster's default.
	Partition string
}

// Limits of the resources of a task.
const (
	minTime   = time.Minute
	minMemory = 2 * mebibyte // one for the work, one for the program
	maxCPUs   = 4096         // more than any machine has
)

const mebibyte = 1 << 20

// clusterFolder names the folder, below the results, for files that concern a cluster only.
const clusterFolder = "slurm"

// maxName leaves room for the rest of the names of files.
const maxName = 128

var (
	plainChars = pattern.Of(`^[A-Za-z0-9_][A-Za-z0-9._-]*$`)
	notPlain   = pattern.Of(`[^A-Za-z0-9._-]+`)
	partitions = pattern.Of(`^[A-Za-z0-9_][A-Za-z0-9_.+-]*(,[A-Za-z0-9_][A-Za-z0-9_.+-]*)*$`)
)

// isPlain reports whether an array may have this name.
func isPlain(name string) bool {
	return len(name) <= maxName && plainChars().MatchString(name)
}

// pathName makes a name for an array that works on a folder or a file: a prefix, the last part
// of the absolute path, and a hash of the whole path, since several folders may have one name.
func pathName(prefix, path string) string {
	name := notPlain().ReplaceAllString(prefix+"-"+filepath.Base(path), "_")
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(path))
	name = name[:min(len(name), maxName-9)]
	return fmt.Sprintf("%s-%08x", name, hash.Sum32())
}

// check refuses arrays that cannot be written as scripts, or ask for impossible resources. The
// error begins with the field at fault: name, program, run, last, again, results, finished,
// tasks, cpus, time, mem or partition.
func (a array) check() error {
	if !isPlain(a.Name) {
		return fmt.Errorf("name is %q; write up to %d letters, digits, underscores, dots and hyphens, the last two not in front", a.Name, maxName)
	}
	if err := a.checkTexts(); err != nil {
		return err
	}

	switch {
	case strings.Contains(a.Results, `\`):
		return fmt.Errorf("results is %q; Slurm cannot write the output of tasks where a path has a backslash", a.Results)
	case a.Tasks < 1 || a.Tasks > store.MaxShares:
		return fmt.Errorf("tasks is %d; it must be at least 1 and at most %s", a.Tasks, wording.Thousands(store.MaxShares))
	case a.Time < minTime:
		return fmt.Errorf("time is %s; it must be at least 1m", a.Time)
	case a.CPUs < 1 || a.CPUs > maxCPUs:
		return fmt.Errorf("cpus is %d; it must be at least 1 and at most %s", a.CPUs, wording.Thousands(maxCPUs))
	case a.Memory < minMemory:
		return fmt.Errorf("mem is %s; it must be at least %s, since the program gets three quarters of it", humanize.IBytes(a.Memory), humanize.IBytes(minMemory))
	case a.Partition != "" && !partitions().MatchString(a.Partition):
		return fmt.Errorf("partition is %q; it must be a name of letters, digits and ._+-, or several, separated by commas", a.Partition)
	}
	return nil
}

// checkTexts refuses paths and command lines that scripts cannot have.
func (a array) checkTexts() error {
	for _, text := range []struct {
		field string
		words []string
		path  bool
	}{
		{field: "program", words: []string{a.Program}, path: true},
		{field: "results", words: []string{a.Results}, path: true},
		{field: "finished", words: []string{a.Finished}, path: true},
		{field: "run", words: a.Run},
		{field: "last", words: a.Last},
		{field: "again", words: a.Again},
	} {
		if text.path && !filepath.IsAbs(text.words[0]) {
			return fmt.Errorf("%s is %q; it must be an absolute path, since tasks start wherever the cluster likes", text.field, text.words[0])
		}
		if err := checkWords(text.field, text.words); err != nil {
			return err
		}
	}
	return nil
}

// checkWords refuses words that a script cannot show.
func checkWords(field string, words []string) error {
	if len(words) == 0 {
		return fmt.Errorf("%s has no arguments", field)
	}
	for _, word := range words {
		if strings.ContainsFunc(word, isNotPrintable) {
			return fmt.Errorf("%s has %q; it must be of characters that can be printed", field, word)
		}
	}
	return nil
}

func isNotPrintable(r rune) bool {
	return r == utf8.RuneError || !strconv.IsPrint(r)
}

// mebibytes returns the memory of a task, rounded up as Slurm wants it.
func (a array) mebibytes() uint64 {
	return a.Memory/mebibyte + min(1, a.Memory%mebibyte)
}

// programMebibytes returns the part of a task's memory that the program may use.
func (a array) programMebibytes() uint64 {
	return a.Memory / 4 * 3 / mebibyte
}

// clock writes the time of a task for Slurm, in whole minutes.
func (a array) clock() string {
	minutes := a.Time / time.Minute
	if a.Time%time.Minute > 0 {
		minutes++
	}
	return fmt.Sprintf("%02d:%02d:00", minutes/60, minutes%60)
}

// warning returns how many seconds before its end a task is asked to stop: a minute, or less
// where a minute is much of the time.
func (a array) warning() int {
	return int(min(time.Minute, a.Time/10) / time.Second)
}

// An arrayName names the jobs and the files of an array.
type arrayName string

func (n arrayName) job() string {
	return "codebreak-" + string(n)
}
func (n arrayName) pageJob() string {
	return n.job() + "-page"
}

// Names of files in the folder.
func (n arrayName) record() string {
	return string(n) + ".json"
}
func (n arrayName) pageScript() string {
	return string(n) + ".page.sh"
}
func (n arrayName) pageMark() string {
	return string(n) + ".page.done"
}

// taskOutput names the file that gets the output of a task.
func (n arrayName) taskOutput(job, task string) string {
	return fmt.Sprintf("%s-%s_%s.out", n, job, task)
}

// mark names the file that says that a share is complete.
func (n arrayName) mark(task, tasks any) string {
	return fmt.Sprintf("%s.share-%v-of-%v.done", n, task, tasks)
}

// marks lists the marks of the array in the folder, of any submission. The pattern also matches
// marks of arrays whose names begin alike.
func (n arrayName) marks(folder string) []string {
	found, _ := fs.Glob(os.DirFS(folder), n.mark("[0-9]*", "*[0-9]")) // which fails for invalid patterns
	var marks []string
	for _, mark := range found {
		if shareMark().MatchString(mark[len(n):]) {
			marks = append(marks, mark)
		}
	}
	return append(marks, n.pageMark())
}

// shareMark matches the mark of a share behind the name of its array.
var shareMark = pattern.Of(`^\.share-[0-9]+-of-[0-9]+\.done$`)

// A script is a file for Slurm; any bash runs it as well.
type script struct {
	Name string
	Text string
	// Output is the flag of sbatch that names the file of the output.
	Output string
}

// scriptTexts has the templates of the scripts of the tasks and of the last job.
//
//go:embed scripts.tmpl
var scriptTexts string

var templates = sync.OnceValue(parseTemplates)

func parseTemplates() *template.Template {
	functions := template.FuncMap{"quote": base.Quote, "words": quoteAll}
	return template.Must(template.New("").Funcs(functions).Parse(scriptTexts))
}

func quoteAll(words []string) string { return base.Quote(words...) }

// scriptData fills in the templates.
type scriptData struct {
	array
	Mebibytes        uint64
	ProgramMebibytes uint64

	JobName      string
	PageJobName  string
	Folder       string
	Mark         string
	PageMark     string
	Clock        string
	Warning      int
	Path, Output string // of the script itself
}

// scripts writes the script of the tasks and that of the last job. The error says why the array
// is not right.
func (a array) scripts() (tasks, page script, err error) {
	if err := a.check(); err != nil {
		return tasks, page, err
	}
	n := arrayName(a.Name)
	data := scriptData{
		array:            a,
		Mebibytes:        a.mebibytes(),
		ProgramMebibytes: a.programMebibytes(),

		JobName:     n.job(),
		PageJobName: n.pageJob(),
		Folder:      clusterFolder,
		Mark:        n.mark("$task", a.Tasks),
		PageMark:    n.pageMark(),
		Clock:       a.clock(),
		Warning:     a.warning(),
	}
	tasks, errTasks := data.script(a.Name+".tasks.sh", n.taskOutput("%A", "%a"), "tasks")
	page, errPage := data.script(n.pageScript(), a.Name+"-page-%j.out", "page")
	return tasks, page, cmp.Or(errTasks, errPage)
}

// script fills in a template. output is Slurm's pattern for the name of the file that gets the
// output.
func (d scriptData) script(name, output, kind string) (script, error) {
	folder := filepath.Join(d.Results, clusterFolder)
	d.Path = filepath.Join(folder, name)
	d.Output = "--output=" + filepath.Join(strings.ReplaceAll(folder, "%", "%%"), output)

	var out strings.Builder
	err := templates().ExecuteTemplate(&out, kind, d)
	return script{Name: name, Text: out.String(), Output: d.Output}, err
}
