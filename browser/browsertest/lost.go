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

	"dyncrawl"
	"dyncrawl/browser/chrome"
)

// testLostBefore kills the process that was to show a document after the answer
// has come and before the document is there. No event tells of it.
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
	failed := make(chan error, 1)
	go func() { failed <- tab.Goto(t.Context(), strings.Replace(server.URL, "127.0.0.1", "localhost", 1)) }()
	<-asked
	others := renderers(t)[1:]
	for _, pid := range others {
		_ = syscall.Kill(pid, syscall.SIGSTOP)
	}
	close(answer)
	time.Sleep(time.Second)
	for _, pid := range others {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
	wantClass(t, <-failed, dyncrawl.ClassCrashRenderer)
}

var clientID = regexp.MustCompile(`--renderer-client-id=(\d+)`)

func renderers(t *testing.T) (pids []int) {
	all, err := chrome.Members()
	if err != nil {
		t.Fatal(err)
	}
	number := map[int]int{}
	for _, m := range all {
		if found := clientID.FindStringSubmatch(m.Command); found != nil {
			number[m.PID], _ = strconv.Atoi(found[1])
			pids = append(pids, m.PID)
		}
	}
	slices.SortFunc(pids, func(a, b int) int { return cmp.Compare(number[a], number[b]) })
	return pids
}
