package notebook

import "codebreak/report"

// In a browser there is no such page: the lab is one itself.
func index([]report.Link, []*report.Page) ([]byte, error) { return nil, nil }
