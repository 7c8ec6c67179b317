package browser

// Resize is resize, for tests.
func (p *Pool) Resize(tabs int) { p.resize(tabs) }
