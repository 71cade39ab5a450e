package faults

import (
	"testing"

	"codebreak/experiments/cli/clitest"
)

func TestMain(m *testing.M) { clitest.Main(m) }
