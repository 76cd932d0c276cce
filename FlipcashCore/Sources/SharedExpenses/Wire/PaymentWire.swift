import FlipcashCore
import FlipcashCoreAPI
import ProtobufCodec

extension SplitPayment.State {
    private static let numbers: [Self] = [.proposed, .submitted, .completed, .failed, .voided, .expired]

    init?(wire: Flipcash_Split_V1_PaymentState) {
        guard (1...Self.numbers.count).contains(wire.rawValue) else { return nil }
        self = Self.numbers[wire.rawValue - 1]
    }

    var wire: Flipcash_Split_V1_PaymentState {
        .init(rawValue: (Self.numbers.firstIndex(of: self) ?? -1) + 1) ?? .paymentUnknown
    }
}

extension SplitPayment.Method {
    private static let numbers: [Self] = [.cash, .external, .direct, .cashLink]

    init?(wire: Flipcash_Split_V1_PaymentMethod) {
        guard (1...Self.numbers.count).contains(wire.rawValue) else { return nil }
        self = Self.numbers[wire.rawValue - 1]
    }

    var wire: Flipcash_Split_V1_PaymentMethod {
        .init(rawValue: (Self.numbers.firstIndex(of: self) ?? -1) + 1) ?? .methodUnknown
    }
}

extension SplitPayment.Paid {
    init(wire: Flipcash_Common_V1_CryptoPaymentAmount) {
        self.init(
            currency: wire.currency, nativeAmount: wire.nativeAmount, quarks: wire.quarks, mint: wire.mint.value)
    }

    var wire: Flipcash_Common_V1_CryptoPaymentAmount {
        .with {
            $0.currency = currency
            $0.nativeAmount = nativeAmount
            $0.quarks = quarks
            $0.mint = .with { $0.value = mint }
        }
    }
}

extension PaymentAdvance {
    init(wire: Flipcash_Split_V1_AdvancePayment) throws(WireMismatch) {
        guard let state = SplitPayment.State(wire: wire.state) else { throw WireMismatch(place: "state") }
        self.init(
            payment: try EntityID(wire: wire.paymentID, "payment"), state: state,
            intent: wire.hasIntentID ? Hexadecimal.encode(wire.intentID.value) : nil,
            giftCardVault: wire.hasGiftCardVault ? Hexadecimal.encode(wire.giftCardVault.value) : nil,
            paid: wire.hasPaid ? SplitPayment.Paid(wire: wire.paid) : nil)
    }

    func wire() throws(WireMismatch) -> Flipcash_Split_V1_AdvancePayment {
        var message = Flipcash_Split_V1_AdvancePayment()
        message.paymentID = try payment.wire()
        message.state = state.wire
        if let intent { message.intentID = .with { $0.value = Hexadecimal.decode(intent) ?? [] } }
        if let giftCardVault { message.giftCardVault = .with { $0.value = Hexadecimal.decode(giftCardVault) ?? [] } }
        if let paid { message.paid = paid.wire }
        return message
    }
}

extension SplitPayment {
    init(wire: Flipcash_Split_V1_Payment) throws(WireMismatch) {
        guard let method = Method(wire: wire.method), let state = State(wire: wire.state) else {
            throw WireMismatch(place: "payment.state")
        }
        self.init(
            id: try EntityID(wire: wire.id, "payment.id"), from: try MemberID(wire: wire.from, "payment.from"),
            to: try MemberID(wire: wire.to, "payment.to"), amount: try ExpenseAmount(wire: wire.amount),
            groupID: wire.hasGroupID ? try EntityID(wire: wire.groupID, "payment.group") : nil,
            settles: try wire.settles.converted { (id) throws(WireMismatch) in try EntityID(wire: id, "settles") },
            method: method, state: state)
        intent = wire.hasIntentID ? Hexadecimal.encode(wire.intentID.value) : nil
        giftCardVault = wire.hasGiftCardVault ? Hexadecimal.encode(wire.giftCardVault.value) : nil
        paid = wire.hasPaid ? Paid(wire: wire.paid) : nil
        note = wire.note
        reverses = wire.hasReverses ? try EntityID(wire: wire.reverses, "payment.reverses") : nil
        rate = wire.hasRate ? try PinnedRate(wire: wire.rate) : nil
        recordedBy = wire.hasRecordedBy ? try AccountID(wire: wire.recordedBy, "payment.recorded_by") : nil
        isVerified = wire.verified
        createdAt = SplitTime(wire: wire.createdAt)
        completedAt = wire.hasCompletedAt ? SplitTime(wire: wire.completedAt) : nil
        version = wire.version
    }

