// Package pages has the entries of the notebook, one file for each: what it asks, and how the
// page is made of the answers. [Entries] lists them.
//
//	ask.Plays(…)  ──  a study: the same question for each row
//	   │ Tasks        what the runner has to answer
//	   │ In           the rows that are answered
//	   └─ Page        findings, a picture and tables of these rows
//
// Each file of an entry reads in the same order: the question and its study, the rows, the page, its
// findings, tables and pictures. What entries share stands in files of its own: kit.go has what most
// need, things.go lists, sentences.go words and numbers in prose, sizes.go games by positions and
// colours, grids.go tables and maps by these, pictures.go other pictures, and gridentry.go the
// entry of a grid of strategies.
package pages
