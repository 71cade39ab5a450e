// Package published holds what others have printed: averages of one-step
// strategies ([Figures], [Sweep], [Ledger]) and of players that
// leave something to chance ([RandomFigures]), optima ([Optima]) and formulas for
// them ([Formulas]), decision trees in full ([Trees], [Tables]), values of games
// ([Equilibria]) and running times ([Times]). Each figure names its source
// ([Sources]), bears its conventions as far as they are known, and every digit
// as it is printed. Nothing here is computed.
package published
