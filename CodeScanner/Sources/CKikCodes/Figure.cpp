// The figure of a code, for drawing it, and the brightness of colours (code specification §5 and §11).

#include "Code.h"
#include "Layout.hpp"

#include <cmath>

namespace kik {
namespace {

constexpr double pi = 3.14159265358979323846;

/// A stroke with round ends, cut out of the badge.
struct Cut {
    double start;
    double end;
    double y;
};

/// The scale of the badge in its viewport of 62 × 62.
constexpr double badgeScale = 2 * drawnBadgeRadius / 62;
constexpr double discCentre = 30.832;
constexpr double cutRadius = 4.811;
constexpr Cut cuts[] = {{24.811, 39.246, 19.811}, {24.811, 36.038, 32}, {24.811, 24.811, 44.189}};

/// The distance of a point from the edge of the badge; negative outside.
double badgeDepth(double x, double y) {
    double column = x / badgeScale + 31;
    double row = y / badgeScale + 31;
    double depth = discCentre - std::sqrt((column - discCentre) * (column - discCentre)
                                          + (row - discCentre) * (row - discCentre));
    for (const Cut &cut : cuts) {
        double nearest = column < cut.start ? cut.start : (column > cut.end ? cut.end : column);
        double across = column - nearest;
        double down = row - cut.y;
        double outside = std::sqrt(across * across + down * down) - cutRadius;
        depth = outside < depth ? outside : depth;
    }
    return depth * badgeScale;
}

/// The distance of a point from the edge of a dot that is `turn` turns away on a ring; negative outside.
double depthInDot(double distance, double ring, double turn) {
    double squared = distance * distance + ring * ring - 2 * distance * ring * std::cos(2 * pi * turn);
    return drawnDotRadius - std::sqrt(squared > 0 ? squared : 0);
}

/// The angle from twelve o'clock clockwise, 0 ≤ turn < 1.
double turnOf(double x, double y) {
    double turn = std::atan2(x, -y) / (2 * pi);
    if (turn >= 0) { return turn; }
    return turn + 1 < 1 ? turn + 1 : 0;
}

/// The distance of a point from the edge of a ring's ink; negative outside.
double ringDepth(const uint8_t *bits, int count, double ring, double distance, double turn) {
    constexpr double nowhere = -1e9;
    double place = turn * count;
    int before = static_cast<int>(place) % count;
    int after = (before + 1) % count;
    double fraction = place - static_cast<int>(place);
    if (bits[before] != 0 && bits[after] != 0) { return drawnDotRadius - std::fabs(distance - ring); }
    if (bits[before] != 0) { return depthInDot(distance, ring, fraction / count); }
    return bits[after] != 0 ? depthInDot(distance, ring, (1 - fraction) / count) : nowhere;
}

/// The covered share of a pixel at this distance inside (positive) or outside an edge, in pixels.
double shareAt(double depth, double softness) {
    double share = 0.5 + depth / softness;
    return share > 0 ? (share < 1 ? share : 1) : 0;
}

}  // namespace
}  // namespace kik

using namespace kik;

extern "C" double kikInk(const uint8_t bits[KIK_FIGURE_BITS], double radius, double softness, double x, double y) {
    double distance = std::sqrt(x * x + y * y) / radius;
    if (!(distance <= 1)) { return 0; }
    if (distance < (drawnBadgeRadius + drawnRingRadius[0]) / 2) {
        return shareAt(badgeDepth(x / radius, y / radius) * radius, softness);
    }
    int ring = 0;
    int firstBit = 0;
    while (ring + 1 < ringCount && distance >= (drawnRingRadius[ring] + drawnRingRadius[ring + 1]) / 2) {
        firstBit += ringBits[ring++];
    }
    // The depth in an arc is the largest possible at this distance. Skips most of the work between rings.
    double most = drawnDotRadius - std::fabs(distance - drawnRingRadius[ring]);
    if (shareAt(most * radius, softness) == 0) { return 0; }
    double depth = ringDepth(bits + firstBit, ringBits[ring], drawnRingRadius[ring], distance, turnOf(x, y));
    return shareAt(depth * radius, softness);
}

extern "C" void kikInkRow(const uint8_t bits[KIK_FIGURE_BITS], double radius, double softness, double x, double y,
                          float *shares, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        shares[i] = static_cast<float>(kikInk(bits, radius, softness, x + static_cast<double>(i), y));
    }
}

extern "C" void kikLuma(const uint8_t *rgb, uint8_t *luma, size_t count) {
    for (const uint8_t *end = luma + count; luma != end; ++luma, rgb += 3) {
        *luma = static_cast<uint8_t>((77 * rgb[0] + 150 * rgb[1] + 29 * rgb[2]) >> 8);
    }
}
