// From edges to how much of each pixel is covered.

#include "Drawing.h"

#include <string.h>

/// Rows are sampled at this many heights; across, coverage is exact.
enum { samplesPerRow = 8 };

/// Takes in the edges that start in a row and forgets those that ended above it.
static size_t update(const DrawingEdge *edges, int32_t head, double top, DrawingCrossing *active, size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i) {
        if (edges[active[i].edge].bottom > top) { active[kept++] = active[i]; }
    }
    for (int32_t edge = head; edge >= 0; edge = edges[edge].next) {
        active[kept++] = (DrawingCrossing){.x = edges[edge].x, .edge = edge};
    }
    return kept;
}

/// Moves crossings to a height and keeps them in order; from one sample to the next hardly any change places.
static void advance(const DrawingEdge *edges, double y, DrawingCrossing *active, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        const DrawingEdge *edge = edges + active[i].edge;
        double down = y < edge->top ? 0 : (y < edge->bottom ? y : edge->bottom) - edge->top;
        DrawingCrossing moved = {.x = edge->x + down * edge->slope, .edge = active[i].edge};
        size_t place = i;
        while (place > 0 && active[place - 1].x > moved.x) {
            active[place] = active[place - 1];
            --place;
        }
        active[place] = moved;
    }
}

/// Adds to the differences between neighbouring pixels, so that a long span costs no more than a short one.
static void addSpan(double left, double right, float *deltas, size_t width, DrawingRange *touched) {
    double limit = (double)width;
    double start = left > 0 ? (left < limit ? left : limit) : 0;
    double end = right > 0 ? (right < limit ? right : limit) : 0;
    if (!(end > start)) { return; }
    const float weight = 1.0F / samplesPerRow;
    size_t first = (size_t)start;
    size_t last = (size_t)end;
    if (first == last) {
        float share = (float)(end - start) * weight;
        deltas[first] += share;
        deltas[first + 1] -= share;
    } else {
        float share = (float)((double)(first + 1) - start) * weight;
        float tail = (float)(end - (double)last) * weight;
        deltas[first] += share;
        deltas[first + 1] += weight - share;
        deltas[last] += tail - weight;
        deltas[last + 1] -= tail;
    }
    if (first < touched->first) { touched->first = first; }
    if (last + 1 > touched->end) { touched->end = last + 1; }
}

static void addSpans(const DrawingEdge *edges, bool isNonZero, double y, const DrawingCrossing *active, size_t count,
                     float *deltas, size_t width, DrawingRange *touched) {
    int32_t winding = 0;
    double start = 0;
    for (size_t i = 0; i < count; ++i) {
        const DrawingEdge *edge = edges + active[i].edge;
        if (!(edge->top <= y && y < edge->bottom)) { continue; }
        bool wasInside = isNonZero ? winding != 0 : (winding & 1) != 0;
        winding += edge->direction;
        bool isInside = isNonZero ? winding != 0 : (winding & 1) != 0;
        if (!wasInside && isInside) {
            start = active[i].x;
        } else if (wasInside && !isInside) {
            addSpan(start, active[i].x, deltas, width, touched);
        }
    }
}

DrawingRange drawingCover(const DrawingEdge *edges, int32_t head, bool isNonZero, size_t row, DrawingCrossing *active,
                          size_t *activeCount, float *deltas, float *coverage, size_t width) {
    double top = (double)row;
    DrawingRange touched = {width, 0};
    memset(coverage, 0, width * sizeof(float));
    size_t count = update(edges, head, top, active, *activeCount);
    *activeCount = count;
    for (int sample = 0; sample < samplesPerRow && count > 0; ++sample) {
        double y = top + (sample + 0.5) / samplesPerRow;
        advance(edges, y, active, count);
        addSpans(edges, isNonZero, y, active, count, deltas, width, &touched);
    }
    if (touched.first >= touched.end) { return (DrawingRange){0, 0}; }
    if (touched.end > width) { touched.end = width; }
    float sum = 0;
    float *value = coverage + touched.first;
    for (float *delta = deltas + touched.first, *end = deltas + touched.end; delta != end; ++delta) {
        sum += *delta;
        *value++ = sum > 0 ? (sum < 1 ? sum : 1) : 0;
    }
    memset(deltas + touched.first, 0, (touched.end + 2 - touched.first) * sizeof(float));
    return touched;
}

void drawingMask(uint8_t *mask, const float *coverage, size_t count) {
    for (const float *end = coverage + count; coverage != end; ++coverage) {
        *mask++ = (uint8_t)(*coverage * 255 + 0.5F);
    }
}
