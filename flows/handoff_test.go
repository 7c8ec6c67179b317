package flows_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/flows"
)

// passer is a person who does something to the page, and notes why they were asked.
type passer struct {
	script  string
	reasons []string
	err     error
}

func (p *passer) pass(ctx context.Context, tab *browser.Tab, reason string) error {
	p.reasons = append(p.reasons, reason)
	return errors.Join(p.err, tab.Eval(ctx, p.script, nil))
}

const sliderPage = `<style>div { min-width: 300px; min-height: 60px }</style><div class="slidercaptcha"></div>`

func TestHandoff(t *testing.T) {
	r := newRig(t)
	const passSlider = `document.body.innerHTML = '<button onclick="this.id = 4">in</button>'`
	const passCaptcha = `document.body.innerHTML = '<p id=in>welcome'`
	for _, c := range []struct {
		name, page, steps, script, reason string
	}{
		{"where the flow says so", "<p>stop", `
    - handoff: type the code of your phone
    - expect: "#in"`, passCaptcha, "type the code of your phone"},
		{"at a slider before a click", sliderPage, `
    - {click: button, timeout: 400ms}
    - expect: "[id='4']"`, passSlider, "the page shows a slider"},
		{"at a slider in the place of a captcha", sliderPage, `
    - captcha: {image: "#c", into: "[name=code]", rejected: .no}
    - expect: "#in"`, passCaptcha, "the page shows a slider"},
		{"at a captcha that nobody can read", "", strings.ReplaceAll(captchaSteps, "    - goto: ${site}/door/\n", ""), passCaptcha, "the captcha was not read"},
	} {
		t.Run(c.name, func(t *testing.T) {
			*r.door = door{page: c.page}
			person := &passer{script: c.script}
			_, err := r.run(t, "    - goto: ${site}/door/"+c.steps, func(runner *flows.Runner) {
				runner.Person = person.pass
				runner.Solver = &colours{unreadable: 99}
				runner.Tab.AllowResources("image")
			})
			if err != nil || len(person.reasons) != 1 || !strings.Contains(person.reasons[0], c.reason) {
				t.Errorf("%v; asked %q, want %q", err, person.reasons, c.reason)
			}
		})
	}
}

func TestHandoffNeedsAPerson(t *testing.T) {
	r := newRig(t)
	for name, person := range map[string]*passer{"nobody is there": nil, "the person gives up": {script: "0", err: errors.New("they gave up")}} {
		t.Run(name, func(t *testing.T) {
			_, err := r.run(t, "    - goto: ${site}/steps.html\n    - handoff: show your face", func(runner *flows.Runner) {
				if person != nil {
					runner.Person = person.pass
				}
			})
			if dyncrawl.ClassOf(err) != dyncrawl.ClassNeedsHuman || dyncrawl.HintOf(err) == "" || !strings.Contains(err.Error(), "show your face") {
				t.Errorf("class %s: %v", dyncrawl.ClassOf(err), err)
			}
		})
	}
}

// TestBudgetWaits holds that a person's time is not the page's.
func TestBudgetWaits(t *testing.T) {
	r := newRig(t)
	_, err := r.run(t, "    - goto: ${site}/steps.html", func(runner *flows.Runner) {
		const budget = 500 * time.Millisecond
		runner.Person = func(context.Context, *browser.Tab, string) error {
			time.Sleep(2 * budget)
			return nil
		}
		if err := runner.Tab.Goto(t.Context(), r.site.URL+"/steps.html"); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := flows.WithBudget(t.Context(), budget)
		defer cancel()
		if err := runner.Run(ctx, []flows.Step{{Handoff: "wait"}}); err != nil || ctx.Err() != nil {
			t.Errorf("%v; the budget: %v", err, ctx.Err())
		}
		<-ctx.Done()
		if err := ctx.Err(); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}
