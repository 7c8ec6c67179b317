module dyncrawl

go 1.26.0
