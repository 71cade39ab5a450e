package report

// A Term is a word with what it means here.
type Term struct{ Word, Meaning string }

// Glossary lists the words of this field that pages use, each with one meaning.
func Glossary() []Term {
	return []Term{
		{"code", "a sequence of colours or digits; the secret and every guess is one"},
		{"mmPxC, bcPxC, bpPxC", "Mastermind with P positions and C colours; Bulls and Cows, where no code repeats a digit; Mastermind with black pegs only"},
		{"answer", "1A2B: one right colour in the right place (A: black pegs, bulls), two in a wrong place (B: white pegs, cows)"},
		{"candidate", "a code that agrees with every answer so far, so that it may be the secret"},
		{"part", "the candidates that would give the same answer to a guess"},
		{"criterion", "the number by which a strategy that looks one guess ahead chooses: minimax (the largest part; Knuth), expected-size (the sum of squares; Irving), entropy (Neuwirth), most-parts (Kooi); simple minimises nothing, and by the default ties takes the first candidate"},
		{"one-step strategy", "one that looks one guess ahead: it rates each guess by the parts that it makes, and by nothing that follows"},
		{"pool", "the codes that a strategy may guess: all of them, or candidates only (hard mode)"},
		{"ties", "the rule that chooses among equally good guesses"},
		{"order, endgame", "how codes are listed, which decides ties that go to the first or the last; and with how many candidates or fewer the first of them is guessed"},
		{"kind of first guess", "all first guesses that become each other if colours or positions are exchanged; before the first guess they are equivalent"},
		{"decision tree", "a strategy in full: the first guess and, for every answer, the next one"},
		{"total, mean, worst case", "guesses until the secret is hit: over all secrets together, for a secret on average, and for the secret that takes longest"},
		{"hit, known", "the secret is hit when it is guessed; it is known, perhaps earlier, when it is the only candidate left"},
		{"least total", "the least number of guesses over all secrets that any strategy can take; a tree that attains it is optimal"},
		{"lower bound", "what no strategy can be below, by counting answers; the information bound is for knowing the secret"},
		{"value of the game", "the mean number of guesses when codemaker and codebreaker both play optimal mixed strategies"},
		{"adversarial codemaker", "one that fixes no secret, but chooses each answer to prolong the game"},
	}
}
