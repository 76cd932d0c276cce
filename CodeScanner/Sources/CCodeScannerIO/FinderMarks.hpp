// The three nested squares in the corners of a QR code: dark, light and dark in the proportions 1 : 1 : 3 : 1 : 1.
#pragma once

#include "DarkMask.hpp"

#include <vector>

namespace kik {

/// The centre of a possible finder pattern; lengths in pixels of the mask.
struct FinderMark {
    double x;
    double y;
    double module;  // approximate
    int sightings;  // number of rows that cross it
};

/// Finds the marks; those crossed by the most rows come first.
std::vector<FinderMark> findMarks(const DarkMask &mask);

/// The length of a module at a mark, in the direction of a point; 0 when the pattern is not visible.
double moduleTowards(const DarkMask &mask, const FinderMark &mark, double x, double y);

}  // namespace kik
