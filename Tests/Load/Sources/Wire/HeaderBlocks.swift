/// Compresses the headers of calls as usual clients do: each field is named once on a connection, and then by its
/// number (RFC 7541).
struct HeaderBlocks {
    private var blocks: [String: [UInt8]] = [:]
    /// The fields in the other side's table, the oldest first.
    private var table: [[UInt8]] = []

    /// The headers of a call of `path`, such as `/ocp.transaction.v1.Transaction/SubmitIntent`.
    mutating func request(_ path: String, userAgent: String) -> [UInt8] {
        // Only fields of the table that no later call adds to can be kept as a finished block.
        if let block = blocks[path] { return block }
        let count = table.count
        var block: [UInt8] = [0x83, 0x86]
        append(&block, name: [4], path)
        append(&block, name: [1], "127.0.0.1")
        append(&block, name: [0] + Self.text("te"), "trailers")
        append(&block, name: [31], "application/grpc")
        append(&block, name: [58], userAgent)
        if table.count == count { blocks[path] = block } else { blocks = [:] }
        return block
    }

    private mutating func append(_ block: inout [UInt8], name: [UInt8], _ value: String) {
        let field = name + Self.text(value)
        if let place = table.firstIndex(of: field) {
            block.append(0x80 | UInt8(62 + table.count - 1 - place))
        } else {
            // A literal that the other side adds to its table.
            block.append(0x40 | name[0])
            block += field.dropFirst()
            table.append(field)
        }
    }

    private static func text(_ value: String) -> [UInt8] { [UInt8(value.utf8.count)] + value.utf8 }
}
