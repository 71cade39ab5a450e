package report

// A Term is a word with what it means here.
type Term struct{ Word, Meaning string }

// Glossary lists the words of this field that pages use, each with one meaning.
func Glossary() []Term {
	return []Term{
		{"code", "a sequence of colours or digits; the secret and all guesses are codes"},
		{"mmPxC, bcPxC, bpPxC", "Mastermind with P positions and C colours; Bulls and Cows, where no code repeats a digit; Mastermind with black pegs only"},
		{"feedback", "the reply to a guess; 1A2B is one right colour in the right place (A: black pegs, bulls), and two in a wrong place (B: white pegs, cows)"},
		{"candidate", "a consistent code: one that agrees with all feedback so far, so that it may be the secret"},
		{"partition, class", "a guess divides the candidates into classes, one for each feedback"},
		{"criterion", "the number by which a one-step strategy chooses: minimax (the largest class; Knuth), expected-size (the expected size of the class; Irving), entropy (Neuwirth), most-parts (the number of classes; Kooi); simple takes the first candidate"},
		{"one-step strategy", "a strategy that looks one guess ahead: it rates each guess by its partition alone"},
		{"pool", "the codes that a strategy may guess: all of them, or candidates only (hard mode)"},
		{"tie-breaking", "the rule that chooses among equally good guesses"},
		{"order, endgame", "how codes are listed, which decides ties that go to the first or the last; the number of candidates at or below which the first of them is guessed"},
		{"equivalent first guesses", "first guesses that an exchange of colours or positions turns into each other"},
		{"decision tree", "a strategy in full: the first guess and, for every feedback, the next one"},
		{"total, mean, worst case", "guesses until the secret is solved: over all secrets, per secret on average, and for the secret that takes longest"},
		{"solved, identified", "a secret is solved when it is guessed; it is identified, perhaps earlier, when it is the only candidate left"},
		{"optimal", "with the least total of all strategies, proved by an exhaustive search; without a proof a strategy is the best known"},
		{"lower bound", "a number that no strategy can beat; the information bound is for identifying the secret"},
		{"random player", "a player whose guesses, or whose choices among equally good guesses, are random"},
		{"value of the game", "the mean number of guesses if codemaker and codebreaker both play optimal mixed strategies"},
		{"adversary", "a codemaker who fixes no secret, but chooses each feedback to prolong the game"},
	}
}
