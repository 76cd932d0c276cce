#include "QRFinder.h"

#include "DarkMask.hpp"
#include "FinderMarks.hpp"
#include "Luma.hpp"
#include "QRPose.hpp"
#include "Sightings.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace kik {
namespace {

constexpr size_t largestEdge = 1 << 16;
constexpr int smallestEdge = 21;  // edge of the smallest symbol at one pixel a module
constexpr int largestSide = 177;

bool isPlane(const KikQRPlane &plane) {
    if (plane.luma == nullptr || plane.width < smallestEdge || plane.height < smallestEdge
        || plane.width > largestEdge || plane.height > largestEdge || plane.rowStride < plane.width) {
        return false;
    }
    size_t needed;
    return !__builtin_mul_overflow(plane.rowStride, plane.height - 1, &needed)
        && !__builtin_add_overflow(needed, plane.width, &needed) && needed <= plane.available;
}

Luma viewOf(const KikQRPlane &plane) {
    return {plane.luma, plane.rowStride, static_cast<int>(plane.width), static_cast<int>(plane.height)};
}

/// One way to search a picture.
struct Look {
    int reduction;    // 0: enlarged twice
    int edgeDivisor;  // window of the mean = shorter edge / edgeDivisor
};

/// A medium size first, then smaller ones against noise and larger ones for small modules.
std::vector<Look> looksAt(size_t width, size_t height) {
    constexpr size_t middling = 1000;
    constexpr size_t most = 4000;
    size_t longest = std::max(width, height);
    auto reduction = [&](size_t edge) { return static_cast<int>((longest + edge - 1) / edge); };
    std::vector<int> reductions = {reduction(middling)};
    auto add = [&](int value) {
        if (std::find(reductions.begin(), reductions.end(), value) == reductions.end()) { reductions.push_back(value); }
    };
    add(reduction(most));
    if (longest <= middling) { add(0); }
    add(reduction(middling / 2));
    add(reduction(middling / 4));
    std::vector<Look> looks;
    // Small codes on bright ground need small windows. In large windows their light modules count as dark.
    for (const std::vector<int> &divisors : {std::vector<int>{3, 8}, std::vector<int>{24}}) {
        for (int value : reductions) {
            if (value != 0 && static_cast<int>(std::min(width, height)) / value < smallestEdge) { continue; }
            for (int divisor : divisors) { looks.push_back({value, divisor}); }
        }
    }
    return looks;
}

std::vector<KikQRSighting> search(const Luma &luma, const Look &look, bool lightOnDark) {
    Plane scaled = look.reduction == 0 ? doubled(luma) : look.reduction == 1 ? Plane(0, 0) : reduced(luma, look.reduction);
    Luma view = look.reduction == 1 ? luma : scaled.view();
    int window = std::max(std::min(view.width, view.height) / look.edgeDivisor, 9);
    DarkMask mask(view, window, lightOnDark);
    std::vector<KikQRSighting> sightings = findSightings(mask, findMarks(mask));
    double scale = look.reduction == 0 ? 0.5 : look.reduction;
    for (KikQRSighting &sighting : sightings) {
        for (int i = 0; i < 3; ++i) {
            sighting.x[i] = (sighting.x[i] + 0.5) * scale - 0.5;
            sighting.y[i] = (sighting.y[i] + 0.5) * scale - 0.5;
        }
    }
    return sightings;
}

/// The mean brightness of each module.
std::vector<float> brightness(const Luma &luma, const KikQRPose &pose, int side) {
    std::vector<float> values(static_cast<size_t>(side) * static_cast<size_t>(side));
    const double module = 2.0 / side;
    constexpr double offsets[] = {0.27, 0.5, 0.73};
    float *value = values.data();
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x, ++value) {
            for (double down : offsets) {
                for (double across : offsets) {
                    PlacePair place = seen(pose, (x + across) * module - 1, (y + down) * module - 1);
                    *value += luma.sample(place.x, place.y) / 9;
                }
            }
        }
    }
    return values;
}

/// Removes the brightness that blur has mixed in from the four neighbours.
std::vector<float> sharpened(const std::vector<float> &values, int side, float sharpness) {
    std::vector<float> result = values;
    auto at = [&](int x, int y) {
        x = std::min(std::max(x, 0), side - 1);
        y = std::min(std::max(y, 0), side - 1);
        return values[static_cast<size_t>(y * side + x)];
    };
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
            float around = (at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1)) / 4;
            result[static_cast<size_t>(y * side + x)] += sharpness * (at(x, y) - around);
        }
    }
    return result;
}

/// Compares each module with the mean of the darkest and the brightest value around it.
void compare(const std::vector<float> &values, int side, bool lightOnDark, uint8_t *modules) {
    constexpr int reach = 4;
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
            float least = 1e9F;
            float greatest = -1e9F;
            for (int py = std::max(y - reach, 0); py <= std::min(y + reach, side - 1); ++py) {
                const float *row = values.data() + static_cast<size_t>(py) * static_cast<size_t>(side);
                for (int px = std::max(x - reach, 0); px <= std::min(x + reach, side - 1); ++px) {
                    least = std::min(least, row[px]);
                    greatest = std::max(greatest, row[px]);
                }
            }
            bool isBright = values[static_cast<size_t>(y * side + x)] > (least + greatest) / 2;
            modules[y * side + x] = isBright == lightOnDark ? 1 : 0;
        }
    }
}

bool isSide(size_t side) {
    return side >= smallestEdge && side <= largestSide;
}

}  // namespace
}  // namespace kik

using namespace kik;

extern "C" size_t kikQRAttempts(size_t width, size_t height) {
    try {
        return std::min(width, height) < smallestEdge ? 0 : looksAt(width, height).size();
    } catch (...) {
        return 0;
    }
}

extern "C" size_t kikQRFind(const KikQRPlane *plane, size_t attempt, bool lightOnDark, KikQRSighting *sightings,
                            size_t capacity) {
    if (!isPlane(*plane)) { return 0; }
    try {
        std::vector<Look> looks = looksAt(plane->width, plane->height);
        if (attempt >= looks.size()) { return 0; }
        std::vector<KikQRSighting> found = search(viewOf(*plane), looks[attempt], lightOnDark);
        size_t count = std::min(found.size(), capacity);
        std::copy_n(found.begin(), count, sightings);
        return count;
    } catch (...) {
        return 0;  // out of memory: report no code
    }
}

extern "C" double kikQRFit(const KikQRPlane *plane, const KikQRSighting *sighting, size_t side, const int8_t *expected,
                           bool lightOnDark, KikQRPose *pose) {
    if (!isPlane(*plane) || !isSide(side)) { return -1; }
    try {
        return fitPose(viewOf(*plane), *sighting, static_cast<int>(side), expected, lightOnDark, *pose);
    } catch (...) {
        return -1;
    }
}

extern "C" bool kikQRSample(const KikQRPlane *plane, const KikQRPose *pose, size_t side, bool lightOnDark,
                            double sharpness, uint8_t *modules) {
    if (!isPlane(*plane) || !isSide(side)) { return false; }
    try {
        int count = static_cast<int>(side);
        std::vector<float> values = brightness(viewOf(*plane), *pose, count);
        if (sharpness > 0) { values = sharpened(values, count, static_cast<float>(sharpness)); }
        compare(values, count, lightOnDark, modules);
        return true;
    } catch (...) {
        return false;
    }
}
