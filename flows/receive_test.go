package flows_test

import (
	"context"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dyncrawl"
	"dyncrawl/flows"
)

func TestReceive(t *testing.T) {
	r := newRig(t)
	other := httptest.NewServer(&thief{})
	defer other.Close()
	dir := t.TempDir()
	file := filepath.Join(dir, "mail")
	write := func(text string) func() { return func() { os.WriteFile(file, []byte(text), 0o600) } }
	for _, c := range []struct {
		name, step string
		during     func()
		before     func()
		holds      string // what the field holds, or the URL's end
		says       string
	}{
		{name: "a file", step: `{file: ` + file + `, match: 'code is (\d+)', selector: "#q"}`, during: write("Your code is 424242.\n"), holds: "424242"},
		{name: "a file that is old", step: `{file: ` + file + `, selector: "#q"}`, before: func() {
			write("111111")()
			os.Chtimes(file, time.Time{}, time.Now().Add(-time.Minute))
		}, says: "older than the login"},
		{name: "a program", step: `{command: [sh, -c, "test -n \"$DYNCRAWL_SINCE\" && echo 135790"], selector: "#q"}`, holds: "135790"},
		{name: "a program that fails", step: `{command: ["false"], selector: "#q"}`, says: "nothing came from false"},
		{name: "a link", step: `{file: ` + file + `, open: true}`, during: write("Hello, log in here: <" + r.site.URL + "/steps.html?in>"), holds: "steps.html?in"},
		{name: "a link elsewhere", step: `{file: ` + file + `, open: true}`, during: write(other.URL + "/magic"), says: "none of the origins"},
	} {
		t.Run(c.name, func(t *testing.T) {
			os.Remove(file)
			if c.before != nil {
				c.before()
			}
			if c.during != nil {
				timer := time.AfterFunc(500*time.Millisecond, c.during)
				defer timer.Stop()
			}
			timeout := "8s"
			if c.says != "" && c.during == nil {
				timeout = "1200ms"
			}
			runner, err := r.run(t, "    - goto: ${site}/steps.html\n    - {receive: "+c.step+", timeout: "+timeout+"}\n", nil)
			if c.says != "" {
				if err == nil || !strings.Contains(err.Error(), c.says) {
					t.Errorf("error %v, want %q", err, c.says)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var shown string
			if err := runner.Tab.Eval(t.Context(), `document.querySelector("#q").value + " " + location.href`, &shown); err != nil || !strings.Contains(shown, c.holds) {
				t.Errorf("shows %q, want %q (%v)", shown, c.holds, err)
			}
			if _, err := os.Stat(file); err == nil {
				t.Error("the file is there still")
			}
		})
	}
}

func TestAsk(t *testing.T) {
	r := newRig(t)
	const steps = `    - goto: ${site}/steps.html
    - ask: {question: "Code from the letter", selector: "#q"}
    - ask: {question: "Word", as: word}
    - expect: {eval: "q.value === '2468' && '${word}' === 'blue'"}`
	_, err := r.run(t, steps, nil)
	if dyncrawl.ClassOf(err) != dyncrawl.ClassNeedsHuman || !strings.Contains(err.Error(), "there is nobody to answer") || dyncrawl.HintOf(err) == "" {
		t.Errorf("without a terminal: %v of class %s", err, dyncrawl.ClassOf(err))
	}
	_, err = r.run(t, steps, func(runner *flows.Runner) {
		runner.Ask = func(_ context.Context, question string) (string, error) {
			return map[string]string{"Code from the letter": "2468", "Word": "blue"}[question], nil
		}
	})
	if err != nil {
		t.Error(err)
	}
}
