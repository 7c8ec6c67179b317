package record

import "slices"

// tidy drops what a careful person would not write: the letters before the last
// one, the click into a field that is filled then, the clicks of a double click.
func tidy(all []action) []action {
	var out []action
	last := func() *action {
		if len(out) == 0 {
			return &action{}
		}
		return &out[len(out)-1]
	}
	password := false
	for _, a := range all {
		password = password || a.Secret == "password"
		if a.Secret == "digits" {
			a.Secret = ""
			if password { // a second factor
				a.Secret = "code"
			}
		}
		switch a.Kind {
		case "document", "unseen":
			continue
		case "fill", "select", "check":
			if prev := last(); prev.same(a) && (prev.Kind == a.Kind || prev.Kind == "click") {
				a.Hover, a.Chain, a.doors = earlier(*prev, a).Hover, earlier(*prev, a).Chain, earlier(*prev, a).doors
				out = out[:len(out)-1]
			}
		case "type":
			if prev := last(); prev.same(a) && prev.Kind == "type" {
				prev.Value += a.Value
				continue
			}
		case "upload":
			if last().Kind == "click" && last().window == a.window {
				out = out[:len(out)-1] // it opened the list of files
			}
		case "handoff":
			if last().Kind == "handoff" && last().window == a.window {
				continue // all that a person does there is one
			}
		case "double":
			for last().Kind == "click" && last().same(a) {
				a.Hover = last().Hover
				out = out[:len(out)-1]
			}
		case "dialog":
			out = beforeItsCause(out, a)
			continue
		}
		out = append(out, a)
	}
	return plainText(out)
}

// earlier returns the first of two actions on one element that has selectors: what
// names a field may change while it is filled.
func earlier(a, b action) action {
	if len(a.Chain) > 0 {
		return a
	}
	return b
}

// beforeItsCause puts the answer to a dialog before what opened it, unless it has
// been said already.
func beforeItsCause(out []action, dialog action) []action {
	i := len(out) - 1
	for i >= 0 && out[i].window != dialog.window {
		i--
	}
	for n := i; n >= 0; n-- {
		if out[n].Kind == "dialog" {
			if out[n].reply == dialog.reply {
				return out
			}
			break
		}
	}
	return slices.Insert(out, max(i, 0), dialog)
}

// entry is an action, or the window in which several were done.
type entry struct {
	action
	inner []action // of another window
}

// nested puts what was done in each further window in one place: where it began.
func nested(all []action) []entry {
	var out []entry
	at := map[int]int{}
	for _, a := range all {
		if a.window == 0 {
			out = append(out, entry{action: a})
			continue
		}
		i, ok := at[a.window]
		if !ok {
			i = len(out)
			at[a.window] = i
			out = append(out, entry{action: action{Kind: "popup", page: -1}})
		}
		a.window = 0
		out[i].inner = append(out[i].inner, a)
	}
	return out
}
