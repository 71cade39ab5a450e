//go:build !purego

#include "textflag.h"

// Registers, one lane for each of 16 columns:
//
//	Z0   answers seen, a bit for each
//	Z1   how many different ones
//	Z29  1 less than the number of rows
//	Z30  the number of rows
//	Z31  1
//
// The columns that fill up the last block hold the same answer in all rows, so
// that they are one part, and of at least three rows neither n nor n-1.

// Ends a block of columns in which those in R11 separate all rows, and those that
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

#define PAIRS512 \
	VPCMPEQD Z29, Z1, K3 \
	KMOVW K3, R10

// func separate512(answers *byte, offsets *int32, rows, blocks int) (separator, pair int)
TEXT ·separate512(SB), NOSPLIT, $0-48
	MOVQ answers+0(FP), SI
	MOVQ offsets+8(FP), DX
	MOVQ rows+16(FP), CX
	MOVQ blocks+24(FP), R8
	MOVQ $-1, AX
	XORQ R9, R9 // the first column of the block
	MOVL $1, R11
	VPBROADCASTD R11, Z31
	VPBROADCASTD CX, Z30
	VPSUBD Z31, Z30, Z29

columns:
	VPXORD Z0, Z0, Z0
	VPXORD Z1, Z1, Z1
	MOVQ DX, DI
	MOVQ CX, R10
	LEAQ (SI)(R9*1), R13

rows:
	MOVLQSX (DI), R12
	VPMOVZXBD (R13)(R12*1), Z2
	VPSLLVD Z2, Z31, Z3
	VPTESTNMD Z0, Z3, K1
	VPADDD Z31, Z1, K1, Z1
	VPORD Z3, Z0, Z0
	ADDQ $4, DI
	DECQ R10
	JNZ rows

	VPCMPEQD Z30, Z1, K2
	KMOVW K2, R11
	CONCLUDE(PAIRS512, columns)

// func countParts512(answers *byte, offsets *int32, rows, blocks, least int, parts *byte, many *uint16)
TEXT ·countParts512(SB), NOSPLIT, $0-56
	MOVQ answers+0(FP), SI
	MOVQ offsets+8(FP), DX
	MOVQ rows+16(FP), CX
	MOVQ blocks+24(FP), R8
	MOVQ least+32(FP), R9
	MOVQ parts+40(FP), BX
	MOVQ many+48(FP), AX
	MOVL $1, R11
	VPBROADCASTD R11, Z31
	VPBROADCASTD R9, Z30

count:
	VPXORD Z0, Z0, Z0
	VPXORD Z1, Z1, Z1
	MOVQ DX, DI
	MOVQ CX, R10

countRows:
	MOVLQSX (DI), R12
	VPMOVZXBD (SI)(R12*1), Z2
	VPSLLVD Z2, Z31, Z3
	VPTESTNMD Z0, Z3, K1
	VPADDD Z31, Z1, K1, Z1
	VPORD Z3, Z0, Z0
	ADDQ $4, DI
	DECQ R10
	JNZ countRows

	VPMOVDB Z1, (BX)
	VPCMPD $5, Z30, Z1, K2 // not less
	KMOVW K2, R11
	MOVW R11, (AX)
	ADDQ $16, SI
	ADDQ $16, BX
	ADDQ $2, AX
	DECQ R8
	JNZ count
	VZEROUPPER
	RET

// With AVX2 a block is two registers of eight columns:
//
//	Y0, Y5   answers seen, a bit for each
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

// func separate256(answers *byte, offsets *int32, rows, blocks int) (separator, pair int)
TEXT ·separate256(SB), NOSPLIT, $0-48
	MOVQ answers+0(FP), SI
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

// func countParts256(answers *byte, offsets *int32, rows, blocks, least int, parts *byte, many *uint16)
TEXT ·countParts256(SB), NOSPLIT, $0-56
	MOVQ answers+0(FP), SI
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
