//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// Rows of feedback are copied to where they stand one after another; then each is compared
// with all before it. A guess makes one part more for each feedback that was not there. R10 is
// how many parts must have been made so far, for there to be enough if all rows left make
// one more: where no guess has them, that is the end.
#define ARGUMENTS \
	MOVQ args+0(FP), R8              \
	MOVQ distinctArgs_table(R8), SI  \
	MOVQ distinctArgs_rows(R8), R9   \
	MOVQ distinctArgs_n(R8), CX      \
	MOVQ distinctArgs_room(R8), DI   \
	MOVQ distinctArgs_least(R8), R10 \
	SUBQ CX, R10                     \
	SHLQ $6, CX                      \
	XORQ BX, BX

// func distinct512(args *distinctArgs)
TEXT ·distinct512(SB), NOSPLIT, $0-8
	ARGUMENTS
	VPXORQ       Z3, Z3, Z3 // parts
	VPTERNLOGD   $0xff, Z4, Z4, Z4
row:
	MOVQ         (R9), AX
	ADDQ         $8, R9
	VMOVDQU64    (SI)(AX*1), Z0
	VMOVDQU64    Z0, (DI)(BX*1)
	KXORQ        K1, K1, K1
	XORQ         DX, DX
	JMP          test
before:
	VPCMPEQB     (DI)(DX*1), Z0, K2
	KORQ         K2, K1, K1
	ADDQ         $64, DX
test:
	CMPQ         DX, BX
	JLT          before
	KNOTQ        K1, K1
	VPSUBB       Z4, Z3, K1, Z3
	INCQ         R10
	JLE          next
	VPBROADCASTB R10, Z5
	VPCMPUB      $5, Z5, Z3, K1 // at least
	KORTESTQ     K1, K1
	JEQ          none
next:
	ADDQ         $64, BX
	CMPQ         BX, CX
	JLT          row
	VPBROADCASTB distinctArgs_least(R8), Z0
	VPCMPUB      $5, Z0, Z3, K1 // at least
	KMOVQ        K1, distinctArgs_enough(R8)
	VMOVDQU64    Z3, distinctArgs_parts(R8)
	VZEROUPPER
	RET
none:
	MOVQ         $0, distinctArgs_enough(R8)
	VZEROUPPER
	RET

// func distinct256(args *distinctArgs)
TEXT ·distinct256(SB), NOSPLIT, $0-8
	ARGUMENTS
	VPXOR        Y4, Y4, Y4 // minus the parts, in two registers
	VPXOR        Y5, Y5, Y5
	VPCMPEQB     Y8, Y8, Y8
row:
	MOVQ         (R9), AX
	ADDQ         $8, R9
	VMOVDQU      (SI)(AX*1), Y0
	VMOVDQU      32(SI)(AX*1), Y1
	VMOVDQU      Y0, (DI)(BX*1)
	VMOVDQU      Y1, 32(DI)(BX*1)
	VPXOR        Y2, Y2, Y2
	VPXOR        Y3, Y3, Y3
	XORQ         DX, DX
	JMP          test
before:
	VPCMPEQB     (DI)(DX*1), Y0, Y6
	VPCMPEQB     32(DI)(DX*1), Y1, Y7
	VPOR         Y6, Y2, Y2
	VPOR         Y7, Y3, Y3
	ADDQ         $64, DX
test:
	CMPQ         DX, BX
	JLT          before
	VPANDN       Y8, Y2, Y2 // not there
	VPANDN       Y8, Y3, Y3
	VPADDB       Y2, Y4, Y4
	VPADDB       Y3, Y5, Y5
	ADDQ         $64, BX
	CMPQ         BX, CX
	JLT          row
	MOVQ         distinctArgs_least(R8), AX
	MOVQ         AX, X0
	VPBROADCASTB X0, Y0
	VPXOR        Y1, Y1, Y1
	VPSUBB       Y4, Y1, Y4
	VPSUBB       Y5, Y1, Y5
	VMOVDQU      Y4, distinctArgs_parts(R8)
	VMOVDQU      Y5, distinctArgs_parts+32(R8)
	VPMAXUB      Y0, Y4, Y2
	VPMAXUB      Y0, Y5, Y3
	VPCMPEQB     Y4, Y2, Y2
	VPCMPEQB     Y5, Y3, Y3
	VPMOVMSKB    Y2, AX
	VPMOVMSKB    Y3, BX
	SHLQ         $32, BX
	ORQ          BX, AX
	MOVQ         AX, distinctArgs_enough(R8)
	VZEROUPPER
	RET
