//go:build !purego

#include "go_asm.h"
#include "textflag.h"
#include "leaf.h"

// Registers, one lane per guess throughout, four lanes at a time:
//
//	Y0       candidates with a given number of pegs
//	Y1       scores
//	Y2       one part, then its sizes
//	Y3       scratch
//	Y4-Y12   candidates with 0 to 8 black pegs
//	Y13      0
//	Y14      15 in each byte
//	Y15      how many bits of each number up to 15 are set, in both halves
//
// Until the candidates are sorted, Y0-Y3 hold bit-sliced sums (see number).
// Those with 0 to 8 pegs, black and white together, are kept at BX.
//
// Operands stand in the order of Go's assembler, destination last.

#define B0 Y4
#define B1 Y5
#define B2 Y6
#define B3 Y7
#define B4 Y8
#define B5 Y9
#define B6 Y10
#define B7 Y11
#define B8 Y12

DATA nibble<>+0(SB)/8, $0x0f0f0f0f0f0f0f0f
DATA nibble<>+8(SB)/8, $0x0f0f0f0f0f0f0f0f
DATA nibble<>+16(SB)/8, $0x0f0f0f0f0f0f0f0f
DATA nibble<>+24(SB)/8, $0x0f0f0f0f0f0f0f0f
GLOBL nibble<>(SB), RODATA|NOPTR, $32

DATA bitsOf<>+0(SB)/8, $0x0302020102010100
DATA bitsOf<>+8(SB)/8, $0x0403030203020201
DATA bitsOf<>+16(SB)/8, $0x0302020102010100
DATA bitsOf<>+24(SB)/8, $0x0403030203020201
GLOBL bitsOf<>(SB), RODATA|NOPTR, $32

// Loads the planes of the last colours: four lanes, or all eight, of 32 bits.
#define FOUR(planes) \
	VMOVDQU (planes), Y4
#define EIGHT(planes) \
	VMOVDQU (planes), Y4            \
	VSHUFPS $0x88, 32(planes), Y4, Y4 \
	VPERMQ  $0xd8, Y4, Y4

// Loads one sum of the prefix for a word of candidates into every lane and adds
// the last peg, which is in Y4, by ripple carry.
#define SUM(at, broadcast) \
	broadcast (at+0)(SI), Y0  \
	broadcast (at+8)(SI), Y1  \
	broadcast (at+16)(SI), Y2 \
	broadcast (at+24)(SI), Y3 \
	VPAND Y4, Y0, Y5 \
	VPXOR Y4, Y0, Y0 \
	VPAND Y5, Y1, Y4 \
	VPXOR Y5, Y1, Y1 \
	VPAND Y4, Y2, Y5 \
	VPXOR Y4, Y2, Y2 \
	VPXOR Y5, Y3, Y3

// Sorts the candidates by that sum.
#define SORT \
	VPCMPEQD B8, B8, B8 \
	VPOR     Y0, Y1, B0 \
	VPOR     Y2, B0, B0 \
	VPOR     Y3, B0, B0 \
	VPXOR    B8, B0, B0 \
	VPAND    Y0, Y1, B3 \
	VPAND    Y0, Y2, B5 \
	VPAND    Y1, Y2, B6 \
	VPAND    Y2, B3, B7 \
	VPXOR    B7, B6, B6 \
	VPXOR    Y2, B5, B4 \
	VPXOR    B6, B4, B4 \
	VPXOR    B7, B5, B5 \
	VPXOR    Y0, B3, B1 \
	VPXOR    B5, B1, B1 \
	VPXOR    Y1, B3, B2 \
	VPXOR    B6, B2, B2 \
	VPXOR    B7, B3, B3 \
	VMOVDQA  Y3, B8

