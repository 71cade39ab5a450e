//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// The lane that a candidate has among four of 16 bytes.
DATA quarters<>+0(SB)/8, $0
DATA quarters<>+8(SB)/8, $0
DATA quarters<>+16(SB)/8, $0x0101010101010101
DATA quarters<>+24(SB)/8, $0x0101010101010101
DATA quarters<>+32(SB)/8, $0x0202020202020202
DATA quarters<>+40(SB)/8, $0x0202020202020202
DATA quarters<>+48(SB)/8, $0x0303030303030303
DATA quarters<>+56(SB)/8, $0x0303030303030303
GLOBL quarters<>(SB), RODATA|NOPTR, $64

// out = the feedback of a candidate on 64 pairs, from bytes after that at BX.
#define FEEDBACK(bytes, out) \
	VBROADCASTI32X4 pairArgs_added+bytes(R8)(BX*1), out        \
	VBROADCASTI32X4 pairArgs_added+(1024+bytes)(R8)(BX*1), Z5  \
	VBROADCASTI32X4 pairArgs_added+(2048+bytes)(R8)(BX*1), Z6  \
	VPSHUFB         Z8, out, out                               \
	VPADDB          Z5, out, out                               \
	VPSUBB          Z6, out, K1, out

// The feedback of two candidates.
#define TWO \
	FEEDBACK(0, Z4) \
	FEEDBACK(16, Z9)

#define SEE(table, seen) \
	VPERMB     table, Z4, Z7         \
	VPERMB     table, Z9, Z15        \
	VPTERNLOGQ $0xfe, Z7, Z15, seen

#define NEXT(loop) \
	ADDQ R13, BX   \
	MOVQ $32, R13  \
	DECQ CX        \
	JNZ  loop      \
	JMP  seen

// func pairs512(args *pairArgs)
//
//	Z4, Z9    feedback of two candidates
//	Z8        rows of the group
//	Z10-Z14   feedback seen, eight to a byte
//	Z16-Z20   bits of the feedback
TEXT ·pairs512(SB), NOSPLIT, $0-8
	MOVQ args+0(FP), R8
	MOVQ pairArgs_candidates(R8), CX
	VBROADCASTI32X4 pairArgs_pegs(R8), Z0
	VPTERNLOGD $0xff, Z1, Z1, Z1
	VPSUBB Z1, Z0, Z1 // one more
	MOVQ $0x0808080808080808, AX
	VPBROADCASTQ AX, Z2
	VMOVDQU64 quarters<>(SB), Z3
	VBROADCASTI32X4 pairArgs_slots(R8), Z9
	XORQ BX, BX
	XORQ R10, R10

	// What colours add to the feedback of four candidates.
prepare:
	VMOVDQU64    pairArgs_colours(R8)(BX*1), Z4
	VPCMPUB      $6, Z0, Z4, K1 // more than in the prefix
	VPCMPUB      $0, Z1, Z4, K2 // one more
	VMOVDQU8.Z   Z2, K1, Z5
	VMOVDQU8.Z   Z2, K2, Z6
	VPSHUFB      Z9, Z6, Z6
	VMOVDQU64    Z6, pairArgs_added+2048(R8)(BX*1)
	VPADDB       pairArgs_ends(R8)(BX*1), Z5, Z6
	VPSHUFB      Z9, Z6, Z6
	VMOVDQU64    Z6, pairArgs_added(R8)(BX*1)
	VPADDB       pairArgs_ends+1024(R8)(BX*1), Z5, Z5
	VPSHUFB      Z9, Z5, Z5
	VPBROADCASTD pairArgs_base(R8)(R10*1), Z7
	VPSHUFB      Z3, Z7, Z7
	VPADDB       Z7, Z5, Z5
	VMOVDQU64    Z5, pairArgs_added+1024(R8)(BX*1)
	ADDQ         $64, BX
	ADDQ         $4, R10
	SUBQ         $4, CX
	JG           prepare

	VMOVDQU64 pairArgs_bits(R8), Z16
	VMOVDQU64 pairArgs_bits+64(R8), Z17
	VMOVDQU64 pairArgs_bits+128(R8), Z18
	VMOVDQU64 pairArgs_bits+192(R8), Z19
	VMOVDQU64 pairArgs_bits+256(R8), Z20
	VPBROADCASTB pairArgs_least(R8), Z21
	MOVQ pairArgs_tables(R8), AX
	MOVQ pairArgs_wanted(R8), DX

