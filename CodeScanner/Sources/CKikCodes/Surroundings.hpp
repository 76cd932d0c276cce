// Finds the pixels that differ from their surroundings (code specification §10.2).
#pragma once

#include "Border.hpp"

#include <opencv2/core.hpp>

#include <cstdint>
#include <vector>

namespace kik {

/// A picture, and the means around its pixels for windows of several sizes.
class Surroundings {
public:
    /// The number of masks, one for each window size.
    static constexpr int count = 3;

    /// Takes a picture, unsmoothed and lightly smoothed.
    void look(const cv::Mat &sharp, const cv::Mat &smooth);

    /// Releases the picture, whose memory the caller may own.
    void forget() { sharp.release(); }

    /// The picture's area in pixels.
    double area() const { return static_cast<double>(sharp.cols) * sharp.rows; }

    /// Whether the picture is so noisy that half the resolution shows as much.
    bool isNoisy();

    /// Marks the pixels brighter, or darker, than the mean of the window around them. False when only noise would be
    /// marked.
    bool mark(int index, bool bright, Mask &mask);

private:
    cv::Mat sharp;
    cv::Mat smooth;
    cv::Mat half;
    cv::Mat quarter;
    cv::Mat means[count];
    std::vector<uint8_t> limits;
    Mask scratch;

    void mark(const cv::Mat &image, const cv::Mat &mean, int bias, Mask &mask);
};

}  // namespace kik
