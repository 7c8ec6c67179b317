package interchange

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/flows"
)

// recording is what an importer has read so far.
type recording struct {
	notes
	name, title string
	start       string        // URL of the first page; empty until one is opened
	timeout     time.Duration // of every step; zero: none is said
	steps       []flows.Step
	passwords   map[string]string // what was typed, and the name of the secret that stands for it
	window      string            // where the next step is done; empty: in the first page
	popup       string            // the window that the last step is done in
	gone        map[string]bool   // windows whose steps are over
}

func newRecording(name string) *recording {
	return &recording{name: fileName(name), passwords: map[string]string{}, gone: map[string]bool{}}
}

// open goes to a page: the first is where the flow starts.
func (r *recording) open(line int, rawURL string, timeout time.Duration) {
	u, err := url.Parse(rawURL)
	if err != nil {
		r.add(line, "%q is not a URL: the page is not opened", rawURL)
		return
	}
	if u.User != nil {
		u.User = nil
		r.add(line, "the account in the URL is left out")
	}
	switch {
	case r.start == "" && (u.Host == "" || u.Scheme != "http" && u.Scheme != "https"):
		r.add(line, "%s is not opened: a flow starts at an http or https URL", u)
	case r.start == "":
		r.start = strings.NewReplacer("{", "%7B", "}", "%7D").Replace(u.String())
	default:
		if base, err := url.Parse(r.start); err == nil {
			u = base.ResolveReference(u)
		}
		r.step(flows.Step{Goto: &flows.Goto{URL: literal(u.String())}, Timeout: timeout})
	}
}

// step adds a step, to those of a popup step when it is done in another window.
func (r *recording) step(s flows.Step) {
	if r.window != r.popup {
		r.gone[r.popup], r.popup = r.popup != "", r.window
		if r.window != "" {
			r.steps = append(r.steps, flows.Step{Popup: &flows.Popup{}})
		}
	}
	if r.window == "" {
		r.steps = append(r.steps, s)
		return
	}
	window := r.steps[len(r.steps)-1].Popup
	window.Steps = append(window.Steps, s)
}

// enter has the steps that follow done in another window, or in the first page. It
// reports whether that can be: a window is closed when steps elsewhere have come.
func (r *recording) enter(window string) bool {
	r.window = window
	return window == "" || !r.gone[window]
}

// fill types a value: into a password field, it is replaced by a secret, and so
// is the same value in other fields.
func (r *recording) fill(field browser.Selectors, value string) flows.Step {
	_, known := r.passwords[value]
	if value != "" && (known || isPassword(field.String())) {
		return flows.Step{Fill: &flows.Fill{Selector: field, Value: "${secret:" + r.secret(value) + "}"}}
	}
	return flows.Step{Fill: &flows.Fill{Selector: field, Value: literal(value)}}
}

// secret returns the name that stands for a password.
func (r *recording) secret(value string) string {
	name, known := r.passwords[value]
	if !known {
		name = strings.ToUpper(strings.ReplaceAll(r.name, "-", "_")) + "_PASSWORD"
		if name[0] >= '0' && name[0] <= '9' {
			name = "_" + name
		}
		if n := len(r.passwords); n > 0 {
			name += fmt.Sprintf("_%d", n+1)
		}
		r.passwords[value] = name
	}
	return name
}

// passwordWord is what password fields are called.
var passwordWord = regexp.MustCompile(`(?i)passw|passcode|passphrase|\bpass\b|passwd|\bpwd|pwd\b|_pw\b|密码|密碼|口令|パスワード|비밀번호|kennwort|contrase|mot de passe|senha|пароль|wachtwoord|hasło|şifre|mật khẩu`)

// isPassword reports whether what names a field calls it one for passwords.
func isPassword(names string) bool { return passwordWord.MatchString(names) }

// secretValue is a reference to a secret and nothing else.
var secretValue = regexp.MustCompile(`^\$\{secret:([A-Za-z_][A-Za-z0-9_]*)\}$`)

// literal writes a text that is meant as it stands.
func literal(text string) string { return strings.ReplaceAll(text, "${", "$${") }

// flow returns what was recorded: one page with steps, and no links followed.
func (r *recording) flow() (*flows.Flow, []Note, error) {
	if r.start == "" {
		return nil, r.sorted(), errors.New("read recording: it opens no page, and a flow has to start somewhere")
	}
	if r.title != "" {
		r.name = fileName(r.title)
	}
	f := &flows.Flow{
		Name: r.name, About: r.title, Start: []flows.Start{{URL: r.start}},
		Scope: flows.Scope{Depth: new(int)}, Limits: flows.Limits{Step: r.timeout},
	}
	if len(r.steps) > 0 {
		f.Pages = []flows.PageRule{{Steps: r.steps}}
	}
	return f, r.sorted(), nil
}

// urlPattern matches just the page at rawURL; a path alone is of any host.
func urlPattern(rawURL string) (dyncrawl.Pattern, error) {
	if strings.Contains(rawURL, "*") {
		return dyncrawl.ParsePattern("re:^" + regexp.QuoteMeta(rawURL) + "$")
	}
	return dyncrawl.ParsePattern(rawURL)
}

var notFileName = regexp.MustCompile(`[^A-Za-z0-9_]+`)

// fileName makes of a title what may be the name of a flow.
func fileName(title string) string {
	name := strings.ToLower(strings.Trim(notFileName.ReplaceAllString(title, "-"), "-_"))
	if name == "" {
		return "recording"
	}
	return name
}
