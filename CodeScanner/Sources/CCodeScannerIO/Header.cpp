#include "Header.hpp"

#include <cstring>

namespace kik {
namespace {

/// Reads numbers of either byte order. Bytes beyond the end of the file are zero.
struct Bytes {
    const uint8_t *file;
    size_t count;

    uint32_t at(size_t offset) const { return offset < count ? file[offset] : 0; }
    uint32_t big16(size_t o) const { return at(o) << 8 | at(o + 1); }
    uint32_t big32(size_t o) const { return big16(o) << 16 | big16(o + 2); }
    uint32_t little16(size_t o) const { return at(o) | at(o + 1) << 8; }
    uint32_t little24(size_t o) const { return little16(o) | at(o + 2) << 16; }
    uint32_t little32(size_t o) const { return little16(o) | little16(o + 2) << 16; }

    bool has(size_t offset, const char *text) const {
        size_t length = std::strlen(text);
        return offset + length <= count && std::memcmp(file + offset, text, length) == 0;
    }
};

bool readPNG(const Bytes &bytes, Header &header) {
    header = {Format::png, bytes.big32(16), bytes.big32(20), false};
    uint32_t colourType = bytes.at(25);
    header.hasAlpha = colourType == 4 || colourType == 6;
    // With a palette or plain colours, transparency is in a separate chunk before the pixels.
    size_t offset = 8;
    while (!header.hasAlpha && offset + 8 <= bytes.count && !bytes.has(offset + 4, "IDAT")) {
        header.hasAlpha = bytes.has(offset + 4, "tRNS");
        offset += 12 + static_cast<size_t>(bytes.big32(offset));
    }
    return true;
}

bool readJPEG(const Bytes &bytes, Header &header) {
    size_t offset = 2;
    while (offset + 9 < bytes.count) {
        if (bytes.at(offset) != 0xFF) { return false; }
        uint32_t marker = bytes.at(offset + 1);
        if (marker == 0xFF) {  // fill byte
            ++offset;
            continue;
        }
        bool isFrame = marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
        if (isFrame) {
            header = {Format::jpeg, bytes.big16(offset + 7), bytes.big16(offset + 5), false};
            return true;
        }
        bool standsAlone = marker == 0x01 || (marker >= 0xD0 && marker <= 0xD8);
        offset += standsAlone ? 2 : 2 + static_cast<size_t>(bytes.big16(offset + 2));
    }
    return false;
}

bool readWebP(const Bytes &bytes, Header &header) {
    if (bytes.has(12, "VP8X")) {
        header = {Format::webp, bytes.little24(24) + 1ULL, bytes.little24(27) + 1ULL, (bytes.at(20) & 0x10) != 0};
    } else if (bytes.has(12, "VP8L")) {
        uint32_t packed = bytes.little32(21);
        header = {Format::webp, (packed & 0x3FFF) + 1ULL, (packed >> 14 & 0x3FFF) + 1ULL, (packed >> 28 & 1) != 0};
    } else if (bytes.has(12, "VP8 ")) {
        header = {Format::webp, bytes.little16(26) & 0x3FFFU, bytes.little16(28) & 0x3FFFU, false};
    } else {
        return false;
    }
    return true;
}

bool readBMP(const Bytes &bytes, Header &header) {
    bool isOld = bytes.little32(14) == 12;
    uint32_t width = isOld ? bytes.little16(18) : bytes.little32(18);
    uint32_t height = isOld ? bytes.little16(20) : bytes.little32(22);
    if (height >> 31 != 0) { height = 0 - height; }  // negative: rows from the top
    header = {Format::bmp, width, height, false};
    return true;
}

bool readTIFF(const Bytes &bytes, Header &header) {
    bool isBig = bytes.has(0, "MM");
    auto number16 = [&](size_t o) { return isBig ? bytes.big16(o) : bytes.little16(o); };
    auto number32 = [&](size_t o) { return isBig ? bytes.big32(o) : bytes.little32(o); };
    size_t offset = number32(4);
    uint32_t entries = number16(offset);
    header = {Format::tiff, 0, 0, false};
    for (uint32_t i = 0; i < entries; ++i) {
        size_t entry = offset + 2 + 12 * static_cast<size_t>(i);
        if (entry + 12 > bytes.count) { break; }
        uint32_t tag = number16(entry);
        uint32_t value = number16(entry + 2) == 3 ? number16(entry + 8) : number32(entry + 8);
        if (tag == 256) { header.width = value; }
        if (tag == 257) { header.height = value; }
    }
    return true;
}

/// PBM, PGM and PPM: two numbers as text, with comments between them.
bool readPortable(const Bytes &bytes, Header &header) {
    size_t offset = 2;
    uint64_t numbers[2] = {0, 0};
    for (uint64_t &number : numbers) {
        while (offset < bytes.count && (bytes.at(offset) <= ' ' || bytes.at(offset) == '#')) {
            if (bytes.at(offset) == '#') {
                while (offset < bytes.count && bytes.at(offset) != '\n') { ++offset; }
            } else {
                ++offset;
            }
        }
        while (bytes.at(offset) >= '0' && bytes.at(offset) <= '9' && number < 1'000'000) {
            number = number * 10 + (bytes.at(offset) - '0');
            ++offset;
        }
    }
    header = {Format::portable, numbers[0], numbers[1], false};
    return true;
}

bool readAny(const Bytes &bytes, Header &header) {
    if (bytes.has(0, "\x89PNG\r\n\x1a\n")) { return readPNG(bytes, header); }
    if (bytes.has(0, "\xFF\xD8\xFF")) { return readJPEG(bytes, header); }
    if (bytes.has(0, "RIFF") && bytes.has(8, "WEBP")) { return readWebP(bytes, header); }
    if (bytes.has(0, "BM")) { return readBMP(bytes, header); }
    bool isTIFF = bytes.count > 8 && ((bytes.has(0, "II") && bytes.little16(2) == 42)
                                      || (bytes.has(0, "MM") && bytes.big16(2) == 42));
    if (isTIFF) { return readTIFF(bytes, header); }
    if (bytes.at(0) == 'P' && bytes.at(1) >= '1' && bytes.at(1) <= '6') { return readPortable(bytes, header); }
    return false;
}

}  // namespace

bool readHeader(const uint8_t *file, size_t count, Header &header) {
    return readAny(Bytes{file, count}, header) && header.width > 0 && header.height > 0;
}

}  // namespace kik
