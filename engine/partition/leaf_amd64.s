//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// Registers, one lane per guess throughout:
//
//	Z0-Z3    black pegs, bit-sliced (see number)
//	Z4-Z7    black and white pegs together, bit-sliced
//	Z8-Z16   candidates with 0 to 8 black pegs
//	Z17      candidates with a given number of pegs
//	Z18      sizes of one part
//	Z20      scores
//	Z25      bits beyond the candidates
//
// Operands stand in the order of Go's assembler, destination last.
// VPTERNLOGQ computes any boolean function of three bits from its truth table:
// bit 4a+2b+c of the constant is the result for a in the destination, b in the
// operand before it, c in the one before that.

// n += one, by ripple carry; A^(B&C) is 0x78 and A&B&C is 0x80.
#define ADD(one, n0, n1, n2, n3) \
	VMOVDQA64  n1, Z19            \
	VPTERNLOGQ $0x80, n0, one, Z19 \
	VPTERNLOGQ $0x78, n2, Z19, n3 \
	VPXORQ     Z19, n2, n2        \
	VPTERNLOGQ $0x78, n0, one, n1 \
	VPXORQ     one, n0, n0

// out = the candidates whose number is v, which is below 8. The plane of 8 is
// the caller's to look at.
#define EQUAL(v, n0, n1, n2, out) \
	VMOVDQA64  n2, out \
	VPTERNLOGQ $(1<<v), n0, n1, out

// Loads the sums of the prefix for one word of candidates, adds the last peg
// and sorts the candidates by black pegs.
#define WORD \
	VPBROADCASTQ 0(SI), Z0  \
	VPBROADCASTQ 8(SI), Z1  \
	VPBROADCASTQ 16(SI), Z2 \
	VPBROADCASTQ 24(SI), Z3 \
	VPBROADCASTQ 32(SI), Z4 \
	VPBROADCASTQ 40(SI), Z5 \
	VPBROADCASTQ 48(SI), Z6 \
	VPBROADCASTQ 56(SI), Z7 \
	VMOVDQU64    (R9), Z17  \
	VMOVDQU64    (R10), Z18 \
	ADD(Z17, Z0, Z1, Z2, Z3) \
	ADD(Z18, Z4, Z5, Z6, Z7) \
	EQUAL(0, Z0, Z1, Z2, Z8) \
	VPANDNQ      Z8, Z3, Z8 \
	EQUAL(1, Z0, Z1, Z2, Z9) \
	EQUAL(2, Z0, Z1, Z2, Z10) \
	EQUAL(3, Z0, Z1, Z2, Z11) \
	EQUAL(4, Z0, Z1, Z2, Z12) \
	EQUAL(5, Z0, Z1, Z2, Z13) \
	EQUAL(6, Z0, Z1, Z2, Z14) \
	EQUAL(7, Z0, Z1, Z2, Z15) \
	VMOVDQA64    Z3, Z16

// What becomes of the sizes in Z18 for feedback f. Where there are several
// words, the first word's sizes are stored and those of later words added.
#define STORE(f) \
	VMOVDQA64 Z18, ((f)*64)(DI)
#define ACCUMULATE(f) \
	VPADDQ    ((f)*64)(DI), Z18, Z18 \
	VMOVDQA64 Z18, ((f)*64)(DI)

// Where there is one word, they go into the score at once. WEIGHTED knows only
// the weights of sizes up to 15, and keeps the largest size and the sizes.
#define LARGEST(f) \
	VPMAXUQ Z18, Z20, Z20
#define SQUARES(f) \
	VPMULUDQ Z18, Z18, Z18 \
	VPADDQ   Z18, Z20, Z20
#define PARTS(f) \
	VPTESTMQ Z18, Z18, K1 \
	VPSUBQ   Z22, Z20, K1, Z20
#define WEIGHTED(f) \
	VMOVDQA64 Z18, ((f)*64)(DI) \
	VPMAXUQ   Z18, Z21, Z21 \
	VPERMI2Q  Z23, Z22, Z18 \
	VPADDQ    Z18, Z20, Z20

