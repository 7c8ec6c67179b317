package extract

import (
	"encoding"
	"fmt"
	"regexp"
	"time"
	_ "time/tzdata" // slim images have no zone files
)

var (
	_ encoding.TextUnmarshaler = (*Selector)(nil)
	_ encoding.TextUnmarshaler = (*Regexp)(nil)
	_ encoding.TextUnmarshaler = (*Zone)(nil)
	_ encoding.TextUnmarshaler = (*Default)(nil)
	_ encoding.TextUnmarshaler = (*Part)(nil)
	_ encoding.TextUnmarshaler = (*Template)(nil)
)

// Regexp is an RE2 regular expression. The zero Regexp picks the whole text.
type Regexp struct{ re *regexp.Regexp }

// UnmarshalText compiles the expression.
func (r *Regexp) UnmarshalText(text []byte) (err error) {
	r.re, err = regexp.Compile(string(text))
	return err
}

// MarshalText returns the expression as it was written.
func (r Regexp) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

func (r Regexp) String() string {
	if r.re == nil {
		return ""
	}
	return r.re.String()
}

// pick returns the first group that took part in the first match, the whole
// match of an expression without groups, and ok=false without a match.
func (r Regexp) pick(text string) (part string, ok bool) {
	if r.re == nil {
		return text, true
	}
	found := r.re.FindStringSubmatchIndex(text)
	if found == nil {
		return "", false
	}
	for i := 2; i < len(found); i += 2 {
		if found[i] >= 0 {
			return text[found[i]:found[i+1]], true
		}
	}
	return text[found[0]:found[1]], true
}

// Zone is a time zone by its IANA name. The zero Zone is UTC.
type Zone struct{ at *time.Location }

// UnmarshalText looks the name up.
func (z *Zone) UnmarshalText(text []byte) error {
	at, err := time.LoadLocation(string(text))
	if err != nil || at == time.Local {
		return fmt.Errorf("time zone %q is unknown; write it like Asia/Shanghai or UTC", text)
	}
	z.at = at
	return nil
}

// MarshalText returns the zone's name.
func (z Zone) MarshalText() ([]byte, error) { return []byte(z.location().String()), nil }

func (z Zone) location() *time.Location {
	if z.at == nil {
		return time.UTC
	}
	return z.at
}

// Default is the text that stands in for a missing value. The zero Default is
// none, which differs from an empty text.
type Default struct {
	text  string
	given bool
}

// UnmarshalText keeps the text, also an empty one.
func (d *Default) UnmarshalText(text []byte) error {
	*d = Default{text: string(text), given: true}
	return nil
}

// MarshalText returns the text.
func (d Default) MarshalText() ([]byte, error) { return []byte(d.text), nil }
