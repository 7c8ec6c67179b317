package explore

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"dyncrawl/browser"
)

var (
	// announced matches what is said to be an example, in the languages that forms are
	// mostly in.
	announced = regexp.MustCompile(`(?i)(?:^|[^\p{L}])(?:e\.?\s?g\.?|for example|for instance|such as|example|try|versuche?|probiere?|essayez|prueb[ae]|intenta|prova|tente|experimente|probeer|testa|försök|prøv|kokeile|spróbuj|zkuste|vyzkoušejte|skúste|próbáld|încercați|deneyin|попробуйте|спробуйте|опитайте|δοκιμάστε|जैसे कि|جرّب|جرب|נסו|z\.\s?b\.|zum beispiel|beispiel|par ex(?:emple|\.)|p\.\s?ex\.|exemple|ex[.:]|` +
		`ad es(?:empio|\.)|esempio|p(?:or |\.\s?)ej(?:emplo|\.)|ejemplo|por exemplo|exemplo|t\.\s?ex\.|till exempel|f\.\s?eks\.|for eksempel|bijv\.|bijvoorbeeld|bv\.|` +
		`np\.|na przykład|např\.|napříkl\S*|pl\.|esim\.|es\.|örn\.|örneğin|напр\.|например|наприклад|π\.χ\.|de ex\.|misalnya|contoh|ví dụ|जैसे|उदाहरण|যেমন|เช่น|مثل|مثلاً?|مثال|למשל)\s*:?\s+(\S.*)|(?:例えば|例如|比如|试试|試試|试一试|試してみて|예를 들어|예|例)\s*[:：]?\s*(\S.*)`)
	// firstOfMore matches the first of several things of which more could be named.
	firstOfMore = regexp.MustCompile(`^([^,;…]+)[,;].*(?:…|\.\.\.)$`)
	// quotation matches what stands in quotes.
	quotation = regexp.MustCompile(`["“„«‚‘「]\s*([^"“”„«»‘’」]+?)\s*["“”»’」]`)
	// figure matches a number, a date, a time or a code as it is to be written.
	figure = regexp.MustCompile(`^\p{L}{0,3}[-./ ]?\d[-\d.,:/ ]*\p{L}{0,2}$`)
	// behind matches what follows an example.
	behind = regexp.MustCompile(`\s*(?:[,;…()\[\]"“”„«»|]|\.\.\.|\s(?:or|oder|ou|o|of|eller|или|for|für|pour|para|för|voor|для)\s).*$`)
)

// longestExample is how many characters an example has at most: more is a sentence.
const longestExample = 40

// around returns the words around a field, its own first.
func around(f *browser.Field) []string { return []string{f.Sample, f.Label, f.Beside} }

// example returns the example that the page gives of what is to be filled in; empty
// when it gives none.
func example(f *browser.Field) string {
	switch f.Type {
	case "text", "search", "tel", "textarea":
	default:
		return ""
	}
	for _, text := range around(f) {
		if said := announced.FindStringSubmatch(text); said != nil {
			return trimmed(said[1] + said[2])
		}
	}
	if said := quotation.FindStringSubmatch(f.Sample); said != nil {
		return trimmed(said[1])
	}
	if said := firstOfMore.FindStringSubmatch(f.Sample); said != nil {
		return trimmed(said[1])
	}
	if figure.MatchString(f.Sample) {
		return f.Sample
	}
	return ""
}

// listing matches what is named in a row behind a colon.
var listing = regexp.MustCompile(`[:：]\s*([\p{L}\d][^:：.;!?|]*[,、，][^:：.;!?|]*)`)

// mostListed is how many things that the page names for a field are filled in.
const mostListed = 4

// among parts examples that are named in a row. A comma within a number parts none.
var among = regexp.MustCompile(`,\s+(?:(?:or|oder|ou|o|of|eller|или)\s+)?|[、，]|\s(?:or|oder|ou|o|of|eller|или)\s`)

// sentenceEnd matches what ends a list of examples.
var sentenceEnd = regexp.MustCompile(`[;:：!?|()\[\]]|\.(?:\s|$)`)

// rows returns what stands in a row in the text: behind a colon, or as examples.
func rows(text string) (row []string) {
	if named := listing.FindStringSubmatch(text); named != nil {
		return strings.FieldsFunc(named[1], func(r rune) bool { return strings.ContainsRune(",、，", r) })
	}
	if said := announced.FindStringSubmatch(text); said != nil {
		return among.Split(sentenceEnd.Split(said[1]+said[2], 2)[0], -1)
	}
	return nil
}

// listings returns what the page names in a row for the field; nil when it names none or
// a single thing.
func listings(f *browser.Field) (list []string) {
	switch f.Type {
	case "text", "search":
	default:
		return nil
	}
	for _, text := range around(f) {
		for _, one := range rows(text) {
			if one = strings.Trim(one, " …\"“”„«»'"); one != "" && utf8.RuneCountInString(one) <= longestExample/2 && len(list) < mostListed {
				list = append(list, one)
			}
		}
		if len(list) > 1 {
			return list
		}
		list = nil
	}
	return nil
}

// demanded matches a label that says what to type, and no more.
var demanded = regexp.MustCompile(`(?i)^\s*(?:please\s+)?(?:type|enter|write|tippe|gib|schreibe?|tapez|saisissez|écrivez|escrib[ae]|teclee|digit[ae]|scrivi|typ|skriv|wpisz|napiš|введите|введіть|输入|輸入|入力)\s+["“„«「]?([\p{L}\d-]{2,20})["”»」]?\s*[.:!]?\s*$`)

// demand returns what the page says is to be typed into the field; empty when it says
// nothing of the kind, or nothing harmless.
func demand(f *browser.Field) string {
	for _, text := range around(f) {
		for part := range strings.SplitSeq(text, "|") {
			if said := demanded.FindStringSubmatch(part); said != nil && !dangers().in(said[1]) {
				return said[1]
			}
		}
	}
	return ""
}

// trimmed returns the example without what follows it.
func trimmed(text string) string {
	if said := quotation.FindStringSubmatch(text); said != nil && strings.HasPrefix(text, said[0]) {
		text = said[1]
	}
	text = strings.TrimRight(behind.ReplaceAllString(text, ""), " .:")
	if utf8.RuneCountInString(text) > longestExample {
		return ""
	}
	return text
}
