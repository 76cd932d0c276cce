/// A regular expression in the subset of RE2's syntax that validation rules use.
///
/// Supports literals, `.`, character classes, `\d`, escapes, `( )`, `|`, `?`, `*`, `+`, `{m}`, `{m,}`, `{m,n}`, `^` and
/// `$`. Matches Unicode code points in time proportional to the text's length, without backtracking.
public struct TextPattern: Sendable {
    /// The expression.
    public let source: String

    private let program: [Instruction]

    /// Whether a match may begin after the start of the text. False for expressions that begin with `^`: matching then
    /// stops at the first mismatch.
    private let mayStartAnywhere: Bool

    /// Compiles an expression; nil when it uses unsupported syntax.
    public init?(_ source: String) {
        var compiler = PatternCompiler(source)
        guard let program = compiler.compile() else { return nil }
        self.init(source, program)
    }

    /// Compiles an expression that the generator has checked. An expression that does not compile matches nothing.
    public init(checked source: String) {
        var compiler = PatternCompiler(source)
        self.init(source, compiler.compile() ?? [])
    }

    private init(_ source: String, _ program: [Instruction]) {
        self.source = source
        self.program = program
        var threads = ThreadList(count: program.count)
        mayStartAnywhere =
            !program.isEmpty
            && (threads.follow(0, in: program, isStart: false, isEnd: true) || !threads.members.isEmpty)
    }

    enum Instruction: Sendable {
        case scalar(CharacterSet)
        case split(Int, Int)
        case jump(Int)
        case textStart
        case textEnd
        case match
    }

    /// Ranges of code points, or their complement.
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
        var next = threads
        var position = scalars.startIndex
        var isStart = true
        while true {
            let isEnd = position == scalars.endIndex
            if isStart || mayStartAnywhere, threads.follow(0, in: program, isStart: isStart, isEnd: isEnd) {
                return true
            }
            if isEnd || threads.members.isEmpty && !mayStartAnywhere { return false }
            let scalar = scalars[position]
            position = scalars.index(after: position)
            let endsNow = position == scalars.endIndex
            next.clear()
            for thread in threads.members {
                if case .scalar(let set) = program[thread], set.contains(scalar),
                    next.follow(thread + 1, in: program, isStart: false, isEnd: endsNow)
                {
                    return true
                }
            }
            swap(&threads, &next)
            isStart = false
        }
    }
}

/// The instructions waiting for the next code point, each at most once.
private struct ThreadList {
    private(set) var members: [Int] = []
    /// The round in which each instruction was last visited.
    private var visits: [Int]
    private var round = 1
    private var pending: [Int] = []

    init(count: Int) {
        visits = [Int](repeating: 0, count: count)
    }

    /// Removes all instructions but keeps the memory, because `clear` runs for every code point.
    mutating func clear() {
        members.removeAll(keepingCapacity: true)
        round += 1
    }

    /// Adds every instruction reachable without reading a code point; true when the expression is complete.
    mutating func follow(_ first: Int, in program: [TextPattern.Instruction], isStart: Bool, isEnd: Bool) -> Bool {
        pending.removeAll(keepingCapacity: true)
        pending.append(first)
        while let index = pending.popLast() {
            guard visits[index] != round else { continue }
            visits[index] = round
            switch program[index] {
            case .match: return true
            case .scalar: members.append(index)
            case .jump(let target): pending.append(target)
            case .split(let one, let other):
                pending.append(one)
                pending.append(other)
            case .textStart: if isStart { pending.append(index + 1) }
            case .textEnd: if isEnd { pending.append(index + 1) }
            }
        }
        return false
    }
}
