package main

// searchSeconds is what the searches of the records took: processor time with one
// worker on a Xeon with AVX-512. Those that are not listed took less than a second.
var searchSeconds = map[string]float64{}