// The size of one part: the candidates in Z17 that have the black pegs of the
// register given.
#define PART(black, f, put) \
	VPANDQ   black, Z17, Z18 \
	VPOPCNTQ Z18, Z18        \
	put(f)

// The parts with p pegs, for each number of black pegs up to p. NONE is the
// part with no pegs in the first word, where bits beyond the candidates count
// as such and are taken off again.
#define NONE(put) \
	EQUAL(0, Z4, Z5, Z6, Z17) \
	VPANDNQ  Z17, Z7, Z17 \
	VPOPCNTQ Z17, Z18 \
	VPSUBQ   Z25, Z18, Z18 \
	put(0)
#define ROW0(put) \
	EQUAL(0, Z4, Z5, Z6, Z17) \
	VPANDNQ  Z17, Z7, Z17 \
	VPOPCNTQ Z17, Z18 \
	put(0)
#define ROW1(put) \
	EQUAL(1, Z4, Z5, Z6, Z17) \
	PART(Z8, 1, put) PART(Z9, 2, put)
#define ROW2(put) \
	EQUAL(2, Z4, Z5, Z6, Z17) \
	PART(Z8, 3, put) PART(Z9, 4, put) PART(Z10, 5, put)
#define ROW3(put) \
	EQUAL(3, Z4, Z5, Z6, Z17) \
	PART(Z8, 6, put) PART(Z9, 7, put) PART(Z10, 8, put) PART(Z11, 9, put)
#define ROW4(put) \
	EQUAL(4, Z4, Z5, Z6, Z17) \
	PART(Z8, 10, put) PART(Z9, 11, put) PART(Z10, 12, put) PART(Z11, 13, put) PART(Z12, 14, put)
#define ROW5(put) \
	EQUAL(5, Z4, Z5, Z6, Z17) \
	PART(Z8, 15, put) PART(Z9, 16, put) PART(Z10, 17, put) PART(Z11, 18, put) PART(Z12, 19, put) \
	PART(Z13, 20, put)
#define ROW6(put) \
	EQUAL(6, Z4, Z5, Z6, Z17) \
	PART(Z8, 21, put) PART(Z9, 22, put) PART(Z10, 23, put) PART(Z11, 24, put) PART(Z12, 25, put) \
	PART(Z13, 26, put) PART(Z14, 27, put)
#define ROW7(put) \
	EQUAL(7, Z4, Z5, Z6, Z17) \
	PART(Z8, 28, put) PART(Z9, 29, put) PART(Z10, 30, put) PART(Z11, 31, put) PART(Z12, 32, put) \
	PART(Z13, 33, put) PART(Z14, 34, put) PART(Z15, 35, put)
#define ROW8(put) \
	VMOVDQA64 Z7, Z17 \
	PART(Z8, 36, put) PART(Z9, 37, put) PART(Z10, 38, put) PART(Z11, 39, put) PART(Z12, 40, put) \
	PART(Z13, 41, put) PART(Z14, 42, put) PART(Z15, 43, put) PART(Z16, 44, put)

// The rows with pegs of a game with DX positions, then on to done.
#define ROWS(put, done) \
	ROW1(put)     \
	CMPQ DX, $1   \
	JEQ  done     \
	ROW2(put)     \
	CMPQ DX, $2   \
	JEQ  done     \
	ROW3(put)     \
	CMPQ DX, $3   \
	JEQ  done     \
	ROW4(put)     \
	CMPQ DX, $4   \
	JEQ  done     \
	ROW5(put)     \
	CMPQ DX, $5   \
	JEQ  done     \
	ROW6(put)     \
	CMPQ DX, $6   \
	JEQ  done     \
	ROW7(put)     \
	CMPQ DX, $7   \
	JEQ  done     \
	ROW8(put)     \
	JMP  done

