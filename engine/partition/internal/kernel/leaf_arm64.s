//go:build !purego

#include "go_asm.h"
#include "textflag.h"
#include "leaf.h"

// Registers, one lane per guess throughout:
//
//	V0-V3    black pegs, bit-sliced (see number)
//	V4-V7    black and white pegs together, bit-sliced
//	V8-V15   candidates with 0 to 7 black pegs; those with 8 are in V3
//	V16      planes of the last colours: black pegs
//	V17      candidates with a given number of pegs
//	V18      one part, then its sizes
//	V19      planes of the last colours: all pegs
//	V20-V27  candidates with 0 to 7 pegs; those with 8 are in V7
//	V30      numbers of parts
//	V31      all bits
//
// Operands stand in the order of Go's assembler, destination last.

#define B0 V8
#define B1 V9
#define B2 V10
#define B3 V11
#define B4 V12
#define B5 V13
#define B6 V14
#define B7 V15
#define B8 V3

DATA lane<>+0(SB)/8, $0x0008000400020001
DATA lane<>+8(SB)/8, $0x0080004000200010
GLOBL lane<>(SB), RODATA|NOPTR, $16

// n += one, by ripple carry.
#define ADDONE(one, n0, n1, n2, n3) \
	VAND one.B16, n0.B16, V17.B16 \
	VEOR one.B16, n0.B16, n0.B16  \
	VAND V17.B16, n1.B16, V18.B16 \
	VEOR V17.B16, n1.B16, n1.B16  \
	VAND V18.B16, n2.B16, V17.B16 \
	VEOR V18.B16, n2.B16, n2.B16  \
	VEOR V17.B16, n3.B16, n3.B16

// Sorts the candidates by a number; those for which it is 8 have a bit in n3.
#define SORT(n0, n1, n2, n3, s0, s1, s2, s3, s4, s5, s6, s7) \
	VORR n0.B16, n1.B16, s0.B16  \
	VORR n2.B16, s0.B16, s0.B16  \
	VORR n3.B16, s0.B16, s0.B16  \
	VEOR V31.B16, s0.B16, s0.B16 \
	VAND n0.B16, n1.B16, s3.B16  \
	VAND n0.B16, n2.B16, s5.B16  \
	VAND n1.B16, n2.B16, s6.B16  \
	VAND n2.B16, s3.B16, s7.B16  \
	VEOR s7.B16, s6.B16, s6.B16  \
	VEOR n2.B16, s5.B16, s4.B16  \
	VEOR s6.B16, s4.B16, s4.B16  \
	VEOR s7.B16, s5.B16, s5.B16  \
	VEOR n0.B16, s3.B16, s1.B16  \
	VEOR s5.B16, s1.B16, s1.B16  \
	VEOR n1.B16, s3.B16, s2.B16  \
	VEOR s6.B16, s2.B16, s2.B16  \
	VEOR s7.B16, s3.B16, s3.B16

// Loads the sums of the prefix for one word of candidates into every lane of type
// T, adds the last peg and sorts the candidates. Element E[i] of a register is the
// lowest of its upper half.
#define READ(T, E, i) \
	VLD1 (R8), [V20.D2, V21.D2, V22.D2, V23.D2] \
	VDUP V20.E[0], V0.T \
	VDUP V20.E[i], V1.T \
	VDUP V21.E[0], V2.T \
	VDUP V21.E[i], V3.T \
	VDUP V22.E[0], V4.T \
	VDUP V22.E[i], V5.T \
	VDUP V23.E[0], V6.T \
	VDUP V23.E[i], V7.T \
	ADDONE(V16, V0, V1, V2, V3) \
	ADDONE(V19, V4, V5, V6, V7) \
	SORT(V0, V1, V2, V3, V8, V9, V10, V11, V12, V13, V14, V15) \
	SORT(V4, V5, V6, V7, V20, V21, V22, V23, V24, V25, V26, V27)

#define READ2 \
	VLD1 (R9), [V16.D2]  \
	VLD1 (R10), [V19.D2] \
	READ(D2, D, 1)
#define READ4 \
	VLD1.P 32(R9), [V20.D2, V21.D2]   \
	VLD1.P 32(R10), [V22.D2, V23.D2]  \
	VUZP1  V21.S4, V20.S4, V16.S4     \
	VUZP1  V23.S4, V22.S4, V19.S4     \
	READ(S4, S, 2)
