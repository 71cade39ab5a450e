package published

import (
	"net/url"
	"strings"
	"testing"
)

// TestSources checks that records can be shown in Markdown.
func TestSources(t *testing.T) {
	for _, s := range Sources() {
		if s.ID.Source() != s {
			t.Errorf("%s alone is %+v", s.ID, s.ID.Source())
		}
		if !wellFormed(s.Link) {
			t.Errorf("%s: link %q", s.ID, s.Link)
		}
		for _, text := range []string{s.Authors, s.Title, s.Where, s.Prints, s.Read} {
			if strings.ContainsAny(text, "|<>[]\n*") || strings.HasSuffix(text, ".") {
				t.Errorf("%s: %q does not fit into a table of Markdown", s.ID, text)
			}
		}
	}
	for text, want := range map[string]string{
		"id,authors,where,prints,read\na,A,,P,R\n":                       "s.csv:2: column where: it is empty",
		"id,authors,where,prints,read,year\na,A,W,P,R,x\n":               `s.csv:2: column year: "x" is not a year`,
		"id,authors,where,prints,read,year\na,A,W,P,R\na,A,W,P,R,2000\n": "s.csv:3: column id: a stands twice",
	} {
		if _, err := readSources("s.csv", strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// wellFormed reports whether a link is an address of the web, a DOI or an arXiv
// id, written so that Markdown takes it whole; or empty.
func wellFormed(link string) bool {
	if link == "" {
		return true
	}
	u, err := url.Parse(link)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || !strings.Contains(u.Host, ".") || strings.ContainsAny(link, " ()<>|\"") {
		return false
	}
	switch u.Host {
	case "doi.org":
		return u.Scheme == "https" && strings.HasPrefix(u.Path, "/10.") && strings.Contains(u.Path[1:], "/")
	case "arxiv.org":
		return u.Scheme == "https" && strings.HasPrefix(u.Path, "/abs/")
	}
	return true
}

func TestWellFormed(t *testing.T) {
	for link, want := range map[string]bool{
		"":                                      true,
		"https://doi.org/10.1000/182":           true,
		"https://doi.org/182":                   false,
		"doi.org/10.1000/182":                   false,
		"https://arxiv.org/abs/1305.1010":       true,
		"https://arxiv.org/pdf/1305.1010":       false,
		"http://example.com/a?b,c":              true,
		"https://example.com/a_(b)":             false,
		"https://example":                       false,
		"mailto:a@example.com":                  false,
		"https://example.com/two words":         false,
		"https://example.com/%zz":               false,
		"https://github.com/arfst23/Mastermind": true,
	} {
		if wellFormed(link) != want {
			t.Errorf("%q: %v", link, !want)
		}
	}
}

func TestCite(t *testing.T) {
	for want, s := range map[string]Source{
		"Knuth 1977":          SourceID("knuth").Source(),
		"Koyama and Lai 1993": SourceID("koyama-lai").Source(),
		"Chen et al. 2002":    chenHsuLin.Source(),
		"Wiener":              SourceID("wiener").Source(),
		"yours":               SourceID("yours").Source(),
	} {
		if got := s.Cite(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	cited := map[string]SourceID{}
	for _, s := range Sources() {
		if other, again := cited[s.Cite()]; again {
			t.Errorf("%s and %s are both cited as %s", other, s.ID, s.Cite())
		}
		cited[s.Cite()] = s.ID
	}
}

func TestStories(t *testing.T) {
	for _, s := range Stories() {
		if s.Title == "" || s.Text == "" || len(s.Figures) == 0 {
			t.Errorf("%+v lacks something", s)
		}
		for _, id := range s.Figures {
			if _, err := FigureOf(id); err != nil {
				t.Errorf("%s: %v", s.Title, err)
			}
		}
	}
}
