// What a picture file says about itself before it is decoded.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kik {

enum class Format { png, jpeg, webp, bmp, tiff, portable };

struct Header {
    Format format;
    uint64_t width;
    uint64_t height;
    bool hasAlpha;

    uint64_t pixels() const { return width * height; }
};

/// Reads format and dimensions; false for other formats or a header cut short.
///
/// Only formats whose size is known beforehand are decoded, so that no small file can demand gigabytes.
bool readHeader(const uint8_t *file, size_t count, Header &header);

}  // namespace kik
