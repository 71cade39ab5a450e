package game

// A Table holds the feedback of all secrets of a game to all its guesses: a row for
// each secret, with a number for each guess, both in the order of their serial
// codes. Either Narrow or Wide is set.
type Table struct {
	Guesses int      // the length of a row
	Rows    []int32  // the row of each guess as a secret; -1 if it cannot be secret
	Narrow  []uint8  // if there are at most 256 kinds of feedback
	Wide    []uint16 // if there are more
}

// Row returns the row of a secret; -1 if the code cannot be secret.
func (t *Table) Row(secret Code) int {
	return int(t.Rows[secret.Serial()])
}

// Column returns the column of a guess.
func (t *Table) Column(guess Code) int { return guess.Serial() }

// At returns the feedback at a place, which is the start of a row plus a column.
func (t *Table) At(place int) Feedback {
	if t.Narrow != nil {
		return Feedback(t.Narrow[place])
	}
	return Feedback(t.Wide[place])
}
