package partition_test

import (
	"fmt"
	"log"

	"codebreak/engine/game"
	"codebreak/engine/partition"
)

func Example() {
	g, err := game.Parse("mm4x6")
	if err != nil {
		log.Fatal(err)
	}
	secrets, guesses := game.Codes(g)
	space := partition.NewSpace(g)
	space.Load(secrets)
	// The guess whose largest part is smallest: Knuth's.
	list, best := partition.NewGuesses(g, guesses), game.Code(0)
	space.Scan(&list, partition.Largest(), int64(len(secrets)), func(guess game.Code, size int64) int64 {
		best = guess
		return size // what follows must be smaller
	})
	fmt.Println(g.FormatCode(best))
	for _, part := range partition.Split(g, secrets, best)[:4] {
		fmt.Println(g.FormatFeedback(part.Feedback), len(part.Codes))
	}
	// Output:
	// 1122
	// 0A0B 256
	// 0A1B 256
	// 1A0B 256
	// 0A2B 96
}
