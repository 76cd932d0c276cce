// The outlines of the marked areas of a mask (border following after Suzuki and Abe, 1985).
#pragma once

#include <opencv2/core.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace kik {

/// A picture of marked and unmarked pixels, with a frame of unmarked ones.
class Mask {
public:
    static constexpr uint8_t blank = 0;
    static constexpr uint8_t marked = 1;

    /// Sets the size. The rows are then undefined and the frame is blank.
    void reset(int width, int height);

    int width() const { return columns; }
    int height() const { return cells.rows - 2; }
    std::ptrdiff_t stride() const { return static_cast<std::ptrdiff_t>(cells.step[0]); }
    uint8_t *row(int y) { return cells.ptr(y + 1) + 1; }
    const uint8_t *row(int y) const { return cells.ptr(y + 1) + 1; }
    /// The picture without its frame.
    cv::Mat inner() { return cells(cv::Rect(1, 1, width(), height())); }

private:
    /// Wide enough for code that reads eight pixels at once.
    static constexpr int rightFrame = 8;

    cv::Mat cells;
    int columns = 0;
};

/// A closed line of neighbouring pixels at the edge of a marked area.
struct Border {
    const std::vector<cv::Point> &points;
    /// Whether the line runs around a hole of the area, not around the area.
    bool isHole;
};

/// Follows all borders of a mask; pixels that touch at a corner are connected.
class BorderFollower {
public:
    /// Longer borders are followed but not reported.
    static constexpr size_t longest = 2000;

    /// Calls `visit` for each border of `mask` and changes the marks on the way.
    template <typename Visit>
    void forEach(Mask &mask, Visit visit) {
        for (int y = 0; y < mask.height(); ++y) {
            const uint8_t *row = mask.row(y);
            for (int first = 0; first <= mask.width(); first += pixelsAtOnce) {
                for (uint64_t left = edges(row + first); left != 0; left &= left - 1) {
                    const int x = first + __builtin_ctzll(left) / 8;
                    const bool isOuter = row[x - 1] == Mask::blank && row[x] == Mask::marked;
                    const bool isHole = row[x] == Mask::blank && row[x - 1] != passedOnRight;
                    if (!isOuter && !isHole) { continue; }
                    follow(mask, isOuter ? x : x - 1, y, isHole);
                    if (points.size() <= longest) { visit(Border{points, isHole}); }
                }
            }
        }
    }

private:
    /// A border runs through this pixel.
    static constexpr uint8_t passed = 2;
    /// A border runs through this pixel, and the pixel to its right is blank.
    static constexpr uint8_t passedOnRight = 3;

    static constexpr int pixelsAtOnce = 8;

    std::vector<cv::Point> points;

    /// The pixels, of eight, that differ from the one before in being marked or not.
    ///
    /// Each result is the lowest bit of a byte; the first pixel is in the lowest byte.
    static uint64_t edges(const uint8_t *row) {
        uint64_t here;
        uint64_t before;
        std::memcpy(&here, row, sizeof here);
        std::memcpy(&before, row - 1, sizeof before);
        // A marked pixel has one of the lower two bits set.
        return ((here | here >> 1) ^ (before | before >> 1)) & 0x0101010101010101;
    }

    /// Follows the border through a pixel and stores its points.
    void follow(Mask &mask, int x, int y, bool isHole);
};

}  // namespace kik
