/// How far a picture is reduced before the search: more detail finds smaller codes and takes longer.
public enum ScanQuality: Int, Hashable, Sendable, CaseIterable {
    /// A working image of about 320 pixels.
    case low
    /// About 480 pixels.
    case medium
    /// About 640 pixels.
    case high
    /// About 960 pixels, in which codes are found; small ones are read at the full size.
    case best
}

/// For single pictures; a ``FrameScanner`` looks at many with the same memory.
extension KikCodes {
    /// Finds a readable code in a picture.
    ///
    /// - Returns: `nil` when there is none; never a code whose checks do not hold.
    public static func scan(_ image: LumaImage, quality: ScanQuality = .high) -> ScannedCode? {
        FrameScanner().scan(image, quality: quality)
    }

    /// Finds every distinct readable code in a picture, the largest first.
    public static func scanAll(_ image: LumaImage, quality: ScanQuality = .best) -> [ScannedCode] {
        FrameScanner().scanAll(image, quality: quality)
    }

    /// Finds a readable code in a luma plane that belongs to someone else, such as a camera frame.
    ///
    /// - Parameters:
    ///   - luma: one byte a pixel, row after row; only read during the call.
    ///   - width: of the frame in pixels.
    ///   - height: of the frame in pixels.
    ///   - rowStride: bytes from one row to the next; the width when `nil`.
    ///   - quality: how much time may be spent on codes that are hard to read.
    /// - Returns: `nil` when there is no code, or when the dimensions do not fit the plane.
    public static func scan(
        luma: UnsafeRawBufferPointer, width: Int, height: Int, rowStride: Int? = nil, quality: ScanQuality = .high
    ) -> ScannedCode? {
        FrameScanner().scan(luma: luma, width: width, height: height, rowStride: rowStride, quality: quality)
    }
}