group:
	TZCNTQ DX, R12
	MOVQ   R12, R11
	SHLQ   $6, R11 // bytes before those of the group
	SHLQ   $3, R12 // bytes before its word
	VMOVDQU64 pairArgs_rows(R8)(R11*1), Z8
	KMOVQ  pairArgs_diagonal(R8)(R12*1), K1
	VPXORQ Z10, Z10, Z10
	VPXORQ Z11, Z11, Z11
	VPXORQ Z12, Z12, Z12
	VPXORQ Z13, Z13, Z13
	VPXORQ Z14, Z14, Z14
	MOVQ   pairArgs_candidates(R8), CX
	MOVQ   CX, R13 // of an odd number the first two overlap the next two
	ANDQ   $1, R13
	XORQ   $1, R13
	INCQ   R13
	SHLQ   $4, R13
	INCQ   CX
	SHRQ   $1, CX
	XORQ   BX, BX
	CMPQ   AX, $3
	JLT    two
	JEQ    three
	CMPQ   AX, $4
	JEQ    four

five:
	TWO
	SEE(Z16, Z10)
	SEE(Z17, Z11)
	SEE(Z18, Z12)
	SEE(Z19, Z13)
	SEE(Z20, Z14)
	NEXT(five)

four:
	TWO
	SEE(Z16, Z10)
	SEE(Z17, Z11)
	SEE(Z18, Z12)
	SEE(Z19, Z13)
	NEXT(four)

three:
	TWO
	SEE(Z16, Z10)
	SEE(Z17, Z11)
	SEE(Z18, Z12)
	NEXT(three)

two:
	TWO
	SEE(Z16, Z10)
	SEE(Z17, Z11)
	NEXT(two)

seen:
	VPOPCNTB  Z10, Z10
	VPOPCNTB  Z11, Z11
	VPOPCNTB  Z12, Z12
	VPOPCNTB  Z13, Z13
	VPOPCNTB  Z14, Z14
	VPADDB    Z11, Z10, Z10
	VPADDB    Z13, Z12, Z12
	VPADDB    Z14, Z10, Z10
	VPADDB    Z12, Z10, Z10
	VMOVDQU64 Z10, pairArgs_parts(R8)(R11*1)
	VPCMPUB   $5, Z21, Z10, K2 // at least
	KMOVQ     K2, pairArgs_enough(R8)(R12*1)
	BLSRQ     DX, DX
	JNZ       group
	VZEROUPPER
	RET

// By bytes of 32 pairs: which of two candidates, which byte of 32 bits, and which bit of it.
DATA halves<>+0(SB)/8, $0
DATA halves<>+8(SB)/8, $0
DATA halves<>+16(SB)/8, $0x0101010101010101
DATA halves<>+24(SB)/8, $0x0101010101010101
GLOBL halves<>(SB), RODATA|NOPTR, $32
DATA byteOf<>+0(SB)/8, $0
DATA byteOf<>+8(SB)/8, $0x0101010101010101
DATA byteOf<>+16(SB)/8, $0x0202020202020202
DATA byteOf<>+24(SB)/8, $0x0303030303030303
GLOBL byteOf<>(SB), RODATA|NOPTR, $32
DATA bitOf<>+0(SB)/8, $0x8040201008040201
DATA bitOf<>+8(SB)/8, $0x8040201008040201
DATA bitOf<>+16(SB)/8, $0x8040201008040201
DATA bitOf<>+24(SB)/8, $0x8040201008040201
GLOBL bitOf<>(SB), RODATA|NOPTR, $32

// The number of bits of up to 15.
DATA bitsOf<>+0(SB)/8, $0x0302020102010100
DATA bitsOf<>+8(SB)/8, $0x0403030203020201
GLOBL bitsOf<>(SB), RODATA|NOPTR, $16

// The feedback of a candidate on 32 pairs, from bytes after that at BX.
#define FEEDBACK256(rows, twice) \
	VBROADCASTI128 pairArgs_added(R8)(BX*1), Y0      \
	VBROADCASTI128 pairArgs_added+1024(R8)(BX*1), Y1 \
	VBROADCASTI128 pairArgs_added+2048(R8)(BX*1), Y2 \
	VPSHUFB        rows, Y0, Y0                      \
	VPAND          twice, Y2, Y2                     \
	VPADDB         Y1, Y0, Y0                        \
	VPSUBB         Y2, Y0, Y0                        \
	ADDQ           $16, BX

