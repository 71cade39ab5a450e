//go:build !long

package cli

// kills is how many runs are killed before they are done.
const kills = 20

// thorough is whether ladders have all their rungs.
const thorough = false
