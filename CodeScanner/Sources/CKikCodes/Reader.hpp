// Reads a code through a fitted pose and checks it (code specification §10.5).
#pragma once

#include "Code.h"
#include "Image.hpp"
#include "Pose.hpp"
#include "CodeCorrection.hpp"

namespace kik {

/// A code read from a picture.
struct Reading {
    Code code;
    KikFrame frame;
};

/// Reads and corrects the cells. False when no code passes the checks.
///
/// `polarity` is +1 for light marks on dark ground, −1 for the reverse.
bool readCode(const Image &image, const Pose &pose, float polarity, Reading &reading);

}  // namespace kik
