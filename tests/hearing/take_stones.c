/* Take Stones in several wordings (first argument) with one bug or none (second argument), written
   as a student would: Max and Min apart, doubles for values, the board in an array. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *bug;
static int n, taken[256], visited, evaluated, deepest, parents, children, best, limit, root_max;
static int is(const char *name) { return strcmp(bug, name) == 0; }

static int legal(int last, int *list) {
    int count = 0;
    for (int s = 1; s <= n; s++) {
        if (taken[s]) continue;
        if (last == 0) {
            int low = is("opening-at-half") ? 2 * s <= n : is("opening-half-rounded-down") ? s < n / 2 : 2 * s < n;
            if ((s % 2 == 1 || is("opening-even")) && low) list[count++] = s;
        } else {
            int factor = last % s == 0 && !is("multiples-only") && !(is("half-forgotten") && s >= last / 2) && !(is("large-factors-forgotten") && s * s > last);
            if (is("largest-forgotten") && s == n) continue;
            if ((s % last == 0 && !is("factors-only")) || factor) list[count++] = s;
        }
    }
    if (is("descending")) for (int i = 0; i < count / 2; i++) { int s = list[i]; list[i] = list[count - 1 - i]; list[count - 1 - i] = s; }
    return count;
}
static int looks_prime(int p) {
    for (int d = 2; d * d < p; d++) if (p % d == 0) return 0;
    return p > 1;
}
static int factor(int stone, int smallest) {
    int found = 1;
    if (is("squares-prime")) {
        for (int p = 2; p <= stone; p++) if (stone % p == 0 && looks_prime(p)) found = p;
        return found;
    }
    for (int p = 2; p <= stone; p++)
        while (stone % p == 0) { if (!smallest || found == 1) found = p; stone /= p; }
    return found;
}
static double evaluate(int last, int *list, int count, int max) {
    double value;
    if (count == 0 && !is("end-by-table")) value = is("end-reversed") ? 1.0 : -1.0;
    else if (!taken[1] && !is("stone-one-ignored")) value = 0.0;
    else {
        int p = factor(last, 0), prime = p == last, odd = 0;
        if (!prime && is("smallest-factor")) p = factor(last, 1);
        if (!prime && is("largest-divisor")) p = last / factor(last, 1);
        if (!prime && is("multiples-of-last")) p = last;
        if (last == 2 && is("two-not-prime")) prime = 0;
        if (is("last-counted") && last > 1) odd = 1;
        if (is("all-left-counted")) { for (int s = p; s <= n; s += p) if (!taken[s]) odd = !odd; }
        else for (int i = 0; i < count; i++) if (list[i] % p == 0 && !(is("prime-left-out") && list[i] == p && !prime)) odd = !odd;
        if (is("six-and-seven-swapped") && last > 1) prime = !prime;
        value = last == 1 && !is("one-prime") ? 0.5 : prime || is("six-for-seven") ? 0.7 : 0.6;
        if (is("values-whole")) value = 0;
        if (is("odd-for-even")) odd = !odd;
        if (!odd) value = -value;
    }
    if (is("sign-flipped-for-max")) max = !max;
    if (is("sign-of-root")) max = root_max;
    return max || is("sign-not-flipped") ? value : -value;
}
static double search(int last, int max, int depth, double alpha, double beta) {
    int list[256], count = legal(last, list), looked = 0;
    visited++;
    if (depth > deepest) deepest = depth;
    if (count == 0 || depth == limit) { evaluated++; return evaluate(last, list, count, max); }
    double value = max ? (is("zero-for-minus-infinity") ? 0 : -9) : 9;
    if (is("best-begins-at-one")) value = max ? -1 : 1;
    for (int i = 0; i < count; i++) {
        looked++;
        if (is("root-window-fresh") && depth == 0) { alpha = -9; beta = 9; }
        taken[list[i]] = 1;
        double child = search(list[i], !max, depth + 1, is("shallow-cuts") ? (max ? value : -9) : alpha, is("shallow-cuts") ? (max ? 9 : value) : beta);
        taken[list[i]] = 0;
        if (max ? child > value : child < value) {
            value = child;
            if (depth == 0 || is("move-from-below") || (is("move-from-own-below") && max == root_max)) best = list[i];
        }
        else if (child == value && (is("last-of-equal") || is(max ? "max-takes-last" : "min-takes-last")) && depth == 0) best = list[i];
        int cut = max ? value >= beta : value <= alpha;
        if (is("cuts-late") || is(max ? "max-cuts-late" : "min-cuts-late")) cut = max ? value > beta : value < alpha;
        if (is("never-cuts") || (is("only-max-cuts") && !max) || (is("only-min-cuts") && max)) cut = 0;
        if (cut) break;
        if (max && value > alpha) alpha = value;
        if (!max && value < beta) beta = value;
    }
    parents++;
    children += is("branching-with-pruned") ? count : looked;
    return value;
}
int main(int argc, char **argv) {
    int wording = atoi(argv[1]), last = 0;
    bug = argv[2];
    n = atoi(argv[3]);
    int count = atoi(argv[4]), max = count % 2 == 0 || is("root-always-max");
    for (int i = 0; i < count; i++) taken[last = atoi(argv[5 + i])] = 1;
    limit = atoi(argv[5 + count]);
    if (limit == 0) limit = is("depth-zero-stops") ? 0 : 1000;
    else limit += is("depth-more") - is("depth-less");
    root_max = max;
    double value = search(last, max, 0, is("zero-for-minus-infinity") ? 0 : -9, 9);
    if (is("root-not-counted")) visited--;
    if (is("root-counted-twice")) visited++;
    double factor = (double)children / (is("branching-over-all") ? visited : parents ? parents : 1);
    if (is("branching-whole")) factor = (int)factor;
    if (is("depth-from-one")) deepest++;
    if (is("evaluated-all")) evaluated = visited;
    if (is("leaves-not-counted")) visited -= evaluated;
    static const char *words[] = {
        "Move: %d\nValue: %.1f\nNumber of Nodes Visited: %d\nNumber of Nodes Evaluated: %d\nMax Depth Reached: %d\nAvg Effective Branching Factor: %.1f\n",
        "Best move = %d\nVALUE  %g\nnodes visited: %d\nnodes evaluated: %d\nmax depth: %d\nAverage Branching Factor: %.4f",
        "== Result ==\nThe best move is %d.\nIts value is %+.2f\n\nVisited %d nodes\nEvaluated %d nodes\nDepth: %d\nBranching factor: %.3f\n",
        "Move: %d, Value: %.1f, Visited: %d, Evaluated: %d, Depth: %d, Branching: %.2f\n",
        "{\"move\":%d,\"value\":%.1f,\"nodesVisited\":%d,\"nodesEvaluated\":%d,\"maxDepth\":%d,\"bf\":%.5f}\n",
        "Searching...\nTake stone %d (the best one)\nBest move value: %.1f\nExplored %d nodes\nLeaf nodes: %d\nDeepest level (root = 0): %d\nEBF is %.2f\nTime: 0.01 s\n",
        "Best move is stone %d with value %.1f\n%d nodes were visited and %d nodes were evaluated.\nThe max depth was %d and the branching factor was %.3f.\n",
        "Move | Value | Visited | Evaluated | Depth | Branching\n-----+-------+---------+-----------+-------+----------\n%4d | %5.1f | %7d | %9d | %5d | %.2f\n",
    };
    printf(words[wording], best, wording == 0 && value == 0 ? -0.0 : value, visited, evaluated, deepest, factor);
    return 0;
}
