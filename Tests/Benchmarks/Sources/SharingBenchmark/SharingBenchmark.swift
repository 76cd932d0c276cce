/// Measures shared expenses and savings goals with much history. Prints lines of JSON; `Scripts/benchmark.sh split` makes
/// a table of them.
@main
enum SharingBenchmark {
    static func main() async throws {
        try await LedgerFigures(count: 10_000).measure()
        try await GoalFigures.measure()
        try await NodeFigures.with(10_000) { try await $0.measure(isTenth: false) }
        try await NodeFigures.with(1000) { try await $0.measure(isTenth: true) }
    }
}
