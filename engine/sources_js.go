package engine

import "embed"

// In a browser nothing is kept by the sources that computed it.
var sources embed.FS
