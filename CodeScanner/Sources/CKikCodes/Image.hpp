// The reduced, lightly smoothed luma plane that all steps of the scanner read.
#pragma once

#include <opencv2/core.hpp>

#include <cstddef>
#include <cstdint>

namespace kik {

struct Image {
    const uint8_t *pixels;
    size_t stride;
    int width;
    int height;

    explicit Image(const cv::Mat &mat)
        : pixels(mat.data), stride(mat.step[0]), width(mat.cols), height(mat.rows) {}

    /// The value between pixels; places outside count as the nearest border pixel. Both sides are at least 2 pixels.
    float sample(float x, float y) const {
        float right = static_cast<float>(width - 1) - 0.001F;
        float bottom = static_cast<float>(height - 1) - 0.001F;
        x = x >= 0 ? x : 0;  // also catches NaN
        y = y >= 0 ? y : 0;
        x = x < right ? x : right;
        y = y < bottom ? y : bottom;
        int column = static_cast<int>(x);
        int row = static_cast<int>(y);
        float fx = x - static_cast<float>(column);
        float fy = y - static_cast<float>(row);
        const uint8_t *top = pixels + static_cast<size_t>(row) * stride + column;
        const uint8_t *low = top + stride;
        float above = top[0] + fx * static_cast<float>(top[1] - top[0]);
        float below = low[0] + fx * static_cast<float>(low[1] - low[0]);
        return above + fy * (below - above);
    }
};

}  // namespace kik
