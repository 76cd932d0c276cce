#include "Reader.hpp"

#include "Frame.hpp"

#include <algorithm>
#include <cmath>

namespace kik {
namespace {

/// The values and confidences of the bytes of a code as read from a picture.
struct SoftCode {
    Code code;
    float confidence[codeBytes];
};

/// The median of a few values; reorders `values`.
float median(float *values, int count) {
    std::nth_element(values, values + count / 2, values + count);
    float upper = values[count / 2];
    return (upper + *std::max_element(values, values + count / 2)) / 2;
}

/// Compares each cell with the ground and the ink around it.
SoftCode readCells(const Image &image, const Pose &pose, float polarity) {
    const Layout &figure = layout();
    float cells[cellCount];
    float gaps[gapCount];
    for (int i = 0; i < cellCount; ++i) {
        float sum = 0;
        for (const Point &offset : figure.cellPattern) {
            sum += pose.sample(image, {figure.cells[i].x + offset.x, figure.cells[i].y + offset.y});
        }
        cells[i] = polarity * sum / samplesPerCell;
    }
    for (int i = 0; i < gapCount; ++i) { gaps[i] = polarity * pose.sample(image, figure.gaps[i]); }
    float on = 0;
    float off = 0;
    for (int i = 0; i < finderBits; ++i) {
        if (finderBit(i)) {
            on += cells[i];
        } else {
            off += cells[i];
        }
    }
    float contrast = std::fabs(on - off) / (finderBits / 2.0F);

    SoftCode soft;
    soft.code.fill(0);
    std::fill(soft.confidence, soft.confidence + codeBytes, 1e9F);
    for (int i = 0; i < dataCells; ++i) {
        float ground[nearestGaps];
        for (int k = 0; k < nearestGaps; ++k) { ground[k] = gaps[figure.gapsNear[i][k]]; }
        float low = median(ground, nearestGaps);
        float ink[nearestCells];
        for (int k = 0; k < nearestCells; ++k) { ink[k] = cells[figure.cellsNear[i][k]]; }
        constexpr int brightest = 6;
        std::partial_sort(ink, ink + brightest, ink + nearestCells, [](float a, float b) { return a > b; });
        float high = 0;
        for (int k = 0; k < brightest; ++k) { high += ink[k] / brightest; }

        float z = (cells[finderBits + i] - low) / std::max(high - low, 0.25F * contrast + 1) - 0.5F;
        // A covered or glaring region has no contrast, so its cells get a low confidence even when their values look
        // clear.
        float local = (high - low) / (0.6F * contrast + 1);
        float confidence = std::fabs(z) * std::min(std::max(local, 0.02F), 1.0F);
        if (z > 0) { soft.code[i / 8] |= static_cast<uint8_t>(1 << (i % 8)); }
        soft.confidence[i / 8] = std::min(soft.confidence[i / 8], confidence);
    }
    return soft;
}

/// Fills `order` with byte positions, the least confident first. With `headerIsKnown` the header's two positions are
/// left out.
int weakestFirst(const SoftCode &soft, bool headerIsKnown, uint8_t order[codeBytes]) {
    int count = 0;
    for (int i = 0; i < codeBytes; ++i) {
        bool isHeader = i == checkBytes || i == checkBytes + 1;
        if (!(headerIsKnown && isHeader)) { order[count++] = static_cast<uint8_t>(i); }
    }
    std::sort(order, order + count, [&](uint8_t a, uint8_t b) {
        return soft.confidence[a] != soft.confidence[b] ? soft.confidence[a] < soft.confidence[b] : a < b;
    });
    return count;
}

bool attempt(const Code &received, const uint8_t *order, int erasures, int budget, Reading &reading) {
    Code code = received;
    int corrected = correct(code, order, erasures, budget);
    if (corrected < 0 || !readFrame(code, corrected, reading.frame)) { return false; }
    reading.code = code;
    return true;
}

bool hasRemoteHeader(const Code &code) {
    return code[checkBytes] == remoteHeader[0] && code[checkBytes + 1] == remoteHeader[1];
}

/// Whether a wallet could have written this payload. The check fixes at least 24 bits, which makes up for used
/// syndromes.
bool makesSense(const uint8_t *payload) {
    constexpr uint8_t currencyCount = 171;
    if (payload[0] <= 1) {
        return payload[1] < currencyCount && payload[7] == 0 && payload[8] == 0 && payload[9] == 0;
    }
    bool isPadded = payload[17] == 0 && payload[18] == 0 && payload[19] == 0;
    bool isFilled = payload[17] == 1 && payload[18] == 2 && payload[19] == 3;
    return payload[0] == 2 && (isPadded || isFilled);
}

constexpr int fullBudget = syndromeCount;
/// With guessed erasures two syndromes stay unused; otherwise random bytes would pass too often.
constexpr int carefulBudget = syndromeCount - 2;

bool readRemote(SoftCode soft, Reading &reading) {
    soft.code[checkBytes] = remoteHeader[0];
    soft.code[checkBytes + 1] = remoteHeader[1];
    uint8_t order[codeBytes];
    weakestFirst(soft, true, order);
    for (int erasures = 0; erasures <= carefulBudget; erasures += 2) {
        int budget = erasures == 0 ? fullBudget : carefulBudget;
        if (attempt(soft.code, order, erasures, budget, reading) && hasRemoteHeader(reading.code)) { return true; }
    }
    for (int erasures = 2; erasures <= fullBudget; erasures += 2) {
        if (attempt(soft.code, order, erasures, fullBudget, reading) && hasRemoteHeader(reading.code)
            && makesSense(reading.frame.payload)) {
            return true;
        }
    }
    return false;
}

bool readAnyType(const SoftCode &soft, Reading &reading) {
    constexpr int mostErasures = 8;
    uint8_t order[codeBytes];
    weakestFirst(soft, false, order);
    for (int erasures = 0; erasures <= mostErasures; erasures += 2) {
        int budget = erasures == 0 ? fullBudget : carefulBudget;
        if (attempt(soft.code, order, erasures, budget, reading)) { return true; }
    }
    return false;
}

}  // namespace

bool readCode(const Image &image, const Pose &pose, float polarity, Reading &reading) {
    SoftCode soft = readCells(image, pose, polarity);
    return readRemote(soft, reading) || readAnyType(soft, reading);
}

}  // namespace kik
