package chance

// tiny returns how many of up to maxTiny candidates are expected to be found with each
// guess, in tinyUnits, if each guess is any of the candidates left, all with the same
// chance.
func tiny(f *frame, set []uint16) (found [maxTiny]uint32) {
	found[0] = tinyUnits
	switch len(set) {
	case 1:
		return found
	case 2:
		found[1] = tinyUnits
		return found
	}

	for g, guess := range set {
		row := f.row(guess)
		var buffer, alike [maxTiny]uint16
		left := append(append(buffer[:0], set[:g]...), set[g+1:]...)

		// Take the part of the first candidate left, until there are no more.
		for len(left) > 0 {
			feedback := row[left[0]]
			part := alike[:0]
			others := left[:0]
			for _, secret := range left {
				if row[secret] == feedback {
					part = append(part, secret)
				} else {
					others = append(others, secret)
				}
			}
			left = others

			after := tiny(f, part)
			for i, n := range after[:len(part)] {
				found[i+1] += n
			}
		}
	}

	for i := range found[1:] {
		found[i+1] /= uint32(len(set))
	}
	return found
}
