/// Checks that the database is whole and keeps its own constraints.
extension LedgerAudit {
    /// - Throws: `StoreError` when the database cannot be read.
    func checkStorage(_ report: inout AuditReport) throws {
        switch try source.read({ $0.connection.dialect }) {
        case .sqlite:
            try checkFile(&report)
        case .postgreSQL:
            try source.read { reader in
                try checkConstraints(reader, &report)
                try checkReferences(reader, &report)
                try checkTriggers(reader, &report)
            }
        }
    }

    private func checkFile(_ report: inout AuditReport) throws {
        let tables = try source.read { reader in
            try reader.rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
                .map { try $0.text("name") }
        }
        for table in tables {
            try source.read { reader in
                for row in try reader.rows("PRAGMA integrity_check('\(table)')") {
                    let verdict = try row.text("integrity_check")
                    if verdict != "ok" { report.add("file", verdict) }
                }
                for row in try reader.rows("PRAGMA foreign_key_check('\(table)')") {
                    report.add("file", "a row of \(try row.text("table")) points to nothing")
                }
            }
        }
    }

    /// PostgreSQL: every row keeps the conditions of its table, also a row that was written while a condition was off.
    private func checkConstraints(_ reader: StoreReader, _ report: inout AuditReport) throws {
        let conditions = try reader.rows(
            """
            SELECT CAST(conrelid AS regclass)::text AS relation, conname,
                pg_get_expr(conbin, conrelid) AS condition
            FROM pg_constraint WHERE contype = 'c' AND connamespace = to_regnamespace(current_schema()::text)
            ORDER BY conname
            """)
        for row in conditions {
            let (table, condition) = (try row.text("relation"), try row.text("condition"))
            let broken = try reader.integer("SELECT count(*) FROM \(table) WHERE NOT (\(condition))")
            if broken > 0 { report.add("file", "\(broken) rows of \(table) break \(try row.text("conname"))") }
        }
    }

    /// PostgreSQL: the row that a foreign key names exists.
    private func checkReferences(_ reader: StoreReader, _ report: inout AuditReport) throws {
        let references = try reader.rows(
            """
            SELECT c.conrelid::regclass::text AS source, s.attname AS source_column,
                c.confrelid::regclass::text AS target, t.attname AS target_column
            FROM pg_constraint c JOIN pg_attribute s ON s.attrelid = c.conrelid AND s.attnum = c.conkey[1]
                JOIN pg_attribute t ON t.attrelid = c.confrelid AND t.attnum = c.confkey[1]
            WHERE c.contype = 'f' AND c.connamespace = to_regnamespace(current_schema()::text) ORDER BY c.conname
            """)
        for row in references {
            let (source, sourceColumn) = (try row.text("source"), try row.text("source_column"))
            let (target, targetColumn) = (try row.text("target"), try row.text("target_column"))
            let broken = try reader.integer(
                """
                SELECT count(*) FROM \(source) s LEFT JOIN \(target) t ON t.\(targetColumn) = s.\(sourceColumn)
                WHERE s.\(sourceColumn) IS NOT NULL AND t.\(targetColumn) IS NULL
                """)
            if broken > 0 { report.add("file", "\(broken) rows of \(source) point to nothing in \(target)") }
        }
    }

    /// PostgreSQL: the triggers that guard the journal are on.
    private func checkTriggers(_ reader: StoreReader, _ report: inout AuditReport) throws {
        let count = try reader.integer(
            """
            SELECT count(*) FROM pg_trigger
            WHERE tgrelid = to_regclass('journal') AND NOT tgisinternal AND tgenabled <> 'D'
            """)
        if count != 2 { report.add("file", "the guards of the journal are off") }
    }
}
