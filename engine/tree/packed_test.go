package tree

import "testing"

func TestPackedErrors(t *testing.T) {
	g := mustGame(t, "mm2x2")
	whole := mustGrow(t, g, minimax, "", 1).Packed()
	for n := range len(whole) {
		_, err := ReadPacked(t.Context(), g, whole[:n])
		refused(t, whole[:n], err, "")
	}
	for text, want := range map[string]string{
		"13":             "code \"13\"",
		whole + "11":     "goes on after the tree",
		"11":             "a guess is missing",
		"11(012":         "a guess is missing",
		"12(!21)":        "no candidates follow there",
		"12(512)":        "no candidates follow there",
		whole[:3] + "0)": "expected a guess",
	} {
		_, err := ReadPacked(t.Context(), g, text)
		refused(t, text, err, want)
	}
}

func FuzzReadPacked(f *testing.F) {
	g := mustGame(f, "mm2x3")
	f.Add("12(011(233))")
	f.Fuzz(func(t *testing.T, text string) {
		read, err := ReadPacked(t.Context(), g, text)
		if err != nil {
			return
		}
		if _, err := Check(t.Context(), read); err != nil {
			t.Errorf("%q is read, but %v", text, err)
		}
	})
}

// TestMarkPacked marks a tree and one of which a part is missing.
func TestMarkPacked(t *testing.T) {
	g := mustGame(t, "mm2x2")
	for text, want := range map[string]string{"12(021)": "", "11(022212(321))": "11!(022!212!(321!))", "11(022)": "11!(022!2~2;)", "12": "12!(2~2;3~1;)"} {
		got, err := MarkPacked(g, text)
		if want == "" && err == nil || want != "" && (err != nil || got != want) {
			t.Errorf("%s: %q, want %q (%v)", text, got, want, err)
		}
	}
}
