package torture

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// request is a request for a page that a program makes.
type request struct {
	*http.Request
	rest string // path below the route
	n    int    // requests for this path so far
}

// routes are the pages that programs make, by the first segment of their path.
var routes = map[string]func(s *Site, w http.ResponseWriter, r *request){
	"_truth":       truth,
	"answer":       answer,
	"auth-loop":    challenge(`Basic realm="loop"`),
	"auth-basic":   challenge(`Basic realm="torture"`),
	"auth-digest":  challenge(`Digest realm="torture", qop="auth", nonce="n", opaque="o"`),
	"auth-ntlm":    challenge("NTLM"),
	"bomb":         bomb,
	"bounce":       bounce,
	"captcha":      captchaLoop,
	"charset":      charset,
	"cookie":       cookies,
	"429":          tooMany,
	"door":         door,
	"dl":           download("report.bin"),
	"dl-huge":      endlessDownload,
	"dl-name":      download("../../evil.sh"),
	"drip":         drip,
	"dup":          dup,
	"endless":      endless,
	"flaky503":     flaky,
	"map":          siteMap,
	"picture-of":   captchaPicture,
	"slow":         slow,
	"soft404":      softMissing,
	"swift":        swift,
	"hang-headers": func(_ *Site, _ http.ResponseWriter, r *request) { <-r.Context().Done() },
	"redir-30":     redirects,
	"redir-cross":  redirectAway,
	"redir-loop": func(_ *Site, w http.ResponseWriter, r *request) {
		http.Redirect(w, r.Request, r.URL.Path, http.StatusFound)
	},
	"socket": socket,
	"status": status,
	"stream": stream,
	"strike": strike,
	"trap":   trap,
	"type":   mediaType,
}

// show answers with a page that has one item.
func show(w http.ResponseWriter, code int, name string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(code)
	fmt.Fprintf(w, "<!DOCTYPE html>\n<title>%[1]s</title>\n<b class=\"item\">%[1]s</b>\n", name)
}

func answer(_ *Site, w http.ResponseWriter, _ *request) {
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprint(w, `{"ok": true}`)
}

func challenge(scheme string) func(*Site, http.ResponseWriter, *request) {
	return func(_ *Site, w http.ResponseWriter, _ *request) {
		w.Header().Set("WWW-Authenticate", scheme)
		show(w, http.StatusUnauthorized, "refused")
	}
}

// cookies sets more cookies than the server takes back.
func cookies(_ *Site, w http.ResponseWriter, r *request) {
	if len(r.Header.Get("Cookie")) > 16<<10 {
		show(w, http.StatusRequestHeaderFieldsTooLarge, "too many cookies")
		return
	}
	for i := range 40 {
		http.SetCookie(w, &http.Cookie{Name: fmt.Sprint("c", i), Value: strings.Repeat("x", 4000), Path: "/cookie"})
	}
	http.Redirect(w, r.Request, "/cookie/next", http.StatusFound)
}

func tooMany(_ *Site, w http.ResponseWriter, r *request) {
	wait := "1"
	if r.rest == "huge" {
		wait = "1000000000"
	}
	if r.n > 1 {
		show(w, http.StatusOK, "in the end")
		return
	}
	w.Header().Set("Retry-After", wait)
	show(w, http.StatusTooManyRequests, "too many")
}

func download(name string) func(*Site, http.ResponseWriter, *request) {
	return func(_ *Site, w http.ResponseWriter, _ *request) {
		w.Header().Set("Content-Type", "application/octet-stream")
		w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", name))
		fmt.Fprint(w, "data")
	}
}

func endlessDownload(_ *Site, w http.ResponseWriter, r *request) {
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Disposition", `attachment; filename="huge.bin"`)
	pour(w, r, strings.Repeat("\x00", 64<<10))
}

// drip sends the beginning of a page and then a byte every 100 ms.
func drip(_ *Site, w http.ResponseWriter, r *request) {
	kind := r.URL.Query().Get("type")
	w.Header().Set("Content-Type", kind)
	if kind == "text/html" {
		fmt.Fprint(w, "<!DOCTYPE html><title>drip</title><b class=item>drip</b><p>")
	}
	for r.Context().Err() == nil {
		fmt.Fprint(w, " ")
		w.(http.Flusher).Flush()
		time.Sleep(100 * time.Millisecond)
	}
}

func endless(_ *Site, w http.ResponseWriter, r *request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(w, "<!DOCTYPE html><title>endless</title><b class=item>endless</b>")
	pour(w, r, "<!-- "+strings.Repeat("filler ", 8<<10)+"-->\n")
}

// pour writes the piece again and again until nobody reads any more.
func pour(w http.ResponseWriter, r *request, piece string) {
	for r.Context().Err() == nil {
		if _, err := w.Write([]byte(piece)); err != nil {
			return
		}
	}
}

func flaky(_ *Site, w http.ResponseWriter, r *request) {
	if r.n < 3 {
		show(w, http.StatusServiceUnavailable, "not yet")
		return
	}
	show(w, http.StatusOK, "flaky503")
}

// redirects counts up to 30.
func redirects(_ *Site, w http.ResponseWriter, r *request) {
	n, _ := strconv.Atoi(r.rest)
	if n == 30 {
		show(w, http.StatusOK, "redir-30")
		return
	}
	http.Redirect(w, r.Request, fmt.Sprintf("/redir-30/%d", n+1), http.StatusFound)
}

func redirectAway(s *Site, w http.ResponseWriter, r *request) {
	http.Redirect(w, r.Request, s.hosts.Replace("${twin}/wrong"), http.StatusFound)
}

// status answers with the status that the path names; some have no body.
func status(_ *Site, w http.ResponseWriter, r *request) {
	code, _ := strconv.Atoi(r.rest)
	if code == http.StatusNoContent || code == http.StatusResetContent || code == http.StatusNotModified {
		w.WriteHeader(code)
		return
	}
	show(w, code, "status-"+r.rest)
}

// stream is an event stream that says something every second.
func stream(_ *Site, w http.ResponseWriter, r *request) {
	w.Header().Set("Content-Type", "text/event-stream")
	for r.Context().Err() == nil {
		fmt.Fprint(w, "data: tick\n\n")
		w.(http.Flusher).Flush()
		time.Sleep(time.Second)
	}
}

// strike has what the query names killed, the first time.
func strike(s *Site, w http.ResponseWriter, r *request) {
	if s.hit("strike "+r.URL.RawQuery) == 1 && s.Strike != nil {
		s.Strike(r.URL.RawQuery)
	}
	answer(s, w, r)
}
