/// Writes metrics in Prometheus's text format, version 0.0.4.
struct PrometheusText {
    /// The type of the content for HTTP.
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var content = ""

    /// Begins a metric.
    mutating func begin(_ name: String, kind: String, help: String?) {
        if let help { content += "# HELP \(name) \(Self.escaped(help, quotes: false))\n" }
        content += "# TYPE \(name) \(kind)\n"
    }

    /// Adds one value.
    ///
    /// - Parameter labels: the result of ``labels(_:)``.
    mutating func add(_ name: String, _ labels: String, _ value: Double) {
        content += name
        if !labels.isEmpty { content += "{\(labels)}" }
        content += " \(Self.number(value))\n"
    }

    /// Adds the buckets, the sum and the count of a histogram.
    mutating func add(_ name: String, _ labels: String, _ reading: HistogramCell.Reading) {
        let prefix = labels.isEmpty ? "" : labels + ","
        for (bound, count) in reading.upTo {
            add(name + "_bucket", "\(prefix)le=\"\(Self.number(bound))\"", Double(count))
        }
        add(name + "_bucket", prefix + "le=\"+Inf\"", Double(reading.count))
        add(name + "_sum", labels, reading.sum)
        add(name + "_count", labels, Double(reading.count))
    }

    /// Labels without braces, ordered by name.
    static func labels(_ dimensions: [(String, String)]) -> String {
        dimensions.sorted { $0.0 < $1.0 }
            .map { "\(name($0.0, allowsColon: false))=\"\(escaped($0.1, quotes: true))\"" }
            .joined(separator: ",")
    }

    /// A valid name of a metric or a label: other characters become underscores.
    static func name(_ text: String, allowsColon: Bool = true) -> String {
        var bytes = text.utf8.map { byte -> UInt8 in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: byte
            case 0x3A where allowsColon: byte
            default: 0x5F
            }
        }
        if bytes.first.map({ (0x30...0x39).contains($0) }) ?? true { bytes.insert(0x5F, at: 0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A number as Prometheus reads it; whole numbers have no fraction.
    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
        if let whole = Int64(exactly: value) { return "\(whole)" }
        return "\(value)"
    }
}
