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
	XORQ BX, BX
	XORQ R10, R10

	// What colours add to the feedback of four candidates.
prepare:
	VMOVDQU64    pairArgs_colours(R8)(BX*1), Z4
	VPCMPUB      $6, Z0, Z4, K1 // more than in the prefix
	VPCMPUB      $0, Z1, Z4, K2 // one more
	VMOVDQU8.Z   Z2, K1, Z5
	VMOVDQU8.Z   Z2, K2, Z6
	VMOVDQU64    Z6, pairArgs_added+2048(R8)(BX*1)
	VPADDB       pairArgs_ends(R8)(BX*1), Z5, Z6
	VMOVDQU64    Z6, pairArgs_added(R8)(BX*1)
	VPADDB       pairArgs_ends+1024(R8)(BX*1), Z5, Z5
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