    func wire() throws(WireMismatch) -> Flipcash_Split_V1_Payment {
        var message = Flipcash_Split_V1_Payment()
        message.id = try id.wire()
        message.from = try from.wire()
        message.to = try to.wire()
        message.amount = amount.wire
        if let groupID { message.groupID = try groupID.wire() }
        message.settles = try settles.converted { (id) throws(WireMismatch) in try id.wire() }
        message.method = method.wire
        message.state = state.wire
        if let intent { message.intentID = .with { $0.value = Hexadecimal.decode(intent) ?? [] } }
        if let giftCardVault { message.giftCardVault = .with { $0.value = Hexadecimal.decode(giftCardVault) ?? [] } }
        if let paid { message.paid = paid.wire }
        message.note = note
        if let reverses { message.reverses = try reverses.wire() }
        if let rate { message.rate = rate.wire }
        if let recordedBy { message.recordedBy = try recordedBy.wire() }
        message.verified = isVerified
        message.createdAt = createdAt.wire
        if let completedAt { message.completedAt = completedAt.wire }
        message.version = version
        return message
    }
}

extension GroupClosing {
    init(wire: Flipcash_Split_V1_CloseOut) throws(WireMismatch) {
        self.init(
            id: try EntityID(wire: wire.id, "closing.id"), groupID: try EntityID(wire: wire.groupID, "closing.group"),
            asOfRevision: wire.asOfRevision, at: SplitTime(wire: wire.at))
    }

    func wire() throws(WireMismatch) -> Flipcash_Split_V1_CloseOut {
        var message = Flipcash_Split_V1_CloseOut()
        message.id = try id.wire()
        message.groupID = try groupID.wire()
        message.asOfRevision = asOfRevision
        message.at = at.wire
        return message
    }
}

extension SplitEntity {
    /// - Parameter viewer: the account that sees it, which owns friend rows and invitations.
    init(wire: Flipcash_Split_V1_Entity, viewer: AccountID) throws(WireMismatch) {
        switch wire.kind {
        case .group(let group): self = .group(try SplitGroup(wire: group))
        case .expense(let expense): self = .expense(try Expense(wire: expense))
        case .friend(let friend): self = .friend(try Friend(wire: friend, owner: viewer))
        case .payment(let payment): self = .payment(try SplitPayment(wire: payment))
        case .closeOut(let closing): self = .closing(try GroupClosing(wire: closing))
        case .invite(let invite): self = .invite(try SplitInvite(wire: invite, creator: viewer))
        case .linkRequest(let request): self = .request(try LinkRequest(wire: request))
        case nil: throw WireMismatch(place: "entity")
        }
    }

    func wire() throws(WireMismatch) -> Flipcash_Split_V1_Entity {
        var message = Flipcash_Split_V1_Entity()
        switch self {
        case .group(let group): message.group = try group.wire()
        case .expense(let expense): message.expense = try expense.wire()
        case .friend(let friend): message.friend = try friend.wire()
        case .payment(let payment): message.payment = try payment.wire()
        case .closing(let closing): message.closeOut = try closing.wire()
        case .invite(let invite): message.invite = try invite.wire()
        case .request(let request): message.linkRequest = try request.wire()
        }
        return message
    }
}

extension EntityKey {
    private static let numbers: [Kind] = [.group, .expense, .friend, .payment, .closing, .invite, .request]

    init(wire: Flipcash_Split_V1_Tombstone) throws(WireMismatch) {
        let number = wire.kind.rawValue
        guard (1...Self.numbers.count).contains(number), let id = UUIDBytes(wire.id.value)?.text else {
            throw WireMismatch(place: "tombstone")
        }
        self.init(Self.numbers[number - 1], id)
    }

    func wire() throws(WireMismatch) -> Flipcash_Split_V1_Tombstone {
        var message = Flipcash_Split_V1_Tombstone()
        message.kind = .init(rawValue: (Self.numbers.firstIndex(of: kind) ?? -1) + 1) ?? .entityUnknown
        message.id = try EntityID(id).wire("tombstone")
        return message
    }
}

extension PaymentAdvance {
    /// The 32 bytes of the wallet's intent; nil without an intent or if its text is not hexadecimal.
    public var intentBytes: [UInt8]? { intent.flatMap { Hexadecimal.decode($0) } }

    /// The 32 bytes of a cash link's vault; nil without a vault or if its text is not hexadecimal.
    public var giftCardVaultBytes: [UInt8]? { giftCardVault.flatMap { Hexadecimal.decode($0) } }
}

extension SplitPayment {
    /// The 32 bytes of the wallet's intent; nil without an intent or if its text is not hexadecimal.
    public var intentBytes: [UInt8]? { intent.flatMap { Hexadecimal.decode($0) } }

    /// The 32 bytes of a cash link's vault; nil without a vault or if its text is not hexadecimal.
    public var giftCardVaultBytes: [UInt8]? { giftCardVault.flatMap { Hexadecimal.decode($0) } }
}
