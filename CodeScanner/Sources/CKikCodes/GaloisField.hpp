// Arithmetic in GF(256) for circular codes and QR codes.
#pragma once

#include <cstdint>

namespace kik {

/// Powers and logarithms of α = 2 in GF(2⁸) modulo x⁸ + x⁴ + x³ + x² + 1.
struct GaloisField {
    uint8_t power[510];
    uint8_t logarithm[256];

    constexpr GaloisField() : power(), logarithm() {
        unsigned value = 1;
        for (int i = 0; i < 255; ++i) {
            power[i] = static_cast<uint8_t>(value);
            power[i + 255] = static_cast<uint8_t>(value);
            logarithm[value] = static_cast<uint8_t>(i);
            value <<= 1;
            if (value & 0x100) { value ^= 0x11D; }
        }
    }

    constexpr uint8_t multiply(uint8_t a, uint8_t b) const {
        return a == 0 || b == 0 ? 0 : power[logarithm[a] + logarithm[b]];
    }

    /// `b` must not be zero.
    constexpr uint8_t divide(uint8_t a, uint8_t b) const {
        return a == 0 ? 0 : power[logarithm[a] + 255 - logarithm[b]];
    }
};

inline constexpr GaloisField field;

}  // namespace kik
