import FlipcashTestKit
import Foundation
import Testing

extension Journeys {
    @Suite("Maintaining a node", .timeLimit(.minutes(3)))
    struct NodeCareTests {
        @Test("The node is found with another runtime folder, as under cron and sudo")
        func balance_otherRuntimeFolder_findsNode() async throws {
            try await CommandLineWorld.visit { world in
                let person = world.person()
                try await person.fund("4")
                for runtime in [world.path + "/elsewhere", ""] {
                    let elsewhere = ["XDG_RUNTIME_DIR": runtime]
                    let balance = try await world.run(["balance"], variables: elsewhere).exits(0)
                    #expect(balance.output == "Dollars  $4.00\n")
                    try await world.run(["doctor"], variables: elsewhere).exits(0)
                }
                #expect(try await person.ask("node", "status")["state"] == "serving")
            }
        }

        @Test("A node that was started on demand is restarted if its socket has been removed")
        func balance_socketRemoved_startsAnew() async throws {
            try await CommandLineWorld.visit { world in
                let person = world.person()
                try await person.fund("4")
                try FileManager.default.removeItem(atPath: world.path + "/run")
                #expect(try await person.balance() == "4.00")
            }
        }

        @Test("node status exits 3 if no node is running, and says where it looked")
        func status_nothingRuns_exits3() async throws {
            try await CommandLineWorld.visit { world in
                let person = world.person()
                let human = try await person.run("node", "status").exits(3)
                #expect(human.errors.contains("No node is running on \(world.nodeFolder)"))
                let failure = try await person.run("node", "status", "--json").exits(3).failure()
                #expect(failure["code"] == "node_stopped")
                #expect(failure["details"]["state"] == "stopped")
                #expect(!world.hasNode)
            }
        }

        @Test("A dry run of stopping the node says what it would do and leaves the node running")
        func stop_dryRun_leavesTheNodeRunning() async throws {
            try await CommandLineWorld.visit { world in
                let person = world.person()
                try await person.fund("1")
                let planned = try await person.run("node", "stop", "--dry-run").exits(0)
                #expect(planned.output == "Would stop the node on \(world.nodeFolder).\n")
                #expect(try await person.ask("node", "status")["state"] == "serving")
            }
        }

        @Test("A backup includes the key, and a node restored from it still has the money")
        func backupAndRestore_wholeNode_goesOn() async throws {
            try await CommandLineWorld.visit { world in
                let person = world.person()
                try await person.fund("9")
                let key = try await person.ask("node", "key")["key"]
                let planned = try await person.run("node", "backup", "copy.sqlite", "--dry-run").exits(0)
                #expect(planned.output.contains("Would write") && !world.exists("copy.sqlite"))
                let backup = try await person.ask("node", "backup", "copy.sqlite")
                #expect(backup["key_path"].string.hasSuffix("/copy.sqlite.key"))
                #expect(try world.mode(of: "copy.sqlite.key") == 0o600)
                #expect(try world.mode(of: "copy.sqlite") == 0o600)
                try await person.run("node", "restore", "copy.sqlite").exits(9)

                try await person.run("node", "stop", "--dry-run").exits(0)
                #expect(try await person.ask("node", "status")["state"] == "serving")
                try await person.run("node", "stop").exits(0)
                try FileManager.default.removeItem(atPath: world.nodeFolder + "/node.key")
                let lost = try await person.run("balance").exits(8)
                #expect(lost.errors.contains("node restore"), "\(lost.errors)")
                #expect(!world.exists(world.nodeFolder + "/node.key"))

                try FileManager.default.removeItem(atPath: world.nodeFolder)
                let restored = try await person.ask("node", "restore", "copy.sqlite")
                #expect(restored["key"] == key)
                #expect(try await person.balance() == "9.00")
                #expect(try await person.ask("node", "key")["key"] == key)
            }
        }

