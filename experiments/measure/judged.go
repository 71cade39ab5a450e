package measure

import (
	"codebreak/report"
)

// A Judged figure is a published figure with its verdict.
type Judged struct {
	ID       string         `json:"id"`
	Source   string         `json:"source"`
	Link     string         `json:"link,omitempty"`
	Subject  string         `json:"subject,omitempty"`
	Printed  string         `json:"printed"`
	Measured string         `json:"measured,omitempty"`
	Verdict  report.Verdict `json:"verdict"`
	Why      string         `json:"why,omitempty"` // the difference, the proof, or why it is not tested
}
