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

// big is the weight of the first number of a cost that is made of two. The second never
// reaches it: totals are of at most 2²¹ secrets with 16 guesses each.
const big = 1 << 26
