package explore

import "dyncrawl/browser"

// loose queues filling the fields that lie in no form and pressing the buttons behind
// them, as a form would be filled and sent: scripts read fields when a button is
// pressed. Of radio buttons each is chosen.
func (p *planner) loose() {
	var fields []*browser.Control
	all := p.e.view.Controls
	for i := range all {
		c := &all[i]
		switch {
		case isLoose(c):
			fields = append(fields, c)
			continue
		case len(fields) == 0 || !isButton(c):
			continue
		}
		buttons := row(all[i:])
		for j := range buttons {
			if !p.e.harmful(&buttons[j]) {
				p.pressFilled(&buttons[j], fields, likely)
			}
		}
		fields = nil
	}
	p.tools()
}

// tools queues pressing the buttons right before what a longer text is written into once
// it holds one: they may be for that.
func (p *planner) tools() {
	var buttons []*browser.Control
	for i := range p.e.view.Controls {
		c := &p.e.view.Controls[i]
		switch {
		case isButton(c):
			buttons = append(buttons, c)
			continue
		case c.Tag == "textarea" && c.Form == "" && !c.Field.Fixed && c.Visible:
			for _, button := range buttons[max(0, len(buttons)-maxRow):] {
				if !p.e.harmful(button) {
					p.pressFilled(button, []*browser.Control{c}, unlikely)
				}
			}
		case c.Why == "delegated":
			continue
		}
		buttons = nil
	}
}

// isLoose reports whether the control holds a value, or takes it from a list, and lies in
// no form.
func isLoose(c *browser.Control) bool {
	return c.Form == "" && c.Visible && (c.Field != nil && !c.Field.Fixed || picks(c))
}

// picks reports whether the control holds nothing but what is taken from a list, or from a
// calendar that opens at it.
func picks(c *browser.Control) bool {
	return !c.Disabled && (c.Lists && (c.Field == nil || c.Field.Fixed) || draws(c))
}

// draws reports whether the control is an empty field that is not typed into and hears that
// somebody comes to it: the page draws what goes into it, such as a calendar.
func draws(c *browser.Control) bool {
	return c.Field != nil && c.Field.Fixed && c.Field.Value == "" && takesText(c.Type) && (has(c.Own, pressed) || has(c.Own, focused))
}

// isButton reports whether the control is one to press that belongs to no form.
func isButton(c *browser.Control) bool {
	return (has(c.Own, pressed) || c.Tag == "button" && has(c.Inherited, pressed)) && c.Field == nil && !c.Lists && !c.Belongs && c.Visible && !c.Disabled && c.Form == ""
}

// maxRow is how many buttons beside one another may be for the same fields.
const maxRow = 3

// row returns the buttons that the controls begin with.
func row(all []browser.Control) []browser.Control {
	n := 0
	for n < min(len(all), maxRow) && isButton(&all[n]) {
		n++
	}
	return all[:n]
}

// maxChoices is how many radio buttons of a group are chosen one after the other before
// the button behind them is pressed.
const maxChoices = 5

// pressFilled queues pressing the button once the fields hold something, unless they are
// those of a login, a payment or the like.
func (p *planner) pressFilled(button *browser.Control, fields []*browser.Control, weight float64) {
	form := browser.Form{Action: p.e.home, Method: "post", Words: button.Words, Visible: true}
	for _, c := range fields {
		if c.Field == nil {
			continue
		}
		form.Words += " | " + c.Field.Beside
		form.Fields = append(form.Fields, *c.Field)
	}
	if !p.e.fillable(&form) {
		return
	}
	for _, filled := range p.fillings(fields) {
		if len(filled) > 0 {
			p.pressWith(&form, button, weight, filled)
		}
		weight = unlikely
	}
	if len(fields) == 1 && fields[0].Lists && fields[0].Field != nil && fields[0].Field.Value == "" {
		p.pressWith(&form, button, possible, p.filler().take(fields[0].Path))
	}
	if len(fields) == 1 && fields[0].Field != nil && takesText(fields[0].Type) {
		for _, words := range p.mentions() {
			p.add(button, unlikely, browser.Gesture{Kind: browser.Type, Path: fields[0].Path, Value: words}, browser.Gesture{Kind: browser.Press, Path: button.Path})
		}
	}
}

// fillings returns the ways to fill the fields: one for each radio button of the largest
// group.
func (p *planner) fillings(fields []*browser.Control) (ways [][]browser.Gesture) {
	var others []browser.Gesture // all that is filled in but the radio buttons
	choices := map[string][][]browser.Gesture{}
	var groups []string
	most, all := 1, p.filler()
	for _, c := range fields {
		switch {
		case picks(c):
			others = append(others, all.take(c.Path)...)
		case c.Type != "radio":
			others = append(others, all.fillAmong(c.Field, len(fields))...)
		case len(choices[c.Field.Name]) < maxChoices:
			name := c.Field.Name
			if choices[name] == nil {
				groups = append(groups, name)
			}
			choices[name] = append(choices[name], choice(c.Field))
			most = max(most, len(choices[name]))
		}
	}
	for n := range most {
		var filled []browser.Gesture
		for _, group := range groups {
			filled = append(filled, choices[group][min(n, len(choices[group])-1)]...)
		}
		ways = append(ways, append(filled, others...))
	}
	return ways
}

// choice returns the gestures that choose a radio button: none when it is chosen.
func choice(f *browser.Field) []browser.Gesture {
	if f.Checked {
		return nil
	}
	return []browser.Gesture{{Kind: browser.Press, Path: f.Path}}
}
