import Testing

/// The names that the founding description promises, each used like in a caller's code.
///
/// The tests are in extensions beside the other tests of their area.
@Suite("Founding names")
struct FoundingNamesTests {}
