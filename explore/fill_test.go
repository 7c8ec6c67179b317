package explore

import (
	"regexp"
	"strconv"
	"testing"
	"time"

	"dyncrawl/browser"
)

func TestPatternsAreMatched(t *testing.T) {
	for _, pattern := range []string{`[0-9]{6,}`, `[A-Z]{2}-\d{3}(a|b)`, `\w+@\w+\.com`, `(?:\+?1[ -])?\d{3}-\d{4}`, `[^a-z]+x?`, `.{3,5}`, `(foo|bar)*baz`} {
		value := valuesFor(&browser.Field{Type: "text", Pattern: pattern, MinLength: -1, MaxLength: -1}, time.Now())[0]
		if !regexp.MustCompile(`^(?:` + pattern + `)$`).MatchString(value) {
			t.Errorf("%s: %q does not match", pattern, value)
		}
	}
}

func TestNumbersKeepTheirBounds(t *testing.T) {
	for _, c := range []struct{ min, max, step string }{{"", "", ""}, {"10", "20", "5"}, {"3", "3", "1"}, {"-5", "-1", "2"}, {"", "-4", ""}, {"0.5", "2", "0.25"}} {
		text := valuesFor(&browser.Field{Type: "number", Min: c.min, Max: c.max, Step: c.step}, time.Now())[0]
		value, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Errorf("%v: %q is no number", c, text)
		}
		if low, err := strconv.ParseFloat(c.min, 64); err == nil && value < low {
			t.Errorf("%v: %v is too small", c, value)
		}
		if high, err := strconv.ParseFloat(c.max, 64); err == nil && value > high {
			t.Errorf("%v: %v is too large", c, value)
		}
	}
}

func TestValuesFit(t *testing.T) {
	now := time.Date(2026, 3, 9, 10, 0, 0, 0, time.UTC)
	for want, f := range map[string]browser.Field{
		"2026-03-09":           {Type: "date"},
		"2031-01-01":           {Type: "date", Min: "2031-01-01"},
		"2020-12-31":           {Type: "date", Max: "2020-12-31"},
		"2026-W11":             {Type: "week"},
		"oak":                  {Type: "text", Options: []string{"oak", "elm"}},
		"visitor@example.com":  {Type: "text", Words: "Your E-Mail", MinLength: -1, MaxLength: -1},
		"te":                   {Type: "search", MinLength: -1, MaxLength: 2},
		"testtesttesttest":     {Type: "search", MinLength: 10, MaxLength: -1},
		"https://example.com/": {Type: "url", MinLength: -1, MaxLength: -1},
		"lentils":              {Type: "search", Sample: "e.g. lentils, beans", MinLength: -1, MaxLength: -1},
		"vino":                 {Type: "search", Sample: "Cerca, ad es. vino", MinLength: -1, MaxLength: -1},
		"kale":                 {Type: "text", Sample: "kale, bean …", MinLength: -1, MaxLength: -1},
		"Bad Hersfeld":         {Type: "text", Label: "Ort (z. B. Bad Hersfeld)", MinLength: -1, MaxLength: -1},
		"24.12.2025":           {Type: "text", Sample: "24.12.2025", MinLength: -1, MaxLength: -1},
		"Lyon":                 {Type: "search", Sample: "Essayez « Lyon » ou « Nice »", MinLength: -1, MaxLength: -1},
		"test":                 {Type: "search", Sample: "Search for anything…", MinLength: -1, MaxLength: -1},
		"testtesttest":         {Type: "search", Label: "Name (mindestens 12 Zeichen)", MinLength: -1, MaxLength: -1},
		"V1sitor-2024V1":       {Type: "text", Beside: "14 characters, a digit, a capital", MinLength: -1, MaxLength: -1},
		"121":                  {Type: "text", Value: "120", MinLength: -1, MaxLength: -1},
		"aaaaaaaa":             {Type: "text", Pattern: "[a-z]+", MinLength: 6, MaxLength: 8},
		"30":                   {Type: "text", Mode: "numeric", Words: "age", MinLength: -1, MaxLength: -1},
		"12345":                {Type: "text", Label: "Varış posta kodu (5 hane)", MinLength: -1, MaxLength: -1},
		"123456":               {Type: "text", Beside: "Six-digit code", MinLength: -1, MaxLength: -1},
		"10115":                {Type: "text", Words: "zipCode", MinLength: -1, MaxLength: -1},
		"06/2024":              {Type: "text", Label: "First used (MM/YYYY)", MinLength: -1, MaxLength: -1},
		"15.06.1990":           {Type: "text", Label: "Geburtsdatum", Sample: "TT.MM.JJJJ", MinLength: -1, MaxLength: -1},
		"15/06/2024":           {Type: "tel", Sample: "jj/mm/aaaa", MinLength: -1, MaxLength: 10},
		"06/15/2024":           {Type: "text", Beside: "Day of the visit, MM/DD/YYYY | ", MinLength: -1, MaxLength: -1},
		"2024-06-15":           {Type: "text", Value: "____-__-__", MinLength: -1, MaxLength: -1},
		"06/24":                {Type: "text", Sample: "MM/YY", MinLength: -1, MaxLength: 5},
		"12:00":                {Type: "text", Sample: "hh:mm", MinLength: -1, MaxLength: -1},
		"(123) 456-7890":       {Type: "tel", Sample: "(___) ___-____", MinLength: -1, MaxLength: -1},
		"1000":                 {Type: "text", Label: "Value (1,000 to 50,000 €)", MinLength: -1, MaxLength: -1},
		"2500":                 {Type: "number", Label: "Betrag, 2.500 bis 10.000", MinLength: -1, MaxLength: -1},
		"0.125":                {Type: "number", Label: "0.125 to 0.5", MinLength: -1, MaxLength: -1},
		"Berlin":               {Type: "text", Label: "Ciudad", MinLength: -1, MaxLength: -1},
		"Alex Miller":          {Type: "text", Words: "message_name", MinLength: -1, MaxLength: -1},

		"Lorem ipsum dolor sit amet, consectetur ": {Type: "textarea", Sample: "almeno 40 caratteri", MinLength: -1, MaxLength: -1},
		"Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor.\nLorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor.\nLorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor.": {Type: "textarea", Sample: "Three lines, please", MinLength: -1, MaxLength: -1},

		"Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor.": {Type: "textarea", Sample: "Up to 200 characters", MinLength: -1, MaxLength: -1},
	} {
		if got := valuesFor(&f, now)[0]; got != want {
			t.Errorf("%+v: %q, want %q", f, got, want)
		}
	}
}

