//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// By bytes of 16 pairs: which byte of 16 bits, and which bit of it.
DATA byteOf<>+0(SB)/8, $0
DATA byteOf<>+8(SB)/8, $0x0101010101010101
GLOBL byteOf<>(SB), RODATA|NOPTR, $16
DATA bitOf<>+0(SB)/8, $0x8040201008040201
DATA bitOf<>+8(SB)/8, $0x8040201008040201
GLOBL bitOf<>(SB), RODATA|NOPTR, $16

// V0 = the feedback of a candidate on 16 pairs.
#define FEEDBACK \
	VLD1.P 16(R3), [V0.B16]             \
	VLD1.P 16(R4), [V1.B16]             \
	VLD1.P 16(R5), [V2.B16]             \
	VTBL   V8.B16, [V0.B16], V0.B16     \
	VADD   V1.B16, V0.B16, V0.B16       \
	VAND   V9.B16, V2.B16, V2.B16       \
	VSUB   V2.B16, V0.B16, V0.B16

#define SEE(t0, t1, t2, t3, seen) \
	VTBL V0.B16, [t0.B16, t1.B16, t2.B16, t3.B16], V1.B16 \
	VORR V1.B16, seen.B16, seen.B16

#define NEXT(loop) \
	SUB  $1, R2    \
	CBNZ R2, loop  \
	JMP  seen

// func pairsNEON(args *pairArgs)
//
//	V3-V7    feedback seen, eight to a byte
//	V8       rows of 16 pairs
//	V9       those of twice the same colour
//	V10      the bits of 8 pairs, twice
//	V11      the least number of parts
//	V12-V31  bits of the feedback, four registers for each byte
TEXT ·pairsNEON(SB), NOSPLIT, $0-8
	MOVD  args+0(FP), R0
	MOVD  pairArgs_candidates(R0), R1
	ADD   $pairArgs_pegs, R0, R3
	VLD1  (R3), [V0.B16]
	VMOVI $1, V1.B16
	VADD  V0.B16, V1.B16, V1.B16 // one more
	VMOVI $8, V2.B16
	ADD   $pairArgs_slots, R0, R3
	VLD1  (R3), [V3.B16]
	ADD   $pairArgs_base, R0, R2
	ADD   $pairArgs_colours, R0, R3
	ADD   $pairArgs_ends, R0, R4
	ADD   $1024, R4, R5
	ADD   $pairArgs_added, R0, R6
	ADD   $1024, R6, R7
	ADD   $1024, R7, R8

	// What colours add to the feedback of a candidate.
prepare:
	VLD1.P 16(R3), [V4.B16]
	VUMAX  V1.B16, V4.B16, V5.B16
	VCMEQ  V4.B16, V5.B16, V5.B16 // more than in the prefix
	VCMEQ  V1.B16, V4.B16, V6.B16 // one more
	VAND   V2.B16, V5.B16, V5.B16
	VAND   V2.B16, V6.B16, V6.B16
	VTBL   V3.B16, [V6.B16], V6.B16
	VST1.P [V6.B16], 16(R8)
	VLD1.P 16(R4), [V6.B16]
	VADD   V5.B16, V6.B16, V6.B16
	VTBL   V3.B16, [V6.B16], V6.B16
	VST1.P [V6.B16], 16(R6)
	VLD1.P 16(R5), [V6.B16]
	VADD   V5.B16, V6.B16, V6.B16
	VTBL   V3.B16, [V6.B16], V6.B16
	MOVBU.P 1(R2), R9
	VDUP   R9, V7.B16
	VADD   V7.B16, V6.B16, V6.B16
	VST1.P [V6.B16], 16(R7)
	SUB    $1, R1
	CBNZ   R1, prepare

	MOVD   $bitOf<>(SB), R3
	VLD1   (R3), [V10.B16]
	MOVD   pairArgs_least(R0), R3
	VDUP   R3, V11.B16
	ADD    $pairArgs_bits, R0, R3
	VLD1.P 64(R3), [V12.B16, V13.B16, V14.B16, V15.B16]
	VLD1.P 64(R3), [V16.B16, V17.B16, V18.B16, V19.B16]
	VLD1.P 64(R3), [V20.B16, V21.B16, V22.B16, V23.B16]
	VLD1.P 64(R3), [V24.B16, V25.B16, V26.B16, V27.B16]
	VLD1.P 64(R3), [V28.B16, V29.B16, V30.B16, V31.B16]
	MOVD   pairArgs_tables(R0), R1
	MOVD   pairArgs_wanted(R0), R10

