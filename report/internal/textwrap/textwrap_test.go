package textwrap

import "testing"

func TestWrap(t *testing.T) {
	if got, want := Wrap("one two  three  déjà vu", 7), "one two\nthree\ndéjà vu"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := Wrap("unbreakable", 3); got != "unbreakable" {
		t.Errorf("%q", got)
	}
}
