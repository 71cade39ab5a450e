#!/usr/bin/env python3
"""Check an outline proof, plain or packed by gzip: python3 check.py PROOF

A proof shows that no strategy for a game has a total (the guesses summed over all secrets)
below the number in its first line. Each further line is a lemma: a bound of the total of the
secrets that are left after some guesses. This program believes no line: each must follow, by
the four rules below, from lemmas checked before it. FORMAT.md describes lines and rules.
"""
import gzip, os, re, sys, zlib
from itertools import chain, islice, permutations, product
from operator import eq, itemgetter

DIGITS = "1234567890abcdef"    # the colours
INFINITE = 10**9         # the total if a secret cannot be found within the limit of guesses
CLAIM = re.compile(r"(mm|bc|bp)([1-8])x([2-9]|1[0-6])(?: within ([1-9][0-9]?))?(?: from (\S+))? ([1-9][0-9]{0,5}|x)\r?\n?")
LEMMA = re.compile(r"( *)(\S+) ([0-9]+) ([1-9][0-9]{0,5}|x)\r?\n?")

class Refused(Exception): pass

class Game(dict):
    """Mastermind (mm), Bulls and Cows (bc) or black pegs only (bp). A code is a tuple of colours,
    and a secret its number; game[guess] has the feedback of all secrets, made at the first use."""
    def __init__(self, kind, positions, colours):
        self.kind, self.orders = kind, list(permutations(range(positions)))
        codes = product(range(colours), repeat=positions) if kind != "bc" else permutations(range(colours), positions)
        self.codes = list(islice(codes, 65537))
        if not 0 < len(self.codes) < 65537:
            raise Refused("the game has no codes, or more than 65,536")
        self.number = {code: i for i, code in enumerate(self.codes)}
        self.bags = [tuple(sorted(code)) for code in self.codes]

    def __missing__(self, guess):    # 13 is 1 black, 3 white
        black = [sum(map(eq, guess, code)) for code in self.codes]
        pegs = {bag: sum(min(bag.count(c), guess.count(c)) for c in set(bag)) for bag in set(self.bags)}
        white = [0 if self.kind == "bp" else pegs[bag] - b for bag, b in zip(self.bags, black)]
        return self.setdefault(guess, bytes([10 * b + w for b, w in zip(black, white)]))

    def kept(self, path):
        """Rule 3. A renaming permutes positions and colours, and changes no feedback. If it leaves
        every guess of the path as it is, it maps the secrets that are left onto themselves, and
        a guess to one that costs the same: one guess of each kind is enough, the smallest. With
        an order of positions, the colours on the path are mapped in one way or in none; the
        smallest image maps the others, in order of appearance, to the smallest of them."""
        kept = self.codes
        for order in self.orders:
            pairs = {(g[i], new) for g in path for i, new in zip(order, g)}
            colours = dict(pairs)
            if not len(pairs) == len(colours) == len(set(colours.values())):
                continue
            def image(guess):
                to, free = dict(colours), (c for c in range(16) if c not in colours)
                return tuple([to[c] if c in to else to.setdefault(c, next(free)) for c in map(guess.__getitem__, order)])
            kept = [g for g in kept if image(g) >= g]
        return kept

def unfound(n, caps, left):
    """If at most caps[d] of n secrets are found within d guesses, the others need guess d + 1:
    so the total is at least the sum of their numbers over all d."""
    return INFINITE if n > caps[min(left, len(caps) - 1)] else sum(n - cap for cap in caps if cap < n)

