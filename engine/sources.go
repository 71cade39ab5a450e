//go:build !js

package engine

import "embed"

// Of the sources, test files are left out when they are
// read: patterns cannot say so. A test fails when a package is not covered.
//
//go:embed *.go */*.go */*/*.go */*/*/*.go */*/*/*.s */*/*/*.h */*/*/*.csv
var sources embed.FS
