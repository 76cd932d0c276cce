#include "Finder.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace kik {
namespace {

/// A ring that correlates better is a candidate.
constexpr float acceptedCorrelation = 0.55F;
/// A ring that correlates better in the first pass is measured finely. The worst of a thousand readable codes had 0.63.
constexpr float coarseCorrelation = 0.5F;
/// A ring that correlates worse is not a finder ring at any tilt.
constexpr float hopelessCorrelation = 0.35F;

struct Match {
    float correlation = 0;  // with sign
    int rotation = 0;
    bool mirrored = false;
};

/// Subtracts the mean and scales to the templates' norm. False for a ring without contrast.
template <int count>
bool normalise(const float *ring, int16_t *result) {
    float sum = 0;
    for (int i = 0; i < count; ++i) { sum += ring[i]; }
    float mean = sum / count;
    float squares = 0;
    for (int i = 0; i < count; ++i) { squares += (ring[i] - mean) * (ring[i] - mean); }
    if (squares < 1) { return false; }
    float scale = scaledNorm / std::sqrt(squares);
    for (int i = 0; i < count; ++i) {
        float value = (ring[i] - mean) * scale;
        result[i] = static_cast<int16_t>(value + (value < 0 ? -0.5F : 0.5F));
    }
    return true;
}

/// Adds the products of a ring with one value of a template, for every rotation.
///
/// Uses 16-bit integers, which processors handle many at a time.
template <int count>
void accumulate(const int16_t *ring, int16_t ink, int16_t *sums) {
    for (int i = 0; i < count; ++i) { sums[i] = static_cast<int16_t>(sums[i] + ring[i] * ink); }
}

/// Correlates a ring with every rotation of the template and of its mirror image.
template <int count>
Match bestMatch(const float *ring, const Template<count> &pattern) {
    int16_t doubled[2 * count];
    if (!normalise<count>(ring, doubled)) { return {}; }
    std::copy(doubled, doubled + count, doubled + count);
    int16_t straight[count] = {};
    int16_t mirror[count] = {};
    for (int i = 0; i < count; ++i) {
        accumulate<count>(doubled + i, pattern.ink[i], straight);
        accumulate<count>(doubled + i, pattern.mirrored[i], mirror);
    }
    Match best;
    int highest = 0;
    for (int rotation = 0; rotation < count; ++rotation) {
        for (bool isMirrored : {false, true}) {
            int value = isMirrored ? mirror[rotation] : straight[rotation];
            if (std::abs(value) > std::abs(highest)) {
                highest = value;
                best.rotation = rotation;
                best.mirrored = isMirrored;
            }
        }
    }
    best.correlation = static_cast<float>(highest) / (scaledNorm * pattern.norm);
    return best;
}

/// Rotates the badge's frame so that the code's twelve o'clock points up.
Pose rotated(const Pose &pose, const Match &match) {
    double angle = 2 * 3.14159265358979323846 * match.rotation / fineAngles;
    float c = static_cast<float>(std::cos(angle));
    float s = static_cast<float>(std::sin(angle));
    float flip = match.mirrored ? -1.0F : 1.0F;
    Pose result = pose;
    result.xx = (pose.xx * c + pose.xy * s) * flip;
    result.xy = -pose.xx * s + pose.xy * c;
    result.yx = (pose.yx * c + pose.yy * s) * flip;
    result.yy = -pose.yx * s + pose.yy * c;
    result.vx = (pose.vx * c + pose.vy * s) * flip;
    result.vy = -pose.vx * s + pose.vy * c;
    return result;
}

/// The first pass: few angles on the middle line of the ring.
Match coarseMatch(const Image &image, const Pose &pose) {
    const Layout &figure = layout();
    float ring[coarseAngles];
    constexpr int stride = fineAngles / coarseAngles;
    for (int i = 0; i < coarseAngles; ++i) {
        Point direction = figure.directions[i * stride];
        ring[i] = pose.sample(image, {direction.x * ringRadius[0], direction.y * ringRadius[0]});
    }
    return bestMatch(ring, figure.coarseTemplate);
}

/// The second pass: many angles, each with the sum of three radii.
Match fineMatch(const Image &image, const Pose &pose) {
    const Layout &figure = layout();
    constexpr float radii[] = {ringRadius[0] - 0.012F, ringRadius[0], ringRadius[0] + 0.012F};
    float ring[fineAngles];
    for (int i = 0; i < fineAngles; ++i) {
        Point direction = figure.directions[i];
        ring[i] = 0;
        for (float radius : radii) {
            ring[i] += pose.sample(image, {direction.x * radius, direction.y * radius});
        }
    }
    return bestMatch(ring, figure.fineTemplate);
}

/// The badge's affine frame: the symmetric root of its second moments, scaled to the code's radius.
Pose frameOf(const Badge &badge) {
    double longAxis = badge.longAxis / badgeRadius;
    double shortAxis = badge.shortAxis / badgeRadius;
    double x = badge.directionX;
    double y = badge.directionY;
    Pose pose = {};
    pose.cx = static_cast<float>(badge.x);
    pose.cy = static_cast<float>(badge.y);
    pose.xx = static_cast<float>(longAxis * x * x + shortAxis * y * y);
    pose.xy = static_cast<float>((longAxis - shortAxis) * x * y);
    pose.yx = pose.xy;
    pose.yy = static_cast<float>(longAxis * y * y + shortAxis * x * x);
    return pose;
}

/// The pose whose ring correlates best at the given size, slightly larger and slightly smaller.
Pose bestSize(const Image &image, const Pose &pose, float &correlation) {
    Pose best = pose;
    for (float factor : {1.06F, 0.94F}) {
        Pose trial = pose.scaled(factor);
        float other = std::fabs(coarseMatch(image, trial).correlation);
        if (other > correlation) {
            correlation = other;
            best = trial;
        }
    }
    return best;
}

}  // namespace

void correlateFinder(const Image &image, const Badge &badge, bool isRough, std::vector<Candidate> &candidates) {
    // The perspective along the short axis, in which a tilted code recedes.
    constexpr float hypotheses[] = {0, 0.07F, -0.07F, 0.14F, -0.14F};
    double ratio = badge.shortAxis / badge.longAxis;
    bool isRound = 1 - ratio * ratio < 0.05;
    size_t first = candidates.size();
    Pose frame = frameOf(badge);
    for (float hypothesis : hypotheses) {
        Pose pose = frame;
        pose.vx = static_cast<float>(-badge.directionY) * hypothesis;
        pose.vy = static_cast<float>(badge.directionX) * hypothesis;
        if (!pose.isUsable()) { return; }
        float coarse = std::fabs(coarseMatch(image, pose).correlation);
        if (hypothesis == 0) {
            if (coarse < hopelessCorrelation) { return; }
            if (isRough) { frame = pose = bestSize(image, pose, coarse); }
        }
        if (coarse > coarseCorrelation) {
            Match match = fineMatch(image, pose);
            if (std::fabs(match.correlation) > acceptedCorrelation) {
                candidates.push_back({rotated(pose, match), std::fabs(match.correlation),
                                      match.correlation > 0 ? 1.0F : -1.0F, match.mirrored});
            }
        }
        if (isRound) { break; }  // a code that is not tilted has no perspective
    }
    std::sort(candidates.begin() + static_cast<std::ptrdiff_t>(first), candidates.end(),
              [](const Candidate &a, const Candidate &b) { return a.correlation > b.correlation; });
}

}  // namespace kik
