//go:build !js

package ask

import "embed"

// Sources are the files of this package, from which package fingerprint identifies what answers a question.
//
//go:embed *.go
var Sources embed.FS
