package published

// An Equilibrium is what a source says about the number of guesses on average if
// the codemaker chooses the secret by the lot that is worst for the codebreaker,
// and both play perfectly.
type Equilibrium struct {
	Source string
	Game   string
	Value  string // a fraction
	// OneColour is how many guesses secrets of one colour then take on
	// average; empty if not printed.
	OneColour string
}

// Equilibria returns the published figures for codemakers that choose by lot.
func Equilibria() []Equilibrium {
	return []Equilibrium{
		{Source: "Wiener, as told on a web page on Master Mind", Game: "mm4x6", Value: "5600/1290", OneColour: "25/6"},
	}
}
