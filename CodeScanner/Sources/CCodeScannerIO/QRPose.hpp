// The pose of a QR code in a picture.
#pragma once

#include "Luma.hpp"
#include "QRFinder.h"

namespace kik {

struct PlacePair {
    double x;
    double y;
};

/// The pixel at which a point of the symbol's plane is seen.
inline PlacePair seen(const KikQRPose &pose, double x, double y) {
    double scale = 1 / (1 + pose.vx * x + pose.vy * y);
    return {(pose.cx + pose.xx * x + pose.xy * y) * scale, (pose.cy + pose.yx * x + pose.yy * y) * scale};
}

/// Fits the pose to the known patterns; see `kikQRFit`.
double fitPose(const Luma &luma, const KikQRSighting &sighting, int side, const int8_t *expected, bool lightOnDark,
               KikQRPose &pose);

}  // namespace kik
