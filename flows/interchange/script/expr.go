package script

// expr reads an expression; what it cannot read is of the kind Other, and then it
// may have stopped anywhere.
func (p *parser) expr() *Expr {
	start := p.peek().start
	e := p.operand()
	for e.Kind != Other && p.accept("+") {
		right := p.operand()
		if e.Kind != String || right.Kind != String {
			e = &Expr{}
			break
		}
		e = &Expr{Kind: String, Text: e.Text + right.Text}
	}
	if p.accept("??") || p.accept("||") || p.lang == Python && p.accept("or") {
		p.operand() // what stands for a missing value
	}
	e.Source = p.src[start:max(p.tokens[max(p.at-1, 0)].end, start)]
	return e
}

// operand reads a value and what is asked of it.
func (p *parser) operand() *Expr {
	start := p.peek().start
	for p.accept("await") || p.accept("new") {
	}
	e := p.primary()
	for e.Kind != Other {
		inner := p.postfix(e)
		if inner == nil {
			break
		}
		inner.Source = p.src[start:p.tokens[p.at-1].end]
		e = inner
	}
	return e
}

// postfix reads a member, call or index of on; nil when none follows.
func (p *parser) postfix(on *Expr) *Expr {
	at := p.at
	for p.tokens[p.at].kind == newline || p.tokens[p.at].kind == comment {
		p.at++ // a chain may go on in the next line
	}
	if p.accept(".") || p.accept("?.") {
		if p.peek().kind == ident {
			return &Expr{Kind: Member, On: on, Text: p.next().text}
		}
		return &Expr{}
	}
	p.at = at
	switch {
	case p.accept("!"): // TypeScript: it is there
		return on
	case p.accept("("):
		call := &Expr{Kind: Call, On: on, Keys: map[string]*Expr{}}
		return p.within(")", call, func() { p.argument(call) })
	case p.accept("["):
		index := &Expr{Kind: Index, On: on}
		return p.within("]", index, func() { index.List = append(index.List, p.expr()) })
	}
	return nil
}

// within reads entries up to the closing bracket.
func (p *parser) within(closing string, e *Expr, entry func()) *Expr {
	p.inside++
	defer func() { p.inside-- }()
	for !p.is(closing) {
		before := p.at
		entry()
		if !p.accept(",") && !p.is(closing) || p.at == before {
			return &Expr{}
		}
	}
	p.at++
	return e
}

// argument reads one of a call, positional or by name.
func (p *parser) argument(call *Expr) {
	p.peek()
	if t, sign := p.tokens[p.at], p.tokens[min(p.at+1, len(p.tokens)-1)]; p.lang == Python && t.kind == ident && sign.kind == punct && sign.text == "=" {
		p.at += 2
		call.Keys[t.text] = p.expr()
		return
	}
	call.List = append(call.List, p.expr())
}

// primary reads a value that nothing is asked of yet.
func (p *parser) primary() *Expr {
	if f := p.function(); f != nil {
		return f
	}
	t := p.next()
	switch {
	case t.kind == str:
		text := t.text
		for p.lang == Python && p.peek().kind == str {
			text += p.next().text
		}
		return &Expr{Kind: String, Text: text}
	case t.kind == template:
		return &Expr{Kind: Template, List: p.pieces(t.text)}
	case t.kind == number:
		return &Expr{Kind: Number, Text: t.text}
	case t.kind == punct && t.text == "-" && p.peek().kind == number:
		return &Expr{Kind: Number, Text: "-" + p.next().text}
	case t.kind == regex:
		return &Expr{Kind: Regexp, Text: t.text, Flags: t.flags}
	case t.kind == ident:
		return &Expr{Kind: Name, Text: t.text}
	case t.kind != punct:
		return &Expr{}
	}
	switch t.text {
	case "[":
		list := &Expr{Kind: List}
		return p.within("]", list, func() { list.List = append(list.List, p.expr()) })
	case "{":
		object := &Expr{Kind: Object, Keys: map[string]*Expr{}}
		return p.within("}", object, func() { p.entry(object) })
	case "(":
		var inner *Expr
		if p.within(")", &Expr{Kind: List}, func() { inner = p.expr() }).Kind == Other || inner == nil {
			return &Expr{}
		}
		return inner
	}
	return &Expr{}
}

// entry reads "key: value" of an object, or the short form.
func (p *parser) entry(object *Expr) {
	key := p.next()
	if p.accept(":") {
		object.Keys[key.text] = p.expr()
		return
	}
	object.Keys[key.text] = &Expr{Kind: Name, Text: key.text}
}
