package flows

import (
	"iter"
	"maps"
	"slices"
)

// NeedsPerson reports whether a step asks somebody or hands the tab over.
func (f *Flow) NeedsPerson() bool {
	for step := range f.allSteps() {
		if step.Ask != nil || step.Handoff != "" {
			return true
		}
	}
	return false
}

// allSteps yields every step of the flow, nested ones included.
func (f *Flow) allSteps() iter.Seq[*Step] {
	return func(yield func(*Step) bool) {
		lists := [][]Step{}
		if f.Session != nil {
			lists = append(lists, f.Session.Login)
		}
		for _, a := range f.Actions {
			lists = append(lists, a.Steps)
		}
		for _, p := range f.Pages {
			lists = append(lists, p.Steps)
		}
		for _, list := range lists {
			if !walk(list, yield) {
				return
			}
		}
	}
}

// walk yields steps and all that they contain; it reports whether to go on.
func walk(steps []Step, yield func(*Step) bool) bool {
	for i := range steps {
		if !yield(&steps[i]) {
			return false
		}
		for _, inner := range steps[i].inner() {
			if !walk(inner, yield) {
				return false
			}
		}
	}
	return true
}

// inner returns the step lists inside s.
func (s *Step) inner() [][]Step {
	lists := [][]Step{s.Then, s.Else}
	if s.Repeat != nil {
		lists = append(lists, s.Repeat.Steps)
	}
	if s.ForEach != nil {
		lists = append(lists, s.ForEach.Steps)
	}
	if s.Captcha != nil {
		lists = append(lists, s.Captcha.Before)
	}
	if s.Popup != nil {
		lists = append(lists, s.Popup.Steps)
	}
	return lists
}

// actionCycle returns the name of an action that comes to use itself.
func (f *Flow) actionCycle() string {
	uses := map[string][]string{}
	for _, a := range f.Actions {
		walk(a.Steps, func(s *Step) bool {
			if s.Use != "" {
				uses[a.Name] = append(uses[a.Name], s.Use)
			}
			return true
		})
	}
	for _, a := range f.Actions {
		if reaches(uses, a.Name, a.Name, map[string]bool{}) {
			return a.Name
		}
	}
	return ""
}

// reaches reports whether following uses from name comes to target.
func reaches(uses map[string][]string, name, target string, seen map[string]bool) bool {
	for _, next := range uses[name] {
		if next == target {
			return true
		}
		if !seen[next] {
			seen[next] = true
			if reaches(uses, next, target, seen) {
				return true
			}
		}
	}
	return false
}

// NeedsImages reports whether a step of list, or of an action that it uses,
// reads or saves pictures of the page.
func (f *Flow) NeedsImages(list []Step) bool {
	return !walk(list, func(s *Step) bool {
		if s.Use != "" {
			steps, _ := f.Action(s.Use) // the check of names found no cycle
			return !f.NeedsImages(steps)
		}
		return s.Captcha == nil && s.Screenshot == nil && s.LogIn == "" // a login may ask for a captcha
	})
}

// OpensPopups reports whether a step of the flow goes on in a window that a page opens.
func (f *Flow) OpensPopups() bool {
	return f.any(func(s *Step) bool { return s.Popup != nil || s.LogIn != "" })
}

// takesPopups reports whether steps of the flow name what is done in such windows.
func (f *Flow) takesPopups() bool { return f.any(func(s *Step) bool { return s.Popup != nil }) }

// any reports whether one of all steps is so.
func (f *Flow) any(is func(*Step) bool) bool {
	for s := range f.allSteps() {
		if is(s) {
			return true
		}
	}
	return false
}

// LoadsMedia reports whether any page of the flow may load pictures, media or
// fonts.
func (f *Flow) LoadsMedia() bool {
	if len(f.Browser.Load) > 0 {
		return true
	}
	return f.any(func(s *Step) bool {
		return s.Captcha != nil || s.Screenshot != nil || s.Handoff != "" || s.LogIn != ""
	})
}

// Resources returns the kinds of files that are loaded for a page with these
// steps although they are blocked otherwise.
func (f *Flow) Resources(list []Step) []string {
	kinds := slices.Clone(f.Browser.Load)
	if f.NeedsImages(list) && !contains(kinds, "image") {
		kinds = append(kinds, "image")
	}
	return kinds
}

func contains(list []string, s string) bool { return slices.Contains(list, s) }

func sortedNames(v Vars) []string { return slices.Sorted(maps.Keys(v)) }
