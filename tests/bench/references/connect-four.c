/* Connect four on 7 columns of 6 rows. Cell (column, row) is bit 7 * column + row, rows from below, so that the bit above
 * each column is never set: a line that would leave the board ends there. */

#include "common.h"

#define BOTTOM 0x0000040810204081ull
#define BOARD (BOTTOM * 0x3f)

static inline int four(set x) {
    set a = x & (x >> 1), b = x & (x >> 7), c = x & (x >> 6), d = x & (x >> 8);
    return ((a & (a >> 2)) | (b & (b >> 14)) | (c & (c >> 12)) | (d & (d >> 16))) != 0;
}

/* The cells on which a disc of either player comes to rest. */
static inline set drops(set all) { return (all + BOTTOM) & BOARD; }

static int64_t leaves(set mine, set all, int64_t depth) {
    set moves = drops(all);
    if (depth == 1) return count(moves);
    int64_t n = 0;
    for (; moves; moves &= moves - 1) {
        set cell = moves & -moves;
        if (!four(mine | cell)) n += leaves(all ^ mine, all | cell, depth - 1);
    }
    return n;
}

int64_t perft(int64_t depth) { return leaves(0, 0, depth); }

int64_t playouts(int64_t games, uint64_t seed) {
    int64_t states = 0;
    for (int64_t game = 0; game < games; game++) {
        set mine = 0, all = 0, moves;
        while ((moves = drops(all))) {
            set cell = kth(moves, below(&seed, count(moves)));
            states++;
            if (four(mine | cell)) break;
            mine ^= all;
            all |= cell;
        }
    }
    return states;
}
