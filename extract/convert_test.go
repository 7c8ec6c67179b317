package extract

import (
	"testing"
	"time"

	"dyncrawl"

	"github.com/google/go-cmp/cmp"
)

func TestInt(t *testing.T) {
	for text, want := range map[string]any{
		"0": int64(0), "1,234": int64(1234), "1,234,567": int64(1234567), "12,34,567": int64(1234567), "1.234": int64(1234),
		"1 234 567": int64(1234567), "1'234": int64(1234), "１２３": int64(123), "-5": int64(-5), "−5": int64(-5), "+7": int64(7),
		"1.2万": int64(12000), "3亿": int64(300000000), "1.5k": int64(1500), "10w+": int64(100000), "1000+": int64(1000), "2 千": int64(2000), "5 m": nil,
		"9223372036854775807": int64(9223372036854775807), "9223372036854775808": nil, "3.0": int64(3), "¥99": int64(99),
		"3.5": nil, "1.2345万": int64(12345), "n/a": nil, "12 comments": nil, "1,2,3": nil, "--5": nil, "-": nil, "1.2.3": nil,
	} {
		check(t, text, dyncrawl.Int, want)
	}
}

func TestNumber(t *testing.T) {
	for text, want := range map[string]any{
		"1,234.5": 1234.5, "1.234,5": 1234.5, "1,234": 1234.0, "3,14": 3.14, "1.234": 1.234, "0,500": 0.5, "1.234.567": 1234567.0,
		"1.234.567,89": 1234567.89, "1,234,567.89": 1234567.89, "1 234,5": 1234.5, "1’234.50": 1234.5, ".5": 0.5, "5.": 5.0,
		"¥ 1,299.00": 1299.0, "￥９９．５": 99.5, "$-3": -3.0, "-$3": -3.0, "12.50 €": 12.5, "US$ 5": 5.0, "99元": 99.0, "HKD 8": 8.0,
		"3.6亿": 3.6e8, "1.2M": 1.2e6, "-0.25": -0.25, "1.2,3.4": nil, "5 kg": nil, "85%": nil, "": nil, "1e5": nil, "free": nil,
	} {
		check(t, text, dyncrawl.Number, want)
	}
}

func TestDate(t *testing.T) {
	at := func(y, m, d, h, min, s int) any { return time.Date(y, time.Month(m), d, h, min, s, 0, time.UTC) }
	for text, want := range map[string]any{
		"2026-03-02":                      at(2026, 3, 1, 16, 0, 0),
		"2026/3/2 10:05":                  at(2026, 3, 2, 2, 5, 0),
		"2026.03.02 10:05:07":             at(2026, 3, 2, 2, 5, 7),
		"2026-03-02T10:05:07Z":            at(2026, 3, 2, 10, 5, 7),
		"2026-03-02T10:05:07.000+02:00":   at(2026, 3, 2, 8, 5, 7),
		"2026-03-02T10:05:07-0530":        at(2026, 3, 2, 15, 35, 7),
		"2026年3月2日":                       at(2026, 3, 1, 16, 0, 0),
		"2026年03月02日 10:05":               at(2026, 3, 2, 2, 5, 0),
		"2026年3月2日10时5分":                  at(2026, 3, 2, 2, 5, 0),
		"２０２６年３月２日":                       at(2026, 3, 1, 16, 0, 0),
		"2026年3月2日 下午3:05":                at(2026, 3, 2, 7, 5, 0),
		"20260302":                        at(2026, 3, 1, 16, 0, 0),
		"20260302100507":                  at(2026, 3, 2, 2, 5, 7),
		"1772445907":                      at(2026, 3, 2, 10, 5, 7),
		"1772445907000":                   at(2026, 3, 2, 10, 5, 7),
		"1772445907000000":                at(2026, 3, 2, 10, 5, 7),
		"Mon, 02 Mar 2026 10:05:07 +0800": at(2026, 3, 2, 2, 5, 7),
		"Mon, 02 Mar 2026 10:05:07 GMT":   at(2026, 3, 2, 10, 5, 7),
		"Mon Mar 02 10:05:07 +0800 2026":  at(2026, 3, 2, 2, 5, 7),
		"March 5, 2024":                   at(2024, 3, 4, 16, 0, 0),
		"5 mars 2024":                     at(2024, 3, 4, 16, 0, 0),
		"3小时前":                            at(2026, 3, 1, 23, 0, 0),
		"半小时前":                            at(2026, 3, 2, 1, 30, 0),
		"昨天 12:30":                        at(2026, 3, 1, 4, 30, 0),
		"刚刚":                              at(2026, 3, 2, 2, 0, 0),
		"2 hours ago":                     at(2026, 3, 2, 0, 0, 0),
		"12-31 23:10":                     at(2025, 12, 31, 15, 10, 0),
		"3月1日 10:00":                      at(2026, 3, 1, 2, 0, 0),
		"2026-13-02":                      nil,
		"2026-02-30":                      nil,
		"2026-03-02 25:00":                nil,
		"n/a":                             nil,
		"12":                              nil,
		"2026":                            nil,
		"hello":                           nil,
		"99999999":                        nil,
	} {
		check(t, text, dyncrawl.Date, want)
	}
}

