package browser

import (
	"encoding/json"
	"errors"
	"testing"
)

func TestParseSelector(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`#login`, `[{"engine":"css","value":"#login","groups":[[{"css":"#login"}]]}]`},
		{`css=a`, `[{"engine":"css","value":"a","groups":[[{"css":"a"}]]}]`},
		{`ul > li.on[data-x="a > b"] a:not(.x, [y])`, `[{"engine":"css","value":"ul > li.on[data-x=\"a > b\"] a:not(.x, [y])","groups":[[{"css":"ul"},{"combinator":">","css":"li.on[data-x=\"a > b\"]"},{"combinator":" ","css":"a:not(.x, [y])"}]]}]`},
		{`a,b+c~d`, `[{"engine":"css","value":"a,b+c~d","groups":[[{"css":"a"}],[{"css":"b"},{"combinator":"+","css":"c"},{"combinator":"~","css":"d"}]]}]`},
		{`[title=')']`, `[{"engine":"css","value":"[title=')']","groups":[[{"css":"[title=')']"}]]}]`},
		{`a[href$='.htm' i]:has(> b)`, `[{"engine":"css","value":"a[href$='.htm' i]:has(> b)","groups":[[{"css":"a[href$='.htm' i]:has(> b)"}]]}]`},
		{`登录.按钮`, `[{"engine":"css","value":"登录.按钮","groups":[[{"css":"登录.按钮"}]]}]`},
		{`#\31 0`, `[{"engine":"css","value":"#\\31 0","groups":[[{"css":"#\\31 0"}]]}]`},
		{`//td[@x=" >> "]`, `[{"engine":"xpath","value":"//td[@x=\" \u003e\u003e \"]"}]`},
		{`xpath=.//a`, `[{"engine":"xpath","value":".//a"}]`},
		{`text=Don't stop >> //b`, `[{"engine":"text","value":"Don't stop"},{"engine":"xpath","value":"//b"}]`},
		{`text="a >> \"b\""`, `[{"engine":"text","value":"a \u003e\u003e \"b\"","exact":true}]`},
		{`role=button[name="登录"]`, `[{"engine":"role","value":"button","name":"登录","exact":true}]`},
		{`role=link[name*="more"] >> text=x`, `[{"engine":"role","value":"link","name":"more"},{"engine":"text","value":"x"}]`},
		{`label=E-mail >> nth=-1`, `[{"engine":"label","value":"E-mail"},{"engine":"nth","value":"-1"}]`},
		{`li >> has-text="a >> b"`, `[{"engine":"css","value":"li","groups":[[{"css":"li"}]]},{"engine":"has-text","value":"a \u003e\u003e b","exact":true}]`},
		{`role=*[name="x"]`, `[{"engine":"role","value":"*","name":"x","exact":true}]`},
		{`input >> is=:checked`, `[{"engine":"css","value":"input","groups":[[{"css":"input"}]]},{"engine":"is","value":":checked","groups":[[{"css":":checked"}]]}]`},
		{`. >> a`, `[{"engine":"current","value":"."},{"engine":"css","value":"a","groups":[[{"css":"a"}]]}]`},
		{`[a=" >> "] >> b`, `[{"engine":"css","value":"[a=\" \u003e\u003e \"]","groups":[[{"css":"[a=\" \u003e\u003e \"]"}]]},{"engine":"css","value":"b","groups":[[{"css":"b"}]]}]`},
	} {
		s, err := ParseSelector(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		var got, want any
		text, _ := json.Marshal(s.parts)
		json.Unmarshal(text, &got)
		if err := json.Unmarshal([]byte(c.want), &want); err != nil {
			t.Fatal(c.text, err)
		}
		wantText, _ := json.Marshal(want)
		if gotText, _ := json.Marshal(got); string(gotText) != string(wantText) {
			t.Errorf("%s:\n got %s\nwant %s", c.text, gotText, wantText)
		}
		if s.String() != c.text {
			t.Errorf("%q prints as %q", c.text, s)
		}
	}
}

