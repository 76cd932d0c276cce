import Testing

@testable import FlipcashNode

struct LibPQTests {
    @Test(
        "A library that is missing, or that is another one, gives no functions",
        arguments: [["libpq-of-no-version.so"], ["libm.so.6"], ["/usr/lib/libSystem.B.dylib"], []])
    func functions_noSuchLibrary_nil(_ places: [String]) {
        #expect(LibPQ.functions(at: places) == nil)
    }

    #if !os(macOS)
        @Test("The library is found after places without it")
        func functions_secondPlace_found() {
            #expect(LibPQ.functions(at: ["libpq-of-no-version.so", "libpq.so.5"]) != nil)
        }
    #endif

    @Test("A node without the library says that it is to be installed")
    func missingDatabaseLibrary_advice_isToInstallIt() {
        #expect(NodeError.missingDatabaseLibrary.description.contains("libpq"))
        #expect(NodeError.missingDatabaseLibrary.advice == .installDatabaseLibrary)
    }
}
