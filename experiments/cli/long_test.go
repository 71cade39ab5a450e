//go:build long

package cli

// kills is how many runs are killed before they are done: many, with the build
// tag long.
const kills = 100

// thorough is whether every command is stopped in every way.
const thorough = true
