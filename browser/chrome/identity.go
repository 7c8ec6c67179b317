package chrome

import (
	"os"
	"path/filepath"
	"syscall"
)

// nobody is the user and group that Chromium runs under when we are root:
// Chromium refuses its sandbox to root.
const nobody = 65534

// identity is the user that Chromium runs as.
type identity struct{ credential *syscall.Credential } // nil: our own user

func (c Config) identity() identity {
	if os.Geteuid() != 0 || c.InsecureNoSandbox {
		return identity{}
	}
	return identity{&syscall.Credential{Uid: nobody, Gid: nobody}}
}

// reaches reports whether the user may pass through dir and all folders above it.
func (i identity) reaches(dir string) bool {
	if i.credential == nil {
		return true
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return false
	}
	for {
		info, err := os.Stat(dir)
		if err != nil || info.Mode().Perm()&0o001 == 0 {
			return false
		}
		if dir == filepath.Dir(dir) {
			return true
		}
		dir = filepath.Dir(dir)
	}
}

// own gives path to the user.
func (i identity) own(path string) error {
	if i.credential == nil {
		return nil
	}
	return os.Chown(path, int(i.credential.Uid), int(i.credential.Gid))
}
