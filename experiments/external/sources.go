//go:build !js

package external

import "embed"

// Sources are the files of this package. Their fingerprint marks the answers that it computes.
//
//go:embed *.go
var Sources embed.FS
