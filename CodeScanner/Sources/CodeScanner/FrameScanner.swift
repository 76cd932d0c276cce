import CKikCodes

/// Finds codes in pictures one after the other, such as a camera's frames; reuses its memory while sizes stay the same.
///
/// Scan one picture at a time with a scanner. Tasks that scan at the same time need a scanner each.
///
/// The time budget for a frame, on one core of the reference machine with quality ``ScanQuality/best``, is 5 ms without
/// a code and 10 ms with one at 1280 × 720 and 1920 × 1080 pixels, and 4 ms at 640 × 480 (code specification §10.6).
/// Other machines and pictures may need more. `swift run -c release --package-path Tests/Benchmarks scanner-benchmark`
/// measures the median processor time of several rounds in plain, cluttered and noisy rooms, and fails when one is over
/// its budget.
public final class FrameScanner {
    /// The largest number of codes reported for one picture.
    private static let mostCodes = 32

    /// `nil` when out of memory; then no code is found.
    private let native: OpaquePointer?
    private var findings = [KikFinding](repeating: KikFinding(), count: FrameScanner.mostCodes)

    /// Makes a scanner.
    public init() { native = kikScannerCreate() }

    deinit { kikScannerDestroy(native) }

    /// Finds a readable code in a picture.
    ///
    /// - Returns: The code, or `nil`. A returned code has passed all checks.
    public func scan(_ image: LumaImage, quality: ScanQuality = .high) -> ScannedCode? {
        image.pixels.withUnsafeBytes {
            scan(luma: $0, width: image.width, height: image.height, rowStride: image.rowStride, quality: quality)
        }
    }

    /// Finds every distinct readable code in a picture, the largest first.
    ///
    /// Also searches large pictures at full size, which takes longer than the time budget for a camera's frame.
    public func scanAll(_ image: LumaImage, quality: ScanQuality = .best) -> [ScannedCode] {
        image.pixels.withUnsafeBytes {
            codes(
                in: $0, width: image.width, height: image.height, rowStride: image.rowStride, quality: quality,
                limit: Self.mostCodes)
        }
    }

    /// Finds a readable code in a luma plane that the caller owns, such as a camera frame.
    ///
    /// - Parameters:
    ///   - luma: One byte per pixel, row after row; read only during the call.
    ///   - width: The width of the frame in pixels.
    ///   - height: The height of the frame in pixels.
    ///   - rowStride: The number of bytes from one row to the next; the width when `nil`.
    ///   - quality: How much time to spend on codes that are hard to read.
    /// - Returns: The code; `nil` when there is none or the dimensions do not fit the plane.
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
