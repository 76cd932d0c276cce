#include "Border.hpp"

namespace kik {
namespace {

constexpr int neighbours = 8;
/// Directions from a pixel to its neighbours, counter-clockwise from the right one.
const cv::Point steps[neighbours] = {{1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}, {0, 1}, {1, 1}};
constexpr int right = 0;
constexpr int left = 4;

}  // namespace

void Mask::reset(int width, int height) {
    columns = width;
    cells.create(height + 2, width + 1 + rightFrame, CV_8UC1);
    cells.row(0).setTo(blank);
    cells.row(height + 1).setTo(blank);
    cells.col(0).setTo(blank);
    cells.colRange(width + 1, width + 1 + rightFrame).setTo(blank);
}

void BorderFollower::follow(Mask &mask, int x, int y, bool isHole) {
    std::ptrdiff_t offsets[2 * neighbours];  // stored twice, so that a turn needs no wrapping
    for (int i = 0; i < 2 * neighbours; ++i) {
        offsets[i] = steps[i % neighbours].y * mask.stride() + steps[i % neighbours].x;
    }
    uint8_t *const start = mask.row(y) + x;
    const int outside = isHole ? right : left;  // a blank neighbour of the start
    int direction = outside + neighbours;
    do { --direction; } while (start[offsets[direction]] == Mask::blank && direction != outside);
    points.clear();
    if (direction == outside) {  // a single pixel
        *start = passedOnRight;
        points.emplace_back(x, y);
        return;
    }
    uint8_t *const last = start + offsets[direction];  // the pixel before the start
    uint8_t *pixel = start;
    for (;;) {
        direction %= neighbours;
        do { ++direction; } while (pixel[offsets[direction]] == Mask::blank);
        if (direction > right + neighbours) {  // the turn has passed the right neighbour, so that one is blank
            *pixel = passedOnRight;
        } else if (*pixel == Mask::marked) {
            *pixel = passed;
        }
        if (points.size() <= longest) { points.emplace_back(x, y); }
        uint8_t *const next = pixel + offsets[direction];
        if (next == start && pixel == last) { return; }
        direction %= neighbours;
        x += steps[direction].x;
        y += steps[direction].y;
        pixel = next;
        direction += neighbours / 2;  // back to the previous pixel
    }
}

}  // namespace kik
