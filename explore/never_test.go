package explore

import (
	"strings"
	"testing"

	"dyncrawl"
	"dyncrawl/browser"
	"dyncrawl/extract"
)

func TestHarmful(t *testing.T) {
	for words, want := range map[string]bool{
		"Log out": true, "Remove person": true, "Deploy to production": true, "Odwołaj wizytę": true, "LOGOUT": true, "btn-delete | icon": true, "deleteAll()": true, "fa fa-trash": true, "Pay now": true,
		"Reset all settings": true, "सभी सेटिंग्स रीसेट करें": true, "恢复默认设置": true, "Reset filters": false, "Reset zoom": false,
		"Konto löschen": true, "Se désabonner": true, "Cerrar sesión": true, "Удалить навсегда": true, "注销账号": true, "立即支付": true,
		"ログアウトする": true, "계정 삭제": true, "حذف الحساب": true, "Đăng xuất": true, "unsubscribe-link": true, "print": true,
		"Poista": true, "🗑": true, "🗑️ | ✏️": true, "Odhlásit se": true, "Διαγραφή": true, "Изтрий": true, "پرداخت": true,
		"Show more": false, "Paypal is not one of its words": false, "Sendai": false, "blueprint": false, "Deleted scenes": false,
		"Details": false, "下一页": false, "もっと見る": false, "Weiter": false, "add to cart": false, "✏️": false, "★": false, "Menú del día": false, "🛒": false, "👁": false, "": false,
	} {
		if got := harmful(&browser.Control{Words: words}); got != want {
			t.Errorf("%q: %v", words, got)
		}
	}
	for href, want := range map[string]bool{"mailto:a@example.com": true, "TEL:1": true, "/mailto": false, "#": false, "javascript:go()": false} {
		if got := harmful(&browser.Control{Href: href}); got != want {
			t.Errorf("href %s: %v", href, got)
		}
	}
	if !harmful(&browser.Control{Label: "Report", Download: true}) {
		t.Error("a download is pressed")
	}
}

func TestHarmfulRequests(t *testing.T) {
	for _, c := range []struct {
		method, path, body string
		want               bool
	}{
		{"DELETE", "/api/notes/3", "", true},
		{"POST", "/api/notes/3/delete", "", true},
		{"POST", "/api/deleteNote", "", true},
		{"POST", "/users/7/send-message", "", true},
		{"POST", "/api/notes", "_method=delete&id=3", true},
		{"POST", "/api/notes", "id=3&action=remove", true},
		{"POST", "/wp-admin/admin-ajax.php?action=trash_post", "", true},
		{"POST", "/rpc", `{"method":"note.delete","params":[3]}`, true},
		{"POST", "/rpc", `[{"op":"read"},{"op":"delete"}]`, true},
		{"POST", "/graphql", `{"query":"mutation Gone($id: ID!) { deleteNote(id: $id) { id } }"}`, true},
		{"POST", "/graphql", `{"operationName":"DeleteNote","query":"mutation M { x }"}`, true},
		{"PUT", "/api/session/logout", "", true},
		{"", "/logout", "", true},
		{"", "/account/logout.php?x=1", "", true},
		{"", "/index.php?action=logout", "", true},

		{"", "/help/how-to-delete-a-note", "", false},
		{"", "/i18n/logout.json", "", false},
		{"", "/search?q=delete", "", false},
		{"POST", "/search", "q=delete", false},
		{"POST", "/api/notes", `{"text":"delete"}`, false},
		{"POST", "/graphql", `{"query":"query Deleted { notes(deleted: true) { id } }"}`, false},
		{"POST", "/graphql", `{"query":"mutation { addNote(text: \"delete\") { id } }"}`, false},
		{"POST", "/undeleted", "", false},
		{"PUT", "/api/notes/3", `{"done":true}`, true},
		{"PATCH", "/api/settings", "", true},
		{"POST", "/api/members/4/kick", "", true},
		{"POST", "/repo/mergeRequests/5/merge", "", true},
		{"POST", "/api/messages", `{"text":"x"}`, true},
		{"POST", "/api/orders/search", "", false},
		{"POST", "/api/items", `{"page":2}`, false},
		{"POST", "/getMessages", "", false},
	} {
		r := dyncrawl.Request{Method: c.method, URL: "https://a.example" + c.path, Body: []byte(c.body)}
		if got := harmfulRequest(r); got != c.want {
			t.Errorf("%s %s %s: %v", c.method, c.path, c.body, got)
		}
	}
}

