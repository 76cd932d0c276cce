// The filled disc in the middle of every code (code specification §10.2).
#pragma once

#include "Border.hpp"
#include "Surroundings.hpp"

#include <opencv2/core.hpp>

#include <vector>

namespace kik {

/// An ellipse that may be a badge seen at a slant; lengths in pixels.
struct Badge {
    double x;
    double y;
    double area;
    double longAxis;   // semi-axes
    double shortAxis;
    double directionX;  // unit vector along the long axis
    double directionY;
};

/// Looks for badges; keeps its memory from picture to picture.
class BadgeFinder {
public:
    /// The outlines of areas that are brighter, or darker, than their surroundings and elliptical; the largest first.
    const std::vector<Badge> &find(Surroundings &surroundings, bool bright);

private:
    Mask mask;
    BorderFollower follower;
    std::vector<Badge> found;
    std::vector<Badge> distinct;

    void collect(double frameArea, bool bright);
};

}  // namespace kik
