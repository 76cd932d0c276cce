import CPostgreSQL

/// PostgreSQL's client library, libpq. It is loaded when a node first needs it: most nodes keep their books in a file,
/// and the library brings a dozen others with it.
enum LibPQ {
    /// Where the library is looked for, in turn.
    private static let places: [String] = {
        #if os(macOS)
            // Homebrew installs outside the loader's folders.
            ["/opt/homebrew/opt/libpq/lib/libpq.5.dylib", "/usr/local/opt/libpq/lib/libpq.5.dylib", "libpq.5.dylib"]
        #else
            ["libpq.so.5"]
        #endif
    }()

    // Safe: nothing changes the functions once they are found.
    nonisolated(unsafe) private static let found = Result { () throws(NodeError) in try load(from: places) }

    /// The library's functions, which stay loaded.
    ///
    /// - Throws: `NodeError.missingDatabaseLibrary` when it cannot be loaded.
    static func functions() throws(NodeError) -> UnsafePointer<CPostgreSQLFunctions> { try found.get() }

    /// The functions of the first library that has them all.
    ///
    /// - Throws: `NodeError.missingDatabaseLibrary` with what the loader said about the last one, if none has them.
    static func load(from places: [String]) throws(NodeError) -> UnsafePointer<CPostgreSQLFunctions> {
        let functions = UnsafeMutablePointer<CPostgreSQLFunctions>.allocate(capacity: 1)
        var reason = "no place to look"
        for place in places {
            // Safe: without words about a failure every field is filled in, and the memory is not read otherwise.
            guard let failure = cpostgresql_load(place, functions) else { return UnsafePointer(functions) }
            reason = String(cString: failure)
        }
        functions.deallocate()
        throw .missingDatabaseLibrary(reason: reason)
    }
}
