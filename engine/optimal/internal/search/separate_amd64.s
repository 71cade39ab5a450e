//go:build !purego

#include "textflag.h"

// Ends a block of 16 columns in which those in R11 separate all rows, and those that
// PAIRS leaves in R10 all but two, and goes on to the next. R9 is the first column
// of the block and R8 the number of blocks left; AX is the first pair, or -1.
#define CONCLUDE(PAIRS, columns) \
	TESTL R11, R11 \
	JNZ found      \
	TESTQ AX, AX   \
	JGE next       \
	PAIRS          \
	TESTL R10, R10 \
	JZ next        \
	BSFL R10, R10  \
	LEAQ (R9)(R10*1), AX \
next: \
	ADDQ $16, R9   \
	DECQ R8        \
	JNZ columns    \
	MOVQ $-1, R9   \
	JMP return     \
found: \ // A pair before the separator counts, one behind it does not.
	BSFL R11, R13  \
	TESTQ AX, AX   \
	JGE separator  \
	PAIRS          \
	BSFL R10, R10  \
	JZ separator   \
	CMPL R10, R13  \
	JGE separator  \
	LEAQ (R9)(R10*1), AX \
separator: \
	ADDQ R13, R9   \
return: \
	VZEROUPPER     \
	MOVQ R9, separator+32(FP) \
	MOVQ AX, pair+40(FP) \
	RET

// With AVX-512 a block is a register of 64 columns, a byte for each:
//
//	Z0 to Z3    feedback seen, a bit for each: 0 to 7 in Z0, 8 to 15 in Z1, ...
//	Z20 to Z23  the bit of a feedback in each of these
//	Z29         1 less than the number of rows
//	Z30         the number of rows, or the least number of parts
//
// How many kinds of feedback were seen is counted in the end. The columns that fill up the
// last block hold the same feedback in all rows, so that they are one part, and of at least
// three rows neither n nor n-1.

// The bits of feedback: row k is for feedback 8k to 8k+7.
DATA bitOf<>+0(SB)/8, $0x8040201008040201
DATA bitOf<>+72(SB)/8, $0x8040201008040201
DATA bitOf<>+144(SB)/8, $0x8040201008040201
DATA bitOf<>+216(SB)/8, $0x8040201008040201
GLOBL bitOf<>(SB), RODATA|NOPTR, $256

#define BITS \
	VMOVDQU64 bitOf<>+0(SB), Z20 \
	VMOVDQU64 bitOf<>+64(SB), Z21 \
	VMOVDQU64 bitOf<>+128(SB), Z22 \
	VMOVDQU64 bitOf<>+192(SB), Z23

// Leaves in Z0 how many kinds of feedback the rows hold in each column of the block at SI:
// CX rows, at the offsets from DX, of feedback below 8 times R15, which is 2 or more.
#define COUNT512(rows, counted) \
	VPXORD Z0, Z0, Z0 \
	VPXORD Z1, Z1, Z1 \
	VPXORD Z2, Z2, Z2 \
	VPXORD Z3, Z3, Z3 \
	MOVQ DX, DI \
	MOVQ CX, R10 \
rows: \
	MOVLQSX (DI), R12 \
	VMOVDQU64 (SI)(R12*1), Z4 \
	VPERMB Z20, Z4, Z5 \
	VPORQ Z5, Z0, Z0 \
	VPERMB Z21, Z4, Z6 \
	VPORQ Z6, Z1, Z1 \
	ADDQ $4, DI \
	CMPQ R15, $2 \
	JE counted \
	VPERMB Z22, Z4, Z7 \
	VPORQ Z7, Z2, Z2 \
	CMPQ R15, $3 \
	JE counted \
	VPERMB Z23, Z4, Z8 \
	VPORQ Z8, Z3, Z3 \
counted: \
	DECQ R10 \
	JNZ rows \
	VPOPCNTB Z0, Z0 \
	VPOPCNTB Z1, Z1 \
	VPOPCNTB Z2, Z2 \
	VPOPCNTB Z3, Z3 \
	VPADDB Z1, Z0, Z0 \
	VPADDB Z3, Z2, Z2 \
	VPADDB Z2, Z0, Z0

// func separate512(feedback *byte, offsets *int32, rows, blocks, bytes int) (separator, pair int)
TEXT ·separate512(SB), NOSPLIT, $0-56
	MOVQ feedback+0(FP), SI
	MOVQ offsets+8(FP), DX
	MOVQ rows+16(FP), CX
	MOVQ blocks+24(FP), R8
	MOVQ bytes+32(FP), R15
	MOVQ $-1, AX
	XORQ R9, R9 // the first column of the block
	VPBROADCASTB CX, Z30
	LEAQ -1(CX), R11
	VPBROADCASTB R11, Z29
	BITS

columns:
	COUNT512(rows, counted)
	VPCMPEQB Z30, Z0, K2
	KMOVQ K2, R11
	VPCMPEQB Z29, Z0, K3
	KMOVQ K3, R10
	TESTQ R11, R11
	JNZ found
	TESTQ AX, AX
	JGE next
	TESTQ R10, R10
	JZ next
	BSFQ R10, R10
	LEAQ (R9)(R10*1), AX

next:
	ADDQ $64, R9
	ADDQ $64, SI
	DECQ R8
	JNZ columns
	MOVQ $-1, R9
	JMP return

