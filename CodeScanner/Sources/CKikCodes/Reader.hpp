// From a fitted pose to a code whose checks hold (code specification §10.5).
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

/// Reads the cells and corrects what they say. False when nothing trustworthy comes out.
bool readCode(const Image &image, const Pose &pose, float polarity, Reading &reading);

}  // namespace kik
