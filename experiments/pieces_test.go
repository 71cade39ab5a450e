package main

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
)

// TestPiecesByTwo solves the pieces of a folder by two at the same time, from
// both ends, and then what that left open.
func TestPiecesByTwo(t *testing.T) {
	dir := t.TempDir()
	pieces := filepath.Join(dir, "pieces")
	ok := func(args ...string) string {
		var out, errs bytes.Buffer
		if code := run(append([]string{"solve", "--quiet"}, args...), &out, &errs); code != 0 {
			t.Errorf("solve %s: exit code %d, %s", strings.Join(args, " "), code, errs.String())
		}
		return out.String()
	}
	files := func() []string {
		found, err := filepath.Glob(filepath.Join(pieces, "*-*.json"))
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	single := ok("--game", "bc4x7", "--objective", "worst,count", "--tree", filepath.Join(dir, "single.json"))
	ok("--game", "bc4x7", "--objective", "worst,count", "--split", pieces)
	forward := files()
	backward := slices.Clone(forward)
	slices.Reverse(backward)
	var both sync.WaitGroup
	for _, names := range [][]string{forward, backward} {
		both.Go(func() {
			for _, name := range names {
				ok("--piece", name, "--time-limit", "20ms")
				ok("--piece", name)
			}
		})
	}
	both.Wait()
	for _, name := range files() {
		ok("--piece", name)
	}
	if joined := ok("--join", pieces, "--tree", filepath.Join(dir, "joined.json")); joined != single {
		t.Errorf("joined:\n%sat once:\n%s", joined, single)
	}
	if read("joined.json") != read("single.json") {
		t.Error("the joined tree is another than that of a search that is not cut")
	}
}

// pieceTexts solves a small search in pieces in a folder, and returns what the
// files hold, by name.
func pieceTexts(t *testing.T, dir string) (*pieceFolder, map[string][]byte) {
	t.Helper()
	g, err := game.Parse("mm4x4")
	if err != nil {
		t.Fatal(err)
	}
	d, err := optimal.Split(context.Background(), optimal.Problem{Game: g, Objective: optimal.Total, Pool: strategy.All}, optimal.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f, err := makePieces(dir, d)
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string][]byte{}
	for _, name := range f.Names() {
		s, err := f.Subproblem(name)
		if err == nil {
			s, err = f.Solve(context.Background(), s, nil, nil, optimal.Options{})
		}
		if err == nil {
			err = f.write(s)
		}
		if err == nil {
			texts[name], err = os.ReadFile(f.path(name))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return f, texts
}

// TestDamagedPieces truncates the files of pieces and flips their bits. Each is
// rejected, or says the same as before.
func TestDamagedPieces(t *testing.T) {
	f, texts := pieceTexts(t, t.TempDir())
	rng := rand.New(rand.NewPCG(3, 5))
	for name, text := range texts {
		same := func(damaged []byte) bool {
			if err := os.WriteFile(f.path(name), damaged, 0o644); err != nil {
				t.Fatal(err)
			}
			clear(f.seen) // files written within a moment of each other look alike
			s, _, err := f.read(name)
			if err != nil {
				return true
			}
			again, err := encodePiece(s)
			return err == nil && bytes.Equal(again, text)
		}
		if !same(text) {
			t.Errorf("piece %s says something else when it is read again", name)
		}
		for range 60 {
			if n := rng.IntN(len(text)); !same(text[:n]) {
				t.Errorf("piece %s cut off after %d bytes says something else", name, n)
			}
			flipped := bytes.Clone(text)
			bit := rng.IntN(8 * len(text))
			flipped[bit/8] ^= 1 << (bit % 8)
			if !same(flipped) {
				t.Errorf("piece %s with bit %d flipped says something else", name, bit)
			}
		}
	}
}

// TestMisplacedPiece checks that a piece in the file of another is not trusted.
func TestMisplacedPiece(t *testing.T) {
	f, texts := pieceTexts(t, t.TempDir())
	names := f.Names()
	if err := os.WriteFile(f.path(names[0]), texts[names[1]], 0o644); err != nil {
		t.Fatal(err)
	}
	if _, _, err := f.read(names[0]); err == nil {
		t.Errorf("the file of piece %s holds %s and is trusted", names[0], names[1])
	}
}

// TestPiecesOfOtherVersions checks that files of other versions are named as
// such.
func TestPiecesOfOtherVersions(t *testing.T) {
	for text, want := range map[string]string{
		`{"format": 3, "new": 1}`: "it is of format 3; this program reads format 2",
		`{"format": 2, "new": 1}`: `it is damaged: json: unknown field "new"`,
		`{"format": 2}`:           "it is damaged: its checksum is another",
		`[]`:                      "it is damaged: json: cannot unmarshal array into Go value of type struct { Format int \"json:\\\"format\\\"\" }",
		``:                        "it is damaged: unexpected end of JSON input",
	} {
		var d optimal.Decomposition
		if err := decodePiece([]byte(text), &d); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
