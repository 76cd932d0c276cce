@testable import FlipcashNode

/// A trigger with which a test makes the database refuse or ignore changes of a table.
struct PlantedFailure: Sendable {
    /// What happens to a change.
    enum Effect: Sendable {
        case refuse
        case ignore
    }

    let command: String
    let table: String
    let effect: Effect
    /// The rows it is about; nil for all.
    var condition: String?

    private static let name = "planted_failure"

    func plant(_ writer: StoreWriter) throws {
        let when = condition.map { " WHEN (\($0))" } ?? ""
        switch writer.connection.dialect {
        case .sqlite:
            let action = effect == .refuse ? "RAISE(ABORT, 'the inner workings')" : "RAISE(IGNORE)"
            try writer.connection.script(
                """
                CREATE TEMP TRIGGER \(Self.name) BEFORE \(command) ON main.\(table)\(when)
                BEGIN SELECT \(action); END
                """)
        case .postgreSQL:
            let action = effect == .refuse ? "RAISE EXCEPTION 'the inner workings'" : "RETURN NULL"
            try writer.connection.script(
                """
                CREATE FUNCTION \(Self.name)() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \(action); END $$;
                CREATE TRIGGER \(Self.name) BEFORE \(command) ON \(table) FOR EACH ROW\(when)
                    EXECUTE FUNCTION \(Self.name)()
                """)
        }
    }

    /// Takes the failure away again.
    func remove(_ writer: StoreWriter) throws {
        switch writer.connection.dialect {
        case .sqlite: try writer.connection.script("DROP TRIGGER temp.\(Self.name)")
        case .postgreSQL: try writer.connection.script("DROP FUNCTION \(Self.name) CASCADE")
        }
    }
}
