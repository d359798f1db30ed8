package pool

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/epibdd/epibdd/pool/server"
)

// lease is short, so that what a dead worker held is soon given to another one.
const lease = time.Second

// TestMain is a worker where the test has started it as one. It says on standard output what
// it begins and what it leaves. The word "hold" in a job waits for a line on standard input,
// "die" kills the worker, and all others are answered in capitals.
func TestMain(m *testing.M) {
	url := os.Getenv("POOL_TEST_WORKER")
	if url == "" {
		os.Exit(m.Run())
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	lines := make(chan bool)
	go func() {
		for in := bufio.NewScanner(os.Stdin); in.Scan(); {
			lines <- true
		}
	}()
	deaths, _ := strconv.Atoi(os.Getenv("POOL_TEST_DEATHS"))
	w := Worker{Lease: lease, Deaths: deaths, Answer: func(ctx context.Context, job []byte) ([]byte, error) {
		fmt.Println("begins", string(job[:min(len(job), 20)])) // nobody may read it
		switch word, _, _ := strings.Cut(string(job), " "); word {
		case "die":
			syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		case "hold":
			select {
			case <-lines:
			case <-ctx.Done():
				fmt.Println("leaves", string(job))
				return nil, ctx.Err()
			}
		case "refuse":
			return nil, errors.New("refused")
		}
		return []byte(strings.ToUpper(string(job))), nil
	}}
	if err := w.Work(ctx, url, "capitals"); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

// process is a worker in a process of its own.
type process struct {
	t    *testing.T
	cmd  *exec.Cmd
	in   io.Writer
	said *bufio.Scanner
}

func start(t *testing.T, url string, env ...string) *process {
	t.Helper()
	p := &process{t: t, cmd: exec.Command(os.Args[0])}
	p.cmd.Env = append(append(os.Environ(), "POOL_TEST_WORKER="+url), env...)
	p.cmd.Stderr = os.Stderr
	in, err := p.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.in, p.said = in, bufio.NewScanner(out)
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.cmd.Process.Kill(); p.cmd.Wait() })
	return p
}

// says waits for the next line.
func (p *process) says(want string) {
	p.t.Helper()
	if !p.said.Scan() || p.said.Text() != want {
		p.t.Fatalf("the worker says %q, want %q", p.said.Text(), want)
	}
}

// kill ends a worker at once, and stop tells it to end.
func (p *process) kill() { p.cmd.Process.Kill(); p.cmd.Wait() }

func (p *process) stop() {
	p.t.Helper()
	p.cmd.Process.Signal(syscall.SIGTERM)
	for p.said.Scan() { // to the end
	}
	if err := p.cmd.Wait(); err != nil {
		p.t.Errorf("a worker that was told to stop: %v", err)
	}
}

func (p *process) goOn() { fmt.Fprintln(p.in) }

func serve(t *testing.T) string {
	t.Helper()
	s, err := server.Start(-1, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Shutdown)
	return s.ClientURL()
}

