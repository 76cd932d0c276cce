import FlipcashCore
import GRDB

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Column encodings (client specification §4.3): keys as BLOB, unsigned integers as their bit pattern, dates as text.
extension FixedBytes32 {
    var column: DatabaseValue { Data(bytes).databaseValue }

    init?(column: DatabaseValue) {
        guard let data = Data.fromDatabaseValue(column) else { return nil }
        self.init(exactly: data)
    }
}

extension UInt64 {
    var column: Int64 { Int64(bitPattern: self) }

    init?(column: DatabaseValue) {
        guard let pattern = Int64.fromDatabaseValue(column) else { return nil }
        self.init(bitPattern: pattern)
    }
}

extension Instant {
    var column: String { TimestampText.text(self) }

    init?(column: DatabaseValue) {
        guard let text = String.fromDatabaseValue(column), let instant = TimestampText.instant(text) else { return nil }
        self = instant
    }
}
