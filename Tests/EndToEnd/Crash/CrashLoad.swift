import FlipcashCore
import FlipcashWallet
import Foundation

/// Four clients and two wallets that pay each other over a node's socket, until the node dies.
struct CrashLoad: Sendable {
    let folder: CrashFolder
    let people: [AccountCluster]
    let wallets: [CrashWallet]
    let ledger: CrashLedger

    static let quarks: UInt64 = 10_000

    /// Enrols everybody on a running node and gives each of them money.
    static func enrol(in folder: CrashFolder) async throws -> CrashLoad {
        let connection = try CrashConnection(folder)
        var people: [AccountCluster] = []
        for _ in 0..<4 { people.append(try await connection.enrol()) }
        var wallets: [CrashWallet] = []
        for number in 0..<2 {
            let wallet = CrashWallet(folder: folder, name: "wallet\(number)")
            people.append(try await wallet.withSession { try await $0.cluster(for: .usdf) })
            wallets.append(wallet)
        }
        for person in people {
            _ = try folder.operatorCommand(
                "deposit", "900", "--owner", person.authority.publicKey.base58, "--reference", "load")
        }
        await connection.close()
        let holdings = people.map { _ in Int64(900_000_000) }
        return CrashLoad(folder: folder, people: people, wallets: wallets, ledger: CrashLedger(holdings: holdings))
    }

    /// Runs the load until everybody has lost the node. Returns after `whenReached`, which runs when the given number
    /// of answers has come.
    func run(untilAnswers count: Int, whenReached: @escaping @Sendable () -> Void) async throws {
        let connection = try CrashConnection(folder)
        let key = try await connection.client.fetchMint(.usdf).vm?.authority
        guard let key else { throw NodeProcess.Failure(description: "the core mint has no machine") }
        let pinned = try await connection.dollarState(nodeKey: key)
        let goal = ledger.latch(afterAnswers: count)
        await withTaskGroup(of: Bool.self) { group in
            for person in 0..<4 {
                group.addTask {
                    var work = ClientWork(load: self, person: person, connection: connection, pinned: pinned)
                    while !Task.isCancelled, await work.step() {}
                    return true
                }
            }
            group.addTask {
                await self.giveAndGrab()
                return false
            }
            group.addTask {
                await goal.wait()
                if goal.isOpen { whenReached() }
                return false
            }
            // A client that has lost the node ends. The wallets would go on trying.
            var clients = 4
            while clients > 0, let isClient = await group.next() { clients -= isClient ? 1 : 0 }
            group.cancelAll()
        }
        await connection.close()
    }

    /// Bills from one wallet to the other and back, until one of the two loses the node.
    private func giveAndGrab() async {
        try? await wallets[0].withSession { first in
            try await wallets[1].withSession { second in
                while !Task.isCancelled {
                    guard await give(from: (4, first), to: (5, second)) else { return }
                    guard await give(from: (5, second), to: (4, first)) else { return }
                }
            }
        }
    }

    private func give(from giver: (number: Int, session: Session), to receiver: (number: Int, session: Session)) async
        -> Bool
    {
        let amount = FiatAmount(value: Decimal(1) / 100, currency: .usd)
        guard (try? await giver.session.fetchBalance()) != nil,
            let pinned = try? await giver.session.prepareSubmission(amount: amount, mint: .usdf),
            let bill = try? giver.session.showCashBill(pinned)
        else { return false }
        let deed = CrashDeed.payment(bill.id, from: giver.number, to: receiver.number, quarks: Self.quarks)
        let isTold = await withTaskGroup(of: Bool.self) { group in
            group.addTask { (try? await bill.run(wait: .seconds(10))) != nil }
            group.addTask {
                for await state in bill.states() where state == .advertised { break }
                return (try? await receiver.session.receiveCash(bill.payload)) != nil
            }
            return await group.reduce(false) { $0 || $1 }
        }
        if isTold { ledger.tell(deed) } else { ledger.noteUnknown(deed) }
        return isTold
    }
}

/// One client's part of the load.
private struct ClientWork {
    let load: CrashLoad
    let person: Int
    let connection: CrashConnection
    let pinned: VerifiedState
    private var generator: SystemRandomNumberGenerator

