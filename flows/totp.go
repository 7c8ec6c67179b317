package flows

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base32"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"net/url"
	"strconv"
	"strings"
	"time"

	"dyncrawl/browser"
)

// TOTP types a one-time code that follows from a seed and the time (RFC 6238).
type TOTP struct {
	Selector browser.Selectors `yaml:"selector" doc:"The field."`
	Seed     string            `yaml:"seed" late:"" secret:"" doc:"The seed, such as ${secret:SEED}: in base32, or the otpauth:// URI of the site's QR code, whose parameters then count."`
	Hash     string            `yaml:"hash" enum:"sha1,sha256,sha512" doc:"sha1 (default), sha256 or sha512."`
	Digits   int               `yaml:"digits" doc:"Length of the code. Default 6."`
	Period   time.Duration     `yaml:"period" doc:"How long a code holds. Default 30s."`
}

// Validate checks that there is a field and a seed.
func (t *TOTP) Validate() error {
	switch {
	case len(t.Selector) == 0:
		return errors.New("totp needs selector: the field that takes the code")
	case t.Seed == "":
		return errors.New("totp needs seed, such as ${secret:SEED}")
	case t.Digits != 0 && (t.Digits < 6 || t.Digits > 10):
		return errors.New("totp: digits lies between 6 and 10")
	}
	return nil
}

// hashes are those of RFC 6238, section 1.2.
var hashes = map[string]func() hash.Hash{"sha1": sha1.New, "sha256": sha256.New, "sha512": sha512.New}

// Code returns the code of a moment; seed is the secret itself. Errors do not show
// it.
func (t TOTP) Code(seed string, now time.Time) (string, error) {
	if strings.HasPrefix(seed, "otpauth:") {
		var err error
		if t, seed, err = t.fromURI(seed); err != nil {
			return "", err
		}
	}
	seed = strings.ToUpper(strings.NewReplacer(" ", "", "-", "", "=", "").Replace(seed))
	key, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(seed)
	if err != nil || len(key) == 0 {
		return "", errors.New("totp: the seed is not base32: it consists of the letters A to Z and the digits 2 to 7")
	}
	period := cmp.Or(t.Period, 30*time.Second)
	return hotp(key, uint64(now.Unix()/max(1, int64(period/time.Second))), hashes[cmp.Or(t.Hash, "sha1")], cmp.Or(t.Digits, 6)), nil
}

// fromURI takes the parameters of an otpauth URI, as the key URI format of
// authenticator apps has them.
func (t TOTP) fromURI(uri string) (TOTP, string, error) {
	wrong := errors.New("totp: the seed is no otpauth://totp/ URI with secret, and with algorithm, digits and period as RFC 6238 knows them")
	u, err := url.Parse(uri)
	if err != nil || u.Host != "totp" {
		return t, "", wrong
	}
	q := u.Query()
	if name := strings.ToLower(q.Get("algorithm")); name != "" {
		t.Hash = name
	}
	if n, err := strconv.Atoi(q.Get("digits")); err == nil {
		t.Digits = n
	}
	if n, err := strconv.Atoi(q.Get("period")); err == nil && n > 0 {
		t.Period = time.Duration(n) * time.Second
	}
	if hashes[cmp.Or(t.Hash, "sha1")] == nil || t.Digits < 0 || t.Digits > 10 {
		return t, "", wrong
	}
	return t, q.Get("secret"), nil
}

// hotp is the code of a counter (RFC 4226, section 5.3).
func hotp(key []byte, counter uint64, h func() hash.Hash, digits int) string {
	mac := hmac.New(h, key)
	mac.Write(binary.BigEndian.AppendUint64(nil, counter))
	sum := mac.Sum(nil)
	offset := sum[len(sum)-1] & 0xf
	number := uint64(binary.BigEndian.Uint32(sum[offset:]) & 0x7fffffff)
	power := uint64(1)
	for range digits {
		power *= 10
	}
	return fmt.Sprintf("%0*d", digits, number%power)
}

// totp types the code of the moment.
func (r *Runner) totp(ctx context.Context, t *TOTP) error {
	code, err := r.totpCode(ctx, t)
	if err != nil {
		return err
	}
	return r.with(ctx, t.Selector, func(e *browser.Element, ctx context.Context) error { return r.typeSecret(ctx, e, code) })
}

// lastMoment is how much of its time a code must have left to be typed and sent.
const lastMoment = 5 * time.Second

// totpCode returns a code that holds for a moment yet.
func (r *Runner) totpCode(ctx context.Context, t *TOTP) (string, error) {
	seed, err := r.expandSecret(t.Seed)
	if err != nil {
		return "", err
	}
	now, err := t.Code(seed, time.Now())
	if err != nil {
		return "", err
	}
	soon, err := t.Code(seed, time.Now().Add(lastMoment))
	if err != nil || soon == now {
		return now, err
	}
	if err := sleep(ctx, lastMoment); err != nil {
		return "", err
	}
	return t.Code(seed, time.Now())
}
