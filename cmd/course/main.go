// Command course crawls the obstacle course of the practice sites with dyncrawl
// and says which of its marks were found, without those that only stand in the
// text of scripts; how the graph of its store compares with the plan that the
// store is built from; whether anything was touched that must not be; and what
// it cost.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"dyncrawl/demo"
	"dyncrawl/store"
)

// errFailed ends a course that was not passed.
var errFailed = errors.New("the course was not passed")

func main() {
	program := flag.String("dyncrawl", "bin/dyncrawl", "`path` of the program")
	driver := flag.String("driver", "chromedp", "library that drives Chromium: `chromedp or rod`")
	flag.Parse()
	if err := run(context.Background(), *program, *driver); err != nil {
		fmt.Fprintln(os.Stderr, "course:", err)
		os.Exit(1)
	}
}

// run serves the course, crawls it and judges what was found.
func run(ctx context.Context, program, driver string) (err error) {
	sites, err := demo.New(demo.Config{})
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("serve the course: %w", err)
	}
	server := &http.Server{Handler: sites}
	go server.Serve(listener)
	defer server.Close()
	dir, err := os.MkdirTemp("", "dyncrawl-course-")
	if err != nil {
		return fmt.Errorf("make a folder for the store: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	base := "http://" + listener.Addr().String()
	path := filepath.Join(dir, "course.db")
	if err := crawl(ctx, program, driver, base, path); err != nil {
		return err
	}
	s, err := store.Open(ctx, store.Config{Path: path, ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	fmt.Printf("driver %s\n", driver)
	j := &judge{store: s, base: base, hits: sites.Hits, out: os.Stdout}
	return j.judge(ctx)
}

// otherSite returns the host of base by another name: to a browser it is another
// site, whose frames run in processes of their own.
func otherSite(base string) string {
	return strings.Replace(strings.TrimPrefix(base, "http://"), "127.0.0.1", "localhost", 1)
}

// crawl runs the program on the course.
func crawl(ctx context.Context, program, driver, base, path string) error {
	cmd := exec.CommandContext(ctx, program, "crawl", base+"/course/", "--explore", "--driver", driver,
		"--host", otherSite(base), "--include", "/course/**", "--exclude", "/course/mark/**", "--delay", "0s", "--tabs", "2", "--store", path)
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("crawl the course: %w", err)
	}
	return nil
}
