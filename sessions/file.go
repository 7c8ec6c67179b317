package sessions

import (
	"errors"
	"os"
	"path/filepath"
)

// ReplaceFile writes a file as a whole or not at all, whatever happens meanwhile.
func ReplaceFile(file string, text []byte, mode os.FileMode) error {
	temp, err := os.CreateTemp(filepath.Dir(file), ".new-*")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name()) // fails once the file has its name
	_, err = temp.Write(text)
	if err := errors.Join(err, temp.Chmod(mode), temp.Sync(), temp.Close()); err != nil {
		return err
	}
	if err := os.Rename(temp.Name(), file); err != nil {
		return err
	}
	dir, err := os.Open(filepath.Dir(file))
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close()) // its name, too, is on the disk then
}
