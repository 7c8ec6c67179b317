package demo

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// tokens returns the script variables of a profile page.
func (v *visitor) tokens(id int) pageTokens {
	v.t.Helper()
	page := v.get(fmt.Sprintf("/renren/profile?id=%d", id)).body
	match := regexp.MustCompile(`var XN = (\{.*\});`).FindStringSubmatch(page)
	if match == nil {
		v.t.Fatalf("no tokens in\n%s", page)
	}
	var tokens pageTokens
	if err := json.Unmarshal([]byte(match[1]), &tokens); err != nil {
		v.t.Fatal(err)
	}
	return tokens
}

func (p pageTokens) query(page int) string {
	return url.Values{
		"id": {strconv.Itoa(p.Owner)}, "__view": {"async-html"}, "curpage": {strconv.Itoa(page)},
		"requestToken": {p.RequestToken}, "_rtk": {p.RTK},
	}.Encode()
}

// crawl collects a member's statuses and comments as its page's script would.
func (v *visitor) crawl(id int) (statuses, comments []string) {
	v.t.Helper()
	tokens := v.tokens(id)
	for page, more := 0, true; more; page++ {
		body := v.get("/renren/status?" + tokens.query(page)).body
		more = element(v.t, body, "class", "status-page").attr("data-more") == "true"
		times, texts := elements(v.t, body, "datetime", ""), elements(v.t, body, "class", "text")
		buttons := elements(v.t, body, "class", "show-comments")
		for i, s := range elements(v.t, body, "class", "status") {
			count := buttons[i].attr("data-count")
			statuses = append(statuses, strings.Join([]string{s.attr("data-id"), texts[i].text(), times[i].attr("datetime"), count}, "|"))
			if count != "0" {
				comments = append(comments, v.commentsOf(tokens, s.attr("data-id"))...)
			}
		}
	}
	return statuses, comments
}

func (v *visitor) commentsOf(tokens pageTokens, status string) []string {
	v.t.Helper()
	r := v.post("/renren/feedcommentretrieve.do", url.Values{
		"doingId": {status}, "owner": {strconv.Itoa(tokens.Owner)},
		"requestToken": {tokens.RequestToken}, "_rtk": {tokens.RTK},
	})
	var answer struct{ Comments []commentEntry }
	if err := json.Unmarshal([]byte(r.body), &answer); err != nil {
		v.t.Fatalf("comments of %s: status %d: %v", status, r.StatusCode, err)
	}
	var list []string
	for _, c := range answer.Comments {
		list = append(list, fmt.Sprint(c.ID, c.Author, c.Name, c.Text, c.Time))
	}
	return list
}

func TestCommunityCrawlFindsTheTruth(t *testing.T) {
	const users = 60
	v := visit(t, Config{Users: users})
	v.logIn()
	var truth communityTruth
	v.json("/_truth/renren.json", &truth)

	var wantStatuses, wantComments, statuses, comments []string
	for _, s := range truth.Statuses {
		wantStatuses = append(wantStatuses, fmt.Sprintf("%d|%s|%s|%d", s.ID, s.Text, s.Time.Format(time.RFC3339), s.CommentCount))
	}
	for _, c := range truth.Comments {
		wantComments = append(wantComments, fmt.Sprint(c.ID, c.Author, c.AuthorName, c.Text, c.Time))
	}
	start, err := strconv.Atoi(v.myID())
	if err != nil {
		t.Fatal(err)
	}
	queue, seen, friendships := []int{start}, map[int]bool{start: true}, []friendship{}
	for len(queue) > 0 {
		id := queue[0]
		queue = queue[1:]
		s, c := v.crawl(id)
		statuses, comments = append(statuses, s...), append(comments, c...)
		var answer struct{ Friends []friendEntry }
		v.json(fmt.Sprintf("/renren/friends.json?id=%d", id), &answer)
		for _, f := range answer.Friends {
			friendships = append(friendships, friendship{id, f.UID})
			if !seen[f.UID] {
				seen[f.UID] = true
				queue = append(queue, f.UID)
			}
		}
	}
	compare := func(what string, got, want []string) {
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) || len(slices.Compact(slices.Clone(got))) != len(got) {
			t.Errorf("%s: found %d, truth has %d", what, len(got), len(want))
		}
	}
	compare("statuses", statuses, wantStatuses)
	compare("comments", comments, wantComments)
	if len(seen) != users || len(truth.Users) != users {
		t.Errorf("users: reached %d, truth has %d, want %d", len(seen), len(truth.Users), users)
	}
	order := func(a, b friendship) int { return (a.User-b.User)<<24 + a.Friend - b.Friend }
	slices.SortFunc(friendships, order)
	slices.SortFunc(truth.Friends, order)
	if !slices.Equal(friendships, truth.Friends) {
		t.Errorf("friends: found %d, truth has %d", len(friendships), len(truth.Friends))
	}
}

