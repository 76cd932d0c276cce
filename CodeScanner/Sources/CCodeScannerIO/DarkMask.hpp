// A mask of the pixels that are darker than their surroundings.
#pragma once

#include "Luma.hpp"

namespace kik {

struct DarkMask {
    Plane plane;  // 1 for dark

    /// Compares every pixel with the mean of a square window. `inverted` marks light pixels instead.
    DarkMask(const Luma &luma, int window, bool inverted);

    bool at(int x, int y) const { return plane.row(y)[x] != 0; }
    bool contains(int x, int y) const { return x >= 0 && y >= 0 && x < plane.width && y < plane.height; }
};

}  // namespace kik
