import FlipcashCore

/// Removes expired rendezvous messages from memory (payment specification §14.2). Their copies follow.
struct MessageWorker: Worker {
    let name = "messages"
    let interval: Duration = .seconds(60)

    let mailboxes: Mailboxes

    func tick() async throws {
        while mailboxes.expire() {
            await Task.yield()
            try Task.checkCancellation()
        }
    }
}
