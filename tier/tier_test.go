package tier_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"dyncrawl"
	"dyncrawl/extract"
	"dyncrawl/tier"
)

func pattern(t *testing.T, text string) dyncrawl.Pattern {
	t.Helper()
	p, err := dyncrawl.ParsePattern(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestShapes(t *testing.T) {
	rules := []extract.Rule{{Name: "user", Match: pattern(t, "/show?id=*")}}
	follow := []extract.Follow{{Name: "friends", Match: pattern(t, "/show?id=*")}}
	for _, row := range []struct {
		url, shape string
		varies     bool
	}{
		{"https://h.example/", "h.example/", false},
		{"https://h.example/about/us.html", "h.example/about/us.html", false},
		{"https://h.example:8080/p/phone-17", "h.example:8080/p/{n}", true},
		{"https://h.example/a/80000.htm", "h.example/a/{n}.htm", true},
		{"https://h.example/a/v1.2", "h.example/a/{n}", true},
		{"https://h.example/a/" + strings.Repeat("x", 41), "h.example/a/{n}", true},
		{"https://h.example/show?id=7", "h.example/show?id={n} [user friends]", true},
		{"https://h.example/list?page=2&by=name", "h.example/list?by=name&page={n}", true},
		{"https://h.example/list?page=2&by=date", "h.example/list?by=date&page={n}", true},
		{"https://h.example/list?all", "h.example/list?all", false},
		{"https://h.example/app#/item/3", "h.example/app#/item/{n}", true},
	} {
		shape, varies := tier.NewShaper(rules, follow).Shape(row.url)
		if shape != row.shape || varies != row.varies {
			t.Errorf("%s: %q, %t; want %q, %t", row.url, shape, varies, row.shape, row.varies)
		}
	}
}

// TestShapeOpens: when many different words were seen at a place it is variable,
// for all that comes after it, and stays so in another run.
func TestShapeOpens(t *testing.T) {
	s := tier.NewShaper(nil, nil)
	names := strings.Split("ann,bob,cleo,dora,eli,fay,gus,hal,ida,joe", ",")
	var last string
	for i, name := range names {
		shape, varies := s.Shape("https://h/people/" + name + "/friends")
		if varies != (i >= 8) {
			t.Errorf("word %d: %q", i+1, shape)
		}
		last = shape
	}
	if last != "h/people/*/friends" {
		t.Errorf("shape %q", last)
	}
	if shape, _ := s.Shape("https://h/people/kim7"); shape != "h/people/*" {
		t.Errorf("a word with a digit: %q", shape)
	}
	later := tier.NewShaper(nil, nil)
	later.Know(last + " [friend]")
	if shape, varies := later.Shape("https://h/people/lea/friends"); shape != last || !varies {
		t.Errorf("in the next run: %q", shape)
	}
}

func TestFacts(t *testing.T) {
	rules := []extract.Rule{
		{Name: "user", Key: []string{"id"}, Fields: []extract.Field{{Name: "id"}, {Name: "name"}}},
		{Name: "note", Fields: []extract.Field{{Name: "text"}}},
	}
	page := &dyncrawl.Page{URL: "https://h/1", Status: 200}
	got := tier.FactsOf(tier.Visit{Page: page,
		Items: []dyncrawl.Item{
			{Type: "user", Fields: map[string]any{"id": int64(7), "name": "Ann"}},
			{Type: "note", Fields: map[string]any{"text": "a"}},
			{Type: "note", Fields: map[string]any{"text": nil}, Problems: []string{"text: missing"}},
		},
		Links: []dyncrawl.Link{{URL: "https://h/2", Source: "a[href]"}, {URL: "https://h/2", Source: "follow:x"}},
	}, rules)
	want := tier.Facts{
		"user[7]": "", "user[7].id": "7", "user[7].name": `"Ann"`,
		"note[#0]": "", "note[#0].text": `"a"`, "note[#1]": "text: missing",
		"link https://h/2": "",
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	unread := tier.FactsOf(tier.Visit{Page: &dyncrawl.Page{URL: "https://h/1", HTML: "<p>words  <script>no</script>shown"}}, nil)
	if unread["text"] != `"words shown"` {
		t.Errorf("a page that no rule reads: %v", unread)
	}
	refused := tier.FactsOf(tier.Visit{Page: &dyncrawl.Page{Status: 403, HTML: "<p>no"}}, rules)
	if fmt.Sprint(refused) != "map[http status:403]" {
		t.Errorf("an error page: %v", refused)
	}
}

// rounds is a page seen several times, either way; the facts are written "name=value".
var rounds = []struct {
	name            string
	rendered, cheap []string
	doubtful        int // renderings, from the first one on
	agrees          bool
	used            int // rounds
}{
	{"the same", []string{"a=1 b=2"}, []string{"b=2 a=1"}, 0, true, 1},
	{"a fact is missing", []string{"a=1 b=2", "a=1 b=2"}, []string{"a=1", "a=1"}, 0, false, 2},
	{"a fact too many", []string{"a=1", "a=1"}, []string{"a=1 b=2", "a=1 b=2"}, 0, false, 2},
	{"another value", []string{"a=1", "a=1"}, []string{"a=0", "a=0"}, 0, false, 2},
	{"it changed between the two", []string{"a=1", "a=2"}, []string{"a=2", "a=2"}, 0, true, 2},
	{"it came between the two", []string{"a=1", "a=1 b=2"}, []string{"a=1 b=2", "a=1 b=2"}, 0, true, 2},
	{"a clock", []string{"t=1", "t=3"}, []string{"t=2", "t=4"}, 0, true, 2},
	{"a placeholder for a clock", []string{"t=1", "t=3", "t=5", "t=7"}, []string{"t=0", "t=0", "t=0", "t=0"}, 0, false, 4},
	{"a clock beside a missing fact", []string{"t=1 a=1", "t=3 a=1", "t=5 a=1", "t=7 a=1"}, []string{"t=2", "t=4", "t=6", "t=8"}, 0, false, 4},
	{"random links", []string{"x y a", "x z a", "w v a"}, []string{"v w a", "u v a", "u y a"}, 0, true, 3},
	{"a script's answer was lost", []string{"a=1", "a=1 b=2"}, []string{"a=1 b=2", "a=1 b=2"}, 1, true, 2},
	{"it was lost twice", []string{"a=1", "a=1", "a=1 b=2"}, []string{"a=1 b=2", "a=1 b=2", "a=1 b=2"}, 2, true, 3},
	{"it is always lost", []string{"a=1", "a=1", "a=1", "a=1"}, []string{"b=1", "b=1", "b=1", "b=1"}, 4, false, 4},
}

func TestVerdict(t *testing.T) {
	for _, row := range rounds {
		var trial tier.Trial
		var verdict tier.Verdict
		used := 0
		for again := true; again && used < len(row.rendered); used++ {
			trial.Add(facts(row.rendered[used]), facts(row.cheap[used]), used < row.doubtful)
			if verdict, again = trial.Verdict(); again && used == len(row.rendered)-1 {
				t.Errorf("%s: one more round was wanted", row.name)
			}
		}
		if verdict.Agrees != row.agrees || used != row.used || verdict.Volatile != (used > 1) {
			t.Errorf("%s: %+v after %d rounds, want %t after %d", row.name, verdict, used, row.agrees, row.used)
		}
		if verdict.Agrees != (len(verdict.Differences) == 0) {
			t.Errorf("%s: differences %v", row.name, verdict.Differences)
		}
	}
}

func facts(text string) tier.Facts {
	f := tier.Facts{}
	for _, word := range strings.Fields(text) {
		name, value, _ := strings.Cut(word, "=")
		f[name] = value
	}
	return f
}

var (
	noon    = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	same    = tier.Verdict{Agrees: true}
	differs = tier.Verdict{Differences: []string{"user[7].name"}}
	whole   = tier.Facts{"user[7]": "", "user[7].name": "Ann", "link https://h/": ""}
	wanted  = []string{"user.name"}
)

// agreed is evidence after n agreements.
func agreed(e tier.Evidence, by tier.Tier, n int) tier.Evidence {
	for range n {
		e = e.Agree(by, same, whole, wanted)
	}
	return e
}

func TestProbation(t *testing.T) {
	e := agreed(tier.Evidence{}, tier.HTTP, 4)
	if r := e.Route(0); e.Decision != "" || r != (tier.Route{Tier: tier.HTTP, Judged: true}) {
		t.Errorf("after four: %+v %+v", e, r)
	}
	if e = agreed(e, tier.HTTP, 1); e.Decision != tier.HTTP || e.Tally[tier.HTTP] != (tier.Tally{Judged: 5, Agreed: 5}) {
		t.Errorf("after five: %+v", e)
	}
	unseen := tier.Evidence{}
	for range 29 {
		unseen = unseen.Agree(tier.HTTP, same, tier.Facts{"link https://h/": ""}, wanted)
	}
	if unseen.Decision == tier.HTTP {
		t.Error("a field that was never seen was not waited for")
	}
	if unseen = unseen.Agree(tier.HTTP, same, tier.Facts{"link https://h/": ""}, wanted); unseen.Decision != tier.HTTP {
		t.Error("a field that never comes was waited for too long")
	}
}

// TestJudgedShare: every twentieth page is judged, and every fourth while pages
// differ at first look.
func TestJudgedShare(t *testing.T) {
	e := agreed(tier.Evidence{}, tier.HTTP, 5)
	count := func(e tier.Evidence) (n int) {
		unjudged := 0
		for range 10_000 {
			unjudged++
			if e.Route(unjudged - 1).Judged {
				unjudged = 0
				n++
			}
		}
		return n
	}
	if n := count(e); n != 500 {
		t.Errorf("%d of 10,000 are judged", n)
	}
	shaky := e.Agree(tier.HTTP, tier.Verdict{Agrees: true, Volatile: true}, whole, wanted)
	if n := count(shaky); n != 2500 {
		t.Errorf("%d of 10,000 are judged while pages differ", n)
	}
	if n := count(agreed(shaky, tier.HTTP, 4)); n != 500 {
		t.Errorf("%d of 10,000 are judged when they are calm again", n)
	}
}

func TestDemotion(t *testing.T) {
	e, repeat := agreed(tier.Evidence{}, tier.HTTP, 5).Disagree(tier.HTTP, differs, "https://h/9", noon)
	if !repeat || e.Decision != tier.Browser || e.Trying() != tier.API {
		t.Errorf("after a disagreement: %t %+v", repeat, e)
	}
	if d := e.Demotions[0]; d.URL != "https://h/9" || !strings.Contains(d.Reason, "user[7].name") || !d.At.Equal(noon) || !d.Repeat {
		t.Errorf("demotion: %+v", d)
	}
	if late, again := e.Disagree(tier.HTTP, differs, "https://h/10", noon); again || len(late.Demotions) != 1 {
		t.Error("a judgement over a way that was left counts")
	}
	if late := e.Agree(tier.HTTP, same, whole, wanted); late.Version != e.Version {
		t.Error("an agreement over a way that was left counts")
	}
	if e, repeat = (tier.Evidence{}).Disagree(tier.HTTP, differs, "https://h/9", noon); repeat {
		t.Error("pages are repeated although none came that way")
	}
	e = agreed(e.Learned(), tier.API, 5)
	if e.Decision != tier.API {
		t.Errorf("the api on probation: %+v", e)
	}
	if e, repeat = e.Disagree(tier.API, differs, "https://h/9", noon); !repeat || e.Decision != tier.Browser || e.Trying() != tier.API {
		t.Errorf("after the first template: %+v", e)
	}
	for range 2 {
		e, _ = e.Learned().Disagree(tier.API, differs, "https://h/9", noon)
	}
	if e.Route(100) != (tier.Route{Tier: tier.Browser}) {
		t.Errorf("after three templates: %+v", e)
	}
}

// TestFailuresAreNoEvidence: whatever fails, a decision stays; a trial that
// brings nothing but failures ends.
func TestFailuresAreNoEvidence(t *testing.T) {
	e := agreed(tier.Evidence{}, tier.HTTP, 5)
	for range 100 {
		e = e.Nothing(tier.HTTP, noon)
	}
	if e.Decision != tier.HTTP || e.Tally[tier.HTTP].Judged != 5 {
		t.Errorf("after failures: %+v", e)
	}
	trial := tier.Evidence{}
	for n := range 20 {
		if trial.Trying() != tier.HTTP {
			t.Fatalf("ended after %d", n)
		}
		trial = trial.Nothing(tier.HTTP, noon)
	}
	if trial.Trying() == tier.HTTP || trial.Tally[tier.HTTP].Judged != 0 {
		t.Errorf("a trial of failures goes on: %+v", trial)
	}
}

func TestSuspicion(t *testing.T) {
	e := agreed(tier.Evidence{}, tier.HTTP, 5)
	for name, row := range map[string]struct {
		facts   tier.Facts
		suspect bool
	}{
		"another page":         {tier.Facts{"user[8]": "", "user[8].name": "Bob", "link https://h/8": ""}, false},
		"a field is missing":   {tier.Facts{"user[8]": "", "link https://h/8": ""}, true},
		"no links":             {tier.Facts{"user[8]": "", "user[8].name": "Bob"}, true},
		"an item with a fault": {tier.Facts{"user[8]": "name: x", "user[8].name": "Bob", "link https://h/8": ""}, true},
		"nothing":              {tier.Facts{}, true},
	} {
		if got := e.Suspects(row.facts); got != row.suspect {
			t.Errorf("%s: %t", name, got)
		}
	}
	fewer := e.Agree(tier.HTTP, same, tier.Facts{"user[8]": "", "link https://h/8": ""}, wanted)
	if fewer.Suspects(tier.Facts{"user[9]": "", "link https://h/9": ""}) {
		t.Error("a field that a judged page lacked is still demanded")
	}
}

// TestEvidenceIsKept: what is written as JSON comes back.
func TestEvidenceIsKept(t *testing.T) {
	e, _ := agreed(tier.Evidence{}, tier.HTTP, 5).Disagree(tier.HTTP, differs, "https://h/9", noon)
	text, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	var back tier.Evidence
	if err := json.Unmarshal(text, &back); err != nil || fmt.Sprint(back) != fmt.Sprint(e) {
		t.Errorf("%v: got %+v, want %+v", err, back, e)
	}
	if names := tier.Expected("https://h/1", []extract.Rule{{Name: "user", Fields: []extract.Field{{Name: "name"}}}}); !slices.Equal(names, wanted) {
		t.Errorf("expected: %v", names)
	}
}
