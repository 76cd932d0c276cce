#include "DarkMask.hpp"

#include <algorithm>

namespace kik {

DarkMask::DarkMask(const Luma &luma, int window, bool inverted) : plane(luma.width, luma.height) {
    // Sums of each column of the window, updated as it moves down, and of the whole window, updated as it moves right.
    const int reach = std::max(window / 2, 1);
    const int width = luma.width;
    const int height = luma.height;
    std::vector<uint32_t> columns(static_cast<size_t>(width), 0);
    for (int y = 0; y < std::min(reach, height); ++y) {
        const uint8_t *row = luma.row(y);
        for (int x = 0; x < width; ++x) { columns[static_cast<size_t>(x)] += row[x]; }
    }
    constexpr int bias = 4;
    for (int y = 0; y < height; ++y) {
        if (y + reach < height) {
            const uint8_t *entering = luma.row(y + reach);
            for (int x = 0; x < width; ++x) { columns[static_cast<size_t>(x)] += entering[x]; }
        }
        if (y - reach - 1 >= 0) {
            const uint8_t *leaving = luma.row(y - reach - 1);
            for (int x = 0; x < width; ++x) { columns[static_cast<size_t>(x)] -= leaving[x]; }
        }
        const int rows = std::min(y + reach, height - 1) - std::max(y - reach, 0) + 1;
        int64_t sum = 0;
        for (int x = 0; x < std::min(reach, width); ++x) { sum += columns[static_cast<size_t>(x)]; }
        const uint8_t *source = luma.row(y);
        uint8_t *target = plane.row(y);
        for (int x = 0; x < width; ++x) {
            if (x + reach < width) { sum += columns[static_cast<size_t>(x + reach)]; }
            if (x - reach - 1 >= 0) { sum -= columns[static_cast<size_t>(x - reach - 1)]; }
            const int64_t area = static_cast<int64_t>(rows) * (std::min(x + reach, width - 1) - std::max(x - reach, 0) + 1);
            const int64_t difference = sum - source[x] * area;
            target[x] = (inverted ? -difference : difference) > bias * area ? 1 : 0;
        }
    }
}

}  // namespace kik
