// The filled disc in the middle of every code (code specification §10.2).
#pragma once

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

/// The outlines of areas that are brighter, or darker, than their surroundings and elliptical; the largest first.
std::vector<Badge> findBadges(const cv::Mat &image, bool bright);

}  // namespace kik
