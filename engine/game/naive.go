package game

// naiveFeedback answers a guess as a person with a pencil would: mark the
// positions that agree, then pair up what is left, one peg at a time. It
// shares nothing with [Pegs.Feedback]; tree checkers and tests judge the
// engine by it, and nothing fast may call it.
func naiveFeedback(secret, guess []int) (black, white int) {
	var secretUsed, guessUsed [MaxPositions]bool
	for i := range guess {
		if secret[i] == guess[i] {
			black++
			secretUsed[i], guessUsed[i] = true, true
		}
	}
	for i := range guess {
		for j := range secret {
			if !guessUsed[i] && !secretUsed[j] && guess[i] == secret[j] {
				white++
				guessUsed[i], secretUsed[j] = true, true
			}
		}
	}
	return black, white
}
