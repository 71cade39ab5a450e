package measure

import "codebreak/report"

// A Judged figure is a published figure with its verdict.
type Judged struct {
	ID       string         `json:"id"`
	Source   string         `json:"source"` // its citation
	Link     string         `json:"link,omitempty"`
	Subject  string         `json:"subject,omitempty"`
	Printed  string         `json:"printed"`
	Measured string         `json:"measured,omitempty"`
	Verdict  report.Verdict `json:"verdict"`
	Why      string         `json:"why,omitempty"` // the difference, the proof, or why it is not tested
}

// NewJudged makes a judged figure of a claim, without its subject and its measurement.
func NewJudged(c report.Claim) Judged {
	source := c.Source.Source()
	return Judged{
		ID:      c.ID,
		Source:  source.Cite(),
		Link:    source.Link,
		Printed: c.Printed,
		Verdict: c.Verdict,
		Why:     c.Gap,
	}
}
