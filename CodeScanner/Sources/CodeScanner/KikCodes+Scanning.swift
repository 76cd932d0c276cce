import CKikCodes

/// How far a picture is reduced before the search: more detail finds smaller codes and takes longer.
public enum ScanQuality: Int, Hashable, Sendable, CaseIterable {
    /// A working image of about 320 pixels.
    case low
    /// About 480 pixels.
    case medium
    /// About 640 pixels.
    case high
    /// About 960 pixels, then the full size if nothing was found.
    case best
}

extension KikCodes {
    /// Finds a readable code in a picture.
    ///
    /// - Returns: `nil` when there is none; never a code whose checks do not hold.
    public static func scan(_ image: LumaImage, quality: ScanQuality = .high) -> ScannedCode? {
        image.pixels.withUnsafeBytes {
            scan(luma: $0, width: image.width, height: image.height, rowStride: image.rowStride, quality: quality)
        }
    }

    /// Finds every distinct readable code in a picture, the largest first.
    public static func scanAll(_ image: LumaImage, quality: ScanQuality = .best) -> [ScannedCode] {
        image.pixels.withUnsafeBytes {
            findings(
                in: $0, width: image.width, height: image.height, rowStride: image.rowStride, quality: quality,
                limit: mostCodes)
        }
    }

    /// Finds a readable code in a luma plane that belongs to someone else, such as a camera frame.
    ///
    /// - Parameter rowStride: bytes from one row to the next; the width when `nil`.
    /// - Returns: `nil` when there is no code, or when the dimensions do not fit the plane.
    public static func scan(
        luma: UnsafeRawBufferPointer, width: Int, height: Int, rowStride: Int? = nil, quality: ScanQuality = .high
    ) -> ScannedCode? {
        findings(in: luma, width: width, height: height, rowStride: rowStride ?? width, quality: quality, limit: 1)
            .first
    }

    /// More codes than this in one picture are not looked for.
    static let mostCodes = 32

    private static func findings(
        in luma: UnsafeRawBufferPointer, width: Int, height: Int, rowStride: Int, quality: ScanQuality, limit: Int
    ) -> [ScannedCode] {
        guard width >= 1, height >= 1, rowStride >= width else { return [] }
        var findings = [KikFinding](repeating: KikFinding(), count: limit)
        let count = kikScan(
            luma.bindMemory(to: UInt8.self).baseAddress, luma.count, width, height, rowStride, quality.native,
            &findings, limit)
        return findings.prefix(count).compactMap { ScannedCode($0) }
    }
}

extension ScanQuality {
    fileprivate var native: KikQuality {
        switch self {
        case .low: KikQualityLow
        case .medium: KikQualityMedium
        case .high: KikQualityHigh
        case .best: KikQualityBest
        }
    }
}
