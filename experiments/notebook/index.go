//go:build !js

package notebook

import (
	"codebreak/report"
	"codebreak/report/web"
)

// index makes the page with all results.
func index(entries []report.Link, pages []*report.Page) ([]byte, error) {
	return web.Index(entries, pages)
}
