package fetch

import (
	"cmp"
	"container/list"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// CacheConfig says where answers are kept.
type CacheConfig struct {
	Dir      string           // folder of its own; made when absent, for its owner only
	MaxBytes int64            // of all files; zero means 512 MiB
	Now      func() time.Time // nil means time.Now

	Private func(answer string) bool // body, field or URL of an answer that must not be kept; nil: all may be
}

const defaultCacheBytes = 512 << 20

// Cache keeps answers on disk by the rules of RFC 9111 for a private cache. What
// was not used for the longest time goes first. It is safe for concurrent use,
// also by several processes; each bounds what it knows of.
type Cache struct {
	dir string
	max int64
	now func() time.Time

	private func(answer string) bool // nil: nothing is

	mu    sync.Mutex
	files map[string]*list.Element // of *cached, by path
	used  *list.List               // the one used last in front
	bytes int64
}

// cached is a file of the cache.
type cached struct {
	path string
	size int64
}

// OpenCache opens the cache in c.Dir. Files that a killed process left half
// written are removed.
func OpenCache(c CacheConfig) (*Cache, error) {
	cache := &Cache{dir: c.Dir, max: cmp.Or(c.MaxBytes, defaultCacheBytes), now: c.Now, private: c.Private, files: map[string]*list.Element{}, used: list.New()}
	if cache.now == nil {
		cache.now = time.Now
	}
	if err := os.MkdirAll(c.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("open HTTP cache: %w", err)
	}
	if err := cache.scan(); err != nil {
		return nil, fmt.Errorf("open HTTP cache: %w", err)
	}
	return cache, nil
}

// tempPrefix begins the names of files that are being written, tempAge is when
// nobody writes them any more.
const (
	tempPrefix = ".new-"
	tempAge    = time.Hour
)

// scan takes stock of the folder.
func (c *Cache) scan() error {
	type file struct {
		cached
		used time.Time
	}
	var found []file
	err := filepath.WalkDir(c.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case len(d.Name()) > len(tempPrefix) && d.Name()[:len(tempPrefix)] == tempPrefix:
			if time.Since(info.ModTime()) > tempAge {
				return os.Remove(path)
			}
			return nil
		}
		found = append(found, file{cached{path, info.Size()}, info.ModTime()})
		return nil
	})
	slices.SortFunc(found, func(a, b file) int { return a.used.Compare(b.used) })
	for _, f := range found {
		c.note(f.path, f.size)
	}
	return err
}

// note counts a file as used now, and removes others when there are too many
// bytes. The caller holds mu, or is the only one yet.
func (c *Cache) note(path string, size int64) {
	if known, ok := c.files[path]; ok {
		c.bytes += size - known.Value.(*cached).size
		known.Value.(*cached).size = size
		c.used.MoveToFront(known)
	} else {
		c.files[path] = c.used.PushFront(&cached{path, size})
		c.bytes += size
	}
	for c.bytes > c.max {
		c.drop(c.used.Back().Value.(*cached).path)
	}
}

// drop removes a file. The caller holds mu.
func (c *Cache) drop(path string) {
	if known, ok := c.files[path]; ok {
		c.bytes -= known.Value.(*cached).size
		c.used.Remove(known)
		delete(c.files, path)
	}
	_ = os.Remove(path) // it may be gone already
}

// folder returns where the answers for a URL are kept; no two partitions share one.
func (c *Cache) folder(partition, url string) string {
	key := hash(fmt.Sprintf("%q %s", partition, url))
	return filepath.Join(c.dir, key[:2], key)
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}

// find returns the latest answer that fits the request, nil when there is none.
func (c *Cache) find(partition string, req *http.Request) *entry {
	folder := c.folder(partition, keyURL(req))
	names, err := os.ReadDir(folder)
	if err != nil {
		return nil
	}
	var best *entry
	for _, name := range names {
		e := c.load(filepath.Join(folder, name.Name()))
		if e != nil && e.URL == keyURL(req) && e.answers(req.Header) && (best == nil || e.date().After(best.date())) {
			best = e
		}
	}
	return best
}

// load reads a file, and removes it when it cannot be read.
func (c *Cache) load(path string) *entry {
	file, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer file.Close()
	e, err := readEntry(file)
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil {
		if filepath.Base(path)[0] != '.' {
			c.drop(path)
		}
		return nil
	}
	if known, ok := c.files[path]; ok {
		c.used.MoveToFront(known)
		now := time.Now()
		_ = os.Chtimes(path, now, now) // the order of use outlives the process, as well as may be
	}
	return e
}

// keep writes an entry in place of the one for the same request.
func (c *Cache) keep(partition string, e *entry) error {
	if c.private != nil && e.any(c.private) {
		return errPrivate
	}
	folder := c.folder(partition, e.URL)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("keep answer: %w", err)
	}
	temp, err := os.CreateTemp(folder, tempPrefix+"*") // mode 0600
	if err != nil {
		return fmt.Errorf("keep answer: %w", err)
	}
	defer os.Remove(temp.Name()) // fails once the file has its name
	if err := errors.Join(e.write(temp), temp.Close()); err != nil {
		return fmt.Errorf("keep answer: %w", err)
	}
	info, err := os.Stat(temp.Name())
	if err != nil {
		return fmt.Errorf("keep answer: %w", err)
	}
	path := filepath.Join(folder, e.variant())
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := os.Rename(temp.Name(), path); err != nil {
		return fmt.Errorf("keep answer: %w", err)
	}
	c.note(path, info.Size())
	return nil
}

// forget removes all answers for a URL.
func (c *Cache) forget(partition, url string) {
	folder := c.folder(partition, url)
	names, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, name := range names {
		c.drop(filepath.Join(folder, name.Name()))
	}
	_ = os.Remove(folder) // fails when somebody writes there
}
