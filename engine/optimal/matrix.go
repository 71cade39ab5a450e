package optimal

import exact "math/big"

// A matrixGame is played by two: one picks a row, the other a column, and the
// one who picks rows gets what stands there. Its entries are positive.
type matrixGame struct {
	rows    int
	columns [][]*exact.Rat
}

// solve returns the value of the game, and with which probability each picks
// what. All numbers are exact.
//
// With x the probabilities of the columns divided by the value, the one who
// picks columns seeks the largest sum of x such that no row gets more than 1;
// the simplex method begins there with x = 0, and Bland's rule lets it end.
// The prices of the rows are the other's probabilities divided by the value.
func (m matrixGame) solve() (value *exact.Rat, rows, columns []*exact.Rat) {
	n := len(m.columns)
	width := n + m.rows + 1 // columns, slack of the rows, right-hand side
	t := make([][]*exact.Rat, m.rows+1)
	for i := range t {
		t[i] = make([]*exact.Rat, width)
		for j := range t[i] {
			t[i][j] = new(exact.Rat)
		}
	}
	basis := make([]int, m.rows)
	for i := range m.rows {
		for j, column := range m.columns {
			t[i][j].Set(column[i])
		}
		t[i][n+i].SetInt64(1)
		t[i][width-1].SetInt64(1)
		basis[i] = n + i
	}
	last := t[m.rows]
	for j := range n {
		last[j].SetInt64(-1)
	}
	for {
		enter := 0
		for enter < width-1 && last[enter].Sign() >= 0 {
			enter++
		}
		if enter == width-1 {
			break
		}
		leave := -1
		var least *exact.Rat
		for i := range m.rows {
			if t[i][enter].Sign() <= 0 {
				continue
			}
			ratio := new(exact.Rat).Quo(t[i][width-1], t[i][enter])
			if leave >= 0 {
				order := ratio.Cmp(least)
				if order > 0 || order == 0 && basis[i] > basis[leave] {
					continue
				}
			}
			leave, least = i, ratio
		}
		pivot(t, leave, enter) // some row bounds every column, since entries are positive
		basis[leave] = enter
	}
	value = new(exact.Rat).Inv(last[width-1])
	for i := range m.rows {
		rows = append(rows, new(exact.Rat).Mul(last[n+i], value))
	}
	for range n {
		columns = append(columns, new(exact.Rat))
	}
	for i, j := range basis {
		if j < n {
			columns[j].Mul(t[i][width-1], value)
		}
	}
	return value, rows, columns
}

// pivot makes the entry 1 and the others of its column 0.
func pivot(t [][]*exact.Rat, row, column int) {
	by := new(exact.Rat).Inv(t[row][column])
	for _, v := range t[row] {
		v.Mul(v, by)
	}
	for i := range t {
		if i == row || t[i][column].Sign() == 0 {
			continue
		}
		factor := new(exact.Rat).Set(t[i][column])
		for j, v := range t[i] {
			v.Sub(v, new(exact.Rat).Mul(factor, t[row][j]))
		}
	}
}
