# Guesses the first candidate, of games with symbols and answers such as 1A2B. It finds
# the candidates itself: compare your answer function with export --format vectors.
import sys
from itertools import product


def answer(secret, guess):
    black = sum(a == b for a, b in zip(secret, guess))
    both = sum(min(secret.count(c), guess.count(c)) for c in set(guess))
    return f"{black}A{both - black}B"


def main():
    rules = {}
    for line in sys.stdin:
        word, _, text = line.strip().partition(" ")
        if word == "end":
            break
        rules[word] = text
    codes = ["".join(code) for code in product(rules["symbols"], repeat=int(rules["positions"]))]
    if rules["repeats"] == "no":
        codes = [code for code in codes if len(set(code)) == len(code)]
    print("codebreak 1", flush=True)
    for line in sys.stdin:
        number, *words = line.split()
        rounds = list(zip(words[::2], words[1::2]))
        guess = next(c for c in codes if all(answer(c, g) == a for g, a in rounds))
        print(number, guess, flush=True)


main()
