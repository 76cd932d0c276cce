#include "Badge.hpp"

#include <algorithm>
#include <cmath>

namespace kik {
namespace {

constexpr double pi = 3.14159265358979323846;
constexpr size_t badgeLimit = 80;
constexpr double smallestArea = 40;    // in pixels
constexpr double largestShare = 0.12;  // of the frame's area

/// Area and moments of an outline by Green's theorem; holes inside are ignored.
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

/// Rejects outlines that cannot be a badge before costly computations.
bool isPlausible(const std::vector<cv::Point> &border) {
    constexpr size_t shortest = 20;
    if (border.size() < shortest) { return false; }
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
    // A convex outline has at most as many pixels as the perimeter of its box; noise may add a quarter.
    bool isSmooth = 4 * border.size() <= static_cast<size_t>(5 * 2 * (width + height));
    return isSmooth && width * height >= smallestArea && width <= 5 * height && height <= 5 * width;
}

/// Fits an ellipse to an outline. False when it is too small, too large, too flat or no ellipse.
///
/// `growth` is added to both semi-axes, in pixels.
bool fitBadge(const std::vector<cv::Point> &border, double frameArea, double growth, Badge &badge) {
    Moments moments(border);
    if (moments.area < smallestArea || moments.area > largestShare * frameArea) { return false; }
    double determinant = moments.xx * moments.yy - moments.xy * moments.xy;
    if (!(determinant > 0)) { return false; }
    // 1 for every ellipse, 0.955 for rectangles.
    double fullness = moments.area / (4 * pi * std::sqrt(determinant));
    if (fullness < 0.94 || fullness > 1.05) { return false; }
    double mean = (moments.xx + moments.yy) / 2;
    double spread = std::hypot((moments.xx - moments.yy) / 2, moments.xy);
    double large = mean + spread;
    double small = mean - spread;
    if (small < 0.04 * large) { return false; }  // tilted by more than about 78°
    double angle = 0.5 * std::atan2(2 * moments.xy, moments.xx - moments.yy);
    badge = {moments.x, moments.y, moments.area, 2 * std::sqrt(large) + growth, 2 * std::sqrt(small) + growth,
             std::cos(angle), std::sin(angle)};
    return badge.shortAxis > 1;
}

/// Whether almost the same ellipse was found already, for example in the mask of another window size.
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

void BadgeFinder::collect(double frameArea, bool bright) {
    follower.forEach(mask, [&](const Border &border) {
        if ((bright && border.isHole) || !isPlausible(border.points)) { return; }
        // The outline of an area runs through the area's own pixels, so the area reaches half a pixel further. The
        // outline of a hole runs through the pixels around it.
        Badge badge;
        if (fitBadge(border.points, frameArea, border.isHole ? -0.5 : 0.5, badge)) { found.push_back(badge); }
    });
}

const std::vector<Badge> &BadgeFinder::find(Surroundings &surroundings, bool bright) {
    found.clear();
    for (int i = 0; i < Surroundings::count; ++i) {
        if (surroundings.mark(i, bright, mask)) { collect(surroundings.area(), bright); }
    }
    std::sort(found.begin(), found.end(), [](const Badge &a, const Badge &b) { return a.area > b.area; });
    distinct.clear();
    for (const Badge &badge : found) {
        if (distinct.size() == badgeLimit) { break; }
        if (!isDuplicate(badge, distinct)) { distinct.push_back(badge); }
    }
    return distinct;
}

}  // namespace kik
