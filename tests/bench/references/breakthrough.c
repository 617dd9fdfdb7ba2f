/* Breakthrough on 8x8. Cell (row, column) is bit 8 * row + column, White moves up. */

#include "common.h"

#define NOT_A 0xfefefefefefefefeull
#define NOT_H 0x7f7f7f7f7f7f7f7full
#define INLINE static inline __attribute__((always_inline))

typedef struct { set straight, left, right; } targets;

/* Where the pawns of a player can go, by the way that they go. */
INLINE targets moves(set mine, set other, int white) {
    if (white)
        return (targets){(mine << 8) & ~(mine | other), (mine << 7) & NOT_H & ~mine, (mine << 9) & NOT_A & ~mine};
    return (targets){(mine >> 8) & ~(mine | other), (mine >> 9) & NOT_H & ~mine, (mine >> 7) & NOT_A & ~mine};
}

INLINE set source(set to, int way, int white) { return white ? to >> (8 + way) : to << (8 - way); }

INLINE int won(set to, set other, int white) {
    return (to & (white ? 0xff00000000000000ull : 0xffull)) != 0 || !(other & ~to);
}

static int64_t leaves(set mine, set other, int white, int64_t depth);

INLINE int64_t leaves_of(set mine, set other, int white, int64_t depth) {
    targets t = moves(mine, other, white);
    if (depth == 1) return count(t.straight) + count(t.left) + count(t.right);
    set ways[3] = {t.left, t.straight, t.right};
    int64_t n = 0;
    for (int way = -1; way <= 1; way++)
        for (set rest = ways[way + 1]; rest; rest &= rest - 1) {
            set to = rest & -rest;
            if (!won(to, other, white))
                n += leaves(other & ~to, (mine ^ source(to, way, white)) | to, !white, depth - 1);
        }
    return n;
}

static int64_t leaves(set mine, set other, int white, int64_t depth) {
    return white ? leaves_of(mine, other, 1, depth) : leaves_of(mine, other, 0, depth);
}

int64_t perft(int64_t depth) { return leaves(0xffff, 0xffffull << 48, 1, depth); }

/* Play one random move; return whether the game goes on. */
INLINE int ply(set *mine, set *other, int white, uint64_t *seed) {
    targets t = moves(*mine, *other, white);
    int a = count(t.straight), b = a + count(t.left), n = b + count(t.right);
    if (!n) return 0;
    int k = below(seed, n);
    /* Without a branch, which no processor could predict. */
    set past_a = -(set)(k >= a), past_b = -(set)(k >= b);
    set ways = t.straight ^ ((t.straight ^ t.left) & past_a) ^ ((t.left ^ t.right) & past_b);
    int way = 2 * (int)(past_b & 1) - (int)(past_a & 1);
    k -= (a & (int)past_a) + ((b - a) & (int)past_b);
    set to = kth(ways, k);
    *mine = (*mine ^ source(to, way, white)) | to;
    *other &= ~to;
    return !won(to, *other, white);
}

int64_t playouts(int64_t games, uint64_t seed) {
    int64_t states = 0;
    for (int64_t game = 0; game < games; game++) {
        set white = 0xffff, black = 0xffffull << 48;
        for (;;) {
            states++;
            if (!ply(&white, &black, 1, &seed)) break;
            states++;
            if (!ply(&black, &white, 0, &seed)) break;
        }
    }
    return states;
}
