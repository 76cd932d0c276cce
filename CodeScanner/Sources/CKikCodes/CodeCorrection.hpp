// The check symbols of the circular code (code specification §3).
#pragma once

#include <array>
#include <cstdint>

namespace kik {

constexpr int codeBytes = 35;
constexpr int checkBytes = 13;
constexpr int dataBytes = 22;
constexpr int payloadBytes = 20;
constexpr int syndromeCount = 12;

/// 13 check bytes, then 22 data bytes.
using Code = std::array<uint8_t, codeBytes>;

/// Fills the check bytes of a code from its data bytes.
void appendChecks(Code &code);

/// Corrects a code in place.
///
/// Positions in `erasures` are bytes of the code, 0…34. The solution is accepted only if 2 · errors + erasures ≤
/// `budget` (at most 12), all syndromes are zero afterwards and the thirteenth check holds. Returns the number of bytes
/// changed, or −1 and leaves the code unchanged.
int correct(Code &code, const uint8_t *erasures, int erasureCount, int budget);

}  // namespace kik
