// Luma planes: those of callers, and reduced or enlarged copies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kik {

/// A plane that belongs to someone else.
struct Luma {
    const uint8_t *pixels;
    size_t stride;
    int width;
    int height;

    const uint8_t *row(int y) const { return pixels + static_cast<size_t>(y) * stride; }

    /// The value between pixels; places outside count as the nearest border pixel. Both sides are at least 2 pixels.
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

/// A plane of its own.
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

/// Area averages by a whole factor; what does not fill a whole pixel at the right and bottom edges is left out.
Plane reduced(const Luma &luma, int factor);

/// Twice as large in both directions, smooth between pixels.
Plane doubled(const Luma &luma);

}  // namespace kik
