package partition

import "math"

// A Quality holds the numbers by which criteria rate the partition that a guess makes.
type Quality struct {
	Parts        int
	Largest      int     // the size of the largest class
	ExpectedSize float64 // of the part that remains, in candidates
	Entropy      float64 // of the feedback, in bits
}

// Quality describes a partition of at least one candidate.
func (c Counts) Quality() Quality {
	total := 0.0
	for _, size := range c {
		total += float64(size)
	}

	var q Quality
	for _, size := range c {
		if size == 0 {
			continue
		}
		p := float64(size) / total
		q.Parts++
		q.Largest = max(q.Largest, int(size))
		q.ExpectedSize += p * float64(size)
		q.Entropy -= p * math.Log2(p)
	}
	return q
}
