// Package house has tests alone: the rules that hold for the whole repository. Packages import
// what their layer may, files do not need each other in large circles, prose does without some
// words, and links lead somewhere.
package house
