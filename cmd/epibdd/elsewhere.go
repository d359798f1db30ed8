package main

import (
	"context"

	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd"
	"github.com/epibdd/epibdd/pool"
)

// elsewhere lets workers decide, with --nats; close says afterwards that nobody waits.
func elsewhere(ctx context.Context, c *cli.Context, o *epibdd.Options) (close func(), err error) {
	url := c.String("nats")
	if url == "" {
		return func() {}, nil
	}
	client, err := pool.Connect(ctx, url, epibdd.Version())
	if err != nil {
		return nil, input("%s", err)
	}
	o.Elsewhere = client.Ask
	return client.Close, nil
}
