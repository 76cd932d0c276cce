/// The form of a command's answer on standard output.
public enum OutputMode: String, Sendable, CaseIterable {
    /// Tables and sentences.
    case human
    /// One JSON object.
    case json
    /// One JSON object per line, one line for each change of state.
    case jsonl
}
