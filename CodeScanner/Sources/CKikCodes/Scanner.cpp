// The scanner's C interface.

#include "Code.h"
#include "Search.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <new>

namespace kik {
namespace {

/// Whether a plane of these dimensions fits into the given bytes.
bool isPlane(const uint8_t *luma, size_t available, size_t width, size_t height, size_t rowStride) {
    constexpr size_t most = 1 << 16;
    if (luma == nullptr || width == 0 || height == 0 || width > most || height > most || rowStride < width) {
        return false;
    }
    size_t needed;
    return !__builtin_mul_overflow(rowStride, height - 1, &needed) && !__builtin_add_overflow(needed, width, &needed)
        && needed <= available;
}

/// OpenCV only reads through this view, but its constructor requires a mutable pointer.
cv::Mat viewOf(const uint8_t *luma, size_t width, size_t height, size_t rowStride) {
    return cv::Mat(static_cast<int>(height), static_cast<int>(width), CV_8UC1, const_cast<uint8_t *>(luma), rowStride);
}

}  // namespace
}  // namespace kik

using namespace kik;

struct KikScanner {
    Search search;
};

extern "C" KikScanner *kikScannerCreate(void) {
    return new (std::nothrow) KikScanner();
}

extern "C" void kikScannerDestroy(KikScanner *scanner) {
    delete scanner;
}

extern "C" size_t kikScan(KikScanner *scanner, const uint8_t *luma, size_t available, size_t width, size_t height,
                          size_t rowStride, KikQuality quality, KikFinding *findings, size_t capacity) {
    if (scanner == nullptr || findings == nullptr || capacity == 0
        || !isPlane(luma, available, width, height, rowStride) || std::min(width, height) < smallestEdge) {
        return 0;
    }
    return scanner->search.run(viewOf(luma, width, height, rowStride), quality, findings, capacity);
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
