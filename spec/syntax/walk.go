package syntax

import "slices"

// Walk calls visit with n and everything below it, in the order of the text:
// expressions, programs, *Binder, *Group, *Super, and a node before its parts.
// Where visit returns false it leaves the parts of that node out. Names that
// belong to a node (Field.Name, Act.Name, Binder.Names) are not visited.
//
// It keeps its own stack, so a long chain of operators does no harm.
func Walk(n Node, visit func(Node) bool) {
	stack := []Node{n}
	for len(stack) > 0 {
		top := len(stack) - 1
		n, stack = stack[top], stack[:top]
		if !visit(n) {
			continue
		}
		stack = appendParts(stack, n)
		slices.Reverse(stack[top:])
	}
}

// appendParts appends the parts of n that are there.
func appendParts(to []Node, n Node) []Node {
	switch n := n.(type) {
	case *Paren:
		return present(to, n.X)
	case *Unary:
		return present(to, n.X)
	case *Binary:
		return present(to, n.X, n.Y)
	case *If:
		return present(to, n.Cond, n.Then, n.Else)
	case *Quant:
		return present(binders(to, n.Binders), n.Body)
	case *Fold:
		return present(binders(to, n.Binders), n.Body)
	case *Set:
		return present(to, n.Elems...)
	case *Comprehension:
		return present(binders(to, n.Binders), n.Cond)
	case *The:
		return present(append(to, &n.Binder), n.Cond)
	case *Call:
		return present(present(to, n.Fn), n.Args...)
	case *Field:
		return present(to, n.X)
	case *Index:
		return present(present(to, n.X), n.Args...)
	case *Knows:
		return present(to, n.Agent, n.X)
	case *GroupKnows:
		return present(group(to, n.Group), n.Times, n.X)
	case *Temporal:
		return present(super(to, n.Super), n.X, n.Y)
	case *OnRuns:
		return present(to, n.X)
	case *Path:
		return present(to, n.X, n.Y)
	case *Box:
		return present(present(to, n.Program), n.X)
	case *Share:
		if n.Group != nil {
			to = group(to, n.Group)
		}
		return present(to, n.X)
	case *Coalition:
		return present(group(to, n.Group), n.X, n.Y)
	case *Past:
		return present(to, n.Program)
	case *Does:
		return present(to, n.Program)
	case *SetType:
		return present(to, n.Elem)
	case *ArrayType:
		return present(present(to, n.Index...), n.Elem)
	case *EnumType:
		return present(to, n.Elems...)
	case *OptionType:
		return present(to, n.Elem)
	}
	return appendProgramParts(to, n)
}

func appendProgramParts(to []Node, n Node) []Node {
	switch n := n.(type) {
	case *Act:
		return present(to, n.Args...)
	case *Test:
		return present(to, n.X)
	case *Learn:
		return present(group(to, n.Group), n.Program)
	case *Seq:
		return present(to, n.Parts...)
	case *Choice:
		return present(to, n.Parts...)
	case *Local:
		return present(to, n.Parts...)
	case *Both:
		return present(to, n.Parts...)
	case *Star:
		return present(present(to, n.X), n.Most)
	case *Some:
		return present(binders(to, n.Binders), n.Body)
	case *ParenProgram:
		return present(to, n.X)
	}
	return appendDeclParts(to, n)
}

func appendDeclParts(to []Node, n Node) []Node {
	switch n := n.(type) {
	case *Binder:
		return present(to, n.Domain)
	case *Group:
		return present(binders(present(to, n.Elems...), n.Binders), n.Cond)
	case *Super:
		return present(present(to, n.Program), n.Bound)
	case *Sig:
		return binders(to, n.Params)
	case *Entry:
		return present(binders(present(to, n.Value), n.Binders), n.Cond)
	case *Who:
		return present(binders(present(to, n.Value), n.Binders), n.Cond)
	case *Least:
		return present(to, n.Range)
	}
	return to
}

// present appends the nodes that are not nil: an absent part, or an open argument.
func present[N Node](to []Node, nodes ...N) []Node {
	for _, n := range nodes {
		if Node(n) != nil {
			to = append(to, n)
		}
	}
	return to
}

// binders appends pointers into list, so that a visitor may keep or change them.
func binders(to []Node, list []Binder) []Node {
	for i := range list {
		to = append(to, &list[i])
	}
	return to
}

func group(to []Node, g *Group) []Node {
	if g == nil {
		return to
	}
	return append(to, g)
}

func super(to []Node, s *Super) []Node {
	if s == nil {
		return to
	}
	return append(to, s)
}
