import Testing

@testable import FlipcashNode

struct LibPQTests {
    @Test(
        "A library that is missing, or that is another one, is named with what the loader says",
        arguments: ["libpq-of-no-version.so", Self.otherLibrary])
    func load_noSuchLibrary_throws(_ place: String) throws {
        let error = try #require(throws: NodeError.self) { _ = try LibPQ.load(from: [place]) }
        guard case .missingDatabaseLibrary(let reason) = error else { throw error }
        #expect(reason.contains(place))
        #expect(error.description.contains("libpq") && error.advice == .installDatabaseLibrary)
    }

    @Test("Without a place to look, nothing is found")
    func load_noPlaces_throws() {
        #expect(throws: NodeError.missingDatabaseLibrary(reason: "no place to look")) {
            _ = try LibPQ.load(from: [])
        }
    }

    #if os(macOS)
        private static let otherLibrary = "/usr/lib/libSystem.B.dylib"
    #else
        private static let otherLibrary = "libm.so.6"

        @Test("The library is found after places without it")
        func load_secondPlace_found() throws { _ = try LibPQ.load(from: ["libpq-of-no-version.so", "libpq.so.5"]) }
    #endif
}
