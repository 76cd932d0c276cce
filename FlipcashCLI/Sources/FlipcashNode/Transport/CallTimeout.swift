/// The value of a `grpc-timeout` header: one to eight ASCII digits and a unit.
///
/// Defined by "Timeout" in <https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md#requests>.
struct CallTimeout: Equatable, Sendable {
    /// The units of the header, from the smallest to the largest.
    enum Unit: UInt8, CaseIterable, Sendable {
        case nanoseconds = 0x6E
        case microseconds = 0x75
        case milliseconds = 0x6D
        case seconds = 0x53
        case minutes = 0x4D
        case hours = 0x48
    }

    /// How many units; at most eight digits.
    let amount: Int
    let unit: Unit

    /// Reads the header's value; nil if it is malformed.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard (2...9).contains(bytes.count), let unit = Unit(rawValue: bytes[bytes.count - 1]) else { return nil }
        var amount = 0
        for byte in bytes.dropLast() {
            guard (0x30...0x39).contains(byte) else { return nil }
            amount = amount * 10 + Int(byte - 0x30)
        }
        self.init(amount: amount, unit: unit)
    }

    private init(amount: Int, unit: Unit) {
        self.amount = amount
        self.unit = unit
    }

    /// The same time-out with at most seven digits, because grpc-swift 2.4 does not read more.
    ///
    /// An amount of eight digits is converted to the next larger unit, rounded up. Hours have no larger unit: 9,999,999
    /// hours, more than a thousand years, replace every longer time.
    var shortened: CallTimeout {
        guard amount > Self.maxShortAmount else { return self }
        switch unit {
        case .nanoseconds: return dividing(by: 1000, into: .microseconds)
        case .microseconds: return dividing(by: 1000, into: .milliseconds)
        case .milliseconds: return dividing(by: 1000, into: .seconds)
        case .seconds: return dividing(by: 60, into: .minutes)
        case .minutes: return dividing(by: 60, into: .hours)
        case .hours: return CallTimeout(amount: Self.maxShortAmount, unit: .hours)
        }
    }

    private func dividing(by divisor: Int, into larger: Unit) -> CallTimeout {
        CallTimeout(amount: (amount + divisor - 1) / divisor, unit: larger)
    }

    /// The largest amount of seven digits.
    private static let maxShortAmount = 9_999_999
}

extension CallTimeout: CustomStringConvertible {
    /// The header's value.
    var description: String { "\(amount)\(Character(UnicodeScalar(unit.rawValue)))" }
}
