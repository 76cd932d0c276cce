// The innermost loops of drawing: plain C, so that they are quick in debug builds too.
//
// Every function is re-entrant, keeps no state between calls, allocates nothing and touches nothing outside the ranges
// that its arguments describe.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A straight piece of an outline that is not horizontal.
typedef struct {
    double top;
    double bottom;
    double x;           ///< at the top
    double slope;       ///< of x per unit of y
    int32_t direction;  ///< 1 when the outline runs down, -1 when up
    int32_t next;       ///< another edge that starts in the same row; -1 at the end
} DrawingEdge;

/// An edge that touches the current row, and where it crosses the current line.
typedef struct {
    double x;
    int32_t edge;
} DrawingCrossing;

/// Rows or columns from `first` to before `end`.
typedef struct {
    size_t first;
    size_t end;
} DrawingRange;

/// The edges of a closed outline; `places` are `count` pairs of x and y, and `edges` has room for `count`.
///
/// Returns how many edges were written: horizontal ones and those without finite places are left out.
size_t drawingOutline(const double *places, size_t count, DrawingEdge *edges);

/// The edges of the areas that a round pen covers along lines, to be filled by the non-zero rule.
///
/// `joint` is the outline of the pen about (0, 0), drawn at every place; `jointCount` may be 0. `edges` has room for
/// 4 · (count − 1) + jointCount · count.
size_t drawingStroke(const double *places, size_t count, double radius, const double *joint, size_t jointCount,
                     DrawingEdge *edges);

/// Chains edges by the row in which they start. `heads` has an entry for each of `height` rows.
///
/// Returns the rows that are touched.
DrawingRange drawingLink(DrawingEdge *edges, size_t count, int32_t *heads, size_t height);

/// Writes the coverage of a row, 0…1 for each of `width` pixels, and returns the columns that may be covered.
///
/// Rows are asked for in ascending order. `head` is the first edge that starts in the row, `active` what the row before
/// left behind, with room for every edge, and `deltas` are `width` + 2 zeros, which are zeros again afterwards.
DrawingRange drawingCover(const DrawingEdge *edges, int32_t head, bool isNonZero, size_t row, DrawingCrossing *active,
                          size_t *activeCount, float *deltas, float *coverage, size_t width);

/// Mixes a colour into `count` pixels of three bytes, by coverage times opacity, and times mask / 255 unless that is
/// `NULL`.
void drawingBlend(uint8_t *pixels, const float *coverage, const uint8_t *mask, size_t count, const uint8_t *color,
                  double opacity);

/// Sets `count` pixels of three bytes.
void drawingClear(uint8_t *pixels, size_t count, const uint8_t *color);

/// Writes coverage as whole steps, 0…255.
void drawingMask(uint8_t *mask, const float *coverage, size_t count);

/// Writes a row of `count` bytes as differences from the bytes `distance` before in the row; returns the sum of their
/// magnitudes.
size_t drawingSub(const uint8_t *row, size_t count, size_t distance, uint8_t *target);

/// Writes a row of `count` bytes as differences from the row above it; returns the sum of their magnitudes.
size_t drawingUp(const uint8_t *row, const uint8_t *above, size_t count, uint8_t *target);

#ifdef __cplusplus
}
#endif