func TestURLAndBool(t *testing.T) {
	for text, want := range map[string]any{
		"/a b": "https://a.example/a%20b", "?q=1#f": "https://a.example/dir/x?q=1#f", "//b.example\\c": "https://b.example/c",
		"javascript:alert(1)": nil, "http://": nil, "mailto:x@a.example": "mailto:x@a.example",
	} {
		check(t, text, dyncrawl.URL, want)
	}
	for text, want := range map[string]any{"Yes": true, "是": true, "1": true, "": true, "off": false, "0": false, "perhaps": nil} {
		check(t, text, dyncrawl.Bool, want)
	}
}

// check converts text as found on a page; a nil want means that it is refused.
func check(t *testing.T, text string, kind dyncrawl.Kind, want any) {
	t.Helper()
	c := converter{now: fetched, zone: time.FixedZone("", 8*3600), resolve: func(ref string) (string, error) {
		return resolve("https://a.example/dir/x", ref)
	}}
	got, problems := c.one(&node{value: text}, kind)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s %q: %s", kind, text, diff)
	}
	if refused := want == nil && text != ""; refused != (len(problems) > 0) {
		t.Errorf("%s %q: problems %q", kind, text, problems)
	}
}

func TestListKeepsWhatIsGood(t *testing.T) {
	f := &Field{Type: dyncrawl.List, Of: dyncrawl.Int}
	got, problems := converter{}.field(f, values([]any{"1", "x", nil, []any{int64(2), "3千"}}))
	if diff := cmp.Diff([]any{int64(1), int64(2), int64(3000)}, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{`"x" is not a whole number`}, problems); diff != "" {
		t.Error(diff)
	}
}

func TestRegexp(t *testing.T) {
	for _, test := range []struct{ expr, text, want string }{
		{`\d+`, "id 12 of 34", "12"},
		{`of (\d+)`, "id 12 of 34", "34"},
		{`a(1)|b(2)`, "b2", "2"},
		{`x(y?)`, "x", ""},
	} {
		if got, ok := expr(t, test.expr).pick(test.text); got != test.want || !ok {
			t.Errorf("%s in %q: got %q, want %q", test.expr, test.text, got, test.want)
		}
	}
	if part, ok := expr(t, "z").pick("abc"); ok {
		t.Errorf("got %q without a match", part)
	}
}

func FuzzNumber(f *testing.F) {
	for _, seed := range []string{"1,234.5", "1.2万", "¥-5", "１２", "1' 2", ".,", "+.5亿+", "9e9"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		number, failed := parseNumber(text)
		if whole, err := parseInt(text); err == nil && failed != nil {
			t.Errorf("%q is the whole number %v, but no number (%v)", text, whole, number)
		}
	})
}

func FuzzDate(f *testing.F) {
	for _, seed := range []string{"2026-03-02T10:05:07+0800", "2026年3月2日", "3小时前", "1772445907", "Mon", "0000-00-00", "+99"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := parseDate(fold(text), fetched, time.UTC)
		if (got == nil) != (err != nil) {
			t.Errorf("%q: both or neither of %v and %v", text, got, err)
		}
	})
}
