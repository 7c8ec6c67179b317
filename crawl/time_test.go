package crawl_test

import (
	"strings"
	"testing"
)

// belated is a page whose second item comes after 20 s of its own time,
// and that looks finished all the while.
var belated = `<!DOCTYPE html><title>belated</title><p>` + strings.Repeat("There is much to read here. ", 20) + `</p>
<ul id="list"><li>1</li></ul><script>
const add = (n) => { list.insertAdjacentHTML("beforeend", "<li>" + n + "</li>"); };
setTimeout(add, 20000, 2);
</script>`

// TestTimeOfPages: virtual time brings what a page's timers bring much later,
// and nothing but virtual time does.
func TestTimeOfPages(t *testing.T) {
	for kind, want := range map[string]int{"auto": 1, "real": 1, "virtual": 2} {
		t.Run(kind, func(t *testing.T) {
			kept, _, err := crawlText(t, belated, `
name: test
vars: {base: ""}
start: ${base}/
browser: {time: `+kind+`}
extract:
  entry: {each: "#list li", key: [number], fields: {number: {type: int}}}
`)
			if err != nil {
				t.Fatal(err)
			}
			if n := number(t, kept, `SELECT count(*) FROM item_entry`); n != want {
				t.Errorf("%d items, want %d", n, want)
			}
		})
	}
}
