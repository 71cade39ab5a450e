// Package external plays games with programs in any language, which read positions
// from standard input and write guesses to standard output. protocol.txt is what
// passes between them, line by line.
//
// [Play] starts copies of a program, asks them for a guess at each position of its
// decision tree, and returns the tree: everything that is known of other trees can
// then be known of this one. A player that draws its guesses has no tree; it plays
// against each secret several times, which gives an [codebreak/engine/chance.Estimate].
//
// Programs run with the rights of the user, in a process group of their own, and
// never through a shell unless the command names one. When Play returns, for whatever
// reason, none of them is left, and nothing that they have started, as far as its process
// group or its environment shows it. On Linux they end with this program, however it ends.
//
//   - process.go: starting a copy, and ending it with all that it has started
//   - conversation.go: asking a copy, one question after another
//   - player.go: which copy is asked what; the decision tree
//   - sample.go: players that draw
//   - remark.go: what is odd about a tree
package external

import _ "embed"

// Protocol is a page of text that says what passes between codebreak and a player.
//
//go:embed protocol.txt
var Protocol string

// Version is that of the protocol.
const Version = 1
