// The families of main.go on a package in C: CUDD, or BuDDy with -DBUDDY. Operations and
// orders are the same, step by step. See ../../README.md.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static int vars;

// A small layer over the package. Every result is referenced; operands stay so.
#ifdef BUDDY
#include <bdd.h>
typedef BDD Set;
static bddPair *swap;
static void die(int e) { fprintf(stderr, "BuDDy: %s\n", bdd_errstring(e)), exit(1); }
static void open_package(int room) {
	bdd_init(room, room / 4);
	bdd_error_hook(die);
	bdd_setvarnum(vars);
	bdd_setmaxincrease(1 << 28);
	bdd_setcacheratio(4); // nodes for each entry of each cache
	bdd_gbc_hook(NULL);
	bdd_resize_hook(NULL);
}
static Set keep(Set f) { return bdd_addref(f); }
static void drop(Set f) { bdd_delref(f); }
#define truth bddtrue
#define falsity bddfalse
static Set lit(int v) { return bdd_ithvar(v); }
static Set not(Set f) { return keep(bdd_not(f)); }
static Set and(Set f, Set g) { return keep(bdd_apply(f, g, bddop_and)); }
static Set or(Set f, Set g) { return keep(bdd_apply(f, g, bddop_or)); }
static Set xor(Set f, Set g) { return keep(bdd_apply(f, g, bddop_xor)); }
static Set ite(Set f, Set g, Set h) { return keep(bdd_ite(f, g, h)); }
static Set exists(Set f, Set cube) { return keep(bdd_exist(f, cube)); }
static Set forall(Set f, Set cube) { return keep(bdd_forall(f, cube)); }
static Set and_exists(Set f, Set g, Set cube) { return keep(bdd_appex(f, g, bddop_and, cube)); }
static void exchange(int n, const int *from, const int *to) {
	swap = bdd_newpair();
	for (int i = 0; i < n; i++) bdd_setpair(swap, from[i], to[i]), bdd_setpair(swap, to[i], from[i]);
}
static Set exchanged(Set f) { return keep(bdd_replace(f, swap)); }
static double density(Set f) { return f == bddfalse ? 0 : exp2(bdd_satcountln(f) - vars); }
static int size(Set *f, int n) { return bdd_anodecount(f, n); }
#else
#include <cudd.h>
typedef DdNode *Set;
static DdManager *dd;
static void open_package(int room) {
	dd = Cudd_Init(vars, 0, room / (vars + 1) + 1, 1 << 18, 0);
	Cudd_AutodynDisable(dd);
}
static Set keep(Set f) {
	if (!f) fprintf(stderr, "CUDD: out of memory\n"), exit(1);
	Cudd_Ref(f);
	return f;
}
static void drop(Set f) { Cudd_RecursiveDeref(dd, f); }
#define truth Cudd_ReadOne(dd)
#define falsity Cudd_ReadLogicZero(dd)
static Set lit(int v) { return Cudd_bddIthVar(dd, v); }
static Set not(Set f) { return keep(Cudd_Not(f)); }
static Set and(Set f, Set g) { return keep(Cudd_bddAnd(dd, f, g)); }
static Set or(Set f, Set g) { return keep(Cudd_bddOr(dd, f, g)); }
static Set xor(Set f, Set g) { return keep(Cudd_bddXor(dd, f, g)); }
static Set ite(Set f, Set g, Set h) { return keep(Cudd_bddIte(dd, f, g, h)); }
static Set exists(Set f, Set cube) { return keep(Cudd_bddExistAbstract(dd, f, cube)); }
static Set forall(Set f, Set cube) { return keep(Cudd_bddUnivAbstract(dd, f, cube)); }
static Set and_exists(Set f, Set g, Set cube) { return keep(Cudd_bddAndAbstract(dd, f, g, cube)); }
static void exchange(int n, const int *from, const int *to) {
	DdNode *x[n], *y[n];
	for (int i = 0; i < n; i++) x[i] = lit(from[i]), y[i] = lit(to[i]);
	Cudd_SetVarMap(dd, x, y, n);
}
static Set exchanged(Set f) { return keep(Cudd_bddVarMap(dd, f)); }
static double density(Set f) { return Cudd_CountMinterm(dd, f, 0); }
static int size(Set *f, int n) { return Cudd_SharingSize(f, n) - 1; }
#endif

