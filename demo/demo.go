package demo

import (
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"dyncrawl/demo/forms"
)

// Addr is where the practice sites are served unless somebody chooses otherwise.
const Addr = "127.0.0.1:8700"

// The published practice account of /renren.
const (
	practiceEmail    = "practice@example.com"
	practicePassword = "practice-2026"
)

// Config says what the practice sites contain and how they behave.
type Config struct {
	Seed        int64            // everything that the sites contain follows from it; zero means 1
	Users       int              // members of /renren; zero means 200
	Speed       float64          // virtual seconds that pass in a real one while members of /renren post; zero: nobody posts any more
	SessionLife time.Duration    // idle time after which /renren forgets a login; zero means 30 min
	Latency     time.Duration    // delay of every AJAX answer; zero means none
	Redesign    int              // articles that /articles shows before its pages change; zero: they never do
	Clock       func() time.Time // real time; nil means time.Now
}

// withDefaults replaces zeros by what they mean.
func (c Config) withDefaults() Config {
	if c.Seed == 0 {
		c.Seed = 1
	}
	if c.Users == 0 {
		c.Users = 200
	}
	if c.SessionLife == 0 {
		c.SessionLife = 30 * time.Minute
	}
	if c.Clock == nil {
		c.Clock = time.Now
	}
	return c
}

// validate refuses what no site could be made of.
func (c Config) validate() error {
	switch {
	case c.Users < 2:
		return fmt.Errorf("users is %d: a community needs 2 or more", c.Users)
	case c.Speed < 0:
		return fmt.Errorf("speed is %g: the clock cannot run backwards", c.Speed)
	case c.Redesign < 0:
		return fmt.Errorf("redesign is %d: it cannot be before the first article", c.Redesign)
	case c.SessionLife < 0 || c.Latency < 0:
		return errors.New("session life and latency cannot be negative")
	}
	return nil
}

// rand returns the random numbers of one part of the sites. Parts do not share
// numbers, so that a change to one leaves the others as they were.
func (c Config) rand(part string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(part))
	return rand.New(rand.NewPCG(uint64(c.Seed), h.Sum64()))
}

// site is one of the practice sites.
type site interface {
	routes(r router)
	truth() any // what a complete crawl finds now, ready for encoding/json
}

// Sites is a handler that serves all practice sites.
type Sites struct {
	mux   *http.ServeMux
	sites map[string]site
	pages pages // of the index

	mu   sync.Mutex
	hits map[string]int
}

// New makes the practice sites. It fails when a value of config is out of range.
func New(config Config) (*Sites, error) {
	config = config.withDefaults()
	if err := config.validate(); err != nil {
		return nil, fmt.Errorf("make practice sites: %w", err)
	}
	renren, err := newRenren(config)
	if err != nil {
		return nil, fmt.Errorf("make practice sites: %w", err)
	}
	course, err := newCourse()
	if err != nil {
		return nil, fmt.Errorf("make practice sites: %w", err)
	}
	logins, err := newLogins(config)
	if err != nil {
		return nil, fmt.Errorf("make practice sites: %w", err)
	}
	s := &Sites{
		mux: http.NewServeMux(),
		sites: map[string]site{
			"renren":   renren,
			"shop":     newShop(config),
			"articles": newArticles(config),
			"people":   newPeople(config),
			"spa":      newSPA(config),
			"delayed":  newDelayed(config),
			"course":   course,
			"logins":   logins,
		},
		pages: parsePages("index"),
		hits:  map[string]int{},
	}
	s.routes(router{s.mux, config.Latency})
	return s, nil
}

func (s *Sites) routes(r router) {
	r.assets()
	r.Handle("/forms/", forms.New())
	r.HandleFunc("GET /{$}", s.index)
	r.HandleFunc("GET /robots.txt", serveRobots)
	r.HandleFunc("GET /private/notes", s.forbidden)
	for name, site := range s.sites {
		site.routes(r)
		r.HandleFunc("GET /"+name+"/private/notes", s.forbidden)
		r.HandleFunc("GET /_truth/"+name+".json", func(w http.ResponseWriter, _ *http.Request) {
			writeJSON(w, site.truth())
		})
	}
}

// ServeHTTP answers a request to any of the sites.
func (s *Sites) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.hits[r.URL.RequestURI()]++
	s.mu.Unlock()
	s.mux.ServeHTTP(w, r)
}

// Hits returns how often each path with its query was asked for, by any method.
func (s *Sites) Hits() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.hits)
}

// Secrets returns the published accounts under the names that flow files use for
// them.
func (s *Sites) Secrets() map[string]string {
	return map[string]string{
		"RENREN_EMAIL":    practiceEmail,
		"RENREN_PASSWORD": practicePassword,
		"LOGIN_USER":      practiceEmail,
		"LOGIN_PASSWORD":  practicePassword,
		"LOGIN_SEED":      practiceSeed,
	}
}

func (s *Sites) index(w http.ResponseWriter, _ *http.Request) {
	s.pages.show(w, http.StatusOK, "index.html", map[string]string{
		"Email":    practiceEmail,
		"Password": practicePassword,
	})
}

// forbidden answers for the one page of each site that robots.txt forbids.
func (s *Sites) forbidden(w http.ResponseWriter, _ *http.Request) {
	s.pages.show(w, http.StatusOK, "private.html", nil)
}

func serveRobots(w http.ResponseWriter, r *http.Request) {
	http.ServeFileFS(w, r, files, "index/robots.txt")
}
