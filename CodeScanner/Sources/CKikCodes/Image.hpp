// The reduced, lightly smoothed luma plane that all steps of the scanner read.
#pragma once

#include <opencv2/core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace kik {

class Image {
public:
    /// Wraps a view of at least one pixel.
    explicit Image(const cv::Mat &mat)
        : pixels(mat.data), stride(mat.step[0]), right(static_cast<float>(mat.cols - 1)),
          bottom(static_cast<float>(mat.rows - 1)), lastColumn(std::max(mat.cols - 2, 0)),
          lastRow(std::max(mat.rows - 2, 0)), toRight(mat.cols > 1 ? 1 : 0), toBelow(mat.rows > 1 ? stride : 0) {}

    /// The interpolated value at a point. Points outside use the nearest border pixel; NaN counts as 0.
    float sample(float x, float y) const {
        x = x >= 0 ? x : 0;  // also catches NaN
        y = y >= 0 ? y : 0;
        x = x < right ? x : right;
        y = y < bottom ? y : bottom;
        // Clamped as integers: in pictures of 32,770 pixels and more no single-precision number lies just before the
        // edge, and a point on the edge would have neighbours beyond it.
        int column = std::min(static_cast<int>(x), lastColumn);
        int row = std::min(static_cast<int>(y), lastRow);
        float fx = x - static_cast<float>(column);
        float fy = y - static_cast<float>(row);
        const uint8_t *top = pixels + static_cast<size_t>(row) * stride + column;
        const uint8_t *low = top + toBelow;
        float above = top[0] + fx * static_cast<float>(top[toRight] - top[0]);
        float below = low[0] + fx * static_cast<float>(low[toRight] - low[0]);
        return above + fy * (below - above);
    }

private:
    const uint8_t *pixels;
    size_t stride;
    float right;  // the largest coordinate
    float bottom;
    int lastColumn;  // the last with a right neighbour; 0 for a single column
    int lastRow;
    size_t toRight;  // byte offsets of the neighbours
    size_t toBelow;
};

}  // namespace kik
