// OpenCV's picture codecs, loaded on first use.
//
// The library drags in more than a hundred others and 70 ms of start-up, which a command that reads no picture must not
// pay for. It is therefore opened with dlopen, and its functions are found by their mangled names.
#pragma once

#include <opencv2/core.hpp>

#include <string>
#include <vector>

namespace kik {

struct Codecs {
    cv::Mat (*decode)(const cv::_InputArray &, int);
    bool (*encode)(const std::string &, const cv::_InputArray &, std::vector<unsigned char> &,
                   const std::vector<int> &);

    /// The codecs, or null when the library or its decoder is missing; the encoder alone may be null.
    static const Codecs *shared();
    static const char *libraryName();
};

/// Flags of `cv::imdecode`, as its header names them.
constexpr int unchanged = -1;
constexpr int colour = 1;
constexpr int reducedColour2 = 17;
constexpr int reducedColour4 = 33;
constexpr int reducedColour8 = 65;
/// Parameter of `cv::imencode`.
constexpr int jpegQuality = 1;

}  // namespace kik
