import Foundation

/// Prints figures as lines of JSON on standard output, for `report.py`, and the progress on standard error.
enum Figures {
    static func give(_ name: String, _ values: [String: Double]) {
        let body = values.sorted { $0.key < $1.key }.map { "\"\($0)\": \(number($1))" }.joined(separator: ", ")
        FileHandle.standardOutput.write(Data("{\"figure\": \"\(name)\", \(body)}\n".utf8))
    }

    static func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

    private static func number(_ value: Double) -> String { value.isFinite ? "\(value)" : "null" }
}

extension Usage {
    /// The shares and times that every figure carries.
    func values(per count: Int, _ more: [String: Double]) -> [String: Double] {
        more.merging([
            "node_us": node / Double(count) * 1_000_000, "generator_us": generator / Double(count) * 1_000_000,
            "others": others, "written": Double(written) / Double(count), "count": Double(count), "seconds": seconds,
        ]) { left, _ in left }
    }
}
