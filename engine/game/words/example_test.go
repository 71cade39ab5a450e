package words_test

import (
	"fmt"
	"log"

	"codebreak/engine/game/words"
)

func Example() {
	list, err := words.NewList("my words", []string{"abbey", "babes", "kebab", "opens"})
	if err != nil {
		log.Fatal(err)
	}
	g, err := words.New(words.Wordle, list, nil) // every word may be secret and guessed
	if err != nil {
		log.Fatal(err)
	}
	secret, err := g.ParseCode("abbey")
	if err != nil {
		log.Fatal(err)
	}
	guess, err := g.ParseCode("kebab")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(g)
	fmt.Println(g.FormatFeedback(g.Feedback(secret, guess)))
	// Output:
	// wordle-4-38a68690871c9bf4
	// BYGYY
}
