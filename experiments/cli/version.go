package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"codebreak/engine/partition"
)

// version names the build, the machine and the kernel.
func version() string {
	version, revision := "unknown", " (commit unknown)"
	if info, ok := debug.ReadBuildInfo(); ok {
		version = info.Main.Version
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				revision = " " + s.Value
			}
		}
	}
	return fmt.Sprintf("codebreak %s%s, %s %s/%s, %s kernel",
		version, revision, runtime.Version(), runtime.GOOS, runtime.GOARCH, partition.Kernel())
}
