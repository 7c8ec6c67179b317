package main

import (
	"context"
	"strings"
	"testing"

	"dyncrawl/captcha"
	"dyncrawl/captcha/net"
	"dyncrawl/captcha/net/bench"
)

// TestLogins logs in with pictures that the general model reads, and with the same
// pictures where the site takes no answer for right.
func TestLogins(t *testing.T) {
	const family = "../../testdata/captcha/gd-rect.tar"
	f, err := bench.Open(family)
	if err != nil {
		t.Fatal(err)
	}
	test, err := captcha.ReadSet(family + "/test")
	if err != nil {
		t.Fatal(err)
	}
	test.Pictures = test.Pictures[:12]
	m, err := net.Pretrained()
	if err != nil {
		t.Fatal(err)
	}
	in, tried, err := logins(context.Background(), m, test.Pictures, challenge(f.Rules))
	if err != nil || in != tried || tried < 5 || tried > len(test.Pictures) {
		t.Errorf("%d of %d logins succeeded with %d pictures, %v", in, tried, len(test.Pictures), err)
	}
	for i := range test.Pictures {
		test.Pictures[i].Text = strings.Repeat("0", f.Rules.MaxLen)
	}
	in, tried, err = logins(context.Background(), m, test.Pictures, challenge(f.Rules))
	if err != nil || in != 0 || tried < 2 || tried > len(test.Pictures)/loginTries {
		t.Errorf("%d of %d logins succeeded where no answer is right, %v", in, tried, err)
	}
}
