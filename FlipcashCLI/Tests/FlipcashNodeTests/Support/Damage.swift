@testable import FlipcashNode

extension NodeStore {
    /// Changes the database past its constraints and triggers, as a fault of the disk or of an operator would.
    func damage(_ sql: String, _ arguments: SQLArguments = []) throws {
        try withWriter { connection in
            switch connection.dialect {
            case .sqlite:
                try connection.script("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF")
                try connection.script(
                    "DROP TRIGGER IF EXISTS journal_keeps_entries; DROP TRIGGER IF EXISTS journal_keeps_all")
                try connection.execute(sql, arguments)
                try connection.script("PRAGMA ignore_check_constraints = OFF")
            case .postgreSQL:
                try connection.script(Self.removingConditions + "SET session_replication_role = replica")
                try connection.execute(sql, arguments)
                try connection.script("SET session_replication_role = origin;" + Self.restoringConditions)
            }
        }
    }

    private static let removingConditions = """
        CREATE TEMP TABLE IF NOT EXISTS conditions (relation TEXT, name TEXT, definition TEXT);
        INSERT INTO conditions SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid)
            FROM pg_constraint
            WHERE contype = 'c' AND connamespace = to_regnamespace(current_schema()::text);
        DO $$ DECLARE c record; BEGIN
            FOR c IN SELECT * FROM conditions LOOP
                EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', c.relation, c.name);
            END LOOP;
        END $$;

        """

    /// The rows that are there are not checked.
    private static let restoringConditions = """
        DO $$ DECLARE c record; BEGIN
            FOR c IN SELECT * FROM conditions LOOP
                EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I %s NOT VALID', c.relation, c.name,
                    replace(c.definition, ' NOT VALID', ''));
            END LOOP;
        END $$;
        DROP TABLE conditions
        """
}
