package demo

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
)

func TestShopListsSumToTheTruth(t *testing.T) {
	v := visit(t, Config{Users: 4})
	var truth struct{ Products []product }
	v.json("/_truth/shop.json", &truth)
	if n := len(truth.Products); n < 100 || n > 120 {
		t.Errorf("%d products, want 100 to 120", n)
	}
	missing := map[string]string{}
	for _, p := range truth.Products {
		missing[p.SKU] = p.Category
	}
	for _, c := range elements(t, v.get("/shop/").body, "class", "category") {
		slug := element(t, v.get(c.attr("href")).body, "id", "products").attr("data-category")
		for offset, total := 0, 1; offset < total; {
			var batch struct {
				Total    int
				Products []card
			}
			v.json(fmt.Sprintf("/shop/api/products?category=%s&offset=%d", slug, offset), &batch)
			if n := len(batch.Products); n != min(12, batch.Total-offset) {
				t.Fatalf("%s at %d of %d: %d products", slug, offset, batch.Total, n)
			}
			for _, p := range batch.Products {
				if missing[p.SKU] != slug {
					t.Errorf("%s lists %s a second time, or wrongly", slug, p.SKU)
				}
				delete(missing, p.SKU)
			}
			offset, total = offset+len(batch.Products), batch.Total
		}
	}
	if len(missing) > 0 {
		t.Errorf("not in any list: %v", missing)
	}
}

// linkedProduct is the part of schema.org's Product that the shop uses.
type linkedProduct struct {
	Type   string `json:"@type"`
	SKU    string
	Name   string
	Brand  struct{ Name string }
	Offers struct {
		Price         float64
		PriceCurrency string
		Availability  string
	}
	AggregateRating struct {
		RatingValue float64
		RatingCount int
	}
}

func TestShopPagesTellTheTruth(t *testing.T) {
	v := visit(t, Config{Users: 4})
	var truth struct{ Products []product }
	v.json("/_truth/shop.json", &truth)
	for _, p := range truth.Products {
		page := v.get("/shop/p/" + p.SKU).body
		var ld linkedProduct
		if err := json.Unmarshal([]byte(element(t, page, "type", "application/ld+json").text()), &ld); err != nil {
			t.Fatalf("%s: %v", p.SKU, err)
		}
		want := fmt.Sprint("Product", p.SKU, p.Name, p.Brand, p.Price, "CNY", "https://schema.org/"+p.Availability, p.Rating, p.Ratings)
		got := fmt.Sprint(ld.Type, ld.SKU, ld.Name, ld.Brand.Name, ld.Offers.Price, ld.Offers.PriceCurrency,
			ld.Offers.Availability, ld.AggregateRating.RatingValue, ld.AggregateRating.RatingCount)
		if got != want {
			t.Errorf("%s: page says\n%s\ntruth says\n%s", p.SKU, got, want)
		}
		var answer struct{ Price float64 }
		v.json("/shop/api/price?sku="+p.SKU, &answer)
		if answer.Price != p.Price {
			t.Errorf("%s: price %v, truth %v", p.SKU, answer.Price, p.Price)
		}
	}
}

func TestShopWithoutSuchThing(t *testing.T) {
	v := visit(t, Config{Users: 4})
	for path, want := range map[string]int{
		"/shop/p/none":             http.StatusNotFound,
		"/shop/c/none":             http.StatusNotFound,
		"/shop/api/price?sku=none": http.StatusNotFound,
		"/shop/api/products?category=lamps&offset=-1": http.StatusBadRequest,
		"/shop/api/products?category=lamps&offset=x":  http.StatusBadRequest,
	} {
		if got := v.get(path).StatusCode; got != want {
			t.Errorf("GET %s: status %d, want %d", path, got, want)
		}
	}
}
