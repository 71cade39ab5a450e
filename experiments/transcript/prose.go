package transcript

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"codebreak/engine/game"
	"codebreak/engine/pattern"
	"codebreak/engine/wording"
)

// An event is a code or feedback in a text.
type event struct {
	code     string // as the game writes it; empty for feedback
	feedback string // as it stands in the text
	mark     mark   // of a code
}

// A mark tells a guess from the codes that are only talked about.
type mark int

const (
	unmarked  mark = iota
	emphasis       // bold, in quotes or in capitals
	announced      // behind the word guess
	bracketed      // [1122], as prompts ask for
)

// Texts around guesses.
var (
	thoughts  = pattern.Of(`(?s)<think(?:ing)?>.*?</think(?:ing)?>`)
	openTags  = pattern.Of(`<(?:guess|answer|action)>\s*\[?|\\boxed\{`)
	closeTags = pattern.Of(`\]?\s*</(?:guess|answer|action)>`)
)

// cleaned leaves thoughts out, and writes tagged guesses in brackets.
func cleaned(text string) string {
	text = thoughts().ReplaceAllString(text, "")
	text = openTags().ReplaceAllString(text, " [")
	return closeTags().ReplaceAllString(text, "] ")
}

// around is what stands beside a code in a text.
const around = "[](){}<>\"'`*_.,:;!?“”‘’«»"

// A scan finds events in a line.
type scan struct {
	g       game.Game
	plain   bool // codes have one character for each symbol, unlike most words
	counts  bool // feedback counts, so that it has digits
	guesses bool // a word before in the line is or holds "guess"
	behind  int  // the word behind the last code of the line
	events  []event
}

// eventsIn lists the codes and the feedback of a text, in their order, up to the end of the context.
func eventsIn(ctx context.Context, g game.Game, text string) []event {
	_, pegs := game.PegRules(g)
	s := scan{
		g:      g,
		plain:  game.SymbolsOf(g) == "" && (pegs || game.ListsOf(g) != nil),
		counts: strings.ContainsAny(g.FormatFeedback(g.Final()), "0123456789"),
	}
	for line := range strings.Lines(joinCounts(g, text)) {
		words := strings.Fields(line)
		s.guesses, s.behind = false, -1
		for i := 0; i < len(words) && ctx.Err() == nil; {
			n := s.code(words, i)
			if n == 0 {
				n = s.feedback(words, i)
			}
			n = max(1, n)
			s.guesses = s.guesses || slices.ContainsFunc(words[i:i+n], isGuess)
			i += n
		}
	}
	return s.events
}

// numbers are lines of a number each.
var numbers = pattern.Of(`(?m)(?:^[ \t]*\d{1,2}[ \t]*\r?(?:\n|\z))+`)

// joinCounts writes numbers in lines of their own as one line: two may be the bulls and cows of the
// guess before. More become one word that nothing reads.
func joinCounts(g game.Game, text string) string {
	if !isCount(g, "1") {
		return text
	}
	return numbers().ReplaceAllStringFunc(text, func(lines string) string {
		counts := strings.Fields(lines)
		if len(counts) == 2 {
			return strings.Join(counts, " ") + "\n"
		}
		return strings.Join(counts, "/") + "\n"
	})
}

// isCount reports whether a text is a number that may count bulls or cows, beside another number.
func isCount(g game.Game, text string) bool {
	if g == nil || !single().MatchString(text) {
		return false
	}
	_, noCode := g.ParseCode(text)
	_, noFeedback := g.ParseFeedback("1")
	_, noCounts := g.ParseFeedback("0 1")
	return noCode != nil && noFeedback != nil && noCounts == nil
}

func isNotASCII(r rune) bool { return r > unicode.MaxASCII }

func isGuess(word string) bool { return strings.Contains(strings.ToLower(word), "guess") }

