// Package ask has the questions about strategies: what one measures, against every secret or an
// adversary, what the best of all needs, and whether a printed tree or another program plays as its
// source says. Questions of other kinds embed a [Player] or use its checks:
//
//	ask          strategies, optima, printed trees, other programs
//	├─ random    players and codemakers who choose at random
//	├─ fixed     guesses that are fixed in advance
//	└─ bench     times on this machine
//
// Package fingerprint says which code answers each.
package ask
