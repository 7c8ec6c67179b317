package record

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dyncrawl/browser"
	"dyncrawl/flows"
)

// written returns the steps for reports as record.js makes them; "doors" and
// "window" stand beside what it says.
func written(t *testing.T, reports string) string {
	t.Helper()
	r := &Recorder{windows: make([]window, 2), ended: make(chan struct{})}
	r.cfg.Log = discard
	for at, line := range strings.Split(strings.TrimSpace(reports), "\n") {
		var also struct {
			Doors  []json.RawMessage
			Window int
		}
		if err := json.Unmarshal([]byte(line), &also); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		a, err := parseAction(browser.Report{Text: line, Doors: also.Doors})
		if err != nil {
			t.Fatal(err)
		}
		a.At, a.window = float64(at), also.Window
		if a.Kind == "dialog" {
			a.reply = browser.Reply{Accept: a.On, Text: a.Value}
		}
		r.keep(a)
	}
	w := newWriter(Config{Name: "shop", Seed: func(field string) string {
		return map[string]string{"App code": "SHOP_SEED"}[field]
	}})
	tidied := tidy(r.inOrder())
	w.learn(tidied)
	return flows.FormatSteps(w.steps(tidied))
}

func TestSteps(t *testing.T) {
	for _, c := range []struct{ name, reports, want string }{
		{"letters become one fill, and the click into the field is part of it", `
{"kind":"click","doc":"a","element":1,"chain":["label=Name","#n"]}
{"kind":"fill","doc":"a","element":1,"chain":["label=Name","#n"],"value":"A"}
{"kind":"fill","doc":"a","element":1,"chain":["label=Name"],"value":"An ${x}"}`, `
- fill:
    selector: ["label=Name", "#n"]
    value: "An $${x}"`},
		{"passwords and codes have names, the same one for the same text", `
{"kind":"fill","doc":"a","element":1,"chain":["#p"],"value":"s3cret","secret":"password"}
{"kind":"fill","doc":"a","element":2,"chain":["#q"],"value":"s3cret","secret":"password"}
{"kind":"fill","doc":"a","element":3,"chain":["#c"],"value":"123456","secret":"code"}
{"kind":"click","doc":"a","element":4,"chain":["text=s3cret","#b"]}`, `
- fill: {selector: "#p", value: "${secret:SHOP_PASSWORD}"}
- fill: {selector: "#q", value: "${secret:SHOP_PASSWORD}"}
- fill: {selector: "#c", value: "${secret:SHOP_CODE}"}
- click: "#b"`},
		{"codes of an app follow from its seed; digits are a code behind a password alone", `
{"kind":"fill","doc":"a","element":1,"chain":["#zip"],"value":"654321","secret":"digits"}
{"kind":"fill","doc":"a","element":2,"chain":["#p"],"value":"s3cret","secret":"password"}
{"kind":"fill","doc":"b","element":1,"chain":["#app"],"value":"123 456","secret":"digits","name":"App code"}
{"kind":"fill","doc":"c","element":1,"chain":["#long"],"value":"12345678","secret":"code","name":"App code"}
{"kind":"fill","doc":"d","element":1,"chain":["#sms"],"value":"222333","secret":"code","name":"SMS"}
{"kind":"fill","doc":"e","element":1,"chain":["#word"],"value":"4-ants","secret":"code","name":"App code"}`, `
- fill: {selector: "#zip", value: 654321}
- fill: {selector: "#p", value: "${secret:SHOP_PASSWORD}"}
- totp: {selector: "#app", seed: "${secret:SHOP_SEED}"}
- totp: {selector: "#long", seed: "${secret:SHOP_SEED}", digits: 8}
- fill: {selector: "#sms", value: "${secret:SHOP_CODE}"}
- fill: {selector: "#word", value: "${secret:SHOP_CODE2}"}`},
		{"waits come from what the page did", `
{"kind":"document","doc":"a","top":true,"url":"http://h/in"}
{"kind":"click","doc":"a","top":true,"url":"http://h/in","element":1,"chain":["#a"]}
{"kind":"click","doc":"a","top":true,"url":"http://h/in","element":2,"chain":["#b"],"asked":1}
{"kind":"document","doc":"b","top":true,"url":"http://h/in?again"}
{"kind":"click","doc":"b","top":true,"url":"http://h/in?again","element":1,"chain":["#c"]}
{"kind":"document","doc":"c","top":true,"url":"http://h/user/4711/x?s=1"}
{"kind":"click","doc":"c","top":true,"url":"http://h/user/4711/x?s=1","element":1,"chain":["#d"]}`, `
- click: "#a"
- wait: network
- click: "#b"
- wait: network
- click: "#c"
- wait: {url: /user/*/x}
- click: "#d"`},
		{"a dialog is answered before it opens, a file replaces the click for it", `
{"kind":"click","doc":"a","element":1,"chain":["#a"]}
{"kind":"dialog","on":true,"value":"Ann"}
{"kind":"click","doc":"a","element":2,"chain":["#pick"]}
{"kind":"upload","doc":"a","element":3,"chain":["#f"],"files":[{"name":"a.txt","data":"eA=="}]}
{"kind":"click","doc":"a","element":4,"chain":["#x"]}
{"kind":"click","doc":"a","element":4,"chain":["#x"]}
{"kind":"double","doc":"a","element":4,"chain":["#x"]}`, `
- dialog: {do: accept, text: Ann}
- click: "#a"
- upload: {selector: "#f", file: a.txt}
- double_click: "#x"`},
		{"what an editor was given at one go is filled in", `
{"kind":"click","doc":"a","element":1,"chain":["#e"]}
{"kind":"type","doc":"a","element":1,"chain":["#e"],"value":"H"}
{"kind":"type","doc":"a","element":1,"chain":["#e"],"value":"ö","held":true}
{"kind":"press","doc":"a","element":1,"chain":["#e"],"key":"Backspace"}
{"kind":"type","doc":"a","element":1,"chain":["#e"],"value":"i","held":true}
{"kind":"press","doc":"a","element":1,"chain":["#e"],"key":"Enter"}
{"kind":"type","doc":"a","element":1,"chain":["#e"],"value":"you","held":true}
{"kind":"click","doc":"a","element":2,"chain":["#send"]}`, `
- fill: {selector: "#e", value: "Hi\nyou"}
- click: "#send"`},
		{"what was given a look is typed bit by bit, and so is what stands behind other text", `
{"kind":"click","doc":"a","element":1,"chain":["#e"]}
{"kind":"type","doc":"a","element":1,"chain":["#e"],"value":"a"}
{"kind":"type","doc":"a","element":1,"chain":["#e"],"value":"b","held":true}
{"kind":"press","doc":"a","element":1,"chain":["#e"],"key":"Control+b"}
{"kind":"type","doc":"a","element":1,"chain":["#e"],"value":"c","held":true}
{"kind":"click","doc":"a","element":2,"chain":["#more"]}
{"kind":"type","doc":"a","element":3,"chain":["#f"],"value":"d","held":true}`, `
- click: "#e"
- fill: {selector: "#e", value: ab, add: true}
- press: {key: Control+b, selector: "#e"}
- fill: {selector: "#e", value: c, add: true}
- click: "#more"
- fill: {selector: "#f", value: d, add: true}`},
		{"what was done in another window and in frames", `
{"kind":"click","doc":"a","element":1,"chain":["#go"],"hover":[["#menu"]]}
{"kind":"fill","doc":"w","window":1,"element":1,"chain":["#u"],"value":"ann"}
{"kind":"click","doc":"w","window":1,"element":2,"chain":["#ok"]}
{"kind":"check","doc":"f","element":1,"chain":["#c","//input"],"on":true,"doors":[["#outer","iframe"],["#inner"]]}`, `
- hover: "#menu"
- click: "#go"
- popup:
    - fill: {selector: "#u", value: ann}
    - click: "#ok"
- check: ["#outer >> #inner >> #c", "#outer >> #inner >> //input", "iframe >> #inner >> #c"]`},
		{"challenges that are left to people are handed over", `
{"kind":"document","doc":"f","doors":[["handoff a reCAPTCHA"]]}
{"kind":"handoff","doc":"a","value":"a slider"}
{"kind":"handoff","doc":"a","value":"a slider"}
{"kind":"click","doc":"a","element":1,"chain":["#a"]}
{"kind":"click","doc":"f","element":1,"chain":["#box"],"doors":[["handoff a reCAPTCHA"]]}
{"kind":"click","doc":"a","element":2,"chain":["#b"]}`, `
- handoff: pass a slider
- click: "#a"
- handoff: pass a reCAPTCHA
- click: "#b"`},
		{"a captcha takes the form with it, and its last round counts", `
{"kind":"document","doc":"a","top":true,"url":"http://h/in"}
{"kind":"fill","doc":"a","top":true,"url":"http://h/in","element":1,"chain":["#u"],"value":"ann"}
{"kind":"fill","doc":"a","top":true,"url":"http://h/in","element":2,"chain":["#k"],"value":"xx","captcha":{"image":["#i"],"refresh":["#r"]}}
{"kind":"click","doc":"a","top":true,"url":"http://h/in","element":3,"chain":["#go"]}
{"kind":"document","doc":"b","top":true,"url":"http://h/in"}
{"kind":"fill","doc":"b","top":true,"url":"http://h/in","element":1,"chain":["#u"],"value":"ann"}
{"kind":"click","doc":"b","top":true,"url":"http://h/in","element":5,"chain":["#r"]}
{"kind":"fill","doc":"b","top":true,"url":"http://h/in","element":2,"chain":["#k"],"value":"yy","captcha":{"image":["#i"],"refresh":["#r"]}}
{"kind":"press","doc":"b","top":true,"url":"http://h/in","element":2,"chain":["#k"],"key":"Enter"}
{"kind":"document","doc":"c","top":true,"url":"http://h/home"}
{"kind":"click","doc":"c","top":true,"url":"http://h/home","element":1,"chain":["#x"]}`, `
- captcha:
    image: "#i"
    into: "#k"
    rejected: "#i"
    refresh: "#r"
    before: [{fill: {selector: "#u", value: ann}}]
- wait: {url: /home}
- click: "#x"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(strings.TrimSpace(c.want), strings.TrimSpace(written(t, c.reports))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestUnseen(t *testing.T) {
	all := []action{
		{Kind: "unseen", Chain: []string{"#card", "x-card"}}, {Kind: "unseen", Chain: []string{"#card", "x-card"}},
		{Kind: "fill", Chain: []string{"#name"}}, {Kind: "unseen", Chain: []string{"x-pay"}, doors: [][]string{{"#frame"}}},
	}
	var got []string
	for _, s := range unseen(all) {
		got = append(got, s.String())
	}
	if diff := cmp.Diff([]string{"#card", "#frame >> x-pay"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestForeignOrigins(t *testing.T) {
	typed := []action{
		{URL: "http://shop/in"},
		{URL: "http://sso.example/a", Secret: "password", Form: "http://sso.example/b"},
		{URL: "http://shop/in", Secret: "code", Form: "https://shop.example/x"},
		{URL: "http://other/in"},
	}
	if diff := cmp.Diff([]string{"http://sso.example", "https://shop.example"}, foreign(typed, []string{"http://shop"})); diff != "" {
		t.Error(diff)
	}
}
