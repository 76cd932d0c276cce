#ifndef CHANCE_H
#define CHANCE_H

#include <stdint.h>

// Random numbers without a state: the same key gives the same number. What happens to one file does not depend on how
// often another one was used.

/// Mixes two numbers to a random one.
static inline uint64_t chance_mix(uint64_t first, uint64_t second) {
    uint64_t z = first + 0x9e3779b97f4a7c15u * (second + 1);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/// A number for a text (FNV-1a).
static inline uint64_t chance_of_text(const char *text) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (; *text; text++) hash = (hash ^ (uint8_t)*text) * 0x100000001b3u;
    return hash;
}

#endif
