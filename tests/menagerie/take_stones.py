"""Take stones: plain alpha-beta with the statistics the assignment asks for."""
import sys

numbers = [int(word) for word in sys.argv[1:]]
stones, count, *taken, depth_limit = numbers
taken = taken[:count]
visited = evaluated = deepest = 0


def successors(taken):
    if not taken:
        return [s for s in range(1, stones + 1) if s % 2 == 1 and 2 * s < stones]
    last = taken[-1]
    rest = (s for s in range(1, stones + 1) if s not in taken)
    return [s for s in rest if s % last == 0 or last % s == 0]


def largest_prime_factor(n):
    factor = 2
    while factor * factor <= n:
        while n % factor == 0 and n > factor:
            n //= factor
        factor += 1
    return n


def worth(taken, legal):
    """In tenths, for the player to move."""
    if not legal:
        return -10
    if 1 not in taken:
        return 0
    last = taken[-1]
    if last == 1:
        return 5 if len(legal) % 2 else -5
    prime = largest_prime_factor(last)
    size = 7 if prime == last else 6
    return size if sum(s % prime == 0 for s in legal) % 2 else -size


def search(taken, depth, alpha, beta):
    global visited, evaluated, deepest
    visited += 1
    deepest = max(deepest, depth)
    maximising = len(taken) % 2 == 0
    legal = successors(taken)
    if not legal or (depth_limit and depth == depth_limit):
        evaluated += 1
        value = worth(taken, legal)
        return (value if maximising else -value), None
    best, move = None, None
    for stone in legal:
        value, _ = search(taken + [stone], depth + 1, alpha, beta)
        if best is None or (value > best if maximising else value < best):
            best, move = value, stone
        if maximising:
            if best >= beta:
                break
            alpha = max(alpha, best)
        else:
            if best <= alpha:
                break
            beta = min(beta, best)
    return best, move


value, move = search(taken, 0, -100, 100)
inner = visited - evaluated
branching = (20 * (visited - 1) + inner) // (2 * inner) if inner else 0
print(f"Move: {move}")
print(f"Value: {value / 10:.1f}")
print(f"Number of Nodes Visited: {visited}")
print(f"Number of Nodes Evaluated: {evaluated}")
print(f"Max Depth Reached: {deepest}")
print(f"Avg Effective Branching Factor: {branching // 10}.{branching % 10}")