#define READ8 \
	VLD1  (R9), [V20.D2, V21.D2, V22.D2, V23.D2]  \
	VLD1  (R10), [V24.D2, V25.D2, V26.D2, V27.D2] \
	VUZP1 V21.S4, V20.S4, V16.S4 \
	VUZP1 V23.S4, V22.S4, V17.S4 \
	VUZP1 V25.S4, V24.S4, V18.S4 \
	VUZP1 V27.S4, V26.S4, V19.S4 \
	VUZP1 V17.H8, V16.H8, V16.H8 \
	VUZP1 V19.H8, V18.H8, V19.H8 \
	READ(H8, H, 4)

#define PEGS0 VMOV V20.B16, V17.B16
#define PEGS1 VMOV V21.B16, V17.B16
#define PEGS2 VMOV V22.B16, V17.B16
#define PEGS3 VMOV V23.B16, V17.B16
#define PEGS4 VMOV V24.B16, V17.B16
#define PEGS5 VMOV V25.B16, V17.B16
#define PEGS6 VMOV V26.B16, V17.B16
#define PEGS7 VMOV V27.B16, V17.B16
#define PEGS8 VMOV V7.B16, V17.B16

#define LAST(p, done) \
	CMP $p, R2 \
	BEQ done

// The sizes of a part: the bits of each byte, added up in pairs by UADDLP, which
// Go's assembler lacks.
#define SIZES(b) \
	VAND b.B16, V17.B16, V18.B16 \
	VCNT V18.B16, V18.B16 \
	WORD $0x6e202a52      \ // uaddlp v18.8h, v18.16b
	WORD $0x6e602a52      \ // uaddlp v18.4s, v18.8h
	WORD $0x6ea02a52        // uaddlp v18.2d, v18.4s

// Those in the first word are stored, those in later words added.
#define STORE(b, f) \
	SIZES(b) \
	FMOVQ F18, (f*64)(R7)
#define ACCUMULATE(b, f) \
	SIZES(b) \
	FMOVQ (f*64)(R7), F16        \
	VADD  V16.D2, V18.D2, V18.D2 \
	FMOVQ F18, (f*64)(R7)

// Where parts are all that counts, and there is one word, nothing is stored: a
// part that is not empty has all bits, which is -1, in its lane.
#define NONEMPTY2(b, f) \
	VCMTST b.D2, V17.D2, V18.D2 \
	VSUB   V18.D2, V30.D2, V30.D2
#define NONEMPTY4(b, f) \
	VCMTST b.S4, V17.S4, V18.S4 \
	VSUB   V18.S4, V30.S4, V30.S4
#define NONEMPTY8(b, f) \
	VCMTST b.H8, V17.H8, V18.H8 \
	VSUB   V18.H8, V30.H8, V30.H8

// func measureNEON(args *Args, prefix []Sums, at, next []uint64, weights []int64) (below uint64)
TEXT ·measureNEON(SB), NOSPLIT, $0-112
	MOVD  args+0(FP), R0
	MOVD  Args_Kind(R0), R1
	MOVD  Args_positions(R0), R2
	MOVD  Args_Group(R0), R3
	MOVD  Args_Limit(R0), R4
	MOVD  prefix_base+8(FP), R8
	MOVD  at_base+32(FP), R9
	MOVD  next_base+56(FP), R10
	MOVD  ZR, R5 // lanes below the limit
	MOVD  ZR, R6 // the first lane of a turn
	VMOVI $255, V31.B16
	CMP   $const_Parts, R1
	BNE   turn
	VEOR  V30.B16, V30.B16, V30.B16
	MOVD  Args_candidates(R0), R11
	CMP   $16, R11
	BLE   eight
	CMP   $32, R11
	BLE   four

turn:
	LSR  R6, R3, R11
	ANDS $3, R11
	BEQ  next
	MOVD prefix_base+8(FP), R8
	MOVD at_base+32(FP), R9
	MOVD next_base+56(FP), R10
	MOVD Args_counts(R0), R7
	MOVD Args_words(R0), R11
	ADD  R6<<3, R9
	ADD  R6<<3, R10
	ADD  R6<<3, R7

	READ2
	CMP  $const_Parts, R1
	BNE  sizes
	CMP  $1, R11
	BNE  sizes
	VEOR V30.B16, V30.B16, V30.B16
	ROWS(NONEMPTY2, nonempty)
nonempty:
	VMOV V30.D[0], R15
	VMOV V30.D[1], R16
	NEG  R15, R15
	NEG  R16, R16
	B    scored

