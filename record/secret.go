package record

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"dyncrawl/browser"
	"dyncrawl/flows"
)

// shows reports whether a text holds a secret that is long enough to be told from
// other words.
func (w *writer) shows(text string) bool {
	for secret := range w.secrets {
		if len(secret) >= 4 && strings.Contains(text, secret) {
			return true
		}
	}
	return false
}

// value returns what a field is filled with: the name of a secret in the place of one.
func (w *writer) value(a action) string {
	if name, ok := w.secrets[a.Value]; ok && a.Value != "" {
		return "${secret:" + name + "}"
	}
	return literal(a.Value)
}

// learn gives every secret that was typed its name. The same text is the same secret.
func (w *writer) learn(all []action) {
	counts := map[string]int{}
	for _, a := range all {
		if a.Kind != "fill" || a.Secret == "" || a.Value == "" || w.secrets[a.Value] != "" {
			continue
		}
		name := w.seed(a)
		if name == "" && w.cfg.Secret != nil {
			name = w.cfg.Secret(a.Secret, a.Name)
		}
		if name == "" {
			name = SecretName(w.cfg.Name, a.Secret)
			if counts[name]++; counts[name] > 1 {
				name += fmt.Sprint(counts[name])
			}
		}
		w.secrets[a.Value] = name
	}
}

// appCode is a one-time code as authenticator apps show it.
var appCode = regexp.MustCompile(`^\d{3,5} ?\d{3,5}$`)

// seed returns the name of the secret from which a one-time code follows; empty when
// there is none.
func (w *writer) seed(a action) string {
	if a.Secret != "code" || w.cfg.Seed == nil || !appCode.MatchString(a.Value) {
		return ""
	}
	name := w.cfg.Seed(a.Name)
	w.seeds[a.Value] = name != ""
	return name
}

// totp writes a one-time code that follows from a seed; nil for anything else.
func (w *writer) totp(a action, s browser.Selectors) *flows.TOTP {
	if !w.seeds[a.Value] {
		return nil
	}
	t := &flows.TOTP{Selector: s, Seed: w.value(a)}
	if n := len(strings.ReplaceAll(a.Value, " ", "")); n != 6 {
		t.Digits = n
	}
	return t
}

// SecretName makes a name such as SHOP_PASSWORD, for a kind of secret of a session.
func SecretName(session, kind string) string {
	name := strings.Map(func(r rune) rune {
		if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return unicode.ToUpper(r)
		}
		return '_'
	}, session+"_"+kind)
	if unicode.IsDigit(rune(name[0])) {
		return "_" + name
	}
	return name
}
