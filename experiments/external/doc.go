// Package external plays games with programs in any language, which read positions from
// standard input and write guesses to standard output. protocol.txt describes the protocol,
// line by line.
//
// [Play] starts copies of a program, asks them for a guess at each position of its decision
// tree, and returns the tree, which can be used like any other. A player that draws its
// guesses has no tree; it plays against each secret several times, which gives an
// [codebreak/engine/chance.Estimate].
//
// Programs run with the rights of the user, in a process group of their own, and never
// through a shell unless the command names one. When Play returns, even with an error, it
// has ended all of them and the processes that they started, as far as process group or
// environment identify these. On Linux they also end whenever this program ends.
//
//   - process.go: starting a copy, and ending it with all that it has started
//   - conversation.go: asking a copy, one question after another
//   - player.go: which copy is asked what; the decision tree, and what is odd about it
//   - sample.go: players that draw, and games against some secrets, by players that may be
//     slow, random and faulty
package external

import _ "embed"

// Protocol is a page of text that says what passes between codebreak and a player.
//
//go:embed protocol.txt
var Protocol string

// version is that of the protocol.
const version = 1
