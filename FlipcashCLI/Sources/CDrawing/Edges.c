// From places to edges.

#include "Drawing.h"

#include <math.h>

/// Writes one edge or none; returns how many.
static size_t addEdge(double ax, double ay, double bx, double by, DrawingEdge *edge) {
    if (ay == by || !isfinite(ax) || !isfinite(ay) || !isfinite(bx) || !isfinite(by)) { return 0; }
    double slope = (bx - ax) / (by - ay);
    if (ay < by) {
        *edge = (DrawingEdge){.top = ay, .bottom = by, .x = ax, .slope = slope, .direction = 1, .next = -1};
    } else {
        *edge = (DrawingEdge){.top = by, .bottom = ay, .x = bx, .slope = slope, .direction = -1, .next = -1};
    }
    return 1;
}

/// A closed outline, moved by (x, y).
static size_t addOutline(const double *places, size_t count, double x, double y, DrawingEdge *edges) {
    if (count == 0) { return 0; }
    size_t written = 0;
    double px = places[2 * count - 2] + x;
    double py = places[2 * count - 1] + y;
    for (const double *place = places, *end = places + 2 * count; place != end; place += 2) {
        double qx = place[0] + x;
        double qy = place[1] + y;
        written += addEdge(px, py, qx, qy, edges + written);
        px = qx;
        py = qy;
    }
    return written;
}

/// The rectangle about a line from `a` to `b`.
static size_t addPiece(const double *a, const double *b, double radius, DrawingEdge *edges) {
    double dx = b[0] - a[0];
    double dy = b[1] - a[1];
    double length = sqrt(dx * dx + dy * dy);
    if (!(length > 0)) { return 0; }
    double across[2] = {-dy * (radius / length), dx * (radius / length)};
    double corners[8] = {
        a[0] + across[0], a[1] + across[1], b[0] + across[0], b[1] + across[1],
        b[0] - across[0], b[1] - across[1], a[0] - across[0], a[1] - across[1],
    };
    return addOutline(corners, 4, 0, 0, edges);
}

size_t drawingOutline(const double *places, size_t count, DrawingEdge *edges) {
    return addOutline(places, count, 0, 0, edges);
}

size_t drawingStroke(const double *places, size_t count, double radius, const double *joint, size_t jointCount,
                     DrawingEdge *edges) {
    size_t written = 0;
    for (size_t i = 0; i < count; ++i) {
        const double *place = places + 2 * i;
        if (i > 0) { written += addPiece(place - 2, place, radius, edges + written); }
        written += addOutline(joint, jointCount, place[0], place[1], edges + written);
    }
    return written;
}

DrawingRange drawingLink(DrawingEdge *edges, size_t count, int32_t *heads, size_t height) {
    for (size_t row = 0; row < height; ++row) { heads[row] = -1; }
    DrawingRange rows = {height, 0};
    for (size_t i = 0; i < count; ++i) {
        DrawingEdge *edge = edges + i;
        if (edge->bottom <= 0 || edge->top >= (double)height) { continue; }
        size_t first = edge->top > 0 ? (size_t)edge->top : 0;
        size_t end = edge->bottom < (double)height ? (size_t)ceil(edge->bottom) : height;
        edge->next = heads[first];
        heads[first] = (int32_t)i;
        if (first < rows.first) { rows.first = first; }
        if (end > rows.end) { rows.end = end; }
    }
    return rows.first < rows.end ? rows : (DrawingRange){0, 0};
}
