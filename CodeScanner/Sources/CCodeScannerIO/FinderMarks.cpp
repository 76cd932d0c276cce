#include "FinderMarks.hpp"

#include <algorithm>
#include <cmath>

namespace kik {
namespace {

/// Whether five runs have the proportions of a finder pattern, with tolerance for blur and whole pixels.
bool isProportioned(const int runs[5]) {
    int total = 0;
    for (int i = 0; i < 5; ++i) {
        if (runs[i] == 0) { return false; }
        total += runs[i];
    }
    double module = total / 7.0;
    double tolerance = 0.4 * module + 0.5;
    for (int i = 0; i < 5; ++i) {
        if (i != 2 && std::fabs(runs[i] - module) > tolerance) { return false; }
    }
    return total >= 7 && std::fabs(runs[2] - 3 * module) <= 2 * tolerance;
}

/// A line of pixels through a point.
struct Line {
    int dx;
    int dy;
};

/// The five runs around a point along a line, and the distance of the point from the centre of the middle run.
struct Crossing {
    double length = 0;  // of all five runs, in steps of the line
    double shift = 0;
};

/// Follows a line in both directions. False unless the point lies in the middle of a finder pattern.
bool cross(const DarkMask &mask, int x, int y, Line line, Crossing &crossing) {
    if (!mask.contains(x, y) || !mask.at(x, y)) { return false; }
    int ends[2][3];  // steps from the point to the end of the middle, the light and the outer run
    for (int way = 0; way < 2; ++way) {
        int sign = way == 0 ? -1 : 1;
        int steps = 0;
        for (int run = 0; run < 3; ++run) {
            bool isDark = run != 1;
            int px, py;
            while (true) {
                px = x + sign * (steps + 1) * line.dx;
                py = y + sign * (steps + 1) * line.dy;
                if (!mask.contains(px, py) || mask.at(px, py) != isDark) { break; }
                ++steps;
            }
            ends[way][run] = steps;
            if (!mask.contains(px, py) && run < 2) { return false; }
        }
    }
    int runs[5] = {ends[0][2] - ends[0][1], ends[0][1] - ends[0][0], ends[0][0] + 1 + ends[1][0],
                   ends[1][1] - ends[1][0], ends[1][2] - ends[1][1]};
    if (!isProportioned(runs)) { return false; }
    crossing.length = ends[0][2] + 1 + ends[1][2];
    crossing.shift = (ends[1][0] - ends[0][0]) / 2.0;
    return true;
}

/// Checks a point found in a row along the other directions too.
bool confirm(const DarkMask &mask, int x, int y, FinderMark &mark) {
    Crossing vertical;
    if (!cross(mask, x, y, {0, 1}, vertical)) { return false; }
    double middleY = y + vertical.shift;
    int row = static_cast<int>(std::lround(middleY));
    Crossing horizontal;
    if (!cross(mask, x, row, {1, 0}, horizontal)) { return false; }
    double middleX = x + horizontal.shift;
    int column = static_cast<int>(std::lround(middleX));
    Crossing diagonal;
    if (!cross(mask, column, row, {1, 1}, diagonal) && !cross(mask, column, row, {1, -1}, diagonal)) { return false; }
    constexpr double mostSlanted = 3;
    if (vertical.length > mostSlanted * horizontal.length || horizontal.length > mostSlanted * vertical.length) {
        return false;
    }
    mark = {middleX, middleY, std::sqrt(vertical.length * horizontal.length) / 7, 1};
    return true;
}

/// Merges a mark with one found at the same place, or adds it.
void merge(std::vector<FinderMark> &marks, const FinderMark &mark) {
    for (FinderMark &known : marks) {
        double reach = std::max(1.5 * known.module, 1.5);
        if (std::fabs(known.x - mark.x) > reach || std::fabs(known.y - mark.y) > reach) { continue; }
        if (mark.module > 2 * known.module || known.module > 2 * mark.module) { continue; }
        double share = 1.0 / (known.sightings + 1);
        known.x += share * (mark.x - known.x);
        known.y += share * (mark.y - known.y);
        known.module += share * (mark.module - known.module);
        ++known.sightings;
        return;
    }
    marks.push_back(mark);
}

}  // namespace

std::vector<FinderMark> findMarks(const DarkMask &mask) {
    constexpr size_t mostMarks = 400;
    std::vector<FinderMark> marks;
    for (int y = 0; y < mask.plane.height; ++y) {
        const uint8_t *row = mask.plane.row(y);
        int runs[5] = {0, 0, 0, 0, 0};  // the last five, the newest last
        bool isDark = false;
        for (int x = 0; x <= mask.plane.width; ++x) {
            bool next = x < mask.plane.width ? row[x] != 0 : !isDark;
            if (next == isDark) {
                ++runs[4];
                continue;
            }
            FinderMark mark;
            int middle = x - runs[4] - runs[3] - (runs[2] + 1) / 2;
            if (isDark && isProportioned(runs) && confirm(mask, middle, y, mark) && marks.size() < mostMarks) {
                merge(marks, mark);
            }
            std::copy(runs + 1, runs + 5, runs);
            runs[4] = 1;
            isDark = next;
        }
    }
    // Only the smallest patterns are crossed by a single row.
    auto isChance = [](const FinderMark &mark) { return mark.sightings == 1 && mark.module > 2.5; };
    marks.erase(std::remove_if(marks.begin(), marks.end(), isChance), marks.end());
    std::sort(marks.begin(), marks.end(), [](const FinderMark &a, const FinderMark &b) {
        return a.sightings > b.sightings;
    });
    return marks;
}

double moduleTowards(const DarkMask &mask, const FinderMark &mark, double x, double y) {
    double length = std::hypot(x - mark.x, y - mark.y);
    if (length < 1) { return 0; }
    double dx = (x - mark.x) / length;
    double dy = (y - mark.y) / length;
    double sum = 0;
    int sides = 0;
    for (double sign : {1.0, -1.0}) {
        constexpr double step = 0.25;
        bool isDark = true;
        int changes = 0;
        for (double distance = 0; distance < 12 * mark.module; distance += step) {
            int px = static_cast<int>(std::lround(mark.x + sign * distance * dx));
            int py = static_cast<int>(std::lround(mark.y + sign * distance * dy));
            if (!mask.contains(px, py)) { break; }
            if (mask.at(px, py) == isDark) { continue; }
            isDark = !isDark;
            if (++changes == 3) {
                sum += distance;
                ++sides;
                break;
            }
        }
    }
    return sides == 0 ? 0 : sum / (3.5 * sides);
}

}  // namespace kik
