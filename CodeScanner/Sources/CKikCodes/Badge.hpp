// The filled disc in the middle of every code (code specification §10.2).
#pragma once

#include "Border.hpp"
#include "Surroundings.hpp"

#include <opencv2/core.hpp>

#include <vector>

namespace kik {

/// An ellipse that may be a tilted badge; lengths in pixels.
struct Badge {
    double x;
    double y;
    double area;
    double longAxis;   // semi-axes
    double shortAxis;
    double directionX;  // unit vector along the long axis
    double directionY;
};

/// Finds badges; reuses its memory between pictures.
class BadgeFinder {
public:
    /// Finds elliptical areas that are brighter, or darker, than their surroundings; the largest first.
    const std::vector<Badge> &find(Surroundings &surroundings, bool bright);

private:
    Mask mask;
    BorderFollower follower;
    std::vector<Badge> found;
    std::vector<Badge> distinct;

    void collect(double frameArea, bool bright);
};

}  // namespace kik