sizes:
	ROWS(STORE, more)
more:
	SUBS $1, R11
	BEQ  counted
	MOVD Args_stride(R0), R12
	ADD  $64, R8
	ADD  R12, R9
	ADD  R12, R10
	READ2
	ROWS(ACCUMULATE, more)

counted:
	MOVD Args_feedbacks(R0), R11
	MOVD ZR, R15
	MOVD ZR, R16
	CMP  $const_Largest, R1
	BEQ  largest
	CMP  $const_Squares, R1
	BEQ  squares
	CMP  $const_Parts, R1
	BEQ  parts
	CMP  $const_Weighted, R1
	BEQ  weighted
	MOVD $3, R12
	B    turned

largest:
	LDP  (R7), (R12, R13)
	CMP  R12, R15
	CSEL LT, R12, R15, R15
	CMP  R13, R16
	CSEL LT, R13, R16, R16
	ADD  $64, R7
	SUBS $1, R11
	BNE  largest
	B    scored

squares:
	LDP  (R7), (R12, R13)
	MADD R12, R15, R12, R15
	MADD R13, R16, R13, R16
	ADD  $64, R7
	SUBS $1, R11
	BNE  squares
	B    scored

parts:
	LDP  (R7), (R12, R13)
	CMP  $0, R12
	CSET NE, R12
	SUB  R12, R15
	CMP  $0, R13
	CSET NE, R13
	SUB  R13, R16
	ADD  $64, R7
	SUBS $1, R11
	BNE  parts
	B    scored

weighted:
	MOVD weights_base+80(FP), R14
nextWeighted:
	LDP  (R7), (R12, R13)
	MOVD (R14)(R12<<3), R12
	MOVD (R14)(R13<<3), R13
	ADD  R12, R15
	ADD  R13, R16
	ADD  $64, R7
	SUBS $1, R11
	BNE  nextWeighted

scored:
	ADD  $Args_Scores, R0, R14
	ADD  R6<<3, R14
	STP  (R15, R16), (R14)
	CMP  R4, R15
	CSET LT, R12
	CMP  R4, R16
	CSET LT, R13
	ORR  R13<<1, R12
turned:
	LSL  R6, R12, R12
	ORR  R12, R5

next:
	ADD $2, R6
	CMP $8, R6
	BLT turn
	AND R3, R5
	MOVD R5, below+104(FP)
	RET

	// At most 32 candidates: four lanes of 32 bits, twice.
four:
	READ4
	ROWS(NONEMPTY4, fourMore)
fourMore:
	ADD   $4, R6
	CMP   $8, R6
	BEQ   narrowed
	VMOV  V30.B16, V29.B16
	VEOR  V30.B16, V30.B16, V30.B16
	READ4
	ROWS(NONEMPTY4, fourMore)
narrowed:
	VUZP1 V30.H8, V29.H8, V30.H8
	B     compare

	// At most 16 candidates: eight lanes of 16 bits.
eight:
	READ8
	ROWS(NONEMPTY8, compare)

	// V30 has eight numbers of parts. Those of at least 1-limit are below it.
compare:
	SUB   $1, R4
	VDUP  R4, V16.H8
	VADD  V16.H8, V30.H8, V16.H8
	VUSHR $15, V16.H8, V16.H8 // the sign
	VEOR  V17.B16, V17.B16, V17.B16
	VCMEQ V17.H8, V16.H8, V16.H8
	MOVD  $lane<>(SB), R11
	VLD1  (R11), [V18.H8]
	VAND  V18.B16, V16.B16, V16.B16
	VADDV V16.H8, V16
	VMOV  V16.H[0], R5
	ANDS  R3, R5
	BEQ   none
	VUXTL  V30.H4, V18.S4
	VUXTL2 V30.H8, V19.S4
	VUXTL  V18.S2, V0.D2
	VUXTL2 V18.S4, V1.D2
	VUXTL  V19.S2, V2.D2
	VUXTL2 V19.S4, V3.D2
	VSUB   V0.D2, V17.D2, V0.D2
	VSUB   V1.D2, V17.D2, V1.D2
	VSUB   V2.D2, V17.D2, V2.D2
	VSUB   V3.D2, V17.D2, V3.D2
	ADD    $Args_Scores, R0, R14
	VST1   [V0.D2, V1.D2, V2.D2, V3.D2], (R14)
none:
	MOVD   R5, below+104(FP)
	RET
