package browser

import (
	"io/fs"
	"math"
	"path"
	"strconv"
	"strings"
	"time"
)

// gauge reads from the files of the kernel how short memory and processor time
// are, for our control groups (cgroups(7)) as well as for the machine. What
// cannot be read counts as ample.
type gauge struct {
	root fs.FS // of the file system

	waited float64 // seconds in which somebody waited for a core, at the last look
	looked time.Time
}

// memory returns the share in use of the memory that we may have: of the limit
// that is nearest, be it the machine's or that of a control group.
func (g *gauge) memory() float64 {
	values := g.table("proc/meminfo")
	share := 0.0
	if total := values["MemTotal:"]; total > 0 {
		share = 1 - values["MemAvailable:"]/total
	}
	for _, dir := range g.groups("", "sys/fs/cgroup") {
		share = max(share, g.used(dir, "memory.current", "memory.max", "inactive_file"))
	}
	for _, dir := range g.groups("memory", "sys/fs/cgroup/memory") {
		share = max(share, g.used(dir, "memory.usage_in_bytes", "memory.limit_in_bytes", "total_inactive_file"))
	}
	return share
}

// used returns the share of its limit that a control group uses, without the
// cached files that the kernel would drop first; 0 when it has no limit.
func (g *gauge) used(dir, usage, limit, cache string) float64 {
	most, ok := g.number(path.Join(dir, limit))
	if !ok || most <= 0 {
		return 0
	}
	bytes, _ := g.number(path.Join(dir, usage))
	return max(bytes-g.table(path.Join(dir, "memory.stat"))[cache], 0) / most
}

// cpu returns the share of the time since the last look in which somebody
// waited for a core: as the kernel measured it (pressure stall information) in
// our control group or the machine, else by how many processes want to run now.
func (g *gauge) cpu(cores int, now time.Time) float64 {
	for _, file := range g.pressureFiles() {
		waited, ok := g.pressure(file)
		if !ok {
			continue
		}
		share := (waited - g.waited) / now.Sub(g.looked).Seconds()
		g.waited, g.looked = waited, now
		return min(max(share, 0), 1)
	}
	if running := g.table("proc/stat")["procs_running"]; running > 0 {
		return max(1-float64(cores)/running, 0)
	}
	return 0
}

func (g *gauge) pressureFiles() (files []string) {
	for _, dir := range g.groups("", "sys/fs/cgroup") {
		files = append(files, path.Join(dir, "cpu.pressure"))
	}
	return append(files, "proc/pressure/cpu")
}

// pressure returns the seconds in which somebody waited, since the start of the
// machine.
func (g *gauge) pressure(file string) (seconds float64, ok bool) {
	text, err := fs.ReadFile(g.root, file)
	if err != nil {
		return 0, false
	}
	some, _, _ := strings.Cut(string(text), "\n") // some avg10=0.00 avg60=0.00 avg300=0.00 total=MICROSECONDS
	_, total, _ := strings.Cut(some, "total=")
	micros, err := strconv.ParseFloat(total, 64)
	return micros / 1e6, err == nil
}

// groups returns the folder below mount of our control group and those above
// it, the nearest first. An empty controller means version 2 of control groups.
func (g *gauge) groups(controller, mount string) []string {
	text, _ := fs.ReadFile(g.root, "proc/self/cgroup")
	for line := range strings.Lines(string(text)) {
		part := strings.SplitN(strings.TrimSpace(line), ":", 3) // number, controllers, path
		if len(part) < 3 || part[1] != controller {
			continue
		}
		var dirs []string
		for dir := path.Clean("/" + part[2]); dir != "/"; dir = path.Dir(dir) {
			dirs = append(dirs, path.Join(mount, dir))
		}
		return append(dirs, mount)
	}
	return nil
}

// number reads a file that holds one number. It is not ok for "max", which
// means no limit, and for numbers so large that they mean the same.
func (g *gauge) number(file string) (n float64, ok bool) {
	text, err := fs.ReadFile(g.root, file)
	if err != nil {
		return 0, false
	}
	n, err = strconv.ParseFloat(strings.TrimSpace(string(text)), 64)
	return n, err == nil && n < math.MaxInt64/2
}

// table reads a file whose lines are a name and a number.
func (g *gauge) table(file string) map[string]float64 {
	text, _ := fs.ReadFile(g.root, file)
	values := make(map[string]float64)
	for line := range strings.Lines(string(text)) {
		if fields := strings.Fields(line); len(fields) >= 2 {
			values[fields[0]], _ = strconv.ParseFloat(fields[1], 64)
		}
	}
	return values
}
