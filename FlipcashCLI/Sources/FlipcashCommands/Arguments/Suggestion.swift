/// Finds what a mistyped word may have meant.
enum Suggestion {
    /// The nearest candidate within two typing errors of `word`; the first of several equally near ones.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        guard word.count <= 40 else { return nil }
        var best: (candidate: String, distance: Int)?
        for candidate in candidates {
            let distance = distance(Array(word.lowercased()), Array(candidate))
            guard distance <= 2, distance < min(candidate.count, word.count) else { continue }
            if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
        }
        return best?.candidate
    }

    /// The candidates within `distance` typing errors of `word`, in their own order.
    static func near(to word: String, among candidates: [String], distance limit: Int) -> [String] {
        guard word.count <= 40 else { return [] }
        let letters = Array(word.lowercased())
        return candidates.filter { distance(letters, Array($0)) <= limit }
    }

    /// The number of insertions, deletions, replacements and swaps of neighbours between two words.
    static func distance(_ first: [Character], _ second: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...second.count)
        for row in 0..<first.count {
            var current = [row + 1]
            for column in 0..<second.count {
                let isSame = first[row] == second[column]
                var cost = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                let isSwap =
                    row > 0 && column > 0 && first[row] == second[column - 1] && first[row - 1] == second[column]
                if isSwap { cost = min(cost, beforeLast[column - 1] + 1) }
                current.append(cost)
            }
            beforeLast = last
            last = current
        }
        return last[second.count]
    }
}
