package crawl_test

import "testing"

// patient is a page whose script asks a database of the browser many times before
// it shows what the page is about, and leaves no sign of it: no request, no timer,
// no change.
const patient = `<!DOCTYPE html><title>patient</title>
<p>This page has text enough not to look unfinished, and no word on it says that something is still to come: whoever
reads it now takes it for complete. It is not, because its script asks the database of the browser for one thing after
another, and only when it has them all it shows the heading that the rule asks for.</p>
<script>
const opening = indexedDB.open("things");
opening.onupgradeneeded = () => opening.result.createObjectStore("things");
opening.onsuccess = () => ask(30);
const ask = (left) => {
  const answer = opening.result.transaction("things").objectStore("things").get(left);
  answer.onsuccess = () => {
    if (left > 0) return ask(left - 1);
    const heading = document.createElement("h1");
    heading.textContent = "late";
    document.body.append(heading);
  };
};
</script>`

// TestSecondLook: a page that lacks what its rule asks for is looked at again.
func TestSecondLook(t *testing.T) {
	kept, _, err := crawlText(t, patient, `
name: test
vars: {base: ""}
start: ${base}/
extract:
  page: {fields: {heading: {select: h1, required: true}}}
`)
	if err != nil {
		t.Fatal(err)
	}
	if n := number(t, kept, `SELECT count(*) FROM item_page WHERE heading = 'late'`); n != 1 {
		t.Errorf("%d items", n)
	}
}