static Set replace(Set old, Set new) { return drop(old), new; }
#define AND(x, f) (x = replace(x, and(x, f)))
#define OR(x, f) (x = replace(x, or(x, f)))
#define XOR(x, f) (x = replace(x, xor(x, f)))
static Set literal(int v, int positive) { return positive ? keep(lit(v)) : not(lit(v)); }
static void and_literal(Set *x, int v, int positive) {
	Set l = literal(v, positive);
	AND(*x, l), drop(l);
}
static Set cube(const char *in) {
	Set c = keep(truth);
	for (int v = vars - 1; v >= 0; v--) if (in[v]) AND(c, lit(v));
	return c;
}

static uint64_t seed;
static int below(int n) {
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (seed >> 33) % n;
}

// What a family finds: the density of a set, in which all agree, and the nodes of some sets.
static void result(Set f, Set *all, int n) {
	struct rusage u;
	double d = density(f);
	int nodes = size(all, n);
	getrusage(RUSAGE_SELF, &u);
	printf("log2(count) %.6f nodes %d user %.2f sys %.2f MiB %.0f\n", d == 0 ? 0 : log2(d) + vars, nodes,
		u.ru_utime.tv_sec + u.ru_utime.tv_usec / 1e6, u.ru_stime.tv_sec + u.ru_stime.tv_usec / 1e6, u.ru_maxrss / 1024.0);
}

static void queens(int n) {
	Set all = keep(truth);
	for (int i = 0; i < n; i++) {
		Set row = keep(falsity);
		for (int j = 0; j < n; j++) OR(row, lit(n * i + j));
		AND(all, row), drop(row);
	}
	for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) {
		Set alone = keep(truth);
		for (int k = n - 1; k >= 0; k--) for (int l = n - 1; l >= 0; l--)
			if ((k != i || l != j) && (k == i || l == j || k - i == l - j || k - i == j - l)) and_literal(&alone, n * k + l, 0);
		Set none = literal(n * i + j, 0);
		OR(none, alone), AND(all, none), drop(none), drop(alone);
	}
	result(all, &all, 1);
}

// Relations have the bit b before a step at 2b and after it at 2b+1.
static Set *same;
static void frames(int bits) {
	int from[bits], to[bits];
	same = malloc(bits * sizeof *same);
	for (int b = 0; b < bits; b++) {
		Set differ = xor(lit(2 * b), lit(2 * b + 1));
		same[b] = not(differ), drop(differ);
		from[b] = 2 * b, to[b] = 2 * b + 1;
	}
	exchange(bits, from, to);
}
typedef struct { int bit, before, after; } Change; // 0, 1, or -1: anything
static Set step(int bits, int n, const Change *c) {
	Set s = keep(truth);
	for (int b = bits - 1; b >= 0; b--) {
		const Change *found = NULL;
		for (int i = 0; i < n; i++) if (c[i].bit == b) found = &c[i];
		if (!found) AND(s, same[b]);
		if (found && found->after >= 0) and_literal(&s, 2 * b + 1, found->after);
		if (found && found->before >= 0) and_literal(&s, 2 * b, found->before);
	}
	return s;
}
static Set now(int bits) { // all bits before a step
	char in[vars];
	for (int b = 0; b < bits; b++) in[2 * b] = 1, in[2 * b + 1] = 0;
	return cube(in);
}
static void reach(int bits, Set reached, Set *steps, int n) {
	Set before = now(bits);
	for (;;) {
		Set more = keep(reached);
		for (int i = 0; i < n; i++) {
			Set next = and_exists(reached, steps[i], before), image = exchanged(next);
			OR(more, image), drop(next), drop(image);
		}
		int fixed = more == reached;
		reached = replace(reached, more);
		if (fixed) break;
	}
	result(reached, steps, n);
}