// The same where no pair has twice the same colour.
#define DIFFERENT256 \
	VBROADCASTI128 pairArgs_added(R8)(BX*1), Y0      \
	VBROADCASTI128 pairArgs_added+1024(R8)(BX*1), Y1 \
	VPSHUFB        Y6, Y0, Y0                        \
	VPADDB         Y1, Y0, Y0                        \
	ADDQ           $16, BX

// Feedback of eight bits is seen by halves.
#define SEE4 \
	VPSHUFB Y0, Y3, Y1 \
	VPOR    Y1, Y9, Y9 \
	VPXOR   Y8, Y0, Y0 \
	VPSHUFB Y0, Y5, Y1 \
	VPOR    Y1, Y10, Y10
#define SEE5 \
	VPSHUFB Y0, Y4, Y2   \
	VPOR    Y2, Y11, Y11 \
	SEE4

// Y1 = the last four bits of feedback, above 127 where it is of another quarter.
#define QUARTER(at) \
	VPXOR    at(SP), Y0, Y1 \
	VPADDUSB Y15, Y1, Y1

#define SEE256(table, seen) \
	VPSHUFB Y1, table, Y2  \
	VPOR    Y2, seen, seen

#define NEXT256(loop) \
	DECQ CX      \
	JNZ  loop    \
	JMP  seen

// seen = how many bits each byte has.
#define COUNT256(seen) \
	VPSRLW  $4, seen, Y0     \
	VPAND   Y4, Y0, Y0       \
	VPAND   Y4, seen, seen   \
	VPSHUFB Y0, Y3, Y0       \
	VPSHUFB seen, Y3, seen   \
	VPADDB  Y0, seen, seen

// func pairs256(args *pairArgs)
//
//	0(SP)     pairs of twice the same colour
//	32(SP)    16, 32 and 48 in each byte: the beginnings of quarters
//	Y3-Y8     bits of the feedback, by quarters: 0, 1, 2, 2, 3, 3, or halves: 0, 0, 1
//	Y9-Y14    feedback seen, eight to a byte
//	Y15       112 in each byte
TEXT ·pairs256(SB), NOSPLIT, $128-8
	MOVQ args+0(FP), R8
	MOVQ pairArgs_candidates(R8), CX
	VBROADCASTI128 pairArgs_pegs(R8), Y0
	VPCMPEQB Y1, Y1, Y1
	VPSUBB Y1, Y0, Y1 // one more
	VPBROADCASTB pairArgs_peg(R8), Y2
	VMOVDQU halves<>(SB), Y3
	MOVQ $0x1010101010101010, AX
	MOVQ AX, X4
	VPBROADCASTQ X4, Y4
	VMOVDQU Y4, 32(SP)
	VPADDB Y4, Y4, Y5
	VMOVDQU Y5, 64(SP)
	VPADDB Y4, Y5, Y4
	VMOVDQU Y4, 96(SP)
	VPADDB Y5, Y5, Y15
	VPADDB Y4, Y15, Y15
	VBROADCASTI128 pairArgs_slots(R8), Y8
	XORQ BX, BX
	XORQ R10, R10

	// What colours add to the feedback of two candidates.
prepare:
	VMOVDQU      pairArgs_colours(R8)(BX*1), Y4
	VPCMPGTB     Y0, Y4, Y5 // more than in the prefix
	VPCMPEQB     Y1, Y4, Y6 // one more
	VPAND        Y2, Y5, Y5
	VPAND        Y2, Y6, Y6
	VPSHUFB      Y8, Y6, Y6
	VMOVDQU      Y6, pairArgs_added+2048(R8)(BX*1)
	VPADDB       pairArgs_ends(R8)(BX*1), Y5, Y6
	VPSHUFB      Y8, Y6, Y6
	VMOVDQU      Y6, pairArgs_added(R8)(BX*1)
	VPADDB       pairArgs_ends+1024(R8)(BX*1), Y5, Y5
	VPSHUFB      Y8, Y5, Y5
	VPBROADCASTW pairArgs_base(R8)(R10*1), Y7
	VPSHUFB      Y3, Y7, Y7
	VPADDB       Y7, Y5, Y5
	VMOVDQU      Y5, pairArgs_added+1024(R8)(BX*1)
	ADDQ         $32, BX
	ADDQ         $2, R10
	SUBQ         $2, CX
	JG           prepare

	MOVQ pairArgs_positions(R8), R9
	MOVQ pairArgs_wanted(R8), DX

