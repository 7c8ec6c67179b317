package record

import (
	"slices"
	"unicode/utf8"
)

// plainText turns what was typed into an editor at one go, without giving it a look,
// into one fill.
func plainText(all []action) []action {
	var out []action
	for i := 0; i < len(all); {
		end, text := typedFrom(all, i)
		if end == i {
			out = append(out, all[i])
			i++
			continue
		}
		fill := all[end-1]
		fill.Kind, fill.Value, fill.Key = "fill", text, ""
		fill.Hover, fill.Chain, fill.doors = all[i].Hover, all[i].Chain, all[i].doors
		out = append(out, fill)
		i = end
	}
	return out
}

// typedFrom returns the plain text that was typed from the i-th action on, and the
// number of the first action behind; i itself when there is more to it.
func typedFrom(all []action, i int) (end int, text string) {
	first, end := all[i], i
	for ; end < len(all) && first.same(all[end]); end++ {
		switch a := all[end]; {
		case a.Kind == "click" && end == i:
		case a.Kind == "type" && (text != "" || !a.Held):
			text += a.Value
		case a.Kind == "press" && a.Key == "Enter" && text != "":
			text += "\n"
		case a.Kind == "press" && a.Key == "Backspace" && text != "":
			_, size := utf8.DecodeLastRuneInString(text)
			text = text[:len(text)-size]
		default:
			return i, ""
		}
	}
	elsewhere := func(a action) bool { return first.same(a) }
	if !slices.ContainsFunc(all[i:end], func(a action) bool { return a.Kind == "type" }) ||
		slices.ContainsFunc(all[:i], elsewhere) || slices.ContainsFunc(all[end:], elsewhere) {
		return i, ""
	}
	return end, text
}
