/// An error for a value that cannot be sent, or a received field that cannot be read.
struct WireMismatch: Error, Hashable {
    /// The name of the field.
    let place: String
}

extension Sequence {
    /// The elements after a conversion that can fail.
    func converted<Value>(
        _ convert: (Element) throws(WireMismatch) -> Value
    ) throws(WireMismatch) -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(underestimatedCount)
        for element in self { values.append(try convert(element)) }
        return values
    }
}
