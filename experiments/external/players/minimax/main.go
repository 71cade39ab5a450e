// Command minimax plays any game of pegs: of all codes it guesses one whose largest
// class is smallest, a candidate if there is one, and of these the first.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	said := func(text string) {
		fmt.Fprintln(out, text)
		out.Flush()
	}
	var codes []string
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return // the game is over
		}
		words := strings.Fields(line)
		switch words[0] {
		case "end":
			said("codebreak 1 codes candidates")
		case "guesses":
			codes = words[1:] // first how many there are, and later, as wished, all of them
		default:
			if words[0][0] >= '0' && words[0][0] <= '9' {
				_, candidates, _ := strings.Cut(line, "|")
				said(words[0] + " " + choose(codes, strings.Fields(candidates)))
			}
		}
	}
}

// choose returns the guess to make when the candidates are left.
func choose(codes, candidates []string) string {
	if len(candidates) < 3 {
		return candidates[0]
	}
	best, least, possible := "", len(candidates)+1, false
	isCandidate := map[string]bool{}
	for _, c := range candidates {
		isCandidate[c] = true
	}
	for _, guess := range codes {
		largest := largestPart(guess, candidates)
		if largest < least || largest == least && isCandidate[guess] && !possible {
			best, least, possible = guess, largest, isCandidate[guess]
		}
	}
	return best
}

func largestPart(guess string, candidates []string) int {
	var sizes [9][9]int // by black and white pegs
	largest := 0
	for _, secret := range candidates {
		black, white := answer(secret, guess)
		sizes[black][white]++
		largest = max(largest, sizes[black][white])
	}
	return largest
}

// answer counts the black and the white pegs.
func answer(secret, guess string) (black, white int) {
	var unmatched [128]int // pegs of each colour of the secret
	for i := range secret {
		if secret[i] == guess[i] {
			black++
		} else {
			unmatched[secret[i]]++
		}
	}
	for i := range guess {
		if c := guess[i]; secret[i] != c && unmatched[c] > 0 {
			unmatched[c]--
			white++
		}
	}
	return black, white
}
