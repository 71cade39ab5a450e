package published

import (
	"net/url"
	"slices"
	"strings"
	"testing"
)

// usedElsewhere names the sources of no figure, and where they are used.
var usedElsewhere = map[SourceID]string{
	HDOJ: "the rounds that the README gives to deduce",
}

// citedSources returns the sources that figures of all kinds name.
func citedSources() map[SourceID]bool {
	cited := map[SourceID]bool{}
	for _, f := range slices.Concat(Figures(), Sweep(), Ledger(), WordFigures(), ListFigures()) {
		cited[f.Source] = true
	}
	for _, p := range Optima() {
		cited[p.Source] = true
	}
	for _, p := range WordOptima() {
		cited[p.Source] = true
	}
	for _, p := range Trees() {
		cited[p.Source] = true
	}
	for _, p := range Tables() {
		cited[p.Source] = true
	}
	for _, p := range Equilibria() {
		cited[p.Source] = true
	}
	for _, p := range Times() {
		cited[p.Source] = true
	}
	for _, p := range Formulas() {
		cited[p.Source] = true
		if p.Proof != "" {
			cited[p.Proof] = true
		}
	}
	for _, p := range RandomFigures() {
		cited[p.Source] = true
	}
	return cited
}

// TestSources checks that every record is whole and is used, and that every
// figure names a record.
func TestSources(t *testing.T) {
	cited := citedSources()
	seen := map[SourceID]bool{}
	for _, s := range Sources() {
		if seen[s.ID] {
			t.Errorf("%s stands twice", s.ID)
		}
		seen[s.ID] = true
		if s.ID == "" || s.Authors == "" || s.Where == "" || s.Prints == "" || s.Read == "" {
			t.Errorf("%s is not whole: %+v", s.ID, s)
		}
		if s.Year != 0 && (s.Year < 1970 || s.Year > 2030) {
			t.Errorf("%s is of the year %d", s.ID, s.Year)
		}
		if where, elsewhere := usedElsewhere[s.ID]; elsewhere == cited[s.ID] {
			t.Errorf("%s: figures name it: %v; used in %q", s.ID, cited[s.ID], where)
		}
		if s.ID.Source() != s {
			t.Errorf("%s is found as %+v", s.ID, s.ID.Source())
		}
		if !wellFormed(s.Link) {
			t.Errorf("%s: link %q", s.ID, s.Link)
		}
		for _, text := range []string{s.Authors, s.Title, s.Where, s.Prints, s.Read} {
			if strings.ContainsAny(text, "|<>[]\n*") || text != strings.TrimSpace(text) || strings.HasSuffix(text, ".") {
				t.Errorf("%s: %q does not fit into a table of Markdown", s.ID, text)
			}
		}
	}
	for id := range cited {
		if !seen[id] {
			t.Errorf("figures name the source %q, of which there is no record", id)
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
		"Knuth 1977":          Knuth.Source(),
		"Koyama and Lai 1993": KoyamaLai.Source(),
		"Chen et al. 2002":    ChenHsuLin.Source(),
		"Wiener":              Wiener.Source(),
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
