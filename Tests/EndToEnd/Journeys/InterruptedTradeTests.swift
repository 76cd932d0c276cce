import Foundation
import Testing

extension Journeys {
    @Suite("A node that is killed in the middle of a trade")
    struct InterruptedTradeTests {
        /// Where the node kills itself, once at each passage of one purchase.
        struct Spot: Sendable, CustomTestStringConvertible {
            /// The name of a crash point.
            let point: String
            /// How often a purchase passes the point: when it opens the account, starts the swap, and pays.
            let passages: Int
            /// How many of the interrupted purchases can be finished.
            let purchases: Int

            var testDescription: String { point }
        }

        /// A purchase opens the account that receives, which is not an intent if it is open; starts the swap; pays it.
        private static let spots = [
            // The swap is not stored; then it is, and its payment is not.
            Spot(point: "signaturesVerified", passages: 2, purchases: 1),
            // The account was open; the swap is stored without an answer; the payment is committed without an answer.
            Spot(point: "intentCommitted", passages: 3, purchases: 2),
            // The swap is not begun; then it is paid, and none of its further steps is made.
            Spot(point: "answerSent", passages: 2, purchases: 1),
        ]

        @Test("The purchase is made once or not at all, swap resume finishes it, and the books agree", arguments: spots)
        func buy_nodeKilled_isMadeOnce(spot: Spot) async throws {
            try await CommandLineWorld.visit(needsCrashPoints: true) { world in
                let ada = world.person("ada")
                try await ada.fund("100")
                _ = try await ada.ask("token", "launch", "--name", "Tea Coin", "--yes")
                var made = 0
                for passage in 1...spot.passages {
                    let earlier = try await Self.swaps(of: ada)
                    let bought = try await Self.buy(in: world, ada, killing: "\(spot.point):\(passage)")
                    // This starts the node again.
                    let started = try await Self.swaps(of: ada).subtracting(earlier)
                    #expect(started.count <= 1)
                    if bought.status == 10 { #expect(try bought.answer()["id"].string == started.first) }
                    for swap in started {
                        if try await Self.isFinished(swap, by: ada) { made += 1 }
                    }
                    try await Self.expectPurchases(made, of: ada)
                }
                #expect(made == spot.purchases)
            }
        }

        /// Buys for one dollar, with a fee of one cent, from a node that kills itself meanwhile.
        private static func buy(
            in world: CommandLineWorld, _ person: CommandLinePerson, killing spot: String
        ) async throws -> CommandResult {
            try await person.run("node", "stop").exits(0)
            let node = try world.start(
                ["node", "run", "--listen", "unix:\(world.path)/n"], variables: ["FLIPCASH_NODE_CRASH_POINT": spot])
            try await node.waits(for: "serves unix:", on: \.output)
            let bought = try await person.run("buy", "Tea Coin", "1", "--yes", "--no-wait", "--json")
            await node.finish().exits(-SIGKILL)
            return bought
        }

        /// The ids of a person's swaps.
        private static func swaps(of person: CommandLinePerson) async throws -> Set<String> {
            Set(try await person.ask("swap", "list")["swaps"].items.map { $0["id"].string })
        }

        /// Finishes a swap; false for one that the node never stored.
        private static func isFinished(_ swap: String, by person: CommandLinePerson) async throws -> Bool {
            let resumed = try await person.run("swap", "resume", swap, "--yes", "--json")
            guard resumed.status == 0 else {
                // The node does not know the id, or the journal says that nothing was paid.
                #expect([3, 6].contains(resumed.status), "\(resumed.output) \(resumed.errors)")
                return false
            }
            #expect(try resumed.answer()["state"] == "finalized")
            try await person.run("swap", "resume", swap, "--yes").exits(0)
            return true
        }

        /// Balances, the list of swaps, the history and the books show the launch and this many purchases.
        private static func expectPurchases(_ count: Int, of person: CommandLinePerson) async throws {
            let dollars = try await person.ask("balance")["balances"].items
                .first { $0["token"]["symbol"] == "USDF" }?["token"]["quarks"].string
            #expect(dollars == String(80_000_000 - 1_010_000 * count))
            let states = try await person.ask("swap", "list")["swaps"].items.map { $0["state"].string }
            #expect(states.count(where: { $0 == "finalized" }) == 1 + count)
            #expect(try await person.ask("swap", "list", "--open")["swaps"].items.isEmpty)
            let entries = try await person.ask("history")["activities"].items.filter { $0["kind"] == "swapped" }
            #expect(entries.map { $0["swap"]["state"].string } == [String](repeating: "succeeded", count: 1 + count))
            #expect(try await person.ask("node", "check")["balanced"] == true)
        }
    }
}