// code adds the code that begins with a word, and returns the number of its words.
func (s *scan) code(words []string, i int) int {
	for _, n := range []int{1, game.Width(s.g)} {
		if i+n > len(words) {
			break
		}

		symbols := slices.Clone(words[i : i+n])
		for k, word := range symbols {
			symbols[k] = strings.Trim(word, around)
		}
		code := strings.Join(symbols, " ")
		isPlain := s.plain && !strings.ContainsFunc(code, isNotASCII)
		width := game.Width(s.g)
		isDashed := width > 2 && len(code) == 2*width-1 && strings.Count(code, "-") == width-1
		if strings.TrimSpace(code) == "" || isPlain && len(code) != width+n-1 && !isDashed {
			continue
		}
		c, err := s.g.ParseCode(code)
		if err != nil {
			continue
		}

		e := event{code: s.g.FormatCode(c)}
		switch {
		case strings.HasPrefix(words[i], "["):
			e.mark = bracketed
		case s.guesses:
			e.mark = announced
		case n == 1 && (strings.ContainsAny(words[i][:1], "*\"'`") || strings.ToLower(code) != code):
			e.mark = emphasis
		}
		s.events = append(s.events, e)
		s.behind = i + n
		return n
	}
	return 0
}

// longestFeedback is the greatest number of words in feedback.
const longestFeedback = 8

// feedback adds the longest feedback that begins with a word, and returns the number of its
// words. The rest of a line behind a code may be feedback in any notation; elsewhere isPlain
// must hold.
func (s *scan) feedback(words []string, i int) int {
	rest := words[i:]
	isArrow := strings.Trim(rest[0], "-=>→:|") == ""
	if s.behind == i && isArrow && len(rest) > 1 {
		s.behind++
		return 0
	}
	if i > 0 && s.behind != i && !canBegin(rest[0]) {
		return 0
	}

	for n := min(len(rest), longestFeedback); n > 0; n-- {
		text := strings.Join(rest[:n], " ")
		tried := ""
		for _, form := range []string{text, strings.Trim(text, "[](){}*`\",;:!?"), strings.Trim(text, "[](){}*`\"'.,;:!?")} {
			alone := n == len(rest) && (s.behind == i || strings.ToUpper(form) == form)
			if form == "" || form == tried || !alone && !s.isPlain(form) {
				continue
			}
			tried = form
			if i > 0 && s.behind != i && isCount(s.g, form) {
				continue // such as a reward
			}
			if _, err := s.g.ParseFeedback(form); err == nil {
				s.hear(form)
				return n
			}
		}
	}
	return 0
}

// single is one number, which in games of two kinds of pegs may be feedback behind a code only.
var single = pattern.Of(`^[+-]?\d+$`)

// hear adds feedback. Bulls and cows may stand in a line each.
func (s *scan) hear(feedback string) {
	last := len(s.events) - 1
	if s.counts && last >= 0 && s.events[last].feedback != "" {
		if both := joined(s.g, s.events[last].feedback, feedback); both != "" {
			s.events[last].feedback = both
			return
		}
	}
	s.events = append(s.events, event{feedback: feedback})
}

// joined returns bulls and cows that stand apart as one feedback; empty if they are not its parts.
// Feedback without pegs would be joined without end, so its words are counted.
func joined(g game.Game, before, feedback string) string {
	if len(strings.Fields(before)) > longestFeedback {
		return ""
	}
	one, _ := g.ParseFeedback(before)
	other, _ := g.ParseFeedback(feedback)
	black, white := one.Pegs()
	blackNow, whiteNow := other.Pegs()

	both := before + " " + feedback
	_, err := g.ParseFeedback(both)
	if err == nil && (white == 0 && blackNow == 0 || black == 0 && whiteNow == 0) {
		return both
	}
	return ""
}

// numerals begin feedback in words.
var numerals = pattern.Of(`(?i)^(?:no|zero|one|two|three|four|five|six|seven|eight)\b`)

// canBegin reports whether a word may begin feedback within a line.
func canBegin(word string) bool {
	return numerals().MatchString(word) ||
		strings.ContainsAny(word, "0123456789") ||
		strings.ToUpper(word) == word
}

// isPlain reports whether a text can be nothing but feedback, if it is feedback: numbers with
// words, or as many capitals or squares as a code has symbols.
func (s *scan) isPlain(text string) bool {
	digits := strings.ContainsAny(text, "0123456789")
	if s.counts {
		return (digits || numerals().MatchString(text)) && strings.ToLower(text) != strings.ToUpper(text)
	}
	return !digits &&
		strings.ToUpper(text) == text &&
		len(game.PlacesOf(text)) == game.Width(s.g)
}

