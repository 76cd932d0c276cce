#include "Search.hpp"

#include "Image.hpp"
#include "Pose.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>

namespace kik {
namespace {

/// The longest edge of the working image.
int edgeLimit(KikQuality quality) {
    switch (quality) {
    case KikQualityLow: return 320;
    case KikQualityMedium: return 480;
    case KikQualityHigh: return 640;
    case KikQualityBest: return 960;
    }
    return 640;
}

/// The longest edge at which any picture is searched.
constexpr int largestEdge = 4096;
/// When badges are looked at more closely afterwards, they are searched at half the resolution at most.
constexpr int closeFactor = 2;

/// Removes noise and detail that would alias, and keeps detail that codes need.
void smooth(const cv::Mat &from, cv::Mat &to) {
    cv::GaussianBlur(from, to, cv::Size(3, 3), 0, 0, cv::BORDER_REPLICATE | cv::BORDER_ISOLATED);
}

/// The value as an integer, limited to `least`…`most`; `least` for NaN.
int boundedWhole(float value, int least, int most) {
    if (!(value > static_cast<float>(least))) { return least; }
    return value < static_cast<float>(most) ? static_cast<int>(value) : most;
}

/// The pixels of a picture that contain a code, with a margin.
cv::Rect boundsOf(const Pose &pose, const cv::Mat &picture) {
    float left = pose.cx, right = pose.cx, top = pose.cy, bottom = pose.cy;
    for (Point corner : unitSquare) {
        Point place = pose.apply(corner);
        left = std::min(left, place.x);
        right = std::max(right, place.x);
        top = std::min(top, place.y);
        bottom = std::max(bottom, place.y);
    }
    float margin = 0.1F * pose.radius() + 4;
    // Each edge is rounded and limited separately. A width rounded apart from its left edge could exceed the picture.
    int firstColumn = boundedWhole(std::floor(left - margin), 0, picture.cols);
    int lastColumn = boundedWhole(std::ceil(right + margin), firstColumn, picture.cols);
    int firstRow = boundedWhole(std::floor(top - margin), 0, picture.rows);
    int lastRow = boundedWhole(std::ceil(bottom + margin), firstRow, picture.rows);
    return cv::Rect(firstColumn, firstRow, lastColumn - firstColumn, lastRow - firstRow);
}

}  // namespace

size_t Search::run(const cv::Mat &picture, KikQuality wanted, KikFinding *target, size_t most) noexcept {
    input = picture;
    quality = wanted;
    findings = target;
    capacity = most;
    count = 0;
    try {
        searchAll();
    } catch (...) {
        // Out of memory, or an error of OpenCV. Codes read so far have passed their checks and stay valid.
    }
    std::sort(findings, findings + count,
              [](const KikFinding &a, const KikFinding &b) { return a.diameter > b.diameter; });
    forget();
    return count;
}

/// Releases all memory that the caller owns.
void Search::forget() {
    input.release();
    findings = nullptr;
    capacity = 0;
    surroundings.forget();
}

void Search::searchAll() {
    int factor = workingFactor();
    searchReduced(factor);
    if (quality != KikQualityBest) { return; }
    int longest = std::max(input.cols, input.rows);
    int fullFactor = (longest + largestEdge - 1) / largestEdge;
    // A search for all codes uses the full size. For one code, as in a camera's frames, half the size shows every badge
    // of a readable code.
    int second = capacity > 1 ? fullFactor : std::max(fullFactor, closeFactor);
    if (second < factor && count < capacity) { searchReduced(second); }
}

/// Uses whole factors only, which are fast and exact. When badges cannot be looked at more closely, a slightly too
/// large picture is searched unreduced.
int Search::workingFactor() const {
    int longest = std::max(input.cols, input.rows);
    int limit = edgeLimit(quality);
    int tolerated = quality == KikQualityBest ? limit : limit * 4 / 3;
    return longest <= tolerated ? 1 : (longest + limit - 1) / limit;
}

void Search::searchReduced(int factor) {
    constexpr int leastHalved = 480;
    if (!reduce(factor)) { return; }
    bool mayHalve = factor == 1 && quality == KikQualityBest && std::max(input.cols, input.rows) >= leastHalved;
    if (mayHalve && surroundings.isNoisy() && !reduce(closeFactor)) { return; }
    for (bool isBright : {true, false}) {
        if (count < capacity) { searchBadges(isBright); }
    }
}

/// Makes the working image. False when it would be too small.
bool Search::reduce(int factor) {
    cv::Size size(input.cols / factor, input.rows / factor);
    if (std::min(size.width, size.height) < smallestEdge) { return false; }
    const cv::Mat *sharp = &input;
    if (factor > 1) {
        cv::Rect whole(0, 0, size.width * factor, size.height * factor);
        cv::resize(input(whole), reduced, size, 0, 0, cv::INTER_AREA);
        sharp = &reduced;
    }
    smooth(*sharp, working.pixels);
    working.factor = factor;
    surroundings.look(*sharp, working.pixels);
    return true;
}

bool Search::mayLookCloser() const {
    return quality == KikQualityBest && working.factor > 1;
}

void Search::searchBadges(bool isBright) {
    first.clear();
    second.clear();
    for (const Badge &badge : badges.find(surroundings, isBright)) { correlate(badge); }
    readBest(first);
    readBest(second);
}

/// Correlates the ring around a badge of the working image; around a small badge, in the input.
void Search::correlate(const Badge &badge) {
    constexpr double smallBadge = 18;
    ofBadge.clear();
    if (mayLookCloser() && badge.shortAxis < smallBadge) {
        Badge whole = badge;
        Point centre = working.toInput(Point{static_cast<float>(badge.x), static_cast<float>(badge.y)});
        whole.x = centre.x;
        whole.y = centre.y;
        whole.longAxis *= working.factor;
        whole.shortAxis *= working.factor;
        correlateFinder(Image(input), whole, true, ofBadge);
    } else {
        correlateFinder(Image(working.pixels), badge, false, ofBadge);
        for (Candidate &candidate : ofBadge) { candidate.pose = working.toInput(candidate.pose); }
    }
    for (size_t i = 0; i < ofBadge.size(); ++i) { (i == 0 ? first : second).push_back(ofBadge[i]); }
}

/// Reads the best candidates.
void Search::readBest(std::vector<Candidate> &candidates) {
    const size_t limit = capacity == 1 ? 6 : 24;
    std::sort(candidates.begin(), candidates.end(),
              [](const Candidate &a, const Candidate &b) { return a.correlation > b.correlation; });
    if (candidates.size() > limit) { candidates.resize(limit); }
    for (const Candidate &candidate : candidates) {
        if (count == capacity) { return; }
        if (!isKnown(candidate.pose)) { follow(candidate); }
    }
}

/// Reads a code in the working image. Uses the input when the code is too small there or cannot be read.
void Search::follow(const Candidate &candidate) {
    constexpr float smallRadius = 50;
    bool isSmall = candidate.pose.radius() < smallRadius * static_cast<float>(working.factor);
    bool isRead = !(isSmall && mayLookCloser()) && read(candidate, working);
    if (!isRead && mayLookCloser() && lookCloser(candidate.pose)) { read(candidate, close); }
}

/// Fits and reads one candidate. True when it is a code, also one found before.
bool Search::read(const Candidate &candidate, const View &view) {
    Image image(view.pixels);
    Pose pose = view.fromInput(candidate.pose);
    Reading reading;
    if (!refine(image, candidate.polarity, pose) || !readCode(image, pose, candidate.polarity, reading)) {
        return false;
    }
    report(reading, candidate, view.toInput(pose));
    return true;
}

/// Smooths the input around a code. False when too little of the code is in the picture, or when it is larger than the
/// longest edge.
bool Search::lookCloser(const Pose &pose) {
    cv::Rect place = boundsOf(pose, input);
    if (std::min(place.width, place.height) < smallestEdge) { return false; }
    if (std::max(place.width, place.height) > largestEdge) { return false; }
    smooth(input(place), close.pixels);
    close.left = place.x;
    close.top = place.y;
    return true;
}

void Search::report(const Reading &reading, const Candidate &candidate, const Pose &pose) {
    for (size_t i = 0; i < count; ++i) {
        if (std::equal(reading.code.begin(), reading.code.end(), findings[i].code)) { return; }
    }
    KikFinding &finding = findings[count++];
    finding = KikFinding();
    std::copy(reading.code.begin(), reading.code.end(), finding.code);
    finding.frame = reading.frame;
    finding.darkOnLight = candidate.polarity < 0;
    finding.mirrored = candidate.mirrored;
    finding.diameter = 2.0 * pose.radius();
    finding.centreX = pose.cx;
    finding.centreY = pose.cy;
    for (int i = 0; i < 4; ++i) {
        Point corner = pose.apply(unitSquare[i]);
        finding.corners[2 * i] = corner.x;
        finding.corners[2 * i + 1] = corner.y;
    }
}

/// Whether a code has already been read at this place.
bool Search::isKnown(const Pose &pose) const {
    return std::any_of(findings, findings + count, [&](const KikFinding &finding) {
        return std::hypot(finding.centreX - pose.cx, finding.centreY - pose.cy) < 0.2 * finding.diameter;
    });
}

}  // namespace kik
