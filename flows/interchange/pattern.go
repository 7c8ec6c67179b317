package interchange

import (
	"errors"
	"regexp"
	"strings"

	"dyncrawl"
)

// jsPattern writes a URL pattern as a JavaScript regular expression for the whole
// URL, in slashes.
func jsPattern(p dyncrawl.Pattern) (string, error) {
	text := p.String()
	if expr, ok := strings.CutPrefix(text, "re:"); ok {
		if strings.Contains(expr, "(?") && !strings.Contains(expr, "(?:") || strings.Contains(expr, `\z`) {
			return "", errors.New("JavaScript reads the expression otherwise")
		}
		return "/" + slashed(expr) + "/", nil
	}
	var b strings.Builder
	b.WriteString("^")
	if !strings.Contains(text, "://") {
		b.WriteString(anyHost)
	}
	for text != "" {
		switch {
		case strings.HasPrefix(text, "**"):
			b.WriteString(".*")
			text = text[2:]
		case text[0] == '*':
			b.WriteString("[^/]*")
			text = text[1:]
		default:
			b.WriteString(regexp.QuoteMeta(text[:1]))
			text = text[1:]
		}
	}
	if !strings.Contains(p.String(), "?") {
		b.WriteString(anyQuery)
	}
	if !strings.Contains(p.String(), "#") {
		b.WriteString(anyFragment)
	}
	return "/" + slashed(b.String()+"$") + "/", nil
}

// What a pattern leaves open.
const (
	anyHost     = `\w+://[^/]+`
	anyQuery    = `(?:\?[^#]*)?`
	anyFragment = `(?:#.*)?`
)

// slashed protects the slashes of an expression that are not protected yet.
func slashed(expr string) string {
	var b strings.Builder
	for i := 0; i < len(expr); i++ {
		switch {
		case expr[i] == '\\' && i+1 < len(expr):
			b.WriteString(expr[i : i+2])
			i++
		case expr[i] == '/':
			b.WriteString(`\/`)
		default:
			b.WriteByte(expr[i])
		}
	}
	return b.String()
}

// patternOfExpr returns the URL pattern that a JavaScript or Python expression
// stands for: the one that jsPattern wrote it for if it did.
func patternOfExpr(expr, flags string) (dyncrawl.Pattern, error) {
	expr = strings.ReplaceAll(expr, `\/`, "/")
	if glob, ok := globOf(expr); ok && flags == "" {
		return dyncrawl.ParsePattern(glob)
	}
	if strings.Contains(flags, "i") {
		expr = "(?i)" + expr
	}
	return dyncrawl.ParsePattern("re:" + expr)
}

// globOf undoes jsPattern; false when the expression is none of its.
func globOf(expr string) (string, bool) {
	whole := expr
	expr, ok1 := strings.CutPrefix(expr, "^")
	expr, ok2 := strings.CutSuffix(expr, "$")
	if !ok1 || !ok2 {
		return "", false
	}
	expr, _ = strings.CutPrefix(expr, anyHost)
	expr, _ = strings.CutSuffix(expr, anyFragment)
	expr, _ = strings.CutSuffix(expr, anyQuery)
	var b strings.Builder
	for expr != "" {
		switch {
		case strings.HasPrefix(expr, "[^/]*"):
			b.WriteString("*")
			expr = expr[len("[^/]*"):]
		case strings.HasPrefix(expr, ".*"):
			b.WriteString("**")
			expr = expr[2:]
		case expr[0] == '\\' && len(expr) > 1 && strings.ContainsRune(`\.+?()|[]{}^$`, rune(expr[1])):
			b.WriteByte(expr[1])
			expr = expr[2:]
		case strings.ContainsRune(`\.+*?()|[]{}^$`, rune(expr[0])):
			return "", false
		default:
			b.WriteByte(expr[0])
			expr = expr[1:]
		}
	}
	glob := b.String()
	p, err := dyncrawl.ParsePattern(glob)
	if err != nil {
		return "", false
	}
	again, err := jsPattern(p)
	return glob, err == nil && strings.ReplaceAll(again, `\/`, "/") == "/"+whole+"/" // it leaves open just as much
}
