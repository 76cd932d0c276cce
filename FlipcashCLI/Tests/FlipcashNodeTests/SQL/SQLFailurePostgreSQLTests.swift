import Testing

@testable import FlipcashNode

struct SQLFailurePostgreSQLTests {
    @Test(
        "Every code of PostgreSQL becomes the failure that the node knows",
        arguments: [
            ("23505", .duplicate("r (PostgreSQL 23505)")),
            ("23502", .constraint("r (PostgreSQL 23502)")),
            ("23514", .constraint("r (PostgreSQL 23514)")),
            ("P0001", .constraint("r (PostgreSQL P0001)")),
            ("40001", .conflict("r (PostgreSQL 40001)")),
            ("40P01", .conflict("r (PostgreSQL 40P01)")),
            ("55P03", .busy("r (PostgreSQL 55P03)")),
            ("53100", .disk("r (PostgreSQL 53100)")),
            ("58030", .disk("r (PostgreSQL 58030)")),
            ("XX001", .damaged("r (PostgreSQL XX001)")),
            ("XX002", .damaged("r (PostgreSQL XX002)")),
            ("08006", .other("r (PostgreSQL 08006)")),
            ("25P02", .other("r (PostgreSQL 25P02)")),
            (nil, .other("r")),
        ] as [(String?, SQLFailure)])
    func init_state_isFailure(_ state: String?, _ expected: SQLFailure) {
        #expect(SQLFailure(state: state, reason: "r") == expected)
    }
}
