/* What the references share: random numbers, and choosing a cell of a set. */

#include <stdint.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

typedef uint64_t set;

static inline int count(set x) { return __builtin_popcountll(x); }

/* splitmix64 (Sebastiano Vigna): the next of a sequence of random numbers. */
static inline uint64_t next(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

/* A uniform number below n. */
static inline int below(uint64_t *state, int n) { return (int)(((next(state) >> 32) * (uint64_t)n) >> 32); }

/* The set of only the k-th lowest cell of x, where k < count(x). */
static inline set kth(set x, int k) {
#ifdef __BMI2__
    return _pdep_u64(1ull << k, x);
#else
    while (k--) x &= x - 1;
    return x & -x;
#endif
}
