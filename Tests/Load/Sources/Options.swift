import Foundation

/// What to measure, from the command line.
struct Options {
    var executable = ""
    var folder = ""
    var seconds = 60
    var growth = 1_000_000
    var connections = 8
    var payers = 128
    var pairs = 64
    var streams = 10_000
    var resident = 100_000
    var only: Set<String> = []

    static let usage = """
        usage: node-load EXECUTABLE FOLDER [--seconds N] [--growth N] [--connections N] [--payers N] [--pairs N]
                         [--streams N] [--resident N] [--only STAGE,STAGE]
        stages: \(Stage.allCases.map(\.rawValue).joined(separator: ", "))
        """

    init(_ arguments: [String]) throws {
        var plain: [String] = []
        var rest = arguments[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("--") else {
                plain.append(word)
                continue
            }
            guard let value = rest.popFirst() else { throw LoadFailure(Self.usage) }
            try set(word, value)
        }
        guard plain.count == 2 else { throw LoadFailure(Self.usage) }
        // The node and its home are named by whole paths.
        let here = FileManager.default.currentDirectoryPath
        func whole(_ path: String) -> String { path.hasPrefix("/") ? path : here + "/" + path }
        (executable, folder) = (whole(plain[0]), whole(plain[1]))
    }

    private mutating func set(_ name: String, _ value: String) throws {
        if name == "--only" {
            only = Set(value.split(separator: ",").map(String.init))
            guard only.allSatisfy({ Stage(rawValue: $0) != nil }) else { throw LoadFailure(Self.usage) }
            return
        }
        guard let number = Int(value), number > 0 else { throw LoadFailure(Self.usage) }
        switch name {
        case "--seconds": seconds = number
        case "--growth": growth = number
        case "--connections": connections = number
        case "--payers": payers = number
        case "--pairs": pairs = number
        case "--streams": streams = number
        case "--resident": resident = number
        default: throw LoadFailure(Self.usage)
        }
    }

    /// Whether to run a stage. Counting instructions takes minutes, so it is only done when it is asked for.
    func includes(_ stage: Stage) -> Bool {
        only.isEmpty ? stage != .instructions : only.contains(stage.rawValue)
    }
}

/// The parts of a run.
enum Stage: String, CaseIterable {
    case parts, payments, sequence, half, cash, trades, idle, start, log, growth, instructions
}
