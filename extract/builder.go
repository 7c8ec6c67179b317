package extract

import "encoding/json"

// builder makes values of the tokens that the JSON parser finds. It stops
// keeping them, but not reading, beneath maxNesting.
type builder struct {
	value   any // the finished document
	open    []container
	skipped int // open containers that are not kept
	tooDeep bool
}

// container is an object or array that has not ended yet.
type container struct {
	object *object // nil for an array
	list   []any
	next   string // of the object's next member
}

// put adds a finished value to the innermost container.
func (b *builder) put(value any) {
	if b.skipped > 0 {
		return
	}
	if len(b.open) == 0 {
		b.value = value
		return
	}
	in := &b.open[len(b.open)-1]
	if in.object != nil {
		in.object.SetValueForKey(in.next, value)
	} else {
		in.list = append(in.list, value)
	}
}

func (b *builder) start(c container) {
	if len(b.open) == maxNesting {
		b.skipped++
		b.tooDeep = true
		return
	}
	b.open = append(b.open, c)
}

func (b *builder) end() {
	if b.skipped > 0 {
		b.skipped--
		return
	}
	last := b.open[len(b.open)-1]
	b.open = b.open[:len(b.open)-1]
	if last.object != nil {
		b.put(last.object)
	} else {
		b.put(last.list)
	}
}

// The methods below are called by the parser, in the order of the document.

func (b *builder) Null()           { b.put(nil) }
func (b *builder) Bool(v bool)     { b.put(v) }
func (b *builder) Int(v int64)     { b.put(v) }
func (b *builder) Float(v float64) { b.put(v) }
func (b *builder) String(v string) { b.put(v) }
func (b *builder) Number(v string) { b.put(json.Number(v)) }
func (b *builder) ObjectStart()    { b.start(container{object: &object{values: map[string]any{}}}) }
func (b *builder) ObjectEnd()      { b.end() }
func (b *builder) ArrayStart()     { b.start(container{list: []any{}}) }
func (b *builder) ArrayEnd()       { b.end() }
func (b *builder) Key(name string) {
	if b.skipped == 0 {
		b.open[len(b.open)-1].next = name
	}
}
