package explore

import (
	"hash/fnv"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"

	"dyncrawl/browser"
)

// What tells the forms that are left alone.
var (
	accountForm = regexp.MustCompile(`(?i)log.?in|sign.?in|sign.?up|passw|anmeld|einloggen|connexion|inscri|iniciar sesi|accedi|entrar|войти|вход|登录|登陆|ログイン|로그인|회원가입`)
	signUpForm  = regexp.MustCompile(`(?i)(^|[^n]|(^|[^e])n|[a-z'’]en)regist|регистрац|注册`) // unless it cannot name anybody; "enregistrer" is to save, "s'enregistrer" is not
	payForm     = regexp.MustCompile(`(?i)credit.?card|card.?number|\bcvv|\bcvc|\biban\b|checkout|payment|bezahl|paiement|信用卡|银行卡`)
	talkForm    = regexp.MustCompile(`(?i)reply|contact|feedback|subscribe|message|nachricht|反馈`) // and what addressForm matches
	// ofThings matches what is said of when a car or a firm was registered, and of a register
	// that is searched: nobody signs up there.
	ofThings = regexp.MustCompile(`(?i)\b(first|last|date|year|newly)\s+registered\b|\bregistered\s+(office|trademark|weight)\b|` +
		`\b(search|browse|consult|look in|look up in|find in)\s+(the|our|this)\s+(\p{L}+\s+)?regist(er|ers|ry|ries)\b`)
	// addressForm matches what is written to somebody, be it posted or sent by a script.
	addressForm = regexp.MustCompile(`(?i)comment|kommen[tč]|comentar|commenta|коммент|комент|yorum|bình luận|hozzászól|komentář|σχόλι|تعليق|تعلیق|דעה|תגובה|टिप्पणी|মন্তব্য|ความคิดเห็น|评论|評論|留言|コメント|댓글|` +
		`\breply\b|antwort(en)? schreiben|ответить|返信|guest.?book|gästebuch|livre d'or|libro de visitas|гостев|` +
		`contact.?(us|form|me|seller)|kontakt|contatt|contáct|contacto|contactez|contato|contactar|nous écrire|neem contact|yhteydenot|ota yhteyttä|kapcsolat|связаться|связь с|напишите нам|зв.яз|bize ulaş|iletişim|επικοινων|اتصل بنا|تماس با|צור קשר|צרו קשר|संपर्क|hubungi|liên hệ|ติดต่อ|联系|聯絡|問い合わせ|문의|` +
		`newsletter|nyhetsbrev|nyhedsbrev|nieuwsbrief|uutiskirje|hírlevél|рассылк|розсилк|bülten|boletín|ニュースレター|뉴스레터|邮件订阅|النشرة`)
)

// sendable reports whether the form may be filled and sent. Where only words on buttons
// say that it may do harm, one of the others must send it.
func (e *explorer) sendable(f *browser.Form) bool {
	return e.fillable(f) && (e.cfg.Forms == AllForms || !dangers().in(f.Words) && !e.takesOrders(f) || !dangers().in(f.About) && e.submits(f))
}

// submits reports whether the form has a button that sends it and does no harm.
func (e *explorer) submits(f *browser.Form) bool {
	return slices.ContainsFunc(e.view.Controls, func(c browser.Control) bool {
		return c.Form == f.Path && sendsForm(&c) && !e.harmful(&c)
	})
}

// takesOrders reports whether a button says that sending the form orders goods.
func (e *explorer) takesOrders(f *browser.Form) bool {
	return slices.ContainsFunc(e.view.Controls, func(c browser.Control) bool { return c.Form == f.Path && e.orders(&c) })
}

// sorting matches the names of fields that tell in which order a list is wanted.
var sorting = regexp.MustCompile(`(?i)sort|^order[-_]?(by|dir|direction)?$|^dir(ection)?$`)

// orders reports whether the control sends a form and says no more than "Order", or the
// like in another language. Where the form is got by its address, or chooses how to sort,
// that is to put in order.
func (e *explorer) orders(c *browser.Control) bool {
	if !sendsForm(c) || !dangers().sends(c.Label) {
		return false
	}
	return slices.ContainsFunc(e.view.Forms, func(f browser.Form) bool {
		return f.Path == c.Form && (f.Method == "post" || f.Listens) && !slices.ContainsFunc(f.Fields, func(field browser.Field) bool {
			return !takesEnter(field.Type) && sorting.MatchString(field.Name)
		})
	})
}

