#include "Badge.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>

namespace kik {
namespace {

constexpr double pi = 3.14159265358979323846;
constexpr size_t badgeLimit = 80;
constexpr double smallestArea = 40;
constexpr double largestShare = 0.12;  // of the frame

struct Threshold {
    int edgeDivisor;  // window = shorter edge / this
    int bias;
};
constexpr Threshold thresholds[] = {{3, 6}, {10, 10}};

/// Pixels that differ from the mean of their surroundings by more than the bias.
cv::Mat maskOf(const cv::Mat &image, Threshold threshold, bool bright) {
    constexpr int largestWindow = 1023;  // keeps the sums of a window within 32 bits
    int window = std::min(std::max(std::min(image.cols, image.rows) / threshold.edgeDivisor, 3) | 1, largestWindow);
    cv::Mat mean;
    cv::blur(image, mean, cv::Size(window, window), cv::Point(-1, -1), cv::BORDER_REPLICATE);
    cv::Mat mask;
    if (bright) {
        cv::subtract(image, mean, mask);
    } else {
        cv::subtract(mean, image, mask);
    }
    cv::threshold(mask, mask, threshold.bias, 255, cv::THRESH_BINARY);
    return mask;
}

/// How often neighbours in a row differ, as a share of all pixels: high only where everything is speckles.
double unrestOf(const cv::Mat &mask) {
    cv::Mat changes;
    cv::bitwise_xor(mask.colRange(1, mask.cols), mask.colRange(0, mask.cols - 1), changes);
    return static_cast<double>(cv::countNonZero(changes)) / (static_cast<double>(mask.cols) * mask.rows);
}

/// Takes speckles out of a noisy mask, whose thousands of borders would cost more than all else. False when nothing but
/// noise is left.
bool calm(cv::Mat &mask) {
    constexpr double speckled = 0.05;
    constexpr double hopeless = 0.09;  // after the median: a code in noise of 60 grey levels has 0.07, bare noise 0.10
    if (unrestOf(mask) <= speckled) { return true; }
    cv::medianBlur(mask, mask, 5);
    return unrestOf(mask) <= hopeless;
}

/// Area and moments of an outline by Green's theorem, so that holes inside do not matter.
struct Moments {
    double area = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;

    explicit Moments(const std::vector<cv::Point> &border) {
        const int baseX = border.front().x;
        const int baseY = border.front().y;
        const cv::Point *points = border.data();
        const size_t count = border.size();
        double ax = points[count - 1].x - baseX;
        double ay = points[count - 1].y - baseY;
        for (size_t i = 0; i < count; ++i) {
            double bx = points[i].x - baseX;
            double by = points[i].y - baseY;
            double cross = ax * by - bx * ay;
            area += cross;
            x += (ax + bx) * cross;
            y += (ay + by) * cross;
            xx += (ax * ax + ax * bx + bx * bx) * cross;
            yy += (ay * ay + ay * by + by * by) * cross;
            xy += (ax * by + 2 * ax * ay + 2 * bx * by + bx * ay) * cross;
            ax = bx;
            ay = by;
        }
        area /= 2;
        if (area == 0) { return; }
        x /= 6 * area;
        y /= 6 * area;
        xx = xx / (12 * area) - x * x;
        yy = yy / (12 * area) - y * y;
        xy = xy / (24 * area) - x * y;
        x += baseX;
        y += baseY;
        area = std::fabs(area);
    }
};

/// Rejects what is too long or too thin to be a badge before anything costly is computed.
bool isPlausible(const std::vector<cv::Point> &border) {
    constexpr size_t shortest = 20;
    constexpr size_t longest = 2000;
    if (border.size() < shortest || border.size() > longest) { return false; }
    int left = border[0].x, right = left, top = border[0].y, bottom = top;
    const cv::Point *end = border.data() + border.size();
    for (const cv::Point *point = border.data(); point != end; ++point) {
        left = point->x < left ? point->x : left;
        right = point->x > right ? point->x : right;
        top = point->y < top ? point->y : top;
        bottom = point->y > bottom ? point->y : bottom;
    }
    int width = right - left + 1;
    int height = bottom - top + 1;
    return width <= 5 * height && height <= 5 * width;
}

bool fitBadge(const std::vector<cv::Point> &border, double frameArea, double growth, Badge &badge) {
    Moments moments(border);
    if (moments.area < smallestArea || moments.area > largestShare * frameArea) { return false; }
    double determinant = moments.xx * moments.yy - moments.xy * moments.xy;
    if (!(determinant > 0)) { return false; }
    // 1 for every ellipse whatever its axis ratio; 0.955 for rectangles.
    double fullness = moments.area / (4 * pi * std::sqrt(determinant));
    if (fullness < 0.94 || fullness > 1.05) { return false; }
    double mean = (moments.xx + moments.yy) / 2;
    double spread = std::hypot((moments.xx - moments.yy) / 2, moments.xy);
    double large = mean + spread;
    double small = mean - spread;
    if (small < 0.04 * large) { return false; }  // seen at more than about 78°
    double angle = 0.5 * std::atan2(2 * moments.xy, moments.xx - moments.yy);
    badge = {moments.x, moments.y, moments.area, 2 * std::sqrt(large) + growth, 2 * std::sqrt(small) + growth,
             std::cos(angle), std::sin(angle)};
    return badge.shortAxis > 1;
}

bool isDuplicate(const Badge &badge, const std::vector<Badge> &known) {
    for (const Badge &other : known) {
        double ratio = badge.area / other.area;
        if (std::fabs(badge.x - other.x) + std::fabs(badge.y - other.y) < 3 && ratio > 0.85 && ratio < 1.18) {
            return true;
        }
    }
    return false;
}

}  // namespace

std::vector<Badge> findBadges(const cv::Mat &image, bool bright) {
    std::vector<Badge> found;
    double frameArea = static_cast<double>(image.cols) * image.rows;
    std::vector<std::vector<cv::Point>> borders;
    std::vector<cv::Vec4i> hierarchy;
    for (const Threshold &threshold : thresholds) {
        cv::Mat mask = maskOf(image, threshold, bright);
        if (!calm(mask)) { continue; }
        cv::findContours(mask, borders, hierarchy, cv::RETR_CCOMP, cv::CHAIN_APPROX_NONE);
        for (size_t i = 0; i < borders.size(); ++i) {
            bool isHole = hierarchy[i][3] >= 0;
            if ((bright && isHole) || !isPlausible(borders[i])) { continue; }
            // An outline runs through the centres of the area's own pixels, a hole's through those around it.
            Badge badge;
            if (fitBadge(borders[i], frameArea, isHole ? -0.5 : 0.5, badge)) { found.push_back(badge); }
        }
    }
    std::sort(found.begin(), found.end(), [](const Badge &a, const Badge &b) { return a.area > b.area; });
    std::vector<Badge> distinct;
    for (const Badge &badge : found) {
        if (distinct.size() == badgeLimit) { break; }
        if (!isDuplicate(badge, distinct)) { distinct.push_back(badge); }
    }
    return distinct;
}

}  // namespace kik
