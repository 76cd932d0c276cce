import SharedExpenses

extension ConformanceCheck {
    /// What members of a group can try against each other, and what must survive.
    static let hostility: [ConformanceCheck] = [
        ConformanceCheck("an id that somebody else knows cannot be claimed with a new friend row") { stage in
            let (ann, bo) = (try await stage.join(1), try await stage.join(2))
            let owner = ann.account.account.id
            let (cy, dan, eve) = (TestID.member(7), TestID.member(8), TestID.member(9))
            for (step, member) in [cy, dan, eve].enumerated() {
                let row = Friend(owner: owner, memberID: member, name: "Somebody", status: .friend)
                try await ann.send(1 + step, .putFriend(FriendPut(row)))
            }
            // Bo learns of Cy as a member of a group, of Dan as a friend, and of Eve from an expense that is left.
            try await ann.send(5, .putGroup(GroupPut(.sample(1, [ann.me, bo.me, cy]))))
            let expense = try Expense.sample(2, in: nil, paidBy: ann.me, among: [ann.me, dan, eve], units: 900)
            try await ann.send(6, .putExpense(ExpensePut(expense)))
            try await ann.send(7, .deleteFriend(cy))
            try await ann.send(8, .putGroup(GroupPut(.sample(3, [ann.me, bo.me, cy]))))
            try await ann.send(9, .deleteFriend(eve))
            for member in [cy, eve] { try require(try await ann.friend(member) == nil, "a row was kept") }
            for (step, member) in [cy, dan, eve].enumerated() {
                let row = Friend(owner: bo.account.account.id, memberID: member, name: "Mine", status: .friend)
                try await bo.send(10 + step, .putFriend(FriendPut(row)), expecting: .invalid)
                let token = [UInt8](repeating: UInt8(step), count: 16)
                let invite = InviteDraft(id: TestID.entity(30 + step), tokenHash: digest(token), target: member)
                try await bo.send(20 + step, .createInvite(invite), expecting: .notFound)
                let request = RequestDraft(id: TestID.entity(40 + step), recipient: owner, target: member)
                try await bo.send(30 + step, .createRequest(request), expecting: .notFound)
                try require(try await bo.friend(member) == nil, "the row was stored")
            }
            // The owner's own rows, and rows about accounts, are still possible.
            try await ann.send(50, .putFriend(FriendPut(Friend(owner: owner, memberID: cy, name: "Cy"))))
            let row = Friend(owner: bo.account.account.id, memberID: ann.me, name: "Ann")
            try await bo.send(51, .putFriend(FriendPut(row)))
        },
        ConformanceCheck("only the owner of the group sees which friend row a member belongs to") { stage in
            let (ann, bo) = (try await stage.join(1), try await stage.join(2))
            var group = SplitGroup.sample(1, [ann.me, bo.me, TestID.member(7)])
            // One row for two people: a client that believed it would add their debts.
            for index in [1, 2] { group.members[index].accountFriendMemberID = TestID.member(8) }
            try await ann.send(1, .putGroup(GroupPut(group)))
            func rows(_ entities: some Sequence<SplitEntity>) -> [MemberID?] {
                entities.flatMap { entity -> [MemberID?] in
                    if case .group(let group) = entity { group.members.map(\.accountFriendMemberID) } else { [] }
                }
            }
            let own = rows(try await ann.sees().values)
            try require(own == [nil, TestID.member(8), TestID.member(8)], "the owner lost it: \(own)")
            let seen = rows(try await bo.sees().values)
            try require(seen == [nil, nil, nil], "a member's snapshot has it: \(seen)")
            let heard = rows(try await bo.service.changes(since: 0).entities)
            try require(heard == [nil, nil, nil], "a member's changes have it: \(heard)")
        },
        ConformanceCheck("payments on their way outlive their group, and only their people still see them") { stage in
            let (ann, bo, cy) = (try await stage.join(1), try await stage.join(2), try await stage.join(3))
            let group = SplitGroup.sample(1, [ann.me, bo.me, cy.me])
            try await ann.send(1, .putGroup(GroupPut(group)))
            func put(
                _ id: Int, _ method: SplitPayment.Method, _ state: SplitPayment.State = .proposed
            ) async throws -> EntityKey {
                let payment = SplitPayment(
                    id: TestID.entity(id), from: bo.me, to: ann.me, amount: ExpenseAmount(500, .usd),
                    groupID: group.id, method: method, state: state)
                try await bo.send(id, .putPayment(payment))
                return EntityKey(.payment, payment.id.text)
            }
            let (proposed, link) = (try await put(5, .direct), try await put(6, .cashLink, .submitted))
            let (done, promise) = (try await put(7, .cash, .completed), try await put(8, .cash))
            let kept: Set = [proposed, link, done]
            try require(Set(try await cy.sees().keys).isSuperset(of: kept), "a member does not see the payments")
            let before = try await cy.service.account().revision
            try await ann.send(2, .deleteGroup(group.id))
            for person in [ann, bo] {
                let left = Set(try await person.sees().keys)
                try require(left == kept, "person \(person.number) has \(left)")
            }
            try require(try await cy.sees().isEmpty, "somebody else still sees them")
            let tombstones = Set(try await cy.service.changes(since: before).tombstones)
            try require(tombstones.isSuperset(of: kept.union([promise])), "removals are missing: \(tombstones)")
            // What happens to the money is still recorded.
            try await bo.send(20, .advancePayment(PaymentAdvance(payment: TestID.entity(5), state: .voided)))
            try await bo.send(21, .advancePayment(PaymentAdvance(payment: TestID.entity(6), state: .expired)))
            try await cy.send(
                20, .advancePayment(PaymentAdvance(payment: TestID.entity(6), state: .voided)), expecting: .notFound)
        },
        ConformanceCheck("nothing after an operation that has to wait is carried out, and all of it works later") {
            stage in
            let ann = try await stage.join(1)
            let other = TestID.member(7)
            try await ann.send(1, .putGroup(GroupPut(.sample(1, [ann.me, other]))))
            let now = await stage.subject.now
            func operation(_ id: Int, _ change: SplitChange) -> SplitOperation {
                SplitOperation(
                    id: TestID.entity(500 + id),
                    stamp: ClockStamp(
                        milliseconds: UInt64(now.milliseconds) + UInt64(id), counter: 0, actor: "0000000000000001"),
                    change: change)
            }
            var batch: [SplitOperation] = []
            for step in 0..<11 {
                let expense = try Expense.sample(
                    10 + step, in: TestID.entity(1), paidBy: ann.me, among: [ann.me, other], units: 100)
                batch.append(operation(step, .putExpense(ExpensePut(expense))))
            }
            let row = Friend(owner: ann.account.account.id, memberID: TestID.member(9), name: "Late")
            batch.append(operation(20, .putFriend(FriendPut(row))))
            batch.append(operation(21, .deleteGroup(TestID.entity(1))))
            let results = try await ann.service.apply(batch, at: now).results
            try require(results.map(\.operation) == batch.map(\.id), "results are missing or out of order")
            try require(results.prefix(10).allSatisfy { $0.code == .ok }, "the first ones were refused")
            let late = results.dropFirst(10)
            try require(late.allSatisfy { $0.code == .rateLimited }, "\(late.map(\.code))")
            try require(late.allSatisfy { ($0.retryAfterSeconds ?? 0) > 0 }, "no time to wait")
            try require(try await ann.friend(row.memberID) == nil, "a later operation was carried out")
            let groups = try await ann.sees().keys.filter { $0.kind == .group }
            try require(groups.count == 1, "a later operation deleted the group")
            // The answer was not stored as the operation's result.
            let again = try await ann.service.apply([batch[11]], at: now).results
            try require(again.map(\.code) == [.ok], "\(again.map(\.code))")
        },
        ConformanceCheck("an import counts once: what one call has of one moment is one request") { stage in
            let ann = try await stage.join(1)
            let other = TestID.member(7)
            try await ann.send(1, .putGroup(GroupPut(.sample(1, [ann.me, other]))))
            let now = await stage.subject.now
            func expenses(_ numbers: Range<Int>) throws -> [SplitOperation] {
                try numbers.map { number in
                    let expense = try Expense.sample(
                        number, in: TestID.entity(1), paidBy: ann.me, among: [ann.me, other], units: 100)
                    return SplitOperation(
                        id: TestID.entity(1000 + number),
                        stamp: ClockStamp(
                            milliseconds: UInt64(now.milliseconds), counter: UInt32(number), actor: "0000000000000001"),
                        change: .putExpense(ExpensePut(expense)))
                }
            }
            for call in 0..<10 {
                let rows = try expenses(100 * call + 10..<100 * call + 22)
                let results = try await ann.service.apply(rows, at: now).results
                try require(results.allSatisfy { $0.code == .ok }, "call \(call): \(results.map(\.code))")
            }
            // Repetitions count nothing, and allow nothing new.
            let again = try await ann.service.apply(try expenses(10..<23), at: now).results
            try require(again.dropLast().allSatisfy { $0.code == .ok }, "\(again.map(\.code))")
            try require(again.last?.code == .rateLimited, "\(again.map(\.code))")
        },
        ConformanceCheck("new payments are counted with the marks of splits, and apart from expenses") { stage in
            let ann = try await stage.join(1)
            let other = TestID.member(7)
            try await ann.send(1, .putGroup(GroupPut(.sample(1, [ann.me, other]))))
            func payment(_ number: Int) -> SplitChange {
                .putPayment(
                    SplitPayment(
                        id: TestID.entity(100 + number), from: ann.me, to: other, amount: ExpenseAmount(1, .usd),
                        groupID: TestID.entity(1), method: .cash, state: .completed))
            }
            for step in 0..<20 { try await ann.send(10 + step, payment(step)) }
            let result = try await ann.send(40, payment(20), expecting: .rateLimited)
            try require(result.retryAfterSeconds ?? 0 > 0, "no time to wait")
            // A payment that is stored already is not a new one.
            try await ann.send(41, payment(0), expecting: .unchanged)
            let expense = try Expense.sample(
                50, in: TestID.entity(1), paidBy: ann.me, among: [ann.me, other], units: 100)
            try await ann.send(42, .putExpense(ExpensePut(expense)))
            try await ann.send(
                43, .setSettlement(SettlementMark(expense: expense.id, isSettled: true)), expecting: .rateLimited)
        },
    ]
}
