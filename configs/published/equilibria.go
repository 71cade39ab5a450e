package published

// An Equilibrium is what a source says about the value of a game: the number of
// guesses on average if the codemaker may choose any probabilities of the
// secrets, the codebreaker any mixed strategy, and both play perfectly.
type Equilibrium struct {
	Source SourceID
	Game   string
	Value  string // a fraction
	// OneColour is how many guesses secrets of one colour then take on
	// average; empty if not printed.
	OneColour string
}

// Equilibria returns the published values.
func Equilibria() []Equilibrium {
	return []Equilibrium{
		{Source: Wiener, Game: "mm4x6", Value: "5600/1290", OneColour: "25/6"},
	}
}
