package report

import (
	"errors"
	"io"
)

// HTML needs templates, which browsers are spared.
func (p *TreePage) HTML(io.Writer) error {
	return errors.New("html is written on a terminal only")
}