// feedbackIn returns the feedback to a guess in what a program printed, such as a board; all of it if
// that is the feedback, or holds none.
func feedbackIn(ctx context.Context, g game.Game, r Round) string {
	if g == nil {
		return r.Feedback
	}
	_, noFeedback := g.ParseFeedback(r.Feedback)
	guess, noGuess := g.ParseCode(r.Guess)
	if noFeedback == nil || noGuess != nil {
		return r.Feedback
	}

	rounds, bare := pairs(eventsIn(ctx, g, r.Feedback))
	for _, other := range slices.Backward(rounds) {
		if other.Guess == g.FormatCode(guess) {
			return other.Feedback
		}
	}
	if len(rounds) == 0 && len(bare) == 1 {
		return bare[0]
	}
	return r.Feedback
}

// pairs joins each feedback with the code before it. Feedback without a code is bare.
func pairs(events []event) (rounds []Round, bare []string) {
	code := ""
	for _, e := range events {
		switch {
		case e.code != "":
			code = e.code
		case code != "":
			rounds = append(rounds, Round{Guess: code, Feedback: e.feedback})
			code = ""
		default:
			bare = append(bare, e.feedback)
		}
	}
	return rounds, bare
}

// guessesIn lists the codes that may be the guess of a turn: the last one in brackets, else all
// that are marked most. Earlier guesses are left out if other codes remain. In prose a word must
// be marked.
func guessesIn(events []event, earlier []Round, prose bool) (codes []string) {
	most := unmarked
	for _, e := range events {
		isWord := strings.ToLower(e.code) != strings.ToUpper(e.code)
		if e.code == "" || e.mark < most || prose && isWord && e.mark == unmarked {
			continue
		}
		if e.mark > most || most == bracketed {
			most = e.mark
			codes = nil
		}
		if !slices.Contains(codes, e.code) {
			codes = append(codes, e.code)
		}
	}

	isNew := func(code string) bool {
		return !slices.ContainsFunc(earlier, func(r Round) bool { return r.Guess == code })
	}
	if len(codes) > 1 && slices.ContainsFunc(codes, isNew) {
		codes = slices.DeleteFunc(codes, func(code string) bool { return !isNew(code) })
	}
	return codes
}

// A speaker of a conversation.
type speaker int

const (
	anyone speaker = iota
	player
	codemaker
)

// A message is what a speaker says.
type message struct {
	by   speaker
	text string
	line int // of its file
}

// A conversation becomes a game, message by message.
type conversation struct {
	ctx     context.Context
	rules   game.Game // nil until a message states them
	game    Game      // as far as it was read
	asked   []string  // the codes that may be the guess without feedback; nil without one
	said    string    // by the player, without a code; empty if the last message had one
	failure error
	told    bool // the player's message had the feedback of the last round
	over    bool // the last guess was the secret
	isChat  bool // what is said before the first guess are rules
}

// What codemakers say, and what stands before a code in logs: a name, a time or a prompt.
var (
	name     = pattern.Of(`^.{0,40}[:>]\s+(.+)$`)
	begins   = pattern.Of(`(?i)\byou are (?:now )?play|\bnew game\b|^\W*game\s*#?\d+\b`)
	invalid  = pattern.Of(`(?i)\binvalid\b|not a valid|not an? \w+ word|not in the (?:word )?list|already guessed|wrong format|must be exactly`)
	won      = pattern.Of(`(?i)\bwon\b|\bcracked\b|\bcongratulations\b|\byou win\b|\bguessed (?:it|the \w+) correctly\b`)
	reveals  = pattern.Of(`(?im)\b(?:secret|answer|solution)(?:\s+(?:word|code|number))?\s*(?:was|is|:|=)?\s+(.+)$`)
	attempts = pattern.Of(`(?i)\byou have (?:only )?(\d{1,3}) (?:attempt|guess|turn|tries|try)`)
	pegRules = pattern.Of(`(?i)\bcode that is (\d) digits long, each digit from 1 to (\d), with (no duplicates|possible repeats)`)
)

