package board

import (
	"codebreak/engine/absurdle"
	"codebreak/engine/game"
	"codebreak/engine/partition"
)

// The codemakers of play and assist. All but honest fix no secret.
const (
	honest       = "honest"
	adversarial  = "adversarial"
	likeAbsurdle = "absurdle"
)

// shifty are the codemakers that fix no secret, by their name: of the classes that a guess makes
// of the candidates each leaves one.
var shifty = map[string]func(g game.Game, candidates []game.Code, guess game.Code) partition.Part{
	adversarial:  absurdle.Greedy,
	likeAbsurdle: absurdle.Feedback,
}
