package interchange

import (
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/url"
	"slices"
	"strings"

	"dyncrawl/flows"
)

// harFile is what is read of a HAR file, version 1.2.
type harFile struct {
	Log struct {
		Entries []json.RawMessage `json:"entries"`
	} `json:"log"`
}

type harEntry struct {
	Kind    string `json:"_resourceType"` // of Chromium: document, xhr, fetch, image, …; empty elsewhere
	Request struct {
		Method   string `json:"method"`
		URL      string `json:"url"`
		PostData *struct {
			MimeType string `json:"mimeType"`
			Text     string `json:"text"`
			Params   []struct {
				Name  string `json:"name"`
				Value string `json:"value"`
				File  string `json:"fileName"`
			} `json:"params"`
		} `json:"postData"`
		Headers []struct {
			Name string `json:"name"`
		} `json:"headers"`
	} `json:"request"`
	Response struct {
		Status  int `json:"status"`
		Content struct {
			MimeType string `json:"mimeType"`
		} `json:"content"`
	} `json:"response"`
	line int
}

// importHAR makes start entries of the requests for pages and data.
func importHAR(name string, src []byte) (*flows.Flow, []Note, error) {
	var file harFile
	if err := json.Unmarshal(src, &file); err != nil {
		return nil, nil, fmt.Errorf("read HAR: line %d: %w", errorLine(src, err), err)
	}
	f := &flows.Flow{Name: fileName(name), Scope: flows.Scope{Depth: new(int)}}
	var left notes
	at := pieceLocator{src: src}
	for _, text := range file.Log.Entries {
		e := harEntry{line: at.line(text)}
		if err := json.Unmarshal(text, &e); err != nil {
			return nil, nil, fmt.Errorf("read HAR: line %d: %w", e.line, err)
		}
		e.take(f, &left)
	}
	if len(f.Start) == 0 {
		return nil, left.sorted(), errors.New("read HAR: it has no request for a page or for data")
	}
	return f, left.sorted(), nil
}

// take adds the entry to the flow, or notes why not.
func (e *harEntry) take(f *flows.Flow, left *notes) {
	start, err := e.start()
	if err == nil {
		err = start.Validate()
	}
	switch {
	case err != nil:
		left.add(e.line, "left out: %v", err)
		return
	case slices.Contains(f.Start, start):
		left.add(e.line, "left out: the same request again")
		return
	}
	for _, h := range e.Request.Headers {
		switch name := strings.ToLower(h.Name); name {
		case "authorization", "cookie":
			left.add(e.line, "the header %s is left out: log in with session", name)
		}
	}
	f.Start = append(f.Start, start)
}

// start returns the entry as one of a flow. The error says why it is none.
func (e *harEntry) start() (flows.Start, error) {
	r := e.Request
	u, err := url.Parse(r.URL)
	switch {
	case err != nil:
		return flows.Start{}, fmt.Errorf("%q is not a URL", r.URL)
	case u.Scheme != "http" && u.Scheme != "https":
		return flows.Start{}, fmt.Errorf("%s is not fetched by HTTP", u.Scheme)
	case e.Response.Status == 0:
		return flows.Start{}, errors.New("it had no answer")
	case !slices.Contains([]string{"GET", "POST", "PUT", "PATCH", "DELETE"}, r.Method):
		return flows.Start{}, fmt.Errorf("the method is %s", r.Method)
	case !e.holdsData():
		return flows.Start{}, fmt.Errorf("it is what pages are made of (pictures, scripts, styles)")
	case isPassword(u.RawQuery):
		return flows.Start{}, errors.New("its URL has a password: log in with session")
	}
	u.User, u.Fragment = nil, ""
	s := flows.Start{URL: strings.NewReplacer("{", "%7B", "}", "%7D").Replace(u.String())}
	if r.Method != "GET" {
		s.Method = r.Method
	}
	err = e.body(&s)
	return s, err
}

// body adds what the request sent.
func (e *harEntry) body(s *flows.Start) error {
	sent := e.Request.PostData
	if sent == nil || s.Method == "" {
		return nil
	}
	s.Body = sent.Text
	if s.Body == "" {
		var form []string
		for _, p := range sent.Params {
			if p.File != "" {
				return fmt.Errorf("it sends the file %s", p.File)
			}
			form = append(form, url.QueryEscape(p.Name)+"="+url.QueryEscape(p.Value))
		}
		s.Body = strings.Join(form, "&")
	}
	media, _, err := mime.ParseMediaType(sent.MimeType)
	switch {
	case isPassword(s.Body):
		return errors.New("it sends a password: log in with session")
	case err == nil && media == "multipart/form-data":
		return errors.New("it sends a form with files")
	case sent.MimeType != "application/x-www-form-urlencoded" && s.Body != "":
		s.Type = sent.MimeType
	}
	return nil
}

// holdsData reports whether the answer is a page or data.
func (e *harEntry) holdsData() bool {
	if e.Kind != "" {
		return slices.Contains([]string{"document", "xhr", "fetch"}, e.Kind)
	}
	media, _, _ := strings.Cut(e.Response.Content.MimeType, ";")
	switch {
	case strings.HasPrefix(media, "image/"), strings.HasPrefix(media, "font/"), strings.HasPrefix(media, "video/"), strings.HasPrefix(media, "audio/"):
		return false
	case strings.Contains(media, "javascript"), strings.Contains(media, "ecmascript"), media == "text/css", strings.Contains(media, "wasm"), strings.Contains(media, "font"):
		return false
	}
	return true
}
