# Guesses any candidate, each with the same chance.
import sys
from random import Random

print("codebreak 1 random candidates", flush=True)
for line in sys.stdin:
    number, *words = line.split()
    if number.isdigit():
        candidates = words[words.index("|") + 1:]
        print(number, Random(int(words[0])).choice(candidates), flush=True)