// isStarted reports whether the game has a turn.
func (c *conversation) isStarted() bool { return c.asked != nil || len(c.game.Rounds) > 0 }

// hear adds a message. It returns false if the message is of another game, after the end of
// this one.
func (c *conversation) hear(m message) bool {
	if m.by != player && !c.isStarted() {
		c.learn(m.text)
	}
	isPrompt := m.by == codemaker && !c.isStarted() && (c.isChat || begins().MatchString(m.text))
	if c.rules == nil || isPrompt {
		return true
	}

	s := c.understand(m)
	if m.by == player && s.codes == nil {
		c.said = s.text
	}
	switch {
	case c.over:
		return c.isRepeated(s)
	case s.codes != nil:
		c.guess(s)
	case m.by != player:
		c.answer(s)
	}
	return true
}

// A statement is what a message says about the game.
type statement struct {
	text   string
	line   int      // of its file
	rounds []Round  // feedback with the code before it
	bare   []string // feedback without a code
	codes  []string // that may be the guess of a turn; nil if nobody guesses
}

// understand finds codes and feedback in a message. Codemakers also name codes that nobody guesses;
// in their messages only a code in brackets that stands alone is a guess.
func (c *conversation) understand(m message) statement {
	s := statement{text: strings.TrimSpace(cleaned(m.text)), line: m.line}
	if named := name().FindStringSubmatch(s.text); named != nil && m.by == anyone {
		if _, err := c.rules.ParseCode(named[1]); err == nil {
			s.text = named[1]
		}
	}
	events := eventsIn(c.ctx, c.rules, s.text)
	s.rounds, s.bare = pairs(events)

	sole := len(events) == 1 && len(strings.Fields(s.text)) <= game.Width(c.rules)
	echo := sole && strings.HasPrefix(s.text, "[") && strings.HasSuffix(s.text, "]")
	noFeedback := len(s.rounds)+len(s.bare) == 0
	if m.by == player || echo || m.by == anyone && noFeedback && !reveals().MatchString(s.text) {
		s.codes = guessesIn(events, c.game.Rounds, m.by == anyone && !sole)
	}
	return s
}

// isRepeated reports whether a statement after the end of the game is about this game. It may name
// the secret.
func (c *conversation) isRepeated(s statement) bool {
	known := c.game.Rounds
	if s.codes != nil {
		return s.codes[0] == known[len(known)-1].Guess
	}
	c.reveal(s.text)
	return startWith(known, s.rounds) || startWith(s.rounds, known)
}

// learn reads the rules and the limit in the message that begins a game.
func (c *conversation) learn(text string) {
	if m := attempts().FindStringSubmatch(text); m != nil {
		fmt.Sscan(m[1], &c.game.Limit)
	}

	m := pegRules().FindStringSubmatch(text)
	if m == nil || c.rules != nil {
		return
	}
	kind := "mm"
	if m[3] == "no duplicates" {
		kind = "bc"
	}
	g, err := game.Parse(fmt.Sprintf("%s%sx%s", kind, m[1], m[2]))
	if err != nil {
		return
	}
	symbols := "123456789"[:m[2][0]-'0']
	if g, err = game.WithSymbols(g, symbols); err == nil {
		c.rules = g
		c.game.Game = game.Plain(g).String() + " symbols=" + symbols
	}
}

// guess begins a turn. Logs repeat a guess, which does not begin another turn, and may have its
// feedback in the same message.
func (c *conversation) guess(s statement) {
	if !slices.Equal(s.codes, c.asked) {
		c.flush()
		c.asked, c.said, c.told = s.codes, "", false
		c.game.Line = cmp.Or(c.game.Line, s.line)
	}
	n := len(s.rounds) - 1
	if !c.isChat && n >= 0 && s.rounds[n].Guess == s.codes[0] {
		c.add(s.rounds[n])
		c.told = true
	}
}

