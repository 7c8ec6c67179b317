package main

import (
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dyncrawl/demo"
	"dyncrawl/flows"
)

// practice is a server of the practice sites; its zero value serves nothing.
type practice struct {
	server  *http.Server
	addr    string            // where it listens
	secrets map[string]string // of the practice account
}

// servePractice serves the practice sites when the flow starts there, unless
// somebody serves them already.
func servePractice(flow *flows.Flow) (*practice, error) {
	if !startsAtDemo(flow) {
		return &practice{}, nil
	}
	sites, err := demo.New(demo.Config{})
	if err != nil {
		return nil, err
	}
	p, err := listenPractice(demo.Addr, sites)
	if err != nil && isPractice(demo.Addr) {
		return &practice{secrets: sites.Secrets()}, nil
	}
	return p, err
}

// listenPractice serves sites at addr.
func listenPractice(addr string, sites *demo.Sites) (*practice, error) {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("serve the practice sites: %w", err)
	}
	p := &practice{
		server:  &http.Server{Handler: sites, ReadHeaderTimeout: 10 * time.Second},
		addr:    listener.Addr().String(),
		secrets: sites.Secrets(),
	}
	go p.server.Serve(listener)
	return p, nil
}

// startsAtDemo reports whether a start URL lies on the practice sites.
func startsAtDemo(flow *flows.Flow) bool {
	for _, s := range flow.Start {
		if strings.HasPrefix(s.URL, "http://"+demo.Addr+"/") {
			return true
		}
	}
	return false
}

// isPractice reports whether the practice sites answer at addr.
func isPractice(addr string) bool {
	client := http.Client{Timeout: 2 * time.Second}
	res, err := client.Get("http://" + addr + "/_truth/delayed.json")
	if err != nil {
		return false
	}
	res.Body.Close()
	return res.StatusCode == http.StatusOK
}

// Close stops serving.
func (p *practice) Close() error {
	if p.server == nil {
		return nil
	}
	return p.server.Close()
}

func newDemoCommand(stop <-chan struct{}) *cobra.Command {
	var addr string
	c := demo.Config{}
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Serve the practice sites",
		Long: `Serves the practice sites until Ctrl-C: a community behind a login with a
captcha, a shop with infinite scroll, articles in GBK and UTF-8, a question and
answer site with a JSON API, a one-page app and a page that takes ten seconds.
Each site tells the truth about itself at /_truth/SITE.json.`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			sites, err := demo.New(c)
			if err != nil {
				return err
			}
			return serve(stop, addr, sites, cmd.OutOrStdout())
		},
	}
	cmd.AddCommand(newCompareCommand())
	flags := cmd.Flags()
	flags.StringVar(&addr, "addr", demo.Addr, "`address` to listen on")
	flags.Int64Var(&c.Seed, "seed", 1, "seed of everything that is shown")
	flags.IntVar(&c.Users, "users", 200, "users of the community")
	flags.Float64Var(&c.Speed, "speed", 0, "seconds of the community's clock a second; 0 stops it")
	flags.IntVar(&c.Redesign, "redesign", 0, "change the pages of /articles after so many; 0: never")
	flags.DurationVar(&c.SessionLife, "session-life", 0, "idle time after which a login ends; default 30m")
	flags.DurationVar(&c.Latency, "latency", 0, "delay of every AJAX answer")
	return cmd
}

// serve serves the sites at addr until stop is closed.
func serve(stop <-chan struct{}, addr string, sites *demo.Sites, out io.Writer) error {
	p, err := listenPractice(addr, sites)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "practice sites at http://%s/ (Ctrl-C ends)\n", p.addr)
	for _, name := range slices.Sorted(maps.Keys(p.secrets)) {
		fmt.Fprintf(out, "  %s=%s\n", name, p.secrets[name])
	}
	<-stop
	return p.Close()
}

// cacheDir returns where answers to plain HTTP requests are kept.
func cacheDir(flow *flows.Flow) string { return filepath.Join(stateDir, "cache", flow.Name) }

// stateDir holds logins, kept answers and the pictures of failed steps, in the current folder.
const stateDir = ".dyncrawl"
