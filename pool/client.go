package pool

import (
	"context"
	"encoding/json"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"
)

// Client asks for answers. It may be used by several goroutines.
type Client struct {
	*queue
	name    string
	asked   atomic.Int64
	end     context.CancelFunc
	reading sync.WaitGroup

	mutex   sync.Mutex
	rewatch context.CancelFunc
	waiting map[string]chan struct{} // by the name of the answer: told that there may be news
}

// Connect returns a client of the server at this address, as in nats://127.0.0.1:4222. Only
// workers answer it that call what is asked by the same name.
func Connect(ctx context.Context, url, what string) (*Client, error) {
	c := &Client{name: nuid.Next(), rewatch: func() {}, waiting: map[string]chan struct{}{}}
	q, err := open(ctx, url, what, nats.ReconnectHandler(func(*nats.Conn) { c.reconnected() }))
	if err != nil {
		return nil, err
	}
	c.queue = q
	ctx, c.end = context.WithCancel(context.Background())
	c.reading.Go(func() { c.watch(ctx) })
	return c, nil
}

// watch tells who waits for an answer that it is there. What happened before is not seen, nor
// what does while the connection is lost: then all are told, and look.
func (c *Client) watch(ctx context.Context) {
	for ctx.Err() == nil {
		watching, stop := context.WithCancel(ctx)
		c.mutex.Lock()
		c.rewatch = stop
		c.mutex.Unlock()
		watcher, err := c.objects.Watch(watching, jetstream.UpdatesOnly())
		if err != nil {
			stop()
			pause(ctx, err)
			continue
		}
		c.tellAll()
		for info := range watcher.Updates() {
			if info != nil && !info.Deleted {
				c.tell(info.Name)
			}
		}
		stop()
	}
}

// reconnected lets watch begin anew: the server may have forgotten what it was to tell.
func (c *Client) reconnected() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.rewatch()
}

// Close says that nobody waits any more: workers stop what they do for this client. Where that
// cannot be said they find out in the end.
func (c *Client) Close() {
	if c.conn.IsConnected() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		c.stream.Purge(ctx, jetstream.WithPurgeSubject(c.queue.name+".job."+c.name+".>"))
		c.conn.Publish(c.left(c.name), nil)
		c.conn.FlushWithContext(ctx)
	}
	c.end()
	c.reading.Wait()
	c.conn.Close()
}

// patience is how long the server may take to answer.
const patience = 10 * time.Second

// Ask returns the answer to a job. While the server is away it waits; when ctx ends it returns
// its error.
func (c *Client) Ask(ctx context.Context, job []byte) ([]byte, error) {
	k := key{c.name, c.asked.Add(1)}
	news := make(chan struct{}, 1)
	c.mutex.Lock()
	c.waiting[k.answer()] = news
	c.mutex.Unlock()
	defer func() {
		c.mutex.Lock()
		delete(c.waiting, k.answer())
		c.mutex.Unlock()
		c.forget(k)
	}()
	if err := again(ctx, func(ctx context.Context) error { return c.send(ctx, k, job) }); err != nil {
		return nil, err
	}
	for {
		select {
		case <-news:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		var text []byte
		err := again(ctx, func(ctx context.Context) (err error) {
			if there, err := c.has(ctx, k.answer()); !there {
				return err
			}
			text, err = c.objects.GetBytes(ctx, k.answer())
			return err
		})
		if err != nil {
			return nil, err
		}
		if text == nil {
			continue
		}
		var r reply
		if err := json.Unmarshal(text, &r); err != nil {
			return nil, err
		}
		return r.result()
	}
}

// send puts a job and the message about it where workers find them.
func (c *Client) send(ctx context.Context, k key, job []byte) error {
	if _, err := c.objects.PutBytes(ctx, k.job(), job); err != nil {
		return err
	}
	return c.publish(ctx, k, k.String())
}

// forget removes what is known of a job; what is left is removed by the server in time.
func (c *Client) forget(k key) {
	if !c.conn.IsConnected() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for _, name := range []string{k.job(), k.answer()} {
		if err := c.objects.Delete(ctx, name); err != nil {
			return
		}
	}
}

// tell wakes up who waits for this object.
func (c *Client) tell(name string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	wake(c.waiting[name])
}

// tellAll wakes up all.
func (c *Client) tellAll() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for _, news := range c.waiting {
		wake(news)
	}
}

func wake(news chan struct{}) {
	select {
	case news <- struct{}{}:
	default: // nobody waits, or was told already
	}
}

// again does something until it succeeds, or ctx ends.
func again(ctx context.Context, do func(context.Context) error) error {
	for {
		limited, cancel := context.WithTimeout(ctx, patience)
		err := do(limited)
		cancel()
		if err == nil || ctx.Err() != nil {
			return ctx.Err()
		}
		select {
		case <-time.After(reconnect):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
