package flows_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"dyncrawl/flows"
)

const proxyFlow = `
name: club
start: http://h/
session:
  check: {url: "http://h/me", selector: "#out"}
  login: [{fill: {selector: "#p", value: "${secret:PASSWORD}"}}]
  identities:
    ann: {secrets: {PROXY_PASSWORD: ANNS}, proxy: '%s'}
`

func TestProxyWithPassword(t *testing.T) {
	flow, err := flows.Parse("club.yaml", []byte(fmt.Sprintf(proxyFlow, "http://a%40n:${secret:PROXY_PASSWORD}@127.0.0.1:8080")), nil)
	if err != nil {
		t.Fatal(err)
	}
	if names := flow.SecretNames(); !slices.Equal(names, []string{"ANNS", "PASSWORD"}) {
		t.Errorf("needs the secrets %v", names)
	}
	ann := flow.Identities()[0]
	secrets := flows.FirstSecret(map[string]string{"ANNS": "p/s:w@d"}).Of(ann)
	if got, err := ann.ProxyURL(secrets); err != nil || got != "http://a%40n:p%2Fs%3Aw%40d@127.0.0.1:8080" {
		t.Errorf("%s, %v", got, err)
	}
	if _, err := ann.ProxyURL(flows.FirstSecret()); err == nil {
		t.Error("a proxy without its password")
	}
}

func TestProxyRefused(t *testing.T) {
	for proxy, why := range map[string]string{
		"http://ann:s3cret@h:1":        "http://ann:${secret:PROXY_PASSWORD}@h:1",
		"http://ann:x${secret:P}@h:1":  "write the password as a secret",
		"socks5://ann:${secret:P}@h:1": "SOCKS",
		"ftp://h:1":                    "is not a URL such as",
		"h:1":                          "is not a URL such as",
	} {
		_, err := flows.Parse("club.yaml", []byte(fmt.Sprintf(proxyFlow, proxy)), nil)
		if err == nil || !strings.Contains(err.Error(), why) || strings.Contains(strings.SplitN(err.Error(), "\n", 2)[0], "s3cret") {
			t.Errorf("%s: %v", proxy, err)
		}
	}
}
