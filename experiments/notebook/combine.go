package notebook

import (
	"encoding/json"
	"errors"

	"codebreak/experiments/store"
)

// combine makes one answer of two to the same question that differ, where that
// makes sense: bounds of one search may be better than those of another.
func combine(k store.Key, a, b json.RawMessage) (value json.RawMessage, partial, ok bool, err error) {
	if k.Kind != (Solve{}).Kind() {
		return nil, false, false, nil
	}
	value, partial, err = combineSolved(a, b)
	return value, partial, partial, err
}

// combineSolved keeps the bounds that leave less open. Bounds of two searches
// that were stopped cannot be put together number by number, since the later
// numbers of an objective hold only with the earlier ones. Proved answers are
// not combined: they must be equal.
func combineSolved(a, b json.RawMessage) (value json.RawMessage, partial bool, err error) {
	var x, y Solved
	if err := errors.Join(json.Unmarshal(a, &x), json.Unmarshal(b, &y)); err != nil {
		return nil, false, err
	}
	if x.Proved || y.Proved {
		return nil, false, nil
	}
	better := a
	for i := range min(len(x.Ranges), len(y.Ranges)) {
		left, right := x.Ranges[i].Upper-x.Ranges[i].Lower, y.Ranges[i].Upper-y.Ranges[i].Lower
		if left != right {
			if right < left {
				better = b
			}
			break
		}
	}
	return better, true, nil
}
