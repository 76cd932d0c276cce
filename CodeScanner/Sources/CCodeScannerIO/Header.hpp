// The header of a picture file, read before the picture is decoded.
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

/// Reads format and dimensions. False for other formats and truncated headers.
///
/// Only formats that state their size in the header are decoded, so a small file cannot demand gigabytes.
bool readHeader(const uint8_t *file, size_t count, Header &header);

}  // namespace kik