found: // A pair before the separator counts, one behind it does not.
	BSFQ R11, R13
	TESTQ AX, AX
	JGE separator
	BSFQ R10, R10
	JZ separator
	CMPQ R10, R13
	JGE separator
	LEAQ (R9)(R10*1), AX

separator:
	ADDQ R13, R9

return:
	VZEROUPPER
	MOVQ R9, separator+40(FP)
	MOVQ AX, pair+48(FP)
	RET

// func countParts512(feedback *byte, offsets *int32, rows, blocks, bytes, least int, parts *byte, many *uint16)
TEXT ·countParts512(SB), NOSPLIT, $0-64
	MOVQ feedback+0(FP), SI
	MOVQ offsets+8(FP), DX
	MOVQ rows+16(FP), CX
	MOVQ blocks+24(FP), R8
	MOVQ bytes+32(FP), R15
	MOVQ least+40(FP), R9
	MOVQ parts+48(FP), BX
	MOVQ many+56(FP), AX
	VPBROADCASTB R9, Z30
	BITS

count:
	COUNT512(countRows, countCounted)
	VMOVDQU64 Z0, (BX)
	VPCMPUB $5, Z30, Z0, K2 // not less
	KMOVQ K2, (AX)
	ADDQ $64, SI
	ADDQ $64, BX
	ADDQ $8, AX
	DECQ R8
	JNZ count
	VZEROUPPER
	RET

// With AVX2 a block is two registers of eight columns:
//
//	Y0, Y5   feedback seen, a bit for each
//	Y1, Y6   how many different ones
//	Y12      1 less than the number of rows, or than the least number of parts
//	Y13      the number of rows
//	Y14      0
//	Y15      1

#define SEE(at, seen, parts) \
	VPMOVZXBD at, Y2 \
	VPSLLVD Y2, Y15, Y3 \
	VPAND seen, Y3, Y4 \
	VPCMPEQD Y14, Y4, Y4 \
	VPSUBD Y4, parts, parts \
	VPOR Y3, seen, seen

// A bit in out for each column in which the comparison of both registers holds.
#define MASK(compare, with, out, scratch) \
	compare with, Y1, Y7 \
	VMOVMSKPS Y7, out \
	compare with, Y6, Y7 \
	VMOVMSKPS Y7, scratch \
	SHLL $8, scratch \
	ORL scratch, out

#define PAIRS256 MASK(VPCMPEQD, Y12, R10, R12)

// func separate256(feedback *byte, offsets *int32, rows, blocks int) (separator, pair int)
TEXT ·separate256(SB), NOSPLIT, $0-48
	MOVQ feedback+0(FP), SI
	MOVQ offsets+8(FP), DX
	MOVQ rows+16(FP), CX
	MOVQ blocks+24(FP), R8
	MOVQ $-1, AX
	XORQ R9, R9 // the first column of the block
	MOVL $1, R11
	MOVQ R11, X15
	VPBROADCASTD X15, Y15
	MOVQ CX, X13
	VPBROADCASTD X13, Y13
	VPSUBD Y15, Y13, Y12
	VPXOR Y14, Y14, Y14

columns256:
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	VPXOR Y5, Y5, Y5
	VPXOR Y6, Y6, Y6
	MOVQ DX, DI
	MOVQ CX, R10
	LEAQ (SI)(R9*1), R13

rows256:
	MOVLQSX (DI), R12
	SEE((R13)(R12*1), Y0, Y1)
	SEE(8(R13)(R12*1), Y5, Y6)
	ADDQ $4, DI
	DECQ R10
	JNZ rows256

	MASK(VPCMPEQD, Y13, R11, R12)
	CONCLUDE(PAIRS256, columns256)

// func countParts256(feedback *byte, offsets *int32, rows, blocks, least int, parts *byte, many *uint16)
TEXT ·countParts256(SB), NOSPLIT, $0-56
	MOVQ feedback+0(FP), SI
	MOVQ offsets+8(FP), DX
	MOVQ rows+16(FP), CX
	MOVQ blocks+24(FP), R8
	MOVQ least+32(FP), R9
	MOVQ parts+40(FP), BX
	MOVQ many+48(FP), AX
	MOVL $1, R11
	MOVQ R11, X15
	VPBROADCASTD X15, Y15
	MOVQ R9, X12
	VPBROADCASTD X12, Y12
	VPSUBD Y15, Y12, Y12
	VPXOR Y14, Y14, Y14

count256:
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	VPXOR Y5, Y5, Y5
	VPXOR Y6, Y6, Y6
	MOVQ DX, DI
	MOVQ CX, R10

countRows256:
	MOVLQSX (DI), R12
	SEE((SI)(R12*1), Y0, Y1)
	SEE(8(SI)(R12*1), Y5, Y6)
	ADDQ $4, DI
	DECQ R10
	JNZ countRows256

	MASK(VPCMPGTD, Y12, R11, R12)
	MOVW R11, (AX)
	VPACKUSDW Y6, Y1, Y1
	VPERMQ $0xd8, Y1, Y1
	VEXTRACTI128 $1, Y1, X2
	VPACKUSWB X2, X1, X1
	VMOVDQU X1, (BX)
	ADDQ $16, SI
	ADDQ $16, BX
	ADDQ $2, AX
	DECQ R8
	JNZ count256
	VZEROUPPER
	RET

// func prefetch(b *bucket)
TEXT ·prefetch(SB), NOSPLIT, $0-8
	MOVQ b+0(FP), AX
	PREFETCHT0 (AX)
	PREFETCHT0 64(AX)
	RET
