package pool

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Deaths is how many workers a job may cost where nothing else is said.
const Deaths = 3

// ErrPoison is the answer to a job that no worker has survived, behind how many there were.
var ErrPoison = errors.New("workers died, or were lost, while they worked on it")

// Lease is how long a worker holds a job without a word.
const Lease = 10 * time.Second

// kept is how long what a client leaves behind when it dies is kept.
const kept = 24 * time.Hour

// queue is a connection with what a queue consists of.
type queue struct {
	name    string
	conn    *nats.Conn
	js      jetstream.JetStream
	stream  jetstream.Stream
	objects jetstream.ObjectStore
}

// open connects, and makes the queue if it is not there.
func open(ctx context.Context, url, what string, options ...nats.Option) (*queue, error) {
	conn, err := nats.Connect(url, append(options, nats.MaxReconnects(-1), nats.ReconnectWait(reconnect))...)
	if err != nil {
		return nil, fmt.Errorf("cannot connect to %s: %w", url, err)
	}
	sum := sha256.Sum256([]byte(what))
	q := &queue{name: "epibdd-" + hex.EncodeToString(sum[:6]), conn: conn}
	if err := q.make(ctx); err != nil {
		conn.Close()
		return nil, fmt.Errorf("cannot make a queue at %s: %w", url, err)
	}
	return q, nil
}

// reconnect is the pause between two attempts to connect again.
const reconnect = 250 * time.Millisecond

func (q *queue) make(ctx context.Context) (err error) {
	if q.js, err = jetstream.New(q.conn); err != nil {
		return err
	}
	q.stream, err = q.js.CreateStream(ctx, jetstream.StreamConfig{
		Name: q.name, Subjects: []string{q.name + ".job.>"}, Retention: jetstream.WorkQueuePolicy, MaxAge: kept,
	})
	if err != nil {
		return err
	}
	q.objects, err = q.js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: q.name, TTL: kept})
	return err
}

// key names a job: the client that asks, and how many it has asked before.
type key struct {
	Client string
	Number int64
}

func (k key) String() string { return k.Client + "." + strconv.FormatInt(k.Number, 10) }
func (k key) job() string    { return "job." + k.String() }
func (k key) answer() string { return "answer." + k.String() }

// subject is that of the messages about a job.
func (q *queue) subject(k key) string { return q.name + ".job." + k.String() }

// left is the subject on which a client says that it waits no more.
func (q *queue) left(client string) string { return q.name + ".left." + client }

// publish puts the message about a job into the queue, once for each id.
func (q *queue) publish(ctx context.Context, k key, id string) error {
	text, err := json.Marshal(k)
	if err == nil {
		_, err = q.js.Publish(ctx, q.subject(k), text, jetstream.WithMsgID(id))
	}
	return err
}

// has tells whether there is an object of this name.
func (q *queue) has(ctx context.Context, name string) (bool, error) {
	_, err := q.objects.GetInfo(ctx, name)
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return false, nil
	}
	return err == nil, err
}

// reply is an answer, or why there is none.
type reply struct {
	Answer []byte
	Error  string
	Poison int // how many workers it has cost, if that is the answer
}

func (r *reply) result() ([]byte, error) {
	switch {
	case r.Poison > 0:
		return nil, fmt.Errorf("%d %w", r.Poison, ErrPoison)
	case r.Error != "":
		return nil, errors.New(r.Error)
	}
	return r.Answer, nil
}
