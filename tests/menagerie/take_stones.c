/* Take stones: plain alpha-beta with the statistics the assignment asks for. */
#include <stdio.h>
#include <stdlib.h>

static int stones, depth_limit, count, sequence[10000], taken[10000];
static int visited, evaluated, deepest, chosen;

static int legal(int stone)
{
    if (count == 0)
        return stone % 2 == 1 && 2 * stone < stones;
    int last = sequence[count - 1];
    return !taken[stone] && (stone % last == 0 || last % stone == 0);
}

static int legal_multiples(int of)
{
    int sum = 0;
    for (int stone = of; stone <= stones; stone += of)
        sum += legal(stone);
    return sum;
}

static int largest_prime_factor(int n)
{
    for (int factor = 2; factor * factor <= n; factor++)
        while (n % factor == 0 && n > factor)
            n /= factor;
    return n;
}

/* In tenths, for the player to move. */
static int worth(void)
{
    if (legal_multiples(1) == 0)
        return -10;
    if (!taken[1])
        return 0;
    int last = sequence[count - 1];
    if (last == 1)
        return legal_multiples(1) % 2 ? 5 : -5;
    int prime = largest_prime_factor(last);
    int size = prime == last ? 7 : 6;
    return legal_multiples(prime) % 2 ? size : -size;
}

/* As it looks to the player to move, who wants the most. */
static int search(int depth, int alpha, int beta)
{
    visited++;
    if (depth > deepest)
        deepest = depth;
    if (legal_multiples(1) == 0 || (depth_limit && depth == depth_limit)) {
        evaluated++;
        return worth();
    }
    int best = -100;
    for (int stone = 1; stone <= stones; stone++) {
        if (!legal(stone))
            continue;
        sequence[count++] = stone;
        taken[stone] = 1;
        int value = -search(depth + 1, -beta, -alpha);
        taken[stone] = 0;
        count--;
        if (value > best) {
            best = value;
            if (depth == 0)
                chosen = stone;
        }
        if (best >= beta)
            break;
        if (best > alpha)
            alpha = best;
    }
    return best;
}

int main(int argc, char **argv)
{
    stones = atoi(argv[1]);
    count = atoi(argv[2]);
    for (int i = 0; i < count; i++) {
        sequence[i] = atoi(argv[3 + i]);
        taken[sequence[i]] = 1;
    }
    depth_limit = atoi(argv[argc - 1]);
    int value = search(0, -100, 100) * (count % 2 ? -1 : 1);
    int inner = visited - evaluated;
    int branching = inner ? (20 * (visited - 1) + inner) / (2 * inner) : 0;
    printf("Move: %d\n", chosen);
    printf("Value: %.1f\n", value / 10.0);
    printf("Number of Nodes Visited: %d\n", visited);
    printf("Number of Nodes Evaluated: %d\n", evaluated);
    printf("Max Depth Reached: %d\n", deepest);
    printf("Avg Effective Branching Factor: %d.%d\n", branching / 10, branching % 10);
    return 0;
}