// sendsForm reports whether the control is a button that sends its form.
func sendsForm(c *browser.Control) bool {
	return c.Form != "" && (c.Type == "submit" || c.Type == "image")
}

// fillable reports whether the form is none of those that are left alone for what they
// are about. What its words say of its buttons is another matter.
func (e *explorer) fillable(f *browser.Form) bool {
	switch {
	case e.cfg.Forms == NoForms, !isScript(f.Action) && !e.cfg.InScope(f.Action):
		return false
	case e.cfg.Forms == AllForms:
		return true
	}
	words := f.Words
	for _, field := range f.Fields {
		if field.Type == "password" || strings.HasPrefix(field.Auto, "cc-") || strings.Contains(field.Auto, "password") {
			return false
		}
		words += " | " + field.Words + " " + field.Name
	}
	long := slices.ContainsFunc(f.Fields, func(field browser.Field) bool { return field.Type == "textarea" })
	signUp := signUpForm.MatchString(ofThings.ReplaceAllString(words, " ")) && slices.ContainsFunc(f.Fields, namesPerson)
	sends := f.Method == "post" || f.Listens
	from := slices.ContainsFunc(f.Fields, func(field browser.Field) bool { return field.Type == "email" })
	if sends && (long && from || (long || from) && addressForm.MatchString(words)) {
		return false
	}
	return !signUp && !accountForm.MatchString(words) && !payForm.MatchString(words) && !(long && f.Method == "post" && talkForm.MatchString(words))
}

// persons are what tells who somebody is: an address, names, telephone numbers and
// the codes that are sent to them.
var persons = []string{"visitor@example.com", "visitor", "Alex Miller", "123456", "1234567", "12345678", "123456789", "1234567890", "12345678901", "+15550100123"}

// namesPerson reports whether the field may ask for what tells who somebody is. A
// number, a date or a part number that keeps to a pattern does not: a boat is
// registered as well as its owner.
func namesPerson(f browser.Field) bool {
	switch f.Type {
	case "checkbox", "radio", "select-one", "select-multiple", "number", "range", "color", "date", "datetime-local", "month", "week", "time":
		return false
	}
	if takesNothing(f.Type) {
		return false
	}
	pattern, err := wholePattern(&f)
	return f.Pattern == "" || err != nil || slices.ContainsFunc(persons, pattern.MatchString)
}

// isScript reports whether a form's action is a script of the page.
func isScript(action string) bool {
	return strings.HasPrefix(strings.ToLower(action), "javascript:")
}

// form queues filling the form and sending it with each of its buttons, or as it
// is sent without one.
func (p *planner) form(f *browser.Form) {
	if !f.Visible || !p.e.fillable(f) {
		return
	}
	tellAround(f)
	var gestures []browser.Gesture
	var last string // a field that sends the form with Enter
	radios := map[string]bool{}
	all := p.filler()
	for i := range f.Fields {
		field := &f.Fields[i]
		if field.Fixed || field.Type == "radio" && radios[field.Name] {
			continue
		}
		radios[field.Name] = radios[field.Name] || field.Type == "radio"
		gestures = append(gestures, all.fillAmong(field, len(f.Fields))...)
		if takesEnter(field.Type) {
			last = field.Path
		}
	}
	for i := range p.e.view.Controls {
		if c := &p.e.view.Controls[i]; c.Editable && c.Field == nil && c.Form == f.Path {
			gestures = append(gestures, browser.Gesture{Kind: browser.Type, Path: c.Path, Value: sampleText})
		} else if c.Form == f.Path && c.Visible && picks(c) {
			gestures = append(gestures, all.take(c.Path)...)
		}
	}
	if p.e.sendable(f) {
		p.send(f, gestures, last)
		p.mentioned(f, gestures)
		p.choices(f)
	} else {
		p.preview(f, gestures)
		if !dangers().in(f.About) {
			p.pressInside(f, gestures) // such as to see a price before the order
		}
	}
}

// tellAround adds what the form says to what stands around its field when that is the only
// one for text: what was refused is often told below the button, with an example.
func tellAround(f *browser.Form) {
	only := -1
	for i := range f.Fields {
		switch field := &f.Fields[i]; {
		case field.Fixed || !takesEnter(field.Type) && field.Type != "textarea":
		case only >= 0:
			return
		default:
			only = i
		}
	}
	if only >= 0 {
		f.Fields[only].Beside += " | " + f.About
	}
}

