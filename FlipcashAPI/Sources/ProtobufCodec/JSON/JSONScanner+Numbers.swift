extension JSONScanner {
    /// Reads a number.
    mutating func number() throws(JSONDecodingError) -> DecimalNumber {
        let first = try peek()
        guard first == UInt8(ascii: "-") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= first else {
            throw failure(.wrongKind)
        }
        guard let number = DecimalNumber(prefixOf: bytes[position...]) else { throw failure(.malformedNumber) }
        let end = position + number.text.utf8.count
        // Rejects what may remain after a malformed number: digits after a leading zero, letters, points.
        if end < bytes.count {
            switch bytes[end] {
            case 0x20, 0x09, 0x0a, 0x0d, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): break
            default: throw failure(.malformedNumber)
            }
        }
        position = end
        return number
    }

    /// Reads a number that may be quoted.
    private mutating func quotableNumber() throws(JSONDecodingError) -> DecimalNumber {
        guard try peek() == UInt8(ascii: "\"") else { return try number() }
        let origin = position
        return try number(written: try string(), at: origin)
    }

    /// Reads a whole string as a number.
    private func number(written text: String, at origin: Int) throws(JSONDecodingError) -> DecimalNumber {
        let digits = Array(text.utf8)
        guard let number = DecimalNumber(prefixOf: digits[...]), number.text.utf8.count == digits.count else {
            throw failure(.malformedNumber, at: origin)
        }
        return number
    }

    /// Reads an integer of at most 64 bits, as a number or a string.
    mutating func signed(in range: ClosedRange<Int64>) throws(JSONDecodingError) -> Int64 {
        _ = try peek()
        let origin = position
        let number = try quotableNumber()
        switch Result(catching: { () throws(DecimalNumber.Failure) in try number.signed() }) {
        case .success(let value):
            guard range.contains(value) else { throw failure(.numberOutOfRange, at: origin) }
            return value
        case .failure(let error): throw failure(error.reason, at: origin)
        }
    }

    /// Reads an unsigned integer of at most 64 bits, as a number or a string.
    mutating func unsigned(upTo bound: UInt64) throws(JSONDecodingError) -> UInt64 {
        _ = try peek()
        let origin = position
        let number = try quotableNumber()
        switch Result(catching: { () throws(DecimalNumber.Failure) in try number.unsigned() }) {
        case .success(let value):
            guard value <= bound else { throw failure(.numberOutOfRange, at: origin) }
            return value
        case .failure(let error): throw failure(error.reason, at: origin)
        }
    }

    /// Reads a floating-point number, or one of the three strings for NaN and infinities.
    ///
    /// Rejects finite numbers outside the type's range instead of rounding them to infinity.
    mutating func floatingPoint<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        _ type: Number.Type
    ) throws(JSONDecodingError) -> Number {
        let isQuoted = try peek() == UInt8(ascii: "\"")
        let origin = position
        let number: DecimalNumber
        if isQuoted {
            let text = try string()
            switch text {
            case "NaN": return .nan
            case "Infinity": return .infinity
            case "-Infinity": return -.infinity
            default: number = try self.number(written: text, at: origin)
            }
        } else {
            number = try self.number()
        }
        guard let value = Number(number.text) else { throw failure(.malformedNumber, at: origin) }
        guard value.isFinite else { throw failure(.numberOutOfRange, at: origin) }
        return value
    }
}

extension DecimalNumber.Failure {
    fileprivate var reason: JSONDecodingError.Reason {
        switch self {
        case .notWhole: .notAnInteger
        case .outOfRange: .numberOutOfRange
        }
    }
}
