package flows

import "testing"

func TestExplores(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "explore: on": true, "explore: off": false, "explore: {states: 5}": true, "explore: {mode: off, states: 5}": false,
		"explore: {match: /app/**}": true, "explore: {match: [/other/*]}": false,
	} {
		flow, err := Parse("x.yaml", []byte("name: x\nstart: https://a.example/\n"+text), nil)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := flow.Explores("https://a.example/app/1"); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
	if _, err := Parse("x.yaml", []byte("name: x\nstart: https://a.example/\nexplore: {forms: some}"), nil); err == nil {
		t.Error("forms: some was accepted")
	}
}