def follow(game, path, secrets, left, bound, first, known):
    """Rule 4. The total is at least the bound if each kept guess costs at least the bound: one
    for each secret, and the totals of the parts that its feedback makes, but for the hit. A guess
    that leaves all secrets costs more than the position does, and is skipped."""
    n, inside, feedbacks = len(secrets), set(secrets), itemgetter(*secrets, secrets[0])
    kept, caps, rest = game.kept(path), [], left - (left < INFINITE)
    parts = {g: len(set(feedbacks(game[g]))) for g in chain(kept, first)}
    own = {g: game.number[g] in inside for g in parts}
    for guess in first or kept:
        # A part T costs at least 2|T| - 1, as rule 1 implies: most guesses are done with that.
        if parts[guess] == 1 and not own[guess] or 3 * n - own[guess] - parts[guess] >= bound:
            continue
        # Rule 1. A guess inside the set finds one secret and leaves at most a parts, one outside
        # leaves at most o; of subsets they leave no more. So caps[d] bounds what d guesses find.
        if not caps:
            a = max(parts[g] - 1 for g in kept if own[g])
            most, caps = max([a] + [parts[g] for g in kept if not own[g]]), [0, 1]
            while caps[-1] < n:
                caps.append(max(1 + a * caps[-1], most * caps[-1]))
        split = {}
        for secret, feedback in zip(secrets, feedbacks(game[guess])):
            split.setdefault(feedback, []).append(secret)
        sets = sorted((T for feedback, T in split.items() if feedback != 10 * len(guess)), key=len)
        bounds = [max(unfound(len(T), caps, rest), known.get((rest, tuple(T)), 0)) for T in sets]
        cost = n + sum(bounds)
        # Rule 2. The first guess of a part T, if a member, leaves at most i parts, where i is
        # the most that a member leaves of T; if it is not a member, it finds no secret itself.
        for T, rule1 in zip(sets, bounds):
            if cost < bound and len(T) > 2:
                each = itemgetter(*T)
                i = max(len(set(each(game[game.codes[secret]]))) - 1 for secret in T)
                kinds = [0] + [1 + i * cap for cap in caps], [0] + [most * cap for cap in caps]
                cost += max(0, min(unfound(len(T), kind, rest) for kind in kinds) - rule1)
        if cost < bound:
            name = "".join(DIGITS[c] for c in guess)
            raise Refused(f"this bound does not follow: guess {name} costs at least {cost} by the rules")

def read_claim(text):
    form = CLAIM.fullmatch(text)
    if not form:
        raise Refused('it is not a claim about mm, bc or bp, such as "mm4x6 5625"')
    game = Game(form[1], int(form[2]), int(form[3]))
    first = [tuple(map(DIGITS.find, form[5]))] if form[5] else []
    if first and first[0] not in game.number:
        raise Refused("the first guess is not a code of the game")
    bound, left = INFINITE if form[6] == "x" else int(form[6]), int(form[4] or INFINITE)
    return game, (1, (), tuple(range(len(game.codes))), left, bound, first)

def read_lemma(game, text, line, open_lines):
    form = LEMMA.fullmatch(text)
    if not form or len(form[1]) >= min(len(open_lines), 64):
        raise Refused("it is not a lemma (indentation, guess, feedback, bound) that belongs to one above")
    _, path, secrets, left, _, _ = open_lines[len(form[1])]
    guess, feedback = tuple(map(DIGITS.find, form[2])), int(form[3])
    if guess not in game.number or len(form[3]) != 2 or feedback == 10 * len(guess):
        raise Refused("it has a guess that is not a code, or feedback that cannot be or ends the game")
    secrets, left = tuple([s for s in secrets if game[guess][s] == feedback]), left - (left < INFINITE)
    if not secrets or not left:
        raise Refused("no secret is left, or no guess")
    return line, path + (guess,), secrets, left, INFINITE if form[4] == "x" else int(form[4]), []

def check(file):
    """Read the lines. A lemma is checked after those indented below it, and the claim at the end."""
    open_lines, known, size, line, text = [], {}, 0, 0, "\n"
    while text:
        line += 1
        text, at = file.readline(1024).decode("ascii", "replace"), line
        try:
            if line == 1:
                game, new = read_claim(claim := text)
            else:
                new = read_lemma(game, text, line, open_lines) if text else None
            while open_lines and (not text or len(open_lines) > len(new[1])):
                at, path, secrets, left, bound, first = open_lines.pop()
                follow(game, path, secrets, left, bound, first, known)
                known[left, secrets] = max(bound, known.get((left, secrets), 0))
                size += len(secrets)
            if size > 10**8 or new and new[4] == new[3] == INFINITE:
                raise Refused("too many lemmas, or x without a limit of guesses, where nothing is impossible")
        except Refused as error:
            raise Refused(f"line {at}: {error}")
        open_lines.append(new)
    return f"{claim.rstrip()} ({line - 2} lemmas)"

if __name__ == "__main__":    # with os.write, since what print could not write would fail again at exit
    try:
        with open("".join(sys.argv[1:2]), "rb") as proof:
            os.write(1, b"proved: %s\n" % check(gzip.open(proof) if proof.peek(2)[:2] == b"\x1f\x8b" else proof).encode())
    except (Refused, OSError, EOFError, zlib.error, MemoryError, KeyboardInterrupt) as error:
        sys.exit(f"not proved: {str(error) or 'the program was stopped, or has no memory left'}")
