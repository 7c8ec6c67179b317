package net

import (
	"bytes"
	_ "embed"
)

// pretrained is the file that cmd/pretrain wrote, in half precision.
//
//go:embed pretrained.net
var pretrained []byte

// Pretrained returns the general model that comes with the program.
func Pretrained() (*Model, error) { return Load(bytes.NewReader(pretrained)) }
