// OpenCV's picture codecs, loaded on first use.
//
// The library loads more than a hundred others and takes 70 ms to start, which commands that read no picture should not
// pay for. It is opened with dlopen, and its functions are found by their mangled names.
#pragma once

#include <opencv2/core.hpp>

#include <string>
#include <vector>

namespace kik {

struct Codecs {
    cv::Mat (*decode)(const cv::_InputArray &, int);
    bool (*encode)(const std::string &, const cv::_InputArray &, std::vector<unsigned char> &,
                   const std::vector<int> &);

    /// The codecs; null when the library or its decoder is missing. The encoder alone may be null.
    static const Codecs *shared();
    static const char *libraryName();
};

/// Flags of `cv::imdecode`, named as in its header.
constexpr int unchanged = -1;
constexpr int colour = 1;
constexpr int reducedColour2 = 17;
constexpr int reducedColour4 = 33;
constexpr int reducedColour8 = 65;
/// Parameter of `cv::imencode`.
constexpr int jpegQuality = 1;

}  // namespace kik
