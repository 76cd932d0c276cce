// The search for codes in a luma plane (code specification §10).
#pragma once

#include "Badge.hpp"
#include "Code.h"
#include "Finder.hpp"
#include "Reader.hpp"
#include "Surroundings.hpp"
#include "View.hpp"

#include <opencv2/core.hpp>

#include <vector>

namespace kik {

/// Codes cannot be read below this edge.
constexpr int smallestEdge = 16;

/// Searches pictures one after the other; reuses its memory while sizes stay the same.
class Search {
public:
    /// Writes at most `most` findings, the largest first, and returns their number.
    ///
    /// Both sides of the picture must be at least `smallestEdge`. Keeps no reference to the picture or to `target`.
    size_t run(const cv::Mat &picture, KikQuality wanted, KikFinding *target, size_t most) noexcept;

private:
    // The current picture. The caller owns `input` and `findings`; both are released after the search.
    cv::Mat input;
    KikQuality quality = KikQualityHigh;
    KikFinding *findings = nullptr;
    size_t capacity = 0;
    size_t count = 0;

    // Memory kept between pictures.
    cv::Mat reduced;
    View working;
    View close;
    Surroundings surroundings;
    BadgeFinder badges;
    std::vector<Candidate> first;   // the best hypothesis of each badge
    std::vector<Candidate> second;  // the others
    std::vector<Candidate> ofBadge;

    void searchAll();
    void forget();
    int workingFactor() const;
    void searchReduced(int factor);
    bool reduce(int factor);
    bool mayLookCloser() const;
    void searchBadges(bool isBright);
    void correlate(const Badge &badge);
    void readBest(std::vector<Candidate> &candidates);
    void follow(const Candidate &candidate);
    bool read(const Candidate &candidate, const View &view);
    bool lookCloser(const Pose &pose);
    void report(const Reading &reading, const Candidate &candidate, const Pose &pose);
    bool isKnown(const Pose &pose) const;
};

}  // namespace kik
