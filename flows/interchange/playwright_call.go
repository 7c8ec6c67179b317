package interchange

import (
	"slices"
	"strings"
	"time"

	"dyncrawl/flows/interchange/script"
)

// isPopup reports whether a call waits for another window.
func isPopup(e *script.Expr) bool {
	if e == nil || e.Kind != script.Call || e.On.Kind != script.Member {
		return false
	}
	what := e.Arg(0)
	event := what != nil && what.Kind == script.String && (what.Text == "popup" || what.Text == "page")
	switch plainName(e.On.Text) {
	case "expectpopup", "expectpage":
		return true
	case "waitforevent", "expectevent":
		return event
	}
	return false
}

// plainName makes the names of both languages one: get_by_role and getByRole.
func plainName(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

// call carries a call out, or notes it.
func (p *playwright) call(s script.Statement, e *script.Expr) {
	path, base := e.Callee()
	root, _, _ := strings.Cut(path, ".")
	if window := p.windowOf(e); !p.enter(window) {
		p.add(s.Line, "left out: %s: the window is closed by then", shorten(s.Text))
		return
	}
	switch {
	case isPopup(e):
		p.vars[s.Name] = e
		if s.Name != "" && s.Expr != e { // const [page1] = await Promise.all([…])
			p.pages[s.Name] = s.Name
		}
	case base != nil && base.Kind == script.Function:
		p.run(base.Body)
	case base == nil && slices.Contains([]string{"test", "describe", "it"}, root):
		p.test(s, path, e)
	case base == nil && path == "Promise.all" && e.Arg(0) != nil:
		for _, one := range e.Arg(0).List {
			if one.Kind == script.Call {
				p.call(s, one)
			}
		}
	case base != nil && isExpect(base):
		p.report(s, p.expect(s.Line, path, base, e))
	case p.setUp(s, path, e):
	case e.On.Kind != script.Member:
		p.add(s.Line, "not understood: %s", shorten(s.Text))
	default:
		p.report(s, p.method(s, e))
	}
}

// windowOf returns the window that a call is about.
func (p *playwright) windowOf(e *script.Expr) string {
	for range 99 { // variables that stand for themselves
		switch {
		case e == nil:
			return ""
		case e.Kind == script.Name && p.vars[e.Text] != nil:
			e = p.vars[e.Text]
		case e.Kind == script.Name:
			return p.pages[e.Text]
		case isExpect(e):
			e = e.Arg(0)
		default:
			e = e.On
		}
	}
	return ""
}

// report notes why a statement is left out.
func (p *playwright) report(s script.Statement, err error) {
	if err != nil {
		p.add(s.Line, "left out: %s: %v", shorten(s.Text), err)
	}
}

// test runs the functions of test("…", async ({ page }) => { … }) and the like.
func (p *playwright) test(s script.Statement, path string, e *script.Expr) {
	if path == "test.use" || path == "test.setTimeout" || path == "test.skip" {
		p.add(s.Line, "%s: settings of the test are not carried over", path)
		return
	}
	if title := e.Arg(0); title != nil && title.Kind == script.String && p.inCall == 0 && p.title == "" && title.Text != "test" && title.Text != p.name {
		p.title = title.Text
		p.name = fileName(title.Text)
	}
	p.inCall++
	defer func() { p.inCall-- }()
	for _, arg := range e.List {
		if arg.Kind == script.Function {
			p.run(arg.Body)
		}
	}
}

// setUp takes the calls that open and close the browser; it reports whether this
// is one.
func (p *playwright) setUp(s script.Statement, path string, e *script.Expr) bool {
	last := plainName(path[strings.LastIndex(path, ".")+1:])
	switch last {
	case "newpage":
		p.pages[s.Name] = ""
		if p.opened {
			p.add(s.Line, "what is done in the window %s is taken as done in the first", s.Name)
		}
		p.opened = true
	case "launch", "newcontext", "launchpersistentcontext":
		for _, name := range sortedKeys(e.Options()) {
			if plainName(name) != "headless" {
				p.add(s.Line, "the setting %s of the browser is not carried over", name)
			}
		}
	case "setdefaulttimeout", "setdefaultnavigationtimeout":
		if t, ok := p.duration(e.Arg(0)); ok {
			p.timeout = t
		}
	case "syncplaywright", "asyncplaywright", "run", "main", "start", "stop", "require":
	case "close":
		return !strings.Contains(path, "dialog")
	default:
		return false
	}
	return true
}

// duration reads milliseconds.
func (p *playwright) duration(e *script.Expr) (time.Duration, bool) {
	if e = p.resolve(e); e == nil || e.Kind != script.Number {
		return 0, false
	}
	t, err := time.ParseDuration(e.Text + "ms")
	return t, err == nil
}

// resolve replaces a variable by what it stands for.
func (p *playwright) resolve(e *script.Expr) *script.Expr {
	for range 9 { // variables that stand for themselves
		if e == nil || e.Kind != script.Name || p.vars[e.Text] == nil {
			break
		}
		e = p.vars[e.Text]
	}
	return e
}
