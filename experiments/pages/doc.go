// Package pages has the entries of the notebook, one file for each: what it asks, and how the
// page is made of the answers. [Entries] lists them.
//
//	ask.Plays(…)  ──  a study: the same question for each row
//	   │ Tasks        what the runner has to answer
//	   │ In           the rows that are answered
//	   └─ Page        findings, a picture and tables of these rows
//
// compare.go and grid.go have what several entries share: the entry of a grid of strategies,
// groups of results, tables and maps by positions and colours.
package pages