static void milner(int n) {
	frames(3 * n);
	Set steps = keep(falsity), init = keep(truth);
	for (int i = 0; i < n; i++) { // token 3i, task 3i+1, to hand on 3i+2
		int t = 3 * i, u = 3 * ((i + 1) % n);
		Set start = step(3 * n, 3, (Change[]){{t, 1, 0}, {t + 1, 0, 1}, {t + 2, -1, 1}});
		Set hand = step(3 * n, 2, (Change[]){{t + 2, 1, 0}, {u, -1, 1}});
		Set end = step(3 * n, 1, (Change[]){{t + 1, 1, 0}});
		OR(steps, start), OR(steps, hand), OR(steps, end), drop(start), drop(hand), drop(end);
	}
	for (int i = 3 * n - 1; i >= 0; i--) and_literal(&init, 2 * i, i == 0);
	reach(3 * n, init, &steps, 1);
}

static void philosophers(int n) {
	frames(4 * n);
	Set *steps = malloc(4 * n * sizeof *steps), init = keep(truth);
	for (int i = 0; i < n; i++) { // left fork taken 4i, has left 4i+1, has right 4i+2, fed 4i+3
		int l = 4 * i, r = 4 * ((i + 1) % n);
		steps[4 * i] = step(4 * n, 2, (Change[]){{l, 0, 1}, {l + 1, 0, 1}});
		steps[4 * i + 1] = step(4 * n, 2, (Change[]){{r, 0, 1}, {l + 2, 0, 1}});
		steps[4 * i + 2] = step(4 * n, 3, (Change[]){{l + 1, 1, 1}, {l + 2, 1, 1}, {l + 3, 0, 1}});
		steps[4 * i + 3] = step(4 * n, 5, (Change[]){{l, 1, 0}, {l + 1, 1, 0}, {l + 2, 1, 0}, {l + 3, 1, 0}, {r, 1, 0}});
	}
	for (int i = 4 * n - 1; i >= 0; i--) and_literal(&init, 2 * i, 0);
	reach(4 * n, init, steps, 4 * n);
}

static void counter(int n) {
	frames(n);
	Set steps = keep(falsity), init = keep(truth);
	for (int i = 0; i < n; i++) {
		Change c[n];
		for (int b = 0; b <= i; b++) c[b] = (Change){b, b < i, b == i};
		Set s = step(n, i + 1, c);
		OR(steps, s), drop(s);
	}
	for (int i = n - 1; i >= 0; i--) and_literal(&init, 2 * i, 0);
	reach(n, init, &steps, 1);
}

static void cryptographers(int n) { // coin 3i, paid 3i+1, said 3i+2
	Set all = keep(truth), parity = keep(falsity), sum = keep(falsity);
	for (int i = n - 1; i >= 0; i--) {
		Set s = xor(lit(3 * i), lit(3 * ((i + 1) % n)));
		XOR(s, lit(3 * i + 1)), XOR(s, lit(3 * i + 2));
		Set ok = not(s);
		AND(all, ok), XOR(parity, lit(3 * i + 2)), drop(s), drop(ok);
	}
	AND(all, parity);
	for (int i = 0; i < n; i++) {
		char in[vars];
		for (int j = 0; j < n; j++) in[3 * j] = j != i && j != (i + 1) % n, in[3 * j + 1] = j != i, in[3 * j + 2] = 0;
		Set hidden = cube(in), seen = exists(all, hidden);
		XOR(sum, seen), drop(hidden), drop(seen);
	}
	Set both[] = {all, sum};
	result(all, both, 2);
}

static Set clauses(int n) { // random ones of three of 3n bits
	Set s = keep(truth);
	for (int i = 0; i < 2 * n - 4; i++) {
		Set c = keep(falsity);
		for (int j = 0; j < 3; j++) {
			int v = below(3 * n);
			Set l = literal(v, below(2));
			OR(c, l), drop(l);
		}
		AND(s, c), drop(c);
	}
	return s;
}
static void cnf(int n) { Set s = clauses(n); result(s, &s, 1); }
static void quantify(int n) {
	Set s = clauses(n), out[12];
	for (int k = 0; k < 6; k++) {
		char in[vars];
		for (int b = 0; b < 3 * n; b++) in[b] = (b + k) % 3 > 0 || b % (k + 2) == 0;
		Set c = cube(in);
		out[2 * k] = exists(s, c), drop(c);
		for (int b = 3 * n / 2; b < 3 * n; b++) in[b] = 0;
		c = cube(in);
		out[2 * k + 1] = forall(s, c), drop(c);
	}
	result(s, out, 12);
}