// answer adds feedback. Codemakers may repeat all rounds, and only the last one is new then.
func (c *conversation) answer(s statement) {
	text, rounds, bare := s.text, s.rounds, s.bare
	if len(rounds) > 0 {
		c.game.Line = cmp.Or(c.game.Line, s.line)
	} else {
		c.reveal(text)
	}

	known := c.game.Rounds
	switch {
	case c.told && len(rounds) == 1 && rounds[0] == known[len(known)-1]:
	case c.asked == nil && c.said != "" && invalid().MatchString(text):
		c.lose(wording.Clip(c.said))
	case c.asked == nil && len(rounds) > 1 && startWith(rounds, known):
		c.add(rounds[len(known):]...)
	case c.asked == nil && (len(rounds) > 0 || len(bare) == 0 || !c.isStarted()):
		c.add(rounds...)
	case c.asked == nil && joined(c.rules, known[len(known)-1].Feedback, bare[0]) != "":
		last := &known[len(known)-1]
		last.Feedback = joined(c.rules, last.Feedback, bare[0])
	case c.asked == nil:
		c.fail(fmt.Errorf("feedback %q has no guess before it", bare[0]))
	case c.answered(rounds):
	case invalid().MatchString(text):
		c.lose(c.asked[0])
	case len(bare) > 0:
		c.complete(c.only(bare))
	case won().MatchString(text):
		c.complete(c.rules.FormatFeedback(c.rules.Final()))
	}
}

// reveal reads the secret.
func (c *conversation) reveal(text string) {
	m := reveals().FindStringSubmatch(text)
	if m == nil || c.game.Secret != "" {
		return
	}
	at := scan{g: c.rules}
	if at.code(strings.Fields(m[1]), 0) > 0 {
		c.game.Secret = at.events[0].code
	}
}

// fail keeps the first reason why the game cannot be read.
func (c *conversation) fail(err error) {
	if c.failure == nil {
		c.failure = fmt.Errorf("turn %d: %w", c.game.Turns()+1, err)
	}
}

// only returns the feedback of a message. It must be one.
func (c *conversation) only(bare []string) string {
	first, _ := c.rules.ParseFeedback(bare[0])
	for _, other := range bare[1:] {
		if f, _ := c.rules.ParseFeedback(other); f != first {
			c.fail(fmt.Errorf("which is the feedback, %q or %q?", bare[0], other))
		}
	}
	return bare[0]
}

// startWith reports whether rounds begin with others.
func startWith(rounds, others []Round) bool {
	return len(rounds) >= len(others) && slices.Equal(rounds[:len(others)], others)
}

// answered adds the round of the guess, or a last round that is new: then the codemaker read
// another guess.
func (c *conversation) answered(rounds []Round) bool {
	for _, r := range slices.Backward(rounds) {
		if slices.Contains(c.asked, r.Guess) {
			c.add(r)
			return true
		}
	}
	if len(rounds) == 0 || slices.Contains(c.game.Rounds, rounds[len(rounds)-1]) {
		return false
	}
	c.add(rounds[len(rounds)-1])
	return true
}

// complete adds the guess with its feedback.
func (c *conversation) complete(feedback string) {
	if len(c.asked) > 1 {
		c.fail(fmt.Errorf("which is the guess, %s? Write it in brackets", strings.Join(c.asked[:min(len(c.asked), 4)], " or ")))
	}
	c.add(Round{Guess: c.asked[0], Feedback: feedback})
}

// lose adds a turn that is lost.
func (c *conversation) lose(guess string) { c.add(Round{Guess: guess, Failure: "invalid"}) }

// add adds rounds, and ends the turn.
func (c *conversation) add(rounds ...Round) {
	for _, r := range rounds {
		c.game.add(r)
		if f, err := c.rules.ParseFeedback(r.Feedback); err == nil && r.Failure == "" {
			c.over = f == c.rules.Final()
		}
	}
	c.asked, c.said = nil, ""
}

// flush adds the guess that got no feedback, if there is one.
func (c *conversation) flush() {
	if c.asked != nil {
		c.complete("")
	}
}

// end returns the game, and begins another with the same rules.
func (c *conversation) end() (Game, error) {
	c.flush()
	done, failure := c.game, c.failure
	next := Game{}
	if strings.Contains(done.Game, "symbols=") {
		next.Game = done.Game
	}
	*c = conversation{ctx: c.ctx, rules: c.rules, game: next}
	return done, failure
}
