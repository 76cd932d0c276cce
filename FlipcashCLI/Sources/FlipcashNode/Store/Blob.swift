import FlipcashCore
import Foundation

extension [UInt8] {
    /// The bytes as the database stores them.
    var blob: Data { Data(self) }
}

extension FixedBytes {
    /// The bytes as the database stores them.
    var blob: Data { Data(bytes) }
}
