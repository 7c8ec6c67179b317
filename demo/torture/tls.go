package torture

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"time"
)

// certificate is what is wrong with a TLS server.
type certificate struct {
	name    string
	host    string        // that the certificate is for; empty: 127.0.0.1
	ended   time.Duration // how long ago it expired
	version uint16        // the only one spoken; 0: today's
}

var certificates = []certificate{
	{name: "selfsigned"},
	{name: "expired", ended: 24 * time.Hour},
	{name: "otherhost", host: "elsewhere.example"},
	{name: "tls10", version: tls.VersionTLS10},
}

// serveTLS serves a page at a free port with the certificate and returns the address.
func (s *Site) serveTLS(c certificate) (addr string, err error) {
	pair, err := c.make()
	if err != nil {
		return "", err
	}
	l, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{
		Certificates: []tls.Certificate{pair}, MinVersion: c.version, MaxVersion: c.version,
	})
	if err != nil {
		return "", err
	}
	page := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { show(w, http.StatusOK, c.name) })
	server := &http.Server{Handler: page, ReadHeaderTimeout: 10 * time.Second, ErrorLog: log.New(io.Discard, "", 0)}
	s.closers = append(s.closers, server.Close)
	go server.Serve(l)
	return l.Addr().String(), nil
}

// make signs the certificate with its own key.
func (c certificate) make() (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	ends := time.Now().Add(24 * time.Hour)
	if c.ended > 0 {
		ends = time.Now().Add(-c.ended)
	}
	plan := &x509.Certificate{
		SerialNumber: big.NewInt(1),
		Subject:      pkix.Name{CommonName: "torture"},
		NotBefore:    ends.Add(-30 * 24 * time.Hour),
		NotAfter:     ends,
	}
	if c.host != "" {
		plan.DNSNames = []string{c.host}
	} else {
		plan.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1)}
	}
	der, err := x509.CreateCertificate(rand.Reader, plan, plan, &key.PublicKey, key)
	if err != nil {
		return tls.Certificate{}, err
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, nil
}
