package notebook

import (
	"encoding/json"

	"codebreak/experiments/store"
)

// combine makes one partial answer of two to the same question.
func combine(k store.Key, a, b json.RawMessage) (json.RawMessage, bool, error) {
	switch k.Kind {
	case Solve{}.Kind():
		return combineSolved(a, b)
	}
	return a, true, nil
}

// combineSolved keeps the bounds that leave less open. Bounds of two searches
// that were stopped cannot be put together number by number, since the later
// numbers of an objective hold only with the earlier ones.
func combineSolved(a, b json.RawMessage) (json.RawMessage, bool, error) {
	var x, y Solved
	if err := json.Unmarshal(a, &x); err != nil {
		return nil, false, err
	}
	if err := json.Unmarshal(b, &y); err != nil {
		return nil, false, err
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
