package chrome

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"dyncrawl"
)

// ofLogin are the files and folders of a Chromium profile that a login lies in.
var ofLogin = []string{"Cookies", "Cookies-journal", "Network", "Local Storage", "IndexedDB"}

// defaultProfile is the folder of the first profile in a folder of user data.
const defaultProfile = "Default"

// profileIn returns the profile that dir is or, as a folder of user data, holds. One
// that a browser is using is refused: its files may be halfway between two states.
func profileIn(dir string) (string, error) {
	for _, lock := range []string{filepath.Join(dir, "SingletonLock"), filepath.Join(filepath.Dir(dir), "SingletonLock")} {
		if _, err := os.Lstat(lock); err == nil {
			return "", &dyncrawl.Error{
				Err:  fmt.Errorf("a browser is using the profile in %s", dir),
				Hint: "end it first; when none is running, remove " + lock,
			}
		}
	}
	if inner := filepath.Join(dir, defaultProfile); isDir(inner) {
		dir = inner
	}
	if slices.ContainsFunc(ofLogin, func(name string) bool { return exists(filepath.Join(dir, name)) }) {
		return dir, nil
	}
	return "", &dyncrawl.Error{
		Err:  fmt.Errorf("%s is not the folder of a Chromium profile", dir),
		Hint: "chrome://version names it as Profile Path",
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// copyLogin copies what a login lies in from one profile to another.
func copyLogin(to, from string) error {
	if err := os.MkdirAll(to, 0o700); err != nil {
		return err
	}
	for _, name := range ofLogin {
		source, target := filepath.Join(from, name), filepath.Join(to, name)
		var err error
		if isDir(source) {
			err = os.CopyFS(target, os.DirFS(source))
		} else {
			err = copyFile(target, source)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func copyFile(to, from string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o600)
}

// begin fills the user data of a new profile of ours with the login of another.
func (p *profile) begin(with string, id identity) error {
	from, err := profileIn(with)
	if err != nil {
		return err
	}
	if err := copyLogin(filepath.Join(p.userData(), defaultProfile), from); err != nil {
		return fmt.Errorf("copy profile: %w", err)
	}
	return filepath.WalkDir(p.userData(), func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return id.own(path)
	})
}

// save copies the login of a browser that has ended to the first profile of a folder
// of user data.
func (p *profile) save(to string) error {
	if err := copyLogin(filepath.Join(to, defaultProfile), filepath.Join(p.userData(), defaultProfile)); err != nil {
		return fmt.Errorf("save profile: %w", err)
	}
	return nil
}

// storageKey is an origin as the files of local storage have it, indexedFolder one as
// the folder of its databases is named.
var (
	storageKey    = regexp.MustCompile(`https?://[A-Za-z0-9.\-]+(?::[0-9]+)?`)
	indexedFolder = regexp.MustCompile(`^(https?)_(.+)_([0-9]+)\.indexeddb\.`)
)

// Origins returns origins that the files of a profile name, some that store nothing
// among them; those whose names are compressed away are missing.
func Origins(dir string) ([]string, error) {
	dir, err := profileIn(dir)
	if err != nil {
		return nil, err
	}
	var found []string
	folders, _ := os.ReadDir(filepath.Join(dir, "IndexedDB"))
	for _, folder := range folders {
		if m := indexedFolder.FindStringSubmatch(folder.Name()); m != nil {
			found = append(found, strings.TrimSuffix(m[1]+"://"+m[2]+":"+m[3], ":0"))
		}
	}
	files, _ := filepath.Glob(filepath.Join(dir, "Local Storage", "leveldb", "*.l[do][bg]"))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("read profile: %w", err)
		}
		for _, origin := range storageKey.FindAll(text, -1) {
			found = append(found, string(origin))
		}
	}
	slices.Sort(found)
	return slices.Compact(found), nil
}
