package demo

import (
	"fmt"
	"net/http"
	"strconv"
)

const (
	shopBatch = 12 // products in one answer of the list API
	currency  = "CNY"
)

// category is a group of products with a list of its own.
type category struct {
	Slug  string
	Name  string
	Nouns string // what its products are called, between commas
	Size  int
}

// shopCategories are the shop's departments. Some sizes are multiples of a
// batch, one is smaller than a batch.
func shopCategories() []category {
	return []category{
		{"phones", "手机", "手机,折叠手机,长续航手机", 24},
		{"laptops", "笔记本", "轻薄笔记本,游戏笔记本,二合一笔记本", 19},
		{"headphones", "耳机", "头戴耳机,真无线耳机,运动耳机", 31},
		{"cameras", "相机", "微单相机,口袋相机", 12},
		{"keyboards", "键盘", "机械键盘,静音键盘", 17},
		{"lamps", "台灯", "护眼台灯,夹式台灯", 7},
	}
}

// product is one thing that the shop sells.
type product struct {
	SKU          string            `json:"sku"`
	Name         string            `json:"name"`
	Brand        string            `json:"brand"`
	Category     string            `json:"category"`
	Price        float64           `json:"price"`
	Currency     string            `json:"currency"`
	Availability string            `json:"availability"` // InStock or OutOfStock
	Rating       float64           `json:"rating"`       // 0 when nobody has rated it
	Ratings      int               `json:"rating_count"`
	Specs        map[string]string `json:"specs"`
}

// URL is the path of the product's page.
func (p product) URL() string { return "/shop/p/" + p.SKU }

// shop sells electronics.
type shop struct {
	categories []category
	products   []product
	pages      pages
}

func newShop(c Config) *shop {
	s := &shop{categories: shopCategories(), pages: parsePages("shop")}
	w := scribe{c.rand("shop")}
	for _, cat := range s.categories {
		for i := range cat.Size {
			s.products = append(s.products, newProduct(w, cat, i))
		}
	}
	return s
}

func newProduct(w scribe, cat category, i int) product {
	brand := w.pick("甲牌,乙牌,丙牌,丁牌,Brand North,Brand South")
	model := fmt.Sprintf("%s%d", w.pick("A,M,X,Pro ,Air "), 10+w.IntN(90))
	p := product{
		SKU:          fmt.Sprintf("%s-%d", cat.Slug, 1000+i*37+w.IntN(37)),
		Name:         fmt.Sprintf("%s %s %s", brand, model, w.pick(cat.Nouns)),
		Brand:        brand,
		Category:     cat.Slug,
		Price:        float64(4900+w.IntN(900000)) / 100,
		Currency:     currency,
		Availability: w.pick("InStock,InStock,InStock,OutOfStock"),
		Specs: map[string]string{
			"颜色": w.pick("黑色,白色,银色,墨绿色"),
			"重量": fmt.Sprintf("%d g", 40+w.IntN(1900)),
			"保修": w.pick("12 个月,24 个月,36 个月"),
		},
	}
	if w.IntN(8) > 0 {
		p.Rating = float64(30+w.IntN(21)) / 10
		p.Ratings = 1 + w.IntN(2000)
	}
	return p
}

func (s *shop) truth() any { return map[string]any{"products": s.products} }

func (s *shop) routes(r router) {
	r.HandleFunc("GET /shop/{$}", s.front)
	r.HandleFunc("GET /shop/c/{category}", s.list)
	r.HandleFunc("GET /shop/p/{sku}", s.product)
	r.ajax("GET /shop/api/products", s.batch)
	r.ajax("GET /shop/api/price", s.price)
}

func (s *shop) front(w http.ResponseWriter, _ *http.Request) {
	s.pages.show(w, http.StatusOK, "front.html", s.categories)
}

func (s *shop) list(w http.ResponseWriter, r *http.Request) {
	for _, cat := range s.categories {
		if cat.Slug == r.PathValue("category") {
			s.pages.show(w, http.StatusOK, "list.html", cat)
			return
		}
	}
	s.missing(w)
}

func (s *shop) missing(w http.ResponseWriter) {
	s.pages.show(w, http.StatusNotFound, "missing.html", nil)
}

// card is a product as the lists show it.
type card struct {
	SKU  string `json:"sku"`
	Name string `json:"name"`
	URL  string `json:"url"`
}

// batch answers with the next products of a category.
func (s *shop) batch(w http.ResponseWriter, r *http.Request) {
	offset, err := strconv.Atoi(r.FormValue("offset"))
	if err != nil || offset < 0 {
		http.Error(w, "offset is not a number", http.StatusBadRequest)
		return
	}
	cards, total := []card{}, 0
	for _, p := range s.products {
		if p.Category != r.FormValue("category") {
			continue
		}
		if total >= offset && total < offset+shopBatch {
			cards = append(cards, card{p.SKU, p.Name, p.URL()})
		}
		total++
	}
	writeJSON(w, map[string]any{"total": total, "products": cards})
}

// find returns the product with that number.
func (s *shop) find(sku string) (product, bool) {
	for _, p := range s.products {
		if p.SKU == sku {
			return p, true
		}
	}
	return product{}, false
}

func (s *shop) price(w http.ResponseWriter, r *http.Request) {
	p, ok := s.find(r.FormValue("sku"))
	if !ok {
		http.NotFound(w, r)
		return
	}
	writeJSON(w, map[string]any{"sku": p.SKU, "price": p.Price, "currency": p.Currency})
}

func (s *shop) product(w http.ResponseWriter, r *http.Request) {
	p, ok := s.find(r.PathValue("sku"))
	if !ok {
		s.missing(w)
		return
	}
	s.pages.show(w, http.StatusOK, "product.html", struct {
		product
		LD any
	}{p, p.linkedData()})
}

// linkedData describes the product in the words of schema.org.
func (p product) linkedData() any {
	ld := map[string]any{
		"@context": "https://schema.org",
		"@type":    "Product",
		"sku":      p.SKU,
		"name":     p.Name,
		"brand":    map[string]any{"@type": "Brand", "name": p.Brand},
		"offers": map[string]any{
			"@type":         "Offer",
			"price":         p.Price,
			"priceCurrency": p.Currency,
			"availability":  "https://schema.org/" + p.Availability,
		},
	}
	if p.Ratings > 0 {
		ld["aggregateRating"] = map[string]any{
			"@type": "AggregateRating", "ratingValue": p.Rating, "ratingCount": p.Ratings,
		}
	}
	return ld
}
