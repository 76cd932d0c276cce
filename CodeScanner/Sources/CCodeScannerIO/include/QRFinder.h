// The search for QR codes in a luma plane: where they may be, and the brightness of their modules.
//
// Plain C so that Swift can import it without the C++ interoperability mode. Every function is re-entrant, keeps no
// state between calls, never throws and reads nothing outside the ranges that its arguments describe.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// An 8-bit luma plane that belongs to the caller.
typedef struct {
    const uint8_t *luma;
    size_t available;  ///< bytes
    size_t width;
    size_t height;
    size_t rowStride;
} KikQRPlane;

/// Three finder patterns that may belong together. Positions are in pixels; the centre of the first one is (0, 0).
typedef struct {
    double x[3];  ///< top left, top right, bottom left as drawn
    double y[3];
    double span;  ///< modules between the middles of neighbouring patterns, as far as can be told
} KikQRSighting;

/// How a symbol lies in the picture: the place u of its plane, −1…1 on both axes, is seen at (c + A·u) / (1 + v·u).
typedef struct {
    double cx, cy;
    double xx, xy, yx, yy;
    double vx, vy;
} KikQRPose;

/// How often a plane is looked at in different ways, the quickest first; each is an `attempt` of `kikQRFind`.
size_t kikQRAttempts(size_t width, size_t height);

/// Writes up to `capacity` sightings, the likeliest first, and returns how many there are.
size_t kikQRFind(const KikQRPlane *plane, size_t attempt, bool lightOnDark, KikQRSighting *sightings, size_t capacity);

/// Fits the pose of a symbol of `side` × `side` modules and returns how clearly its patterns show: the mean difference
/// between light and dark ones in grey levels, below 0 when it cannot be fitted.
///
/// `expected` has an entry for each module, row by row: 1 dark, −1 light, 0 unknown.
double kikQRFit(const KikQRPlane *plane, const KikQRSighting *sighting, size_t side, const int8_t *expected,
                bool lightOnDark, KikQRPose *pose);

/// Reads the modules of a symbol: 1 dark, 0 light, row by row. `sharpness` above 0 undoes blur.
bool kikQRSample(const KikQRPlane *plane, const KikQRPose *pose, size_t side, bool lightOnDark, double sharpness,
                 uint8_t *modules);

#ifdef __cplusplus
}
#endif
