/// A number with what it counts.
enum CountText {
    /// Returns a text such as `1 item` and `3 items`.
    ///
    /// - Parameters:
    ///   - noun: the name of one.
    ///   - plural: the name of several; nil if it is `noun` with an s.
    static func of(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(plural ?? noun + "s")"
    }
}
