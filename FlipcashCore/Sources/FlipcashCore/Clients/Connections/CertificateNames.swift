/// The issuer and the subject of an X.509 certificate as DER bytes, which show whether it is self-signed.
///
/// The layout is that of RFC 5280 §4.1: a sequence whose first member holds version, serial number, algorithm, issuer,
/// validity and subject, in this order.
struct CertificateNames: Hashable {
    let issuer: [UInt8]
    let subject: [UInt8]

    /// Reads a certificate; nil when its bytes have another layout.
    init?(certificate bytes: [UInt8]) {
        var outer = Reader(bytes[...])
        guard var certificate = outer.next(Reader.sequence).map(Reader.init),
            var fields = certificate.next(Reader.sequence).map(Reader.init)
        else { return nil }
        // Certificates of version 1 omit the version.
        if fields.nextTag == Reader.version { _ = fields.next(Reader.version) }
        guard fields.next(Reader.integer) != nil, fields.next(Reader.sequence) != nil,
            let issuer = fields.next(Reader.sequence), fields.next(Reader.sequence) != nil,
            let subject = fields.next(Reader.sequence)
        else { return nil }
        self.issuer = Array(issuer)
        self.subject = Array(subject)
    }

    /// Reads values from DER, one after the other.
    private struct Reader {
        static let sequence: UInt8 = 0x30
        static let integer: UInt8 = 0x02
        static let version: UInt8 = 0xA0

        private var rest: ArraySlice<UInt8>

        init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

        var nextTag: UInt8? { rest.first }

        /// Returns the content of the next value; nil when it has another tag or is cut short.
        mutating func next(_ tag: UInt8) -> ArraySlice<UInt8>? {
            guard rest.popFirst() == tag, let first = rest.popFirst() else { return nil }
            var count = Int(first)
            if first & 0x80 != 0 {
                let digits = Int(first & 0x7F)
                guard (1...4).contains(digits), rest.count >= digits else { return nil }
                count = rest.prefix(digits).reduce(0) { $0 << 8 | Int($1) }
                rest = rest.dropFirst(digits)
            }
            guard count <= rest.count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
    }
}