    init(load: CrashLoad, person: Int, connection: CrashConnection, pinned: VerifiedState) {
        (self.load, self.person, self.connection, self.pinned) = (load, person, connection, pinned)
        generator = SystemRandomNumberGenerator()
    }

    private enum Answer {
        case done, refused, none
    }

    /// Does one thing; false when the node did not answer.
    mutating func step() async -> Bool {
        guard let (deed, answer) = await act() else { return true }
        switch answer {
        case .done: load.ledger.tell(deed)
        case .refused: break
        case .none: load.ledger.noteUnknown(deed)
        }
        return answer != .none
    }

    private mutating func act() async -> (CrashDeed, Answer)? {
        guard
            let amount = try? ExchangedFiat(
                nativeAmount: FiatAmount(value: Decimal(1) / 100, currency: .usd), rate: pinned.rate)
        else { return nil }
        let exchangeData = PinnedExchangeData(amount: amount, state: pinned)
        let id = IntentID.generate(using: SystemRandomSource())
        let source = load.people[person]
        switch Int.random(in: 0..<6, using: &generator) {
        case 0:
            let card = GiftCardCluster.generate(
                mint: source.mint, timeAuthority: source.timeAuthority, using: SystemRandomSource())
            let link = CrashLink(maker: person, card: card, quarks: CrashLoad.quarks)
            let intent = Intent.cashLink(id: id, from: source, giftCard: card, exchangeData: exchangeData)
            return (.link(id, link), await submit(intent))
        case 1, 2:
            guard let link = load.ledger.takeLink() else { return nil }
            if link.maker == person { return (.void(link), await void(link)) }
            let intent = Intent.claim(id: id, giftCard: link.card, into: source, quarks: link.quarks)
            return (.claim(id, link, by: person), await submit(intent))
        default:
            let other = (person + Int.random(in: 1..<load.people.count, using: &generator)) % load.people.count
            let intent = Intent.payment(
                id: id, from: source, to: load.people[other].vault, exchangeData: exchangeData)
            return (.payment(id, from: person, to: other, quarks: CrashLoad.quarks), await submit(intent))
        }
    }

    private func submit(_ intent: Intent) async -> Answer {
        do throws(SubmitIntentError) {
            try await connection.client.submitIntent(intent, progress: SubmissionProgress(clock: SystemClock()))
            return .done
        } catch {
            switch error {
            case .denied, .staleState: return .refused
            case .invalidIntent, .signature, .unrecognized, .serverParameters, .unexpectedMessage, .encoding, .rpc:
                return .none
            }
        }
    }

    private func void(_ link: CrashLink) async -> Answer {
        do {
            try await connection.client.voidGiftCard(
                vault: link.card.cluster.vault, owner: load.people[person].authority)
            return .done
        } catch {
            return .none
        }
    }
}

/// A wallet whose files stay in the test's folder. Each session is a program of its own.
struct CrashWallet: Sendable {
    let folder: CrashFolder
    let name: String

    func withSession<Value: Sendable>(_ body: (Session) async throws -> Value) async throws -> Value {
        let environment = RuntimeEnvironment.system
        let connection = try ServiceConnection(
            endpoint: .unix(path: folder.socket), userAgent: UserAgent(version: "1.0.0"), environment: environment)
        let layout = FolderLayout(root: "\(folder.path)/\(name)")
        let files = POSIXFileSystem()
        let settings = try SettingsStore(layout: layout, files: files).settings(for: .default)
        let container = Container(
            settings: settings, endpoint: .embedded, layout: layout, files: files, environment: environment,
            payments: connection, core: connection, passphrase: NoPassphrase())
        let authenticator = SessionAuthenticator(container: container)
        do {
            let restored = try await authenticator.restore()
            let wallet: SessionContainer
            if let restored {
                wallet = restored
            } else {
                wallet = try await authenticator.createAccount(isFirstUse: true)
            }
            let value = try await body(wallet.session)
            await wallet.session.stop()
            await connection.abort()
            return value
        } catch {
            await connection.abort()
            throw error
        }
    }
}
