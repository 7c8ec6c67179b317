package interchange

import (
	"fmt"
	"strings"

	"dyncrawl/browser"
	"dyncrawl/flows"
)

// act adds a step about an element, unless none of the selectors can be had.
func (d *devImport) act(s devStep, make func(browser.Selectors) flows.Step) {
	chain := d.selectors(s)
	if len(chain) == 0 {
		d.add(s.line, "the %s is left out: it has no selector that can be used", s.Type)
		return
	}
	step := make(chain)
	step.Timeout = milliseconds(s.Timeout)
	d.step(step)
}

func (d *devImport) click(s devStep) {
	if s.Button != "" && s.Button != "primary" {
		d.add(s.line, "the %s is left out: it is of the %s button", s.Type, s.Button)
		return
	}
	if len(d.held) > 0 {
		d.add(s.line, "clicked without holding %s", strings.Join(d.held, "+"))
		d.pressed = true
	}
	if s.OffsetX != nil || s.OffsetY != nil {
		d.add(s.line, "clicked in the middle of the element, not at offsetX, offsetY")
	}
	if s.DeviceType != "" && s.DeviceType != "mouse" {
		d.add(s.line, "clicked with the mouse, not by %s", s.DeviceType)
	}
	if s.Duration > 0 {
		d.add(s.line, "the button is not held down")
	}
	d.act(s, func(chain browser.Selectors) flows.Step {
		target := &flows.Target{Selector: chain}
		if s.Type == "doubleClick" {
			return flows.Step{DblClick: target}
		}
		return flows.Step{Click: target}
	})
}

func (d *devImport) hover(s devStep) {
	d.act(s, func(chain browser.Selectors) flows.Step { return flows.Step{Hover: &flows.Target{Selector: chain}} })
}

// change types a value or chooses an option: fill does either.
func (d *devImport) change(s devStep) {
	value := ""
	if s.Value != nil {
		value = *s.Value
	}
	if name, ok := strings.CutPrefix(value, `C:\fakepath\`); ok {
		d.add(s.line, "of the file, the recording has only the name: put %s beside the flow", name)
		d.act(s, func(chain browser.Selectors) flows.Step {
			return flows.Step{Upload: &flows.Upload{Selector: chain, Files: []string{literal(name)}}}
		})
		return
	}
	d.act(s, func(chain browser.Selectors) flows.Step {
		if secretValue.MatchString(value) {
			return flows.Step{Fill: &flows.Fill{Selector: chain, Value: value}}
		}
		return d.fill(chain, value)
	})
}

// events waits for what the step was to bring about.
func (d *devImport) events(s devStep) {
	for _, e := range s.AssertedEvents {
		if e.Type != "navigation" {
			d.add(s.line, "the event %s is not waited for", e.Type)
			continue
		}
		if e.Title != "" {
			d.add(s.line, "the page is known again by its URL, not by its title")
		}
		before, _, _ := strings.Cut(d.at, "#")
		if s.Type == "navigate" && (e.URL == d.at || e.URL == before || e.URL == "") {
			continue // goto waits for it
		}
		d.waitForURL(s.line, e.URL)
	}
}

func (d *devImport) waitForURL(line int, url string) {
	if url == "" {
		d.step(flows.Step{Wait: &flows.Wait{For: "network"}})
		return
	}
	d.at = url
	if path, query, ok := strings.Cut(url, "?"); ok && query != "" {
		d.add(line, "any query of the URL will do")
		url = path
	}
	pattern, err := urlPattern(url)
	if err != nil {
		d.add(line, "the page %q is not waited for: %v", url, err)
		return
	}
	d.step(flows.Step{Wait: &flows.Wait{URL: pattern}})
}

// custom reads steps of our own back; others are noted.
func (d *devImport) custom(s devStep) {
	if s.Name == customName && s.Parameters != nil && s.Parameters.Steps != "" {
		steps, err := flows.ParseSteps("line "+fmt.Sprint(s.line), []byte(s.Parameters.Steps))
		if err == nil {
			for _, step := range steps {
				d.step(step)
			}
			return
		}
		d.add(s.line, "the steps of the custom step are left out: %v", err)
		return
	}
	d.add(s.line, "the custom step %q is left out", s.Name)
}
