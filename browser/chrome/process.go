package chrome

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"dyncrawl"
)

// Config says how to start Chromium.
type Config struct {
	Path              string // program; empty means Find
	TempDir           string // where the profile is made; empty means the system's directory for temporary files
	TabMemory         int64  // bytes that the process of a page may use before it is ended; zero means 1 GiB
	InsecureNoSandbox bool   // run pages without the sandbox: a hole in the browser is then a hole in the machine
	UserAgent         string // appended to Chromium's own, for all tabs; cheaper than telling each of them
	Profile           string // folder of a profile or of user data whose login the browser begins with, in a copy; empty: none
	Save              string // folder of user data that gets the login when the browser has ended; empty: it is forgotten
	Lean              bool   // pages load no pictures and no fonts
	KeepFrames        bool   // the pages of a site share what Chromium keeps for a frame: a fifth less work a page
	Popups            bool   // windows that pages open do open; else they are only reported
	Window            bool   // a window on the display, for a person, instead of none; Path must not be a headless shell

	agent string // the whole user agent; empty: Chromium's own
}

// startTimeout bounds the start when the context has no deadline.
const startTimeout = 30 * time.Second

// Process is a running Chromium.
type Process struct {
	cmd      *exec.Cmd
	profile  *profile
	save     string   // see Config
	commands *os.File // we write, Chromium reads
	events   *os.File // Chromium writes, we read
	stderr   tail
	exited   chan struct{} // closed when the main process has been waited for

	mu      sync.Mutex
	starved []time.Time // when processes of pages were ended whose crash has not been told of

	close    sync.Once
	closeErr error
}

// Start starts Chromium and waits until it answers. Its errors have the class
// browser_missing, or crash_browser when somebody killed it meanwhile, and quote
// what Chromium said. When we are root Chromium runs
// as nobody, with the sandbox on.
func Start(ctx context.Context, cfg Config) (*Process, error) {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	if cfg.Path == "" {
		path, err := cfg.find()
		if err != nil {
			return nil, err
		}
		cfg.Path = path
	}
	id := cfg.identity()
	prof, err := newProfile(cfg.TempDir, id)
	if err != nil {
		return nil, missing(err, "give a directory for temporary files that is writable and has room")
	}
	p := &Process{profile: prof, save: cfg.Save, exited: make(chan struct{})}
	if cfg.Profile != "" {
		if err := prof.begin(cfg.Profile, id); err != nil {
			return nil, errors.Join(err, p.Close())
		}
	}
	if cfg.UserAgent != "" {
		cfg.agent = headlessAgent(ctx, cfg)
	}
	if err := p.launch(cfg, id); err != nil {
		return nil, errors.Join(missing(fmt.Errorf("start %s: %w", cfg.Path, err), installHint), p.Close())
	}
	if err := p.greet(ctx); err != nil {
		return nil, errors.Join(p.startError(cfg, err), p.Close())
	}
	go p.watch(cmp.Or(cfg.TabMemory, defaultTabMemory))
	return p, nil
}

// launch runs the program with its two pipes on descriptors 3 and 4.
func (p *Process) launch(cfg Config, id identity) error {
	theirCommands, commands, err := os.Pipe()
	if err != nil {
		return err
	}
	defer theirCommands.Close()
	p.commands = commands
	events, theirEvents, err := os.Pipe()
	if err != nil {
		return err
	}
	defer theirEvents.Close()
	p.events = events

	p.cmd = exec.Command(cfg.Path, cfg.args(p.profile.userData())...)
	p.cmd.Env = p.env()
	p.cmd.Dir = p.profile.home()
	p.cmd.Stderr = &p.stderr
	p.cmd.WaitDelay = time.Second
	p.cmd.ExtraFiles = []*os.File{theirCommands, theirEvents}
	p.cmd.SysProcAttr = &syscall.SysProcAttr{
		Setpgid:    true,
		Pdeathsig:  syscall.SIGKILL,
		Credential: id.credential,
	}
	adoptOrphans()
	started := make(chan error)
	go p.supervise(started)
	return <-started
}

// supervise starts the program and waits for it on one thread: the parent
// death signal comes when the thread that forked ends, not the process.
func (p *Process) supervise(started chan<- error) {
	runtime.LockOSThread() // never unlocked: the thread, and its umask, end with this goroutine
	defer close(p.exited)
	// Its files are for nobody else. Where unshare is forbidden the mode of the
	// profile directory alone must do.
	if err := syscall.Unshare(syscall.CLONE_FS); err == nil {
		syscall.Umask(0o077)
	}
	err := p.cmd.Start()
	started <- err
	if err == nil {
		_ = p.cmd.Wait() // how it ended is in cmd.ProcessState
	}
}

