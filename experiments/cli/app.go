package cli

import (
	"codebreak/experiments/notebook"
	"context"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize/english"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// An app is one run of the program: what the global flags say, and the
// notebook.
type app struct {
	entries func() []notebook.Entry
	args    []string // of the command line
	stdout  *output
	stderr  io.Writer

	words     wordFlags
	workers   int
	maxMemory byteSize
	results   string
	quiet     bool
	timeLimit time.Duration // 0 for none
}

// env is what answers are computed with.
func (a *app) env() notebook.Env {
	return notebook.Env{Workers: a.workers, Memory: int64(min(uint64(a.maxMemory), math.MaxInt64)), Say: a.say}
}

// say tells how work is getting on.
func (a *app) say(format string, args ...any) {
	if !a.quiet {
		fmt.Fprintln(a.stderr, printable(fmt.Sprintf(format, args...)))
	}
}

// warn tells of what is wrong, but no reason to stop.
func (a *app) warn(text string) { fmt.Fprintln(a.stderr, "codebreak: warning:", printable(text)) }

// maxWorkers is more than any machine has cores.
const maxWorkers = 4096

// begin checks the global flags and puts the limits into force.
func (a *app) begin(cmd *cobra.Command) error {
	switch {
	case a.workers < 1 || a.workers > maxWorkers:
		return usagef("--workers is %d; it must be at least 1 and at most %d", a.workers, maxWorkers)
	case a.results == "":
		return usagef("--results is empty; it must name a folder")
	case cmd.Flags().Changed("time-limit") && a.timeLimit <= 0:
		return usagef("--time-limit is %s; it must be more than 0", a.timeLimit)
	}
	if a.timeLimit > 0 {
		ctx, stop := context.WithTimeout(cmd.Context(), a.timeLimit)
		context.AfterFunc(cmd.Context(), stop)
		cmd.SetContext(ctx)
		a.stdout.ctx = ctx
	}
	if err := a.words.begin(cmd); err != nil {
		return err
	}
	if err := a.checkAddressSpace(); err != nil {
		return err
	}
	a.limitMemory()
	return nil
}

// The errors that cobra makes of groups of flags.
var (
	exclusiveFlags = regexp.MustCompile(`none of the others can be; \[(.*)\] were all set$`)
	neededFlags    = regexp.MustCompile(`^at least one of the flags in the group \[(.*)\] is required$`)
	togetherFlags  = regexp.MustCompile(`^if any flags in the group \[(.*)\] are set they must all be set; missing \[(.*)\]$`)
)

// checkGroups rejects flags that do not go together, before the command runs.
func checkGroups(cmd *cobra.Command) error {
	err := cmd.ValidateFlagGroups()
	if err == nil {
		return nil
	}
	list := func(names, between string) string {
		return "--" + strings.Join(strings.Fields(names), between+"--")
	}
	if m := exclusiveFlags.FindStringSubmatch(err.Error()); m != nil {
		return usagef("%s contradict each other: give one of them", list(m[1], " and "))
	}
	if neededFlags.MatchString(err.Error()) {
		var needed []string
		for _, group := range missingGroups(cmd.Flags()) {
			needed = append(needed, list(group, " or "))
		}
		return usagef("%s needs %s; see %s --help", cmd.Name(), english.WordSeries(needed, "and"), cmd.CommandPath())
	}
	if m := togetherFlags.FindStringSubmatch(err.Error()); m != nil {
		return usagef("%s go together, and %s is missing", list(m[1], " and "), list(m[2], ", "))
	}
	return usageError{err}
}

// missingGroups lists the groups of flags, as cobra notes them at each flag, of which
// one must be given and none is; those of several flags come last.
func missingGroups(flags *pflag.FlagSet) (missing []string) {
	flags.VisitAll(func(f *pflag.Flag) {
		for _, group := range f.Annotations["cobra_annotation_one_required"] {
			if !slices.Contains(missing, group) && !slices.ContainsFunc(strings.Fields(group), flags.Changed) {
				missing = append(missing, group)
			}
		}
	})
	slices.SortStableFunc(missing, func(a, b string) int { return strings.Count(a, " ") - strings.Count(b, " ") })
	return missing
}

// checkRepeated refuses a flag that is given twice with values of which only the
// last would count.
func checkRepeated(cmd *cobra.Command, args []string) error {
	given := map[string]bool{}
	for _, arg := range args {
		if arg == "--" {
			break
		}
		name, _, _ := strings.Cut(strings.TrimPrefix(arg, "--"), "=")
		f := cmd.Flags().Lookup(name)
		if f == nil || !strings.HasPrefix(arg, "--") || strings.HasSuffix(f.Value.Type(), "Slice") || f.Value.Type() == "bool" {
			continue
		}
		if given[f.Name] {
			return usagef("--%s is given twice", f.Name)
		}
		given[f.Name] = true
	}
	return nil
}

// aliases has flags of a command read by names that they had before, which help
// does not show.
func aliases(cmd *cobra.Command, names map[string]string) {
	cmd.Flags().SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if now, ok := names[name]; ok {
			name = now
		}
		return pflag.NormalizedName(name)
	})
}

func commandNames(cmd *cobra.Command) []string {
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return names
}

// noArguments rejects arguments as a usage error.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("%s takes no arguments, but was given %q", cmd.Name(), args[0])
	}
	return nil
}
