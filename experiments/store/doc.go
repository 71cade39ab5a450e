// Package store keeps answers on disk, so that no answer is computed twice: by the next run, by
// another program at the same time, or on another machine.
//
// A [Key] is a question: its kind, and the question itself in JSON. A [Store] is a folder with
// one file for each answer:
//
//	1c9e….json     version, engine, key, checksum, answer
//	times/1c9e…    the seconds of its computation, apart: they differ from run to run
//	locks/1c9e…    so that no two programs compute the same answer at once
//	damaged/       files that failed a check, set aside
//
// Steps of use: [Open] a store, then call [Store.Do] with a key and a function that computes the
// answer if it is missing, or [Store.Get] for a stored answer. [Store.Merge] copies the answers
// of another store. [Plan] shares keys out among programs.
//
// An answer belongs to the engine that computed it, named by a fingerprint of its sources.
// Answers of another engine are not used, unless [Options.Reuse] allows it: after a change of a
// rule no answer of the old rule may come back.
//
// Files are written under a temporary name and renamed, so that an answer is there whole or not
// at all. A file is used only if its version, its checksum and its question are right; any other
// file in its place is set aside with a warning.
package store
