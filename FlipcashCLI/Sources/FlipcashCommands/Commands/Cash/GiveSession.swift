import FlipcashCore
import FlipcashDrawing

/// One bill on show, from its first picture to its end.
struct GiveSession: Sendable {
    let options: BillShowOptions
    let call: Invocation
    let money: MoneyText
    let cash: PreparedCash
    let bill: SessionBill

    private var printer: Printer { call.printer }

    /// How a bill ended, and the pictures that were made of it.
    struct End: Sendable {
        let outcome: BillOutcome
        let files: [String]
    }

    func run() async throws -> End {
        let picture = Bill(
            payload: bill.payload, value: money.text(cash.amount), mint: cash.token.mint,
            colors: options.look.colors?.colors ?? .standard)
        let files: [String]
        let screen: BillScreen
        do {
            files = try options.picture.write(bill: picture, readers: .ownerAlone)
            screen = self.screen(picture, files: files)
            if printer.mode == .human { try screen.draw() }
        } catch {
            await bill.takeBack()
            throw error
        }
        return End(outcome: try await follow(screen), files: files)
    }

    private func screen(_ picture: Bill, files: [String]) -> BillScreen {
        BillScreen(
            display: BillDisplay(mode: options.show, console: call.console, environment: call.environment),
            bill: picture, caption: money.text(cash.amount, of: cash.token), files: files,
            facts: [
                ("Payload", Hexadecimal.encode(bill.payload.bytes)),
                ("Rendezvous", bill.payload.rendezvous.publicKey.base58),
            ], keys: keys, printer: printer)
    }

    /// Whether keys can be pressed.
    private var hasKeys: Bool { call.prompt.isPossible && printer.mode == .human }

    private var keys: [(Character, String)] {
        guard hasKeys else { return [] }
        let link: [(Character, String)] =
            options.noLink ? [] : [("l", "makes a link of the bill and shows its QR code")]
        return [("p", "writes the bill to \(pictureName)")] + link + [("q", "takes the bill back")]
    }

    /// A file name that no other bill has.
    private var pictureName: String { "bill-\(bill.payload.rendezvous.publicKey.base58.prefix(8)).png" }

    /// Waits for the end of the bill while listening to keys and the clock.
    private func follow(_ screen: BillScreen) async throws -> BillOutcome {
        let progress = ProgressLine(call)
        defer { progress.clear() }
        // Before the bill begins, so that its first state is reported too.
        let states = bill.states
        return try await withThrowingTaskGroup(of: BillOutcome?.self) { group in
            group.addTask { try await bill.outcome() }
            group.addTask { await report(states, progress, files: screen.files) }
            group.addTask { await tick(progress) }
            group.addTask { await listenToKeys(screen, progress) }
            group.addTask { await redraw(screen, progress) }
            group.addTask { await watchClock() }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let outcome = result { return outcome }
            }
            return BillOutcome.takenBack
        }
    }

    private func report(
        _ states: AsyncStream<BillState>, _ progress: ProgressLine, files: [String]
    ) async -> BillOutcome? {
        var isAnnounced = false
        for await state in states {
            progress.show(words(for: state))
            printer.event(document(state.rawValue, files: files))
            guard state == .waiting, !isAnnounced else { continue }
            printer.announce(document(state.rawValue, files: files))
            isAnnounced = true
        }
        return nil
    }

    /// Keeps the bill readable while the window changes.
    private func redraw(_ screen: BillScreen, _ progress: ProgressLine) async -> BillOutcome? {
        guard printer.mode == .human else { return nil }
        for await _ in call.console.output.sizeChanges() { progress.interrupt { screen.redraw() } }
        return nil
    }

    private func tick(_ progress: ProgressLine) async -> BillOutcome? {
        await progress.tick()
        return nil
    }

    private func listenToKeys(_ screen: BillScreen, _ progress: ProgressLine) async -> BillOutcome? {
        guard hasKeys else { return nil }
        for await key in call.console.input.keyPresses() {
            switch key {
            case "q", "Q":
                await bill.takeBack()
                return nil
            case "l", "L":
                if !options.noLink, await makeLink() { return nil }
            case "p", "P": writePicture(of: screen.bill, progress)
            default: continue
            }
        }
        return nil
    }

    private func writePicture(of picture: Bill, _ progress: ProgressLine) {
        do {
            try OutputFile.write(
                picture.png(codeDiameter: options.picture.size), to: pictureName, readers: .ownerAlone)
            progress.interrupt { printer.note("Wrote \(pictureName)") }
        } catch {
            progress.interrupt { printer.warning(CommandFailure(describing: error).message) }
        }
    }

    /// Makes a link of the bill, or gives the bill up, when its time is up. The bill's outcome then ends the wait.
    private func watchClock() async -> BillOutcome? {
        let clock = call.runtime.clock
        if let limit = options.linkAfter?.duration, (try? await clock.sleep(for: limit)) != nil {
            _ = await makeLink()
        } else if options.linkAfter == nil, let limit = options.wait?.duration,
            (try? await clock.sleep(for: limit)) != nil
        {
            await bill.giveUp()
        }
        return nil
    }

    /// Turns the bill into a link. If that fails, the bill stays on show.
    private func makeLink() async -> Bool {
        do {
            try await bill.turnIntoLink()
            return true
        } catch {
            let failure = CommandFailure(describing: error)
            // A failure that ends the bill is reported at its end.
            if failure.status != .outcomeUnknown { printer.warning(failure.message) }
            return false
        }
    }

    private func words(for state: BillState) -> String {
        switch state {
        case .shown: "Preparing the bill"
        case .waiting:
            hasKeys
                ? "Waiting for somebody to scan it (q: take back\(options.noLink ? "" : ", l: link"), p: picture)"
                : "Waiting for somebody to scan it"
        case .disconnected: "The service cannot be reached; trying again"
        case .grabRequested: "Somebody scanned it"
        case .transferring: "Handing over the cash"
        }
    }

    private func document(_ state: String, files: [String]) -> OutputObject {
        var document = OutputObject(schema: "bill")
        document["state"] = .string(state)
        document["rendezvous"] = .string(bill.payload.rendezvous.publicKey.base58)
        document["payload"] = .string(Hexadecimal.encode(bill.payload.bytes))
        document["amount"] = money.value(cash.amount)
        document["files"] = files.isEmpty ? nil : .array(files.map(OutputValue.string))
        return document
    }
}
