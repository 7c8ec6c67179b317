package record_test

import (
	"dyncrawl/captcha"
	"dyncrawl/demo/forms"
	"dyncrawl/liveview/viewtest"
)

// scene is what a person does at one of the sites of demo/forms, and what the site
// must have heard then; for a login, nothing.
type scene struct {
	site string
	do   func(p *person)
	want string

	password string         // must not be in the flow
	solver   captcha.Solver // of the replay
}

var scenes = []scene{
	{"controlled", func(p *person) {
		p.enter("[autocomplete=name]", "Ann Lee")
		p.enter("#m", "ann@example.com")
		p.click("select")
		p.Notice("select")
		p.Send(viewtest.Message{"type": "choose", "index": 2})
		p.click("[type=checkbox]")
		p.click("=by phone")
		p.click("=Create account")
	}, "Ann Lee|ann@example.com|Pro|true|phone", "", nil},
	{"shadow", func(p *person) {
		p.enter("x-ticket >> [name=subject]", "Broken")
		p.enter("x-ticket >> [name=details]", "It is")
		p.click("x-ticket >> x-button >> =Send ticket")
	}, "Broken|It is", "", nil},
	{"frame", func(p *person) {
		p.enter("[title=Address] >> input", "Elm 5")
		p.click("[title=Address] >> button")
		near, far := point(p, "[title=Address]"), point(p, "[title=Note]")
		x, y := p.see("[title=Address] >> input")
		p.clickAt(x+far[0]-near[0], y+far[1]-near[1])
		p.write("Ring twice")
		p.press("Enter", 13)
	}, "Elm 5|Ring twice", "", nil},
	{"chooser", func(p *person) {
		p.click("=Choose a photo")
		p.Notice("files")
		p.Send(viewtest.Message{"type": "files", "files": []map[string]any{{"name": "me.txt", "data": []byte("a face\n")}}})
		p.Until("the file", func() bool {
			var n int
			return p.tab.Eval(p.t.Context(), "document.querySelector('[type=file]').files.length", &n) == nil && n == 1
		})
		p.click("=Save photo")
	}, "me.txt|a face", "", nil},
	{"dialog", func(p *person) {
		p.click("=New list")
		p.Notice("dialog")
		p.Send(viewtest.Message{"type": "dialog", "accept": true, "text": "Garden"})
		p.click("=Delete all")
		p.Notice("dialog")
		p.Send(viewtest.Message{"type": "dialog", "accept": false})
	}, "kept Garden", "", nil},
	{"drag", func(p *person) {
		p.drag("=Paint", "[aria-label=Done]")
		p.Until("the drop", func() bool {
			var n int
			return p.tab.Eval(p.t.Context(), "document.querySelector('[aria-label=Done]').children.length", &n) == nil && n == 1
		})
		p.drag("[data-part=token]", "[data-part=tray]")
	}, "Paint|token", "", nil},
	{"menu", func(p *person) {
		p.hover("=Products")
		p.hover("=Paper")
		p.click("=A4 sheets")
	}, "A4 sheets", "", nil},
	{"date", func(p *person) {
		p.click("[readonly]")
		p.click("[aria-label^=Next]")
		p.click("table >> =17")
		x, y := p.see("[type=date]")
		p.clickAt(x-50, y) // the month
		p.write("06202026")
		p.click("=Book")
	}, "2026-06-17|2026-06-20", "", nil},
	{"complete", func(p *person) {
		p.enter("input", "Be")
		p.click("=Bergen")
		p.click("=Search")
	}, "Bergen", "", nil},
	{"rich", func(p *person) {
		p.click("[contenteditable]")
		p.write("Hello ")
		p.click("[aria-label=Bold]")
		p.write("you")
		p.click("[aria-label=Bold]")
		p.Send(viewtest.Message{"type": "text", "text": ", 世界"})
		p.press("Enter", 13)
		p.click("[aria-label=List]")
		p.write("one")
		p.press("Enter", 13)
		p.chord("b", 66, 2)
		p.write("two")
		p.chord("ArrowLeft", 37, 8+2)
		p.click("[aria-label=Link]")
		p.Notice("dialog")
		p.Send(viewtest.Message{"type": "dialog", "accept": true, "text": "/two"})
		p.click("=Publish")
	}, "Hello <b>you</b>, 世界<div><ul><li>one</li><li><b><a href=\"/two\">two</a></b></li></ul></div>", "", nil},
	{"twopage", func(p *person) {
		p.enter("[name=user]", forms.User)
		p.click("=Next")
		p.enter("[name=password]", forms.Password)
		p.press("Enter", 13)
		p.see("=Log out")
	}, "", forms.Password, nil},
	{"popup", func(p *person) {
		p.click("=Sign in with Example")
		back := p.window()
		p.enter("[name=user]", forms.User)
		p.enter("[name=password]", forms.Password)
		p.click("=Allow")
		back()
		p.see("=Sign out")
	}, "", forms.Password, nil},
	{"vault", func(p *person) {
		p.enter("[name=user]", forms.User)
		p.enter("[name=password]", forms.Password)
		p.press("Enter", 13)
		p.see("=Log out")
	}, "", forms.Password, nil},
}

func point(p *person, path string) [2]float64 {
	x, y := p.see(path)
	return [2]float64{x, y}
}
