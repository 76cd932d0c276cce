#include "Luma.hpp"

#include <algorithm>

namespace kik {

Plane reduced(const Luma &luma, int factor) {
    Plane plane(luma.width / factor, luma.height / factor);
    std::vector<uint32_t> sums(static_cast<size_t>(plane.width));
    uint32_t area = static_cast<uint32_t>(factor * factor);
    for (int y = 0; y < plane.height; ++y) {
        std::fill(sums.begin(), sums.end(), area / 2);
        for (int part = 0; part < factor; ++part) {
            const uint8_t *source = luma.row(y * factor + part);
            for (uint32_t &sum : sums) {
                for (int i = 0; i < factor; ++i) { sum += *source++; }
            }
        }
        uint8_t *target = plane.row(y);
        for (uint32_t sum : sums) { *target++ = static_cast<uint8_t>(sum / area); }
    }
    return plane;
}

Plane doubled(const Luma &luma) {
    Plane plane(2 * luma.width, 2 * luma.height);
    for (int y = 0; y < plane.height; ++y) {
        uint8_t *target = plane.row(y);
        for (int x = 0; x < plane.width; ++x) {
            target[x] = static_cast<uint8_t>(luma.sample(x / 2.0 - 0.25, y / 2.0 - 0.25) + 0.5F);
        }
    }
    return plane;
}

}  // namespace kik
