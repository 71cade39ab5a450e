// Package pages has the entries of the notebook, one file for each: what it asks, and how the
// page is made of the answers. [Entries] lists them.
//
//	ask.Plays(…)  ──  a study: the same question for each row
//	   │ Tasks        what the runner has to answer
//	   │ In           the rows that are answered
//	   └─ Page        findings, a picture and tables of these rows
//
// Each file reads in the same order: the question and its study, the rows, the page, its
// findings, tables and pictures. kit.go has what several entries share: lists and words, tables
// and maps by positions and colours. gridentry.go is the entry of a grid of
// strategies.
package pages
