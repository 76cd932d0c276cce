// Shared by all test targets that read vectors. Each has a link to this file, so its package can be tested alone.

import Foundation
import Testing

/// A file of test vectors: named groups of cases.
///
/// Files are read from `Tests/Vectors` in the repository, or from the folder named by the environment variable
/// `FLIPCASH_VECTORS`. A file missing from that folder is skipped with a message. A file missing from the repository is
/// an error.
struct VectorFile: Sendable {
    /// The cases under one name.
    struct Group: Sendable {
        let name: String
        let cases: [VectorValue]
    }

    /// The file's name without its extension.
    let name: String
    let groups: [Group]

    /// Reads the file called `name`; nil when it is skipped.
    static func open(_ name: String) throws -> VectorFile? {
        guard let data = try data(name) else { return nil }
        return try VectorFile(name: name, contents: JSONDecoder().decode(VectorValue.self, from: data))
    }

    /// The bytes of the file called `name`; nil when it is skipped.
    static func data(_ name: String) throws -> Data? {
        let file = try folder.get().appending(path: "\(name).json")
        if isElsewhere, !FileManager.default.fileExists(atPath: file.path) {
            print("\(name).json: skipped, FLIPCASH_VECTORS has no such file")
            return nil
        }
        return try Data(contentsOf: file)
    }

    /// Reads the groups from a file's contents.
    ///
    /// Groups are the members of `groups`, each a list or an object with a list `cases`. In files without `groups` they
    /// are the top-level members, except single values that describe the file.
    init(name: String, contents: VectorValue) throws {
        self.name = name
        let isFlat = contents["groups"].isNull
        guard case .object(var members) = isFlat ? contents : contents["groups"] else {
            throw VectorValue.Mismatch(description: "\(name).json has no groups")
        }
        if isFlat { for word in ["about", "version", "format", "set", "count"] { members[word] = nil } }
        groups = members.sorted { $0.key < $1.key }.map { name, value in
            switch value {
            case .array(let cases): Group(name: name, cases: cases)
            case .object(let members):
                if case .array(let cases) = members["cases"] {
                    Group(name: name, cases: cases)
                } else {
                    Group(name: name, cases: [value])
                }
            case .null, .bool, .integer, .unsigned, .number, .string: Group(name: name, cases: [value])
            }
        }
    }

    /// Whether the vectors come from `FLIPCASH_VECTORS` instead of the repository. They may then lack files and groups.
    static var isElsewhere: Bool {
        ProcessInfo.processInfo.environment["FLIPCASH_VECTORS"].map { !$0.isEmpty } ?? false
    }

    private static let folder = Result {
        if isElsewhere { return URL(filePath: ProcessInfo.processInfo.environment["FLIPCASH_VECTORS"] ?? "") }
        var root = URL(filePath: #filePath)
        while root.pathComponents.count > 1 {
            root.deleteLastPathComponent()
            let folder = root.appending(path: "Tests/Vectors")
            if FileManager.default.fileExists(atPath: folder.path) { return folder }
        }
        throw VectorValue.Mismatch(description: "no folder Tests/Vectors above \(#filePath)")
    }
}

extension VectorFile {
    typealias Handler = (VectorCase) throws -> Void

    /// Runs every case of the file called `name`. Fails on a group without a handler.
    ///
    /// Give the suite the trait `namingVectorCases`, which adds group and index to reported issues.
    ///
    /// - Parameters:
    ///   - otherSuites: Groups that another suite of this test target runs.
    static func run(_ name: String, otherSuites: Set<String> = [], _ handlers: [String: Handler]) throws {
        guard let file = try open(name) else { return }
        let (cases, groups) = file.run(otherSuites: otherSuites, handlers)
        print("\(name).json: \(cases) cases in \(groups) groups ran")
    }

    /// Runs every case. Fails on a group without a handler and on a file without cases.
    ///
    /// - Returns: The number of cases and of groups that ran.
    @discardableResult
    func run(otherSuites: Set<String> = [], _ handlers: [String: Handler]) -> (cases: Int, groups: Int) {
        var count = 0
        var groupCount = 0
        for group in groups where !otherSuites.contains(group.name) {
            guard let handler = handlers[group.name] else {
                Issue.record("\(name).json has an unknown group: \(group.name)")
                continue
            }
            groupCount += 1
            for vector in cases(of: group) {
                count += 1
                VectorCase.$current.withValue(vector) {
                    do {
                        try handler(vector)
                    } catch {
                        Issue.record(error)
                    }
                }
            }
        }
        if count == 0 { Issue.record("\(name).json has no cases for this suite") }
        return (count, groupCount)
    }

    /// The cases of one group; empty when the file lacks it.
    func cases(_ group: String) -> [VectorCase] { groups.first { $0.name == group }.map(cases(of:)) ?? [] }

    private func cases(of group: Group) -> [VectorCase] {
        group.cases.enumerated().map { VectorCase(file: name, group: group.name, index: $0.offset, value: $0.element) }
    }
}

/// One case and its place in the file.
struct VectorCase: Sendable, CustomStringConvertible {
    let file: String
    let group: String
    /// The position within the group, from 0.
    let index: Int
    let value: VectorValue

    /// The running case.
    @TaskLocal static var current: VectorCase?

    /// The members `in` and `out`, which most files have.
    var input: VectorValue { value["in"] }
    var out: VectorValue { value["out"] }

    /// The member called `key`, or null.
    subscript(_ key: String) -> VectorValue { value[key] }

    /// File, group and index, and the case's name if it has one.
    var description: String {
        let name = ["id", "name"].lazy.compactMap { value[$0].optionalString }.first
        return "\(file).json \(group)[\(index)]" + (name.map { " \($0)" } ?? "")
    }
}

extension Trait where Self == IssueHandlingTrait {
    /// Adds file, group and index of the running case to every issue.
    static var namingVectorCases: Self {
        .compactMapIssues { issue in
            guard let vector = VectorCase.current else { return issue }
            let place = Comment(rawValue: vector.description)
            // Suites pass their traits to their tests, so the comment may already be there.
            guard !issue.comments.contains(place) else { return issue }
            var issue = issue
            issue.comments.append(place)
            return issue
        }
    }
}
