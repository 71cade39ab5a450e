package measure

import (
	"codebreak/report"
)

// A Judged figure has its verdict.
type Judged struct {
	ID       string         `json:"id"`
	Source   string         `json:"source"`
	Link     string         `json:"link,omitempty"`
	Subject  string         `json:"subject,omitempty"`
	Printed  string         `json:"printed"`
	Measured string         `json:"measured,omitempty"`
	Verdict  report.Verdict `json:"verdict"`
	Why      string         `json:"why,omitempty"` // what differs and why, the proof, or why it is not tested
}
