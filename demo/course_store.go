package demo

import "fmt"

// storeView is one state of the one-page store of the course.
type storeView struct {
	Name  string     `json:"name"`
	Text  string     `json:"text"`
	Doors []storeWay `json:"doors"` // its buttons
}

// storeWay is a button that leads to another view.
type storeWay struct {
	Label string `json:"label"`
	To    string `json:"to"`
}

var (
	storeShelves = []string{"Lamps", "Chairs", "Tables", "Clocks"}
	storeWords   = []string{"Amber", "Birch", "Coral", "Denim", "Ebony", "Frost", "Ginger"}
)

// newStore returns the 40 views of the store, the first view first: shelves with
// seven products each, help and offers.
func newStore() []storeView {
	home := storeView{Name: "Home", Text: "Welcome to the store of the course."}
	var rest []storeView
	back := func(to string) storeWay { return storeWay{"Back to " + to, to} }
	branch := func(name string, leaves []string) {
		home.Doors = append(home.Doors, storeWay{name, name})
		view := storeView{Name: name, Text: "This is the shelf of " + name + "."}
		for _, leaf := range leaves {
			view.Doors = append(view.Doors, storeWay{leaf, leaf})
			rest = append(rest, storeView{Name: leaf, Text: "All about " + leaf + ", which lies on " + name + ".", Doors: []storeWay{back(name)}})
		}
		view.Doors = append(view.Doors, back("Home"))
		rest = append(rest, view)
	}
	for _, shelf := range storeShelves {
		var products []string
		for _, word := range storeWords {
			products = append(products, fmt.Sprintf("%s %s", word, shelf))
		}
		branch(shelf, products)
	}
	branch("Help", []string{"Delivery", "Returns", "Imprint"})
	branch("Offers", []string{"Spring offer", "Autumn offer"})
	return append([]storeView{home}, rest...)
}
