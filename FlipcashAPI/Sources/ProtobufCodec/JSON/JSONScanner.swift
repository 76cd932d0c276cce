/// Reads the tokens of a JSON text (RFC 8259), strictly.
struct JSONScanner {
    let bytes: [UInt8]
    var position = 0
    private var depthLeft: Int
    /// The start of the last key read.
    private(set) var keyPosition = 0
    /// The path of the current field, for errors.
    var path: [PathStep] = []

    /// A step from a message to a value in it.
    enum PathStep {
        case field(String)
        case item(Int)
    }

    init(_ bytes: [UInt8], depthLimit: Int) {
        self.bytes = bytes
        depthLeft = max(0, min(depthLimit, JSONDecodingOptions.greatestDepthLimit))
    }

    func failure(_ reason: JSONDecodingError.Reason, at offset: Int? = nil) -> JSONDecodingError {
        var text = ""
        for step in path {
            switch step {
            case .field(let name): text += text.isEmpty ? name : ".\(name)"
            case .item(let index): text += "[\(index)]"
            }
        }
        return JSONDecodingError(reason, offset: offset ?? position, path: text)
    }

    // MARK: Characters

    mutating func skipWhitespace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0a, 0x0d: position += 1
            default: return
            }
        }
    }

    /// The next character that is not white space. The position stays before it.
    mutating func peek() throws(JSONDecodingError) -> UInt8 {
        skipWhitespace()
        guard position < bytes.count else { throw failure(.truncated) }
        return bytes[position]
    }

    /// Skips a character if it is the next one.
    mutating func skip(_ character: Unicode.Scalar) throws(JSONDecodingError) -> Bool {
        guard try peek() == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    mutating func expect(_ character: Unicode.Scalar) throws(JSONDecodingError) {
        guard try skip(character) else { throw failure(.unexpectedCharacter) }
    }

    mutating func expectEnd() throws(JSONDecodingError) {
        skipWhitespace()
        guard position == bytes.count else { throw failure(.trailingCharacters) }
    }

    /// Skips a word such as `null` if it comes next.
    mutating func skip(word: StaticString) throws(JSONDecodingError) -> Bool {
        _ = try peek()
        let count = word.utf8CodeUnitCount
        guard bytes.count - position >= count else { return false }
        let isNext = word.withUTF8Buffer { bytes[position..<position + count].elementsEqual($0) }
        if isNext { position += count }
        return isNext
    }

    // MARK: Objects and arrays

    private mutating func descend() throws(JSONDecodingError) {
        guard depthLeft > 0 else { throw failure(.nestedTooDeeply) }
        depthLeft -= 1
    }

    mutating func beginObject() throws(JSONDecodingError) {
        guard try peek() == UInt8(ascii: "{") else { throw failure(.wrongKind) }
        try descend()
        position += 1
    }

    /// Reads the next key and the colon after it; nil at the end of the object.
    mutating func nextKey(isFirst: Bool) throws(JSONDecodingError) -> String? {
        if try skip("}") {
            depthLeft += 1
            return nil
        }
        if !isFirst { try expect(",") }
        guard try peek() == UInt8(ascii: "\"") else { throw failure(.unexpectedCharacter) }
        keyPosition = position
        let key = try string()
        try expect(":")
        return key
    }

    mutating func beginArray() throws(JSONDecodingError) {
        guard try peek() == UInt8(ascii: "[") else { throw failure(.wrongKind) }
        try descend()
        position += 1
    }

    /// Moves to the next item and returns true, or past the end of the array and returns false.
    mutating func nextItem(isFirst: Bool) throws(JSONDecodingError) -> Bool {
        if try skip("]") {
            depthLeft += 1
            return false
        }
        if !isFirst { try expect(",") }
        return true
    }

    /// Skips a value of any kind.
    mutating func skipValue() throws(JSONDecodingError) {
        switch try peek() {
        case UInt8(ascii: "{"):
            try beginObject()
            var isFirst = true
            while try nextKey(isFirst: isFirst) != nil {
                try skipValue()
                isFirst = false
            }
        case UInt8(ascii: "["):
            try beginArray()
            var isFirst = true
            while try nextItem(isFirst: isFirst) {
                try skipValue()
                isFirst = false
            }
        case UInt8(ascii: "\""): _ = try string()
        case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try bool()
        case UInt8(ascii: "n"):
            guard try skip(word: "null") else { throw failure(.unexpectedCharacter) }
        default: _ = try number()
        }
    }

    mutating func bool() throws(JSONDecodingError) -> Bool {
        if try skip(word: "true") { return true }
        if try skip(word: "false") { return false }
        throw failure(.wrongKind)
    }
}
