// The three nested squares in the corners of a QR code: dark, light and dark in the proportions 1 : 1 : 3 : 1 : 1.
#pragma once

#include "DarkMask.hpp"

#include <vector>

namespace kik {

/// The middle of what may be a finder pattern; lengths in pixels of the mask.
struct FinderMark {
    double x;
    double y;
    double module;  // roughly
    int sightings;  // rows that cross it
};

/// The most often crossed ones first.
std::vector<FinderMark> findMarks(const DarkMask &mask);

/// The length of a module at a mark in the direction of another place; 0 when the pattern does not show.
double moduleTowards(const DarkMask &mask, const FinderMark &mark, double x, double y);

}  // namespace kik
