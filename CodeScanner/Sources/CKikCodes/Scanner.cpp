// The search for codes in a luma plane (code specification §10).

#include "Badge.hpp"
#include "Code.h"
#include "Finder.hpp"
#include "Image.hpp"
#include "Pose.hpp"
#include "Reader.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

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

/// No picture is searched at more than this, however large it is.
constexpr int largestEdge = 4096;
/// Below this no code can be read.
constexpr int smallestEdge = 16;

class Scanner {
public:
    Scanner(const cv::Mat &input, KikQuality quality, KikFinding *findings, size_t capacity)
        : input(input), quality(quality), findings(findings), capacity(capacity) {}

    size_t run() {
        int longest = std::max(input.cols, input.rows);
        int factor = workingFactor(longest);
        scan(factor);
        int fullFactor = (longest + largestEdge - 1) / largestEdge;
        bool isWorthASecondLook = quality == KikQualityBest && fullFactor < factor;
        if (isWorthASecondLook && (count == 0 || count < capacity)) { scan(fullFactor); }
        std::sort(findings, findings + count,
                  [](const KikFinding &a, const KikFinding &b) { return a.diameter > b.diameter; });
        return count;
    }

private:
    const cv::Mat &input;
    KikQuality quality;
    KikFinding *findings;
    size_t capacity;
    size_t count = 0;

    /// Whole factors only, since they are cheap and exact; a picture slightly too large is scanned as it is.
    int workingFactor(int longest) const {
        int limit = edgeLimit(quality);
        return longest * 3 <= limit * 4 ? 1 : (longest + limit - 1) / limit;
    }

    void scan(int factor) {
        cv::Mat working;
        if (factor > 1) {
            cv::Size size(input.cols / factor, input.rows / factor);
            if (std::min(size.width, size.height) < smallestEdge) { return; }
            cv::Mat whole = input(cv::Rect(0, 0, size.width * factor, size.height * factor));
            cv::resize(whole, working, size, 0, 0, cv::INTER_AREA);
        } else {
            working = input;
        }
        cv::Mat smooth;
        cv::GaussianBlur(working, smooth, cv::Size(3, 3), 0, 0, cv::BORDER_REPLICATE);
        for (bool bright : {true, false}) {
            if (count < capacity) { search(smooth, bright, factor); }
        }
    }

    void search(const cv::Mat &mat, bool bright, int factor) {
        Image image(mat);
        std::vector<Candidate> first;   // the best hypothesis of each badge
        std::vector<Candidate> second;  // the others
        std::vector<Candidate> ofBadge;
        for (const Badge &badge : findBadges(mat, bright)) {
            ofBadge.clear();
            correlateFinder(image, badge, ofBadge);
            for (size_t i = 0; i < ofBadge.size(); ++i) { (i == 0 ? first : second).push_back(ofBadge[i]); }
        }
        size_t limit = capacity == 1 ? 6 : 24;
        for (std::vector<Candidate> *candidates : {&first, &second}) {
            std::sort(candidates->begin(), candidates->end(),
                      [](const Candidate &a, const Candidate &b) { return a.correlation > b.correlation; });
            if (candidates->size() > limit) { candidates->resize(limit); }
            for (const Candidate &candidate : *candidates) {
                if (count == capacity) { return; }
                if (!isKnown(candidate.pose, factor)) { follow(image, candidate, factor); }
            }
        }
    }

    void follow(const Image &image, const Candidate &candidate, int factor) {
        Pose pose = candidate.pose;
        Reading reading;
        if (!refine(image, candidate.polarity, pose) || !readCode(image, pose, candidate.polarity, reading)) { return; }
        for (size_t i = 0; i < count; ++i) {
            if (std::equal(reading.code.begin(), reading.code.end(), findings[i].code)) { return; }
        }
        KikFinding &finding = findings[count++];
        finding = KikFinding();
        std::copy(reading.code.begin(), reading.code.end(), finding.code);
        finding.frame = reading.frame;
        finding.darkOnLight = candidate.polarity < 0;
        finding.mirrored = candidate.mirrored;
        finding.diameter = 2.0 * pose.radius() * factor;
        place({pose.cx, pose.cy}, factor, finding.centreX, finding.centreY);
        constexpr Point square[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
        for (int i = 0; i < 4; ++i) {
            place(pose.apply(square[i]), factor, finding.corners[2 * i], finding.corners[2 * i + 1]);
        }
    }

    /// From the working image to the input.
    static void place(Point point, int factor, double &x, double &y) {
        x = (point.x + 0.5) * factor - 0.5;
        y = (point.y + 0.5) * factor - 0.5;
    }

    /// Whether a code has already been read there.
    bool isKnown(const Pose &pose, int factor) const {
        double x;
        double y;
        place({pose.cx, pose.cy}, factor, x, y);
        for (size_t i = 0; i < count; ++i) {
            if (std::hypot(findings[i].centreX - x, findings[i].centreY - y) < 0.2 * findings[i].diameter) {
                return true;
            }
        }
        return false;
    }
};

/// Whether a plane of these dimensions lies within the bytes given.
bool isPlane(const uint8_t *luma, size_t available, size_t width, size_t height, size_t rowStride) {
    constexpr size_t most = 1 << 16;
    if (luma == nullptr || width == 0 || height == 0 || width > most || height > most || rowStride < width) {
        return false;
    }
    size_t needed;
    return !__builtin_mul_overflow(rowStride, height - 1, &needed) && !__builtin_add_overflow(needed, width, &needed)
        && needed <= available;
}

/// OpenCV only reads through this view, though its constructor wants a mutable pointer.
cv::Mat viewOf(const uint8_t *luma, size_t width, size_t height, size_t rowStride) {
    return cv::Mat(static_cast<int>(height), static_cast<int>(width), CV_8UC1, const_cast<uint8_t *>(luma), rowStride);
}

}  // namespace
}  // namespace kik

using namespace kik;

extern "C" size_t kikScan(const uint8_t *luma, size_t available, size_t width, size_t height, size_t rowStride,
                          KikQuality quality, KikFinding *findings, size_t capacity) {
    if (findings == nullptr || capacity == 0 || !isPlane(luma, available, width, height, rowStride)
        || std::min(width, height) < smallestEdge) {
        return 0;
    }
    try {
        cv::Mat input = viewOf(luma, width, height, rowStride);
        return Scanner(input, quality, findings, capacity).run();
    } catch (...) {
        return 0;  // out of memory: a picture that cannot be searched holds no code
    }
}

extern "C" bool kikResize(const uint8_t *source, size_t available, size_t width, size_t height, size_t rowStride,
                          uint8_t *target, size_t targetWidth, size_t targetHeight) {
    if (!isPlane(source, available, width, height, rowStride)
        || !isPlane(target, targetWidth * targetHeight, targetWidth, targetHeight, targetWidth)) {
        return false;
    }
    try {
        cv::Mat from = viewOf(source, width, height, rowStride);
        cv::Mat to(static_cast<int>(targetHeight), static_cast<int>(targetWidth), CV_8UC1, target);
        bool isSmaller = targetWidth < width || targetHeight < height;
        cv::resize(from, to, to.size(), 0, 0, isSmaller ? cv::INTER_AREA : cv::INTER_CUBIC);
        return to.data == target;
    } catch (...) {
        return false;
    }
}