func connect(t *testing.T, url string) *Client {
	t.Helper()
	c, err := Connect(context.Background(), url, "capitals")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// asked is a question on its way.
type asked struct {
	job    string
	answer []byte
	err    error
	done   chan struct{}
}

func ask(c *Client, job string) *asked {
	a := &asked{job: job, done: make(chan struct{})}
	go func() {
		defer close(a.done)
		a.answer, a.err = c.Ask(context.Background(), []byte(job))
	}()
	return a
}

// answered waits for the answer, which is the job in capitals.
func (a *asked) answered(t *testing.T) {
	t.Helper()
	if <-a.done; a.err != nil || string(a.answer) != strings.ToUpper(a.job) {
		t.Errorf("%s: %q, %v", a.job, a.answer, a.err)
	}
}

// nothingIsLeft looks whether all messages have been taken, and all objects removed, when these
// workers have ended.
func nothingIsLeft(t *testing.T, c *Client, workers ...*process) {
	t.Helper()
	for _, p := range workers {
		p.stop()
	}
	info, err := c.stream.Info(context.Background())
	if err != nil || info.State.Msgs != 0 {
		t.Errorf("%d messages are left, %v", info.State.Msgs, err)
	}
	if all, err := c.objects.List(context.Background()); !errors.Is(err, jetstream.ErrNoObjectsFound) {
		t.Errorf("%d objects are left, %v", len(all), err)
	}
}

// A hundred jobs and three workers: each job has its answer, errors are answers, and the same
// job may be asked twice.
func TestAnswers(t *testing.T) {
	t.Parallel()
	url := serve(t)
	c := connect(t, url)
	all := []*asked{ask(c, "twice"), ask(c, "twice"), ask(c, strings.Repeat("long ", 1<<19))}
	for i := range 100 {
		all = append(all, ask(c, fmt.Sprint("job ", i)))
	}
	workers := []*process{start(t, url), start(t, url), start(t, url)}
	for _, a := range all {
		a.answered(t)
	}
	if answer, err := c.Ask(context.Background(), []byte("refuse")); err == nil || err.Error() != "refused" {
		t.Errorf("%q, %v", answer, err)
	}
	ask(c, "twice").answered(t)
	nothingIsLeft(t, c, workers...)
}

// A worker is killed in the middle of a job: another one has it when the lease is over, and
// what is waiting besides is answered.
func TestKilledInTheMiddle(t *testing.T) {
	t.Parallel()
	url := serve(t)
	c := connect(t, url)
	first := start(t, url)
	held := ask(c, "hold this")
	first.says("begins hold this")
	others := []*asked{ask(c, "a"), ask(c, "b")}
	first.kill()
	second := start(t, url)
	second.goOn()
	for _, a := range append(others, held) {
		a.answered(t)
	}
	nothingIsLeft(t, c, second)
}

// Who holds a job for longer than a lease, and says so, keeps it.
func TestLongJobsAreKept(t *testing.T) {
	t.Parallel()
	url := serve(t)
	c := connect(t, url)
	first := start(t, url)
	held := ask(c, "hold long")
	first.says("begins hold long")
	second := start(t, url)
	// What a third worker held comes again after a lease. When it does, the lease of the
	// first one would be over as well.
	third := ask(c, "hold short")
	second.says("begins hold short")
	second.kill()
	fourth := start(t, url)
	fourth.says("begins hold short")
	fourth.goOn()
	third.answered(t)
	first.goOn()
	held.answered(t)
	ask(c, "next").answered(t) // whoever takes it has taken nothing in between
	nothingIsLeft(t, c, first, fourth)
}

// A job that kills who takes it costs three workers and no more, or as many as is said; all
// other jobs are answered.
func TestPoison(t *testing.T) {
	t.Parallel()
	for deaths, env := range map[int]string{Deaths: "POOL_TEST_DEATHS=", 5: "POOL_TEST_DEATHS=5"} {
		url := serve(t)
		c := connect(t, url)
		poisoned, other := ask(c, "die"), ask(c, "fine")
		for range deaths {
			p := start(t, url, env)
			begun := 0
			for p.said.Scan() {
				begun += strings.Count(p.said.Text(), "begins die")
			}
			if err := p.cmd.Wait(); err == nil || begun != 1 {
				t.Fatalf("a worker begins it %d times and ends: %v", begun, err)
			}
		}
		last := start(t, url, env)
		if <-poisoned.done; !errors.Is(poisoned.err, ErrPoison) || !strings.HasPrefix(fmt.Sprint(poisoned.err), strconv.Itoa(deaths)+" workers died") {
			t.Errorf("%q, %v", poisoned.answer, poisoned.err)
		}
		other.answered(t)
		ask(c, "alive").answered(t)
		nothingIsLeft(t, c, last)
	}
}

// Workers that are told to stop give back what they hold, at once, and however often: this is no
// poison.
func TestStoppedWorkersGiveBack(t *testing.T) {
	t.Parallel()
	url := serve(t)
	c := connect(t, url)
	held := ask(c, "hold this")
	for range Deaths + 2 {
		p := start(t, url)
		p.says("begins hold this")
		p.stop()
	}
	last := start(t, url)
	last.goOn()
	held.answered(t)
	nothingIsLeft(t, c, last)
}

// When a client closes, workers leave what they do for it, and what it has asked besides is gone.
func TestClosedClients(t *testing.T) {
	t.Parallel()
	url := serve(t)
	c, other := connect(t, url), connect(t, url)
	p := start(t, url)
	ask(c, "hold this")
	p.says("begins hold this")
	ctx, cancel := context.WithCancel(context.Background())
	waiting := make(chan error)
	go func() {
		_, err := c.Ask(ctx, []byte("hold that"))
		waiting <- err
	}()
	cancel()
	if err := <-waiting; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	c.Close()
	p.says("leaves hold this")
	ask(other, "next").answered(t)
	p.says("begins next")
}

// A worker that cannot be heard for longer than a lease loses its job to another one, and answers
// nevertheless when its connection is back: one answer counts. Then it goes on working.
func TestLostConnectionOfAWorker(t *testing.T) {
	t.Parallel()
	url := serve(t)
	c := connect(t, url)
	wire := newWire(t, url)
	far := start(t, wire.url())
	held := ask(c, "hold this")
	far.says("begins hold this")
	wire.cut()
	near := start(t, url)
	near.says("begins hold this")
	far.goOn() // its answer has no way
	near.goOn()
	held.answered(t)
	near.stop()
	wire.mend()
	ask(c, "next").answered(t)
	far.says("begins next")
	nothingIsLeft(t, c, far)
}

// A client whose connection is lost while an answer is written has it when it is back.
func TestLostConnectionOfAClient(t *testing.T) {
	t.Parallel()
	url := serve(t)
	wire := newWire(t, url)
	c, other := connect(t, wire.url()), connect(t, url)
	p := start(t, url)
	held := ask(c, "hold this")
	p.says("begins hold this")
	wire.cut()
	p.goOn()
	ask(other, "next").answered(t) // so the answer to the first is there
	wire.mend()
	held.answered(t)
}

// A server that is killed and started again goes on with what it has written down.
func TestServerStartedAgain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := server.Start(-1, dir)
	if err != nil {
		t.Fatal(err)
	}
	wire := newWire(t, s.ClientURL())
	c := connect(t, wire.url())
	first := start(t, wire.url())
	held := ask(c, "hold this")
	first.says("begins hold this")
	s.Shutdown()
	first.kill()
	if s, err = server.Start(-1, dir); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Shutdown)
	wire.to(s.ClientURL())
	start(t, wire.url()).goOn()
	held.answered(t)
	c.Close()
}

