// The 22 data bytes of a code: a header of two bytes and the payload (code specification §2).
#pragma once

#include "Code.h"
#include "CodeCorrection.hpp"

namespace kik {

constexpr uint8_t remoteHeader[2] = {0x02, 0x00};

/// Splits a corrected code. False when the type is impossible or, for usernames, the length.
bool readFrame(const Code &code, int correctedSymbols, KikFrame &frame);

}  // namespace kik
