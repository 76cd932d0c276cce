#include "ReedSolomon.hpp"

#include <algorithm>

namespace kik {
namespace {

/// Powers and logarithms of α = 2 in GF(2⁸) modulo x⁸ + x⁴ + x³ + x² + 1.
struct Field {
    uint8_t power[510];
    uint8_t logarithm[256];

    constexpr Field() : power(), logarithm() {
        unsigned value = 1;
        for (int i = 0; i < 255; ++i) {
            power[i] = static_cast<uint8_t>(value);
            power[i + 255] = static_cast<uint8_t>(value);
            logarithm[value] = static_cast<uint8_t>(i);
            value <<= 1;
            if (value & 0x100) { value ^= 0x11D; }
        }
    }

    uint8_t multiply(uint8_t a, uint8_t b) const {
        return a == 0 || b == 0 ? 0 : power[logarithm[a] + logarithm[b]];
    }

    /// `b` must not be zero.
    uint8_t divide(uint8_t a, uint8_t b) const {
        return a == 0 ? 0 : power[logarithm[a] + 255 - logarithm[b]];
    }
};

constexpr Field field;

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

/// The power of x that a byte of the code stands for.
int powerOf(int codePosition) {
    int wordPosition = codePosition >= checkBytes ? codePosition - checkBytes : codePosition + dataBytes;
    return codeBytes - 1 - wordPosition;
}

using Syndromes = std::array<uint8_t, syndromeCount>;

/// Evaluates the word at α⁰…α¹¹ and says whether all values are zero.
bool computeSyndromes(const Word &word, Syndromes &syndromes) {
    uint8_t any = 0;
    for (int i = 0; i < syndromeCount; ++i) {
        uint8_t value = 0;
        for (int p = 0; p < codeBytes; ++p) {
            value = static_cast<uint8_t>((value == 0 ? 0 : field.power[field.logarithm[value] + i]) ^ word[p]);
        }
        syndromes[i] = value;
        any |= value;
    }
    return any == 0;
}

/// The formal derivative at 1, which the doubled root makes vanish.
bool thirteenthCheckHolds(const Word &word) {
    uint8_t sum = 0;
    for (int p = 0; p < codeBytes; ++p) {
        if ((codeBytes - 1 - p) & 1) { sum ^= word[p]; }
    }
    return sum == 0;
}

using Polynomial = std::array<uint8_t, syndromeCount + 1>;  // lowest power first

/// Berlekamp–Massey started from the locator of the erasures. Returns the degree of the locator.
int findLocator(const Syndromes &syndromes, const uint8_t *erasures, int erasureCount, Polynomial &locator) {
    locator.fill(0);
    locator[0] = 1;
    for (int e = 0; e < erasureCount; ++e) {
        uint8_t root = field.power[powerOf(erasures[e])];
        for (int i = e + 1; i > 0; --i) {
            locator[i] = static_cast<uint8_t>(locator[i] ^ field.multiply(locator[i - 1], root));
        }
    }
    Polynomial previous = locator;
    int length = erasureCount;
    for (int step = erasureCount; step < syndromeCount; ++step) {
        uint8_t discrepancy = 0;
        for (int i = 0; i <= step; ++i) {
            discrepancy = static_cast<uint8_t>(discrepancy ^ field.multiply(locator[i], syndromes[step - i]));
        }
        std::copy_backward(previous.begin(), previous.end() - 1, previous.end());  // times x
        previous[0] = 0;
        if (discrepancy == 0) { continue; }
        Polynomial next = locator;
        for (int i = 0; i <= syndromeCount; ++i) {
            next[i] = static_cast<uint8_t>(next[i] ^ field.multiply(discrepancy, previous[i]));
        }
        if (2 * length <= step + erasureCount) {
            length = step + 1 + erasureCount - length;
            for (int i = 0; i <= syndromeCount; ++i) { previous[i] = field.divide(locator[i], discrepancy); }
        }
        locator = next;
    }
    int degree = syndromeCount;
    while (degree > 0 && locator[degree] == 0) { --degree; }
    return degree;
}

uint8_t evaluate(const Polynomial &polynomial, int count, int exponent) {
    uint8_t value = 0;
    for (int i = 0; i < count; ++i) {
        if (polynomial[i] != 0) {
            value ^= field.power[(field.logarithm[polynomial[i]] + i * exponent) % 255];
        }
    }
    return value;
}

}  // namespace

void appendChecks(Code &code) {
    uint8_t remainder[checkBytes] = {};
    for (int d = 0; d < dataBytes; ++d) {
        uint8_t lead = static_cast<uint8_t>(remainder[0] ^ code[checkBytes + d]);
        for (int i = 0; i < checkBytes; ++i) {
            uint8_t shifted = i + 1 < checkBytes ? remainder[i + 1] : 0;
            remainder[i] = static_cast<uint8_t>(shifted ^ field.multiply(lead, generator[i]));
        }
    }
    std::copy(remainder, remainder + checkBytes, code.begin());
}

int correct(Code &code, const uint8_t *erasures, int erasureCount, int budget) {
    budget = std::min(budget, syndromeCount);
    if (erasureCount < 0 || erasureCount > budget) { return -1; }
    for (int e = 0; e < erasureCount; ++e) {
        if (erasures[e] >= codeBytes || std::find(erasures, erasures + e, erasures[e]) != erasures + e) { return -1; }
    }

    Word word = wordOf(code);
    Syndromes syndromes;
    if (computeSyndromes(word, syndromes)) { return thirteenthCheckHolds(word) ? 0 : -1; }

    Polynomial locator;
    int degree = findLocator(syndromes, erasures, erasureCount, locator);
    int errors = degree - erasureCount;
    if (errors < 0 || 2 * errors + erasureCount > budget) { return -1; }

    Polynomial evaluator;
    evaluator.fill(0);
    for (int i = 0; i < syndromeCount; ++i) {
        for (int j = 0; j <= i; ++j) {
            evaluator[i] = static_cast<uint8_t>(evaluator[i] ^ field.multiply(syndromes[i - j], locator[j]));
        }
    }

    int roots = 0;
    int changed = 0;
    for (int power = 0; power < codeBytes; ++power) {
        int inverse = (255 - power) % 255;
        if (evaluate(locator, degree + 1, inverse) != 0) { continue; }
        ++roots;
        uint8_t derivative = 0;  // only odd powers survive in characteristic 2
        for (int i = 1; i <= degree; i += 2) {
            if (locator[i] != 0) {
                derivative ^= field.power[(field.logarithm[locator[i]] + (i - 1) * inverse) % 255];
            }
        }
        if (derivative == 0) { return -1; }
        uint8_t top = field.multiply(evaluate(evaluator, syndromeCount, inverse), field.power[power]);
        uint8_t value = field.divide(top, derivative);
        if (value != 0) {
            word[codeBytes - 1 - power] ^= value;
            ++changed;
        }
    }
    if (roots != degree || !computeSyndromes(word, syndromes) || !thirteenthCheckHolds(word)) { return -1; }
    code = codeOf(word);
    return changed;
}

}  // namespace kik
