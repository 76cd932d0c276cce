import Testing

/// What people do, told through the real executable against the local node that it starts by itself.
///
/// One journey runs at a time: each has processes of its own, and the machines that run tests have few cores.
@Suite("Journeys through the command line", .serialized, .timeLimit(.minutes(10)))
enum Journeys {}
