//go:build long

package cli

// kills is how many runs are killed before they are done: many, with the build
// tag long.
const kills = 100

// thorough is whether ladders have all their rungs.
const thorough = true
