package report

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"codebreak/engine"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

func treeSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join("schema", "tree.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func validate(t *testing.T, schema *jsonschema.Schema, text []byte) error {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return schema.Validate(value)
}

// grow returns the minimax tree of a game.
func grow(t *testing.T, game string) *tree.Tree {
	t.Helper()
	c := engine.Configuration{Game: game, Strategy: strategy.Strategy{Criterion: strategy.Minimax}}
	grown, _, err := engine.Play(context.Background(), c, tree.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return grown
}

// TestSchemaAllowsTrees validates trees of every family of games, and the
// certificates that are committed.
func TestSchemaAllowsTrees(t *testing.T) {
	schema := treeSchema(t)
	for _, game := range []string{"mm3x3", "bc3x5", "bp2x3", "mm3x4-distinct", "mm2x4-digits", "bc3x5-nozero", "twod5", "mm1x16", "bc1x16", "mm8x2"} {
		var text bytes.Buffer
		if err := grow(t, game).WriteJSON(&text); err != nil {
			t.Fatal(err)
		}
		if err := validate(t, schema, text.Bytes()); err != nil {
			t.Errorf("%s: %v", game, err)
		}
	}
	certificates, err := filepath.Glob(filepath.Join("..", "results", "*", "certificates", "*.json"))
	if err != nil || len(certificates) == 0 {
		t.Fatalf("%d certificates, %v", len(certificates), err)
	}
	for _, path := range certificates {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := validate(t, schema, text); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestSchemaRefuses spoils a tree in many ways; the reader must refuse all of
// them but the empty nodes, which check refuses.
func TestSchemaRefuses(t *testing.T) {
	const good = `{"game": "mm1x2", "root": {"guess": "1", "next": {"0A0B": {"guess": "2", "next": {"1A0B": null}}, "1A0B": null}}}`
	schema := treeSchema(t)
	if err := validate(t, schema, []byte(good)); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string][2]string{
		"no game":              {`"game": "mm1x2", `, ``},
		"another game":         {`mm1x2`, `chess`},
		"no root":              {`"root"`, `"tree"`},
		"null for the root":    {good[strings.Index(good, `{"guess"`):], `null}`},
		"another key":          {`"guess": "2"`, `"guess": "2", "size": 1`},
		"no guess":             {`"guess": "2", `, ``},
		"a number for a guess": {`"guess": "2"`, `"guess": 2`},
		"a guess of two words": {`"guess": "2"`, `"guess": "red peg"`},
		"feedback in words":    {`"0A0B"`, `"a few"`},
		"text for a node":      {`"1A0B": null}}`, `"1A0B": "hit"}}`},
		"nothing follows":      {`{"1A0B": null}}`, `{}}`},
	} {
		text := strings.Replace(good, spoil[0], spoil[1], 1)
		if text == good {
			t.Fatalf("%s: nothing was spoiled", name)
		}
		if err := validate(t, schema, []byte(text)); err == nil {
			t.Errorf("%s is allowed: %s", name, text)
		}
		read, err := tree.ReadJSON(context.Background(), []byte(text))
		if err == nil {
			_, err = tree.Check(context.Background(), read)
		}
		if err == nil {
			t.Errorf("%s is read: %s", name, text)
		}
	}
}
