import Testing

/// What people do, tested with the real executable and the local node that it starts.
///
/// One journey runs at a time: each starts several processes, and test machines have few cores.
@Suite("Journeys through the command line", .serialized, .timeLimit(.minutes(10)))
enum Journeys {}
