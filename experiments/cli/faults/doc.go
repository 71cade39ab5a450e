// Package faults has no code but tests: campaigns of faults against the program as it is
// installed. It is killed, stopped, starved of disk and memory, and given hostile files and
// players; after each fault what must hold is held. Most tries wait for CODEBREAK_LONG=1.
package faults
