package main

import (
	"errors"
	"flag"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"dyncrawl/demo"
)

// TestMain builds the program and puts it in front of the path: the scripts run
// what users run.
func TestMain(m *testing.M) {
	os.Exit(runWithProgram(m))
}

// atOnce is how many tests run side by side unless -parallel says otherwise: they
// wait more than they compute.
const atOnce = "4"

func runWithProgram(m *testing.M) int {
	dir, err := os.MkdirTemp("", "dyncrawl-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	build := exec.Command("go", "build", "-buildvcs=false", "-o", filepath.Join(dir, "dyncrawl"), ".")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "build dyncrawl:", err)
		return 1
	}
	os.Setenv("XDG_CONFIG_HOME", filepath.Join(dir, "config")) // the key of kept logins is made there
	os.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	flag.Set("test.parallel", atOnce)
	return m.Run()
}

// TestScripts runs testdata/scripts: each is a page of the manual that is
// carried out. The command "sites [users]" serves the practice sites and puts
// their URL into $SITES and the practice account into the environment.
func TestScripts(t *testing.T) {
	flows, err := filepath.Abs("../../flows")
	if err != nil {
		t.Fatal(err)
	}
	pictures, err := filepath.Abs("../../captcha/testdata")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "../../testdata/scripts",
		RequireExplicitExec: true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"sites": serveSites,
			"code":  expectCode,
		},
		Setup: func(env *testscript.Env) error {
			env.Setenv("FLOWS", flows)
			env.Setenv("XDG_CONFIG_HOME", filepath.Join(env.WorkDir, "config"))
			env.Setenv("PICTURES", pictures)
			return nil
		},
	})
}

// serveSites serves the practice sites until the script ends.
func serveSites(ts *testscript.TestScript, _ bool, args []string) {
	users := 10
	if len(args) == 1 {
		n, err := strconv.Atoi(args[0])
		ts.Check(err)
		users = n
	}
	sites, err := demo.New(demo.Config{Users: users})
	ts.Check(err)
	server := httptest.NewServer(sites)
	ts.Defer(server.Close)
	ts.Setenv("SITES", server.URL)
	for name, value := range sites.Secrets() {
		ts.Setenv(name, value)
	}
}

// expectCode runs "code N command args…" and checks the exit code.
func expectCode(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}
