package report

import (
	"bytes"
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/graph/encoding/dot"
	"gonum.org/v1/gonum/graph/simple"

	"codebreak/engine/tree"
)

// TestTreeGolden compares a small tree in each format with files that a
// reviewer has read.
func TestTreeGolden(t *testing.T) {
	small := grow(t, "mm2x3")
	for name, write := range map[string]func(io.Writer) error{
		"tree.dot":     (&TreePage{small, "minimax from 11", 0}).DOT,
		"tree-cut.dot": (&TreePage{small, "minimax from 11", 1}).DOT,
		"tree.csv":     (&TreePage{small, "minimax from 11", 1}).CSV,
		"tree.html":    (&TreePage{small, "<minimax> & \"co\"", 0}).HTML,
		"tree.md":      (&TreePage{small, "minimax from 11", 2}).Markdown,
	} {
		var got bytes.Buffer
		if err := write(&got); err != nil {
			t.Fatal(err)
		}
		compareGolden(t, name, got.Bytes())
	}
}

// TestDOTIsRead reads the graphs again: a line for each node but the root.
func TestDOTIsRead(t *testing.T) {
	for _, game := range []string{"mm3x3", "bc3x5", "twod5"} {
		grown := grow(t, game)
		var text bytes.Buffer
		if err := (&TreePage{grown, "a \"quoted\" strategy", 0}).DOT(&text); err != nil {
			t.Fatal(err)
		}
		g := simple.NewDirectedGraph()
		if err := dot.Unmarshal(text.Bytes(), g); err != nil {
			t.Fatalf("%s: %v", game, err)
		}
		nodes := tree.Measure(grown).Nodes
		if g.Nodes().Len() != nodes || g.Edges().Len() != nodes-1 {
			t.Errorf("%s: %d nodes and %d lines, want %d and %d", game, g.Nodes().Len(), g.Edges().Len(), nodes, nodes-1)
		}
	}
}

// TestTreeHTML counts what is on the page to play by: a section for each feedback that
// leaves more than two candidates, and each secret at least once.
func TestTreeHTML(t *testing.T) {
	for _, name := range []string{"mm4x6", "twod5"} {
		grown := grow(t, name)
		var text bytes.Buffer
		if err := (&TreePage{Tree: grown, About: "minimax"}).HTML(&text); err != nil {
			t.Fatal(err)
		}
		sections := 0
		for _, b := range grown.Root.Branches {
			if b.Next != nil && b.Next.Candidates() > 2 {
				sections++
			}
		}
		if got := strings.Count(text.String(), "<section>"); got != sections {
			t.Errorf("%s: %d sections, want %d", name, got, sections)
		}
		for _, secret := range secretsBelow(grown.Root, nil) {
			if code := grown.Game.FormatCode(secret); !strings.Contains(text.String(), ">"+code+"</b>") {
				t.Errorf("%s: %s is never guessed", name, code)
			}
		}
		if strings.Contains(text.String(), "<script") || text.Len() > 100_000 {
			t.Errorf("%s: the page has a script, or %d bytes", name, text.Len())
		}
	}
}

// TestTreeCSVSumsUp adds up the guesses of all secrets.
func TestTreeCSVSumsUp(t *testing.T) {
	for _, game := range []string{"mm4x6", "bc3x5", "twod5"} {
		grown := grow(t, game)
		var text bytes.Buffer
		if err := (&TreePage{Tree: grown}).CSV(&text); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(strings.NewReader(text.String())).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		total := 0
		for i, row := range rows[1:] {
			n, err := strconv.Atoi(row[1])
			if err != nil {
				t.Fatal(err)
			}
			total += n
			if row[2*n] != row[0] || i > 0 && rows[i][0] >= row[0] {
				t.Errorf("%s: line %d, %v, does not end with its secret, or is out of order", game, i+1, row)
			}
		}
		if f := tree.Measure(grown).Solved; total != f.Total || len(rows)-1 != grown.Root.Candidates() {
			t.Errorf("%s: total %d of %d secrets, want %d", game, total, len(rows)-1, f.Total)
		}
	}
}