// choices queues sending a form that only has something chosen with what else may be
// chosen.
func (p *planner) choices(f *browser.Form) {
	var ways [][]browser.Gesture
	for i := range f.Fields {
		field := &f.Fields[i]
		switch {
		case field.Fixed, field.Type == "hidden", field.Type == "submit", field.Type == "image":
		case field.Type == "radio" && (i == 0 || field.Name == f.Fields[i-1].Name):
			ways = append(ways, choice(field))
		case field.Type == "select-one" && len(ways) == 0:
			at := slices.Index(field.Options, field.Value)
			for n := 2; n < len(field.Options)-at; n++ {
				ways = append(ways, slices.Repeat(p.fill(field), n))
			}
		default:
			return
		}
	}
	for i := range p.e.view.Controls {
		c := &p.e.view.Controls[i]
		if c.Form != f.Path || c.Type != "submit" || c.Disabled || p.e.harmful(c) {
			continue
		}
		for _, way := range ways[:min(len(ways), maxChoices)] {
			if len(way) > 0 {
				p.pressWith(f, c, unlikely, way)
			}
		}
		return
	}
}

// mentioned queues sending the form with what the page puts in quotes, where one text is
// all that it wants: a search or a robot may be told so what it knows.
func (p *planner) mentioned(f *browser.Form, filled []browser.Gesture) {
	if len(filled) != 1 || filled[0].Kind != browser.Type {
		return
	}
	field := filled[0].Path
	for _, words := range p.mentions() {
		if words != filled[0].Value {
			p.add(standIn(f, words), unlikely,
				browser.Gesture{Kind: browser.Type, Path: field, Value: words}, browser.Gesture{Kind: browser.Keys, Path: field, Value: "Enter"})
		}
	}
}

// mentions returns what the page puts in quotes or names as a command or a code, but for
// what says that it does harm.
func (p *planner) mentions() []string {
	return slices.DeleteFunc(slices.Clone(p.e.view.Mentions), dangers().in)
}

// standIn returns a control for the form as a whole, which has none that sends it.
func standIn(f *browser.Form, label string) *browser.Control {
	return &browser.Control{Path: f.Path, Group: f.Path, Label: label, Mark: fieldsMark(f), Around: f.Around}
}

// preview queues sending a form that may do harm with the buttons that send it elsewhere,
// such as to a preview.
func (p *planner) preview(f *browser.Form, filled []browser.Gesture) {
	for i := range p.e.view.Controls {
		c := &p.e.view.Controls[i]
		if c.Form == f.Path && c.Action != "" && !c.Disabled && !p.e.harmful(c) {
			p.sendWith(f, c, filled)
		}
	}
}

// sendWith queues sending the filled form with the button.
func (p *planner) sendWith(f *browser.Form, c *browser.Control, filled []browser.Gesture) {
	p.pressWith(f, c, likely, filled)
	p.sendEmpty(f, c)
	p.sendBroken(f, c, filled)
}

// pressWith queues pressing the button of the filled form. It counts as another button
// where other fields are filled.
func (p *planner) pressWith(f *browser.Form, c *browser.Control, weight float64, filled []browser.Gesture) {
	button := *c
	button.Mark ^= fieldsMark(f)
	p.add(&button, weight, append(slices.Clone(filled), browser.Gesture{Kind: browser.Press, Path: c.Path})...)
}

// sendBroken queues sending the form with a value that breaks the rule of a field whose
// script wants to know of that. The browser does not send it.
func (p *planner) sendBroken(f *browser.Form, button *browser.Control, filled []browser.Gesture) {
	for i := range p.e.view.Controls {
		c := &p.e.view.Controls[i]
		if c.Field == nil || c.Form != f.Path || !slices.Contains(c.Own, "invalid") {
			continue
		}
		at := slices.IndexFunc(filled, func(g browser.Gesture) bool { return g.Path == c.Path && g.Kind == browser.Type })
		if value := breaking(c.Field); value != "" && at >= 0 {
			broken := slices.Clone(filled)
			broken[at].Value = value
			p.add(c, unlikely, append(broken, browser.Gesture{Kind: browser.Press, Path: button.Path})...)
		}
	}
}