// env is all that Chromium learns of our environment.
func (p *Process) env() []string {
	env := []string{
		"HOME=" + p.profile.home(),
		"TMPDIR=" + p.profile.temp(),
		"XDG_RUNTIME_DIR=" + p.profile.temp(),
		"DBUS_SESSION_BUS_ADDRESS=disabled:",
		"PATH=/usr/local/bin:/usr/bin:/bin",
	}
	for _, name := range []string{"LANG", "LC_ALL", "TZ", "FONTCONFIG_FILE", "FONTCONFIG_PATH", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY"} {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	return env
}

// Pipe returns the two ends of the DevTools pipe: messages of the browser are
// read from r, commands written to w; a zero byte ends each message.
func (p *Process) Pipe() (r io.ReadCloser, w io.WriteCloser) { return p.events, p.commands }

// PID returns the id of the main process, which is that of its group.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Done is closed when the main process has ended.
func (p *Process) Done() <-chan struct{} { return p.exited }

// Stderr returns the end of what Chromium wrote to its standard error.
func (p *Process) Stderr() string { return p.stderr.String() }

// greet waits until the browser answers on its pipe.
func (p *Process) greet(ctx context.Context) error {
	if _, err := io.WriteString(p.commands, `{"id":1,"method":"Browser.getVersion"}`+"\x00"); err != nil {
		return fmt.Errorf("ask for its version: %w", err)
	}
	if deadline, ok := ctx.Deadline(); ok {
		if err := p.events.SetReadDeadline(deadline); err != nil {
			return err
		}
	}
	defer context.AfterFunc(ctx, func() { _ = p.events.SetReadDeadline(time.Now()) })()
	// Byte by byte: what follows the answer is for the driver.
	for b := []byte{1}; b[0] != 0; {
		if _, err := p.events.Read(b); err != nil {
			return fmt.Errorf("no answer: %w", err)
		}
	}
	return p.events.SetReadDeadline(time.Time{})
}

// startError quotes Chromium and says what to do.
func (p *Process) startError(cfg Config, err error) error {
	select {
	case <-p.exited:
		err = fmt.Errorf("%w (%s)", err, p.cmd.ProcessState)
	case <-time.After(time.Second): // an end of the pipe comes just before the end of the process
	}
	said := p.Stderr()
	err = fmt.Errorf("start %s: %w: %s", cfg.Path, err, said)
	if p.killed() {
		return &dyncrawl.Error{Class: dyncrawl.ClassCrashBrowser, Err: err}
	}
	if strings.Contains(strings.ToLower(said), "sandbox") {
		return missing(err, sandboxHint)
	}
	return missing(err, installHint)
}

// killed reports whether somebody else has ended the main process: no fault of
// its own does it with this signal.
func (p *Process) killed() bool {
	select {
	case <-p.exited:
		status, ok := p.cmd.ProcessState.Sys().(syscall.WaitStatus)
		return ok && status.Signal() == syscall.SIGKILL
	default:
		return false
	}
}

// sandboxHint says how to give Chromium what its sandbox needs.
const sandboxHint = "allow unprivileged user namespaces: in a container with docker run --security-opt seccomp=docker/seccomp.json, elsewhere with sysctl kernel.unprivileged_userns_clone=1; or accept the risk with --insecure-no-sandbox"

// Close ends the whole process group, waits for it, and removes the profile.
// More than one call does no harm.
func (p *Process) Close() error {
	p.close.Do(func() { p.closeErr = p.end() })
	return p.closeErr
}

func (p *Process) end() error {
	for _, f := range []*os.File{p.commands, p.events} {
		if f != nil {
			f.Close()
		}
	}
	if p.cmd != nil && p.cmd.Process != nil {
		if p.save != "" {
			p.quit()
		}
		killGroup(p.PID())
		<-p.exited
		reapGroup(p.PID())
	}
	var err error
	if p.save != "" {
		err = p.profile.save(p.save)
	}
	if gone := p.profile.remove(); gone != nil {
		err = errors.Join(err, fmt.Errorf("remove browser profile: %w", gone))
	}
	return err
}

// quitTimeout bounds how long a browser may write its profile.
const quitTimeout = 15 * time.Second

// quit waits for the browser to end by itself, which it does when its pipe is closed:
// it writes its profile then.
func (p *Process) quit() {
	select {
	case <-p.exited:
	case <-time.After(quitTimeout):
	}
}

// Probe starts Chromium and ends it again: nil means that it runs here, with
// its sandbox.
func Probe(ctx context.Context, cfg Config) error {
	p, err := Start(ctx, cfg)
	if err != nil {
		return err
	}
	return p.Close()
}
