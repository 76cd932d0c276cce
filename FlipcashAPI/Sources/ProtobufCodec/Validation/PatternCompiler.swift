/// Compiles a regular expression to the instructions of a ``TextPattern``.
struct PatternCompiler {
    /// Larger repetition counts are rejected, because each repetition copies its instructions.
    private static let largestRepetition = 1000

    private typealias Code = [TextPattern.Instruction]

    private var rest: Substring.UnicodeScalarView

    init(_ source: String) {
        rest = Substring(source).unicodeScalars
    }

    mutating func compile() -> [TextPattern.Instruction]? {
        guard var code = alternatives(), rest.isEmpty else { return nil }
        code.append(.match)
        return code
    }

    private mutating func alternatives() -> Code? {
        guard var code = sequence() else { return nil }
        while rest.first == "|" {
            rest.removeFirst()
            guard let other = sequence() else { return nil }
            let left = code + [.jump(0)]
            code = [.split(1, left.count + 1)] + Self.shifted(left, by: 1) + Self.shifted(other, by: left.count + 1)
            code[left.count] = .jump(code.count)
        }
        return code
    }

    private mutating func sequence() -> Code? {
        var code: Code = []
        while let next = rest.first, next != "|", next != ")" {
            guard let atom = atom(), let piece = repeated(atom) else { return nil }
            code += Self.shifted(piece, by: code.count)
        }
        return code
    }

    private mutating func atom() -> Code? {
        guard let next = rest.popFirst() else { return nil }
        switch next {
        case "^": return [.textStart]
        case "$": return [.textEnd]
        case ".": return [.scalar(TextPattern.CharacterSet(ranges: [10...10], isInverted: true))]
        case "[": return characterClass().map { [.scalar($0)] }
        case "(":
            guard let code = alternatives(), rest.popFirst() == ")" else { return nil }
            return code
        case "\\": return escape().map { [.scalar(TextPattern.CharacterSet(ranges: $0))] }
        case "*", "+", "?", "{": return nil
        default: return [.scalar(TextPattern.CharacterSet(ranges: [next.value...next.value]))]
        }
    }

    /// The code points of an escape: digits, or a literal punctuation mark.
    private mutating func escape() -> [ClosedRange<UInt32>]? {
        guard let next = rest.popFirst() else { return nil }
        if next == "d" { return [48...57] }
        let isAlphanumeric = next.properties.isAlphabetic || next.properties.numericType != nil
        return isAlphanumeric ? nil : [next.value...next.value]
    }

    private mutating func characterClass() -> TextPattern.CharacterSet? {
        var set = TextPattern.CharacterSet()
        if rest.first == "^" {
            rest.removeFirst()
            set.isInverted = true
        }
        var isFirst = true
        while let next = rest.popFirst() {
            if next == "]", !isFirst { return set }
            isFirst = false
            if next == "\\" {
                guard let ranges = escape() else { return nil }
                set.ranges += ranges
            } else if rest.first == "-", let upper = rest.dropFirst().first, upper != "]" {
                rest.removeFirst(2)
                guard upper != "\\", upper != "[", next.value <= upper.value else { return nil }
                set.ranges.append(next.value...upper.value)
            } else {
                guard next != "[" else { return nil }
                set.ranges.append(next.value...next.value)
            }
        }
        return nil
    }

    private mutating func repeated(_ atom: Code) -> Code? {
        switch rest.first {
        case "*":
            rest.removeFirst()
            return Self.looped(atom)
        case "+":
            rest.removeFirst()
            return atom + Self.shifted(Self.looped(atom), by: atom.count)
        case "?":
            rest.removeFirst()
            return Self.optional(atom)
        case "{":
            rest.removeFirst()
            return counted(atom)
        default: return atom
        }
    }

    private mutating func counted(_ atom: Code) -> Code? {
        guard let least = number() else { return nil }
        var most: Int? = least
        if rest.first == "," {
            rest.removeFirst()
            most = rest.first == "}" ? nil : number()
            if most == nil, rest.first != "}" { return nil }
        }
        guard rest.popFirst() == "}" else { return nil }
        var code: Code = []
        for _ in 0..<least { code += Self.shifted(atom, by: code.count) }
        guard let most else { return code + Self.shifted(Self.looped(atom), by: code.count) }
        guard most >= least else { return nil }
        var tail: Code = []
        for _ in least..<most { tail = Self.optional(atom + Self.shifted(tail, by: atom.count)) }
        return code + Self.shifted(tail, by: code.count)
    }

    private mutating func number() -> Int? {
        var digits = String.UnicodeScalarView()
        while let next = rest.first, (48...57).contains(next.value) {
            digits.append(next)
            rest.removeFirst()
        }
        guard let number = Int(String(digits)), number <= Self.largestRepetition else { return nil }
        return number
    }

    private static func optional(_ code: Code) -> Code {
        [.split(1, code.count + 1)] + shifted(code, by: 1)
    }

    private static func looped(_ code: Code) -> Code {
        [.split(1, code.count + 2)] + shifted(code, by: 1) + [.jump(0)]
    }

    private static func shifted(_ code: Code, by offset: Int) -> Code {
        code.map { instruction in
            switch instruction {
            case .split(let one, let other): .split(one + offset, other + offset)
            case .jump(let target): .jump(target + offset)
            case .scalar, .textStart, .textEnd, .match: instruction
            }
        }
    }
}
