// The pose of a code's plane in a picture.
#pragma once

#include "Image.hpp"
#include "Layout.hpp"

namespace kik {

/// Maps a point u of the code plane to the pixel c + M·u / (1 + v·u).
struct Pose {
    float cx, cy;
    float xx, xy, yx, yy;
    float vx, vy;

    Point apply(Point u) const {
        float scale = 1 / (1 + vx * u.x + vy * u.y);
        return {cx + (xx * u.x + xy * u.y) * scale, cy + (yx * u.x + yy * u.y) * scale};
    }

    float sample(const Image &image, Point u) const {
        Point place = apply(u);
        return image.sample(place.x, place.y);
    }

    /// The pose scaled by `factor` around the same centre.
    Pose scaled(float factor) const { return {cx, cy, xx * factor, xy * factor, yx * factor, yy * factor, vx, vy}; }

    float determinant() const { return xx * yy - xy * yx; }

    /// Whether the whole code lies before the horizon and has a plausible size.
    bool isUsable() const;

    /// The mean radius of the code in pixels.
    float radius() const;
};

/// Fits the pose to the picture by greedy coordinate search (code specification §10.4).
///
/// `polarity` is +1 for light marks on dark ground, −1 for the reverse. Returns false when the pose degenerates or the
/// ring is not a finder ring.
bool refine(const Image &image, float polarity, Pose &pose);

}  // namespace kik