// A message that is there twice is answered once.
func TestDuplicate(t *testing.T) {
	t.Parallel()
	url := serve(t)
	c := connect(t, url)
	p := start(t, url)
	held := ask(c, "hold this")
	p.says("begins hold this")
	k := key{c.name, 1}
	for _, id := range []string{k.String(), "another"} { // the first is passed over by the server
		if err := c.publish(context.Background(), k, id); err != nil {
			t.Fatal(err)
		}
	}
	p.goOn()
	held.answered(t)
	ask(c, "next").answered(t)
	p.says("begins next")
	nothingIsLeft(t, c, p)
}

func TestNobodyThere(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url := "nats://" + listener.Addr().String()
	listener.Close()
	if _, err := Connect(context.Background(), url, "capitals"); err == nil || !strings.Contains(err.Error(), url) {
		t.Error(err)
	}
	if err := (&Worker{}).Work(context.Background(), url, "capitals"); err == nil || !strings.Contains(err.Error(), url) {
		t.Error(err)
	}
}

// wire is a connection that can be cut.
type wire struct {
	listener net.Listener
	mutex    sync.Mutex
	target   string // empty: cut
	open     map[net.Conn]bool
}

func newWire(t *testing.T, url string) *wire {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{listener: listener, open: map[net.Conn]bool{}}
	w.to(url)
	t.Cleanup(func() { listener.Close(); w.cut() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go w.join(conn)
		}
	}()
	return w
}

func (w *wire) url() string { return "nats://" + w.listener.Addr().String() }

// to leads new connections to a server.
func (w *wire) to(url string) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.target = strings.TrimPrefix(url, "nats://")
}

// cut ends all connections, and refuses new ones until mend.
func (w *wire) cut() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.target = "cut:" + strings.TrimPrefix(w.target, "cut:")
	for conn := range w.open {
		conn.Close()
	}
}

func (w *wire) mend() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.target = strings.TrimPrefix(w.target, "cut:")
}

func (w *wire) join(near net.Conn) {
	w.mutex.Lock()
	far, err := net.Dial("tcp", w.target)
	if err != nil {
		near.Close()
		w.mutex.Unlock()
		return
	}
	w.open[near], w.open[far] = true, true
	w.mutex.Unlock()
	go func() { io.Copy(near, far); near.Close() }()
	io.Copy(far, near)
	far.Close()
}
