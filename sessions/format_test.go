package sessions

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dyncrawl"
	"dyncrawl/browser"
)

// forms are logins as other programs write them, and what they mean.
var forms = map[string]struct {
	text string
	form Format
	want browser.State
}{
	"storage state": {`{"cookies": [{"name": "sid", "value": "v", "domain": ".example.org", "path": "/", "expires": 1900000000.5, "httpOnly": true, "secure": true, "sameSite": "None",
			"partitionKey": "https://top.example", "_crHasCrossSiteAncestor": true}],
		"origins": [{"origin": "https://example.org", "localStorage": [{"name": "k", "value": "1"}], "indexedDB": [{"name": "db", "version": 1, "stores": []}]}]}`,
		Playwright, browser.State{
			Cookies: []browser.Cookie{{Name: "sid", Value: "v", Domain: ".example.org", Path: "/", Expires: 1900000000.5, HTTPOnly: true, Secure: true, SameSite: "None", Partition: "https://top.example", CrossAncestor: true}},
			Origins: []browser.Origin{{Origin: "https://example.org", LocalStorage: []browser.Entry{{Name: "k", Value: "1"}}, IndexedDB: json.RawMessage(`[{"name": "db", "version": 1, "stores": []}]`)}},
		}},
	"cookies.txt": {"# Netscape HTTP Cookie File\n\n#HttpOnly_.example.org\tTRUE\t/app\tTRUE\t1900000000\tsid\tv=1\nexample.org\tFALSE\t/\tFALSE\t0\tempty\t\r\n",
		Netscape, browser.State{Cookies: []browser.Cookie{
			{Name: "sid", Value: "v=1", Domain: ".example.org", Path: "/app", Expires: 1900000000, HTTPOnly: true, Secure: true},
			{Name: "empty", Domain: "example.org", Path: "/", Expires: -1},
		}, Origins: []browser.Origin{}}},
	"extension": {`[{"domain": "example.org", "expirationDate": 1900000000.25, "hostOnly": true, "httpOnly": false, "name": "a", "path": "/", "sameSite": "no_restriction", "secure": true, "session": false, "storeId": "0", "value": "1", "id": 1},
		{"domain": "example.org", "hostOnly": false, "httpOnly": true, "name": "b", "path": "/", "sameSite": "unspecified", "secure": false, "session": true, "value": "2", "partitionKey": {"topLevelSite": "https://top.example"}}]`,
		DevTools, browser.State{Cookies: []browser.Cookie{
			{Name: "a", Value: "1", Domain: "example.org", Path: "/", Expires: 1900000000.25, Secure: true, SameSite: "None"},
			{Name: "b", Value: "2", Domain: ".example.org", Path: "/", Expires: -1, HTTPOnly: true, Partition: "https://top.example"},
		}, Origins: []browser.Origin{}}},
	"DevTools protocol": {`{"cookies": [{"name": "a", "value": "1", "domain": "example.org", "path": "/", "expires": -1, "size": 2, "httpOnly": false, "secure": false, "session": true, "sameSite": "Lax",
			"priority": "High", "sourceScheme": "NonSecure", "sourcePort": 80, "partitionKey": {"topLevelSite": "https://top.example", "hasCrossSiteAncestor": true}}]}`,
		Playwright, browser.State{Cookies: []browser.Cookie{
			{Name: "a", Value: "1", Domain: "example.org", Path: "/", Expires: -1, SameSite: "Lax", Priority: "High", SourceScheme: "NonSecure", SourcePort: 80, Partition: "https://top.example", CrossAncestor: true},
		}, Origins: []browser.Origin{}}},
}

// TestDecode: every form is told from the others and read, whatever its words.
func TestDecode(t *testing.T) {
	for name, c := range forms {
		t.Run(name, func(t *testing.T) {
			state, form, err := Decode([]byte("\ufeff" + c.text))
			if err != nil || form != c.form {
				t.Fatalf("form %q, %v", form, err)
			}
			if diff := cmp.Diff(&c.want, state); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestEncode: what is written is read again as it was, as far as the form has room.
func TestEncode(t *testing.T) {
	for name, form := range map[string]Format{"storage state": Playwright, "cookies.txt": Netscape, "extension": DevTools} {
		t.Run(name, func(t *testing.T) {
			want := forms[name].want
			text, err := Encode(&want, form)
			if err != nil {
				t.Fatal(err)
			}
			got, read, err := Decode(text)
			if err != nil || read != form {
				t.Fatalf("form %q, %v", read, err)
			}
			for i := range got.Origins {
				var compact, original any
				if json.Unmarshal(got.Origins[i].IndexedDB, &compact) != nil || json.Unmarshal(want.Origins[i].IndexedDB, &original) != nil || !cmp.Equal(compact, original) {
					t.Errorf("databases: %s", got.Origins[i].IndexedDB)
				}
				got.Origins[i].IndexedDB = want.Origins[i].IndexedDB
			}
			if diff := cmp.Diff(&want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestDecodeWrong: what is no login is an error with a hint, and shows no secret.
func TestDecodeWrong(t *testing.T) {
	for name, text := range map[string]string{
		"nothing":     "",
		"prose":       "CANARY is the password",
		"half":        `{"cookies": [{"name": "sid", "value": "CANARY`,
		"other":       `{"secret": "CANARY"}`,
		"type":        `[{"domain": "example.org", "name": "sid", "value": ["CANARY"]}]`,
		"no domain":   `[{"name": "sid", "value": "CANARY"}]`,
		"wrong field": "example.org\tFALSE\t/\tFALSE\tCANARY\tsid\tCANARY",
	} {
		t.Run(name, func(t *testing.T) {
			state, _, err := Decode([]byte(text))
			if err == nil || state != nil {
				t.Fatalf("read %+v", state)
			}
			if dyncrawl.HintOf(err) == "" || strings.Contains(err.Error(), "CANARY") {
				t.Errorf("%v, hint %q", err, dyncrawl.HintOf(err))
			}
		})
	}
}
