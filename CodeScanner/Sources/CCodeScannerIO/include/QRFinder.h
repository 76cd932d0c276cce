// The search for QR codes in a luma plane: possible places, and the brightness of their modules.
//
// Plain C so that Swift can import it without the C++ interoperability mode. Every function is re-entrant, keeps no
// state between calls, never throws and reads only the ranges that its arguments describe.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// An 8-bit luma plane that the caller owns.
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

/// The pose of a symbol: the point u of its plane, −1…1 on both axes, is seen at (c + A·u) / (1 + v·u).
typedef struct {
    double cx, cy;
    double xx, xy, yx, yy;
    double vx, vy;
} KikQRPose;

/// The number of ways to search a plane, the quickest first; each is an `attempt` of `kikQRFind`.
size_t kikQRAttempts(size_t width, size_t height);

/// Writes up to `capacity` sightings, the likeliest first, and returns their number.
size_t kikQRFind(const KikQRPlane *plane, size_t attempt, bool lightOnDark, KikQRSighting *sightings, size_t capacity);

/// Fits the pose of a symbol of `side` × `side` modules.
///
/// Returns the mean difference between light and dark pattern modules in grey levels; below 0 when the pose cannot be
/// fitted. `expected` has an entry for each module, row by row: 1 dark, −1 light, 0 unknown.
double kikQRFit(const KikQRPlane *plane, const KikQRSighting *sighting, size_t side, const int8_t *expected,
                bool lightOnDark, KikQRPose *pose);

/// Reads the modules of a symbol: 1 dark, 0 light, row by row. A `sharpness` above 0 reduces blur.
bool kikQRSample(const KikQRPlane *plane, const KikQRPose *pose, size_t side, bool lightOnDark, double sharpness,
                 uint8_t *modules);

#ifdef __cplusplus
}
#endif
