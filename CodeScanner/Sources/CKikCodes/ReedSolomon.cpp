#include "ReedSolomon.hpp"

#include "Code.h"
#include "GaloisField.hpp"

#include <algorithm>
#include <array>

namespace kik {
namespace {

/// Coefficients, lowest power first.
using Polynomial = std::array<uint8_t, mostChecks + 1>;

/// Evaluates the word at α⁰, α¹, … and returns whether all values are zero.
bool computeSyndromes(const uint8_t *word, int count, int checks, Polynomial &syndromes) {
    uint8_t any = 0;
    for (int i = 0; i < checks; ++i) {
        uint8_t value = 0;
        for (int p = 0; p < count; ++p) {
            value = static_cast<uint8_t>((value == 0 ? 0 : field.power[field.logarithm[value] + i]) ^ word[p]);
        }
        syndromes[i] = value;
        any |= value;
    }
    return any == 0;
}

/// Berlekamp–Massey, started from the locator of the erasures. Returns the degree of the locator.
int findLocator(const Polynomial &syndromes, int checks, const uint8_t *erasures, int erasureCount,
                Polynomial &locator) {
    locator.fill(0);
    locator[0] = 1;
    for (int e = 0; e < erasureCount; ++e) {
        uint8_t root = field.power[erasures[e]];
        for (int i = e + 1; i > 0; --i) {
            locator[i] = static_cast<uint8_t>(locator[i] ^ field.multiply(locator[i - 1], root));
        }
    }
    Polynomial previous = locator;
    int length = erasureCount;
    for (int step = erasureCount; step < checks; ++step) {
        uint8_t discrepancy = 0;
        for (int i = 0; i <= step; ++i) {
            discrepancy = static_cast<uint8_t>(discrepancy ^ field.multiply(locator[i], syndromes[step - i]));
        }
        std::copy_backward(previous.begin(), previous.begin() + checks, previous.begin() + checks + 1);  // times x
        previous[0] = 0;
        if (discrepancy == 0) { continue; }
        Polynomial next = locator;
        for (int i = 0; i <= checks; ++i) {
            next[i] = static_cast<uint8_t>(next[i] ^ field.multiply(discrepancy, previous[i]));
        }
        if (2 * length <= step + erasureCount) {
            length = step + 1 + erasureCount - length;
            for (int i = 0; i <= checks; ++i) { previous[i] = field.divide(locator[i], discrepancy); }
        }
        locator = next;
    }
    int degree = checks;
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

/// The locator's formal derivative; in characteristic 2 only odd powers remain.
uint8_t derivativeAt(const Polynomial &locator, int degree, int exponent) {
    uint8_t value = 0;
    for (int i = 1; i <= degree; i += 2) {
        if (locator[i] != 0) {
            value ^= field.power[(field.logarithm[locator[i]] + (i - 1) * exponent) % 255];
        }
    }
    return value;
}

/// Finds the locator's roots and subtracts the errors there (Chien, Forney).
///
/// Returns the number of symbols changed, or −1 unless every root lies in the word.
int subtractErrors(uint8_t *word, int count, int checks, const Polynomial &syndromes, const Polynomial &locator,
                   int degree) {
    Polynomial evaluator;
    evaluator.fill(0);
    for (int i = 0; i < checks; ++i) {
        for (int j = 0; j <= i; ++j) {
            evaluator[i] = static_cast<uint8_t>(evaluator[i] ^ field.multiply(syndromes[i - j], locator[j]));
        }
    }
    int roots = 0;
    int changed = 0;
    for (int power = 0; power < count; ++power) {
        int inverse = (255 - power) % 255;
        if (evaluate(locator, degree + 1, inverse) != 0) { continue; }
        ++roots;
        uint8_t derivative = derivativeAt(locator, degree, inverse);
        if (derivative == 0) { return -1; }
        uint8_t top = field.multiply(evaluate(evaluator, checks, inverse), field.power[power]);
        uint8_t value = field.divide(top, derivative);
        if (value != 0) {
            word[count - 1 - power] ^= value;
            ++changed;
        }
    }
    return roots == degree ? changed : -1;
}

}  // namespace

void divideByGenerator(const uint8_t *data, int count, const uint8_t *generator, int checks, uint8_t *remainder) {
    std::fill(remainder, remainder + checks, static_cast<uint8_t>(0));
    for (int d = 0; d < count; ++d) {
        uint8_t lead = static_cast<uint8_t>(remainder[0] ^ data[d]);
        for (int i = 0; i < checks; ++i) {
            uint8_t shifted = i + 1 < checks ? remainder[i + 1] : 0;
            remainder[i] = static_cast<uint8_t>(shifted ^ field.multiply(lead, generator[i]));
        }
    }
}

void fillGenerator(uint8_t *generator, int checks) {
    std::fill(generator, generator + checks, static_cast<uint8_t>(0));
    generator[checks - 1] = 1;
    for (int root = 0; root < checks; ++root) {
        for (int i = 0; i < checks; ++i) {
            uint8_t next = i + 1 < checks ? generator[i + 1] : 0;
            generator[i] = static_cast<uint8_t>(field.multiply(generator[i], field.power[root]) ^ next);
        }
    }
}

int correctWord(uint8_t *word, int count, int checks, const uint8_t *erasures, int erasureCount, int budget) {
    budget = std::min(budget, checks);
    if (erasureCount < 0 || erasureCount > budget) { return -1; }
    for (int e = 0; e < erasureCount; ++e) {
        if (erasures[e] >= count || std::find(erasures, erasures + e, erasures[e]) != erasures + e) { return -1; }
    }
    Polynomial syndromes;
    if (computeSyndromes(word, count, checks, syndromes)) { return 0; }
    Polynomial locator;
    int degree = findLocator(syndromes, checks, erasures, erasureCount, locator);
    int errors = degree - erasureCount;
    if (errors < 0 || 2 * errors + erasureCount > budget) { return -1; }
    int changed = subtractErrors(word, count, checks, syndromes, locator, degree);
    return changed >= 0 && computeSyndromes(word, count, checks, syndromes) ? changed : -1;
}

}  // namespace kik

using namespace kik;

extern "C" bool kikReedSolomonChecks(const uint8_t *data, size_t count, uint8_t *checks, size_t checkCount) {
    if (checkCount == 0 || checkCount > mostChecks || count == 0 || count > longestWord - checkCount) { return false; }
    uint8_t generator[mostChecks];
    fillGenerator(generator, static_cast<int>(checkCount));
    divideByGenerator(data, static_cast<int>(count), generator, static_cast<int>(checkCount), checks);
    return true;
}

extern "C" int kikReedSolomonCorrect(uint8_t *word, size_t count, size_t checkCount) {
    if (checkCount == 0 || checkCount > mostChecks || count <= checkCount || count > longestWord) { return -1; }
    int checks = static_cast<int>(checkCount);
    return correctWord(word, static_cast<int>(count), checks, nullptr, 0, checks);
}
