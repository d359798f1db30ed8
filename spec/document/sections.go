package document

// sections reads the sections of a document into a layer. Each is in a file of its own
// (types.go, params.go, actions.go, check.go, limits.go), the short ones in read.go.
type sections struct {
	*reader
	layer *layer
}

// The words of settings.
var (
	stepWords           = []string{"interleaved", "joint"}
	recallWords         = []string{"none", "clock", "perfect"}
	runsWords           = []string{"maximal", "infinite", "ispl"}
	interpretationWords = []string{"product", "local", "printed"}
	vacuousWords        = []string{"ok"}
	weighWords          = []string{"choices", "worlds"}
)
