package flows

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"dyncrawl"
)

// Secrets looks a secret up by name. Its error never holds a secret.
type Secrets func(name string) (string, error)

// FirstSecret asks the sources in turn and returns the first secret found.
func FirstSecret(sources ...map[string]string) Secrets {
	return func(name string) (string, error) {
		for _, source := range sources {
			if value, ok := source[name]; ok {
				return value, nil
			}
		}
		return "", &dyncrawl.Error{
			Class: dyncrawl.ClassStep,
			Err:   fmt.Errorf("secret %s is not set", name),
			Hint:  fmt.Sprintf("set the environment variable %s, or write a line %s=… into a file that only you can read and name it with --secrets", name, name),
		}
	}
}

// EnvSecrets returns those of the named secrets that are environment variables.
func EnvSecrets(names []string) map[string]string {
	found := map[string]string{}
	for _, name := range names {
		if value, ok := os.LookupEnv(name); ok {
			found[name] = value
		}
	}
	return found
}

// ReadSecrets reads NAME=value lines from the file at path; empty lines and
// lines that begin with # do not count. A file that others can read is refused.
func ReadSecrets(path string) (map[string]string, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read secrets: %w", err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("read secrets: %w", err)
	}
	if info.Mode().Perm()&0o077 != 0 {
		return nil, &dyncrawl.Error{
			Err:  fmt.Errorf("secrets file %s can be read by others (mode %04o)", path, info.Mode().Perm()),
			Hint: "chmod 600 " + path,
		}
	}
	return secretLines(bufio.NewScanner(file), path)
}

func secretLines(lines *bufio.Scanner, path string) (map[string]string, error) {
	secrets := map[string]string{}
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, value, ok := strings.Cut(line, "=")
		if name = strings.TrimSpace(name); !ok || !secretName.MatchString(name) {
			return nil, fmt.Errorf("%s:%d: expected NAME=value", path, n)
		}
		secrets[name] = strings.TrimSpace(value)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read secrets from %s: %w", path, err)
	}
	return secrets, nil
}

// SecretNames returns the names of the secrets that the flow refers to, or that
// stand for them.
func (f *Flow) SecretNames() []string {
	var names []string
	for _, name := range f.secretNames() {
		for _, identity := range f.Identities() {
			if own := identity.Secret(name); !contains(names, own) {
				names = append(names, own)
			}
		}
	}
	return names
}

// secretNames returns the names of the secrets that the flow refers to.
func (f *Flow) secretNames() []string {
	var names []string
	add := func(text string) {
		for _, name := range SecretRefs(text) {
			if !contains(names, name) {
				names = append(names, name)
			}
		}
	}
	for _, identity := range f.Identities() {
		add(identity.Proxy)
	}
	for step := range f.allSteps() {
		if step.Fill != nil {
			add(step.Fill.Value)
		}
		if step.TOTP != nil {
			add(step.TOTP.Seed)
		}
		if step.LogIn != "" && f.Session != nil {
			add(f.Session.user())
			add(f.Session.password())
			add(f.Session.TOTP)
		}
	}
	return names
}

// SecretMask returns a mask for all secrets of the flow.
func (f *Flow) SecretMask(secrets Secrets) (*Mask, error) {
	var values []string
	for _, name := range f.SecretNames() {
		value, err := secrets(name)
		if err != nil {
			return nil, err
		}
		values = append(values, value)
	}
	return NewMask(values...), nil
}

// SecretRefs returns the names of the secrets that a text refers to.
func SecretRefs(text string) []string {
	var names []string
	_, _ = Expand(text, func(ref string) (string, error) {
		if name, ok := SecretName(ref); ok {
			names = append(names, name)
		}
		return "", nil
	})
	return names
}
