/// How long each of many calls took, in seconds.
struct Latencies: Sendable {
    private(set) var seconds: [Double] = []

    mutating func add(_ duration: Duration) { seconds.append(duration.inSeconds) }

    mutating func add(_ others: Latencies) { seconds += others.seconds }

    var count: Int { seconds.count }

    /// The time within which this share of the calls was answered.
    func percentile(_ share: Double) -> Double {
        guard !seconds.isEmpty else { return .nan }
        let sorted = seconds.sorted()
        return sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
    }
}
