import operator, sys
from collections import Counter
from itertools import product

codes = ["".join(code) for code in product("123456", repeat=4)]
colours = {code: [code.count(c) for c in "123456"] for code in codes}

def answer(secret, guess):
    black = sum(map(operator.eq, secret, guess))
    return black, sum(map(min, colours[secret], colours[guess])) - black

def rating(guess, left):  # the least is best: first the largest class, then candidates
    return max(Counter(answer(secret, guess) for secret in left).values()), guess not in left

print("codebreak 1 candidates", flush=True)
for number, *words in map(str.split, sys.stdin):
    if number.isdigit():  # it is a position; all other lines say which game it is
        left = words[words.index("|") + 1:]
        guess = left[0] if len(left) < 3 else "1122" if words[0] == "|" else min(codes, key=lambda g: rating(g, left))
        print(number, guess, flush=True)
