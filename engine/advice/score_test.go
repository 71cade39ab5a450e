package advice

import (
	"fmt"
	"testing"
)

func TestScores(t *testing.T) {
	for _, test := range []struct {
		lost, bits  float64
		skill, luck int
	}{
		{lost: 0, bits: 0, skill: 99, luck: 50},
		{lost: 0.13, bits: 0.01, skill: 90, luck: 50},
		{lost: 1, bits: 1, skill: 50, luck: 66},
		{lost: 2, bits: -1, skill: 25, luck: 33},
		{lost: -0.2, bits: 3, skill: 99, luck: 88},
		{lost: 20, bits: -20, skill: 0, luck: 0},
		{lost: 1e6, bits: 1e6, skill: 0, luck: 99},
	} {
		if skill, luck := Skill(test.lost), Luck(test.bits); skill != test.skill || luck != test.luck {
			t.Errorf("%v guesses lost and %v bits of luck are skill %d and luck %d, want %d and %d",
				test.lost, test.bits, skill, luck, test.skill, test.luck)
		}
	}
}

func ExampleSkill() {
	fmt.Println(Skill(0), Skill(0.5), Skill(1), Skill(2))
	// Output: 99 70 50 25
}