// func leaf(args *leafArgs, prefix *sums, at, next *uint64, table *int64) (below uint64)
TEXT ·leaf(SB), NOSPLIT, $0-48
	MOVQ args+0(FP), R8
	MOVQ prefix+8(FP), SI
	MOVQ at+16(FP), R9
	MOVQ next+24(FP), R10
	MOVQ table+32(FP), R12
	MOVQ leafArgs_words(R8), CX
	MOVQ leafArgs_positions(R8), DX
	MOVQ leafArgs_counts(R8), DI
	MOVQ leafArgs_kind(R8), AX
	VPBROADCASTQ leafArgs_excess(R8), Z25
	VPXORQ       Z20, Z20, Z20

	WORD
	CMPQ CX, $1
	JNE  manyWords
	CMPQ AX, $const_largest
	JEQ  largest
	CMPQ AX, $const_squares
	JEQ  squares
	CMPQ AX, $const_parts
	JEQ  parts

	VMOVDQU64 (R12), Z22
	VMOVDQU64 64(R12), Z23
	VPXORQ    Z21, Z21, Z21
	NONE(WEIGHTED)
	ROWS(WEIGHTED, weighted)
weighted:
	MOVQ         $15, AX
	VPBROADCASTQ AX, Z24
	VPCMPUQ      $6, Z24, Z21, K1 // some size is above 15
	KORTESTW     K1, K1
	JEQ          scored
	VPXORQ       Z20, Z20, Z20
	JMP          scoreWeighted

largest:
	NONE(LARGEST)
	ROWS(LARGEST, scored)

squares:
	NONE(SQUARES)
	ROWS(SQUARES, scored)

parts:
	MOVQ         $1, BX
	VPBROADCASTQ BX, Z22
	NONE(PARTS)
	ROWS(PARTS, scored)

manyWords:
	MOVQ leafArgs_stride(R8), R11
	NONE(STORE)
	ROWS(STORE, more)
more:
	DECQ CX
	JZ   counted
	ADDQ $64, SI
	ADDQ R11, R9
	ADDQ R11, R10
	WORD
	ROW0(ACCUMULATE)
	ROWS(ACCUMULATE, more)

counted:
	CMPQ AX, $const_largest
	JEQ  scoreLargest
	CMPQ AX, $const_squares
	JEQ  scoreSquares
	CMPQ AX, $const_parts
	JEQ  scoreParts

	// The weights of small sizes are in registers, the others are gathered.
scoreWeighted:
	MOVQ         leafArgs_feedbacks(R8), CX
	VMOVDQU64    (R12), Z22
	VMOVDQU64    64(R12), Z23
	MOVQ         $15, AX
	VPBROADCASTQ AX, Z24
nextWeighted:
	VMOVDQA64    (DI), Z18
	VMOVDQA64    Z18, Z19
	VPERMI2Q     Z23, Z22, Z19
	VPCMPUQ      $6, Z24, Z18, K1
	KORTESTW     K1, K1
	JEQ          small
	VPGATHERQQ   (R12)(Z18*8), K1, Z19
small:
	VPADDQ       Z19, Z20, Z20
	ADDQ         $64, DI
	DECQ         CX
	JNZ          nextWeighted
	JMP          scored

scoreLargest:
	MOVQ    leafArgs_feedbacks(R8), CX
nextLargest:
	VPMAXUQ (DI), Z20, Z20
	ADDQ    $64, DI
	DECQ    CX
	JNZ     nextLargest
	JMP     scored

scoreSquares:
	MOVQ      leafArgs_feedbacks(R8), CX
nextSquares:
	VMOVDQA64 (DI), Z18
	SQUARES()
	ADDQ      $64, DI
	DECQ      CX
	JNZ       nextSquares
	JMP       scored

scoreParts:
	MOVQ         leafArgs_feedbacks(R8), CX
	MOVQ         $1, BX
	VPBROADCASTQ BX, Z22
nextParts:
	VMOVDQA64 (DI), Z18
	PARTS()
	ADDQ      $64, DI
	DECQ      CX
	JNZ       nextParts

scored:
	VMOVDQU64    Z20, leafArgs_scores(R8)
	VPBROADCASTQ leafArgs_limit(R8), Z18
	VPCMPQ       $1, Z18, Z20, K1 // score < limit
	KMOVW        K1, AX
	MOVQ         AX, below+40(FP)
	VZEROUPPER
	RET
