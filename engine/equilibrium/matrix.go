package equilibrium

import (
	"fmt"
	"math"
	exact "math/big"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"
)

// A matrixGame is played by two: one picks a row, the other a column, and the
// one who picks rows gets the entry there. Its entries are positive.
type matrixGame struct {
	rows    int
	columns []rats
}

// solve returns both players' mixed strategies and payoffs: the player of the rows gets at least
// least, the player of the columns loses at most most. Linear programming finds the support; exact
// equations then give the numbers. If rounding has misled the first step, least and most differ;
// else both are the value of the game.
func (m matrixGame) solve() (least, most *exact.Rat, rows, columns rats, err error) {
	// With x the probabilities of the columns divided by the value, the one
	// who picks columns seeks the largest sum of x such that no row gets more
	// than 1; the other, with y, the smallest sum such that each column gives
	// at least 1. Slack makes equations of that.
	n := len(m.columns)
	primal := mat.NewDense(m.rows, n+m.rows, nil)
	dual := mat.NewDense(n, m.rows+n, nil)
	slack := make([]int, m.rows)
	for i := range m.rows {
		for j, column := range m.columns {
			entry, _ := column[i].Float64()
			primal.Set(i, j, entry)
			dual.Set(j, i, entry)
		}
		primal.Set(i, n+i, 1)
		slack[i] = n + i
	}
	for j := range n {
		dual.Set(j, m.rows+j, -1)
	}

	columns, err = probabilities(m.transposed(), primal, -1, slack)
	if err != nil {
		return nil, nil, nil, nil, err
	}
	rows, err = probabilities(m.columns, dual, 1, nil)
	if err != nil {
		return nil, nil, nil, nil, err
	}

	least = slices.MinFunc(payoffs(m.columns, rows), (*exact.Rat).Cmp)
	most = slices.MaxFunc(payoffs(m.transposed(), columns), (*exact.Rat).Cmp)
	return least, most, rows, columns, nil
}

// payoffs returns what each line pays on average, if its entries have the probabilities.
func payoffs(lines []rats, probabilities rats) (pays rats) {
	for _, line := range lines {
		pays = append(pays, dot(line, probabilities))
	}
	return pays
}

// transposed returns the rows.
func (m matrixGame) transposed() []rats {
	out := make([]rats, m.rows)
	for i := range out {
		for _, column := range m.columns {
			out[i] = append(out[i], column[i])
		}
	}
	return out
}

// probabilities solves a linear program: it minimises the sum of numbers, each times the
// cost, with which every line sums up to 1, but for slack. slacked holds the lines with
// their slack as equations; basic is the basis to begin with, if known. It returns the
// numbers divided by their sum.
func probabilities(
	lines []rats,
	slacked *mat.Dense,
	cost float64,
	basic []int,
) (rats, error) {
	const tolerance, nothing = 1e-13, 1e-9

	// 1. The rounded solution.
	variables := len(lines[0])
	costs := append(slices.Repeat([]float64{cost}, variables), make([]float64, len(lines))...)
	right := slices.Repeat([]float64{1}, len(lines))
	optimum, found, err := lp.Simplex(costs, slacked, right, tolerance, basic)
	if err != nil {
		return nil, fmt.Errorf("linear programming: %w", err)
	}

	// 2. Its support and its tight lines give equations without rounding.
	var support []int // the variables that are not 0
	for i := range variables {
		if found[i] > nothing {
			support = append(support, i)
		}
	}

	var equations []rats // of the lines without slack
	for i, line := range lines {
		if found[variables+i] > nothing {
			continue
		}
		var equation rats
		for _, variable := range support {
			equation = append(equation, new(exact.Rat).Set(line[variable]))
		}
		equations = append(equations, append(equation, exact.NewRat(1, 1)))
	}

	// 3. The exact solution, or a coarse one if rounding has misled the equations.
	out := make(rats, variables)
	for i := range out {
		out[i] = new(exact.Rat)
	}
	solution, ok := solveLinear(equations, len(support))
	if ok {
		for k, j := range support {
			out[j] = solution[k]
		}
	} else {
		for i := range out {
			share := found[i] / (optimum * cost)
			out[i] = exact.NewRat(int64(math.Round(share*coarse)), coarse)
		}
	}

	all := sum(out)
	for _, p := range out {
		p.Quo(p, all)
	}
	return out, nil
}

// coarse is the denominator of probabilities that are near those of the equilibrium.
const coarse = 1 << 12

// solveLinear solves linear equations by elimination, which changes them. Each ends
// with its right-hand side. ok is false unless there is exactly one
// solution, and it is positive.
func solveLinear(equations []rats, variables int) (solution rats, ok bool) {
	for v := range variables {
		row := v
		for row < len(equations) && equations[row][v].Sign() == 0 {
			row++
		}
		if row >= len(equations) {
			return nil, false
		}
		equations[v], equations[row] = equations[row], equations[v]

		by := new(exact.Rat).Inv(equations[v][v])
		for _, x := range equations[v] {
			x.Mul(x, by)
		}

		for i, e := range equations {
			if i == v || e[v].Sign() == 0 {
				continue
			}
			factor := new(exact.Rat).Set(e[v])
			for j, x := range e {
				x.Sub(x, times(factor, equations[v][j]))
			}
		}
	}

	for i, e := range equations {
		switch right := e[variables]; {
		case i < variables && right.Sign() > 0:
			solution = append(solution, right)
		case i < variables || right.Sign() != 0:
			return nil, false
		}
	}
	return solution, true
}
