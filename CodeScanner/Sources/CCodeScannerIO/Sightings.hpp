// Finder patterns that may belong to one QR code.
#pragma once

#include "DarkMask.hpp"
#include "FinderMarks.hpp"
#include "QRFinder.h"

#include <vector>

namespace kik {

/// Triples of marks that look like the corners of a square in perspective, in pixels of the mask; the likeliest first.
std::vector<KikQRSighting> findSightings(const DarkMask &mask, const std::vector<FinderMark> &marks);

}  // namespace kik
