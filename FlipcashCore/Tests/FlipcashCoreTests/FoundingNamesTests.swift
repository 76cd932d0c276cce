import Testing

/// The names that the founding description promises, each used the way a caller would. The rows stand in extensions
/// beside the tests of their area.
@Suite("Founding names")
struct FoundingNamesTests {}