func TestRequestsThatAsk(t *testing.T) {
	for _, c := range []struct {
		path, body string
		want       bool
	}{
		{"/notes/list", "", true},
		{"/search.php", "", true},
		{"/notes", "page=2", true},
		{"/notes", `{"filter":{"author":3}}`, true},
		{"/rpc", `{"method":"getNote","params":[3]}`, true},
		{"/graphql", `{"query":"{ note(id: 3) { text } }"}`, true},
		{"/graphql", `[{"query":"query A { a }"},{"query":"query B { b }"}]`, true},

		{"/notes/3/star", "", false},
		{"/feed/notes/3/star", "", false},
		{"/notes", `{"text":"page"}`, false},
		{"/rpc", `{"method":"star","params":[3]}`, false},
		{"/graphql", `{"query":"mutation { star(id: 3) { id } }","variables":{"page":1,"limit":2,"sort":"a","filter":"b"}}`, false},
		{"/graphql", `[{"query":"query A { a }"},{"query":"mutation { star(id: 3) { id } }"}]`, false},
	} {
		r := dyncrawl.Request{Method: "POST", URL: "https://a.example" + c.path, Body: []byte(c.body)}
		for range 20 { // values come in any order
			if got := onlyAsks(r); got != c.want {
				t.Fatalf("%s %s: %v", c.path, c.body, got)
			}
		}
	}
}

func TestHarmfulLinks(t *testing.T) {
	for text, want := range map[string]bool{"Delete": true, " 删除 ": true, "Unsubscribe.": true, "Done for today (log out)": true, "Feierabend, abmelden": true, "How to delete a file": false, "Send": true, "": false, "News": false} {
		if got := Harmful(dyncrawl.Link{URL: "https://a.example/x", Source: "a[href]", Text: text}); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	if !Harmful(dyncrawl.Link{URL: "https://a.example/bye", Source: extract.Guess + "script", Text: "Log out"}) {
		t.Error("a guess that says that it logs out is followed")
	}
	if !Harmful(dyncrawl.Link{URL: "https://a.example/api/delete", Source: extract.Guess + "script"}) {
		t.Error("a guess that deletes is followed")
	}
}

// TestHarmlessNames: what has a word in its name that means harm elsewhere is pressed.
func TestHarmlessNames(t *testing.T) {
	for label, want := range map[string]bool{
		"Payment methods": false, "Print view": false, "Go to trash": false, "お支払い回数": false, "Print": true, "Empty trash": true, "paymentMethods": false, "Delivery & payment options": false, "Shipping and payment": false, "Share price": false, "Market share by region": false,
		"Zahlung & Versand": false, "Versand und Zahlung": false, "Moyens de paiement": false, "Paiement sécurisé": false, "Оплата и доставка": false, "ДОСТАВКА И ОПЛАТА": false,
		"支付方式": false, "付款說明": false, "技术分享": false, "分享内容": true, "分享会": false, "お支払い方法": false, "결제 수단": false, "결제수단": false,
		"Remove payment method": true, "Pay rates": true, "Stop recurring payments": true, "Pay with this payment method": true, "Payment": true, "Confirm payment": true, "Share this": true, "Zahlung": true, "Jetzt bezahlen": true,
		"Оплата": true, "Оплатить доставку": true, "Procéder au paiement": true, "立即支付": true, "支付": true, "分享": true, "支払う": true, "결제하기": true, "결제": true,
	} {
		if got := harmful(&browser.Control{Label: label, Words: label}); got != want {
			t.Errorf("%s: %v", label, got)
		}
	}
}

// TestEntriesStayHarmful: what is harmless in a phrase leaves every entry of never.txt what it is.
func TestEntriesStayHarmful(t *testing.T) {
	d := dangers()
	for phrase := range d.spaced {
		if strings.Contains(phrase, " ") && !d.in(phrase) {
			t.Errorf("%q is taken for a name", phrase)
		}
	}
	for _, list := range d.joined {
		for _, phrase := range list {
			if !d.in(phrase) {
				t.Errorf("%q is taken for a name", phrase)
			}
		}
	}
}

// TestQuestions: what a reader wants to know is pressed, what the page asks is not.
func TestQuestions(t *testing.T) {
	for label, want := range map[string]bool{
		"How do I delete my account?": false, "Can I cancel my order?": false, "¿Cómo elimino mi cuenta?": false, "Wie lösche ich mein Konto?": false,
		"Comment supprimer mon compte ?": false, "Как удалить аккаунт?": false, "如何删除账号？": false, "계정을 어떻게 삭제하나요?": false, "मैं खाता कैसे हटाऊँ?": false,
		"Delete my account?": true, "Do you want to delete it?": true, "Are you sure you want to log out?": true, "Konto wirklich löschen?": true,
		"Czy na pewno usunąć konto?": true, "هل تريد حذف الحساب؟": true, "האם למחוק?": true, "要删除吗？": true, "How to delete my account": true,
	} {
		if got := harmful(&browser.Control{Label: label, Words: label}); got != want {
			t.Errorf("%s: %v", label, got)
		}
	}
	if !harmful(&browser.Control{Label: "Why not now?", Words: "Why not now? | btn-delete-account"}) {
		t.Error("a name that says more is passed over")
	}
}
