package browser

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync/atomic"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"
)

// Config says how tabs behave.
type Config struct {
	UserAgent string // appended to Chromium's own, such as "dyncrawl/1.0 (+https://example.org/bot)"; empty: nothing is appended
	Lean      bool   // the browser was started as chrome.Config.Lean says; AllowResources has no effect
	Proxy     string // URL of what all requests go through, such as http://name:password@127.0.0.1:3128; empty: what the browser was started with
	BodyLimit int    // bytes kept of one answer in an Exchange; zero means 4 MiB
}

const defaultBodyLimit = 4 << 20

func (c Config) bodyLimit() int {
	if c.BodyLimit == 0 {
		return defaultBodyLimit
	}
	return c.BodyLimit
}

// Context is a set of cookies and storage of its own inside a browser. Its tabs
// share a login.
type Context struct {
	driver    Driver
	browser   Session
	id        cdp.BrowserContextID
	cfg       Config
	proxy     *url.URL    // nil: what the browser was started with
	touched   origins     // that its tabs have shown
	userAgent string      // that its tabs must be told; empty: the browser has it already
	silent    atomic.Bool // the browser did not answer when it was asked for its version
}

// NewContext makes an empty context. Downloads are denied in it.
func NewContext(ctx context.Context, d Driver, cfg Config) (*Context, error) {
	c := &Context{driver: d, browser: guarded(d.Browser()), cfg: cfg}
	if err := c.chooseProxy(); err != nil {
		return nil, fmt.Errorf("create browser context: %w", err)
	}
	res, err := cdp.Call(ctx, c.browser, target.CreateBrowserContext, c.incognito())
	if err != nil {
		return nil, fmt.Errorf("create browser context: %w", err)
	}
	c.id = res.BrowserContextID
	return c, c.furnish(ctx)
}

// ProfileContext returns the context of the browser's own profile. It ends with the
// browser; it is not to be closed.
func ProfileContext(ctx context.Context, d Driver, cfg Config) (*Context, error) {
	c := &Context{driver: d, browser: guarded(d.Browser()), cfg: cfg}
	return c, c.furnish(ctx)
}

// furnish denies downloads and finds out who the tabs are.
func (c *Context) furnish(ctx context.Context) error {
	deny := cdpbrowser.SetDownloadBehaviorParams{
		Behavior:         cdpbrowser.SetDownloadBehaviorBehaviorDeny,
		BrowserContextID: c.id,
	}
	if _, err := cdp.Call(ctx, c.browser, cdpbrowser.SetDownloadBehavior, deny); err != nil {
		return fmt.Errorf("deny downloads: %w", err)
	}
	version, err := cdp.Call(ctx, c.browser, cdpbrowser.GetVersion, cdp.Empty{})
	if err != nil {
		return fmt.Errorf("ask for user agent: %w", err)
	}
	if own := version.UserAgent; c.cfg.UserAgent != "" && !strings.HasSuffix(own, " "+c.cfg.UserAgent) {
		c.userAgent = own + " " + c.cfg.UserAgent
	}
	return nil
}

// incognito asks for a context with the proxy, which is spared no host. Who we are
// is told when the proxy asks: Chromium takes no password here.
func (c *Context) incognito() (p target.CreateBrowserContextParams) {
	if c.proxy != nil {
		p.ProxyServer, p.ProxyBypassList = c.proxy.Scheme+"://"+c.proxy.Host, "<-loopback>"
	}
	return p
}

// answers reports whether the browser still takes commands. One that once did not
// is silent for good.
func (c *Context) answers() bool {
	if c.silent.Load() {
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), resetTimeout)
	defer cancel()
	_, err := cdp.Call(ctx, c.browser, cdpbrowser.GetVersion, cdp.Empty{})
	if errors.Is(err, context.DeadlineExceeded) {
		c.silent.Store(true)
	}
	return !c.silent.Load()
}

// errSilent says that nothing can be asked of a browser any more.
var errSilent = errors.New("the browser does not answer")

// Close closes the context with all its tabs and forgets its cookies.
func (c *Context) Close(ctx context.Context) error {
	_, err := cdp.Call(ctx, c.browser, target.DisposeBrowserContext, target.DisposeBrowserContextParams{BrowserContextID: c.id})
	if err != nil {
		return fmt.Errorf("dispose of browser context: %w", err)
	}
	return nil
}
