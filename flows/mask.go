package flows

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"slices"
	"strings"

	"dyncrawl"
)

// maskText stands where a secret was.
const maskText = "***"

// shortestMasked is how long a secret must be to be told from ordinary text.
const shortestMasked = 4

// Mask takes secrets out of what is logged and stored: as they are, and as URLs,
// JSON, HTML, base64 and hex have them. The nil Mask takes nothing out.
type Mask struct {
	forms []string // of the secrets, the longest first
}

// NewMask returns a mask for the secrets. Those of less than four bytes are left
// out: they cannot be told from other text.
func NewMask(secrets ...string) *Mask {
	m := &Mask{}
	for _, secret := range secrets {
		if len(secret) < shortestMasked {
			continue
		}
		for _, form := range formsOf(secret) {
			if len(form) >= shortestMasked && !slices.Contains(m.forms, form) {
				m.forms = append(m.forms, form)
			}
		}
	}
	slices.SortStableFunc(m.forms, func(a, b string) int { return len(b) - len(a) })
	return m
}

// Holds reports whether the text shows a secret.
func (m *Mask) Holds(text string) bool {
	return m != nil && slices.ContainsFunc(m.forms, func(form string) bool { return strings.Contains(text, form) })
}

// Forms returns the ways in which the secrets may be written, the longest first.
func (m *Mask) Forms() []string {
	if m == nil {
		return nil
	}
	return slices.Clone(m.forms)
}

// Marks reports whether the text has lost a secret, or shows one.
func (m *Mask) Marks(text string) bool {
	return m != nil && (strings.Contains(text, maskText) || m.Holds(text))
}

// Text returns the text without secrets.
func (m *Mask) Text(text string) string {
	if m == nil {
		return text
	}
	for _, form := range m.forms {
		text = strings.ReplaceAll(text, form, maskText)
	}
	return text
}

// Bytes returns the text without secrets; it is b itself when there are none.
func (m *Mask) Bytes(b []byte) []byte {
	if m == nil {
		return b
	}
	for _, form := range m.forms {
		if bytes.Contains(b, []byte(form)) {
			b = bytes.ReplaceAll(b, []byte(form), []byte(maskText))
		}
	}
	return b
}

// Page takes the secrets out of a page, of its header and of its exchanges.
func (m *Mask) Page(p *dyncrawl.Page) {
	if m == nil || p == nil {
		return
	}
	p.FinalURL, p.Title, p.HTML = m.Text(p.FinalURL), m.Text(p.Title), m.Text(p.HTML)
	m.header(p.Header)
	for i := range p.Exchanges {
		x := &p.Exchanges[i]
		x.URL, x.RequestBody, x.Body = m.Text(x.URL), m.Bytes(x.RequestBody), m.Bytes(x.Body)
		m.header(x.RequestHeader)
	}
}

func (m *Mask) header(h http.Header) {
	for _, values := range h {
		for i := range values {
			values[i] = m.Text(values[i])
		}
	}
}

// Value takes the secrets out of a value as encoding/json makes it, or of a list
// or map of such.
func (m *Mask) Value(value any) any {
	switch v := value.(type) {
	case string:
		return m.Text(v)
	case []any:
		for i := range v {
			v[i] = m.Value(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = m.Value(v[key])
		}
	}
	return value
}

// maskedError is an error whose text shows no secret.
type maskedError struct {
	error
	text string
}

func (e maskedError) Error() string { return e.text }
func (e maskedError) Unwrap() error { return e.error }

// Error returns err with a text that shows no secret; err itself when it is so
// already.
func (m *Mask) Error(err error) error {
	if err == nil || !m.Holds(err.Error()) {
		return err
	}
	return maskedError{err, m.Text(err.Error())}
}

// Handler returns a log handler that passes on what shows no secret.
func (m *Mask) Handler(next slog.Handler) slog.Handler {
	if m == nil || len(m.forms) == 0 {
		return next
	}
	return maskHandler{next, m}
}

type maskHandler struct {
	slog.Handler
	mask *Mask
}

func (h maskHandler) Handle(ctx context.Context, r slog.Record) error {
	clean := slog.NewRecord(r.Time, r.Level, h.mask.Text(r.Message), r.PC)
	r.Attrs(func(a slog.Attr) bool {
		clean.AddAttrs(h.attr(a))
		return true
	})
	return h.Handler.Handle(ctx, clean)
}

func (h maskHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	clean := make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		clean[i] = h.attr(a)
	}
	return maskHandler{h.Handler.WithAttrs(clean), h.mask}
}

func (h maskHandler) WithGroup(name string) slog.Handler {
	return maskHandler{h.Handler.WithGroup(name), h.mask}
}

// attr masks a value by what it is written as.
func (h maskHandler) attr(a slog.Attr) slog.Attr {
	value := a.Value.Resolve()
	if value.Kind() == slog.KindGroup {
		group := slices.Clone(value.Group())
		for i := range group {
			group[i] = h.attr(group[i])
		}
		return slog.Attr{Key: a.Key, Value: slog.GroupValue(group...)}
	}
	if text := value.String(); h.mask.Holds(text) {
		return slog.String(a.Key, h.mask.Text(text))
	}
	return a
}
