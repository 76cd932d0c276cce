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
    nonisolated(unsafe) private static let found = functions(at: places)

    /// The library's functions, which stay loaded.
    ///
    /// - Throws: `NodeError.missingDatabaseLibrary` when it is not installed.
    static func functions() throws(NodeError) -> UnsafePointer<CPostgreSQLFunctions> {
        guard let found else { throw .missingDatabaseLibrary }
        return found
    }

    /// The functions of the first library that has them all; nil if none has.
    static func functions(at places: [String]) -> UnsafePointer<CPostgreSQLFunctions>? {
        let functions = UnsafeMutablePointer<CPostgreSQLFunctions>.allocate(capacity: 1)
        // Safe: the function fills in every field before it returns true, and the memory is not read otherwise.
        if places.contains(where: { cpostgresql_load($0, functions) }) { return UnsafePointer(functions) }
        functions.deallocate()
        return nil
    }
}
