package slurm

import (
	"cmp"
	_ "embed"
	"path/filepath"
	"strings"
	"sync"
	"text/template"

	"codebreak/engine/short"
)

// A Script is a file for Slurm; any bash runs it as well.
type Script struct {
	Name, Text string
	// Output is the flag that says to sbatch where the output goes.
	Output string
}

// plainWord is a word that no shell changes, wherever it stands but as a
// command.
var plainWord = short.Pattern(`^[A-Za-z0-9_./:@+,-]+$`)

// Quote writes words for a shell, each so that it is one argument again.
func Quote(words ...string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = word
		if !plainWord().MatchString(word) {
			quoted[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}

// scripts are templates of what the tasks and the last job run.
//
//go:embed scripts.tmpl
var scripts string

var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"quote": Quote,
		"words": func(words []string) string { return Quote(words...) },
	}).Parse(scripts))
})

// scriptData is what the scripts are filled in with.
type scriptData struct {
	Array
	JobName, PageJobName, Folder, Mark, PageMark, Clock string
	Warning                                             int
	Path, Output                                        string // of the script itself
}

// Scripts writes what the tasks run, and what the last job runs. It returns
// the error of [Array.Check].
func (a Array) Scripts() (tasks, page Script, err error) {
	if err := a.Check(); err != nil {
		return tasks, page, err
	}
	n := arrayName(a.Name)
	data := scriptData{
		Array: a, JobName: n.job(), PageJobName: n.pageJob(), Folder: Folder,
		Mark: n.mark("$task", a.Tasks), PageMark: n.pageMark(), Clock: a.clock(),
		Warning: a.warning(),
	}
	tasks, errTasks := data.script(a.Name+".tasks.sh", n.taskOutput("%A", "%a"), "tasks")
	page, errPage := data.script(n.pageScript(), a.Name+"-page-%j.out", "page")
	return tasks, page, cmp.Or(errTasks, errPage)
}

// script fills in a template. output is the pattern for Slurm of the name of the
// file that its output goes to.
func (d scriptData) script(name, output, kind string) (Script, error) {
	folder := filepath.Join(d.Results, Folder)
	d.Path = filepath.Join(folder, name)
	d.Output = "--output=" + filepath.Join(strings.ReplaceAll(folder, "%", "%%"), output)
	var out strings.Builder
	err := templates().ExecuteTemplate(&out, kind, d)
	return Script{Name: name, Text: out.String(), Output: d.Output}, err
}
