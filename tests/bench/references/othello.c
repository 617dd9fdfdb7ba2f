/* Othello on 8x8. Cell (row, column) is bit 8 * row + column. Legal moves by parallel prefix fills in eight directions, as
 * many programs do. A forced pass is a move; two in a row are not played. */

#include "common.h"

#define INNER 0x7e7e7e7e7e7e7e7eull

/* Beyond runs of `through` that begin beside `from`, in two opposite directions. */
static inline set beyond(set from, set through, int step) {
    set up = through & (from << step), down = through & (from >> step);
    up |= through & (up << step);
    down |= through & (down >> step);
    set both = through & (through << step), back = both >> step;
    up |= both & (up << 2 * step);
    down |= back & (down >> 2 * step);
    up |= both & (up << 2 * step);
    down |= back & (down >> 2 * step);
    return up << step | down >> step;
}

static inline set moves(set mine, set other) {
    set inner = other & INNER;
    return (beyond(mine, inner, 1) | beyond(mine, other, 8) | beyond(mine, inner, 7) | beyond(mine, inner, 9)) &
           ~(mine | other);
}

/* The discs between `cell` and discs of mine along one line: the run of the other's discs on either side, kept if one of
 * mine is behind it. */
static inline set between(set cell, set mine, set through, int step) {
    set up = through & (cell << step), down = through & (cell >> step);
    up |= through & (up << step);
    down |= through & (down >> step);
    set both = through & (through << step), back = both >> step;
    up |= both & (up << 2 * step);
    down |= back & (down >> 2 * step);
    up |= both & (up << 2 * step);
    down |= back & (down >> 2 * step);
    return (mine & (up << step) ? up : 0) | (mine & (down >> step) ? down : 0);
}

static inline set flips(set cell, set mine, set other) {
    set inner = other & INNER;
    return between(cell, mine, inner, 1) | between(cell, mine, other, 8) | between(cell, mine, inner, 7) |
           between(cell, mine, inner, 9);
}

static int64_t leaves(set mine, set other, int64_t depth) {
    set all = moves(mine, other);
    if (!all) {
        if (!moves(other, mine)) return 0;
        return depth == 1 ? 1 : leaves(other, mine, depth - 1);
    }
    if (depth == 1) return count(all);
    int64_t n = 0;
    for (; all; all &= all - 1) {
        set cell = all & -all, flipped = flips(cell, mine, other);
        n += leaves(other ^ flipped, mine | cell | flipped, depth - 1);
    }
    return n;
}

#define BLACK 0x0000000810000000ull
#define WHITE 0x0000001008000000ull

int64_t perft(int64_t depth) { return leaves(BLACK, WHITE, depth); }

int64_t playouts(int64_t games, uint64_t seed) {
    int64_t states = 0;
    for (int64_t game = 0; game < games; game++) {
        set mine = BLACK, other = WHITE;
        for (;;) {
            set all = moves(mine, other), old = mine;
            if (all) {
                set cell = kth(all, below(&seed, count(all))), flipped = flips(cell, mine, other);
                mine = other ^ flipped;
                other = old | cell | flipped;
            } else {
                if (!moves(other, mine)) break;
                mine = other;
                other = old;
            }
            states++;
        }
    }
    return states;
}
