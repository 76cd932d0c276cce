/// A regular expression in the part of RE2's syntax that validation rules use.
///
/// Literals, `.`, character classes, `\d`, escapes, `( )`, `|`, `?`, `*`, `+`, `{m}`, `{m,}`, `{m,n}`, `^` and `$`. A text
/// is judged by its Unicode code points, in time proportional to its length: there is no backtracking.
public struct TextPattern: Sendable {
    /// The expression.
    public let source: String

    private let program: [Instruction]

    /// Compiles an expression, or returns nil when it uses what this type does not know.
    public init?(_ source: String) {
        var compiler = PatternCompiler(source)
        guard let program = compiler.compile() else { return nil }
        self.source = source
        self.program = program
    }

    /// Compiles an expression that the generator has already tried; one that does not compile matches nothing.
    public init(checked source: String) {
        var compiler = PatternCompiler(source)
        self.source = source
        program = compiler.compile() ?? []
    }

    enum Instruction: Sendable {
        case scalar(CharacterSet)
        case split(Int, Int)
        case jump(Int)
        case textStart
        case textEnd
        case match
    }

    /// Ranges of code points, or everything outside them.
    struct CharacterSet: Sendable {
        var ranges: [ClosedRange<UInt32>] = []
        var isInverted = false

        func contains(_ scalar: Unicode.Scalar) -> Bool {
            ranges.contains { $0.contains(scalar.value) } != isInverted
        }
    }

    /// Whether the expression matches somewhere in the text.
    public func matches(_ text: String) -> Bool {
        guard !program.isEmpty else { return false }
        let scalars = text.unicodeScalars
        var threads = ThreadList(count: program.count)
        var position = scalars.startIndex
        var isStart = true
        while true {
            let isEnd = position == scalars.endIndex
            if follow(0, isStart: isStart, isEnd: isEnd, &threads) { return true }
            if isEnd { return false }
            var next = ThreadList(count: program.count)
            let scalar = scalars[position]
            position = scalars.index(after: position)
            let endsNow = position == scalars.endIndex
            for thread in threads.members {
                if case .scalar(let set) = program[thread], set.contains(scalar),
                    follow(thread + 1, isStart: false, isEnd: endsNow, &next)
                {
                    return true
                }
            }
            threads = next
            isStart = false
        }
    }

    /// Adds every instruction that is reached from one without reading; true when the expression is complete.
    private func follow(_ first: Int, isStart: Bool, isEnd: Bool, _ threads: inout ThreadList) -> Bool {
        var pending = [first]
        while let index = pending.popLast() {
            guard threads.visit(index) else { continue }
            switch program[index] {
            case .match: return true
            case .scalar: threads.members.append(index)
            case .jump(let target): pending.append(target)
            case .split(let one, let other): pending += [one, other]
            case .textStart: if isStart { pending.append(index + 1) }
            case .textEnd: if isEnd { pending.append(index + 1) }
            }
        }
        return false
    }
}

/// The instructions that await the next code point, each at most once.
private struct ThreadList {
    var members: [Int] = []
    private var visited: [Bool]

    init(count: Int) {
        visited = [Bool](repeating: false, count: count)
    }

    mutating func visit(_ index: Int) -> Bool {
        if visited[index] { return false }
        visited[index] = true
        return true
    }
}