// sampleText is what is written into editors.
const sampleText = "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor."

// sendEmpty queues pressing the button of a form that must be filled, or whose script
// looks at what is sent: it goes nowhere, but the page may say something.
func (p *planner) sendEmpty(f *browser.Form, button *browser.Control) {
	if slices.ContainsFunc(f.Fields, func(field browser.Field) bool {
		return (field.Required || f.Listens) && field.Value == "" && !field.Fixed
	}) {
		p.simple(button, first, browser.Press)
	}
}

// fieldsMark tells forms with other fields apart, such as the steps of a wizard.
func fieldsMark(f *browser.Form) uint32 {
	h := fnv.New32a()
	for _, field := range f.Fields {
		io.WriteString(h, field.Type+" "+field.Name+"\n")
	}
	return h.Sum32()
}

func takesEnter(kind string) bool {
	switch kind {
	case "text", "search", "email", "url", "tel", "number", "password", "date", "time":
		return true
	}
	return false
}

// send queues sending the filled form.
func (p *planner) send(f *browser.Form, filled []browser.Gesture, last string) {
	buttons := 0
	for i := range p.e.view.Controls {
		c := &p.e.view.Controls[i]
		if c.Form != f.Path || c.Type != "submit" && c.Type != "image" || c.Disabled && len(filled) == 0 {
			continue
		}
		buttons++
		if p.e.cfg.Forms == AllForms || !p.e.harmful(c) {
			p.sendWith(f, c, filled)
		}
	}
	inner := p.pressInside(f, filled)
	if len(f.Fields) > 0 && buttons+inner == 0 {
		p.pressAfter(f, filled)
	}
	form := standIn(f, "form")
	switch {
	case buttons > 0:
	case last != "":
		p.add(form, likely, append(slices.Clone(filled), browser.Gesture{Kind: browser.Keys, Path: last, Value: "Enter"})...)
	default:
		p.add(form, possible, append(slices.Clone(filled), browser.Gesture{Kind: browser.Submit, Path: f.Path})...)
	}
}

// pressInside queues pressing the first buttons of the filled form that do not send it,
// such as the one to the next step, and returns how many there are.
func (p *planner) pressInside(f *browser.Form, filled []browser.Gesture) (buttons int) {
	if len(filled) == 0 {
		return 0
	}
	for i := range p.e.view.Controls {
		c := &p.e.view.Controls[i]
		if c.Form == f.Path && c.Type == "button" && buttons < maxRow && p.e.pressable(c, unlikely) {
			buttons++
			p.pressWith(f, c, likely, filled)
		}
	}
	return buttons
}

// pressAfter queues pressing what comes after a filled form that has no button of
// its own.
func (p *planner) pressAfter(f *browser.Form, filled []browser.Gesture) {
	last := &browser.Control{Path: f.Fields[len(f.Fields)-1].Path}
	if button := p.next(last); button != nil {
		p.add(button, likely, append(slices.Clone(filled), browser.Gesture{Kind: browser.Press, Path: button.Path})...)
	}
}

// maxMends is how often a form is filled otherwise whose values were refused.
const maxMends = 2

// mend queues filling a form otherwise when fields hold what was typed and that
// breaks a rule: scripts have rules that no attribute tells of, such as that one
// value must be greater than another.
func (e *explorer) mend(t *task) {
	if t.mended || len(t.gestures) < 2 {
		return
	}
	for n := range maxMends {
		gestures := slices.Clone(t.gestures)
		if !e.otherwise(gestures, n) {
			return
		}
		again := *t
		again.gestures, again.key = gestures, keyOf(gestures)+"|mended"
		again.mended, again.fresh = true, true
		e.queue.add(&again)
	}
}

// otherwise has the gestures type the nth other value into each field that refuses
// the one that it holds. It reports whether there is any.
func (e *explorer) otherwise(gestures []browser.Gesture, n int) (some bool) {
	for _, form := range e.view.Forms {
		for i := range form.Fields {
			field := &form.Fields[i]
			typed := slices.IndexFunc(gestures, func(g browser.Gesture) bool { return g.Kind == browser.Type && g.Path == field.Path })
			if typed < 0 || !field.Refused {
				continue
			}
			if others := otherValues(field, time.Now()); n < len(others) {
				gestures[typed].Value, some = others[n], true
			}
		}
	}
	return some
}
