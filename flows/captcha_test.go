package flows_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/captcha"
	"dyncrawl/flows"
)

// listener is a solver that notes what it is asked and told.
type listener struct {
	colours
	asked []captcha.Challenge
	told  []captcha.Verdict
}

func (l *listener) Solve(ctx context.Context, c captcha.Challenge) (captcha.Answer, error) {
	l.asked = append(l.asked, c)
	return l.colours.Solve(ctx, c)
}

func (l *listener) Judge(_ context.Context, _ captcha.Challenge, _ captcha.Answer, v captcha.Verdict) error {
	l.told = append(l.told, v)
	return nil
}

// loginSteps answer the door's captcha; more are keys of the step.
func loginSteps(user, more string) string {
	return fmt.Sprintf(`
    - goto: ${site}/door/
    - captcha:
        image: "#c"
        into: "[name=code]"
        submit: button
        rejected: {text: wrong code}
        max_tries: 3
        before: [{fill: {selector: "[name=user]", value: %s}}]
%s`, user, more)
}

func TestCaptchaVerdicts(t *testing.T) {
	r := newRig(t)
	for _, c := range []struct {
		name, user, more string
		wrong            int
		want             string
	}{
		{"wrong, then right", "ada", "", 1, "rejected accepted"},
		{"the password is wrong, and the page shows another captcha", "eve", "", 1, "rejected unknown"},
		{"the page says that only the password is wrong", "eve", `        accepted: {text: wrong password}`, 0, "accepted"},
	} {
		t.Run(c.name, func(t *testing.T) {
			*r.door = door{}
			solver := &listener{colours: colours{wrong: c.wrong}}
			if _, err := r.run(t, loginSteps(c.user, c.more), func(runner *flows.Runner) {
				runner.Solver = solver
				runner.Tab.AllowResources("image")
			}); err != nil {
				t.Fatal(err)
			}
			if got := strings.Trim(fmt.Sprint(solver.told), "[]"); got != c.want {
				t.Errorf("told %q, want %q", got, c.want)
			}
			for _, asked := range solver.asked {
				if asked.Site != strings.TrimPrefix(r.site.URL, "http://") || asked.WrongCost != 3 || !asked.FoldCase {
					t.Errorf("asked for %+v", asked)
				}
			}
		})
	}
}

func TestCaptchaStopsWaitingForAClearOne(t *testing.T) {
	r := newRig(t)
	*r.door = door{}
	solver := &listener{colours: colours{unreadable: 99}}
	_, err := r.run(t, loginSteps("ada", `        wrong_cost: 8`), func(runner *flows.Runner) {
		runner.Solver = solver
		runner.Tab.AllowResources("image")
	})
	if dyncrawl.ClassOf(err) != dyncrawl.ClassCaptcha {
		t.Error(err)
	}
	var costs []float64
	for _, c := range solver.asked {
		costs = append(costs, c.WrongCost)
	}
	if got := fmt.Sprint(costs); got != "[8 8 8 8 8 8 0 0 0]" {
		t.Errorf("costs %s", got)
	}
}

func TestCollectSendsNothing(t *testing.T) {
	r := newRig(t)
	*r.door = door{}
	runner, err := r.run(t, "    - goto: ${site}/door/\n", func(runner *flows.Runner) { runner.Tab.AllowResources("image") })
	if err != nil {
		t.Fatal(err)
	}
	image, err := browser.ParseSelectors("#c")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	err = runner.Collect(t.Context(), &flows.Captcha{Image: image}, 3, 0, func(picture []byte) error {
		seen[string(picture)] = true
		return nil
	})
	if err != nil || len(seen) != 3 || len(r.door.sent) != 0 {
		t.Errorf("%d pictures, sent %q, %v", len(seen), r.door.sent, err)
	}
}

// Markup that stands for challenges of third parties, as their pages have it; srcdoc
// keeps the frames from being loaded.
var challenges = map[string]string{
	`<div class="g-recaptcha" data-sitekey="k"></div>`:                                      "a reCAPTCHA",
	`<iframe srcdoc=x src="https://www.google.com/recaptcha/api2/anchor?k=k"></iframe>`:     "a reCAPTCHA",
	`<div class="h-captcha" data-sitekey="k"></div>`:                                        "an hCaptcha",
	`<div class="cf-turnstile" data-sitekey="k"></div>`:                                     "a Turnstile challenge",
	`<iframe srcdoc=x src="https://client-api.arkoselabs.com/fc/assets"></iframe>`:          "an Arkose challenge",
	`<iframe srcdoc=x src="https://geo.captcha-delivery.com/captcha/?x"></iframe>`:          "a DataDome challenge",
	`<div class="geetest_holder geetest_wind"></div>`:                                       "a GeeTest challenge",
	`<div class="slide-verify"><canvas></canvas></div>`:                                     "a slider",
	`<div class="grecaptcha-badge"><iframe srcdoc=x src="/recaptcha/api2/anchor"></iframe>`: "",
	`<div class="g-recaptcha" data-size="invisible"></div>`:                                 "",
	`<div class="cf-turnstile" hidden></div>`:                                               "",
	`<p>reCAPTCHA and hCaptcha are words</p>`:                                               "",
}

func TestChallengesAreLeftToPeople(t *testing.T) {
	r := newRig(t)
	const style = `<style>div, iframe { display: block; min-width: 300px; min-height: 60px } [hidden] { display: none }</style>`
	for markup, name := range challenges {
		t.Run(markup, func(t *testing.T) {
			*r.door = door{page: style + markup}
			steps := "    - goto: ${site}/door/\n    - {captcha: {image: '#c', into: '#q', rejected: .no}, timeout: 400ms}\n"
			solver := &listener{}
			_, err := r.run(t, steps, func(runner *flows.Runner) { runner.Solver = solver })
			want := dyncrawl.ClassNeedsHuman
			if name == "" {
				want = dyncrawl.ClassStep
			}
			if err == nil || dyncrawl.ClassOf(err) != want || name != "" && (!strings.Contains(err.Error(), name) || !strings.Contains(dyncrawl.HintOf(err), "--cdp-url")) {
				t.Errorf("class %s, want %s: %v", dyncrawl.ClassOf(err), want, err)
			}
			if len(solver.asked) > 0 {
				t.Error("a solver was asked")
			}
		})
	}
}
