import FlipcashCore
import FlipcashDrawing

/// One bill on show, from the first picture to the last word.
struct GiveSession: Sendable {
    let options: BillShowOptions
    let call: Invocation
    let money: MoneyText
    let cash: PreparedCash
    let bill: any ShownBill

    private var printer: Printer { call.printer }

    /// How a bill ended, and the pictures that were made of it.
    struct End: Sendable {
        let outcome: BillOutcome
        let files: [String]
    }

    func run() async throws -> End {
        let picture = Bill(
            payload: bill.payload, value: cash.amount.formatted(locale: money.locale), mint: cash.token.mint,
            colors: options.look.colors?.colors ?? .standard)
        let files: [String]
        do {
            files = try options.picture.write(bill: picture, readers: .ownerAlone)
            try show(picture, files: files)
        } catch {
            await bill.takeBack()
            throw error
        }
        return End(outcome: try await follow(files: files), files: files)
    }

    private func show(_ picture: Bill, files: [String]) throws {
        guard printer.mode == .human else { return }
        let display = BillDisplay(mode: options.show, console: call.console, environment: call.environment)
        let text = try display.text(of: picture)
        if let text { printer.line(text) }
        for file in files { printer.note("Wrote \(file)") }
        // Without any picture the bytes themselves are what somebody can collect the cash with.
        guard text == nil, files.isEmpty || options.show == .none else { return }
        printer.facts([
            ("Payload", HexArgument(bytes: bill.payload.bytes).text),
            ("Rendezvous", bill.payload.rendezvous.publicKey.base58),
        ])
    }

    /// Waits for the end of the bill while listening to keys and the clock.
    private func follow(files: [String]) async throws -> BillOutcome {
        let progress = ProgressLine(call)
        defer { progress.clear() }
        return try await withThrowingTaskGroup(of: BillOutcome?.self) { group in
            group.addTask { try await bill.outcome() }
            group.addTask { await report(progress, files: files) }
            group.addTask { await tick(progress) }
            group.addTask { await listenToKeys() }
            group.addTask { await watchClock() }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let outcome = result { return outcome }
            }
            return BillOutcome.takenBack
        }
    }

    private func report(_ progress: ProgressLine, files: [String]) async -> BillOutcome? {
        for await state in bill.states {
            progress.show(words(for: state))
            printer.event(document(state.rawValue, files: files))
        }
        return nil
    }

    private func tick(_ progress: ProgressLine) async -> BillOutcome? {
        await progress.tick()
        return nil
    }

    private func listenToKeys() async -> BillOutcome? {
        guard call.prompt.isPossible, printer.mode == .human else { return nil }
        for await key in call.console.input.keyPresses() {
            switch key {
            case "q", "Q":
                await bill.takeBack()
                return nil
            case "l", "L":
                if !options.noLink, await makeLink() { return nil }
            default: continue
            }
        }
        return nil
    }

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

    /// Turns the bill into a link; when that fails the bill stays up.
    private func makeLink() async -> Bool {
        do {
            try await bill.turnIntoLink()
            return true
        } catch {
            let failure = CommandFailure(describing: error)
            // What ends the bill is told at its end.
            if failure.status != .outcomeUnknown { printer.warning(failure.message) }
            return false
        }
    }

    private func words(for state: BillState) -> String {
        switch state {
        case .shown: "Putting the bill up"
        case .waiting:
            call.prompt.isPossible
                ? "Waiting for somebody to scan it (q takes it back\(options.noLink ? "" : ", l makes a link"))"
                : "Waiting for somebody to scan it"
        case .grabRequested: "Somebody scanned it"
        case .transferring: "Handing over the cash"
        }
    }

    private func document(_ state: String, files: [String]) -> OutputObject {
        var document = OutputObject(schema: "bill")
        document["state"] = .string(state)
        document["rendezvous"] = .string(bill.payload.rendezvous.publicKey.base58)
        document["payload"] = .string(HexArgument(bytes: bill.payload.bytes).text)
        document["amount"] = money.value(cash.amount)
        document["files"] = files.isEmpty ? nil : .array(files.map(OutputValue.string))
        return document
    }
}
