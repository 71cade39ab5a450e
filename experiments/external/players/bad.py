# A bad player on purpose: it guesses 1111, 2222 and so on whatever it is told, and
# only then the first candidate.
import sys

for line in sys.stdin:
    word, *words = line.split()
    if word == "symbols":
        symbols = words[0]
    elif word == "positions":
        positions = int(words[0])
    elif word == "end":
        print("codebreak 1 candidates", flush=True)
    elif word.isdigit():
        bar = words.index("|")
        made = bar // 2
        guess = symbols[made] * positions if made < len(symbols) else words[bar + 1]
        print(word, guess, flush=True)
