/// What has changed since the messages were last copied to the database.
///
/// A message that is gone before it was copied leaves nothing to do.
struct UncopiedChanges: Sendable {
    /// The first message that waits and is not in the copy.
    private(set) var firstUncopied: MessageNumber?
    /// The messages that are gone and may be in the copy.
    private var removed: [MessageNumber] = []

    /// Notes a message that came after all others.
    mutating func noteAdded(_ number: MessageNumber) { firstUncopied = firstUncopied ?? number }

    /// Notes that a message is gone.
    ///
    /// - Parameter next: the message that came after it and waits.
    mutating func noteRemoved(_ number: MessageNumber, next: MessageNumber?) {
        guard let firstUncopied, number >= firstUncopied else {
            removed.append(number)
            return
        }
        if number == firstUncopied { self.firstUncopied = next }
    }

    /// Takes the next changes that one unit writes.
    mutating func take(from waiting: WaitingMessages, countMax: Int, bytesMax: Int) -> MessageCopyBatch {
        var batch = MessageCopyBatch()
        batch.removed = Array(removed.suffix(countMax))
        removed.removeLast(batch.removed.count)
        var bytes = 0
        while let number = firstUncopied, batch.count < countMax, let entry = waiting[number] {
            bytes += entry.message.bytes.count
            guard batch.added.isEmpty || bytes <= bytesMax else { break }
            batch.added.append(entry.message)
            firstUncopied = waiting.next(after: number)
        }
        return batch
    }

    /// Takes back changes that were not written.
    mutating func putBack(_ batch: MessageCopyBatch, _ waiting: WaitingMessages) {
        if let number = batch.added.first(where: { waiting[$0.number] != nil })?.number { firstUncopied = number }
        removed += batch.removed
    }
}
