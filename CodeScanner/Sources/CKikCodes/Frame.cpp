#include "Frame.hpp"

#include <algorithm>

namespace kik {

bool readFrame(const Code &code, int correctedSymbols, KikFrame &frame) {
    unsigned header = code[checkBytes] | static_cast<unsigned>(code[checkBytes + 1]) << 8;
    frame.type = header & 0x1F;
    frame.colour = header >> 5 & 0x3F;
    frame.extra = static_cast<uint8_t>(header >> 11);
    frame.correctedSymbols = static_cast<uint8_t>(correctedSymbols);
    std::copy(code.begin() + checkBytes + 2, code.end(), frame.payload);
    constexpr unsigned longestUsernameExtra = 22;
    if (frame.type == 1) { return frame.extra <= longestUsernameExtra; }
    return frame.type == 2 || frame.type == 3;
}

}  // namespace kik

using namespace kik;

extern "C" bool kikEncode(uint8_t type, uint8_t colour, uint8_t extra, const uint8_t payload[KIK_PAYLOAD_BYTES],
                          uint8_t code[KIK_CODE_BYTES]) {
    if (type > 31 || colour > 63 || extra > 31) { return false; }
    Code result;
    result[checkBytes] = static_cast<uint8_t>(type | (colour & 7) << 5);
    result[checkBytes + 1] = static_cast<uint8_t>(colour >> 3 | extra << 3);
    std::copy(payload, payload + payloadBytes, result.begin() + checkBytes + 2);
    appendChecks(result);
    std::copy(result.begin(), result.end(), code);
    return true;
}

extern "C" bool kikDecode(const uint8_t code[KIK_CODE_BYTES], KikFrame *frame) {
    return kikDecodeErasures(code, nullptr, 0, frame);
}

extern "C" bool kikDecodeErasures(const uint8_t code[KIK_CODE_BYTES], const uint8_t *erasures, size_t erasureCount,
                                  KikFrame *frame) {
    if (erasureCount > syndromeCount) { return false; }
    Code word;
    std::copy(code, code + codeBytes, word.begin());
    int corrected = correct(word, erasures, static_cast<int>(erasureCount), syndromeCount);
    return corrected >= 0 && readFrame(word, corrected, *frame);
}
