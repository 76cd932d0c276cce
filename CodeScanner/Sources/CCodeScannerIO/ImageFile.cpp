#include "ImageFile.h"

#include "Codecs.hpp"
#include "Header.hpp"

#include <cstdlib>
#include <cstring>
#include <new>

namespace kik {
namespace {

constexpr uint64_t megapixel = 1'000'000;
/// The largest picture that is decoded. A large JPEG is decoded at reduced size, so it may have more pixels.
constexpr uint64_t mostPixels = 64 * megapixel;
constexpr uint64_t mostPixelsOfJPEG = 260 * megapixel;
/// The largest JPEG that is decoded at full size.
constexpr uint64_t comfortablePixels = 24 * megapixel;
/// The longest edge in pixels, of any format; libjpeg has the same limit.
constexpr uint64_t longestEdge = 65'500;

/// How OpenCV decodes a picture. All modes but `unchanged` apply the orientation that the file names.
int decodingFlags(const Header &header) {
    // Only `unchanged` keeps transparency. Formats with transparency have no useful orientation data.
    if (header.hasAlpha) { return unchanged; }
    if (header.format != Format::jpeg || header.pixels() <= comfortablePixels) { return colour; }
    if (header.pixels() <= 4 * comfortablePixels) { return reducedColour2; }
    return header.pixels() <= 16 * comfortablePixels ? reducedColour4 : reducedColour8;
}

/// The brightness of a colour, by the weights of `LumaImage`.
uint8_t lumaOf(unsigned red, unsigned green, unsigned blue) {
    return static_cast<uint8_t>((77 * red + 150 * green + 29 * blue) >> 8);
}

/// Converts one row of 8-bit pixels with 1 to 4 channels, in OpenCV's order of blue, green, red, opacity. Blends
/// transparency on black.
void convertRow(const uint8_t *from, int width, int channels, uint8_t *to) {
    for (int x = 0; x < width; ++x, from += channels) {
        unsigned value = channels < 3 ? from[0] : lumaOf(from[2], from[1], from[0]);
        if (channels == 2 || channels == 4) { value = value * from[channels - 1] / 255; }
        to[x] = static_cast<uint8_t>(value);
    }
}

KikImageStatus convert(const cv::Mat &decoded, KikImage &image) {
    cv::Mat bytes = decoded;
    if (decoded.depth() == CV_16U) {
        decoded.convertTo(bytes, CV_8U, 1.0 / 257);  // 65,535 becomes 255
    } else if (decoded.depth() != CV_8U) {
        return KikImageDamaged;
    }
    if (bytes.dims != 2 || bytes.channels() > 4) { return KikImageDamaged; }
    size_t width = static_cast<size_t>(bytes.cols);
    size_t height = static_cast<size_t>(bytes.rows);
    auto *luma = static_cast<uint8_t *>(std::malloc(width * height));
    if (luma == nullptr) { return KikImageOutOfMemory; }
    for (size_t y = 0; y < height; ++y) {
        convertRow(bytes.ptr(static_cast<int>(y)), bytes.cols, bytes.channels(), luma + y * width);
    }
    image = {luma, width, height};
    return KikImageDecoded;
}

KikImageStatus decode(const uint8_t *file, size_t count, KikImage &image) {
    Header header;
    if (!readHeader(file, count, header)) { return KikImageUnknownFormat; }
    uint64_t most = header.format == Format::jpeg ? mostPixelsOfJPEG : mostPixels;
    if (header.width > longestEdge || header.height > longestEdge || header.pixels() > most) {
        return KikImageTooLarge;
    }
    const Codecs *codecs = Codecs::shared();
    if (codecs == nullptr) { return KikImageCodecsMissing; }
    cv::Mat view(1, static_cast<int>(count), CV_8UC1, const_cast<uint8_t *>(file));  // only read, never written
    cv::Mat decoded = codecs->decode(view, decodingFlags(header));
    return decoded.empty() ? KikImageDamaged : convert(decoded, image);
}

}  // namespace
}  // namespace kik

using namespace kik;

extern "C" KikImageStatus kikImageDecode(const uint8_t *file, size_t count, KikImage *image) {
    constexpr size_t largestFile = 1 << 30;
    if (file == nullptr || count == 0) { return KikImageUnknownFormat; }
    if (count > largestFile) { return KikImageTooLarge; }
    try {
        return decode(file, count, *image);
    } catch (const std::bad_alloc &) {
        return KikImageOutOfMemory;
    } catch (...) {
        return KikImageDamaged;
    }
}

extern "C" KikImageStatus kikImageEncodeJPEG(const uint8_t *luma, size_t width, size_t height, int quality,
                                             KikImageFile *file) {
    if (luma == nullptr || width == 0 || height == 0 || width > longestEdge || height > longestEdge) {
        return KikImageTooLarge;
    }
    const Codecs *codecs = Codecs::shared();
    if (codecs == nullptr || codecs->encode == nullptr) { return KikImageCodecsMissing; }
    try {
        cv::Mat view(static_cast<int>(height), static_cast<int>(width), CV_8UC1, const_cast<uint8_t *>(luma));
        std::vector<unsigned char> encoded;
        if (!codecs->encode(".jpg", view, encoded, {jpegQuality, quality}) || encoded.empty()) {
            return KikImageDamaged;
        }
        auto *bytes = static_cast<uint8_t *>(std::malloc(encoded.size()));
        if (bytes == nullptr) { return KikImageOutOfMemory; }
        std::memcpy(bytes, encoded.data(), encoded.size());
        *file = {bytes, encoded.size()};
        return KikImageDecoded;
    } catch (...) {
        return KikImageOutOfMemory;
    }
}

extern "C" const char *kikImageCodecsName(void) {
    return Codecs::libraryName();
}

extern "C" void kikImageFree(uint8_t *bytes) {
    std::free(bytes);
}
