#include "Layout.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kik {
namespace {

constexpr double pi = 3.14159265358979323846;

Point onCircle(double radius, double turn) {
    double angle = 2 * pi * turn - pi / 2;
    return {static_cast<float>(radius * std::cos(angle)), static_cast<float>(radius * std::sin(angle))};
}

float squaredDistance(Point a, Point b) {
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

/// Whether the middle line of ring 0 has ink at a fraction of a turn.
bool finderInk(double turn) {
    double place = turn * finderBits;
    int before = static_cast<int>(std::floor(place)) % finderBits;
    int after = (before + 1) % finderBits;
    double fraction = place - std::floor(place);
    if (finderBit(before) && finderBit(after)) { return true; }
    double reach = dotRadius / ringRadius[0] / (2 * pi) * finderBits;  // half of a dot along the ring, in bits
    return (finderBit(before) && fraction <= reach) || (finderBit(after) && 1 - fraction <= reach);
}

template <int count>
void fillTemplate(Template<count> &target) {
    constexpr int parts = 8;  // points averaged for the angle of one sample
    double shares[count];
    double sum = 0;
    for (int i = 0; i < count; ++i) {
        int inked = 0;
        for (int part = 0; part < parts; ++part) {
            double turn = (i + (part + 0.5) / parts - 0.5) / count;
            inked += finderInk(turn - std::floor(turn)) ? 1 : 0;
        }
        shares[i] = static_cast<double>(inked) / parts;
        sum += shares[i];
    }
    double squares = 0;
    for (double &share : shares) {
        share -= sum / count;
        squares += share * share;
    }
    int rounded = 0;
    for (int i = 0; i < count; ++i) {
        target.ink[i] = static_cast<int16_t>(std::lround(shares[i] * scaledNorm / std::sqrt(squares)));
        target.mirrored[(count - i) % count] = target.ink[i];
        rounded += target.ink[i] * target.ink[i];
    }
    target.norm = std::sqrt(static_cast<float>(rounded));
}

void fillNearest(uint16_t *target, int wanted, Point from, const Point *points, int count) {
    std::pair<float, uint16_t> order[cellCount];
    static_assert(cellCount >= gapCount, "the scratch array serves cells and gap samples");
    for (int i = 0; i < count; ++i) { order[i] = {squaredDistance(from, points[i]), static_cast<uint16_t>(i)}; }
    std::partial_sort(order, order + wanted, order + count);
    for (int i = 0; i < wanted; ++i) { target[i] = order[i].second; }
}

}  // namespace

Layout::Layout() {
    int cell = 0;
    for (int ring = 0; ring < ringCount; ++ring) {
        firstCell[ring] = cell;
        for (int bit = 0; bit < ringBits[ring]; ++bit) {
            cells[cell++] = onCircle(ringRadius[ring], static_cast<double>(bit) / ringBits[ring]);
        }
    }
    constexpr double outerGap = 0.97;
    for (int circle = 0; circle < gapCircles; ++circle) {
        double radius = circle + 1 < ringCount ? (ringRadius[circle] + ringRadius[circle + 1]) / 2 : outerGap;
        for (int i = 0; i < gapSamplesPerCircle; ++i) {
            gaps[circle * gapSamplesPerCircle + i] = onCircle(radius, static_cast<double>(i) / gapSamplesPerCircle);
        }
    }
    cellPattern[0] = {0, 0};
    for (int i = 1; i < samplesPerCell; ++i) {
        cellPattern[i] = onCircle(0.55 * dotRadius, static_cast<double>(i) / (samplesPerCell - 1));
    }
    for (int i = 0; i < dataCells; ++i) {
        Point place = cells[finderBits + i];
        fillNearest(gapsNear[i], nearestGaps, place, gaps, gapCount);
        fillNearest(cellsNear[i], nearestCells, place, cells, cellCount);
    }
    for (int i = 0; i < fineAngles; ++i) { directions[i] = onCircle(1, static_cast<double>(i) / fineAngles); }
    fillTemplate(fineTemplate);
    fillTemplate(coarseTemplate);
}

const Layout &layout() {
    static const Layout instance;
    return instance;
}

}  // namespace kik
