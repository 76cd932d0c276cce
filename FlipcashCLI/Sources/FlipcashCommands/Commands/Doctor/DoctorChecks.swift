import CodeScanner
import CodeScannerIO
import FlipcashCore
import FlipcashNode
import FlipcashWallet

/// The checks of `flipcash doctor`, each independent of the others.
struct DoctorChecks: Sendable {
    let call: Invocation

    func run() async -> [DoctorFinding] {
        var findings = [program, settings]
        findings.append(await service())
        findings.append(keyStore)
        findings.append(pictures)
        findings.append(terminal)
        return findings
    }

    private var program: DoctorFinding {
        DoctorFinding("Program", .fine, "\(Version.text), build \(BuildIdentity.current)")
    }

    private var settings: DoctorFinding {
        do {
            let settings = try call.settings()
            let endpoint = try call.endpoint(settings)
            return DoctorFinding("Profile", .fine, "\(settings.profile), endpoint \(endpoint)")
        } catch {
            return DoctorFinding("Profile", error)
        }
    }

    private func service() async -> DoctorFinding {
        do {
            switch try call.endpoint(call.settings()) {
            case .local: return try await localNode()
            case .embedded: return DoctorFinding("Service", .fine, "a node inside each command")
            case .service: return try await remoteService()
            }
        } catch {
            return DoctorFinding("Service", error)
        }
    }

    private func localNode() async throws -> DoctorFinding {
        if call.options.isOffline { return DoctorFinding("Service", .notice, "not asked, because of --offline") }
        let node = try call.localNode()
        _ = try await node.endpoint()
        guard let status = try await node.status() else {
            return DoctorFinding(
                "Service", .failed, "your own node does not answer; see: flipcash node status", status: .network)
        }
        if let seconds = status.secondsAheadOfClock {
            return DoctorFinding(
                "Service", .notice,
                """
                your own node's time is \(seconds) s ahead of this machine's clock, which was ahead once or is behind \
                now; for details: flipcash node check; to go back to the clock: flipcash node clock --accept
                """)
        }
        return rates(status.ratesObservedAt.map { Instant(seconds: $0) }, "your own node serves, build \(status.build)")
    }

    private func remoteService() async throws -> DoctorFinding {
        if call.options.isOffline { return DoctorFinding("Service", .notice, "not asked, because of --offline") }
        let rates = try await call.withService { service in try await service.rates() }
        return self.rates(rates.map(\.observed).max(), "answers")
    }

    /// Reports the age of the rates. A rate from the future shows that this machine's clock is behind.
    private func rates(_ observed: Instant?, _ text: String) -> DoctorFinding {
        guard let observed else {
            return DoctorFinding(
                "Service", .notice, "\(text), but has no exchange rates; its operator has to check their source")
        }
        let age = call.runtime.clock.now().duration(since: observed).components.seconds
        if age < -30 {
            return DoctorFinding(
                "Service", .notice, "\(text); this machine's clock is \(-age) s behind it: set the clock right")
        }
        return DoctorFinding("Service", .fine, "\(text), rates are \(max(0, age)) s old")
    }

    private var keyStore: DoctorFinding {
        do {
            let settings = try call.settings()
            let manager = try call.accountManager()
            let accounts = try manager.accounts()
            let folder = try call.layout.profile(settings)
            for path in [folder.keys, folder.vault, folder.accounts] { _ = try call.files.readSecret(path) }
            let count = accounts.count == 1 ? "1 account" : "\(accounts.count) accounts"
            let store =
                switch try manager.keyStoreUse() {
                case .inUse(let choice): "key store \(choice.rawValue)"
                case .foreseen(let choice): "no words yet; new ones go to the key store \(choice.rawValue)"
                }
            return DoctorFinding("Keys", .fine, "\(count), \(store), in \(folder.path)")
        } catch {
            return DoctorFinding("Keys", error)
        }
    }

    private var pictures: DoctorFinding {
        do {
            let pixel = try LumaImage(width: 16, height: 16, pixels: [UInt8](repeating: 0, count: 256))
            _ = try ImageFile.luma(bytes: ImageFile.jpeg(pixel, quality: 50), name: "probe")
            return DoctorFinding("Pictures", .fine, "picture files can be read")
        } catch {
            return DoctorFinding("Pictures", error)
        }
    }

    private var terminal: DoctorFinding {
        guard let size = call.console.output.size else {
            return DoctorFinding("Terminal", .notice, "none; write bills to files with --png")
        }
        if let graphics = BillDisplay.graphics(call.environment) {
            return DoctorFinding("Terminal", .fine, "\(size.columns)×\(size.rows), \(graphics) graphics")
        }
        guard size.columns >= 100, size.rows >= 50 else {
            return DoctorFinding(
                "Terminal", .notice,
                "\(size.columns)×\(size.rows) without graphics: too small for a readable code; use --png FILE")
        }
        return DoctorFinding("Terminal", .fine, "\(size.columns)×\(size.rows), character cells")
    }
}
