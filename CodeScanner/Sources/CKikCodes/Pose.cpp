#include "Pose.hpp"

#include <algorithm>
#include <cmath>

namespace kik {
namespace {

/// How much of the figure a stage of the refinement samples, counted from the inside out.
struct Extent {
    int gapCircles;
    int rings;  // the finder included
};

/// Scores poses; higher is better. The weights are those of code specification §10.4.
class Scorer {
public:
    Scorer(const Image &image, float polarity) : image(image), polarity(polarity), figure(layout()) {}

    float score(const Pose &pose, Extent extent) const {
        if (!pose.isUsable()) { return -1e9F; }
        float on = 0;
        float off = 0;
        for (int i = 0; i < finderBits; ++i) {
            float value = pose.sample(image, figure.cells[i]);
            if (finderBit(i)) {
                on += value;
            } else {
                off += value;
            }
        }
        constexpr float perKind = finderBits / 2.0F;  // 16 set and 16 clear bits
        on /= perKind;
        off /= perKind;
        float span = std::fabs(on - off);
        return 1.5F * polarity * (on - off) - gapPenalty(pose, extent, off, span)
            + cellGain(pose, extent, (on + off) / 2, span);
    }

    /// How well the finder's cells match their expected values, −1…1.
    float agreement(const Pose &pose) const {
        float values[finderBits];
        float mean = 0;
        for (int i = 0; i < finderBits; ++i) {
            values[i] = pose.sample(image, figure.cells[i]);
            mean += values[i] / finderBits;
        }
        float product = 0;
        float squares = 0.001F;  // not 0, so that the quotient exists for a ring without contrast
        for (int i = 0; i < finderBits; ++i) {
            float value = values[i] - mean;
            product += finderBit(i) ? value : -value;
            squares += value * value;
        }
        return polarity * product / std::sqrt(squares * finderBits);
    }

private:
    const Image &image;
    float polarity;
    const Layout &figure;

    /// The ink in the gaps, which must be blank.
    float gapPenalty(const Pose &pose, Extent extent, float off, float span) const {
        int count = extent.gapCircles * gapSamplesPerCircle;
        float sum = 0;
        for (int i = 0; i < count; ++i) {
            float excess = polarity * (pose.sample(image, figure.gaps[i]) - off);
            sum += std::min(std::max(excess, -0.3F * span), 1.2F * span);
        }
        return sum / static_cast<float>(count);
    }

    /// How clearly the data cells are set or clear.
    float cellGain(const Pose &pose, Extent extent, float middle, float span) const {
        int end = extent.rings < ringCount ? figure.firstCell[extent.rings] : cellCount;
        int count = end - finderBits;
        if (count <= 0) { return 0; }
        float sum = 0;
        for (int i = finderBits; i < end; ++i) {
            sum += std::min(std::fabs(pose.sample(image, figure.cells[i]) - middle), 0.6F * span);
        }
        return sum / static_cast<float>(count);
    }
};

/// Below this the pose is not fitted further: the ring only resembles the finder. Readable codes had at least 0.87.
constexpr float leastAgreement = 0.7F;

constexpr int parameterCount = 8;

float &parameter(Pose &pose, int index) {
    float *const all[parameterCount] = {&pose.cx, &pose.cy, &pose.xx, &pose.xy, &pose.yx, &pose.yy, &pose.vx, &pose.vy};
    return *all[index];
}

/// Moves each parameter by one step, up or down, if that scores higher; sweeps over all of them at most twice.
///
/// `step` is a share of `radius`, the code's radius in pixels. `best` is the score of `pose`.
void search(const Scorer &scorer, Extent extent, float step, float radius, Pose &pose, float &best) {
    for (int sweep = 0; sweep < 2; ++sweep) {
        bool moved = false;
        for (int index = 0; index < parameterCount; ++index) {
            float size = index < 6 ? step * radius : step * 1.2F;  // the last two, of the perspective, are no lengths
            for (int direction = 0; direction < 2; ++direction) {
                Pose trial = pose;
                parameter(trial, index) += direction == 0 ? size : -size;
                float value = scorer.score(trial, extent);
                if (value > best) {
                    best = value;
                    pose = trial;
                    moved = true;
                    break;
                }
            }
        }
        if (!moved) { return; }
    }
}

}  // namespace

bool Pose::isUsable() const {
    float area = std::fabs(determinant());
    float tilt = std::sqrt(vx * vx + vy * vy);
    return tilt < 0.7F && area > 4 && area < 1e9F && std::isfinite(cx) && std::isfinite(cy);
}

float Pose::radius() const {
    return std::sqrt(std::fabs(determinant()));
}

bool refine(const Image &image, float polarity, Pose &pose) {
    struct Stage {
        Extent extent;
        float step;
    };
    constexpr Stage stages[] = {
        {{1, 1}, 0.03F},  {{1, 1}, 0.012F}, {{3, 3}, 0.02F},  {{3, 3}, 0.008F},
        {{6, 6}, 0.015F}, {{6, 6}, 0.006F}, {{6, 6}, 0.003F},
    };
    Scorer scorer(image, polarity);
    for (const Stage &stage : stages) {
        float best = scorer.score(pose, stage.extent);
        search(scorer, stage.extent, stage.step, pose.radius(), pose, best);
        if (stage.extent.rings == 1 && scorer.agreement(pose) < leastAgreement) { return false; }
    }
    return pose.isUsable();
}

}  // namespace kik
