// A part of the input in the form that the scanner's steps read.
#pragma once

#include "Pose.hpp"

#include <opencv2/core.hpp>

namespace kik {

/// Lightly smoothed pixels; each covers `factor` × `factor` pixels of the input.
struct View {
    cv::Mat pixels;
    int factor = 1;
    /// The position of the first pixel in the input.
    int left = 0;
    int top = 0;

    Point toInput(Point point) const {
        return {(point.x + 0.5F) * static_cast<float>(factor) - 0.5F + static_cast<float>(left),
                (point.y + 0.5F) * static_cast<float>(factor) - 0.5F + static_cast<float>(top)};
    }

    Pose toInput(const Pose &pose) const {
        Point centre = toInput(Point{pose.cx, pose.cy});
        Pose result = pose.scaled(static_cast<float>(factor));
        result.cx = centre.x;
        result.cy = centre.y;
        return result;
    }

    Pose fromInput(const Pose &pose) const {
        float scale = 1 / static_cast<float>(factor);
        Pose result = pose.scaled(scale);
        result.cx = (pose.cx - static_cast<float>(left) + 0.5F) * scale - 0.5F;
        result.cy = (pose.cy - static_cast<float>(top) + 0.5F) * scale - 0.5F;
        return result;
    }
};

}  // namespace kik
