package external

import _ "codebreak/engine/game/pegs" // games that Parse knows
