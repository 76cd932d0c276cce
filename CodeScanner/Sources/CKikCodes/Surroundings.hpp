// Which pixels stand out from what surrounds them (code specification §10.2).
#pragma once

#include "Border.hpp"

#include <opencv2/core.hpp>

#include <cstdint>
#include <vector>

namespace kik {

/// A picture and the means of windows of several sizes about its pixels.
class Surroundings {
public:
    /// How many masks there are, each of another window.
    static constexpr int count = 3;

    /// Takes a picture, as it is and lightly smoothed.
    void look(const cv::Mat &sharp, const cv::Mat &smooth);

    /// Lets go of the picture, which may lie in memory that is somebody else's.
    void forget() { sharp.release(); }

    /// The picture's area in pixels.
    double area() const { return static_cast<double>(sharp.cols) * sharp.rows; }

    /// Whether there is so much noise that half the resolution shows as much.
    bool isNoisy();

    /// Marks the pixels that are brighter, or darker, than the mean of the window about them. False when nothing but
    /// noise would be marked.
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
