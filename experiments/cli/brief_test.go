//go:build !long

package cli

// kills is how many runs are killed before they are done.
const kills = 10

// thorough is whether every command is stopped in every way.
const thorough = false
