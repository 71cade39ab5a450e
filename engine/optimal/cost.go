package optimal

// A cost is what a tree costs its secrets: a price for each guess, and another
// for each secret solved by the last guess allowed. Both are whole
// numbers, so costs add up exactly, and the search minimises one number.
type cost = int64

const (
	// impossible is the cost where the guesses left do not suffice. It is far
	// above any real cost, and sums of it do not overflow.
	impossible cost = 1 << 54
	// unlimited guesses are left.
	unlimited = 1 << 30
)

// big is how much more the first number of a cost made of two weighs than the
// second: no total, of at most 2²¹ secrets and 16 guesses each, reaches it.
const big = 1 << 26
