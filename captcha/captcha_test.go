package captcha

import "testing"

func TestSpell(t *testing.T) {
	tests := []struct {
		name string
		c    Challenge
		in   string
		want string // empty: refused
	}{
		{"letters and digits by default", Challenge{}, "aZ9", "aZ9"},
		{"no punctuation by default", Challenge{}, "a-9", ""},
		{"nothing is no answer", Challenge{}, " \n", ""},
		{"white space goes", Challenge{}, " a b\n", "ab"},
		{"alphabet", Challenge{Alphabet: "0123"}, "129", ""},
		{"case counts", Challenge{Alphabet: "ABC"}, "AbC", ""},
		{"case folds to the alphabet's", Challenge{Alphabet: "ABC", FoldCase: true}, "AbC", "ABC"},
		{"case folds to lower", Challenge{FoldCase: true}, "Ab1", "ab1"},
		{"too short", Challenge{MinLen: 4}, "abc", ""},
		{"too long", Challenge{MaxLen: 4}, "abcde", ""},
		{"length in characters", Challenge{Alphabet: "天地人", MaxLen: 2}, "天人", "天人"},
	}
	for _, test := range tests {
		got, ok := test.c.Spell(test.in)
		if ok != (test.want != "") || ok && got != test.want {
			t.Errorf("%s: Spell(%q) = %q, %v; want %q", test.name, test.in, got, ok, test.want)
		}
	}
}

func TestShapesHaveBothCasesOnce(t *testing.T) {
	if got := (Challenge{Alphabet: "2aB", FoldCase: true}).shapes(); got != "2aBbA" {
		t.Errorf("got %q", got)
	}
	if got := (Challenge{Alphabet: "2aB"}).shapes(); got != "2aB" {
		t.Errorf("got %q", got)
	}
}

func TestWinner(t *testing.T) {
	tests := []struct {
		name string
		v    votes
		want Answer
	}{
		{"two weak beat one strong", votes{{"b", 0.75}, {"a", 0.5}, {"a", 0.5}}, Answer{Text: "a", Confidence: 1 / 1.75 * 0.5}},
		{"all agree", votes{{"a", 0.5}, {"a", 1}}, Answer{Text: "a", Confidence: 0.75}},
		{"the first of equals", votes{{"b", 0.5}, {"a", 0.5}}, Answer{Text: "b", Confidence: 0.25}},
		{"no confidence at all", votes{{"b", 0}, {"a", 0}}, Answer{Text: "b", Confidence: 0}},
	}
	for _, test := range tests {
		if got, ok := test.v.winner(); !ok || got != test.want {
			t.Errorf("%s: got %v, %v; want %v", test.name, got, ok, test.want)
		}
	}
	if got, ok := (votes{}).winner(); ok {
		t.Errorf("no votes: got %v", got)
	}
}
