package browser

import (
	"context"
	"errors"
	"maps"
	"math"
	"testing"
	"testing/fstest"
	"time"
)

func TestResized(t *testing.T) {
	for name, c := range map[string]struct {
		tabs, want int
		strain
	}{
		"nobody waits":            {4, 4, strain{cores: 2, memory: .2, cpu: .1}},
		"room for one more":       {4, 5, strain{cores: 2, memory: .2, cpu: .1, waiting: 1}},
		"one more at a time":      {4, 5, strain{cores: 2, memory: .2, cpu: .1, waiting: 9}},
		"four for each core":      {8, 8, strain{cores: 2, memory: .2, cpu: .1, waiting: 9}},
		"cores are busy":          {4, 4, strain{cores: 2, memory: .2, cpu: .7, waiting: 9}},
		"cores are overloaded":    {6, 5, strain{cores: 2, memory: .2, cpu: .95, waiting: 9}},
		"others have the cores":   {4, 4, strain{cores: 2, memory: .2, cpu: .95, waiting: 9}},
		"memory is filling":       {4, 4, strain{cores: 2, memory: .8, cpu: .1, waiting: 9}},
		"memory is short":         {4, 3, strain{cores: 2, memory: .9, cpu: .1, waiting: 9}},
		"memory is all but gone":  {8, 4, strain{cores: 2, memory: .97, cpu: .1, waiting: 9}},
		"one is left":             {1, 1, strain{cores: 2, memory: .99, cpu: 1}},
		"fewer cores than before": {8, 4, strain{cores: 1, memory: .2, cpu: .1}},
	} {
		if got := resized(c.tabs, c.strain); got != c.want {
			t.Errorf("%s: %d tabs become %d, want %d", name, c.tabs, got, c.want)
		}
	}
}

// files makes a file system of names and contents.
func files(contents map[string]string) fstest.MapFS {
	all := fstest.MapFS{}
	for name, text := range contents {
		all[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return all
}

func TestMemoryShare(t *testing.T) {
	machine := map[string]string{"proc/meminfo": "MemTotal: 1000 kB\nMemFree: 1 kB\nMemAvailable: 700 kB\n"}
	for name, c := range map[string]struct {
		files map[string]string
		want  float64
	}{
		"the machine": {nil, .3},
		"a group of version 2, its cached files left out": {map[string]string{
			"proc/self/cgroup":               "0::/a/b\n",
			"sys/fs/cgroup/a/b/memory.max":   "max\n",
			"sys/fs/cgroup/a/memory.max":     "1000\n",
			"sys/fs/cgroup/a/memory.current": "900\n",
			"sys/fs/cgroup/a/memory.stat":    "anon 600\ninactive_file 300\n",
		}, .6},
		"a group of version 1, seen from inside": {map[string]string{
			"proc/self/cgroup":                           "9:cpu:/x\n4:memory:/outside\n0::/\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "1000\n",
			"sys/fs/cgroup/memory/memory.usage_in_bytes": "500\n",
		}, .5},
		"a limit that is none": {map[string]string{
			"proc/self/cgroup":                           "4:memory:/\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
			"sys/fs/cgroup/memory/memory.usage_in_bytes": "9000000000000000000\n",
		}, .3},
	} {
		all := maps.Clone(machine)
		maps.Copy(all, c.files)
		if got := (&gauge{root: files(all)}).memory(); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %.2f in use, want %.2f", name, got, c.want)
		}
	}
	if got := (&gauge{root: files(nil)}).memory(); got != 0 {
		t.Errorf("nothing can be read: %.2f in use", got)
	}
}

func TestProcessorPressure(t *testing.T) {
	pressure := func(total string) string {
		return "some avg10=0.00 avg60=0.00 avg300=0.00 total=" + total + "\nfull total=7\n"
	}
	all := files(map[string]string{
		"proc/self/cgroup":             "0::/a\n",
		"sys/fs/cgroup/a/cpu.pressure": pressure("5000000"),
		"proc/pressure/cpu":            pressure("1"),
	})
	g, now := &gauge{root: all}, time.Unix(1000, 0)
	g.cpu(2, now)
	all["sys/fs/cgroup/a/cpu.pressure"].Data = []byte(pressure("6500000"))
	if got := g.cpu(2, now.Add(2*time.Second)); math.Abs(got-.75) > 1e-9 {
		t.Errorf("1.5 of 2 s were waited: %.2f", got)
	}
	stat := &gauge{root: files(map[string]string{"proc/stat": "cpu 1 2 3\nprocs_running 8\n"})}
	if got := stat.cpu(2, now); got != .75 {
		t.Errorf("8 processes want 2 cores: %.2f", got)
	}
}

// TestSlots: who waits is served in order, also when the bound grows, and not
// before there is room when it has shrunk.
func TestSlots(t *testing.T) {
	s := slots{bound: 1}
	if err := s.take(t.Context()); err != nil {
		t.Fatal(err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.take(gone); !errors.Is(err, context.Canceled) {
		t.Errorf("took a second slot of one: %v", err)
	}
	got := make(chan error)
	go func() { got <- s.take(t.Context()) }()
	s.resize(2)
	if err := <-got; err != nil {
		t.Fatal(err)
	}
	s.resize(1)
	s.give()
	if err := s.take(gone); err == nil {
		t.Error("took a slot though as many are on loan as there may be")
	}
	s.give()
	if err := s.take(t.Context()); err != nil {
		t.Fatal(err)
	}
	if bound, taken, waiting := s.size(); bound != 1 || taken != 1 || waiting != 0 {
		t.Errorf("%d slots, %d taken, %d waited for", bound, taken, waiting)
	}
}
