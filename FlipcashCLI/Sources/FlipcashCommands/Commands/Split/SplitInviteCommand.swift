import ArgumentParser
import FlipcashCore
import FlipcashWallet
import SharedExpenses

/// `flipcash split invite`
struct SplitInviteCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite", abstract: "Invite a friend: the link binds the friend's account to your entry.",
        discussion: """
              flipcash split invite Ann --qr

            The friend opens it with: flipcash split claim LINK. It works once, for 30 days. It is shown only now.
            """)

    @Argument(help: ArgumentHelp("The friend.", valueName: "person"))
    var person: String

    @Flag(help: "Also show the link as a QR code.")
    var qr = false

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }
    var lostAnswerAdvice: String? { "Take the invitation back with: flipcash split invites revoke" }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            let friend = try desk.overview().friend(person)
            let link = InviteLink(token: call.runtime.random.bytes(InviteLink.tokenByteCount))
            let draft = InviteDraft(
                id: desk.newID(), tokenHash: Hash(sha256: link.token).bytes, target: friend.memberID)
            // Draws the code first, so that no invitation is made when the terminal is too small.
            let picture = qr && call.printer.mode == .human ? try call.terminalQRCode(link.text) : nil
            let delivery = try await desk.submit([.createInvite(draft)])
            let isDryRun = call.options.isDryRun
            var document = OutputObject(schema: "split_invite")
            document["id"] = .string(draft.id.text)
            document["person"] = .string(friend.memberID.text)
            document["name"] = .string(friend.displayName())
            document["url"] = isDryRun ? nil : .string(link.text)
            document["web_url"] = isDryRun ? nil : try link.webText(call.endpoint(call.settings())).map { .string($0) }
            document["expires_at"] = .string(
                TimeText.rfc3339(desk.now.adding(seconds: SplitInvite.lifetime).instant))
            document["queued"] = .boolean(delivery.isQueued)
            document["state"] = isDryRun ? .string("planned") : nil
            call.printer.answer(document) { printer in
                guard !isDryRun else {
                    return printer.line("Would invite \(DisplayText.sanitized(friend.displayName()))")
                }
                printer.line(printer.link(link.text))
                if let picture { printer.line(picture) }
            }
            if !isDryRun {
                call.printer.hint("Send it to \(friend.displayName()) only. It works once, for 30 days.")
                if try desk.store.displayName() == nil { desk.mentionMissingName() }
            }
            desk.mention(delivery)
        }
    }
}

/// The link of an invitation (expense specification §11.1).
struct InviteLink: Hashable, Sendable {
    static let tokenByteCount = 16

    let token: [UInt8]

    init(token: [UInt8]) { self.token = token }

    /// Reads a link of the app, a link of the web, or the token alone; nil for other text.
    init?(_ text: String) {
        let text = text.trimmingBlanks()
        let tail: Substring
        if let range = text.firstRange(of: "flipcash://split/claim?token=") {
            guard range.lowerBound == text.startIndex else { return nil }
            tail = text[range.upperBound...]
        } else if text.hasPrefix("https://") || text.hasPrefix("http://") {
            guard let range = text.firstRange(of: "/split/claim#") else { return nil }
            tail = text[range.upperBound...]
        } else {
            tail = Substring(text)
        }
        guard let token = Base64URL.bytes(String(tail)), token.count == Self.tokenByteCount else { return nil }
        self.token = token
    }

    /// The link that opens the app.
    var text: String { "flipcash://split/claim?token=\(Base64URL.text(token))" }

    /// The link of a node on the web; nil for a node on this machine. The token is in the fragment, which is not sent.
    func webText(_ endpoint: EndpointSetting) -> String? {
        guard case .service(let address) = endpoint, address.description.hasPrefix("https://") else { return nil }
        return "\(address.description)/split/claim#\(Base64URL.text(token))"
    }
}

/// Base64 with the alphabet for URLs, without padding (RFC 4648 §5).
enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = bytes[start..<min(start + 3, bytes.count)]
            let value = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
            for place in 0...part.count { text.append(alphabet[value >> (18 - 6 * place) & 63]) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of a text; nil for other characters, or if the bits after the last whole byte are not 0.
    static func bytes(_ text: String) -> [UInt8]? {
        var (bytes, value, count): ([UInt8], Int, Int) = ([], 0, 0)
        for character in text.utf8 {
            guard let digit = alphabet.firstIndex(of: character) else { return nil }
            (value, count) = ((value << 6 | digit) & 0xFFFF, count + 6)
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(value >> count & 255))
            }
        }
        guard count < 6, value & ((1 << count) - 1) == 0 else { return nil }
        return bytes
    }
}
