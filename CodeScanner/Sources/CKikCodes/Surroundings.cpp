#include "Surroundings.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cstring>
#include <iterator>

namespace kik {
namespace {

struct Threshold {
    int edgeDivisor;    // window = shorter edge / edgeDivisor,
    int largestWindow;  // but at most this
    int bias;           // smallest difference from the mean
    bool isForSmall;    // for badges so small that smoothing would close the gap around them
};
constexpr int unlimited = 1 << 16;
constexpr Threshold thresholds[] = {{3, unlimited, 6, false}, {10, unlimited, 10, false}, {10, 12, 10, true}};

/// Means change slowly, so they are computed on a picture reduced by this factor.
constexpr int meanReduction = 4;

/// Halves a picture; an odd last row or column is left out.
void halve(const cv::Mat &image, cv::Mat &half) {
    cv::Size size(image.cols / 2, image.rows / 2);
    cv::resize(image(cv::Rect(0, 0, 2 * size.width, 2 * size.height)), half, size, 0, 0, cv::INTER_AREA);
}

/// Writes a row of means, shifted by the bias, at full width.
void spread(const uint8_t *means, int count, int bias, std::vector<uint8_t> &limits) {
    const int wanted = static_cast<int>(limits.size()) / meanReduction;
    for (int i = 0; i < wanted; ++i) {
        int limit = std::min(std::max(means[std::min(i, count - 1)] + bias, 0), 255);
        std::memset(limits.data() + i * meanReduction, limit, meanReduction);
    }
}

/// Marks pixels beyond their limit. Simple loops without aliases, which compilers vectorize.
void markRow(const uint8_t *__restrict pixels, const uint8_t *__restrict limits, int width, bool bright,
             uint8_t *__restrict marks) {
    if (bright) {
        for (int x = 0; x < width; ++x) { marks[x] = pixels[x] > limits[x] ? Mask::marked : Mask::blank; }
    } else {
        for (int x = 0; x < width; ++x) { marks[x] = pixels[x] < limits[x] ? Mask::marked : Mask::blank; }
    }
}

/// The share of pixels that differ from their neighbour in the row; high only for noise.
double unrestOf(const Mask &mask) {
    constexpr int interval = 4;  // a sample of the rows is enough
    int changes = 0;
    int rows = 0;
    for (int y = 0; y < mask.height(); y += interval) {
        const uint8_t *row = mask.row(y);
        for (int x = 1; x < mask.width(); ++x) { changes += row[x] ^ row[x - 1]; }
        ++rows;
    }
    return static_cast<double>(changes) / (static_cast<double>(mask.width()) * rows);
}

/// Above this a mask is noise: following its thousands of borders would take most of the time.
constexpr double speckled = 0.05;

/// Removes speckles from a mask. False when only noise is left.
bool calm(Mask &mask) {
    constexpr double hopeless = 0.09;  // a code in noise of 60 grey levels has 0.07, bare noise 0.10
    cv::Mat inner = mask.inner();
    // The rounded mean of marks is the value of the majority.
    cv::blur(inner, inner, cv::Size(5, 5), cv::Point(-1, -1), cv::BORDER_REPLICATE | cv::BORDER_ISOLATED);
    return unrestOf(mask) <= hopeless;
}

}  // namespace

void Surroundings::look(const cv::Mat &picture, const cv::Mat &smoothed) {
    static_assert(std::size(thresholds) == count, "one mean for each threshold");
    sharp = picture;
    smooth = smoothed;
    halve(sharp, half);
    halve(half, quarter);
    const int shorter = std::min(sharp.cols, sharp.rows);
    for (int i = 0; i < count; ++i) {
        int window = std::min(shorter / thresholds[i].edgeDivisor, thresholds[i].largestWindow) / meanReduction;
        window = std::max(window, 3) | 1;
        cv::blur(quarter, means[i], cv::Size(window, window), cv::Point(-1, -1), cv::BORDER_REPLICATE);
    }
}

bool Surroundings::isNoisy() {
    constexpr double noisy = 0.1;
    mark(smooth, means[0], thresholds[0].bias, scratch);
    return unrestOf(scratch) > noisy;
}

bool Surroundings::mark(int index, bool bright, Mask &mask) {
    const Threshold &threshold = thresholds[index];
    const int bias = bright ? threshold.bias : -threshold.bias;
    if (threshold.isForSmall) {
        constexpr double bearable = 0.08;  // clutter is searched, noise is not
        mark(sharp, means[index], bias, mask);
        if (unrestOf(mask) <= bearable) { return true; }
    }
    mark(smooth, means[index], bias, mask);
    // Smoothing removes small badges, so masks for small badges are not smoothed.
    return unrestOf(mask) <= speckled || (!threshold.isForSmall && calm(mask));
}

void Surroundings::mark(const cv::Mat &image, const cv::Mat &mean, int bias, Mask &mask) {
    mask.reset(image.cols, image.rows);
    limits.resize(static_cast<size_t>(image.cols + meanReduction));
    for (int y = 0; y < image.rows; ++y) {
        if (y % meanReduction == 0) {
            spread(mean.ptr(std::min(y / meanReduction, mean.rows - 1)), mean.cols, bias, limits);
        }
        markRow(image.ptr(y), limits.data(), image.cols, bias > 0, mask.row(y));
    }
}

}  // namespace kik
