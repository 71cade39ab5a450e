package published

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// TestParseNumber reads every form of number, and refuses others.
func TestParseNumber(t *testing.T) {
	for text, want := range map[string]string{
		"4.476": "4.476", " 4.476 ": "4.476", "4,476": "4.476", "5801": "5801", "1,234,567": "1234567", "5801/1296": "5801/1296",
		"46.45%": "46.45%", "46,45%": "46.45%", "4.340277777777778": "4.340277777777778", "05": "05", "0": "0",
		"4." + strings.Repeat("3", 100): "4." + strings.Repeat("3", 100),
	} {
		if n, err := ParseNumber(text); err != nil || n.String() != want {
			t.Errorf("%q is read as %q, %v", text, n.String(), err)
		}
	}
	for _, text := range []string{"", "four", "4.4.4", "-4.4", "+4", "1e3", "4/0", "4/3%", "1/2/3", ".5", "4.", "1,23,456", "4.5 %", "٤", "NaN", strings.Repeat("9", 16), "4." + strings.Repeat("3", 101)} {
		if n, err := ParseNumber(text); err == nil {
			t.Errorf("%q is read as %s", text, n)
		} else if len(err.Error()) > 170 {
			t.Errorf("%q: the error has %d characters", text, len(err.Error()))
		}
	}
	if n, _ := ParseNumber("4,476"); n.Float() != 4.476 {
		t.Errorf("4,476 is %v", n.Float())
	} else if whole, ok := n.Grouped(); !ok || whole.String() != "4476" {
		t.Errorf("4,476 may be %s", whole)
	}
	for _, text := range []string{"4,47", "44.476", "4476", "1,234,567", "4,476%"} {
		if n, err := ParseNumber(text); err != nil {
			t.Error(err)
		} else if _, ok := n.Grouped(); ok {
			t.Errorf("%s has thousands", text)
		}
	}
}

// TestAgrees holds numbers against exact ones.
func TestAgrees(t *testing.T) {
	for _, test := range []struct {
		printed string
		a, b    int64
		want    Agreement
	}{
		{"5801/1296", 5801, 1296, Same}, {"11602/2592", 5801, 1296, Same}, {"5801/1297", 5801, 1296, Disagrees},
		{"4.476", 5801, 1296, Rounded}, {"4.47", 5801, 1296, truncated}, {"4.48", 5801, 1296, Rounded}, {"4.477", 5801, 1296, Disagrees},
		{"5801", 5801, 1, Same}, {"4", 5801, 1296, Rounded}, {"5", 5801, 1296, Disagrees}, {"11", 119, 10, Disagrees}, {"12", 119, 10, Rounded},
		{"4.5", 9, 2, Same}, {"4.50", 9, 2, Same}, {"4.4", 9, 2, Disagrees}, {"4.25", 17, 4, Same}, {"4.3", 17, 4, Rounded}, {"4.2", 17, 4, truncated},
		{"46.45%", 602, 1296, Rounded}, {"46%", 602, 1296, Rounded}, {"46.4%", 602, 1296, truncated}, {"50%", 1, 2, Same},
		{"4.340277777777778", 5625, 1296, Rounded}, {"4.340277777777777", 5625, 1296, truncated},
		{"4.340277777777779", 5625, 1296, Rounded}, // the sum of a loop, off in the last bit
		{"4.34027777777779", 5625, 1296, Disagrees}, {"4.340277777777", 5625, 1296, truncated}, {"4.340277777776", 5625, 1296, Disagrees},
		{"3.4211663066954644", 7920, 2315, Rounded}, {"5.213095238095238", 26274, 5040, Rounded},
		{"0", 0, 1, Same}, {"0.00", 1, 1000, Rounded},
	} {
		n, err := ParseNumber(test.printed)
		if err != nil {
			t.Fatal(err)
		}
		if got := n.Agrees(big.NewRat(test.a, test.b)); got != test.want {
			t.Errorf("%s for %d/%d: %s, want %s", test.printed, test.a, test.b, got, test.want)
		}
	}
}

// TestProgramsPrint writes means as programs do, with all digits and with fewer, and finds
// that each agrees with its fraction and with no other.
func TestProgramsPrint(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	means := 5_000
	if testing.Short() {
		means = 1_000
	}
	for range means {
		secrets := 1 + rng.Int64N(1_000_000)
		total := secrets + rng.Int64N(9*secrets)
		mean := float64(total) / float64(secrets)
		texts := []string{strconv.FormatFloat(mean, 'f', -1, 64), strconv.FormatFloat(mean, 'f', 15, 64)}
		for decimals := range 9 {
			texts = append(texts, strconv.FormatFloat(mean, 'f', decimals, 64))
		}
		for i, text := range texts {
			n, err := ParseNumber(text)
			if err != nil {
				t.Fatal(err)
			}
			if n.Agrees(big.NewRat(total, secrets)) == Disagrees {
				t.Errorf("%s is not %d/%d", text, total, secrets)
			}
			if n.Near(mean) == Disagrees {
				t.Errorf("%s is not near %v", text, mean)
			}
			if i == 1 && n.Agrees(big.NewRat(total+1, secrets)) != Disagrees {
				t.Errorf("%s is %d/%d too", text, total+1, secrets)
			}
		}
	}
	for text, want := range map[string]Agreement{"602/1296": Same, "603/1296": Disagrees} {
		if n, _ := ParseNumber(text); n.Near(602.0/1296) != want {
			t.Errorf("%s is %s to 602/1296, want %s", text, n.Near(602.0/1296), want)
		}
	}
	if n, _ := ParseNumber("4.4"); n.Near(math.NaN()) != Disagrees || n.Near(math.Inf(1)) != Disagrees {
		t.Error("4.4 is near NaN")
	}
}

func FuzzParseNumber(f *testing.F) {
	for _, text := range []string{"4.476", "4,476", "5801/1296", "46.45%", "1,234,567", "9/0"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := ParseNumber(text)
		if err != nil {
			return
		}
		again, err := ParseNumber(n.String())
		if err != nil || again.String() != n.String() || again.Float() != n.Float() {
			t.Errorf("%q is read as %s, and that as %s, %v", text, n, again, err)
		}
		if n.Agrees(n.value) != Same {
			t.Errorf("%s is not itself", n)
		}
	})
}
