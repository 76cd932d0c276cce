import Foundation
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension Journeys {
    @Suite("Services that do not answer, or answer unexpectedly", .timeLimit(.minutes(3)))
    struct EndpointTests {
        /// No name server is asked for a label longer than 63 characters.
        private static let impossibleName = String(repeating: "a", count: 64) + ".invalid"

        @Test("A name that does not exist ends the command at once, with the name")
        func rates_unknownName_exits8() async throws {
            try await CommandLineWorld.visit { world in
                let result = try await world.person().run("rates", "--endpoint", "http://\(Self.impossibleName):80")
                result.exits(8)
                #expect(result.errors.contains("no address is known for the name \(Self.impossibleName)"))
            }
        }

        @Test("A port without a listener is named in the error")
        func rates_nothingListens_exits8() async throws {
            try await CommandLineWorld.visit { world in
                // A reserved port: nothing on a test machine listens there.
                let result = try await world.person().run("rates", "--endpoint", "http://127.0.0.1:1").exits(8)
                #expect(result.errors.contains("nothing accepts connections at 127.0.0.1:1"), "\(result.errors)")
            }
        }

        @Test("A server that accepts and stays silent runs into the time limit")
        func rates_silentServer_endsAtTimeout() async throws {
            try await CommandLineWorld.visit { world in
                let server = try SilentServer()
                let result = try await world.person().run(
                    "rates", "--endpoint", server.endpoint, "--timeout", "1s", "--json")
                result.exits(8)
                let failure = try result.failure()
                #expect(failure["code"] == "timeout")
                #expect(failure["retryable"] == true)
            }
        }

        @Test("While a command connects, SIGTERM and the first Ctrl-C end it", arguments: [SIGTERM, SIGINT])
        func rates_signalWhileConnecting_ends(signal: Int32) async throws {
            try await CommandLineWorld.visit { world in
                let server = try SilentServer()
                let command = try world.person().start("rates", "--endpoint", server.endpoint)
                await server.waitUntilCalled()
                command.send(signal)
                let result = await command.finish()
                result.exits(signal == SIGTERM ? 143 : 2)
            }
        }

        @Test("On a terminal a line says that the command waits for a silent server")
        func rates_silentServerAtTerminal_showsWaiting() async throws {
            try await CommandLineWorld.visit { world in
                let server = try SilentServer()
                let terminal = try PseudoTerminal()
                let command = try world.person().start(
                    at: terminal, "rates", "--endpoint", server.endpoint, "--timeout", "5s")
                try await command.waits(for: "Waiting for \(server.endpoint)", on: \.errors)
                await command.finish().exits(8)
            }
        }

        @Test("A call to another endpoint does not make the profile trust that node")
        func balance_otherEndpointOnce_doesNotPin() async throws {
            try await CommandLineWorld.visit { world in
                let newcomer = world.person()
                try await newcomer.run("balance", "--endpoint", "embedded:").exits(0)
                #expect(try await newcomer.ask("config", "list")["settings"]["node.key"] == .absent)
                try await newcomer.run("rates").exits(0)
                let pinned = try await newcomer.ask("config", "get", "node.key")["value"]
                #expect(try await newcomer.ask("node", "key")["key"] == pinned)
                // The pin applies to other endpoints too, but it is not what has to change.
                let refused = try await newcomer.run("rates", "--endpoint", "embedded:").exits(78)
                #expect(refused.errors.contains("--profile NAME"))
                #expect(!refused.errors.contains("unset node"))
            }
        }

        @Test("Plain keys need no encryption for a service that only one call names")
        func balance_plainKeysOtherService_advisesAnotherProfile() async throws {
            try await CommandLineWorld.visit { world in
                let newcomer = world.person()
                try await newcomer.run("balance").exits(0)
                let refused = try await newcomer.run("balance", "--endpoint", "http://127.0.0.1:1").exits(78)
                #expect(refused.errors.contains("--profile NAME"), "\(refused.errors)")
                #expect(!refused.errors.contains("key_store") && !refused.errors.contains("account store"))
                try await newcomer.run("balance").exits(0)
            }
        }

        @Test("Hints name the profile and the endpoint of the call")
        func hints_profileAndEndpoint_named() async throws {
            try await CommandLineWorld.visit { world in
                let missing = try await world.person("play").run("history", "--endpoint", "http://127.0.0.1:1")
                missing.exits(4)
                #expect(
                    missing.errors.contains(
                        "flipcash --profile play --endpoint http://127.0.0.1:1 account create"), "\(missing.errors)")
                let first = try await world.person("play").run("balance").exits(0)
                #expect(first.errors.contains("flipcash --profile play node faucet 20"))
            }
        }

        @Test("doctor names the key store that keeps the words, not the setting")
        func doctor_keyStore_isTheRealOne() async throws {
            try await CommandLineWorld.visit { world in
                let person = world.person()
                let before = try await person.run("doctor").exits(0)
                #expect(before.output.contains("no words yet; new ones go to the key store plain"))
                try await person.run("balance").exits(0)
                let after = try await person.run("doctor").exits(0)
                #expect(after.output.contains("1 account, key store plain, in"), "\(after.output)")
            }
        }

        @Test("A link made on one's own node says who can collect it")
        func linkCreate_ownNode_saysSo() async throws {
            try await CommandLineWorld.visit { world in
                let person = world.person()
                try await person.fund("5")
                let link = try await person.run("link", "create", "1").exits(0)
                #expect(link.errors.contains("only if they can reach that node"), "\(link.errors)")
            }
        }
    }
}
