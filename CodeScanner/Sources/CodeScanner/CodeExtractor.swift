/// Finds a code of any size and place in a still picture (code specification §11).
///
/// Tries the whole picture, then its quadrants recursively, then small windows, each also enlarged. A code that fills a
/// good part of the picture is found quickly. In a picture without a code the search takes up to the time limit.
public struct CodeExtractor: Sendable {
    /// The result of a search.
    public enum Outcome: Hashable, Sendable {
        /// A code was read.
        case found(ScannedCode)
        /// The whole picture was searched and no code was found.
        case notFound
        /// The time limit ended the search before the whole picture was searched.
        case gaveUp
    }

    /// The default time limit of a search.
    public static let defaultTimeLimit = Duration.seconds(8)

    private let timeLimit: Duration
    private let startStopwatch: @Sendable () -> Stopwatch

    private typealias Stopwatch = () -> Duration

    /// Makes an extractor that gives up after `timeLimit`, measured with the given clock.
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
