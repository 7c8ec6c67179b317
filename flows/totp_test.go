package flows_test

import (
	"encoding/base32"
	"strings"
	"testing"
	"time"

	"dyncrawl/flows"
)

// TestTOTP takes the test vectors of RFC 6238, appendix B.
func TestTOTP(t *testing.T) {
	const digits = "1234567890"
	seeds := map[string]string{"sha1": strings.Repeat(digits, 2), "sha256": strings.Repeat(digits, 4)[:32], "sha512": strings.Repeat(digits, 7)[:64]}
	for _, v := range []struct {
		at                   int64
		sha1, sha256, sha512 string
	}{
		{59, "94287082", "46119246", "90693936"},
		{1111111109, "07081804", "68084774", "25091201"},
		{1111111111, "14050471", "67062674", "99943326"},
		{1234567890, "89005924", "91819424", "93441116"},
		{2000000000, "69279037", "90698825", "38618901"},
		{20000000000, "65353130", "77737706", "47863826"},
	} {
		for hash, want := range map[string]string{"sha1": v.sha1, "sha256": v.sha256, "sha512": v.sha512} {
			seed := base32.StdEncoding.EncodeToString([]byte(seeds[hash]))
			at := time.Unix(v.at, 0)
			if got, err := (flows.TOTP{Hash: hash, Digits: 8}).Code(seed, at); err != nil || got != want {
				t.Errorf("%s at %d: %s, want %s (%v)", hash, v.at, got, want, err)
			}
			uri := "otpauth://totp/site:ada?digits=8&period=30&algorithm=" + strings.ToUpper(hash) + "&secret=" + strings.TrimRight(seed, "=")
			if got, err := (flows.TOTP{}).Code(uri, at); err != nil || got != want {
				t.Errorf("%s at %d by URI: %s, want %s (%v)", hash, v.at, got, want, err)
			}
		}
	}
}

func TestTOTPSeedsAsSitesShowThem(t *testing.T) {
	at := time.Unix(59, 0) // of RFC 6238: 94287082, of which six digits are 287082
	for _, seed := range []string{"GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", "gezd gnbv gy3t qojq gezd gnbv gy3t qojq", "GEZD-GNBV-GY3T-QOJQ-GEZD-GNBV-GY3T-QOJQ"} {
		if got, err := (flows.TOTP{}).Code(seed, at); err != nil || got != "287082" {
			t.Errorf("%s: %s, %v", seed, got, err)
		}
	}
	for _, seed := range []string{"", "not base32!", "otpauth://hotp/x?secret=GEZDGNBVGY3TQOJQ", "otpauth://totp/x?algorithm=MD5&secret=GEZDGNBVGY3TQOJQ"} {
		if code, err := (flows.TOTP{}).Code(seed, at); err == nil || seed != "" && strings.Contains(err.Error(), seed) {
			t.Errorf("%q: %s, %v", seed, code, err)
		}
	}
}
