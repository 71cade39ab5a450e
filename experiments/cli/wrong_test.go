package cli_test

import (
	"path/filepath"
	"strings"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/experiments/base"
	"codebreak/experiments/cli/clitest"
)

// wrongUses are typos and misunderstandings, each with the message that it gets.
var wrongUses = [][2]string{
	{`mesure mm4x6`, `unknown command "mesure"; did you mean measure? See codebreak help`},
	{`compair mm4x6 bc4x10`, `unknown command "compair"; did you mean compare? See codebreak help`},
	{`frobnicate`, `unknown command "frobnicate"; allowed: assist, baselines, check, compare, completion, deduce, … See codebreak help`},
	{`help frob`, `unknown command "frob"; allowed: assist, baselines, check, compare, completion, deduce, … See codebreak help`},
	{`version`, `the command version has moved; type codebreak --version`},
	{`help version`, `the command version has moved; type codebreak --version`},
	{`help subject`, `unknown command "subject"; did you mean subjects? See codebreak help`},
	{`run colors`, `unknown entry "colors"; did you mean colours? Allowed: colours, digits, long, timed, seeds, values. See codebreak list`},
	{`run all`, `unknown entry "all"; did you mean run --full? Allowed: colours, digits, long, timed, seeds, values. See codebreak list`},
	{`list extra`, `list takes no arguments, but was given 1; see codebreak list --help`},
	{`measure`, `measure needs a game, such as mm4x6; see codebreak games and codebreak measure --help`},
	{`measure chess`, `unknown game "chess"; allowed: mm4x6, bc4x10, wordle, mm4x7, mm5x8, mm6x6, mm6x9, bc4x9, … See codebreak games`},
	{`measure 4x6`, `unknown game "4x6"; did you mean mm4x6? See codebreak games`},
	{`measure mm46`, `unknown game "mm46"; did you mean mm4x6? See codebreak games`},
	{`measure mastermnd`, `unknown game "mastermnd"; did you mean mm4x6? See codebreak games`},
	{`measure bc4x3`, `game bc4x3 has 3 colours for 4 positions; without repeats it needs at least 4 colours; did you mean bc3x4?`},
	{`solve bc10x4`, `game bc10x4 has 4 colours for 10 positions; without repeats it needs at least 10 colours; did you mean bc4x10?`},
	{`measure mm12x2`, `game mm12x2 has 12 positions; 1 to 10 are allowed; did you mean mm2x12?`},
	{`measure mm9x9`, `game mm9x9 has 9 positions and 387,420,489 codes; at most 4,194,304 codes are allowed`},
	{`measure mm04x6`, `unknown game "mm04x6"; write it without leading zeros: mm4x6`},
	{`measure mastermind 5x8`, `unknown game "mastermind 5x8"; did you mean mm5x8? See codebreak games`},
	{`measure mm 5x8`, `unknown game "mm 5x8"; did you mean mm5x8? See codebreak games`},
	{`measure mm5x8-`, `unknown game "mm5x8-"; did you mean mm5x8? See codebreak games`},
	{`static bulls-and-cows 3x10`, `unknown game "bulls-and-cows 3x10"; did you mean bc3x10? See codebreak games`},
	{`solve bulls and cows 3x10`, `unknown game "bulls-and-cows 3x10"; did you mean bc3x10? See codebreak games`},
	{`assist bp 4x6 optimal`, `unknown game "bp 4x6"; did you mean bp4x6? See codebreak games`},
	{`explain 5.268 --game mastermind-5x8`, `unknown game "mastermind-5x8"; did you mean mm5x8? See codebreak games`},
	{`measure absurdle`, `absurdle is a codemaker, not a game: play wordle --codemaker absurdle, or solve wordle absurdle. See codebreak games`},
	{`measure mm4x2..5`, `a range is for several games: compare 'mm4x2..8 entropy', or plot. See codebreak games`},
	{`solve quordle`, `games of several boards are not here; a single board is wordle. See codebreak games`},
	{`measure nerdle`, `nerdle is named with its length: nerdle8, or nerdle5 to nerdle7. See codebreak games`},
	{`measure pico fermi bagel`, `Pico Fermi Bagel is bc3x10, which reads feedback such as 1 fermi, 2 pico. See codebreak games`},
	{`assist survivle`, `games that avoid the secret are not here; wordle, which looks for it, is. See codebreak games`},
	{`measure 숫자야구`, `number baseball is bc3x9 symbols=from1, which reads feedback such as 1S2B. See codebreak games`},
	{`measure bulls-and-cowz`, `unknown game "bulls-and-cowz"; did you mean bc4x10? See codebreak games`},
	{`measure bp4x8-distinct entropy`, `unknown game "bp4x8-distinct"; did you mean bc4x8-bulls? See codebreak games`},
	{`deduce fallout sokol 1/5`, `Fallout's terminal is black with its words: --answers FILE; feedback is the likeness, such as 3/7. See codebreak games`},
	{`measure mm4x6 =`, `"=" stands alone; write KEY=VALUE, such as first=1122`},
	{`measure mm4x6 knuth --limit 4`, `--limit is for --player; limit=4 counts what is solved within 4 guesses`},
	{`measure mm4x6 ties=consistent`, `ties "consistent": guesses may be equal after "consistent"; write rules with commas, such as consistent,minimax,first`},
	{`explain --histogram abc`, `--histogram: "abc" is not a number of secrets (0 to 1,000,000,000); write them as 1 6 62 533`},
	{`deduce mm4x6 1122 B1`, `line 1: feedback "B1" is ambiguous: B is black beside W or C, a wrong place beside A or S; write 1A0B or 0A1B`},
	{`deduce mm4x6 1A1B 2A0B`, `line 1: "1A1B" is feedback, and no guess stands beside it`},
	{`positions mm4x6 bc4x10`, `positions takes one game, but was given 2; see codebreak positions --help`},
	{`play fibble`, `games with lies are not here; wordle, whose feedback is always true, is. See codebreak games`},
	{`explain 5.268 --game bulls`, `game bulls needs word lists: --answers FILE, and --allowed FILE for more guesses; did you mean bulls-and-cows?`},
	{`measure wordle`, `game wordle needs word lists: --answers FILE, and --allowed FILE for more guesses`},
	{`measure mm4x6 bc4x10`, `the game is given twice: mm4x6 and bc4x10; give one`},
	{`measure mm4x6 knut`, `unknown strategy "knut"; did you mean knuth? See codebreak help subjects`},
	{`measure mm4x6 best`, `unknown strategy "best"; did you mean optimal? See codebreak help subjects`},
	{`measure mm4x6 knuth irving`, `the strategy is given twice: knuth and irving; give one`},
	{`measure mm4x6 --criterion irvin`, `unknown strategy "irvin"; did you mean irving? See codebreak help subjects`},
	{`measure mm4x6 --frist 1122`, `unknown flag "--frist"; did you mean --first?`},
	{`measure mm4x6 --first`, `--first needs a value; see codebreak measure --help`},
	{`measure mm4x6 --player no-such-program`, `--player: program "no-such-program" not found`},
	{`measure mm4x6 frist=1122`, `unknown key "frist"; did you mean first? Allowed: pool, ties, order, endgame, first`},
	{`measure mm4x6 first=112`, `first guess: code "112" has 3 positions; mm4x6 codes have 4`},
	{`measure mm4x6 first=`, `first is empty; leave it out for the default`},
	{`measure mm4x6 --pool candidates`, `unknown pool "candidates"; did you mean consistent?`},
	{`measure mm4x6 ties=best`, `ties "best": unknown rule "best"; write rules with commas, such as consistent,minimax,first`},
	{`measure mm4x6 order=up`, `unknown order "up"; allowed: lex`},
	{`measure mm4x6 endgame=many`, `endgame is "many"; it must be a whole number of at least 1`},
	{`measure mm4x6 --workers -1`, `--workers is -1; it must be at least 1 and at most 4,096`},
	{`measure mm4x6 --max-memory much`, `--max-memory is "much"; it must be a size above 0, such as 500MB or 4GiB`},
	{`measure mm4x6 --time-limit 4`, `--time-limit is "4"; it needs a unit: 4s or 4m`},
	{`measure mm4x6 --player-timeout 2.5`, `--player-timeout is "2.5"; it needs a unit: 2.5s or 2.5m`},
	{`measure mm4x6 --time-limit soon`, `--time-limit is "soon"; it must be a time of less than 292 years with its unit, such as 90s or 30m`},
	{`measure mm4x6 --format yaml`, `unknown format "yaml"; allowed: text, json, csv, markdown, latex`},
	{`measure mm4x6 --json --csv`, `--json and --csv contradict each other: give one of them`},
	{`measure mm4x6 --plot p.txt`, `--plot: "p.txt" ends with no format of pictures; allowed: .png, .svg, .pdf`},
	{`measure mm4x6 --runs 10`, `--runs is only for random ties, such as ties=consistent,random`},
	{`measure mm4x6 --expect 4.4`, `--expect, --outline and --stats are for one strategy; name it: mm4x6 entropy`},
	{`measure mm4x6 entropy --expect abc`, `--expect: "abc" is not a number, such as 4.476, 5801, 5801/1296 or 46.45%`},
	{`solve mm4x6 mean`, `unknown objective "mean"; did you mean total?`},
	{`solve mm4x6 --objective average`, `unknown objective "average"; did you mean total?`},
	{`solve mm4x6 totl`, `unknown objective "totl"; did you mean total?`},
	{`solve mm4x6 knuth`, `solve finds the optimal strategy; drop knuth, or play it: codebreak measure mm4x6 knuth`},
	{`solve mm4x6 total --width 0`, `--width: the width is 0; it must be at least 1`},
	{`check notes.md`, `notes.md: not a decision tree (for compact notation, add --game GAME)`},
	{`check none.json`, `none.json: it cannot be read: no such file or directory`},
	{`verify none.csv`, `none.csv: it cannot be read: no such file or directory`},
	{`assist wordle --answers nofile.txt`, `word list nofile.txt cannot be read: no such file or directory`},
	{`assist mm4x6 --tree t.json`, `unknown flag --tree; see codebreak assist --help`},
	{`play mm4x6 --against knut`, `unknown strategy "knut"; did you mean knuth? See codebreak help subjects`},
	{`play --codemaker sly`, `unknown codemaker "sly"; allowed: honest, adversarial, absurdle`},
	{`compare mm4x6`, `compare needs two subjects or more, such as 'mm4x6 knuth' 'mm4x6 optimal'; see compare --help`},
	{`compare mm4x6 minimax`, `"minimax": minimax is a strategy; write it after its game and quote both: 'mm4x6 minimax'`},
	{`compare knuth/minmax mm4x6`, `"knuth/minmax": unknown published figure "knuth/minmax"; did you mean knuth/minimax?`},
	{`plot mm4x6`, `plot needs --output; see codebreak plot --help`},
	{`plot mm4x6 --output p.gif`, `--output: "p.gif" ends with no format of pictures; allowed: .png, .svg, .pdf`},
	{`export mm4x6 --format svgs`, `unknown format "svgs"; did you mean svg?`},
	{`explain`, `explain needs a figure: NUMBER, --worst or --histogram; see codebreak explain --help`},
	{`explain abc`, `"abc" is not a number, such as 4.476, 5801, 5801/1296 or 46.45%`},
	{`explain 4.4.4`, `"4.4.4" is not a number, such as 4.476, 5801, 5801/1296 or 46.45%`},
	{`explain 0`, `no match for mean 0 (results has no all.csv), and no game searched can have it; --game GAME says why`},
	{`explain 0 --game mm4x6`, `mm4x6: a mean of 0 is impossible: every secret takes at least one guess`},
	{`explain 5/0`, `"5/0" divides by 0`},
	{`explain 999.5`, `no match for mean 999.5 (results has no all.csv), and no game searched can have it; --game GAME says why`},
	{`explain --histogram 1,2,3`, `no match for histogram (results has no all.csv), and no game searched can have it; --game GAME says why`},
	{`explain -5`, `unknown flag -5; see codebreak explain --help`},
	{`explain 5.2 --criterion entrop`, `unknown criterion "entrop"; did you mean entropy? Allowed: simple, minimax, expected-size, entropy, most-parts`},
	{`deduce mm4x6 1122`, `guess 1122 has no feedback; write it after the guess, such as 1122 1A1B`},
	{`deduce 1122 1A1B`, `unknown game "1122"; allowed: mm4x6, bc4x10, wordle, mm4x7, mm5x8, mm6x6, mm6x9, bc4x9, … See codebreak games`},
	{`merge none`, `none holds no answers; it must be a results folder that the command run has written`},
	{`run colours --shard 9/2`, `--shard: invalid share "9/2": write its number, a slash and the number of shares, at most 100,000, such as 2/5`},
}

// TestWrongUses types commands as people mistype them: each gets one line of fewer than
// 120 characters that says what is wrong and how to go on, and exit code 2.
func TestWrongUses(t *testing.T) {
	t.Chdir(t.TempDir())
	enginetest.WriteFile(t, "notes.md", "# Notes\n")
	for _, use := range wrongUses {
		args := strings.Fields(use[0])
		code, stdout, stderr := clitest.Run(strings.NewReader(""), args...)
		message := strings.TrimPrefix(strings.TrimSuffix(stderr, "\n"), "codebreak: ")
		if code != base.ExitUsage || stdout != "" || message != use[1] {
			t.Errorf("codebreak %s: exit code %d, said\n%s\nwant\n%s", use[0], code, message, use[1])
		}
		if n := len([]rune(message)); n >= 120 || strings.Contains(message, "\n") {
			t.Errorf("codebreak %s: %d characters: %s", use[0], n, message)
		}
	}
	if left, err := filepath.Glob("*"); err != nil || len(left) != 1 {
		t.Errorf("files left: %q, %v", left, err)
	}
}
