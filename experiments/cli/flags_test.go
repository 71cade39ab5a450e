package cli_test

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"codebreak/engine"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/cli"
	"codebreak/experiments/cli/clitest"
)

// TestFlags lists the flags of each command: those that it uses, and no others.
func TestFlags(t *testing.T) {
	const (
		lists    = " allowed answers fold lists skip-bad"
		work     = lists + " max-memory quiet time-limit workers"
		subject  = " criterion endgame first game order pool ties"
		player   = " player player-seed player-shell player-timeout"
		outcomes = player + " csv format json log narrow plot runs seed"
		position = " costs csv format json"
	)
	want := map[string]string{
		"assist": subject + work + position + " after best codemaker guess", "play": subject + work + position + " against best codemaker guesses seed tell", "lab": " output quiet results time-limit", "deduce": lists + " all game max-memory time-limit",
		"measure": subject + outcomes + work + " agent expect games limit max-cost outline rate secrets stats stratified weights", "compare": outcomes + work + " detail weights",
		"plot":     work + " kind log narrow numbers output panels runs seed size subtitle title",
		"export":   subject + player + work + " depth format output vectors",
		"check":    work + " csv format game json pool",
		"solve":    work + " audit bound csv first first-guesses format game json log max-depth objective outline pool proof results resume reuse shard tree weights width",
		"static":   work + " csv format game json questions seed",
		"openings": work + " csv format game guesses json seed",
		"explain":  work + " all bits criterion csv failed first format game histogram json limit mean results reuse worst",
		"verify":   work + " csv explain format full json results",
		"run":      work + " costs force format full results reuse shard", "merge": work + " results reuse",
		"report": work + " format results", "judge": work + " agent by-run costs csv each format from game json known plot schema",
		"baselines": work + " csv format json within", "positions": work + " by choices count form left rounds seed",
		"submit": " cpus dry-run mem partition program results tasks time", "status": " results",
	}
	for _, cmd := range cli.RootCommand().Commands() {
		var flags []string
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) { flags = append(flags, f.Name) })
		wanted := strings.Fields(want[cmd.Name()])
		slices.Sort(wanted)
		if !slices.Equal(flags, wanted) {
			t.Errorf("%s has the flags %s, want %s", cmd.Name(), flags, wanted)
		}
	}
}

// TestJSONNames holds the JSON of measure and solve against that of results.json.
func TestJSONNames(t *testing.T) {
	x, err := engine.Configuration{Game: "mm3x3", Strategy: strategy.Strategy{Criterion: strategy.Entropy}}.Parse()
	if err != nil {
		t.Fatal(err)
	}
	_, result, err := x.Play(t.Context(), tree.Options{})
	if err != nil {
		t.Fatal(err)
	}
	recorded, err := json.Marshal(result)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]any{}
	if err := json.Unmarshal(recorded, &want); err != nil {
		t.Fatal(err)
	}
	delete(want, "bounds")
	for _, test := range []struct {
		args []string
		keys []string
	}{
		{[]string{"measure", "mm3x3", "entropy"}, slices.Sorted(maps.Keys(want))},
		{[]string{"solve", "mm3x3", "total", "first=" + result.First}, []string{"game", "first", "secrets", "worst"}},
	} {
		stdout, _ := clitest.Must(t, append(test.args, "--json", "--quiet")...)
		got := map[string]any{}
		if err := json.Unmarshal([]byte(stdout), &got); err != nil {
			t.Fatal(err)
		}
		for _, key := range test.keys {
			if !reflect.DeepEqual(got[key], want[key]) {
				t.Errorf("%v: %s is %v, want %v", test.args, key, got[key], want[key])
			}
		}
		for _, key := range []string{"total", "mean", "worst", "histogram"} {
			if got[key] == nil {
				t.Errorf("%v lacks %s", test.args, key)
			}
		}
	}
}

// TestHelpOrder reads the help of each command: what it does, examples, flags, and theory
// last.
func TestHelpOrder(t *testing.T) {
	root := cli.RootCommand()
	for _, cmd := range root.Commands() {
		stdout, _ := clitest.Must(t, "help", cmd.Name())
		at := 0
		for _, part := range []string{cmd.Long, cmd.Short, "\nUsage:\n", "\nExamples:\n" + cmd.Example, "\nFlags:\n", cmd.Annotations["theory"]} {
			if part == cmd.Short && cmd.Long != "" || strings.HasPrefix(part, "\n") && (!cmd.Runnable() || strings.HasSuffix(part, "Examples:\n") || part == "\nFlags:\n" && !cmd.HasAvailableFlags()) {
				continue
			}
			i := strings.Index(stdout[at:], part)
			if i < 0 {
				t.Errorf("help %s: %q is missing, or stands elsewhere:\n%s", cmd.Name(), part, stdout)
				break
			}
			at += i
		}
		if first, _, _ := strings.Cut(stdout, "\n"); len(first) > 100 || first == "" {
			t.Errorf("help %s begins with %q", cmd.Name(), first)
		}
	}
}

// TestGroups holds that the help lists every command in a group.
func TestGroups(t *testing.T) {
	for _, cmd := range cli.RootCommand().Commands() {
		own := cmd.Runnable() && cmd.Name() != "help" && cmd.Name() != "completion"
		if own && cmd.GroupID == "" {
			t.Errorf("command %s is in no group", cmd.Name())
		}
	}
}
