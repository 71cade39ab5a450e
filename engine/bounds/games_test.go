package bounds_test

import (
	_ "codebreak/engine/game/pegs" // games that Parse knows
	_ "codebreak/engine/game/words"
)
