package explore

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/extract"
)

//go:embed never.txt
var neverText string

// dangers returns the words of never.txt.
var dangers = sync.OnceValue(func() danger { return parseDangers(neverText) })

// danger finds words of one kind of script.
type danger struct {
	spaced  map[string]bool   // of scripts that part words; those of a phrase are parted by one space or none
	longest int               // how many words a phrase has at most
	joined  map[rune][]string // of scripts that do not part words, by how they begin
	whole   map[string]bool   // that are all that is said
	sending map[string]bool   // that are all that is said by a button that sends a form
}

func parseDangers(text string) danger {
	d := danger{spaced: map[string]bool{}, joined: map[rune][]string{}, whole: map[string]bool{}, sending: map[string]bool{}}
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		d.addEach(line)
	}
	return d
}

// addEach adds the entries that a line stands for.
func (d *danger) addEach(line string) {
	before, bracket, several := strings.Cut(line, "(")
	if !several {
		d.add(line)
		return
	}
	all, after, _ := strings.Cut(bracket, ")")
	for one := range strings.SplitSeq(all, "|") {
		d.addEach(before + one + after)
	}
}

func (d *danger) add(entry string) {
	entry, sending := strings.CutPrefix(entry, ">")
	entry, whole := strings.CutPrefix(entry, "=")
	entry = plain(entry)
	words := wordsOf(entry)
	switch {
	case sending:
		d.sending[strings.Join(words, " ")] = true
	case whole:
		d.whole[strings.Join(words, " ")] = true
	case !partsWords(entry):
		first, _ := utf8.DecodeRuneInString(entry)
		d.joined[first] = append(d.joined[first], entry)
	default:
		d.spaced[strings.Join(words, " ")], d.spaced[strings.Join(words, "")] = true, true
		d.longest = max(d.longest, len(words))
	}
}

// determiners are the articles, demonstratives and possessives of languages that have
// them within phrases: "Leave the channel" and "Leave channel" say the same.
var determiners = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(plain(determinersText)) {
		set[word] = true
	}
	return set
})

const determinersText = `a an the this that these those my your our their his her its
	der die das den dem des ein eine einen einem einer mein meine meinen meiner dein deine deinen deiner ihr ihre ihren ihrer unser unsere unseren dieser diese dieses diesen diesem
	l le la les un une mon ma mes ton ta tes son sa ses notre nos votre vos leur ce cet cette ces
	el los las una mi mis tu tus su sus este esta estos estas ese esa nuestro nuestra
	o os as um uma meu minha meus minhas seu sua seus suas esse essa isto
	il lo gli i uno mio mia miei mie tuo tua suo sua questo questa nostro nostra
	de het een mijn je jouw uw onze ons deze dit dat
	den det en ett et min mitt mit mina mine din ditt dit dina dine denna detta denne dette vår vårt våra
	az ezt ezen tämä tämän bu şu ten ta to tę ten mój moje moją moja swój swoje tento tuto tohoto můj moje moji svůj svou tvoj môj
	acest această acestui această ο η το τη την τον του τησ τουσ τισ τα οι μου σου σασ αυτο αυτη
	мой мою моё мое мои свой свою свои этот эту это эти этой цей цю ця це мій моє мої свій тази този това моя моята моят`

// bareOf returns the words of a phrase without determiners; nil when it has none, or is no
// phrase without them.
func bareOf(words []string) []string {
	determines := func(word string) bool { return determiners()[word] }
	if !slices.ContainsFunc(words, determines) {
		return nil
	}
	bare := slices.DeleteFunc(slices.Clone(words), determines)
	if len(bare) < 2 {
		return nil
	}
	return bare
}

// thai is where the first of the scripts that do not part words begins.
const thai = 0x0e00

// partsWords reports whether the word's script puts spaces between words. A sign
// stands by itself.
func partsWords(word string) bool {
	for _, r := range word {
		if r < thai && unicode.IsLetter(r) { // the alphabets come first
			continue
		}
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.So) {
			return false
		}
	}
	return true
}