// Adds the last peg for a word of candidates, and sorts them by all pegs and by
// black pegs.
#define READ(planes, broadcast) \
	planes(R10)        \
	SUM(32, broadcast) \
	SORT \
	VMOVDQA B0, 0(BX)   \
	VMOVDQA B1, 32(BX)  \
	VMOVDQA B2, 64(BX)  \
	VMOVDQA B3, 96(BX)  \
	VMOVDQA B4, 128(BX) \
	VMOVDQA B5, 160(BX) \
	VMOVDQA B6, 192(BX) \
	VMOVDQA B7, 224(BX) \
	VMOVDQA B8, 256(BX) \
	planes(R9)        \
	SUM(0, broadcast) \
	SORT

#define PEGS0 VMOVDQA 0(BX), Y0
#define PEGS1 VMOVDQA 32(BX), Y0
#define PEGS2 VMOVDQA 64(BX), Y0
#define PEGS3 VMOVDQA 96(BX), Y0
#define PEGS4 VMOVDQA 128(BX), Y0
#define PEGS5 VMOVDQA 160(BX), Y0
#define PEGS6 VMOVDQA 192(BX), Y0
#define PEGS7 VMOVDQA 224(BX), Y0
#define PEGS8 VMOVDQA 256(BX), Y0

#define LAST(p, done) \
	CMPQ DX, $p \
	JEQ  done

// The sizes of a part, by looking the bits of each half byte up.
#define SIZES(b) \
	VPAND   b, Y0, Y2   \
	VPSRLW  $4, Y2, Y3  \
	VPAND   Y14, Y2, Y2 \
	VPAND   Y14, Y3, Y3 \
	VPSHUFB Y2, Y15, Y2 \
	VPSHUFB Y3, Y15, Y3 \
	VPADDB  Y3, Y2, Y2  \
	VPSADBW Y13, Y2, Y2

// Those in the first word are stored, those in later words added.
#define STORE(b, f) \
	SIZES(b) \
	VMOVDQU Y2, (f*64)(DI)
#define ACCUMULATE(b, f) \
	SIZES(b) \
	VPADDQ  (f*64)(DI), Y2, Y2 \
	VMOVDQU Y2, (f*64)(DI)

// Where parts are all that counts, and there is one word, nothing is stored: Y1
// loses 1 for each part that is empty.
#define NONEMPTY(b, f) \
	VPAND    b, Y0, Y2   \
	VPCMPEQQ Y13, Y2, Y2 \
	VPADDQ   Y2, Y1, Y1
#define NONEMPTY8(b, f) \
	VPAND    b, Y0, Y2   \
	VPCMPEQD Y13, Y2, Y2 \
	VPADDD   Y2, Y1, Y1

// func measure256(args *Args, prefix []Sums, at, next []uint64, weights []int64) (below uint64)
TEXT ·measure256(SB), NOSPLIT, $320-112
	MOVQ    args+0(FP), R8
	MOVQ    prefix_base+8(FP), SI
	MOVQ    at_base+32(FP), R9
	MOVQ    next_base+56(FP), R10
	MOVQ    Args_Kind(R8), AX
	MOVQ    Args_positions(R8), DX
	LEAQ    pegs-320(SP), BX
	ADDQ    $31, BX
	ANDQ    $~31, BX
	VPXOR   Y13, Y13, Y13
	VMOVDQU nibble<>(SB), Y14
	VMOVDQU bitsOf<>(SB), Y15
	CMPQ    AX, $const_Parts
	JNE     turns
	CMPQ    Args_candidates(R8), $32
	JLE     eight

turns:
	XORQ  R13, R13 // bytes before the lanes of a turn
	MOVQ  R13, below+104(FP)
	TESTQ $0x0f, Args_Group(R8)
	JZ    second

turn:
	MOVQ prefix_base+8(FP), SI
	MOVQ at_base+32(FP), R9
	MOVQ next_base+56(FP), R10
	MOVQ Args_words(R8), CX
	MOVQ Args_counts(R8), DI
	ADDQ R13, R9
	ADDQ R13, R10
	ADDQ R13, DI

	READ(FOUR, VPBROADCASTQ)
	CMPQ AX, $const_Parts
	JNE  sizes
	CMPQ CX, $1
	JNE  sizes
	VPBROADCASTQ Args_feedbacks(R8), Y1
	ROWS(NONEMPTY, negate)

