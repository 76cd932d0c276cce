/// Names with their explanations, in two columns.
struct DefinitionList {
    private var entries: [(name: String, meaning: String)] = []

    /// Adds a line.
    mutating func add(_ name: String, _ meaning: String) { entries.append((name, meaning)) }

    /// All lines. A long explanation continues in its own column.
    func text(columns: Int) -> String {
        let indent = (entries.map(\.name.count).max() ?? 0) + 2
        let width = max(columns - indent, 20)
        return entries.map { name, meaning in
            let lines = Self.wrapped(meaning, to: width)
            let first = name + String(repeating: " ", count: indent - name.count)
            return first + lines.joined(separator: "\n" + String(repeating: " ", count: indent))
        }.joined(separator: "\n")
    }

    private static func wrapped(_ text: String, to width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
