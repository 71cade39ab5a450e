// The table of the proofs that were made and checked, and what is proved according to it.

package pages

import (
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"

	"codebreak/configs"
	"codebreak/report"
)

// totalClaim says, as a proof does, that no strategy has a smaller total.
func totalClaim(gameName string, total int) string {
	return fmt.Sprintf("%s %d", gameName, total)
}

// claimedGame is how claims name a game: Wordle by the checksums of its lists.
func claimedGame(gameName string) string {
	if gameName != configs.Wordle2315 {
		return gameName
	}
	lists := configs.Lists()
	return fmt.Sprintf("words answers=%s guesses=%s",
		lists[0].SHA256, lists[1].SHA256)
}

// worstClaim says that no strategy has a smaller worst case.
func worstClaim(gameName string, guesses int) string {
	return fmt.Sprintf("%s within %d x", gameName, guesses-1)
}

// proofsFile has a line for each proof that .ci/proofs made and checked. A claim whose proof was
// given up has no checksum, and how long it was tried in place of the time of the search.
//
//go:embed proofs.csv
var proofsFile string

// A proofLine is such a line.
type proofLine struct {
	claim                 string // with which the proof begins
	lemmas, bytes, packed int    // packed bytes are those of gzip -9
	sha256                string
	write, check, python  float64 // seconds of processor time; python is 0 where it was not measured
}

// readProofLines reads the file. A test compares it with the proofs.
func readProofLines() (lines []proofLine) {
	for _, r := range readLines(proofsFile) {
		l := proofLine{
			claim:  r[0],
			lemmas: wholeNumber(r[1]),
			bytes:  wholeNumber(r[2]),
			packed: wholeNumber(r[3]),
			sha256: r[4],
		}
		for i, seconds := range []*float64{&l.write, &l.check, &l.python} {
			*seconds, _ = strconv.ParseFloat(r[5+i], 64)
		}
		lines = append(lines, l)
	}
	return lines
}

// isMade reports whether there is a proof, as opposed to a claim whose proof was given up.
func (l proofLine) isMade() bool { return l.sha256 != "" }

// title is the claim as tables show it.
func (l proofLine) title() string {
	wordle := configs.Wordle2315
	return strings.Replace(l.claim, claimedGame(wordle), report.ShortName(wordle), 1)
}

// isOfWords reports whether the proof names words of lists that may not be published.
func (l proofLine) isOfWords() bool {
	return strings.HasPrefix(l.claim, "words ")
}

// file names the file of the proof in results/proofs; it is empty if there is no proof, or it is
// too large to be kept, or of words.
func (l proofLine) file() string {
	const mostPlain, mostPacked = 50_000, 300_000 // bytes
	claim := strings.Fields(l.claim)
	name := strings.Join(claim[:max(0, len(claim)-1)], "-") + ".proof"
	switch {
	case l.packed > mostPacked || l.isOfWords() || !l.isMade():
		return ""
	case l.bytes > mostPlain:
		return name + ".gz"
	}
	return name
}

// proofLines are the lines, by claim.
var proofLines = sync.OnceValue(func() map[string]proofLine {
	byClaim := map[string]proofLine{}
	for _, l := range readProofLines() {
		byClaim[l.claim] = l
	}
	return byClaim
})

// expectedLemmas returns how many lemmas the proof of a least total is expected to take. For each
// further colour they are as many times more as they were for the last that is known. It is 0 for
// worst cases, whose proofs grow by leaps, and where two games are not known.
func expectedLemmas(claim string) float64 {
	game, total, _ := strings.Cut(claim, " ")
	shape, colours, _ := strings.Cut(game, "x")
	if strings.Contains(total, " ") {
		return 0
	}

	wanted := wholeNumber(colours)
	for last := wanted - 1; last > 2; last-- {
		lemmas := float64(proofOfTotal(shape, last).lemmas)
		before := float64(proofOfTotal(shape, last-1).lemmas)
		if before > 0 && lemmas > 0 {
			return lemmas * math.Pow(lemmas/before, float64(wanted-last))
		}
	}
	return 0
}

// proofOfTotal is the proof of the least total of a game, if there is one.
func proofOfTotal(shape string, colours int) proofLine {
	game := fmt.Sprintf("%sx%d", shape, colours)
	for claim, l := range proofLines() {
		fields := strings.Fields(claim)
		if l.isMade() && len(fields) == 2 && fields[0] == game {
			return l
		}
	}
	return proofLine{}
}

// isChecked reports whether a proof of the claim was checked.
func isChecked(claim string) bool {
	return proofLines()[claim].isMade()
}

// byCounting reports whether a claim needs no lemma.
func byCounting(claim string) bool {
	proof := proofLines()[claim]
	return proof.isMade() && proof.lemmas == 0
}

// How a lower bound is known, in tables of what is proved.
const (
	proofChecked = "checked"
	onlySearched = "only searched"
)

// checkedOr says which of these holds.
func checkedOr(checked bool) string {
	if checked {
		return proofChecked
	}
	return onlySearched
}

func (l proofLine) cells() report.Row {
	return l.sizeCells(2).And(
		"check.py, s", report.IfAny(l.python, report.Decimals(l.python, 1)),
		"file", report.Given(l.file()),
		"SHA-256", l.sha256[:min(16, len(l.sha256))],
	)
}

// wordCells have the whole checksum, for there is no file.
func (l proofLine) wordCells() report.Row {
	return l.sizeCells(0).And("SHA-256", l.sha256)
}

// sizeCells are the cells that both have; decimals is the number of decimals of the seconds.
func (l proofLine) sizeCells(decimals int) report.Row {
	return report.Cells(
		"claim", l.title(),
		"lemmas", l.lemmas,
		"bytes", l.bytes,
		"with gzip -9", l.packed,
		"search and write, s", report.Decimals(l.write, decimals),
		"check, s", report.Decimals(l.check, decimals),
	)
}
