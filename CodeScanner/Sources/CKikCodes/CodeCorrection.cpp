#include "CodeCorrection.hpp"

#include "ReedSolomon.hpp"

#include <algorithm>

namespace kik {
namespace {

/// (x + 1) · ∏ (x + αⁱ) for i = 0…11, from x¹² down; the leading coefficient of x¹³ is 1. The root 1 counts twice.
constexpr uint8_t generator[checkBytes] = {0x45, 0x33, 0x34, 0x35, 0xaa, 0xc3, 0x18,
                                           0x53, 0x08, 0x23, 0xaa, 0xb4, 0x61};

/// The 35 symbols as a polynomial, highest power first: the data, then the checks.
using Word = std::array<uint8_t, codeBytes>;

Word wordOf(const Code &code) {
    Word word;
    std::copy(code.begin() + checkBytes, code.end(), word.begin());
    std::copy(code.begin(), code.begin() + checkBytes, word.begin() + dataBytes);
    return word;
}

Code codeOf(const Word &word) {
    Code code;
    std::copy(word.begin() + dataBytes, word.end(), code.begin());
    std::copy(word.begin(), word.begin() + dataBytes, code.begin() + checkBytes);
    return code;
}

/// The power of x for a byte of the code.
int powerOf(int codePosition) {
    int wordPosition = codePosition >= checkBytes ? codePosition - checkBytes : codePosition + dataBytes;
    return codeBytes - 1 - wordPosition;
}

/// Whether the formal derivative at 1 is zero, as the double root requires.
bool thirteenthCheckHolds(const Word &word) {
    uint8_t sum = 0;
    for (int p = 0; p < codeBytes; ++p) {
        if ((codeBytes - 1 - p) & 1) { sum ^= word[p]; }
    }
    return sum == 0;
}

}  // namespace

void appendChecks(Code &code) {
    divideByGenerator(code.data() + checkBytes, dataBytes, generator, checkBytes, code.data());
}

int correct(Code &code, const uint8_t *erasures, int erasureCount, int budget) {
    if (erasureCount < 0 || erasureCount > syndromeCount) { return -1; }
    uint8_t powers[syndromeCount];
    for (int e = 0; e < erasureCount; ++e) {
        if (erasures[e] >= codeBytes) { return -1; }
        powers[e] = static_cast<uint8_t>(powerOf(erasures[e]));
    }
    // Twelve of the thirteen roots are distinct, so a Reed–Solomon decoder with twelve checks corrects the word.
    Word word = wordOf(code);
    int changed = correctWord(word.data(), codeBytes, syndromeCount, powers, erasureCount, budget);
    if (changed < 0 || !thirteenthCheckHolds(word)) { return -1; }
    if (changed > 0) { code = codeOf(word); }
    return changed;
}

}  // namespace kik
