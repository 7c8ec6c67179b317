package flows

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"time"
)

// Identity is one of several accounts that share a crawl.
type Identity struct {
	Name    string         `yaml:",key"`
	Secrets Vars           `yaml:"secrets" doc:"The secrets that stand for those that the steps name, such as {PASSWORD: PASSWORD_2}."`
	Proxy   string         `yaml:"proxy" secret:"" doc:"What all its requests go through, such as socks5://127.0.0.1:1080 or http://ann:${secret:PROXY_PASSWORD}@127.0.0.1:8080. Default: what the machine says."`
	Limits  IdentityLimits `yaml:"limits" doc:"What it may do. Default: what the flow may."`
}

// IdentityLimits bound what one account does.
type IdentityLimits struct {
	Pages int           `yaml:"pages" doc:"Pages in one run. Default: no limit."`
	Tabs  int           `yaml:"tabs" doc:"Pages open at the same time. Default: no limit."`
	Delay time.Duration `yaml:"delay" doc:"Least time between the starts of two pages. Default: none."`
}

// proxySchemes are those that Chromium and the plain requests both know.
var proxySchemes = []string{"http", "https", "socks5"}

// Validate checks that the name can be part of a file's, and the proxy's URL.
func (i *Identity) Validate() error {
	if !fileSafe(i.Name) {
		return fmt.Errorf("identity %q: use letters, digits, - and _ only", i.Name)
	}
	if i.Proxy == "" {
		return nil
	}
	u, err := url.Parse(reference.ReplaceAllString(i.Proxy, anySecret))
	if err != nil || u.Host == "" || !slices.Contains(proxySchemes, u.Scheme) {
		return errors.New("proxy is not a URL such as http://127.0.0.1:8080 or socks5://127.0.0.1:1080")
	}
	password, set := u.User.Password()
	switch {
	case set && password != anySecret:
		return fmt.Errorf("proxy %s: write the password as a secret, such as %s://%s:${secret:PROXY_PASSWORD}@%s", u.Redacted(), u.Scheme, u.User.Username(), u.Host)
	case u.User != nil && u.Scheme == "socks5":
		return fmt.Errorf("proxy %s: Chromium tells a SOCKS proxy no name and password; use one of scheme http", u.Redacted())
	}
	return nil
}

// anySecret stands for secrets in a URL that is only checked.
const anySecret = "any-secret"

// ProxyURL returns the URL of the identity's proxy with the secrets in it; empty when
// it has none.
func (i Identity) ProxyURL(secrets Secrets) (string, error) {
	return Expand(i.Proxy, func(ref string) (string, error) {
		name, _ := SecretName(ref) // Validate and the decoder let nothing else through
		value, err := secrets(name)
		return url.User(value).String(), err
	})
}

// Identities returns the accounts of the flow: one without a name unless the
// session lists them.
func (f *Flow) Identities() []Identity {
	if f.Session == nil || len(f.Session.Identities) == 0 {
		return []Identity{{}}
	}
	return f.Session.Identities
}

// KeptAs returns the name under which the identity's login is kept.
func (f *Flow) KeptAs(i Identity) string {
	if i.Name == "" {
		return f.SessionName()
	}
	return f.SessionName() + "-" + i.Name
}

// Secret returns the name of the secret that stands for the one that a step names.
func (i Identity) Secret(name string) string {
	if own, ok := i.Secrets[name]; ok {
		return own
	}
	return name
}

// Of returns the secrets as the identity's steps name them.
func (s Secrets) Of(i Identity) Secrets {
	if s == nil {
		return nil
	}
	return func(name string) (string, error) { return s(i.Secret(name)) }
}