group:
	RBIT R10, R11
	CLZ  R11, R11
	ADD  $pairArgs_rows, R0, R12
	ADD  R11<<6, R12, R12
	ADD  $pairArgs_diagonal, R0, R13
	ADD  R11<<3, R13, R13
	ADD  $pairArgs_parts, R0, R14
	ADD  R11<<6, R14, R14
	ADD  $pairArgs_enough, R0, R15
	ADD  R11<<3, R15, R15
	MOVD $4, R11

quarter:
	VLD1.P  16(R12), [V8.B16]
	MOVHU.P 2(R13), R3
	VDUP    R3, V9.H8
	MOVD    $byteOf<>(SB), R3
	VLD1    (R3), [V0.B16]
	VTBL    V0.B16, [V9.B16], V9.B16
	VAND    V10.B16, V9.B16, V9.B16
	VCMEQ   V10.B16, V9.B16, V9.B16
	VEOR    V3.B16, V3.B16, V3.B16
	VEOR    V4.B16, V4.B16, V4.B16
	VEOR    V5.B16, V5.B16, V5.B16
	VEOR    V6.B16, V6.B16, V6.B16
	VEOR    V7.B16, V7.B16, V7.B16
	MOVD    pairArgs_candidates(R0), R2
	ADD     $pairArgs_added, R0, R3
	ADD     $1024, R3, R4
	ADD     $1024, R4, R5
	CMP     $3, R1
	BLT     two
	BEQ     three
	CMP     $4, R1
	BEQ     four

five:
	FEEDBACK
	SEE(V12, V13, V14, V15, V3)
	SEE(V16, V17, V18, V19, V4)
	SEE(V20, V21, V22, V23, V5)
	SEE(V24, V25, V26, V27, V6)
	SEE(V28, V29, V30, V31, V7)
	NEXT(five)

four:
	FEEDBACK
	SEE(V12, V13, V14, V15, V3)
	SEE(V16, V17, V18, V19, V4)
	SEE(V20, V21, V22, V23, V5)
	SEE(V24, V25, V26, V27, V6)
	NEXT(four)

three:
	FEEDBACK
	SEE(V12, V13, V14, V15, V3)
	SEE(V16, V17, V18, V19, V4)
	SEE(V20, V21, V22, V23, V5)
	NEXT(three)

two:
	FEEDBACK
	SEE(V12, V13, V14, V15, V3)
	SEE(V16, V17, V18, V19, V4)
	NEXT(two)

seen:
	VCNT    V3.B16, V3.B16
	VCNT    V4.B16, V4.B16
	VCNT    V5.B16, V5.B16
	VCNT    V6.B16, V6.B16
	VCNT    V7.B16, V7.B16
	VADD    V4.B16, V3.B16, V3.B16
	VADD    V6.B16, V5.B16, V5.B16
	VADD    V7.B16, V3.B16, V3.B16
	VADD    V5.B16, V3.B16, V3.B16
	VST1.P  [V3.B16], 16(R14)
	VUMAX   V11.B16, V3.B16, V4.B16
	VCMEQ   V3.B16, V4.B16, V4.B16 // at least
	VAND    V10.B16, V4.B16, V4.B16
	VADDP   V4.B16, V4.B16, V4.B16
	VADDP   V4.B16, V4.B16, V4.B16
	VADDP   V4.B16, V4.B16, V4.B16
	VMOV    V4.H[0], R3
	MOVH.P  R3, 2(R15)
	SUB     $1, R11
	CBNZ    R11, quarter
	SUB     $1, R10, R3
	ANDS    R3, R10, R10
	BNE     group
	RET

