// Command epibdd-worker decides checks for 'epibdd check --nats URL', in a pool of workers that come, go
// and die. It is a program of its own since it has a NATS server in it, which epibdd is not to carry.
//
//	epibdd-worker pool --workers 4        a server and workers on this machine
//	epibdd-worker serve --store DIR       a server on this machine, for workers on it
//	epibdd-worker work --nats URL         a worker
//
// Package pool says what is written where, and what happens to whom.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd"
	"github.com/epibdd/epibdd/pool"
	"github.com/epibdd/epibdd/pool/server"
)

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200) // as in epibdd
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args, os.Stdout, os.Stderr); err != nil {
		fmt.Fprintf(os.Stderr, "epibdd-worker: %v\n", err)
		os.Exit(2)
	}
}

// run is the program as a function, which ends when ctx does.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	port := &cli.IntFlag{Name: "port", Value: 4222, Usage: "listen at `PORT` of 127.0.0.1; -1: any"}
	deaths := &cli.IntFlag{Name: "deaths", Value: pool.Deaths, Usage: "give checks up that have cost `N` workers"}
	app := &cli.App{
		Name:  "epibdd-worker",
		Usage: "decide checks for 'epibdd check --nats URL'",
		Description: `Workers come, go and die: what one leaves is taken by the next. What kills
three of them (--deaths) is reported as undecided. Workers and 'epibdd check' are of one
version, or do not meet. The server listens at this machine alone and asks
nobody who they are; on several machines let 'nats-server -js' run, with
accounts of its own.`,
		Version: epibdd.Version(), HideHelpCommand: true,
		Writer: stdout, ErrWriter: stderr, ExitErrHandler: func(*cli.Context, error) {},
		Action: func(c *cli.Context) error {
			if c.Args().Present() {
				return fmt.Errorf("unknown command %q: it is pool, serve or work", c.Args().First())
			}
			return cli.ShowAppHelp(c)
		},
		Commands: []*cli.Command{
			{
				Name: "pool", Usage: "run a server and workers on this machine, and new workers where some die",
				Flags: []cli.Flag{port, &cli.IntFlag{Name: "workers", Value: runtime.NumCPU(), Usage: "run `N` workers"}, deaths},
				Action: func(c *cli.Context) error {
					if c.Int("workers") < 1 || c.Int("deaths") < 1 {
						return errors.New("--workers and --deaths are numbers from 1")
					}
					return serve(c, "", func(url string) error {
						return supervise(c.Context, url, c.Int("workers"), c.Int("deaths"), stderr)
					})
				},
			},
			{
				Name: "serve", Usage: "run a server on this machine",
				Flags: []cli.Flag{port, &cli.StringFlag{Name: "store", Usage: "keep jobs in the folder `DIR`, for a server that is started again", TakesFile: true}},
				Action: func(c *cli.Context) error {
					return serve(c, c.String("store"), func(string) error { <-c.Context.Done(); return nil })
				},
			},
			{
				Name: "work", Usage: "decide what is asked, one model after the other, until it is told to stop",
				Flags: []cli.Flag{&cli.StringFlag{Name: "nats", Required: true, Usage: "ask the server at `URL` for work"}, deaths},
				Action: func(c *cli.Context) error {
					if c.Int("deaths") < 1 {
						return errors.New("--deaths is a number from 1")
					}
					w := pool.Worker{Answer: epibdd.Work, Deaths: c.Int("deaths")}
					return w.Work(c.Context, c.String("nats"), epibdd.Version())
				},
			},
		},
	}
	return app.RunContext(ctx, args)
}

// serve runs a server while something is done, and says where it is.
func serve(c *cli.Context, dir string, do func(url string) error) error {
	if c.Args().Present() {
		return fmt.Errorf("%s takes no arguments", c.Command.Name)
	}
	if dir == "" {
		var err error
		if dir, err = os.MkdirTemp("", "epibdd-pool-"); err != nil {
			return err
		}
		defer os.RemoveAll(dir)
	}
	s, err := server.Start(c.Int("port"), dir)
	if err != nil {
		return err
	}
	defer s.Shutdown()
	fmt.Fprintln(c.App.Writer, s.ClientURL())
	return do(s.ClientURL())
}

// rest is the pause before a worker takes the place of one that died: who cannot be started is
// not started a thousand times.
const rest = 100 * time.Millisecond

// supervise keeps n workers alive until ctx ends, each a process of its own.
func supervise(ctx context.Context, url string, n, deaths int, stderr io.Writer) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			for ctx.Err() == nil {
				worker := exec.CommandContext(ctx, self, "work", "--nats", url, "--deaths", strconv.Itoa(deaths))
				worker.Cancel = func() error { return worker.Process.Signal(syscall.SIGTERM) }
				worker.WaitDelay = 10 * time.Second
				worker.Stderr = stderr
				if err := worker.Run(); err != nil && ctx.Err() == nil {
					fmt.Fprintf(stderr, "epibdd-worker: worker %d: %v; another one takes its place\n", i+1, err)
					time.Sleep(rest)
				}
			}
		})
	}
	all.Wait()
	return nil
}
