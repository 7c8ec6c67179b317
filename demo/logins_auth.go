package demo

import (
	"crypto/md5"
	crand "crypto/rand"
	"encoding/hex"
	"fmt"
	"net/http"
	"regexp"
)

const authRealm = "practice"

// authenticate asks by HTTP who comes (RFC 7617 and RFC 7616), and shows the
// members' page to who answers.
func (s *logins) authenticate(w http.ResponseWriter, r *http.Request, name, kind string) {
	answered := false
	if kind == "basic" {
		user, pass, ok := r.BasicAuth()
		answered = ok && right(user, pass)
	} else {
		answered = rightDigest(r)
	}
	if answered {
		s.show(w, r, http.StatusOK, loginData{Step: "home"})
		return
	}
	challenge := fmt.Sprintf("Basic realm=%q", authRealm)
	if kind == "digest" {
		challenge = fmt.Sprintf(`Digest realm=%q, qop="auth", algorithm=MD5, nonce=%q`, authRealm, crand.Text())
	}
	w.Header().Set("WWW-Authenticate", challenge)
	http.Error(w, "who is there?", http.StatusUnauthorized)
}

var digestPart = regexp.MustCompile(`(\w+)=(?:"([^"]*)"|([^\s,]+))`)

// rightDigest checks the answer to a Digest challenge, RFC 7616, section 3.4.1.
func rightDigest(r *http.Request) bool {
	p := map[string]string{}
	for _, m := range digestPart.FindAllStringSubmatch(r.Header.Get("Authorization"), -1) {
		p[m[1]] = m[2] + m[3]
	}
	sum := func(text string) string {
		h := md5.Sum([]byte(text))
		return hex.EncodeToString(h[:])
	}
	own := sum(practiceEmail + ":" + authRealm + ":" + practicePassword)
	want := sum(own + ":" + p["nonce"] + ":" + p["nc"] + ":" + p["cnonce"] + ":" + p["qop"] + ":" + sum(r.Method+":"+p["uri"]))
	return p["username"] == practiceEmail && p["response"] == want
}
