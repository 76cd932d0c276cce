import Foundation

/// The seeds of this run. `Scripts/simulate.sh` sets them: `FLIPCASH_SEEDS` is a number of seeds, or a range such as
/// `101-200`.
enum Seeds {
    static let asked: ClosedRange<UInt64> = {
        let text = ProcessInfo.processInfo.environment["FLIPCASH_SEEDS"] ?? "12"
        let parts = text.split(separator: "-").compactMap { UInt64($0) }
        guard let last = parts.last, last > 0 else { return 1...12 }
        return min(parts.count > 1 ? parts[0] : 1, last)...last
    }()

    /// Whether a story that goes wrong is made as short as possible. `FLIPCASH_SHORTEN=no` saves the time.
    static let shortensStories = ProcessInfo.processInfo.environment["FLIPCASH_SHORTEN"] != "no"
}
