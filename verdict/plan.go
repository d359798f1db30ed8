package verdict

import "math/big"

// Plan is what is known of the best plans: bounds on what they cost, in the worst case and on
// average. Where both are the same that is what it costs.
type Plan struct {
	Worst *Bounds
	Mean  *Bounds // nil: not asked for
	// Starts is how many of the beginnings have a plan, of Beginnings in all; nil: not asked for.
	Starts     *Bounds
	Beginnings int
}

// Bounds are a number, or what it lies between. Without a plan both are nil and None is set.
type Bounds struct {
	Lower *big.Rat
	Upper *big.Rat // nil: there may be no plan
	None  bool     // there is no plan
}

// Exact tells whether the number is known, or that there is none.
func (b *Bounds) Exact() bool {
	return b.None || b.Lower != nil && b.Upper != nil && b.Lower.Cmp(b.Upper) == 0
}

// String is the number, or what it lies between.
func (b *Bounds) String() string {
	switch {
	case b.None:
		return "none"
	case b.Exact():
		return b.Lower.RatString()
	case b.Upper == nil && b.Lower == nil:
		return "not known"
	case b.Upper == nil:
		return "at least " + b.Lower.RatString()
	case b.Lower == nil:
		return "at most " + b.Upper.RatString()
	}
	return "between " + b.Lower.RatString() + " and " + b.Upper.RatString()
}
