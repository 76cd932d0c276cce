import CodeScannerIO
import FlipcashCore
import FlipcashDrawing
import FlipcashTestKit
import Foundation
import Testing

@testable import FlipcashCommands

/// What `grab` accepts as its argument.
@Suite struct ScannedCashTests {
    /// Makes a folder for pictures and provides the paths of files in it.
    private func inFolder(_ body: ((String) -> String) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        try await body { folder.file($0) }
    }

    private func write(qr text: String, to path: String) throws {
        try OutputFile.write(QRPicture(QRCode(text)).png(), to: path)
    }

    @Test("A link is collected as an argument, as a picture of its QR code, and by the words people try for it")
    func grab_linkOrItsQRCode_collects() async throws {
        try await inFolder { path in
            try await PlayMoneyWorld.visit { world in
                try await world.fund(quarks: 20_000_000)
                func link() async throws -> String {
                    try await world.run("link", "create", "1").output.trimmingBlanks()
                }
                let typed = try await world.run("grab", link(), "--yes")
                #expect(typed.output == "Received $1.00\n", "\(typed.errors)")
                let picture = path("code.png")
                let shown = try await link()
                try write(qr: shown, to: picture)
                #expect(try await world.run("grab", picture, "--yes").status == .done)
                let secret = try #require(try await link().split(separator: "=").last)
                #expect(try await world.run("claim", String(secret), "--yes").status == .done)
                let piped = PreparedInput(lines: [try await link()])
                #expect(try await world.run("grab", "-", "--yes", person: piped).status == .done)
                #expect(try await world.balance().contains("$20.00"))
            }
        }
    }

    @Test("The picture of a bill can be named as an argument")
    func grab_billPicture_isRead() async throws {
        try await inFolder { path in
            let payload = try CashCode.Payload(
                fiat: FiatAmount(value: 5, currency: .usd), nonce: #require(CashCode.Nonce(1...10)))
            let bill = Bill(payload: payload, value: "$5.00", mint: .usdf)
            try OutputFile.write(bill.png(codeDiameter: 400), to: path("bill.png"))
            let read = try await PlayMoneyWorld.visit { world in
                try await world.run("grab", path("bill.png"), "--dry-run", "--json")
            }
            #expect(read.status == .done, "\(read.errors)")
            #expect(read.output.contains(Hexadecimal.encode(payload.bytes)), "\(read.output)")
        }
    }

    @Test("--all collects several pictures and links; cash that is gone is reported and does not stop the rest")
    func grab_all_takesPicturesAndLinks() async throws {
        try await inFolder { path in
            try await PlayMoneyWorld.visit { world in
                try await world.fund(quarks: 20_000_000)
                let first = try await world.run("link", "create", "1").output.trimmingBlanks()
                let second = try await world.run("link", "create", "2").output.trimmingBlanks()
                try write(qr: second, to: path("second.png"))
                // The bare secret of a link means the same cash.
                let secret = try #require(second.split(separator: "=").last)
                let all = try await world.run(
                    "grab", first, path("second.png"), first, String(secret), "--all", "--yes")
                #expect(all.status == .done)
                #expect(all.output == "Received $1.00\nReceived $2.00\n", "\(all.errors)")
            }
        }
    }

    @Test("Ctrl-C during --all says what was collected before")
    func grab_allStopped_saysWhatCame() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            let first = try await world.run("link", "create", "1").output.trimmingBlanks()
            let second = try await world.run("link", "create", "2").output.trimmingBlanks()
            let output = WatchedOutput.stopping(at: "Received $1.00")
            let result = try await Task {
                try await world.run("grab", first, second, "--all", "--yes", on: output)
            }.value
            #expect(result.status == .declined && result.failure?.hasEffect == true)
            #expect(result.failure?.message == "Stopped. 1 of 2 collected: $1.00.")
            #expect(try await world.balance().contains("$18.00"))
        }
    }

    @Test("A typed source counts at once and only once, even if too few pictures of it were read before")
    func grab_typedAfterPicture_counts() async throws {
        try await inFolder { path in
            let (link, picture) = ("https://send.flipcash.com/c/#/e=4y7bh9TAFaamQPxGNT86e2", path("code.png"))
            try write(qr: link, to: picture)
            for texts in [[picture, link], [picture, link, picture], [link, picture, picture]] {
                let cash = try ScannedCash(texts: texts, all: true, readings: 2, hosts: .flipcash)
                #expect(cash.all.count == 1)
            }
        }
    }

    @Test("A QR code without cash is ignored: scanning never logs in")
    func grab_loginQRCode_isNoCash() async throws {
        try await inFolder { path in
            try write(qr: "https://app.flipcash.com/login/#/e=4y7bh9TAFaamQPxGNT86e2", to: path("login.png"))
            let error = #expect(throws: CommandFailure.self) {
                try ScannedCash(texts: [path("login.png")], all: false, readings: 1, hosts: .flipcash)
            }
            #expect(error?.code == "no_code" && error?.message.contains("4y7bh9") == false)
            let typed = #expect(throws: CommandFailure.self) {
                try ScannedCash(texts: ["https://example.com/"], all: false, readings: 1, hosts: .flipcash)
            }
            #expect(typed?.code == "bad_link")
        }
    }

    @Test("A missing picture is reported as a missing file")
    func grab_missingFile_saysSo() {
        let error = #expect(throws: CommandFailure.self) {
            try ScannedCash(texts: ["missing.png"], all: false, readings: 1, hosts: .flipcash)
        }
        #expect(error?.status == .cannotRead && error?.message.contains("missing.png") == true)
    }

    @Test("The cash of a link cannot be passed on as a bill")
    func grab_passOnLink_isRefused() async throws {
        let refused = try await PlayMoneyWorld.visit { world in
            try await world.run("grab", "https://send.flipcash.com/c/#/e=4y7bh9TAFaamQPxGNT86e2", "--pass-on")
        }
        #expect(refused.status == .usage)
    }

    @Test("Scanning one's own bill is refused and leaves it on show")
    func grab_ownBill_isRefused() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            try await world.withWallet { wallet in
                let bill = try await wallet.showBill(wallet.prepare(AmountText(argument: "5"), token: nil))
                async let outcome = bill.outcome()
                for await state in bill.states where state == .waiting { break }
                let payload = Hexadecimal.encode(bill.payload.bytes)
                let refused = try await world.run("grab", payload)
                #expect(refused.failure?.code == "bill_own" && refused.status == .conflict)
                await bill.takeBack()
                guard case .takenBack = try await outcome else {
                    Issue.record("the bill did not stay on show")
                    return
                }
            }
        }
    }

    @Test("Without a terminal a link is taken back without asking, because no cash is lost")
    func cancel_withoutTerminal_goesOn() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            let link = try await world.run("link", "create", "5").output.trimmingBlanks()
            let kept = try await world.run("link", "cancel", link, answers: ["n"])
            #expect(kept.status == .declined)
            #expect(try await world.run("link", "cancel", link).status == .done)
            #expect(try await world.balance().contains("$20.00"))
        }
    }
}
