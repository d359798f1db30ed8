package pool

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Worker says how jobs are answered.
type Worker struct {
	// Answer answers a job. Its error is an answer as well, unless ctx has ended.
	Answer func(ctx context.Context, job []byte) ([]byte, error)
	// Lease is how long a job is held without a word; 0: Lease. All workers of a queue
	// have the same.
	Lease time.Duration
	// Deaths is how many workers a job may cost before it is given up; 0: Deaths.
	Deaths int
}

// Work answers jobs, one at a time, until ctx ends.
func (w *Worker) Work(ctx context.Context, url, what string) error {
	lease := cmp.Or(w.Lease, Lease)
	q, err := open(ctx, url, what)
	if err != nil {
		return err
	}
	defer q.conn.Close()
	jobs, err := q.stream.CreateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: "workers", AckPolicy: jetstream.AckExplicitPolicy, AckWait: lease, MaxAckPending: -1,
	})
	if err != nil {
		return err
	}
	for ctx.Err() == nil {
		message, err := jobs.Next(jetstream.FetchContext(ctx))
		if err != nil {
			pause(ctx, err)
			continue
		}
		if err := w.take(ctx, q, message, lease); err != nil {
			pause(ctx, err) // nobody has acknowledged it: it comes again
		}
	}
	return nil
}

// pause waits where there is no use in going on at once: the server is away.
func pause(ctx context.Context, err error) {
	if errors.Is(err, nats.ErrTimeout) || errors.Is(err, jetstream.ErrNoMessages) {
		return
	}
	select {
	case <-time.After(reconnect):
	case <-ctx.Done():
	}
}

// take answers a job, and says now and then that it is at work.
func (w *Worker) take(ctx context.Context, q *queue, message jetstream.Msg, lease time.Duration) error {
	// What there is to say at the end is said even if ctx has ended.
	late, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	var k key
	if json.Unmarshal(message.Data(), &k) != nil { // it is not about a job
		return message.Term()
	}
	about, err := message.Metadata()
	if err != nil {
		return err
	}
	if answered, err := q.has(late, k.answer()); err != nil {
		return err
	} else if answered {
		return message.DoubleAck(late)
	}
	if dead := int(about.NumDelivered) - 1; dead >= cmp.Or(w.Deaths, Deaths) {
		return q.answer(late, message, k, reply{Poison: dead})
	}
	job, err := q.objects.GetBytes(late, k.job())
	if errors.Is(err, jetstream.ErrObjectNotFound) { // nobody waits any more
		return message.DoubleAck(late)
	} else if err != nil {
		return err
	}
	working, stop := context.WithCancel(ctx)
	defer stop()
	left, err := q.conn.Subscribe(q.left(k.Client), func(*nats.Msg) { stop() })
	if err != nil {
		return err
	}
	defer left.Unsubscribe()
	go say(working, message, lease/3)
	answer, err := w.Answer(working, job)
	done, cancelDone := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancelDone()
	switch {
	case err == nil:
		return q.answer(done, message, k, reply{Answer: answer})
	case ctx.Err() != nil: // told to stop: another message stands for it, which nobody has taken
		if err := q.publish(done, k, k.String()+about.Timestamp.String()); err != nil {
			return err
		}
		return message.DoubleAck(done)
	case working.Err() != nil: // nobody waits any more
		return message.DoubleAck(done)
	}
	return q.answer(done, message, k, reply{Error: err.Error()})
}

// say says that the job is being worked on.
func say(ctx context.Context, message jetstream.Msg, every time.Duration) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			message.InProgress() // where that is not heard, another one takes the job
		case <-ctx.Done():
			return
		}
	}
}

// answer writes an answer, and acknowledges the message then.
func (q *queue) answer(ctx context.Context, message jetstream.Msg, k key, r reply) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if _, err := q.objects.PutBytes(ctx, k.answer(), text); err != nil {
		return err
	}
	if waits, err := q.has(ctx, k.job()); err == nil && !waits { // another one was faster
		q.objects.Delete(ctx, k.answer())
	}
	return message.DoubleAck(ctx)
}
