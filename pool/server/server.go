// Package server is a NATS server with JetStream inside of a program, for a pool of workers on
// one machine. It listens at the loopback address alone, and asks nobody who they are.
package server

import (
	"errors"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Server runs until Shutdown.
type Server struct{ *server.Server }

// Start starts a server that keeps its data in a folder. Port -1 is any that is free.
func Start(port int, dir string) (*Server, error) {
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: port, JetStream: true, StoreDir: dir, NoSigs: true, NoLog: true,
	})
	if err != nil {
		return nil, err
	}
	s.Start()
	if !s.ReadyForConnections(10 * time.Second) {
		s.Shutdown()
		return nil, errors.New("the server does not listen: is the port in use?")
	}
	return &Server{s}, nil
}

// Shutdown ends the server, and waits for that.
func (s *Server) Shutdown() {
	s.Server.Shutdown()
	s.WaitForShutdown()
}
