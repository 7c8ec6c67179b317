package demo

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// peopleTruth is what /_truth/people.json says.
type peopleTruth struct {
	Members []member
	Follows []followRelation
}

// memberBatch is an answer of the list API.
type memberBatch struct {
	Paging paging
	Data   []struct{ URLToken string }
}

// all follows a list of the API to its end.
func (v *visitor) all(path string) []string {
	v.t.Helper()
	var slugs []string
	for next := v.base + path + "?offset=0&limit=20"; next != ""; {
		var batch memberBatch
		v.json(strings.TrimPrefix(next, v.base), &batch)
		for _, m := range batch.Data {
			slugs = append(slugs, m.URLToken)
		}
		next = batch.Paging.Next
		if batch.Paging.IsEnd != (next == "") || (next == "" && batch.Paging.Totals != len(slugs)) {
			v.t.Errorf("%s: %d members, then %+v", path, len(slugs), batch.Paging)
		}
	}
	return slugs
}

func TestPeopleAreReachableAndListed(t *testing.T) {
	v := visit(t, Config{Users: 4})
	var truth peopleTruth
	v.json("/_truth/people.json", &truth)
	start := strings.TrimPrefix(element(t, v.get("/people/").body, "id", "start").attr("href"), "/people/")
	for list, relate := range map[string]func(owner, listed string) followRelation{
		"followers": func(owner, listed string) followRelation { return followRelation{listed, owner} },
		"following": func(owner, listed string) followRelation { return followRelation{owner, listed} },
	} {
		missing := map[followRelation]bool{}
		for _, f := range truth.Follows {
			missing[f] = true
		}
		seen, long := map[string]bool{start: true}, 0
		for queue := []string{start}; len(queue) > 0; queue = queue[1:] {
			slugs := v.all("/people/api/members/" + queue[0] + "/" + list)
			if len(slugs) > 20 {
				long++
			}
			for _, slug := range slugs {
				if relation := relate(queue[0], slug); !missing[relation] {
					t.Errorf("%s: not in the truth, or twice: %+v", list, relation)
				} else {
					delete(missing, relation)
				}
				if !seen[slug] {
					seen[slug] = true
					queue = append(queue, slug)
				}
			}
		}
		if len(seen) != 60 || len(truth.Members) != 60 || len(missing) > 0 || long < 2 {
			t.Errorf("%s: reached %d of %d members, %d relations not listed, %d lists of more than a page",
				list, len(seen), len(truth.Members), len(missing), long)
		}
	}
}

func TestProfilesHoldTheirMember(t *testing.T) {
	v := visit(t, Config{Users: 4})
	var truth peopleTruth
	v.json("/_truth/people.json", &truth)
	followers, following := map[string]int{}, map[string]int{}
	for _, f := range truth.Follows {
		followers[f.Followee]++
		following[f.Follower]++
	}
	for _, m := range truth.Members {
		page := v.get("/people/" + m.Slug).body
		var data struct {
			InitialState struct {
				Entities struct {
					Users map[string]struct {
						Name, Headline, Gender, Location           string
						AnswerCount, FollowerCount, FollowingCount int
					}
				}
			}
		}
		if err := json.Unmarshal([]byte(element(t, page, "id", "js-initialData").text()), &data); err != nil {
			t.Fatalf("%s: %v", m.Slug, err)
		}
		u := data.InitialState.Entities.Users[m.Slug]
		got := fmt.Sprint(u.Name, u.Headline, u.Gender, u.Location, u.AnswerCount, u.FollowerCount, u.FollowingCount)
		want := fmt.Sprint(m.Name, m.Headline, m.Gender, m.Location, m.Answers, followers[m.Slug], following[m.Slug])
		if got != want {
			t.Errorf("%s: page says %s, truth says %s", m.Slug, got, want)
		}
		if got := len(v.all("/people/api/members/" + m.Slug + "/following")); got != m.Following {
			t.Errorf("%s follows %d, truth says %d", m.Slug, got, m.Following)
		}
	}
}

func TestPeopleAPIRefusals(t *testing.T) {
	v := visit(t, Config{Users: 4})
	slug := strings.TrimPrefix(element(t, v.get("/people/").body, "id", "start").attr("href"), "/people/")
	for path, want := range map[string]int{
		"/people/nobody":           http.StatusNotFound,
		"/people/nobody/followers": http.StatusNotFound,
		"/people/api/members/nobody/followers?offset=0&limit=20":        http.StatusNotFound,
		"/people/api/members/" + slug + "/followers":                    http.StatusBadRequest,
		"/people/api/members/" + slug + "/followers?offset=-1&limit=20": http.StatusBadRequest,
		"/people/api/members/" + slug + "/followers?offset=0&limit=0":   http.StatusBadRequest,
	} {
		if got := v.get(path).StatusCode; got != want {
			t.Errorf("GET %s: status %d, want %d", path, got, want)
		}
	}
	var batch memberBatch
	v.json("/people/api/members/"+slug+"/followers?offset=0&limit=1000", &batch)
	if len(batch.Data) > 20 {
		t.Errorf("%d members in one answer", len(batch.Data))
	}
}
