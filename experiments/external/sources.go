package external

import "embed"

// Sources are the files of this package, by which answers that it has computed are
// known.
//
//go:embed *.go
var Sources embed.FS
