//go:build !buddy

package symbolic

// ruddBuddy tells which of its two node tables rudd was built with.
const ruddBuddy = false