// plain returns the text in small letters, those that are written in several ways
// in one of them.
func plain(text string) string {
	if strings.ContainsFunc(text, unicode.IsUpper) {
		text = camel.ReplaceAllString(text, "$1 $2")
	}
	if !strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) { // there is one way to write it
		return strings.ToLower(text)
	}
	text = norm.NFKC.String(text)
	return oneWay.Replace(strings.ToLower(text))
}

// oneWay writes alike what keyboards, fonts and capitals of one language do not:
// the dots of Turkish, the accents that Greek capitals lack, commas and cedillas,
// Persian and Arabic letters, dots below and above in Devanagari.
var oneWay = strings.NewReplacer("i\u0307", "i", "ı", "i", "ş", "ș", "ţ", "ț", "ё", "е",
	"ά", "α", "έ", "ε", "ή", "η", "ί", "ι", "ϊ", "ι", "ΐ", "ι", "ό", "ο", "ύ", "υ", "ϋ", "υ", "ΰ", "υ", "ώ", "ω", "ς", "σ",
	"أ", "ا", "إ", "ا", "آ", "ا", "ى", "ي", "ی", "ي", "ک", "ك", "\u0640", "",
	"\u093c", "", "ँ", "ं", "’", "'", "‘", "'", "ʼ", "'", "ʻ", "'")

// phraseRun is words with nothing between them that would end a phrase.
var phraseRun = regexp.MustCompile(`[\p{L}\p{M}]+(?:[\s_\p{Cf}'·-]+[\p{L}\p{M}]+)*`)

func wordsOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
}

//go:embed harmless.txt
var harmlessText string

// harmless returns a matcher of the phrases of harmless.txt.
var harmless = sync.OnceValue(func() *regexp.Regexp {
	var parted, joined []string
	for line := range strings.SplitSeq(plain(harmlessText), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		phrase := strings.NewReplacer("(", "(?:", " ", `[^\p{L}\p{M}]*`).Replace(line)
		if partsWords(line) {
			parted = append(parted, phrase)
		} else {
			joined = append(joined, phrase)
		}
	}
	return oneOf(parted, joined)
})

// in reports whether the text has one of the words, and not only where it names something
// harmless with it.
func (d danger) in(text string) bool {
	text = plain(text)
	return d.anywhere(text) && d.anywhere(harmless().ReplaceAllString(text, " . "))
}

// anywhere reports whether the plain text has one of the words.
func (d danger) anywhere(text string) bool {
	for at, first := range text {
		if slices.ContainsFunc(d.joined[first], func(word string) bool { return strings.HasPrefix(text[at:], word) }) {
			return true
		}
	}
	return slices.ContainsFunc(phraseRun.FindAllString(text, -1), func(run string) bool {
		words := wordsOf(run)
		return d.among(words) || d.among(bareOf(words))
	})
}

// among reports whether one of the phrases stands among the words.
func (d danger) among(words []string) bool {
	for from := range words {
		for to := from + 1; to <= min(len(words), from+d.longest); to++ {
			if d.spaced[strings.Join(words[from:to], " ")] {
				return true
			}
		}
	}
	return false
}

// is reports whether the text is one of the words and no more: a headline may
// have them anywhere. A sign has no words beside it.
func (d danger) is(text string) bool {
	words := wordsOf(plain(text))
	if len(words) == 0 {
		return d.in(text)
	}
	text = strings.Join(words, " ")
	first, _ := utf8.DecodeRuneInString(text)
	bare := bareOf(words)
	return d.spaced[text] || bare != nil && d.spaced[strings.Join(bare, " ")] || d.whole[text] || slices.Contains(d.joined[first], text)
}

// sends reports whether the text is one of the words that do harm on a button that sends
// a form.
func (d danger) sends(text string) bool { return d.sending[strings.Join(wordsOf(plain(text)), " ")] }

// camel parts the words of names such as btnDeleteAll.
var camel = regexp.MustCompile(`(\p{Ll})(\p{Lu})`)

