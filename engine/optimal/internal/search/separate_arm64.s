//go:build !purego

#include "textflag.h"

// A block is a register of 16 columns, a byte for each:
//
//	V0       feedback of a row
//	V4-V7    feedback seen, a bit for each: 0 to 7 in V4, 8 to 15 in V5, ...
//	V16-V23  the bit of a feedback in each of these, two registers for 32 feedbacks
//	V24      the bits of 8 columns, twice
//
// How many kinds of feedback were seen is counted in the end. The columns that fill up the
// last block hold the same feedback in all rows, so that they are one part, and of at least
// three rows neither n nor n-1.

// The bits of feedback: row k is for feedback 8k to 8k+7.
DATA bitOf<>+0(SB)/8, $0x8040201008040201
DATA bitOf<>+40(SB)/8, $0x8040201008040201
DATA bitOf<>+80(SB)/8, $0x8040201008040201
DATA bitOf<>+120(SB)/8, $0x8040201008040201
GLOBL bitOf<>(SB), RODATA|NOPTR, $128

#define BITS \
	MOVD   $bitOf<>(SB), R10                                  \
	VLD1.P 64(R10), [V16.B16, V17.B16, V18.B16, V19.B16]      \
	VLD1   (R10), [V20.B16, V21.B16, V22.B16, V23.B16]        \
	VDUP   V16.D[0], V24.D2

#define SEE(t0, t1, seen) \
	VTBL V0.B16, [t0.B16, t1.B16], V1.B16 \
	VORR V1.B16, seen.B16, seen.B16

// Leaves in V4 how many kinds of feedback the rows hold in each column of the block at R0: R2
// rows, at the offsets from R1, of feedback below 8 times R4, which is 2 or more.
#define COUNT(rows, counted) \
	VEOR    V4.B16, V4.B16, V4.B16     \
	VEOR    V5.B16, V5.B16, V5.B16     \
	VEOR    V6.B16, V6.B16, V6.B16     \
	VEOR    V7.B16, V7.B16, V7.B16     \
	MOVD    R1, R10                    \
	MOVD    R2, R11                    \
rows:                                  \
	MOVW.P  4(R10), R12                \
	ADD     R0, R12, R12               \
	VLD1    (R12), [V0.B16]            \
	SEE(V16, V17, V4)                  \
	SEE(V18, V19, V5)                  \
	CMP     $2, R4                     \
	BEQ     counted                    \
	SEE(V20, V21, V6)                  \
	CMP     $3, R4                     \
	BEQ     counted                    \
	SEE(V22, V23, V7)                  \
counted:                               \
	SUB     $1, R11                    \
	CBNZ    R11, rows                  \
	VCNT    V4.B16, V4.B16             \
	VCNT    V5.B16, V5.B16             \
	VCNT    V6.B16, V6.B16             \
	VCNT    V7.B16, V7.B16             \
	VADD    V5.B16, V4.B16, V4.B16     \
	VADD    V7.B16, V6.B16, V6.B16     \
	VADD    V6.B16, V4.B16, V4.B16

// out = a bit for each byte of mask that is not 0.
#define MASK(mask, out) \
	VAND  V24.B16, mask.B16, mask.B16  \
	VADDP mask.B16, mask.B16, mask.B16 \
	VADDP mask.B16, mask.B16, mask.B16 \
	VADDP mask.B16, mask.B16, mask.B16 \
	VMOV  mask.H[0], out

// func separateNEON(feedback *byte, offsets *int32, rows, blocks, bytes int) (separator, pair int)
TEXT ·separateNEON(SB), NOSPLIT, $0-56
	MOVD feedback+0(FP), R0
	MOVD offsets+8(FP), R1
	MOVD rows+16(FP), R2
	MOVD blocks+24(FP), R3
	MOVD bytes+32(FP), R4
	MOVD $-1, R5 // the first pair
	MOVD $0, R6  // the first column of the block
	VDUP R2, V25.B16
	SUB  $1, R2, R7
	VDUP R7, V26.B16
	BITS

columns:
	COUNT(rows, counted)
	VCMEQ V25.B16, V4.B16, V2.B16
	VCMEQ V26.B16, V4.B16, V3.B16
	MASK(V2, R7) // separators
	MASK(V3, R8) // pairs
	RBIT R8, R8
	CLZ  R8, R8  // the first pair, or 64
	CBNZ R7, found
	TBZ  $63, R5, next
	CMP  $64, R8
	BEQ  next
	ADD  R6, R8, R5

next:
	ADD  $16, R6
	ADD  $16, R0
	SUB  $1, R3
	CBNZ R3, columns
	MOVD $-1, R6
	JMP  return

found: // A pair before the separator counts, one behind it does not.
	RBIT R7, R7
	CLZ  R7, R7
	TBZ  $63, R5, separator
	CMP  R7, R8
	BGE  separator
	ADD  R6, R8, R5

separator:
	ADD R7, R6, R6

return:
	MOVD R6, separator+40(FP)
	MOVD R5, pair+48(FP)
	RET

// func countPartsNEON(feedback *byte, offsets *int32, rows, blocks, bytes, least int, parts *byte, many *uint16)
TEXT ·countPartsNEON(SB), NOSPLIT, $0-64
	MOVD feedback+0(FP), R0
	MOVD offsets+8(FP), R1
	MOVD rows+16(FP), R2
	MOVD blocks+24(FP), R3
	MOVD bytes+32(FP), R4
	MOVD least+40(FP), R5
	MOVD parts+48(FP), R6
	MOVD many+56(FP), R7
	VDUP R5, V25.B16
	BITS

count:
	COUNT(countRows, countCounted)
	VST1.P [V4.B16], 16(R6)
	VUMAX  V25.B16, V4.B16, V2.B16
	VCMEQ  V4.B16, V2.B16, V2.B16 // not less
	MASK(V2, R8)
	MOVH.P R8, 2(R7)
	ADD    $16, R0
	SUB    $1, R3
	CBNZ   R3, count
	RET
