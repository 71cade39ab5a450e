package deduce

import (
	_ "codebreak/engine/game/pegs" // games that Parse knows
	_ "codebreak/engine/game/words"
)
