package captcha

import (
	"context"
	"errors"
	"image/png"
	"strings"
	"testing"
	"time"

	"dyncrawl"
)

func script(text string) *Command {
	return NewCommand(CommandConfig{Program: "sh", Args: []string{"-c", text}, Timeout: 5 * time.Second})
}

func TestCommand(t *testing.T) {
	c := Challenge{Image: encode(t, png.Encode), Alphabet: "digits"}
	for _, test := range []struct{ name, script, text, fails string }{
		{"gets the picture", `head -c 4 | od -An -c | grep -q P && echo 12`, "12", ""},
		{"white space and further lines do not count", `echo " 4 2 "; echo more`, "42", ""},
		{"does not read its input", `echo 7`, "7", ""},
		{"gives up", `exit 1`, "", "no readable text"},
		{"says nothing", `true`, "", "no readable text"},
		{"breaks the rules", `echo abc`, "", `its answer "abc" is not at least 1 of the characters 0123456789`},
		{"fails", `echo no model >&2; exit 3`, "", "exit status 3: no model"},
		{"floods", `yes 1 | tr -d '\n' | head -c 100000`, strings.Repeat("1", maxAnswer), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			a, err := script(test.script).Solve(t.Context(), c)
			if test.fails == "" && (err != nil || a.Text != test.text) {
				t.Errorf("got %.40q, %v", a.Text, err)
			}
			if test.fails != "" && (err == nil || !strings.Contains(err.Error(), test.fails) || dyncrawl.ClassOf(err) != dyncrawl.ClassCaptcha) {
				t.Errorf("got %v, want %q", err, test.fails)
			}
		})
	}
	if _, err := NewCommand(CommandConfig{Program: "/nowhere/reader"}).Solve(t.Context(), c); err == nil || errors.Is(err, ErrUnreadable) {
		t.Errorf("a missing program: %v", err)
	}
}

func TestCommandEnds(t *testing.T) {
	c := Challenge{Image: encode(t, png.Encode)}
	slow := NewCommand(CommandConfig{Program: "sleep", Args: []string{"60"}, Timeout: 50 * time.Millisecond})
	if _, err := slow.Solve(t.Context(), c); err == nil || !strings.Contains(err.Error(), "no answer within 50ms") {
		t.Errorf("too slow: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := script("sleep 60").Solve(ctx, c); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the asker's time is up: %v", err)
	}
}
