package explore

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"dyncrawl/browser"
)

// samples are values by what the names of a field say that it wants, in the languages
// that forms are mostly in. Short words must stand alone: "age" is in "message", too.
var samples = []struct{ hint, value string }{
	{`\bzip|postal|post ?(?:code|nr|nummer)|posta kod|kod pocztowy|\bplz\b|postleitzahl|\bcap\b|\bcep\b|psč|irányítószám|cod poștal|индекс|ταχυδρομικ|邮编|郵便|우편번호|البريدي|מיקוד`, "10115"},
	{`e ?mail|correo|courriel|эл\S* почт|邮箱|電子郵件|メール|이메일`, "visitor@example.com"},
	{`\btel|phone|\bmobile|\bhandy|celular|móvil|телефон|τηλέφων|电话|手机|電話|전화|هاتف|טלפון`, "5550100123"},
	{`\burl|website|homepage|web ?site|сайт|网址`, "https://example.com/"},
	{`year of birth|birth ?year|geburtsjahr|出生年`, "1990"},
	{birthHint, "1990-06-15"},
	{yearHint, ""}, // this one
	{`\bmonth|monat`, "6"},
	{`\bday\b|\bjour\b|\bdía\b`, "15"},
	{`\bage\b|\balter\b|\bedad\b|\bâge\b|\betà|\bidade\b|\bwiek\b|возраст|年龄|年齢|나이`, "30"},
	{`amount|quantit|\bqty\b|\bcount\b|anzahl|\bmenge\b|cantidad|aantal|\bantal\b|\badet\b|number|\bliczba\b|количеств|数量|個数|수량`, "1"},
	{`\bdate\b|datum\b|\bfecha|дата|ημερομηνία|日期|日付|날짜|التاريخ`, "2024-06-15"},
	{`\btime\b|uhrzeit|\bheure\b|\bhora\b|время|时间|時間|시간`, "12:00"},
	{`first ?name|given|vorname|prénom|förnamn|fornavn|voornaam|\bimię\b`, "Alex"},
	{`last ?name|surname|nachname|family|apellido|cognome|sobrenome|efternamn|etternavn|achternaam|nazwisko|фамили`, "Miller"},
	{`\buser|login|\bnick|account|benutzer|\bpseudo|usuario|utente|用户`, "visitor"},
	{`name|\bnom\b|nombre|\bnome\b|\bnamn\b|\bnavn\b|\bnaam\b|\bimi|\bisim|имя|όνομα|姓名|名前|이름|الاسم`, "Alex Miller"},
	{`\bcity\b|\btown\b|\bort\b|wohnort|stadt|\bville\b|ciudad|città|cidade|\bstad\b|miasto|město|город|şehir|πόλη|城市|都市|도시|مدينة`, "Berlin"},
	{`country|\bland\b|\bpays\b|\bpaís|\bpaese\b|\bkraj\b|страна|ülke|χώρα|国家|国名|국가|الدولة`, "Germany"},
	{`street|address|adress|straße|\brue\b|\bcalle\b|dirección|indirizzo|endereço|\badres|улиц|адрес|διεύθυνση|地址|住所|주소|العنوان`, "1 Main Street"},
	{`company|\bfirma|entreprise|empresa|azienda|société|компани|公司|会社|회사`, "Example"},
	{`\bpass|\bpwd\b|密码`, "Visitor-2024"},
	{`colou?r|farbe|couleur|цвет|颜色`, "blue"},
}

// birthHint matches what says that somebody's birth is meant.
const birthHint = `birth|geburt|naissance|nacimiento|nascimento|nascita|geboorte|födelse|рождения|doğum|生日|出生|誕生|생년`

// yearHint matches what says that a year is meant.
const yearHint = `\byear\b|jahr\b|\bannée|\baño|\banno\b|\bano\b|год|年`

// hints returns the expressions of samples, in their order.
var hints = sync.OnceValue(func() []*regexp.Regexp {
	list := make([]*regexp.Regexp, len(samples))
	for i, s := range samples {
		list[i] = regexp.MustCompile(s.hint)
	}
	return list
})

// namePart writes the parts of a field's name as words.
var namePart = strings.NewReplacer("_", " ", "-", " ")

// words returns a text for the field by its type and names.
func words(f *browser.Field) string {
	switch f.Type {
	case "email":
		return "visitor@example.com"
	case "url":
		return "https://example.com/"
	case "tel":
		return "5550100123"
	case "password":
		return "Visitor-2024"
	case "search":
		return "test"
	case "textarea":
		return sampleText
	}
	if hint := hinted(f); hint >= 0 {
		return cmp.Or(samples[hint].value, strconv.Itoa(time.Now().Year()))
	}
	return "test"
}

// hinted returns which of the samples the names of a field hint at; -1 when they hint at
// none.
func hinted(f *browser.Field) int {
	names := camel.ReplaceAllString(f.Auto+" "+f.Words+" "+f.Label, "$1 $2")
	names = strings.ToLower(namePart.Replace(names))
	before, _, _ := strings.Cut(f.Beside, " | ")
	for _, said := range []string{names, strings.ToLower(before)} {
		for i, hint := range hints() {
			if hint.MatchString(said) {
				return i
			}
		}
	}
	return -1
}

// wantsYear reports whether a year, and none of somebody's birth, is to be filled in.
func wantsYear(f *browser.Field) bool {
	hint := hinted(f)
	return hint >= 0 && samples[hint].hint == yearHint
}