// harmful reports whether pressing the control may do more than change what is
// shown: its words say so, or it leads to a program outside of the browser.
func harmful(c *browser.Control) bool {
	scheme, _, found := strings.Cut(strings.ToLower(strings.TrimSpace(c.Href)), ":")
	if found {
		switch scheme {
		case "mailto", "tel", "sms", "callto", "skype", "whatsapp", "intent", "market", "facetime", "geo", "magnet":
			return true
		}
	}
	d := dangers()
	if question.MatchString(c.Label) && !c.Download && !d.in(strings.ReplaceAll(c.Words, c.Label, "")) {
		return false
	}
	return c.Download || d.in(c.Words) || !c.Depicts && (d.in(c.Label) || c.Role != "tab" && d.is(c.Label)) // a tab has the name of what it shows
}

// question matches what somebody wants to know, such as how to delete an account: it begins
// with a word that asks and ends with a mark that does. It is none that the page asks, such as
// whether somebody wants to.
var question = regexp.MustCompile(`(?i)^[\s\pP]*(?:(?:how|what|when|where|why|who|which|(?:can|could|may|do|must|will) (?:i|we)|is (?:it|there)|wie|was|wann|wo|warum|wer|welche[rs]?|(?:kann|darf|muss) (?:ich|man)|` +
	`comment|que|quoi|quand|où|pourquoi|qui|quel(?:le)?s?|puis-je|cómo|qué|cuándo|dónde|por qué|quién|cuál|puedo|como|o que|quando|onde|por que|quem|qual|posso|come|cosa|che|dove|perché|chi|quale|` +
	`hoe|wat|wanneer|waar|waarom|welke|(?:kan|mag) ik|hur|vad|när|var|varför|vem|vilken|kan jag|hvordan|hvad|hva|hvornår|når|hvor|hvorfor|kan jeg|miten|kuinka|mitä|milloin|missä|miksi|voinko|` +
	`jak|co|kiedy|kdy|kedy|gdzie|kde|dlaczego|proč|prečo|czy mogę|jaki[em]?|ako|čo|kako|kada|gdje|gde|zašto|hogyan|mi|mikor|hol|miért|cum|ce|când|unde|nasıl|nerede|neden|как|что|когда|где|почему|можно ли|кто|` +
	`як|що|коли|де|чому|чи можна|какво|кога|къде|защо|πώς|τι|πότε|πού|γιατί|איך|מה|מתי|איפה|למה|كيف|ماذا|متى|أين|لماذا|هل يمكنني|چگونه|چطور|چرا|کجا|bagaimana|apa|làm sao|làm thế nào)[\s?؟;].*[?؟;]|` +
	`.*(?:如何|怎么|怎麼|怎样|什么|什麼|为什么).*[?？]|.*(?:どうやって|どうすれば|なぜ|いつ|どこ).*[?？]|.*(?:어떻게|왜|언제|어디).*[?？]|(?:.*\s)?कैसे\s.*\?)\s*$`)

// saying is what tells whether a control is harmful.
type saying struct {
	download, tab, depicts bool
	href, words, label     string
}

// harmful reports the same of what was asked before too: the rules of a plan ask it of
// each control in turn.
func (e *explorer) harmful(c *browser.Control) bool {
	said := saying{c.Download, c.Role == "tab", c.Depicts, c.Href, c.Words, c.Label}
	verdict, known := e.guard.verdicts[said]
	if !known {
		verdict = harmful(c)
		e.guard.verdicts[said] = verdict
	}
	return verdict || e.orders(c)
}

// showsHarm reports whether anything of the page must not be pressed.
func (e *explorer) showsHarm() bool {
	return slices.ContainsFunc(e.view.Controls, func(c browser.Control) bool { return e.harmful(&c) })
}

// pressable reports whether the control may be pressed, and is worth it by at least the
// weight.
func (e *explorer) pressable(c *browser.Control, least float64) bool {
	return c.Visible && !c.Disabled && pressWeight(c) >= least && !e.harmful(c)
}

// Harmful reports whether following the link may do harm: a part of its text says so or,
// when it was only guessed, its address does.
func Harmful(l dyncrawl.Link) bool {
	if extract.IsGuess(l) && dangers().in(l.URL) {
		return true
	}
	return slices.ContainsFunc(aside.Split(l.Text, -1), dangers().is)
}

// aside matches what parts what a link says: "Done for today (log out)".
var aside = regexp.MustCompile(`\s*[()\[\]|,;:–—·]\s*`)
