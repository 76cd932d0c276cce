// Luma planes: views of callers' planes, and reduced or enlarged copies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kik {

/// A view of a plane that the caller owns.
struct Luma {
    const uint8_t *pixels;
    size_t stride;
    int width;
    int height;

    const uint8_t *row(int y) const { return pixels + static_cast<size_t>(y) * stride; }

    /// The interpolated value at a point; points outside use the nearest border pixel. Both sides must be at least 2
    /// pixels.
    float sample(double x, double y) const {
        double right = width - 1.001;
        double bottom = height - 1.001;
        x = x >= 0 ? (x < right ? x : right) : 0;  // also catches NaN
        y = y >= 0 ? (y < bottom ? y : bottom) : 0;
        int column = static_cast<int>(x);
        int line = static_cast<int>(y);
        float fx = static_cast<float>(x - column);
        float fy = static_cast<float>(y - line);
        const uint8_t *top = row(line) + column;
        const uint8_t *low = top + stride;
        float above = top[0] + fx * static_cast<float>(top[1] - top[0]);
        float below = low[0] + fx * static_cast<float>(low[1] - low[0]);
        return above + fy * (below - above);
    }
};

/// A plane that owns its pixels.
struct Plane {
    int width = 0;
    int height = 0;
    std::vector<uint8_t> pixels;

    Plane(int width, int height)
        : width(width), height(height), pixels(static_cast<size_t>(width) * static_cast<size_t>(height)) {}

    uint8_t *row(int y) { return pixels.data() + static_cast<size_t>(y) * static_cast<size_t>(width); }
    const uint8_t *row(int y) const { return pixels.data() + static_cast<size_t>(y) * static_cast<size_t>(width); }
    Luma view() const { return {pixels.data(), static_cast<size_t>(width), width, height}; }
};

/// Averages areas by a whole factor. Remaining pixels at the right and bottom edges are left out.
Plane reduced(const Luma &luma, int factor);

/// Doubles both sides, with interpolation.
Plane doubled(const Luma &luma);

}  // namespace kik
