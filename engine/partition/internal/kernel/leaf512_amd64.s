//go:build !purego

#include "go_asm.h"
#include "textflag.h"
#include "leaf.h"

// Registers, one lane per guess throughout:
//
//	Z0-Z3    black pegs, bit-sliced (see number)
//	Z4-Z7    black and white pegs together, bit-sliced
//	Z8-Z16   candidates with 0 to 8 black pegs
//	Z17      candidates with a given number of pegs
//	Z18      one part, then its sizes
//	Z20      scores
//	Z22      1, or the first weights
//
// Operands stand in the order of Go's assembler, destination last.
// VPTERNLOGQ computes any boolean function of three bits from its truth table:
// bit 4a+2b+c of the constant is the result for a in the destination, b in the
// operand before it, c in the one before that.

#define B0 Z8
#define B1 Z9
#define B2 Z10
#define B3 Z11
#define B4 Z12
#define B5 Z13
#define B6 Z14
#define B7 Z15
#define B8 Z16

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

#define PEGS0 \
	EQUAL(0, Z4, Z5, Z6, Z17) \
	VPANDNQ Z17, Z7, Z17
#define PEGS1 EQUAL(1, Z4, Z5, Z6, Z17)
#define PEGS2 EQUAL(2, Z4, Z5, Z6, Z17)
#define PEGS3 EQUAL(3, Z4, Z5, Z6, Z17)
#define PEGS4 EQUAL(4, Z4, Z5, Z6, Z17)
#define PEGS5 EQUAL(5, Z4, Z5, Z6, Z17)
#define PEGS6 EQUAL(6, Z4, Z5, Z6, Z17)
#define PEGS7 EQUAL(7, Z4, Z5, Z6, Z17)
#define PEGS8 VMOVDQA64 Z7, Z17

#define LAST(p, done) \
	CMPQ DX, $p \
	JEQ  done

// Loads the sums of the prefix for one word of candidates, adds the last peg
// and sorts the candidates by black pegs.
#define READ \
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
	EQUAL(0, Z0, Z1, Z2, B0) \
	VPANDNQ      B0, Z3, B0 \
	EQUAL(1, Z0, Z1, Z2, B1) \
	EQUAL(2, Z0, Z1, Z2, B2) \
	EQUAL(3, Z0, Z1, Z2, B3) \
	EQUAL(4, Z0, Z1, Z2, B4) \
	EQUAL(5, Z0, Z1, Z2, B5) \
	EQUAL(6, Z0, Z1, Z2, B6) \
	EQUAL(7, Z0, Z1, Z2, B7) \
	VMOVDQA64    Z3, B8

// The sizes of a part in the first word are stored, those in later words added.
#define SIZES(b) \
	VPANDQ   b, Z17, Z18 \
	VPOPCNTQ Z18, Z18
#define STORE(b, f) \
	SIZES(b) \
	VMOVDQU64 Z18, (f*64)(DI)
#define ACCUMULATE(b, f) \
	SIZES(b) \
	VPADDQ    (f*64)(DI), Z18, Z18 \
	VMOVDQU64 Z18, (f*64)(DI)

// Where parts are all that counts, and there is one word, nothing is stored.
#define NONEMPTY(b, f) \
	VPTESTMQ b, Z17, K1 \
	VPSUBQ   Z22, Z20, K1, Z20

// func measure512(args *Args, prefix []Sums, at, next []uint64, weights []int64) (below uint64)
TEXT ·measure512(SB), NOSPLIT, $0-112
	MOVQ args+0(FP), R8
	MOVQ prefix_base+8(FP), SI
	MOVQ at_base+32(FP), R9
	MOVQ next_base+56(FP), R10
	MOVQ weights_base+80(FP), R12
	MOVQ Args_words(R8), CX
	MOVQ Args_positions(R8), DX
	MOVQ Args_counts(R8), DI
	MOVQ Args_stride(R8), R11
	MOVQ Args_Kind(R8), AX
	MOVQ $1, BX
	VPBROADCASTQ BX, Z22
	VPXORQ       Z20, Z20, Z20

	READ
	CMPQ AX, $const_Parts
	JNE  sizes
	CMPQ CX, $1
	JNE  sizes
	ROWS(NONEMPTY, scored)

sizes:
	ROWS(STORE, more)
more:
	DECQ CX
	JZ   counted
	ADDQ $64, SI
	ADDQ R11, R9
	ADDQ R11, R10
	READ
	ROWS(ACCUMULATE, more)

counted:
	MOVQ Args_feedbacks(R8), CX
	CMPQ AX, $const_Largest
	JEQ  largest
	CMPQ AX, $const_Squares
	JEQ  squares
	CMPQ AX, $const_Parts
	JEQ  parts
	CMPQ AX, $const_Weighted
	JEQ  weighted
	MOVQ Args_Group(R8), AX
	MOVQ AX, below+104(FP)
	VZEROUPPER
	RET

largest:
	VPMAXUQ (DI), Z20, Z20
	ADDQ    $64, DI
	DECQ    CX
	JNZ     largest
	JMP     scored

squares:
	VMOVDQU64 (DI), Z18
	VPMULUDQ  Z18, Z18, Z18
	VPADDQ    Z18, Z20, Z20
	ADDQ      $64, DI
	DECQ      CX
	JNZ       squares
	JMP       scored

parts:
	VMOVDQU64 (DI), Z18
	VPTESTMQ  Z18, Z18, K1
	VPSUBQ    Z22, Z20, K1, Z20
	ADDQ      $64, DI
	DECQ      CX
	JNZ       parts
	JMP       scored

	// The weights of small sizes are in registers, the others are gathered.
weighted:
	VMOVDQU64    (R12), Z22
	VMOVDQU64    64(R12), Z23
	MOVQ         $15, AX
	VPBROADCASTQ AX, Z24
nextWeighted:
	VMOVDQU64    (DI), Z18
	VMOVDQA64    Z18, Z19
	VPERMI2Q     Z23, Z22, Z19
	VPCMPUQ      $6, Z24, Z18, K1 // above 15
	KORTESTW     K1, K1
	JEQ          small
	VPGATHERQQ   (R12)(Z18*8), K1, Z19
small:
	VPADDQ       Z19, Z20, Z20
	ADDQ         $64, DI
	DECQ         CX
	JNZ          nextWeighted

scored:
	VMOVDQU64    Z20, Args_Scores(R8)
	VPBROADCASTQ Args_Limit(R8), Z18
	VPCMPQ       $1, Z18, Z20, K1 // score < limit
	KMOVW        K1, AX
	ANDQ         Args_Group(R8), AX
	MOVQ         AX, below+104(FP)
	VZEROUPPER
	RET
