// Positions of bits, blank gaps and the badge in the plane of the code (code specification §4, §5).
//
// The outer radius is 1; x points right and y down.
#pragma once

#include <cstdint>

namespace kik {

struct Point {
    float x;
    float y;
};

constexpr int ringCount = 6;
constexpr int ringBits[ringCount] = {32, 40, 48, 56, 64, 72};
constexpr int finderBits = 32;
constexpr int cellCount = 312;
constexpr int dataCells = cellCount - finderBits;
constexpr uint8_t finderBytes[4] = {0xB2, 0xCB, 0x25, 0xC6};

/// The figure as drawn: the badge's radius, half of a dot's and an arc's width, and the radii of the rings' middle
/// lines.
constexpr double drawnBadgeRadius = 0.32;
constexpr double drawnDotRadius = 0.0328125;
constexpr double drawnRingRadius[ringCount] = {0.43675, 0.55625, 0.64375, 0.73125, 0.81875, 0.90625};

/// The same in single precision, for scanning.
constexpr float badgeRadius = static_cast<float>(drawnBadgeRadius);
constexpr float dotRadius = static_cast<float>(drawnDotRadius);
constexpr float ringRadius[ringCount] = {
    static_cast<float>(drawnRingRadius[0]), static_cast<float>(drawnRingRadius[1]),
    static_cast<float>(drawnRingRadius[2]), static_cast<float>(drawnRingRadius[3]),
    static_cast<float>(drawnRingRadius[4]), static_cast<float>(drawnRingRadius[5]),
};

/// The corners of the code's square: top left, top right, bottom right, bottom left as drawn.
constexpr Point unitSquare[4] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};

/// Circles that never have ink: halfway between neighbouring rings, and outside the last.
constexpr int gapCircles = 6;
constexpr int gapSamplesPerCircle = 48;
constexpr int gapCount = gapCircles * gapSamplesPerCircle;

constexpr int samplesPerCell = 7;
constexpr int nearestGaps = 12;
constexpr int nearestCells = 30;

/// Angular samples of the finder ring: fine, and coarse for the first pass.
constexpr int fineAngles = 192;
constexpr int coarseAngles = 64;

constexpr bool finderBit(int index) {
    return (finderBytes[index / 8] >> (index % 8) & 1) != 0;
}

/// The norm to which templates and rings are scaled before they are rounded to integers.
constexpr int scaledNorm = 174;
/// The largest growth of the norm by rounding: half the square root of the number of values.
constexpr int roundingNorm = 7;
static_assert(4 * roundingNorm * roundingNorm >= fineAngles, "rounding changes a norm by half the root of the count");
static_assert((scaledNorm + roundingNorm) * (scaledNorm + roundingNorm) <= INT16_MAX,
              "a sum of products of two rings fits in 16 bits");

/// The finder ring's ink minus its mean, clockwise, and its mirror image.
template <int count>
struct Template {
    int16_t ink[count];
    int16_t mirrored[count];
    float norm;  // square root of the sum of squares, after rounding
};

/// The parts of the figure that can be computed once.
struct Layout {
    Point cells[cellCount];
    int firstCell[ringCount];
    Point gaps[gapCount];

    /// Offsets from a cell's centre at which its ink is sampled.
    Point cellPattern[samplesPerCell];
    uint16_t gapsNear[dataCells][nearestGaps];
    uint16_t cellsNear[dataCells][nearestCells];

    /// Unit vectors from twelve o'clock clockwise.
    Point directions[fineAngles];
    Template<fineAngles> fineTemplate;
    Template<coarseAngles> coarseTemplate;

    Layout();
};

/// The shared instance; its construction is thread-safe.
const Layout &layout();

}  // namespace kik
