package flows

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dyncrawl"
)

func writeFile(t *testing.T, mode os.FileMode, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "secrets")
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestReadSecrets(t *testing.T) {
	got, err := ReadSecrets(writeFile(t, 0o600, "# account\nUSER = ann\n\nPASS=a=b c\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got["USER"] != "ann" || got["PASS"] != "a=b c" || len(got) != 2 {
		t.Errorf("%v", got)
	}
}

func TestReadSecretsRefuses(t *testing.T) {
	_, err := ReadSecrets(writeFile(t, 0o644, "USER=CANARY-1"))
	if err == nil || !strings.HasPrefix(dyncrawl.HintOf(err), "chmod 600 ") {
		t.Errorf("a file that others can read: %v", err)
	}
	_, err = ReadSecrets(writeFile(t, 0o600, "USER=ann\nCANARY-2\n"))
	if err == nil || !strings.Contains(err.Error(), ":2: expected NAME=value") || strings.Contains(err.Error(), "CANARY") {
		t.Errorf("a line without a name: %v", err)
	}
}

func TestSecretNames(t *testing.T) {
	f := parse(t, good)
	if got := strings.Join(f.SecretNames(), " "); got != "USER" {
		t.Errorf("names: %q", got)
	}
	secret := FirstSecret(map[string]string{"A": "1"}, map[string]string{"A": "2", "B": "3"})
	if v, _ := secret("A"); v != "1" {
		t.Errorf("the first source wins, got %q", v)
	}
	if _, err := secret("C"); err == nil || !strings.Contains(dyncrawl.HintOf(err), "C=…") {
		t.Errorf("missing secret: %v", err)
	}
}
