#include "Finder.hpp"

#include <algorithm>
#include <cmath>

namespace kik {
namespace {

constexpr float acceptedCorrelation = 0.55F;
constexpr float coarseCorrelation = 0.40F;

struct Match {
    float correlation = 0;  // signed
    int rotation = 0;
    bool mirrored = false;
};

/// Takes the mean away and scales to unit norm. False for a ring without contrast.
bool normalise(float *ring, int count) {
    float sum = 0;
    for (int i = 0; i < count; ++i) { sum += ring[i]; }
    float mean = sum / static_cast<float>(count);
    float squares = 0;
    for (int i = 0; i < count; ++i) {
        ring[i] -= mean;
        squares += ring[i] * ring[i];
    }
    if (squares < 1) { return false; }
    float scale = 1 / std::sqrt(squares);
    for (int i = 0; i < count; ++i) { ring[i] *= scale; }
    return true;
}

/// Correlates a ring with every rotation of the template and of its mirror image.
Match bestMatch(const float *ring, const float *pattern, int count) {
    float doubled[2 * fineAngles];
    for (int i = 0; i < count; ++i) { doubled[i] = doubled[i + count] = ring[i]; }
    float reversed[fineAngles];
    for (int i = 0; i < count; ++i) { reversed[i] = pattern[(count - i) % count]; }
    Match best;
    for (int rotation = 0; rotation < count; ++rotation) {
        const float *shifted = doubled + rotation;
        float straight = 0;
        float mirror = 0;
        for (int i = 0; i < count; ++i) {
            straight += shifted[i] * pattern[i];
            mirror += shifted[i] * reversed[i];
        }
        if (std::fabs(straight) > std::fabs(best.correlation)) { best = {straight, rotation, false}; }
        if (std::fabs(mirror) > std::fabs(best.correlation)) { best = {mirror, rotation, true}; }
    }
    return best;
}

/// Turns the badge's frame so that the code's own twelve o'clock is up.
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

Match coarseMatch(const Image &image, const Pose &pose) {
    const Layout &figure = layout();
    float ring[coarseAngles];
    constexpr int stride = fineAngles / coarseAngles;
    for (int i = 0; i < coarseAngles; ++i) {
        Point direction = figure.directions[i * stride];
        ring[i] = pose.sample(image, {direction.x * ringRadius[0], direction.y * ringRadius[0]});
    }
    return normalise(ring, coarseAngles) ? bestMatch(ring, figure.coarseTemplate, coarseAngles) : Match();
}

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
    return normalise(ring, fineAngles) ? bestMatch(ring, figure.fineTemplate, fineAngles) : Match();
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

}  // namespace

void correlateFinder(const Image &image, const Badge &badge, std::vector<Candidate> &candidates) {
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
        if (std::fabs(coarseMatch(image, pose).correlation) > coarseCorrelation) {
            Match match = fineMatch(image, pose);
            if (std::fabs(match.correlation) > acceptedCorrelation) {
                candidates.push_back({rotated(pose, match), std::fabs(match.correlation),
                                      match.correlation > 0 ? 1.0F : -1.0F, match.mirrored});
            }
        }
        if (isRound) { break; }
    }
    std::sort(candidates.begin() + static_cast<std::ptrdiff_t>(first), candidates.end(),
              [](const Candidate &a, const Candidate &b) { return a.correlation > b.correlation; });
}

}  // namespace kik
