import FlipcashCore
import FlipcashCoreAPI
import GRPCCore
import GRPCNIOTransportHTTP2
import ProtobufCodec
import Testing

extension Journeys {
    @Suite("A history service that sends damaged entries")
    struct DamagedHistoryTests {
        private func entry(_ number: UInt8, amount: Double) -> Flipcash_Activity_V1_Notification {
            .with {
                $0.id = .with { $0.value = [UInt8](repeating: number, count: 32) }
                $0.localizedText = "Made up"
                $0.state = .completed
                $0.ts = Google_Protobuf_Timestamp(seconds: 1_767_225_600 + Int64(number))
                $0.paymentAmount = .with {
                    $0.currency = "usd"
                    $0.nativeAmount = amount
                    $0.quarks = 1_000_000
                    $0.mint = .with { $0.value = PublicKey.usdf.bytes }
                }
            }
        }

        @Test("Entries without a usable amount or mint are skipped, logged and counted; nothing else stops")
        func history_damagedEntries_areSkipped() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person("ada")
                try await ada.fund("20")
                let link = try await ada.ask("link", "create", "5")
                let transport = HTTP2ServerTransport.Posix(
                    address: .ipv4(host: "127.0.0.1", port: 0), transportSecurity: .plaintext)
                var mintless = entry(3, amount: 3)
                mintless.paymentAmount.mint = .with { $0.value = [1, 2, 3] }
                let service = MadeUpHistory(entries: [entry(1, amount: 1), entry(2, amount: .nan), mintless])
                try await withGRPCServer(transport: transport, services: [service]) { _ in
                    let port = try await transport.listeningAddress.ipv4?.port ?? 0
                    let core = ["--core-endpoint", "http://127.0.0.1:\(port)"]
                    let warning = "2 history entries have invalid data and are not shown."
                    let history = try await ada.run(["history", "--json"] + core).exits(0)
                    #expect(history.errors.contains(warning), "\(history.errors)")
                    let log = try await ada.run("logs", "show", "--label", "activity-service").exits(0)
                    #expect(log.output.contains("skipped an unreadable history entry"), "\(log.output)")
                    let titles = try history.answer()["activities"].items.map(\.["title"].string)
                    #expect(titles.filter { $0 == "Made up" }.count == 1)
                    let list = try await ada.run(["link", "list", "--json"] + core).exits(0)
                    #expect(try list.answer()["links"].items.map(\.["id"]) == [link["id"]])
                    try await ada.run(["link", "cancel", link["id"].string] + core).exits(0)
                }
                #expect(try await ada.balance() == "20.00")
            }
        }
    }
}
