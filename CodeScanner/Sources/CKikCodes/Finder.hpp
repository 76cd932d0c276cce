// Recognition of the finder ring around a badge (code specification §10.3).
#pragma once

#include "Badge.hpp"
#include "Image.hpp"
#include "Pose.hpp"

#include <vector>

namespace kik {

/// A first guess of a code's pose.
struct Candidate {
    Pose pose;
    float correlation;  // of the ring with its template, 0…1
    float polarity;     // +1 light on dark, −1 dark on light
    bool mirrored;
};

/// Appends what the ring around a badge looks like under each hypothesis about the perspective; best first.
///
/// A badge is rough when it was measured in a picture with too few pixels to know its size within a few per cent.
void correlateFinder(const Image &image, const Badge &badge, bool isRough, std::vector<Candidate> &candidates);

}  // namespace kik
