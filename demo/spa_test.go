package demo

import (
	"fmt"
	"net/http"
	"testing"
)

func TestSPAServesOneShellAndTheItems(t *testing.T) {
	v := visit(t, Config{Users: 4})
	shell := v.get("/spa/").body
	var truth struct{ Items []spaItem }
	v.json("/_truth/spa.json", &truth)
	listed := map[string]int{}
	for _, section := range []string{"history", "hash"} {
		var list struct{ Items []spaEntry }
		v.json("/spa/api/items?section="+section, &list)
		for _, e := range list.Items {
			listed[fmt.Sprint(section, e.ID, e.Title)]++
		}
	}
	for _, item := range truth.Items {
		if v.get(item.Path).body != shell {
			t.Errorf("%s does not get the shell", item.Path)
		}
		var got spaItem
		v.json(fmt.Sprintf("/spa/api/items/%d", item.ID), &got)
		if got.Title != item.Title || got.Text != item.Text {
			t.Errorf("item %d: %+v, truth %+v", item.ID, got, item)
		}
		if listed[fmt.Sprint(item.Section, item.ID, item.Title)] != 1 {
			t.Errorf("item %d is not listed once in %s", item.ID, item.Section)
		}
	}
	if len(truth.Items) != 30 || len(listed) != 30 {
		t.Errorf("%d items, %d listed, want 30", len(truth.Items), len(listed))
	}
	for _, id := range []string{"0", "31", "x"} {
		if got := v.get("/spa/api/items/" + id).StatusCode; got != http.StatusNotFound {
			t.Errorf("item %s: status %d, want 404", id, got)
		}
	}
}

func TestDelayedNotesStandOutsideThePage(t *testing.T) {
	v := visit(t, Config{Users: 4})
	element(t, v.get("/delayed").body, "id", "waiting")
	var truth, notes struct{ Notes []note }
	v.json("/_truth/delayed.json", &truth)
	v.json("/delayed/notes.json", &notes)
	if len(truth.Notes) != 3 || fmt.Sprint(truth) != fmt.Sprint(notes) {
		t.Errorf("the script gets %v, truth %v", notes, truth)
	}
}
