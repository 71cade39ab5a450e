package strategy

import (
	_ "codebreak/engine/game/pegs" // games that Parse knows
	_ "codebreak/engine/game/words"
)
