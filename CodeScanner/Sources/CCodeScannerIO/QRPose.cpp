#include "QRPose.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace kik {
namespace {

/// A module of known colour, in the symbol's plane.
struct Known {
    double x;
    double y;
    float sign;  // of its brightness
};

/// Compares the picture with the known modules of the symbol.
class Scorer {
public:
    /// `expected` has an entry for each module, row by row: 1 dark, −1 light, 0 unknown.
    Scorer(const Luma &luma, int side, const int8_t *expected, bool lightOnDark) : luma(luma), module(2.0 / side) {
        for (int y = 0; y < side; ++y) {
            for (int x = 0; x < side; ++x) {
                int value = expected[y * side + x];
                if (value == 0) { continue; }
                bool isBright = (value < 0) != lightOnDark;
                (isBright ? bright : dark) += 1;
                all.push_back({(x + 0.5) * module - 1, (y + 0.5) * module - 1, isBright ? 1.0F : -1.0F});
            }
        }
    }

    bool canCompare() const { return bright > 0 && dark > 0; }

    /// Whether the modules in three corners look like finder patterns. A quick test that rejects most wrong poses.
    bool showsCorners(const KikQRPose &pose) const {
        const double reach = 1 - 7 * module;  // of the patterns' inner edges
        double sums[2] = {0, 0};
        double squares = 0;
        int counts[2] = {0, 0};
        for (const Known &known : all) {
            if (std::fabs(known.x) < reach || std::fabs(known.y) < reach || (known.x > 0 && known.y > 0)) { continue; }
            PlacePair place = seen(pose, known.x, known.y);
            double value = luma.sample(place.x, place.y);
            sums[known.sign > 0 ? 1 : 0] += value;
            counts[known.sign > 0 ? 1 : 0] += 1;
            squares += value * value;
        }
        double count = counts[0] + counts[1];
        double mean = (sums[0] + sums[1]) / count;
        double deviation = std::sqrt(std::max(squares / count - mean * mean, 1.0));
        constexpr double clear = 0.8;  // 2 when every module is right
        return counts[0] > 0 && counts[1] > 0 && sums[1] / counts[1] - sums[0] / counts[0] > clear * deviation;
    }

    /// The mean of the light modules minus the mean of the dark ones. `isFine` also samples the modules' corners.
    double score(const KikQRPose &pose, bool isFine) const {
        // The whole symbol must lie before the horizon.
        if (std::fabs(pose.vx) + std::fabs(pose.vy) > 0.8) { return -1e9; }
        const double reach = 0.3 * module;
        const double offsets[5][2] = {{0, 0}, {-reach, -reach}, {reach, -reach}, {reach, reach}, {-reach, reach}};
        const int samples = isFine ? 5 : 1;
        double sums[2] = {0, 0};
        for (const Known &known : all) {
            float sum = 0;
            for (int i = 0; i < samples; ++i) {
                PlacePair place = seen(pose, known.x + offsets[i][0], known.y + offsets[i][1]);
                sum += luma.sample(place.x, place.y);
            }
            sums[known.sign > 0 ? 1 : 0] += sum;
        }
        return (sums[1] / bright - sums[0] / dark) / samples;
    }

private:
    const Luma &luma;
    double module;
    std::vector<Known> all;
    int bright = 0;
    int dark = 0;
};

/// The pose that puts the three patterns where they were seen, for a given perspective.
KikQRPose poseThrough(const KikQRSighting &sighting, int side, double vx, double vy) {
    double reach = static_cast<double>(side - 7) / side;  // of the patterns' middles
    double weights[3] = {1 - vx * reach - vy * reach, 1 + vx * reach - vy * reach, 1 - vx * reach + vy * reach};
    double x[3], y[3];
    for (int i = 0; i < 3; ++i) {
        x[i] = sighting.x[i] * weights[i];
        y[i] = sighting.y[i] * weights[i];
    }
    KikQRPose pose;
    pose.xx = (x[1] - x[0]) / (2 * reach);
    pose.yx = (y[1] - y[0]) / (2 * reach);
    pose.xy = (x[2] - x[0]) / (2 * reach);
    pose.yy = (y[2] - y[0]) / (2 * reach);
    pose.cx = (x[1] + x[2]) / 2;
    pose.cy = (y[1] + y[2]) / 2;
    pose.vx = vx;
    pose.vy = vy;
    return pose;
}

/// Searches the best perspective, from coarse to fine, with the patterns fixed.
double searchPerspective(const Scorer &scorer, const KikQRSighting &sighting, int side, KikQRPose &pose) {
    pose = poseThrough(sighting, side, 0, 0);
    double best = scorer.score(pose, false);
    struct Grid {
        int reach;
        double step;
    };
    constexpr Grid grids[] = {{3, 0.08}, {1, 0.04}, {1, 0.02}, {1, 0.01}};
    for (const Grid &grid : grids) {
        double middleX = pose.vx;
        double middleY = pose.vy;
        for (int row = -grid.reach; row <= grid.reach; ++row) {
            for (int column = -grid.reach; column <= grid.reach; ++column) {
                KikQRPose trial = poseThrough(sighting, side, middleX + column * grid.step, middleY + row * grid.step);
                double value = scorer.score(trial, false);
                if (value > best) {
                    best = value;
                    pose = trial;
                }
            }
        }
    }
    return best;
}

/// Greedy coordinate search over all eight parameters; steps are in modules.
double polish(const Scorer &scorer, int side, KikQRPose &pose) {
    double best = scorer.score(pose, true);
    for (double step : {0.4, 0.2, 0.1, 0.05}) {
        double radius = std::sqrt(std::fabs(pose.xx * pose.yy - pose.xy * pose.yx));
        double shift = step * 2 / side;  // in the symbol's plane
        for (int sweep = 0; sweep < 2; ++sweep) {
            bool moved = false;
            for (double KikQRPose::*parameter :
                 {&KikQRPose::cx, &KikQRPose::cy, &KikQRPose::xx, &KikQRPose::xy, &KikQRPose::yx, &KikQRPose::yy,
                  &KikQRPose::vx, &KikQRPose::vy}) {
                bool isPerspective = parameter == &KikQRPose::vx || parameter == &KikQRPose::vy;
                double size = isPerspective ? shift : shift * radius;
                for (double change : {size, -size}) {
                    KikQRPose trial = pose;
                    trial.*parameter += change;
                    if (isPerspective) {
                        // Around the middle of the symbol, so that the symbol does not drift sideways.
                        (parameter == &KikQRPose::vx ? trial.xx : trial.xy) += change * pose.cx;
                        (parameter == &KikQRPose::vx ? trial.yx : trial.yy) += change * pose.cy;
                    }
                    double value = scorer.score(trial, true);
                    if (value > best) {
                        best = value;
                        pose = trial;
                        moved = true;
                        break;
                    }
                }
            }
            if (!moved) { break; }
        }
    }
    return best;
}

}  // namespace

double fitPose(const Luma &luma, const KikQRSighting &sighting, int side, const int8_t *expected, bool lightOnDark,
               KikQRPose &pose) {
    Scorer scorer(luma, side, expected, lightOnDark);
    if (!scorer.canCompare()) { return -1; }
    if (!scorer.showsCorners(poseThrough(sighting, side, 0, 0))) { return -1; }
    constexpr double hopeless = 4;  // grey levels
    if (searchPerspective(scorer, sighting, side, pose) < hopeless) { return -1; }
    return polish(scorer, side, pose);
}

}  // namespace kik