sizes:
	ROWS(STORE, more)
more:
	DECQ CX
	JZ   counted
	ADDQ $64, SI
	ADDQ Args_stride(R8), R9
	ADDQ Args_stride(R8), R10
	READ(FOUR, VPBROADCASTQ)
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
	MOVQ $0x0f, CX
	JMP  turned

largest:
	VPXOR Y1, Y1, Y1
nextLargest:
	VPMAXUD (DI), Y1, Y1 // sizes have 32 bits
	ADDQ    $64, DI
	DECQ    CX
	JNZ     nextLargest
	JMP     scored

squares:
	VPXOR Y1, Y1, Y1
nextSquares:
	VMOVDQU  (DI), Y2
	VPMULUDQ Y2, Y2, Y2
	VPADDQ   Y2, Y1, Y1
	ADDQ     $64, DI
	DECQ     CX
	JNZ      nextSquares
	JMP      scored

parts:
	VPBROADCASTQ Args_feedbacks(R8), Y1
nextParts:
	VPCMPEQQ (DI), Y13, Y2
	VPADDQ   Y2, Y1, Y1
	ADDQ     $64, DI
	DECQ     CX
	JNZ      nextParts
negate:
	VPSUBQ   Y1, Y13, Y1
	JMP      scored

	// Weights are loaded one by one: on many processors to gather them is slower.
weighted:
	MOVQ weights_base+80(FP), R12
	XORQ SI, SI
	XORQ R9, R9
	XORQ R10, R10
	XORQ R11, R11
nextWeighted:
	MOVQ  (DI), R14
	ADDQ  (R12)(R14*8), SI
	MOVQ  8(DI), R14
	ADDQ  (R12)(R14*8), R9
	MOVQ  16(DI), R14
	ADDQ  (R12)(R14*8), R10
	MOVQ  24(DI), R14
	ADDQ  (R12)(R14*8), R11
	ADDQ  $64, DI
	DECQ  CX
	JNZ   nextWeighted
	VMOVQ       SI, X0
	VPINSRQ     $1, R9, X0, X0
	VMOVQ       R10, X1
	VPINSRQ     $1, R11, X1, X1
	VINSERTI128 $1, X1, Y0, Y1

scored:
	VMOVDQU      Y1, Args_Scores(R8)(R13*1)
	VPBROADCASTQ Args_Limit(R8), Y2
	VPCMPGTQ     Y1, Y2, Y2 // score < limit
	VMOVMSKPD    Y2, CX
turned:
	TESTQ R13, R13
	JNZ   done
	MOVQ  CX, below+104(FP)
second:
	MOVQ  $32, R13
	TESTQ $0xf0, Args_Group(R8)
	JNZ   turn
	XORQ  CX, CX
done:
	SHLQ $4, CX
	ORQ  below+104(FP), CX
	ANDQ Args_Group(R8), CX
	MOVQ CX, below+104(FP)
	VZEROUPPER
	RET

	// At most 32 candidates, and parts are all that counts.
eight:
	READ(EIGHT, VPBROADCASTD)
	VPBROADCASTD Args_feedbacks(R8), Y1
	ROWS(NONEMPTY8, counted8)
counted8:
	VPSUBD       Y1, Y13, Y1
	VPBROADCASTD Args_Limit(R8), Y2
	VPCMPGTD     Y1, Y2, Y2 // score < limit
	VMOVMSKPS    Y2, AX
	ANDQ         Args_Group(R8), AX
	MOVQ         AX, below+104(FP)
	JZ           none
	VPMOVSXDQ    X1, Y2
	VEXTRACTI128 $1, Y1, X1
	VPMOVSXDQ    X1, Y3
	VMOVDQU      Y2, Args_Scores(R8)
	VMOVDQU      Y3, (Args_Scores+32)(R8)
none:
	VZEROUPPER
	RET
