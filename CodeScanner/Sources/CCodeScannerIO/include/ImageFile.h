// Decodes picture files with OpenCV's codecs, which are loaded on first use.
//
// Plain C so that Swift can import it without the C++ interoperability mode. All functions are re-entrant and never
// throw.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    KikImageDecoded = 0,
    KikImageCodecsMissing = 1,     ///< the library could not be loaded; see `kikImageCodecsName`
    KikImageUnknownFormat = 2,     ///< none of the formats that are accepted
    KikImageTooLarge = 3,          ///< the header announces more pixels than are accepted
    KikImageDamaged = 4,           ///< the header fits a format but the picture cannot be decoded
    KikImageOutOfMemory = 5,
} KikImageStatus;

/// A decoded picture. The caller owns `luma` and frees it with `kikImageFree`.
typedef struct {
    uint8_t *luma;
    size_t width;
    size_t height;
} KikImage;

/// Encoded bytes. The caller owns `bytes` and frees it with `kikImageFree`.
typedef struct {
    uint8_t *bytes;
    size_t count;
} KikImageFile;

/// Decodes a picture to 8-bit luma. Applies the EXIF orientation and blends transparency on black.
KikImageStatus kikImageDecode(const uint8_t *file, size_t count, KikImage *image);

/// Encodes a luma plane without row padding as JPEG with the given quality, 0…100.
KikImageStatus kikImageEncodeJPEG(const uint8_t *luma, size_t width, size_t height, int quality, KikImageFile *file);

/// The file name of the codec library that is loaded on first use.
const char *kikImageCodecsName(void);

void kikImageFree(uint8_t *bytes);

#ifdef __cplusplus
}
#endif
