package pages

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/report"
)

var (
	// nameless is a picture without an alternative text, in Markdown or HTML.
	nameless = regexp.MustCompile(`!\[\s*\]\(|\balt=(""|'')|role="img" aria-label=""`)
	image    = regexp.MustCompile(`<img\b[^>]*>`)
)

// withoutAlternative lists the pictures of a text that have no alternative text.
func withoutAlternative(text string) []string {
	found := nameless.FindAllString(text, -1)
	for _, tag := range image.FindAllString(text, -1) {
		if !strings.Contains(tag, "alt=") {
			found = append(found, tag)
		}
	}
	return found
}

func checkAlternatives(t *testing.T, where, text string) {
	t.Helper()
	for _, found := range withoutAlternative(text) {
		t.Errorf("%s has a picture without an alternative text: %s", where, found)
	}
}

// TestPicturesHaveAlternatives looks for pictures without an alternative text on all pages that
// are made of the committed results, on the front page, and in all other texts.
func TestPicturesHaveAlternatives(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("all pages are made")
	}
	pages, _ := committedPages()
	pictures := 0
	for _, p := range pages {
		for _, f := range p.Pictures() {
			pictures++
			if strings.TrimSpace(f.Caption) == "" {
				t.Errorf("%s: %s has no caption", p.Name, f.File)
			}
		}
		checkAlternatives(t, p.Name, string(p.Markdown()))
	}
	if pictures < 20 {
		t.Errorf("there are only %d pictures", pictures)
	}
	checkAlternatives(t, "the front page", string(report.Front(nil, pages)))

	skipped := regexp.MustCompile(`(^|/)(\.git|testdata|vendor|results|bin)/`)
	err := filepath.WalkDir(filepath.Join("..", ".."), func(path string, d fs.DirEntry, err error) error {
		path = filepath.ToSlash(path)
		if err != nil || d.IsDir() || skipped.MatchString(path) {
			return err
		}
		switch filepath.Ext(path) {
		case ".md", ".html", ".tmpl":
			checkAlternatives(t, path, enginetest.ReadFile(t, path))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestWithoutAlternative tries the search of the test above.
func TestWithoutAlternative(t *testing.T) {
	for text, want := range map[string]int{
		"![](a.png)": 1, "![ ](a.png)": 1, "![x](a.png)": 0,
		`<img src="a">`: 1, `<img src="a" alt="">`: 1, `<img src="a" alt="x">`: 0, `<svg role="img" aria-label="">`: 1,
	} {
		if got := withoutAlternative(text); len(got) != want {
			t.Errorf("%s: %q", text, got)
		}
	}
}
