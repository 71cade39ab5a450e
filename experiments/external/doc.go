// Package external plays games with programs in any language, which read positions from
// standard input and write guesses to standard output. protocol.txt describes the protocol,
// line by line.
//
// [Play] starts copies of a program, asks them for a guess at each position of its decision
// tree, and returns the tree, which can be used as any other tree. A player that draws its
// guesses has no tree; it plays against each secret several times, which gives an
// [codebreak/engine/chance.Estimate]. A [Series] plays games against some secrets, with players
// that may be slow, random and faulty.
//
// Programs run with the rights of the user, in a process group of their own, and never through a
// shell unless the command names one. When Play returns, even with an error, it has ended all
// copies and their children, as far as process group or environment identify these. On Linux
// they also end whenever this program ends.
//
//   - process.go: starting a copy, and ending it with its children
//   - conversation.go: asking a copy, one question after another
//   - player.go: the team of copies, which share the questions; the decision tree
//   - sample.go: players that draw, and series
package external

import _ "embed"

// Protocol is a page of text about the lines that codebreak and a player exchange.
//
//go:embed protocol.txt
var Protocol string

// version counts the versions of the protocol.
const version = 1
