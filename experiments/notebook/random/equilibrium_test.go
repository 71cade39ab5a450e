package random

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestFractions reads fractions, and refuses what would take much memory.
func TestFractions(t *testing.T) {
	long := strings.Repeat("9", 1000)
	for _, text := range []string{"0", "5600/1290", "07/1", long, long + "/" + long} {
		if err := json.Unmarshal([]byte(`"`+text+`"`), new(Fraction)); err != nil {
			t.Errorf("%.20s: %v", text, err)
		}
	}
	for _, text := range []string{"", "/", "1/", "/2", "1/0", "1/2/3", "-1", "+1", "1.5", "1e9", "1_0", " 1", "٣", long + "9", "1/" + long + "9"} {
		if err := json.Unmarshal([]byte(`"`+text+`"`), new(Fraction)); err == nil || !strings.Contains(err.Error(), "is not a fraction") {
			t.Errorf("%.20s: %v", text, err)
		}
	}
}