static void network(int n) { // random gates over n inputs and earlier gates
	Set gates[3 * n], all = keep(falsity);
	int have = n;
	for (int i = 0; i < n; i++) gates[i] = keep(lit(i));
	for (int i = 0; i < 40 * n; i++) {
		Set f = gates[below(have)], g = gates[below(have)], h = gates[below(have)], s, m;
		switch (below(4)) {
		case 0: m = not(g), s = and(f, m), OR(s, h), drop(m); break;
		case 1: s = xor(f, g); break;
		case 2: s = ite(f, g, h); break;
		default: m = not(h), s = or(f, g), AND(s, m), drop(m);
		}
		Set another = have < 3 * n ? xor(s, h) : keep(truth);
		int at = below(have);
		XOR(all, s), gates[at] = replace(gates[at], s);
		if (have < 3 * n) gates[have++] = another;
	}
	result(all, gates, have);
}

// add makes x the sum of x and y, n bits.
static void add(Set *x, Set *y, int n) {
	Set carry = keep(falsity);
	for (int i = 0; i < n; i++) {
		Set half = xor(x[i], y[i]), c = ite(half, carry, y[i]);
		x[i] = replace(x[i], xor(half, carry)), carry = replace(carry, c), drop(half);
	}
	drop(carry);
}
static void multiplier(int n) { // x at 0, y at n
	Set p[2 * n], row[2 * n];
	for (int i = 0; i < 2 * n; i++) p[i] = keep(falsity);
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < 2 * n; j++) row[j] = j >= i && j < i + n ? and(lit(i), lit(n + j - i)) : keep(falsity);
		add(p, row, 2 * n);
		for (int j = 0; j < 2 * n; j++) drop(row[j]);
	}
	result(p[n - 1], p, 2 * n);
}
static void adder(int n) { // x at 0, y at n: not interleaved, and the sum both ways
	Set x[n], y[n], u[n], v[n];
	for (int i = 0; i < n; i++) x[i] = keep(lit(i)), y[i] = keep(lit(n + i)), u[i] = keep(lit(i)), v[i] = keep(lit(n + i));
	add(x, y, n), add(v, u, n);
	if (memcmp(x, v, sizeof x)) printf("x + y is not y + x\n");
	result(x[n - 1], x, n);
}

static void small(int n) { // many operations that do little
	Set s = keep(falsity);
	for (int i = 0; i < 1000; i++) {
		s = replace(s, keep(falsity));
		for (int b = n - 1; b >= 0; b--) XOR(s, lit(b));
	}
	result(s, &s, 1);
}

static struct { const char *name; int vars; void (*run)(int); } families[] = {
	{"queens", -1, queens}, {"milner", 6, milner}, {"philosophers", 8, philosophers}, {"counter", 2, counter},
	{"cryptographers", 3, cryptographers}, {"cnf", 3, cnf}, {"quantify", 3, quantify}, {"network", 1, network},
	{"multiplier", 2, multiplier}, {"adder", 2, adder}, {"small", 1, small},
};

int main(int argc, char **argv) {
	if (argc != 3) return fprintf(stderr, "usage: %s FAMILY SIZE\n", argv[0]), 2;
	int n = atoi(argv[2]);
	for (unsigned i = 0; i < sizeof families / sizeof *families; i++) {
		if (strcmp(argv[1], families[i].name)) continue;
		vars = families[i].vars < 0 ? n * n : families[i].vars * n;
		open_package(1 << 18);
		families[i].run(n);
		return 0;
	}
	return fprintf(stderr, "no family %s\n", argv[1]), 2;
}