        @Test("Errors name a port in use, and the file of a bad certificate or an exposed key")
        func run_badListener_saysWhy() async throws {
            try await CommandLineWorld.visit { world in
                let server = try SilentServer()
                let person = world.person()
                let taken = try await person.run("node", "run", "--listen", "127.0.0.1:\(server.port)").exits(8)
                #expect(taken.errors.contains("it is in use by another program"), "\(taken.errors)")
                try world.write("no certificate", to: "cert.pem")
                try world.write("no key", to: "key.pem", mode: 0o644)
                let bad = try await person.run(
                    "node", "run", "--listen", "127.0.0.1:0", "--tls-cert", "cert.pem", "--tls-key", "key.pem")
                bad.exits(78)
                #expect(bad.errors.contains("\(world.desk)/cert.pem cannot be used"), "\(bad.errors)")
                try world.write(TestCertificate.certificate, to: "cert.pem")
                try world.write(TestCertificate.key, to: "key.pem", mode: 0o644)
                let open = try await person.run(
                    "node", "run", "--listen", "127.0.0.1:0", "--tls-cert", "cert.pem", "--tls-key", "key.pem")
                open.exits(78)
                #expect(open.errors.contains("chmod 600"), "\(open.errors)")
            }
        }

        @Test("Metrics are served where the operator says, on this machine only, and SIGTERM ends the node cleanly")
        func run_metrics_areServed() async throws {
            try await CommandLineWorld.visit { world in
                let node = try world.start([
                    "node", "run", "--data", world.path + "/watched", "--listen", "127.0.0.1:0", "--metrics",
                    "127.0.0.1:0", "--json",
                ])
                try await node.waits(for: "\n", on: \.output)
                let address = try Answer(parsing: node.output.text)["metrics"].string
                #expect(address.hasPrefix("http://127.0.0.1:") && address.hasSuffix("/metrics"), "\(address)")
                // The node's own port is taken now.
                let taken = address.dropFirst("http://".count).prefix { $0 != "/" }
                let person = world.person("watcher")
                try await person.run(
                    "node", "run", "--data", world.path + "/other", "--listen", "127.0.0.1:0", "--metrics",
                    String(taken)
                ).exits(8)
                let open = try await person.run("node", "run", "--metrics", "0.0.0.0:9464").exits(64)
                #expect(open.errors.contains("--metrics takes a loopback address"), "\(open.errors)")
                node.send(SIGTERM)
                await node.finish().exits(0)
            }
        }

        @Test("The error for an untrusted certificate has its fingerprint, which can be pinned")
        func rates_selfSigned_saysWhyAndCanBePinned() async throws {
            try await CommandLineWorld.visit { world in
                try world.write(TestCertificate.certificate, to: "cert.pem")
                try world.write(TestCertificate.key, to: "key.pem")
                let node = try world.start([
                    "node", "run", "--data", world.path + "/remote", "--listen", "127.0.0.1:0", "--tls-cert",
                    "cert.pem", "--tls-key", "key.pem", "--json",
                ])
                try await node.waits(for: "\n", on: \.output)
                let started = try Answer(parsing: node.output.text)
                let endpoint = "https://" + started["addresses"][0].string
                let fingerprint = started["tls_fingerprint"].string
                let person = world.person("remote", "--endpoint", endpoint)
                let refused = try await person.run("rates").exits(78)
                #expect(refused.errors.contains("self-signed") && refused.errors.contains(fingerprint))
                try await person.run("rates", "--tls-fingerprint", fingerprint).exits(0)
                try await person.run("rates", "--ca-file", "cert.pem").exits(0)
                let wrong = String(repeating: "0", count: 64)
                let other = try await person.run("rates", "--tls-fingerprint", wrong).exits(78)
                #expect(other.errors.contains("not the one with the expected fingerprint"), "\(other.errors)")
                try await person.run("rates", "--tls-fingerprint", "12").exits(64)
                let bad = try await person.run("rates", "--ca-file", "key.pem").exits(78)
                #expect(bad.errors.contains("\(world.desk)/key.pem is not a file of certificates"), "\(bad.errors)")
                // A separate profile remembers both.
                try await world.person("remote").run("config", "set", "endpoint", endpoint).exits(0)
                try await world.person("remote").run("config", "set", "tls.fingerprint", fingerprint).exits(0)
                try await world.person("remote").run("rates").exits(0)
                node.send(SIGTERM)
                _ = await node.finish()
            }
        }
    }
}
