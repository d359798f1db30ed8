package spec

// The sizes that a model may have. They are far beyond what can be decided, and
// keep a slip of the pen from filling the memory.
const (
	MaxScalar = 1 << 20 // values of a range or enumeration
	MaxCells  = 1 << 17 // scalars that a value of a type consists of
	MaxStored = 1 << 16 // values of a scalar in a variable
	MaxListed = 1 << 13 // values of an enumeration, which are looked up one by one
)
