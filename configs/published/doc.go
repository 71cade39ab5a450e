// Package published holds what others have printed: averages of one-step
// strategies ([Figures], [Sweep]), optima ([Optima]), decision trees in full
// ([Trees], [Tables]), values of games ([Equilibria]) and running times
// ([Times]). Each figure bears its source, its conventions as far as they are
// known, and every digit as it is printed. Nothing here is computed.
package published
