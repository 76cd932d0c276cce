#include "Sightings.hpp"

#include <algorithm>
#include <cmath>

namespace kik {
namespace {

/// Three marks that may belong to one symbol.
struct Rated {
    KikQRSighting sighting;
    double fault;  // how unlike a real symbol; the smallest is the likeliest
};

/// The number of modules between two marks: the distance divided by the geometric mean of the module lengths at both
/// ends. This is exact in perspective.
double modulesBetween(const DarkMask &mask, const FinderMark &a, const FinderMark &b) {
    double atA = moduleTowards(mask, a, b.x, b.y);
    double atB = moduleTowards(mask, b, a.x, a.y);
    return atA > 0 && atB > 0 ? std::hypot(a.x - b.x, a.y - b.y) / std::sqrt(atA * atB) : 0;
}

/// Rates three marks, the first being the corner. False when they cannot belong together.
bool rate(const DarkMask &mask, const FinderMark &corner, FinderMark right, FinderMark below, Rated &rated) {
    double ax = right.x - corner.x, ay = right.y - corner.y;
    double bx = below.x - corner.x, by = below.y - corner.y;
    if (ax * by - ay * bx < 0) {  // clockwise; a mirrored picture is recognised later
        std::swap(right, below);
        std::swap(ax, bx);
        std::swap(ay, by);
    }
    double cosine = std::fabs(ax * bx + ay * by) / (std::hypot(ax, ay) * std::hypot(bx, by));
    if (!(cosine < 0.75)) { return false; }  // an angle below 41° or above 139°
    double across = modulesBetween(mask, corner, right);
    double down = modulesBetween(mask, corner, below);
    constexpr double fewest = 11;   // 14 between the patterns of the smallest symbol
    constexpr double most = 200;    // 170 in the largest
    if (across < fewest || down < fewest || across > most || down > most) { return false; }
    double unlike = std::fabs(std::log(across / down));
    if (unlike > 0.35) { return false; }
    rated.sighting = {{corner.x, right.x, below.x}, {corner.y, right.y, below.y}, std::sqrt(across * down)};
    double sizes = std::fabs(std::log(right.module / corner.module)) + std::fabs(std::log(below.module / corner.module));
    rated.fault = cosine + 2 * unlike + 0.5 * sizes;
    return true;
}

}  // namespace

std::vector<KikQRSighting> findSightings(const DarkMask &mask, const std::vector<FinderMark> &marks) {
    constexpr size_t mostMarks = 14;
    constexpr double mostUnlike = 2.5;
    size_t count = std::min(marks.size(), mostMarks);
    std::vector<Rated> all;
    for (size_t i = 0; i < count; ++i) {
        for (size_t j = i + 1; j < count; ++j) {
            for (size_t k = j + 1; k < count; ++k) {
                const FinderMark *three[3] = {&marks[i], &marks[j], &marks[k]};
                auto [small, large] = std::minmax({marks[i].module, marks[j].module, marks[k].module});
                if (large > mostUnlike * small) { continue; }
                // The corner lies opposite the longest side.
                double longest = -1;
                int corner = 0;
                for (int c = 0; c < 3; ++c) {
                    const FinderMark &a = *three[(c + 1) % 3];
                    const FinderMark &b = *three[(c + 2) % 3];
                    double length = std::hypot(a.x - b.x, a.y - b.y);
                    if (length > longest) {
                        longest = length;
                        corner = c;
                    }
                }
                Rated rated;
                if (rate(mask, *three[corner], *three[(corner + 1) % 3], *three[(corner + 2) % 3], rated)) {
                    all.push_back(rated);
                }
            }
        }
    }
    std::sort(all.begin(), all.end(), [](const Rated &a, const Rated &b) { return a.fault < b.fault; });
    std::vector<KikQRSighting> sightings;
    for (const Rated &rated : all) { sightings.push_back(rated.sighting); }
    return sightings;
}

}  // namespace kik
