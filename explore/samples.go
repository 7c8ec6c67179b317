package explore

import (
	"regexp"
	"strings"

	"dyncrawl/browser"
)

// samples are values by what the names of a field say that it wants, in the languages
// that forms are mostly in. Short words must stand alone: "age" is in "message", too.
var samples = []struct {
	hint  *regexp.Regexp
	value string
}{
	{regexp.MustCompile(`\bzip|postal|post ?(?:code|nr|nummer)|posta kod|kod pocztowy|\bplz\b|postleitzahl|\bcap\b|\bcep\b|psč|irányítószám|cod poștal|индекс|ταχυδρομικ|邮编|郵便|우편번호|البريدي|מיקוד`), "10115"},
	{regexp.MustCompile(`e ?mail|correo|courriel|эл\S* почт|邮箱|電子郵件|メール|이메일`), "visitor@example.com"},
	{regexp.MustCompile(`\btel|phone|\bmobile|\bhandy|celular|móvil|телефон|τηλέφων|电话|手机|電話|전화|هاتف|טלפון`), "5550100123"},
	{regexp.MustCompile(`\burl|website|homepage|web ?site|сайт|网址`), "https://example.com/"},
	{regexp.MustCompile(`year of birth|birth ?year|geburtsjahr|出生年`), "1990"},
	{regexp.MustCompile(`birth|geburt|naissance|nacimiento|nascimento|nascita|geboorte|födelse|рождения|doğum|生日|出生|誕生|생년`), "1990-06-15"},
	{regexp.MustCompile(`\byear\b|jahr\b|\bannée|\baño|\banno\b|\bano\b|год|年`), "2024"},
	{regexp.MustCompile(`\bmonth|monat`), "6"},
	{regexp.MustCompile(`\bday\b|\bjour\b|\bdía\b`), "15"},
	{regexp.MustCompile(`\bage\b|\balter\b|\bedad\b|\bâge\b|\betà|\bidade\b|\bwiek\b|возраст|年龄|年齢|나이`), "30"},
	{regexp.MustCompile(`amount|quantit|\bqty\b|\bcount\b|anzahl|\bmenge\b|cantidad|aantal|\bantal\b|\badet\b|number|\bliczba\b|количеств|数量|個数|수량`), "1"},
	{regexp.MustCompile(`\bdate\b|datum\b|\bfecha|дата|ημερομηνία|日期|日付|날짜|التاريخ`), "2024-06-15"},
	{regexp.MustCompile(`\btime\b|uhrzeit|\bheure\b|\bhora\b|время|时间|時間|시간`), "12:00"},
	{regexp.MustCompile(`first ?name|given|vorname|prénom|förnamn|fornavn|voornaam|\bimię\b`), "Alex"},
	{regexp.MustCompile(`last ?name|surname|nachname|family|apellido|cognome|sobrenome|efternamn|etternavn|achternaam|nazwisko|фамили`), "Miller"},
	{regexp.MustCompile(`\buser|login|\bnick|account|benutzer|\bpseudo|usuario|utente|用户`), "visitor"},
	{regexp.MustCompile(`name|\bnom\b|nombre|\bnome\b|\bnamn\b|\bnavn\b|\bnaam\b|\bimi|\bisim|имя|όνομα|姓名|名前|이름|الاسم`), "Alex Miller"},
	{regexp.MustCompile(`\bcity\b|\btown\b|\bort\b|wohnort|stadt|\bville\b|ciudad|città|cidade|\bstad\b|miasto|město|город|şehir|πόλη|城市|都市|도시|مدينة`), "Berlin"},
	{regexp.MustCompile(`country|\bland\b|\bpays\b|\bpaís|\bpaese\b|\bkraj\b|страна|ülke|χώρα|国家|国名|국가|الدولة`), "Germany"},
	{regexp.MustCompile(`street|address|adress|straße|\brue\b|\bcalle\b|dirección|indirizzo|endereço|\badres|улиц|адрес|διεύθυνση|地址|住所|주소|العنوان`), "1 Main Street"},
	{regexp.MustCompile(`company|\bfirma|entreprise|empresa|azienda|société|компани|公司|会社|회사`), "Example"},
	{regexp.MustCompile(`\bpass|\bpwd\b|密码`), "Visitor-2024"},
	{regexp.MustCompile(`colou?r|farbe|couleur|цвет|颜色`), "blue"},
}

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
		return "Lorem ipsum dolor sit amet."
	}
	names := camel.ReplaceAllString(f.Auto+" "+f.Words+" "+f.Label, "$1 $2")
	names = strings.ToLower(strings.NewReplacer("_", " ", "-", " ").Replace(names))
	before, _, _ := strings.Cut(f.Beside, " | ")
	for _, said := range []string{names, strings.ToLower(before)} {
		for _, s := range samples {
			if s.hint.MatchString(said) {
				return s.value
			}
		}
	}
	return "test"
}
