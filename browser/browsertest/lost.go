package browsertest

import (
	"cmp"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/systeminfo"

	"dyncrawl"
	"dyncrawl/browser/chrome"
)

// testLostBefore kills the process that is to show a document after the answer has
// come and before the document is there. Chromium tells of it by no event of its own.
func testLostBefore(t *testing.T, s *suite) {
	s = &suite{open: s.open, site: s.site, driver: launch(t, s.open), clock: s.clock}
	tab, _ := s.visit(t, "/static.html")
	asked, answer := make(chan bool, 9), make(chan bool)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- true
		select {
		case <-answer:
		case <-r.Context().Done():
		}
		fmt.Fprint(w, "<title>never shown</title>")
	}))
	defer server.Close()
	defer server.CloseClientConnections()
	answered := make(chan bool, 9)
	defer tab.Session().Listen(func(ev any) {
		if _, ok := ev.(*network.EventResponseReceived); ok {
			answered <- true
		}
	})()
	failed := make(chan error, 1)
	go func() { failed <- tab.Goto(t.Context(), strings.Replace(server.URL, "127.0.0.1", "localhost", 1)) }()
	<-asked
	others := renderers(t, s)[1:] // the first one shows the page that is left
	strike(others, syscall.SIGSTOP)
	close(answer)
	<-answered
	time.Sleep(100 * time.Millisecond) // the process is told to show it
	strike(others, syscall.SIGKILL)
	wantClass(t, <-failed, dyncrawl.ClassCrashRenderer)
}

func strike(pids []int, signal syscall.Signal) {
	for _, pid := range pids {
		_ = syscall.Kill(pid, signal)
	}
}

var clientID = regexp.MustCompile(`--renderer-client-id=(\d+)`)

// renderers returns the processes of the suite's browser that show pages, the first
// that was started first.
func renderers(t *testing.T, s *suite) (pids []int) {
	t.Helper()
	info, err := cdp.Call(t.Context(), s.driver.Browser(), systeminfo.GetProcessInfo, cdp.Empty{})
	if err != nil {
		t.Fatal(err)
	}
	all, err := chrome.Members()
	if err != nil {
		t.Fatal(err)
	}
	number := map[int]int{}
	for _, m := range all {
		ours := slices.ContainsFunc(info.ProcessInfo, func(p *systeminfo.ProcessInfo) bool { return int(p.ID) == m.PID })
		if found := clientID.FindStringSubmatch(m.Command); found != nil && ours {
			number[m.PID], _ = strconv.Atoi(found[1])
			pids = append(pids, m.PID)
		}
	}
	slices.SortFunc(pids, func(a, b int) int { return cmp.Compare(number[a], number[b]) })
	return pids
}
