/// The members of a settings file, with their places: one JSON object of flags, whole numbers, texts and lists of them.
struct SettingsDocument: Equatable, Sendable {
    /// One setting as it stands in the file.
    struct Member: Equatable, Sendable {
        let name: String
        let place: SettingPlace
        let value: SettingValue
        let valuePlace: SettingPlace
    }

    /// The settings in the order of the file.
    let members: [Member]

    /// Reads a file's content.
    ///
    /// - Throws: `SettingProblem` that names the place of the first fault.
    init(_ content: [UInt8]) throws(SettingProblem) {
        var scanner = SettingsScanner(content)
        members = try scanner.document()
    }
}

/// Reads JSON and knows at which line and column it is.
private struct SettingsScanner {
    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private var lineStart = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func document() throws(SettingProblem) -> [SettingsDocument.Member] {
        skipSpace()
        guard take("{") else { throw problem("the file must be a JSON object of settings, which begins with {") }
        var members: [SettingsDocument.Member] = []
        skipSpace()
        if !take("}") {
            repeat { members.append(try member(after: members)) } while try takeComma(before: "}")
        }
        skipSpace()
        guard index == bytes.count else { throw problem("there is more after the end of the JSON object") }
        return members
    }

    private mutating func member(after earlier: [SettingsDocument.Member]) throws(SettingProblem)
        -> SettingsDocument.Member
    {
        skipSpace()
        let place = place
        guard next == UInt8(ascii: "\"") else { throw problem("expected the name of a setting in quotes") }
        let name = try text()
        if let first = earlier.first(where: { $0.name == name }) {
            throw SettingProblem(place: place, reason: "\"\(name)\" is already set in line \(first.place.line)")
        }
        skipSpace()
        guard take(":") else { throw problem("expected a colon after \"\(name)\"") }
        skipSpace()
        let valuePlace = self.place
        return .init(name: name, place: place, value: try value(of: name, isInList: false), valuePlace: valuePlace)
    }

    /// Whether another element follows.
    private mutating func takeComma(before end: Character) throws(SettingProblem) -> Bool {
        skipSpace()
        if take(end) { return false }
        guard take(",") else { throw problem("expected a comma or \(end)") }
        return true
    }

    private mutating func value(of name: String, isInList: Bool) throws(SettingProblem) -> SettingValue {
        switch next.map({ Character(Unicode.Scalar($0)) }) {
        case "\""?: return .text(try text())
        case "["? where !isInList: return .list(try list(of: name))
        case "t"? where takeWord("true"): return .flag(true)
        case "f"? where takeWord("false"): return .flag(false)
        case "-"?, "0"?, "1"?, "2"?, "3"?, "4"?, "5"?, "6"?, "7"?, "8"?, "9"?: return .number(try number(of: name))
        default: throw problem("\"\(name)\" must be a text in quotes, a whole number, true, false, or a list of these")
        }
    }

    private mutating func list(of name: String) throws(SettingProblem) -> [SettingValue] {
        _ = take("[")
        skipSpace()
        guard !take("]") else { return [] }
        var elements: [SettingValue] = []
        repeat {
            skipSpace()
            elements.append(try value(of: name, isInList: true))
        } while try takeComma(before: "]")
        return elements
    }

    private mutating func number(of name: String) throws(SettingProblem) -> Int {
        let start = index
        let place = place
        let isPart: (UInt8) -> Bool = { byte in
            (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(byte)
        }
        while let byte = next, isPart(byte) { index += 1 }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        let digits = text.drop { $0 == "-" }
        guard let number = Int(text), !text.hasPrefix("+"), digits == "0" || !digits.hasPrefix("0") else {
            throw SettingProblem(
                place: place, reason: "\"\(name)\" is \(text), which is not a whole number that fits into 64 bits")
        }
        return number
    }

    private mutating func text() throws(SettingProblem) -> String {
        let place = place
        index += 1
        var content: [UInt8] = []
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { break }
            index += 1
            if byte == UInt8(ascii: "\\") { content += try escape() } else { content.append(byte) }
        }
        guard take("\"") else { throw SettingProblem(place: place, reason: "this text has no closing quote") }
        guard let text = String(validating: content, as: UTF8.self) else {
            throw SettingProblem(place: place, reason: "this text is not UTF-8")
        }
        return text
    }

    private mutating func escape() throws(SettingProblem) -> [UInt8] {
        let letters: [Character: Unicode.Scalar] = [
            "\"": "\"", "\\": "\\", "/": "/", "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t",
        ]
        guard let byte = next else { throw problem("the file ends inside of a text") }
        let letter = Character(Unicode.Scalar(byte))
        if let scalar = letters[letter] {
            index += 1
            return [UInt8](String(Character(scalar)).utf8)
        }
        guard letter == "u" else { throw problem("there is no escape \\\(letter)") }
        index += 1
        var units = [try codeUnit()]
        if UTF16.isLeadSurrogate(units[0]), take("\\"), take("u") { units.append(try codeUnit()) }
        guard let text = String(validating: units, as: UTF16.self) else {
            throw problem("this escape is not a character")
        }
        return [UInt8](text.utf8)
    }

    private mutating func codeUnit() throws(SettingProblem) -> UInt16 {
        let digits = String(decoding: bytes[index...].prefix(4), as: UTF8.self)
        guard digits.utf8.count == 4, !digits.hasPrefix("+"), let unit = UInt16(digits, radix: 16) else {
            throw problem("\\u needs four hexadecimal digits")
        }
        index += 4
        return unit
    }

    // MARK: Bytes

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private var place: SettingPlace { SettingPlace(line: line, column: index - lineStart + 1) }

    private func problem(_ reason: String) -> SettingProblem { SettingProblem(place: place, reason: reason) }

    private mutating func take(_ character: Character) -> Bool {
        guard let byte = next, byte == character.asciiValue else { return false }
        index += 1
        return true
    }

    private mutating func takeWord(_ word: String) -> Bool {
        guard bytes[index...].starts(with: word.utf8) else { return false }
        index += word.utf8.count
        return true
    }

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) {
            index += 1
            if byte == 0x0A { (line, lineStart) = (line + 1, index) }
        }
    }
}