func TestFormsThatAreLeftAlone(t *testing.T) {
	e := newExplorer(nil, Config{InScope: func(url string) bool { return url != "https://elsewhere.example/" }}.withDefaults())
	e.view = &browser.Survey{}
	for _, c := range []struct {
		name string
		form browser.Form
		want bool
	}{
		{"a search", browser.Form{Words: "search", Method: "get", Fields: []browser.Field{{Type: "search", Name: "q"}}}, true},
		{"a filter that is posted", browser.Form{Words: "filter", Method: "post", Fields: []browser.Field{{Type: "text", Name: "city"}}}, true},
		{"a login", browser.Form{Fields: []browser.Field{{Type: "text", Name: "user"}, {Type: "password", Name: "p"}}}, false},
		{"a sign-up by words", browser.Form{Words: "新用户注册", Fields: []browser.Field{{Type: "text"}}}, false},
		{"a sign-up with a code", browser.Form{Words: "Register", Fields: []browser.Field{{Type: "text", Pattern: `\d{6}`}}}, false},
		{"a register of things", browser.Form{Words: "Register", Fields: []browser.Field{{Type: "text", Pattern: `[A-Z]{2}\d{3}`}, {Type: "date"}}}, true},
		{"a search of a register", browser.Form{Words: "Search the land register", Method: "post", Fields: []browser.Field{{Type: "text"}}}, true},
		{"a sign-up beside a search", browser.Form{Words: "Search the site or register", Method: "post", Fields: []browser.Field{{Type: "text"}}}, false},
		{"a login with a part number", browser.Form{Words: "Log in", Fields: []browser.Field{{Type: "text", Pattern: `[A-Z]{2}\d{3}`}}}, false},
		{"a payment", browser.Form{Fields: []browser.Field{{Type: "text", Auto: "cc-number"}}}, false},
		{"a comment", browser.Form{Words: "Leave a comment", Method: "post", Fields: []browser.Field{{Type: "textarea", Name: "text"}}}, false},
		{"a letter that a script sends", browser.Form{Words: "Kontakta oss", Method: "get", Listens: true, Fields: []browser.Field{{Type: "email"}, {Type: "text"}}}, false},
		{"a letter in any language", browser.Form{Words: "ყველა", Method: "get", Listens: true, Fields: []browser.Field{{Type: "email"}, {Type: "textarea"}}}, false},
		{"a comment that a script sends", browser.Form{Words: "Skriv en kommentar", Method: "get", Listens: true, Fields: []browser.Field{{Type: "textarea"}}}, false},
		{"a check of an address", browser.Form{Words: "Is this an address? Check", Method: "get", Listens: true, Fields: []browser.Field{{Type: "email"}}}, true},
		{"a text that is counted", browser.Form{Words: "Count letters", Method: "get", Listens: true, Fields: []browser.Field{{Type: "textarea"}}}, true},
		{"a removal", browser.Form{Words: "Delete this entry", About: "Delete this entry", Method: "post"}, false},
		{"another site's", browser.Form{Action: "https://elsewhere.example/"}, false},
	} {
		if got := e.sendable(&c.form); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// A form to save something is no sign-up, but one that speaks of registering may be.
func TestSignUpForm(t *testing.T) {
	for words, want := range map[string]bool{
		"Enregistrer le brouillon": false, "/annonce/enregistrement": false, "préenregistré": false,
		"register": true, "Jetzt registrieren": true, "Registrarse": true, "userRegister": true, "openRegister": true, "btn_register": true, "S'enregistrer": true,
	} {
		if got := signUpForm.MatchString(words); got != want {
			t.Errorf("%s: got %v", words, got)
		}
	}
}
