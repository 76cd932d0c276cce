// Recognition of the finder ring around a badge (code specification §10.3).
#pragma once

#include "Badge.hpp"
#include "Image.hpp"
#include "Pose.hpp"

#include <vector>

namespace kik {

/// A first estimate of a code's pose.
struct Candidate {
    Pose pose;
    float correlation;  // of the ring with its template, 0…1
    float polarity;     // +1 light on dark, −1 dark on light
    bool mirrored;
};

/// Appends one candidate for each hypothesis about the perspective of the ring around a badge; best first.
///
/// `isRough` says that the badge was measured with so few pixels that its size is uncertain by a few per cent.
void correlateFinder(const Image &image, const Badge &badge, bool isRough, std::vector<Candidate> &candidates);

}  // namespace kik