// func distinctNEON(args *distinctArgs)
//
//	V0-V3    a row of feedback
//	V4-V7    where it was before
//	V16-V19  minus the parts
TEXT ·distinctNEON(SB), NOSPLIT, $0-8
	MOVD args+0(FP), R0
	MOVD distinctArgs_table(R0), R1
	MOVD distinctArgs_rows(R0), R2
	MOVD distinctArgs_n(R0), R3
	MOVD distinctArgs_room(R0), R4
	MOVD R4, R5 // the end of the rows before
	VEOR V16.B16, V16.B16, V16.B16
	VEOR V17.B16, V17.B16, V17.B16
	VEOR V18.B16, V18.B16, V18.B16
	VEOR V19.B16, V19.B16, V19.B16
	VCMEQ V20.B16, V20.B16, V20.B16

row:
	MOVD.P 8(R2), R6
	ADD    R1, R6, R6
	VLD1   (R6), [V0.B16, V1.B16, V2.B16, V3.B16]
	VEOR   V4.B16, V4.B16, V4.B16
	VEOR   V5.B16, V5.B16, V5.B16
	VEOR   V6.B16, V6.B16, V6.B16
	VEOR   V7.B16, V7.B16, V7.B16
	MOVD   R4, R6
	JMP    test

before:
	VLD1.P 64(R6), [V8.B16, V9.B16, V10.B16, V11.B16]
	VCMEQ  V0.B16, V8.B16, V8.B16
	VCMEQ  V1.B16, V9.B16, V9.B16
	VCMEQ  V2.B16, V10.B16, V10.B16
	VCMEQ  V3.B16, V11.B16, V11.B16
	VORR   V8.B16, V4.B16, V4.B16
	VORR   V9.B16, V5.B16, V5.B16
	VORR   V10.B16, V6.B16, V6.B16
	VORR   V11.B16, V7.B16, V7.B16

test:
	CMP    R5, R6
	BLT    before
	VEOR   V20.B16, V4.B16, V4.B16 // not there
	VEOR   V20.B16, V5.B16, V5.B16
	VEOR   V20.B16, V6.B16, V6.B16
	VEOR   V20.B16, V7.B16, V7.B16
	VADD   V4.B16, V16.B16, V16.B16
	VADD   V5.B16, V17.B16, V17.B16
	VADD   V6.B16, V18.B16, V18.B16
	VADD   V7.B16, V19.B16, V19.B16
	VST1.P [V0.B16, V1.B16, V2.B16, V3.B16], 64(R5)
	SUB    $1, R3
	CBNZ   R3, row

	VEOR  V4.B16, V4.B16, V4.B16
	VSUB  V16.B16, V4.B16, V16.B16
	VSUB  V17.B16, V4.B16, V17.B16
	VSUB  V18.B16, V4.B16, V18.B16
	VSUB  V19.B16, V4.B16, V19.B16
	ADD   $distinctArgs_parts, R0, R1
	VST1  [V16.B16, V17.B16, V18.B16, V19.B16], (R1)
	MOVD  distinctArgs_least(R0), R1
	VDUP  R1, V4.B16
	MOVD  $bitOf<>(SB), R1
	VLD1  (R1), [V5.B16]
	VUMAX V4.B16, V16.B16, V0.B16
	VUMAX V4.B16, V17.B16, V1.B16
	VUMAX V4.B16, V18.B16, V2.B16
	VUMAX V4.B16, V19.B16, V3.B16
	VCMEQ V16.B16, V0.B16, V0.B16 // at least
	VCMEQ V17.B16, V1.B16, V1.B16
	VCMEQ V18.B16, V2.B16, V2.B16
	VCMEQ V19.B16, V3.B16, V3.B16
	VAND  V5.B16, V0.B16, V0.B16
	VAND  V5.B16, V1.B16, V1.B16
	VAND  V5.B16, V2.B16, V2.B16
	VAND  V5.B16, V3.B16, V3.B16
	VADDP V1.B16, V0.B16, V0.B16
	VADDP V3.B16, V2.B16, V2.B16
	VADDP V2.B16, V0.B16, V0.B16
	VADDP V0.B16, V0.B16, V0.B16
	VMOV  V0.D[0], R1
	MOVD  R1, distinctArgs_enough(R0)
	RET
