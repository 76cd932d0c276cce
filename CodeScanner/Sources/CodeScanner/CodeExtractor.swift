/// Finds the payload in a still picture, at whatever size and place the code may be (code specification §11).
///
/// The whole picture is tried first, then its quadrants recursively, then small windows, each also enlarged. A code
/// that fills a fair part of the picture is found at once; a picture without any takes up to the time limit.
public struct CodeExtractor: Sendable {
    /// What came of a search.
    public enum Outcome: Hashable, Sendable {
        /// A code was read.
        case found(ScannedCode)
        /// The picture was searched to the end and holds none.
        case notFound
        /// The time limit ended the search.
        case gaveUp
    }

    /// How long a search may take before it gives up.
    public static let defaultTimeLimit = Duration.seconds(8)

    private let timeLimit: Duration
    private let startStopwatch: @Sendable () -> Stopwatch

    private typealias Stopwatch = () -> Duration

    /// An extractor that gives up after `timeLimit` by the given clock.
    public init<C: Clock>(timeLimit: Duration = defaultTimeLimit, clock: C = ContinuousClock())
    where C.Duration == Duration {
        self.timeLimit = timeLimit
        startStopwatch = {
            let start = clock.now
            return { start.duration(to: clock.now) }
        }
    }

    /// Searches a picture for one code.
    public func extract(from image: LumaImage) -> Outcome {
        let elapsed = startStopwatch()
        let scanner = FrameScanner()
        var source = image
        while max(source.width, source.height) > Plan.longestSource {
            guard let half = source.resized(width: (source.width + 1) / 2, height: (source.height + 1) / 2) else {
                return .notFound
            }
            source = half
        }
        for attempt in Plan(width: source.width, height: source.height) {
            if elapsed() >= timeLimit { return .gaveUp }
            guard let crop = source.cropped(attempt.region),
                let view = crop.resized(width: attempt.width, height: attempt.height)
            else { continue }
            if let code = scanner.scan(view, quality: .best) {
                return .found(attempt.inSource(code, reduction: Double(image.width) / Double(source.width)))
            }
        }
        return .notFound
    }

    /// The payload of the first code found, or `nil`.
    public func payload(in image: LumaImage) -> [UInt8]? {
        switch extract(from: image) {
        case .found(let code): code.payload
        case .notFound, .gaveUp: nil
        }
    }
}
