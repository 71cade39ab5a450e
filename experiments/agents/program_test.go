package agents_test

import (
	"testing"

	"codebreak/experiments/agents"
	"codebreak/experiments/cli/clitest"
)

func TestMain(m *testing.M) {
	agents.RunProgram = clitest.Run
	clitest.Main(m)
}

func TestScripts(t *testing.T) { clitest.Scripts(t) }
