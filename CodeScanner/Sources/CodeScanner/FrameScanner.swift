import CKikCodes

/// Looks for codes in picture after picture, such as a camera's frames, in memory kept while sizes stay the same.
///
/// One scanner looks at one picture at a time; tasks that scan at once have one each.
///
/// The budget of a frame is, on one core of the reference machine and in the quality ``ScanQuality/best``, 5 ms without
/// a code and 10 ms with one at 1280 × 720 and 1920 × 1080 pixels, and 4 ms at 640 × 480 (code specification §10.6). It
/// is no promise for other machines or pictures: `swift run -c release --package-path Tests/Benchmarks
/// scanner-benchmark` takes the median processor time of several rounds in plain, cluttered and noisy rooms, and fails
/// where one is over its budget.
public final class FrameScanner {
    /// More codes than this in one picture are not looked for.
    private static let mostCodes = 32

    /// `nil` when there was no memory; then nothing is found.
    private let native: OpaquePointer?
    private var findings = [KikFinding](repeating: KikFinding(), count: FrameScanner.mostCodes)

    /// A scanner that has not seen anything yet.
    public init() { native = kikScannerCreate() }

    deinit { kikScannerDestroy(native) }

    /// Finds a readable code in a picture.
    ///
    /// - Returns: `nil` when there is none; never a code whose checks do not hold.
    public func scan(_ image: LumaImage, quality: ScanQuality = .high) -> ScannedCode? {
        image.pixels.withUnsafeBytes {
            scan(luma: $0, width: image.width, height: image.height, rowStride: image.rowStride, quality: quality)
        }
    }

    /// Finds every distinct readable code in a picture, the largest first.
    ///
    /// Searches large pictures at their full size too, which takes longer than a camera's frame may.
    public func scanAll(_ image: LumaImage, quality: ScanQuality = .best) -> [ScannedCode] {
        image.pixels.withUnsafeBytes {
            codes(
                in: $0, width: image.width, height: image.height, rowStride: image.rowStride, quality: quality,
                limit: Self.mostCodes)
        }
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
    public func scan(
        luma: UnsafeRawBufferPointer, width: Int, height: Int, rowStride: Int? = nil, quality: ScanQuality = .high
    ) -> ScannedCode? {
        codes(in: luma, width: width, height: height, rowStride: rowStride ?? width, quality: quality, limit: 1).first
    }

    private func codes(
        in luma: UnsafeRawBufferPointer, width: Int, height: Int, rowStride: Int, quality: ScanQuality, limit: Int
    ) -> [ScannedCode] {
        guard width >= 1, height >= 1, rowStride >= width else { return [] }
        let count = kikScan(
            native, luma.bindMemory(to: UInt8.self).baseAddress, luma.count, width, height, rowStride, quality.native,
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
