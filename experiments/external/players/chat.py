# Has a language model play, behind any endpoint of the form POST {base}/chat/completions.
# It is for games against some secrets, and slow: give it time.
#
#   export CODEBREAK_BASE_URL=https://api.example.com/v1 CODEBREAK_MODEL=name CODEBREAK_API_KEY=...
#   codebreak measure bc4x10 --player 'python3 chat.py' --agent name --secrets 30 --seed 1 \
#     --games name.jsonl --limit 12 --player-timeout 5m
#
# Optional: CODEBREAK_OPTIONS, a JSON object with more of the request, such as
# {"temperature": 0}; CODEBREAK_PRICE_IN and CODEBREAK_PRICE_OUT, the prices of a million
# tokens, from which it says what guesses cost; CODEBREAK_RETRIES (6), CODEBREAK_BACKOFF (the
# first wait, 1 second) and CODEBREAK_REQUEST_TIMEOUT (120 seconds) if the endpoint fails.
#
# The prompt is chat.txt beside this file. An answer must end with the line "GUESS: 1234";
# any other is passed on after a question mark, and loses the turn. The key is sent to the
# endpoint and never printed.
import email.utils
import http.client
import json
import os
import re
import sys
import time
import urllib.error
import urllib.request

KEY = os.environ.get("CODEBREAK_API_KEY", "").strip()


def setting(name, default):
    text = os.environ.get("CODEBREAK_" + name, default)
    try:
        return float(text)
    except ValueError:
        fail(f"CODEBREAK_{name} must be a number")


def hide(text):
    """One line of text from outside, without the key."""
    text = " ".join(str(text).split())
    return text.replace(KEY, "***") if KEY else text


def fail(text):
    print(hide(text)[:200], file=sys.stderr, flush=True)
    sys.exit(1)


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """Another host would be sent the key."""

    def redirect_request(self, *_):
        return None


OPENER = urllib.request.build_opener(NoRedirect)


def seconds(text):
    """What Retry-After says, a number or a date; 0 for nothing."""
    try:
        return min(600.0, max(0.0, float(text)))
    except (TypeError, ValueError):
        pass
    try:
        return min(600.0, max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - time.time()))
    except (TypeError, ValueError):
        return 0.0


def post(body):
    """The endpoint's answer. What may pass is tried again, after longer and longer waits."""
    request = urllib.request.Request(
        os.environ["CODEBREAK_BASE_URL"].rstrip("/") + "/chat/completions", json.dumps(body).encode(),
        {"Content-Type": "application/json", **({"Authorization": "Bearer " + KEY} if KEY else {})})
    retries, wait = int(setting("RETRIES", "6")), setting("BACKOFF", "1")
    for left in range(retries, -1, -1):
        asked = 0.0
        try:
            with OPENER.open(request, timeout=setting("REQUEST_TIMEOUT", "120")) as reply:
                answer = json.load(reply)
            if isinstance(answer, dict) and answer.get("choices"):
                return answer
            why = "an answer without choices"
        except urllib.error.HTTPError as error:
            why = f"HTTP {error.code}"
            asked = seconds(error.headers.get("Retry-After"))
            if error.code != 429 and error.code < 500:
                fail(f"the endpoint refuses: {why} {hide(error.read(2000).decode('utf-8', 'replace'))}")
        except (OSError, http.client.HTTPException, ValueError) as error:  # no connection, no time, no JSON
            why = f"{type(error).__name__} {error}"
        if left == 0:
            fail(f"the endpoint fails, {retries + 1} times: {why}")
        time.sleep(max(asked, wait))
        wait = min(60.0, 2 * wait)


def ask(prompt):
    """The model's text, and its cost in words for codebreak."""
    body = {"model": os.environ["CODEBREAK_MODEL"], "messages": [{"role": "user", "content": prompt}]}
    body.update(json.loads(os.environ.get("CODEBREAK_OPTIONS", "{}")))
    answer = post(body)
    choice = answer["choices"][0] if isinstance(answer["choices"], list) else None
    message = choice.get("message") if isinstance(choice, dict) else None
    text = message.get("content") if isinstance(message, dict) else None
    usage = answer.get("usage")
    cost = ""
    if isinstance(usage, dict) and "CODEBREAK_PRICE_IN" in os.environ:
        tokens = [float(usage.get(name) or 0) for name in ("prompt_tokens", "completion_tokens")]
        paid = (tokens[0] * setting("PRICE_IN", "0") + tokens[1] * setting("PRICE_OUT", "0")) / 1e6
        cost = f" | cost {paid:.9f}"
    return text if isinstance(text, str) else "", cost


def guess_of(text):
    lines = text.strip().splitlines() or [""]
    match = re.fullmatch(r"GUESS:\s*(\S+)\s*", lines[-1].strip())
    return hide(match[1]) if match else "? " + hide(text)[-200:]


def prompt_of(template, rules, words):
    rounds = [f"{i + 1}. {guess}: {answer}" for i, (guess, answer) in enumerate(zip(words[::2], words[1::2]))]
    symbols = ""
    if "symbols" in rules:
        repeats = "A symbol may occur more than once." if rules["repeats"] == "yes" else "No symbol occurs twice in it."
        symbols = f"Its symbols are from {' '.join(rules['symbols'])}. {repeats}"
    values = {"about": rules["about"], "positions": rules["positions"], "rules": symbols, "won": rules["won"],
              "rounds": "\n".join(rounds) or "none yet", "form": "?" * int(rules["positions"])}
    return re.sub(r"\{(\w+)\}", lambda m: values.get(m[1], m[0]), template)


def main():
    if not re.fullmatch(r"[\x21-\x7e]*", KEY):  # an error about the header would show it
        fail("CODEBREAK_API_KEY has blanks or other characters that keys do not have")
    for name in ("CODEBREAK_BASE_URL", "CODEBREAK_MODEL"):
        if not os.environ.get(name):
            fail(f"{name} is not set; see the beginning of chat.py")
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "chat.txt"), encoding="utf-8") as file:
        template = file.read()
    rules = {}
    for line in sys.stdin:
        word, _, text = line.strip().partition(" ")
        if word == "end":
            break
        rules[word] = text
    print("codebreak 1", flush=True)
    for line in sys.stdin:
        number, *words = line.split()
        text, cost = ask(prompt_of(template, rules, words))
        print(number, guess_of(text) + cost, flush=True)


if __name__ == "__main__":
    try:
        main()
    except Exception as error:  # its traceback might show the key
        fail(f"chat.py: {type(error).__name__} {error}")