func TestCommunityShape(t *testing.T) {
	var truth communityTruth
	visit(t, Config{}).json("/_truth/renren.json", &truth)
	perUser, friends, commented := map[int]int{}, map[int]int{}, 0
	for _, s := range truth.Statuses {
		perUser[s.User]++
		if s.CommentCount > 0 {
			commented++
		}
	}
	for _, f := range truth.Friends {
		friends[f.User]++
	}
	few, full := 0, 0
	for _, u := range truth.Users {
		if perUser[u.ID] < 20 {
			few++
		}
		if perUser[u.ID] == 180 {
			full++
		}
		if friends[u.ID] < 3 || friends[u.ID] > 15 {
			t.Errorf("user %d has %d friends", u.ID, friends[u.ID])
		}
	}
	for what, part := range map[string]struct{ got, low, high int }{
		"statuses":                       {len(truth.Statuses), 3500, 4500},
		"statuses with comments, %":      {100 * commented / len(truth.Statuses), 20, 30},
		"users with less than a page":    {few, 120, 180},
		"users with all pages full":      {full, 2, 10},
		"comments per commented, tenths": {10 * len(truth.Comments) / commented, 20, 30},
	} {
		if part.got < part.low || part.got > part.high {
			t.Errorf("%s: %d, want %d to %d", what, part.got, part.low, part.high)
		}
	}
}

func TestSmallCommunitiesAreConnected(t *testing.T) {
	for users := 2; users < 40; users++ {
		com := newCommunity(Config{Users: users, Seed: int64(users)}.withDefaults())
		seen := map[*user]bool{com.users[0]: true}
		for queue := com.users[:1]; len(queue) > 0; queue = queue[1:] {
			for _, f := range queue[0].friends {
				if !seen[f] {
					seen[f] = true
					queue = append(queue, f)
				}
			}
		}
		if len(seen) != users {
			t.Errorf("%d users: %d reached", users, len(seen))
		}
	}
}

func TestTokensAreNeeded(t *testing.T) {
	v := visit(t, Config{Users: 4})
	v.logIn()
	owner := v.renren().community.users[0].ID
	good := v.tokens(owner)
	for name, bad := range map[string]pageTokens{
		"no tokens":      {Owner: owner},
		"wrong token":    {owner, "forged", good.RTK},
		"wrong rtk":      {owner, good.RequestToken, "forged"},
		"tokens swapped": {owner, good.RTK, good.RequestToken},
	} {
		if r := v.get("/renren/status?" + bad.query(0)); r.StatusCode != http.StatusForbidden {
			t.Errorf("%s: statuses: status %d, want 403", name, r.StatusCode)
		}
		form := url.Values{"doingId": {"1"}, "owner": {"1"}, "requestToken": {bad.RequestToken}, "_rtk": {bad.RTK}}
		if r := v.post("/renren/feedcommentretrieve.do", form); r.StatusCode != http.StatusForbidden {
			t.Errorf("%s: comments: status %d, want 403", name, r.StatusCode)
		}
	}
}

func TestProfilesAreEmptyWithoutScripts(t *testing.T) {
	v := visit(t, Config{Users: 4})
	v.logIn()
	me := v.renren().community.users[0]
	page := v.get(fmt.Sprintf("/renren/profile?id=%d", me.friends[0].ID)).body
	if strings.Contains(page, me.friends[0].Name) || len(elements(t, page, "class", "friend")) > 0 {
		t.Errorf("the page shows what its script should:\n%s", page)
	}
	script := v.get("/renren/profile.js").body
	if strings.Contains(script, "profile?id") {
		t.Error("the script holds the address of profiles")
	}
}

func TestClockSpeed(t *testing.T) {
	real := newHandClock()
	v := visit(t, Config{Speed: 3600, Clock: real.now})
	var before, after communityTruth
	v.json("/_truth/renren.json", &before)
	real.t = real.t.Add(24 * time.Second) // a virtual day
	v.json("/_truth/renren.json", &after)

	opened := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	fresh := 0
	for _, s := range after.Statuses {
		if s.Time.After(opened) {
			fresh++
		}
		if s.Time.After(opened.Add(24 * time.Hour)) {
			t.Errorf("status %d comes from the future: %v", s.ID, s.Time)
		}
	}
	for _, s := range before.Statuses {
		if s.Time.After(opened) {
			t.Errorf("status %d comes from the future: %v", s.ID, s.Time)
		}
	}
	if fresh < 20 || fresh > 120 { // about 4,000 in 90 days
		t.Errorf("%d statuses in a day", fresh)
	}
	late := visit(t, Config{Speed: 3600, Clock: real.now})
	real.t = real.t.Add(24 * time.Second)
	var direct communityTruth
	late.json("/_truth/renren.json", &direct)
	if !slices.Equal(idsOf(direct.Statuses), idsOf(after.Statuses)) {
		t.Error("what is posted depends on when it was looked at")
	}
}

func idsOf(list []status) []int {
	var ids []int
	for _, s := range list {
		ids = append(ids, s.ID)
	}
	return ids
}