func TestParseSelectorErrors(t *testing.T) {
	for _, c := range []struct {
		text   string
		column int
		reason string
	}{
		{``, 1, "a part of the selector is empty"},
		{`a >> `, 6, "a part of the selector is empty"},
		{` >> a`, 2, "something to select must stand before '>'"},
		{`div[`, 4, `'[' is not closed`},
		{`div[a`, 4, `'[' is not closed`},
		{`div[a="x]`, 7, "the quote is not closed"},
		{`div[a=1x]`, 7, "the value must follow here, in quotes unless it is a name"},
		{`div[a ! b]`, 7, `"]" or "=" must follow here`},
		{`a:not(b`, 6, `'(' is not closed`},
		{`a:not( )`, 6, "the parentheses are empty"},
		{`a >`, 4, "something to select must follow here"},
		{`a,`, 3, "something to select must follow here"},
		{`a,,b`, 3, "something to select must stand before ','"},
		{`a > > b`, 5, "something to select must stand before '>'"},
		{`a..b`, 3, "the name of a class must follow here"},
		{`#1a`, 2, `an id cannot begin with a digit: write [id="…"] or [class~="…"]`},
		{`价格)`, 3, "')' is not expected here"},
		{`a::text`, 3, "pseudo-elements such as ::before cannot be selected"},
		{`b >> a:contains("x")`, 7, "CSS cannot look for text: write text=… as a part of its own"},
		{`//a[b`, 4, "the bracket is not closed"},
		{`//a]`, 4, "the bracket was not opened"},
		{`//a['b]`, 5, "the quote is not closed"},
		{`text="a`, 6, "the quote is not closed"},
		{`text=""`, 6, "the text is empty"},
		{`role=button[name=x]`, 6, `a role is written role=button or role=button[name="Log in"]`},
		{`li >> nth=a`, 11, "a number must follow here: nth=0 is the first, nth=-1 the last"},
		{`nth=0`, 5, "nth= picks from what the part before it found and cannot be the first part"},
		{`has-text=a`, 10, "has-text= picks from what the part before it found and cannot be the first part"},
		{`a >> .`, 6, `"." stands for the current element and can only be the first part`},
	} {
		_, err := ParseSelector(c.text)
		var at *SelectorError
		if !errors.As(err, &at) {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if at.Column != c.column || at.Reason != c.reason {
			t.Errorf("%q: column %d: %s, want column %d: %s", c.text, at.Column, at.Reason, c.column, c.reason)
		}
	}
}

// TestPartsComeBack writes parts and reads them again.
func TestPartsComeBack(t *testing.T) {
	for _, c := range []struct {
		part Part
		want string
	}{
		{Part{Engine: "css", Value: "#a > b"}, "#a > b"},
		{Part{Engine: "css", Value: `text`}, "text"},
		{Part{Engine: "xpath", Value: "//a"}, "//a"},
		{Part{Engine: "xpath", Value: "/html/body"}, "xpath=/html/body"},
		{Part{Engine: "text", Value: "Log in"}, "text=Log in"},
		{Part{Engine: "text", Value: `say "hi"`, Exact: true}, `text="say \"hi\""`},
		{Part{Engine: "label", Value: `a\b`, Exact: true}, `label="a\\b"`},
		{Part{Engine: "role", Value: "link"}, "role=link"},
		{Part{Engine: "role", Value: "*", Name: new(`"x" ] >> y`), Exact: true}, `role=*[name="\"x\" ] >> y"]`},
		{Part{Engine: "role", Value: "link", Name: new("x")}, `role=link[name*="x"]`},
		{Part{Engine: "current", Value: "."}, "."},
	} {
		s, err := JoinParts(c.part)
		if err != nil || s.String() != c.want {
			t.Errorf("got %q, %v, want %s", s, err, c.want)
			continue
		}
		if got := s.Parts()[0]; got.Value != c.part.Value || got.Exact != c.part.Exact || (got.Name == nil) != (c.part.Name == nil) || got.Name != nil && *got.Name != *c.part.Name {
			t.Errorf("%s is read as %+v", c.want, got)
		}
	}
	if got := (Part{Engine: "text", Value: `a >> b`}).String(); got != `text="a >> b"` {
		t.Error(got)
	}
	if got, want := CSSText("a\"\\\n"), `"a\"\\\a "`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestSelectors(t *testing.T) {
	chain, err := ParseSelectors("#a", ". >> text=b")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := chain.String(), "#a or . >> text=b"; got != want {
		t.Errorf("chain prints as %q, want %q", got, want)
	}
	if chain[0].Relative() || !chain[1].Relative() {
		t.Error("only the second selector begins at the current element")
	}
	if _, err := ParseSelectors("a", "b["); err == nil {
		t.Error("a chain with a wrong selector is refused")
	}
}
