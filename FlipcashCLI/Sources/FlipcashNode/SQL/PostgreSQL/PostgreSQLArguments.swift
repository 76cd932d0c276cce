/// The arguments of a statement in PostgreSQL's binary format.
struct PostgreSQLArguments {
    /// The type of each argument; unspecified for null.
    let types: [PostgreSQLType]
    /// All values, one after the other, and one byte more, so that empty values have an address as well.
    private let bytes: [UInt8]
    /// Where the values are; nil for null.
    private let ranges: [Range<Int>?]

    /// - Throws: `SQLFailure.constraint` for a text with a zero character, which PostgreSQL cannot store;
    ///   `SQLFailure.other` for values that are too large together.
    init(_ values: [SQLValue]) throws(SQLFailure) {
        var types: [PostgreSQLType] = []
        var bytes: [UInt8] = []
        var ranges: [Range<Int>?] = []
        for value in values {
            let start = bytes.count
            var isNull = false
            switch value {
            case .integer(let integer):
                types.append(.int8)
                Self.append(UInt64(bitPattern: integer), to: &bytes)
            case .real(let number) where !number.isNaN:
                types.append(.float8)
                Self.append(number.bitPattern, to: &bytes)
            case .null, .real:  // SQLite, too, stores null for what is not a number.
                types.append(.unspecified)
                isNull = true
            case .text(let text):
                guard !text.utf8.contains(0) else { throw .constraint("a text must not contain a zero character") }
                types.append(.text)
                bytes += text.utf8
            case .bytes(let content):
                types.append(.bytes)
                bytes += content
            }
            ranges.append(isNull ? nil : start..<bytes.count)
        }
        guard bytes.count < Int(Int32.max) else { throw .other("the arguments of a statement are too large") }
        bytes.append(0)
        self.types = types
        self.bytes = bytes
        self.ranges = ranges
    }

    private static func append(_ integer: UInt64, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: integer.bigEndian) { bytes += $0 }
    }

    /// Calls `body` with the arguments as libpq takes them: the count, the values, their lengths and their formats.
    func withPointers<Result>(
        _ body: (Int32, [UnsafePointer<CChar>?], [Int32], [Int32]) -> Result
    ) -> Result {
        bytes.withUnsafeBytes { buffer in
            // Safe: every range is inside `bytes`, and libpq reads only as many bytes as the lengths say.
            let values = ranges.map { range in
                range.flatMap { buffer.baseAddress?.advanced(by: $0.lowerBound).assumingMemoryBound(to: CChar.self) }
            }
            let lengths = ranges.map { Int32($0?.count ?? 0) }
            return body(Int32(ranges.count), values, lengths, [Int32](repeating: 1, count: ranges.count))
        }
    }
}
