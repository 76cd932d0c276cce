// The circular code on a bill: encoding, error correction and detection.
//
// Plain C so that Swift can import it without the C++ interoperability mode. Every function is re-entrant, never throws
// and reads only the ranges that its arguments describe. Only a scanner's memory is kept between calls.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define KIK_CODE_BYTES 35
#define KIK_PAYLOAD_BYTES 20
#define KIK_FIGURE_BITS 312

#ifdef __cplusplus
extern "C" {
#endif

/// The content of a code whose checks hold.
typedef struct {
    uint8_t type;              ///< 1 username, 2 remote, 3 group
    uint8_t colour;            ///< 0…63, a historic background index
    uint8_t extra;             ///< 0…31, for usernames the length less two
    uint8_t correctedSymbols;  ///< how many of the 35 bytes had to be corrected
    uint8_t payload[KIK_PAYLOAD_BYTES];
} KikFrame;

/// A code found in a picture. Positions are in pixels of that picture; the centre of its first pixel is (0, 0).
typedef struct {
    uint8_t code[KIK_CODE_BYTES];  ///< after correction
    KikFrame frame;
    double centreX;
    double centreY;
    double diameter;
    double corners[8];  ///< x, y of the code's square: top left, top right, bottom right, bottom left as drawn
    bool darkOnLight;
    bool mirrored;
} KikFinding;

/// How far a picture is reduced before the search starts.
typedef enum {
    KikQualityLow = 0,
    KikQualityMedium = 1,
    KikQualityHigh = 2,
    KikQualityBest = 3,
} KikQuality;

/// Appends the check bytes. False when type, colour or extra do not fit their bit fields.
bool kikEncode(uint8_t type, uint8_t colour, uint8_t extra, const uint8_t payload[KIK_PAYLOAD_BYTES],
               uint8_t code[KIK_CODE_BYTES]);

/// Corrects up to six wrong bytes, then checks the thirteenth check symbol and the header. False when a check fails.
bool kikDecode(const uint8_t code[KIK_CODE_BYTES], KikFrame *frame);

/// Like `kikDecode`, with `erasureCount` positions (0…34, distinct) known to be unreliable. Succeeds only while 2 ·
/// errors + erasures ≤ 12.
bool kikDecodeErasures(const uint8_t code[KIK_CODE_BYTES], const uint8_t *erasures, size_t erasureCount,
                       KikFrame *frame);

/// Fills the check symbols of a Reed–Solomon word with the roots α⁰, α¹, … over the same field.
///
/// False unless there are 1…68 checks and data and checks have at most 255 symbols.
bool kikReedSolomonChecks(const uint8_t *data, size_t count, uint8_t *checks, size_t checkCount);

/// Corrects such a word, data before checks, in place.
///
/// Returns the number of symbols changed. Returns −1 when too many are wrong or the lengths are impossible; the word
/// may then be changed.
int kikReedSolomonCorrect(uint8_t *word, size_t count, size_t checkCount);

/// Scans pictures one after the other; reuses its memory while sizes stay the same.
typedef struct KikScanner KikScanner;

/// Null when out of memory.
KikScanner *kikScannerCreate(void);

/// Frees a scanner and its memory; null does nothing. Call it once, and not during a scan.
void kikScannerDestroy(KikScanner *scanner);

/// Finds codes in an 8-bit luma plane and returns how many were written to `findings`.
///
/// With `capacity` 1 the search stops at the first code; otherwise it collects distinct codes, the largest first.
/// Returns 0 when the dimensions do not fit `available` bytes. A scanner must not scan two planes at the same time.
size_t kikScan(KikScanner *scanner, const uint8_t *luma, size_t available, size_t width, size_t height,
               size_t rowStride, KikQuality quality, KikFinding *findings, size_t capacity);

/// The share of a pixel that the ink of a code covers, 0…1, at `x` right of and `y` below the code's centre.
///
/// `bits` are 0 or 1 each, ring by ring from the inside, clockwise from twelve o'clock. An edge fades over `softness`
/// pixels; 1 is sharp.
double kikInk(const uint8_t bits[KIK_FIGURE_BITS], double radius, double softness, double x, double y);

/// Like `kikInk`, for `count` pixels of a row from left to right.
void kikInkRow(const uint8_t bits[KIK_FIGURE_BITS], double radius, double softness, double x, double y, float *shares,
               size_t count);

/// The brightness of `count` pixels of red, green and blue: (77 R + 150 G + 29 B) / 256, rounded down.
void kikLuma(const uint8_t *rgb, uint8_t *luma, size_t count);

/// Scales a luma plane: area averages when shrinking, bicubic when growing. False for impossible sizes.
bool kikResize(const uint8_t *source, size_t available, size_t width, size_t height, size_t rowStride,
               uint8_t *target, size_t targetWidth, size_t targetHeight);

#ifdef __cplusplus
}
#endif
