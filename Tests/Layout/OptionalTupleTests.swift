import Foundation
import Testing

/// The bug of the compiler (docs/compiler.md) also affects optional tuples and the `Result` of a tuple: both are enums
/// whose payload is a tuple. The compiler writes no records of them, so the tests read their element types from the
/// source text.
@Suite("Optional tuples that the optimiser would miscompile") struct OptionalTupleTests {
    @Test("No optional tuple in the sources holds a value of more than 48 bytes")
    func optionalTuples_inAllSources_haveNoLargeValue() throws {
        let sizes = TypeSizes()
        for file in try SourceFile.all() {
            for tuple in file.optionalTuples {
                for element in tuple.elementTypes {
                    let size = sizes.byteCount(of: element)
                    #expect(
                        size.map { $0 <= LargePayloadTests.limit } ?? false,
                        "\(file.path):\(tuple.line): \(element) has \(size ?? -1) bytes: use a struct, not a tuple")
                }
            }
        }
    }

    @Test(
        "Optional tuples are found wherever a type may appear",
        arguments: [
            "func find() -> (Int, Large)? {", "let found: (number: Int, Large)?", "var all: [(Int, Large)?] = []",
            "Result<(Int, Large), Failure>", "Optional<(a: Int, b: Large)>", "(String) -> (Int, [Int: Large])?",
        ])
    func optionalTuples_inATypePosition_areFound(line: String) throws {
        let file = SourceFile(path: "Sample.swift", text: line)
        try #require(file.optionalTuples.count == 1)
        #expect(file.optionalTuples[0].elementTypes.count == 2)
    }

    @Test(
        "Text without an optional tuple is ignored",
        arguments: ["let a = (try? b)", "f(a, b)?.c", "(a, b) ?? c", "(() -> Void)?", "(any Error)?"])
    func optionalTuples_inOtherText_areNotFound(line: String) {
        #expect(SourceFile(path: "Sample.swift", text: line).optionalTuples.isEmpty)
    }
}

extension SourceFile {
    fileprivate struct Tuple {
        let line: Int
        let text: String

        /// The types of the elements, without their labels.
        var elementTypes: [String] {
            Self.elements(of: text).map { element in
                let element = element.trimmingCharacters(in: .whitespaces)
                // A colon inside brackets belongs to a dictionary and does not end a label.
                let label = element.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                guard element.dropFirst(label.count).hasPrefix(":") else { return element }
                return element.dropFirst(label.count + 1).trimmingCharacters(in: .whitespaces)
            }
        }

        private static func elements(of text: String) -> [String] {
            var elements = [""]
            var depth = 0
            for character in text {
                if "[<(".contains(character) { depth += 1 }
                if "]>)".contains(character) { depth -= 1 }
                if character == ",", depth == 0 {
                    elements.append("")
                } else {
                    elements[elements.count - 1].append(character)
                }
            }
            return elements
        }
    }

    /// Optional tuples, and tuples as the first argument of `Optional` and `Result`, wherever a type may appear.
    fileprivate var optionalTuples: [Tuple] {
        // In parentheses: no parentheses or braces, and a comma. The alternatives differ in the text around it.
        let element = #"\(([^(){}=]*,[^(){}=]*)\)"#
        let pattern = #"(?:->|: ?|\[|\()\s*"# + element + #"\?(?![?.])|(?:Optional|Result)<\s*"# + element
        // Safe: the pattern is a constant that the tests above match.
        guard text.contains(")?") || text.contains("<("), let regex = try? NSRegularExpression(pattern: pattern) else {
            return []
        }
        let whole = NSRange(text.startIndex..., in: text)
        return regex.matches(in: text, range: whole).compactMap { match in
            let range = (1...2).lazy.compactMap { Range(match.range(at: $0), in: text) }.first
            return range.map { range in
                Tuple(line: text[..<range.lowerBound].count { $0.isNewline } + 1, text: String(text[range]))
            }
        }
    }
}

/// Sizes of types by the names that the sources use.
private struct TypeSizes {
    /// The largest type of each name, since several types may share a name.
    private var byName: [String: Int] = [
        "Int": 8, "UInt64": 8, "UInt32": 4, "UInt16": 2, "UInt8": 1, "Int64": 8, "Int32": 4, "Bool": 1, "Double": 8,
        "String": 16, "Substring": 32,
    ]

    init() {
        for record in TypeRecord.all {
            guard let name = record.path.last, let type = record.type else { continue }
            byName[name] = max(byName[name] ?? 0, Layout.byteCount(of: type))
        }
    }

    /// The size of a value in bytes; nil for an unknown type.
    func byteCount(of name: String) -> Int? {
        if name.hasPrefix("[") { return 8 }
        if name.hasSuffix("?") { return byteCount(of: String(name.dropLast())).map { $0 + 1 } }
        return byName[String(name.split(separator: ".").last ?? "")]
    }
}
