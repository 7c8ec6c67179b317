package extract

import "dyncrawl"

// VisibleText returns the text that the page shows, the words of different
// elements parted by spaces.
func VisibleText(page *dyncrawl.Page) string { return visibleText(newReader(page).document().element) }
