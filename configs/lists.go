package configs

import "codebreak/engine/game"

// Lists are word lists that are commonly known, by their checksums: configurations
// may name games after them, such as wordle-answers-2309-allowed-12947. The lists
// themselves are not here, since no licence is known to allow that.
func Lists() []game.ListID {
	return []game.ListID{
		{Name: "answers-2315", Words: 2315, SHA256: "f40e47975cf360ff9febe7d49c8e285054d8fa3fb9644cea575922060951d6ee", About: "answers of the original Wordle, until 14 February 2022"},
		{Name: "allowed-12972", Words: 12972, SHA256: "feacc549249b5dcb43e2799fbbcda14ebc33d55904fb15d043779104e60c1579", About: "all words that the original Wordle accepts"},
		{Name: "answers-2309", Words: 2309, SHA256: "c495f6cbc36475358a89e30ac16bd5c0c05073c8c7647bb6c35dd01f7bae6e32", About: "answers of the New York Times's version, 15 February to 30 August 2022"},
		{Name: "allowed-12947", Words: 12947, SHA256: "48f16611619aa3f9d259d04b9b08d6a24ca28944ab1515c747c0ead6da2ba663", About: "all words that the New York Times's version accepts from 15 February 2022"},
		{Name: "primes-5", Words: 8363, SHA256: "67a32fe976b4f7b824960596e30c7fcb3fc11842f848c29f5d5c1aa176bac5d4", About: "the primes of five digits, of the game Primel"},
	}
}

// Games of Wordle from these lists: the original one, and that of the New York Times
// in the first months, each with all the words that it accepts.
const (
	Wordle2315 = "wordle-2315-f40e47975cf360ff-12972-feacc549249b5dcb"
	Wordle2309 = "wordle-2309-c495f6cbc3647535-12947-48f16611619aa3f9"
)
