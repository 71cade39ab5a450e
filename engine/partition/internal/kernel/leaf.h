// What every leaf counts, whatever its registers: the parts that a guess makes, by
// the pegs, black and white together, and by the black pegs among these. The number
// of a part is the index of its feedback.
//
// A leaf defines
//
//	PEGS0 to PEGS8  macros that select the candidates with so many pegs
//	B0 to B8        registers with the candidates of so many black pegs
//	LAST(p, done)   a branch to done if the game has p positions
//
// and, as put(b, f), what becomes of part f, the candidates selected that have the
// black pegs of register b.

#define ROWS(put, done) \
	PEGS0 \
	put(B0, 0) \
	PEGS1 \
	put(B0, 1) put(B1, 2) \
	LAST(1, done) \
	PEGS2 \
	put(B0, 3) put(B1, 4) put(B2, 5) \
	LAST(2, done) \
	PEGS3 \
	put(B0, 6) put(B1, 7) put(B2, 8) put(B3, 9) \
	LAST(3, done) \
	PEGS4 \
	put(B0, 10) put(B1, 11) put(B2, 12) put(B3, 13) put(B4, 14) \
	LAST(4, done) \
	PEGS5 \
	put(B0, 15) put(B1, 16) put(B2, 17) put(B3, 18) put(B4, 19) \
	put(B5, 20) \
	LAST(5, done) \
	PEGS6 \
	put(B0, 21) put(B1, 22) put(B2, 23) put(B3, 24) put(B4, 25) \
	put(B5, 26) put(B6, 27) \
	LAST(6, done) \
	PEGS7 \
	put(B0, 28) put(B1, 29) put(B2, 30) put(B3, 31) put(B4, 32) \
	put(B5, 33) put(B6, 34) put(B7, 35) \
	LAST(7, done) \
	PEGS8 \
	put(B0, 36) put(B1, 37) put(B2, 38) put(B3, 39) put(B4, 40) \
	put(B5, 41) put(B6, 42) put(B7, 43) put(B8, 44) \
	JMP done
