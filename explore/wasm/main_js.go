// Command wasm is a session in a browser: a worker asks it (web/src/worker.js), and nothing
// leaves the page. It imports what decides and nothing of the command line.
package main

import (
	"context"
	"encoding/json"
	"runtime/debug"
	"syscall/js"

	"github.com/epibdd/epibdd/session"
)

func main() {
	debug.SetGCPercent(200) // as in the command
	s := session.New(session.Options{First: "hexa"})
	// epibddAsk(request, tell) calls tell with each reply, all of them texts in JSON.
	js.Global().Set("epibddAsk", js.FuncOf(func(_ js.Value, args []js.Value) any {
		text, tell := args[0].String(), args[1]
		go func() {
			say := func(r session.Reply) {
				line, err := json.Marshal(r)
				if err != nil {
					line, _ = json.Marshal(session.Reply{Error: err.Error(), Done: true})
				}
				tell.Invoke(string(line))
			}
			var r session.Request
			if err := json.Unmarshal([]byte(text), &r); err != nil {
				say(session.Reply{Error: err.Error(), Done: true})
				return
			}
			s.Do(context.Background(), r, say)
		}()
		return nil
	}))
	select {}
}
