// Package store keeps answers on disk, so that what was computed once is not
// computed again: by the next run, by another program at the same time, or on
// another machine.
//
// A [Key] is a question: its kind, and what is asked in JSON. A [Store] is a
// folder with one file for each answer:
//
//	1c9e….json     version, engine, key, checksum, answer
//	times/1c9e…    seconds that it took, apart: they differ from run to run
//	locks/1c9e…    so that no two programs compute the same at once
//	damaged/       files that failed a check, set aside
//
// Steps of use: [Open] a store, then [Store.Do] with a key and a function that
// computes the answer if it is not there, or [Store.Get] for what is there.
// [Store.Merge] copies the answers of another store. [Plan] shares keys out
// among programs.
//
// An answer belongs to the engine that computed it, named by a fingerprint of
// its sources. Answers of another engine are not used, unless [Options.Reuse]
// says so: a change of a rule never brings back what the old rule gave.
//
// Files are written under a temporary name and renamed, so that an answer is
// there whole or not at all. A file is used only if its content is, byte for
// byte, what this package would write for it; whatever else lies in its place
// is set aside with a warning.
package store
