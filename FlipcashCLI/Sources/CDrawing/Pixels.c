// From coverage to pixels, and from pixels to what packs well.

#include "Drawing.h"

static uint8_t mix(uint8_t below, uint8_t above, double opacity) {
    return (uint8_t)(below + ((double)above - below) * opacity + 0.5);
}

/// Less opacity than this changes no channel by half a step.
static const double leastOpacity = 0.5 / 255;

void drawingBlend(uint8_t *pixels, const float *coverage, const uint8_t *mask, size_t count, const uint8_t *color,
                  double opacity) {
    // Neighbours are mostly alike: what was mixed last is remembered.
    uint8_t below[3] = {0, 0, 0};
    uint8_t mixed[3] = {0, 0, 0};
    double known = 0;
    float share = 0;
    uint8_t part = 255;
    for (const float *end = coverage + count; coverage != end; ++coverage, pixels += 3) {
        uint8_t visible = mask == NULL ? 255 : *mask++;
        if (*coverage <= 0 || visible == 0) { continue; }
        bool isSame = *coverage == share && visible == part;
        if (!isSame) {
            share = *coverage;
            part = visible;
            known = share * opacity * (visible / 255.0);
        }
        if (known < leastOpacity) { continue; }
        if (!isSame || pixels[0] != below[0] || pixels[1] != below[1] || pixels[2] != below[2]) {
            for (int channel = 0; channel < 3; ++channel) {
                below[channel] = pixels[channel];
                mixed[channel] = mix(below[channel], color[channel], known);
            }
        }
        pixels[0] = mixed[0];
        pixels[1] = mixed[1];
        pixels[2] = mixed[2];
    }
}

void drawingClear(uint8_t *pixels, size_t count, const uint8_t *color) {
    for (const uint8_t *end = pixels + 3 * count; pixels != end; pixels += 3) {
        pixels[0] = color[0];
        pixels[1] = color[1];
        pixels[2] = color[2];
    }
}

static size_t magnitude(uint8_t difference) {
    return difference < 128 ? difference : 256U - difference;
}

size_t drawingSub(const uint8_t *row, size_t count, size_t distance, uint8_t *target) {
    size_t sum = 0;
    for (size_t i = 0; i < count; ++i) {
        target[i] = (uint8_t)(row[i] - (i < distance ? 0 : row[i - distance]));
        sum += magnitude(target[i]);
    }
    return sum;
}

size_t drawingUp(const uint8_t *row, const uint8_t *above, size_t count, uint8_t *target) {
    size_t sum = 0;
    for (size_t i = 0; i < count; ++i) {
        target[i] = (uint8_t)(row[i] - above[i]);
        sum += magnitude(target[i]);
    }
    return sum;
}
