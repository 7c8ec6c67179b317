module dyncrawl

go 1.26.0

require (
	github.com/disintegration/imaging v1.6.2 // indirect
	github.com/otiai10/gosseract/v2 v2.4.1 // indirect
	golang.org/x/image v0.47.0 // indirect
)