group:
	BSFQ DX, R12
	MOVQ R12, R11
	SHLQ $6, R11 // bytes before those of the group
	SHLQ $3, R12 // bytes before its word

half:
	VPBROADCASTD   pairArgs_diagonal(R8)(R12*1), Y0
	VPSHUFB        byteOf<>(SB), Y0, Y0
	VMOVDQU        bitOf<>(SB), Y1
	VPAND          Y1, Y0, Y0
	VPCMPEQB       Y1, Y0, Y0
	VMOVDQU        Y0, 0(SP)
	VBROADCASTI128 pairArgs_quarters(R8), Y3
	VBROADCASTI128 pairArgs_quarters+16(R8), Y4
	VBROADCASTI128 pairArgs_quarters+32(R8), Y5
	VBROADCASTI128 pairArgs_quarters+48(R8), Y6
	VBROADCASTI128 pairArgs_quarters+64(R8), Y7
	VBROADCASTI128 pairArgs_quarters+80(R8), Y8
	VPXOR          Y9, Y9, Y9
	VPXOR          Y10, Y10, Y10
	VPXOR          Y11, Y11, Y11
	VPXOR          Y12, Y12, Y12
	VPXOR          Y13, Y13, Y13
	VPXOR          Y14, Y14, Y14
	MOVQ           pairArgs_candidates(R8), CX
	XORQ           BX, BX
	CMPQ           R9, $5
	JLE            halves
	CMPQ           R9, $6
	JEQ            six

seven:
	FEEDBACK256(pairArgs_rows(R8)(R11*1), 0(SP))
	VPADDUSB Y15, Y0, Y1
	SEE256(Y3, Y9)
	QUARTER(32)
	SEE256(Y4, Y10)
	QUARTER(64)
	SEE256(Y5, Y11)
	SEE256(Y6, Y12)
	QUARTER(96)
	SEE256(Y7, Y13)
	SEE256(Y8, Y14)
	NEXT256(seven)

six:
	FEEDBACK256(pairArgs_rows(R8)(R11*1), 0(SP))
	VPADDUSB Y15, Y0, Y1
	SEE256(Y3, Y9)
	QUARTER(32)
	SEE256(Y4, Y10)
	QUARTER(64)
	SEE256(Y5, Y11)
	SEE256(Y6, Y12)
	QUARTER(96)
	SEE256(Y7, Y13)
	NEXT256(six)

halves:
	VMOVDQU      pairArgs_rows(R8)(R11*1), Y6
	VMOVDQU      0(SP), Y7
	MOVQ         $0x8080808080808080, AX
	MOVQ         AX, X8
	VPBROADCASTQ X8, Y8
	VPTEST       Y7, Y7
	JZ           different
	CMPQ         R9, $5
	JEQ          five

four:
	FEEDBACK256(Y6, Y7)
	SEE4
	NEXT256(four)

five:
	FEEDBACK256(Y6, Y7)
	SEE5
	NEXT256(five)

different:
	CMPQ R9, $5
	JEQ  different5

different4:
	DIFFERENT256
	SEE4
	NEXT256(different4)

different5:
	DIFFERENT256
	SEE5
	NEXT256(different5)

seen:
	VBROADCASTI128 bitsOf<>(SB), Y3
	MOVQ           $0x0f0f0f0f0f0f0f0f, AX
	MOVQ           AX, X4
	VPBROADCASTQ   X4, Y4
	COUNT256(Y9)
	COUNT256(Y10)
	COUNT256(Y11)
	COUNT256(Y12)
	COUNT256(Y13)
	COUNT256(Y14)
	VPADDB         Y10, Y9, Y9
	VPADDB         Y12, Y11, Y11
	VPADDB         Y14, Y13, Y13
	VPADDB         Y11, Y9, Y9
	VPADDB         Y13, Y9, Y9
	VMOVDQU        Y9, pairArgs_parts(R8)(R11*1)
	VPBROADCASTB   pairArgs_least(R8), Y0
	VPMAXUB        Y0, Y9, Y0
	VPCMPEQB       Y9, Y0, Y0 // at least
	VPMOVMSKB      Y0, AX
	MOVL           AX, pairArgs_enough(R8)(R12*1)
	ADDQ           $32, R11
	ADDQ           $4, R12
	TESTQ          $4, R12
	JNZ            half
	LEAQ           -1(DX), AX
	ANDQ           AX, DX
	JNZ            group
	VZEROUPPER
	RET
