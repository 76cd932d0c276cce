import SharedExpenses

/// Who may do what, who sees what, and what follows from links, merges and deletions (expense specification §10.2,
/// §10.3, §11.1, §12, §13.2).
extension ConformanceCheck {
    static let authorization: [ConformanceCheck] = [
        ConformanceCheck("who acts comes from the signature alone") { stage in
            let (ann, bo) = (try await stage.join(1), try await stage.join(2))
            let row = Friend(owner: bo.account.account.id, memberID: TestID.member(7), name: "Cy")
            try await ann.send(1, .putFriend(FriendPut(row)))
            try require(try await bo.sees().isEmpty, "a row was put into another person's list")
            var group = SplitGroup.sample(1, [ann.me, bo.me])
            group.owner = bo.account.account.id
            try await ann.send(2, .putGroup(GroupPut(group)))
            try require(try await bo.group(group.id)?.owner == ann.account.account.id, "the group has another owner")
            var payment = SplitPayment.sample(5, from: bo, to: ann, 500, in: group.id)
            payment.recordedBy = bo.account.account.id
            payment.isVerified = true
            try await ann.send(3, .putPayment(payment))
            let seen = try await bo.payment(payment.id)
            try require(seen?.recordedBy == ann.account.account.id, "another person recorded the payment")
            try require(seen?.isVerified == false, "a client has verified a payment")
        },
        ConformanceCheck("a participant marks the own share by an edit, and nothing else") { stage in
            let (ann, bo, cy) = (try await stage.join(1), try await stage.join(2), try await stage.join(3))
            let group = SplitGroup.sample(1, [ann.me, bo.me, cy.me])
            try await ann.send(1, .putGroup(GroupPut(group)))
            let expense = try Expense.sample(
                2, in: group.id, paidBy: bo.me, among: [ann.me, bo.me, cy.me], units: 900)
            try await ann.send(2, .putExpense(ExpensePut(expense)))
            var marked = expense
            marked.splits[2].isSettled = true
            try await cy.send(1, .putExpense(ExpensePut(marked, baseVersion: 1)))
            var others = marked
            others.splits[0].isSettled = true
            try await cy.send(2, .putExpense(ExpensePut(others, baseVersion: 2)), expecting: .forbidden)
            for person in [ann, cy] {
                try await person.send(3, .putExpense(ExpensePut(expense, baseVersion: 2)), expecting: .forbidden)
            }
            let stored = try await ann.expense(expense.id)
            try require(stored?.splits.map(\.isSettled) == [false, false, true], "the marks are wrong")
            let open = SettlementMark(expense: expense.id, members: [cy.me], isSettled: false)
            try await cy.send(4, .setSettlement(open))
            try require(try await ann.expense(expense.id)?.splits[2].isSettled == false, "the mark is left")
            let foreign = SettlementMark(expense: expense.id, members: [TestID.member(50)], isSettled: true)
            try await ann.send(4, .setSettlement(foreign), expecting: .invalid)
        },
        ConformanceCheck("the money of an expense that a payment names is locked, and its texts are not") { stage in
            let (ann, bo) = (try await stage.join(1), try await stage.join(2))
            let group = SplitGroup.sample(1, [ann.me, bo.me])
            try await ann.send(1, .putGroup(GroupPut(group)))
            let expense = try Expense.sample(2, in: group.id, paidBy: ann.me, among: [ann.me, bo.me], units: 1000)
            try await ann.send(2, .putExpense(ExpensePut(expense)))
            var payment = SplitPayment.sample(5, from: bo, to: ann, 500, in: group.id)
            payment.settles = [expense.splits[1].id]
            try await bo.send(1, .putPayment(payment))
            let dearer = try Expense.sample(2, in: group.id, paidBy: ann.me, among: [ann.me, bo.me], units: 1200)
            try await ann.send(3, .putExpense(ExpensePut(dearer, baseVersion: 1)), expecting: .lockedBySettlement)
            var renamed = expense
            renamed.description = "Supper"
            renamed.notes = "With friends"
            try await ann.send(4, .putExpense(ExpensePut(renamed, baseVersion: 1)))
            renamed.notes = ""
            renamed.splits.reverse()
            try await ann.send(
                5, .putExpense(ExpensePut(renamed, baseVersion: 2, keepsNotes: true)), expecting: .unchanged)
            try require(try await bo.expense(expense.id)?.notes == "With friends", "the notes were not kept")
            try await ann.send(6, .putExpense(ExpensePut(renamed, baseVersion: 2)))
            try require(try await bo.expense(expense.id)?.notes == "", "the notes were not cleared")
        },
        ConformanceCheck("an expense stays in its group and of its kind") { stage in
            let (ann, bo) = (try await stage.join(1), try await stage.join(2))
            for id in [1, 2] { try await ann.send(id, .putGroup(GroupPut(.sample(id, [ann.me, bo.me])))) }
            let expense = try Expense.sample(
                3, in: TestID.entity(1), paidBy: ann.me, among: [ann.me, bo.me], units: 1000)
            try await ann.send(3, .putExpense(ExpensePut(expense)))
            var moved = expense
            moved.groupID = TestID.entity(2)
            try await ann.send(4, .putExpense(ExpensePut(moved, baseVersion: 1)), expecting: .invalid)
            moved = expense
            moved.context = .direct
            try await ann.send(5, .putExpense(ExpensePut(moved, baseVersion: 1)), expecting: .invalid)
        },
        ConformanceCheck("what is not seen looks like what does not exist") { stage in
            let (ann, bo, cy) = (try await stage.join(1), try await stage.join(2), try await stage.join(3))
            let group = SplitGroup.sample(1, [ann.me, bo.me])
            try await ann.send(1, .putGroup(GroupPut(group)))
            let expense = try Expense.sample(2, in: group.id, paidBy: ann.me, among: [ann.me, bo.me], units: 1000)
            try await ann.send(2, .putExpense(ExpensePut(expense)))
            let payment = SplitPayment.sample(5, from: bo, to: ann, 500, in: group.id)
            try await bo.send(1, .putPayment(payment))
            let missing = TestID.entity(99)
            func both(_ id: Int, _ code: OperationResult.Code, _ change: (Bool) -> SplitChange) async throws {
                let first = try await cy.send(id, change(true), expecting: code)
                let second = try await cy.send(id + 1, change(false), expecting: code)
                try require(first.detail == second.detail, "the details differ")
            }
            try await both(10, .notFound) { exists in
                .setSettlement(SettlementMark(expense: exists ? expense.id : missing, isSettled: true))
            }
            try await both(20, .unchanged) { .deleteExpense($0 ? expense.id : missing) }
            try await both(30, .notFound) { exists in
                .advancePayment(PaymentAdvance(payment: exists ? payment.id : missing, state: .voided))
            }
            try await both(40, .notFound) { exists in
                .removeMember(MemberRemoval(group: exists ? group.id : missing, member: ann.me))
            }
            try await both(50, .notFound) { exists in
                .putPayment(.sample(exists ? 60 : 61, from: cy, to: ann, 5, in: exists ? group.id : missing))
            }
            try await both(60, .notFound) { exists in
                .putClosing(
                    GroupClosing(
                        id: TestID.entity(exists ? 62 : 63), groupID: exists ? group.id : missing, asOfRevision: 0,
                        at: SplitTime(milliseconds: 0)))
            }
            try await cy.send(70, .putExpense(ExpensePut(expense, baseVersion: 1)), expecting: .notFound)
            try require(try await ann.expense(expense.id)?.version == 1, "a stranger changed something")
        },
        ConformanceCheck("a payment is moved on by its people alone, and only forward") { stage in
            let (ann, bo, cy) = (try await stage.join(1), try await stage.join(2), try await stage.join(3))
            let group = SplitGroup.sample(1, [ann.me, bo.me, cy.me])
            try await ann.send(1, .putGroup(GroupPut(group)))
            var payment = SplitPayment.sample(5, from: bo, to: ann, 500, in: group.id)
            (payment.method, payment.state) = (.cashLink, .proposed)
            try await bo.send(1, .putPayment(payment))
            let submitted = PaymentAdvance(payment: payment.id, state: .submitted)
            try await cy.send(1, .advancePayment(submitted), expecting: .forbidden)
            try await ann.send(2, .advancePayment(submitted), expecting: .forbidden)
            try await bo.send(2, .advancePayment(submitted))
            try await bo.send(3, .advancePayment(submitted), expecting: .unchanged)
            // The payee's word completes a link, when the server has seen the money.
            let received = PaymentAdvance(payment: payment.id, state: .completed)
            try await ann.send(3, .advancePayment(received), expecting: .conflict)
            try await cy.send(2, .advancePayment(received), expecting: .forbidden)
            try await bo.send(4, .advancePayment(PaymentAdvance(payment: payment.id, state: .voided)))
            try await bo.send(5, .advancePayment(submitted), expecting: .conflict)
            try require(try await cy.payment(payment.id)?.state == .voided, "a member does not see the end")
        },
    ]

    static let visibility: [ConformanceCheck] = [
        ConformanceCheck("a new member sees what was before, and a former one what names the member") { stage in
            let (ann, bo, cy) = (try await stage.join(1), try await stage.join(2), try await stage.join(3))
            let group = SplitGroup.sample(1, [ann.me, bo.me])
            try await ann.send(1, .putGroup(GroupPut(group)))
            let first = try Expense.sample(2, in: group.id, paidBy: ann.me, among: [ann.me, bo.me], units: 1000)
            try await ann.send(2, .putExpense(ExpensePut(first)))
            try require(try await cy.sees().isEmpty, "a stranger sees the group")
            try await ann.send(
                3, .putGroup(GroupPut(.sample(1, [ann.me, bo.me, cy.me]), baseVersion: 1)))
            try require(try await cy.expense(first.id) != nil, "a new member does not see what was before")
            let second = try Expense.sample(3, in: group.id, paidBy: ann.me, among: [ann.me, cy.me], units: 1000)
            try await ann.send(4, .putExpense(ExpensePut(second)))
            let before = try await cy.service.account().revision
            try await cy.send(1, .leaveGroup(group.id))
            try require(try await cy.group(group.id) == nil, "a former member sees the group")
            try require(try await cy.expense(first.id) == nil, "a former member sees everything")
            try require(try await cy.expense(second.id) != nil, "a former member lost a debt")
            let gone = try await cy.service.changes(since: before).tombstones
            try require(gone.contains(EntityKey(.expense, first.id.text)), "nothing says that the expense is gone")
            try require(try await bo.expense(second.id) != nil, "a member lost an expense")
        },
        ConformanceCheck("a payment outside groups is seen by its two people") { stage in
            let (ann, bo, cy) = (try await stage.join(1), try await stage.join(2), try await stage.join(3))
            let payment = SplitPayment.sample(5, from: bo, to: ann, 500, in: nil)
            try await bo.send(1, .putPayment(payment), expecting: .notFound)
            try await ann.send(1, .putGroup(GroupPut(.sample(1, [ann.me, bo.me, cy.me]))))
            try await bo.send(2, .putPayment(payment))
            try require(try await ann.payment(payment.id) != nil, "the payee does not see it")
            try require(try await cy.payment(payment.id) == nil, "somebody else sees it")
        },
        ConformanceCheck("a direct expense needs a linked friend, and both see it") { stage in
            let (ann, bo) = (try await stage.join(1), try await stage.join(2))
            let row = Friend(owner: ann.account.account.id, memberID: TestID.member(7), name: "Bo", status: .friend)
            try await ann.send(1, .putFriend(FriendPut(row)))
            let pair = SplitGroup.sample(1, [ann.me, bo.me], isDirect: true)
            try await ann.send(2, .putGroup(GroupPut(pair)))
            let expense = try Expense.sample(
                2, in: pair.id, paidBy: ann.me, among: [ann.me, bo.me], units: 1000, context: .direct)
            try await ann.send(3, .putExpense(ExpensePut(expense)), expecting: .notConfirmedFriend)
            let draft = RequestDraft(id: TestID.entity(4), recipient: bo.account.account.id, target: row.memberID)
            try await ann.send(4, .createRequest(draft))
            try await bo.send(1, .respondRequest(RequestResponse(id: draft.id, isAccepted: true)))
            try await ann.send(5, .putExpense(ExpensePut(expense)))
            let seen = try await bo.expense(expense.id)
            try require(seen?.participants.contains { $0.account == bo.account.account.id } == true, "not seen by both")
            try await bo.send(
                2,
                .putExpense(
                    ExpensePut(
                        try .sample(
                            3, in: pair.id, paidBy: bo.me, among: [ann.me, bo.me], units: 500, context: .direct))))
        },
        ConformanceCheck("a group has its caller in it, one place for an account, and one for each pair") { stage in
            let (ann, bo) = (try await stage.join(1), try await stage.join(2))
            try await ann.send(1, .putGroup(GroupPut(.sample(1, [bo.me, TestID.member(7)]))), expecting: .forbidden)
            try await ann.send(2, .putGroup(GroupPut(.sample(2, [ann.me, bo.me, bo.me]))))
            try require(try await bo.group(TestID.entity(2))?.members.count == 2, "an account is in the group twice")
            let three = SplitGroup.sample(3, [ann.me, bo.me, TestID.member(7)], isDirect: true)
            try await ann.send(3, .putGroup(GroupPut(three)), expecting: .invalid)
            try await ann.send(4, .putGroup(GroupPut(.sample(4, [ann.me, bo.me], isDirect: true))))
            try await ann.send(
                5, .putGroup(GroupPut(.sample(5, [ann.me, bo.me], isDirect: true))), expecting: .conflict)
            try await bo.send(
                1, .putGroup(GroupPut(.sample(6, [bo.me, ann.me], isDirect: true))), expecting: .conflict)
            let own = MemberRemoval(group: TestID.entity(2), member: ann.me)
            try await ann.send(6, .removeMember(own), expecting: .forbidden)
            try await ann.send(7, .leaveGroup(TestID.entity(2)))
            try require(try await bo.group(TestID.entity(2))?.owner == bo.account.account.id, "there is no steward")
        },
    ]

    static let linking: [ConformanceCheck] = [
        ConformanceCheck("a friend has one invitation at a time, and a withdrawn one cannot be claimed") { stage in
            let (ann, bo) = (try await stage.join(1), try await stage.join(2))
            let row = Friend(owner: ann.account.account.id, memberID: TestID.member(7), name: "Bo", status: .friend)
            let tokens = [[UInt8](repeating: 1, count: 16), [UInt8](repeating: 2, count: 16)]
            let drafts = tokens.enumerated().map { index, token in
                InviteDraft(id: TestID.entity(10 + index), tokenHash: digest(token), target: row.memberID)
            }
            try await ann.send(1, .createInvite(drafts[0]), expecting: .notFound)
            try await ann.send(2, .putFriend(FriendPut(row)))
            try await ann.send(3, .createInvite(drafts[0]))
            try await ann.send(4, .createInvite(drafts[1]), expecting: .conflict)
            try await bo.send(1, .revokeInvite(drafts[0].id), expecting: .forbidden)
            try await ann.send(5, .revokeInvite(drafts[0].id))
            try await bo.send(2, .claimInvite(InviteClaim(token: tokens[0])), expecting: .notFound)
            do {
                _ = try await bo.service.preview(token: tokens[0])
                throw ConformanceFailure(description: "a withdrawn invitation is shown")
            } catch ServiceFailure.refused(.notFound) {}
            try await ann.send(6, .createInvite(drafts[1]))
            try await bo.send(3, .claimInvite(InviteClaim(token: tokens[1])))
            let again = InviteClaim(token: tokens[1], merging: TestID.member(50))
            try await bo.send(4, .claimInvite(again), expecting: .conflict)
            try await ann.send(7, .revokeInvite(drafts[1].id), expecting: .alreadyClaimed)
        },
        ConformanceCheck("a request is declined once, withdrawn once, and says nothing about accounts") { stage in
            let (ann, bo) = (try await stage.join(1), try await stage.join(2))
            let row = Friend(owner: ann.account.account.id, memberID: TestID.member(7), name: "Bo")
            try await ann.send(1, .putFriend(FriendPut(row)))
            func draft(_ id: Int, _ recipient: AccountID) -> RequestDraft {
                RequestDraft(id: TestID.entity(id), recipient: recipient, target: row.memberID)
            }
            try await ann.send(2, .createRequest(draft(10, ann.account.account.id)), expecting: .invalid)
            try await ann.send(3, .createRequest(draft(11, TestID.account(999))))
            try await ann.send(4, .createRequest(draft(12, bo.account.account.id)))
            try await ann.send(5, .createRequest(draft(13, bo.account.account.id)), expecting: .conflict)
            let refusal = RequestResponse(id: TestID.entity(12), isAccepted: false)
            try await bo.send(1, .respondRequest(refusal))
            try await bo.send(2, .respondRequest(refusal))
            try await bo.send(
                3, .respondRequest(RequestResponse(id: TestID.entity(12), isAccepted: true)), expecting: .notPending)
            try require(try await ann.friend(row.memberID)?.linkState == .unlinked, "a refusal has linked the row")
            try await ann.send(6, .createRequest(draft(14, bo.account.account.id)))
            try await ann.send(7, .cancelRequest(TestID.entity(14)))
            try await bo.send(
                4, .respondRequest(RequestResponse(id: TestID.entity(14), isAccepted: true)), expecting: .notFound)
        },
        ConformanceCheck("two rows of one person become one, with the expenses of both") { stage in
            let ann = try await stage.join(1)
            for (number, name) in [(7, "Bo"), (8, "Bob")] {
                let row = Friend(
                    owner: ann.account.account.id, memberID: TestID.member(number), name: name, status: .friend)
                try await ann.send(number, .putFriend(FriendPut(row)))
            }
            let expense = try Expense.sample(
                2, in: nil, paidBy: ann.me, among: [ann.me, TestID.member(8)], units: 1000)
            try await ann.send(1, .putExpense(ExpensePut(expense)))
            let merge = FriendMerge(source: TestID.member(8), target: TestID.member(7))
            try await ann.send(2, .mergeFriends(merge))
            try await ann.send(3, .mergeFriends(merge), expecting: .unchanged)
            try require(try await ann.friend(TestID.member(8)) == nil, "the second row is left")
            try require(try await ann.friend(TestID.member(7))?.aliases == [TestID.member(8)], "the alias is missing")
            let stored = try await ann.expense(expense.id)
            try require(stored?.splits.map(\.member) == [ann.me, TestID.member(7)], "the share has the old id")
            try require(stored?.total == expense.total, "the total has changed")
            let missing = FriendMerge(source: TestID.member(50), target: TestID.member(7))
            try await ann.send(4, .mergeFriends(missing), expecting: .notFound)
        },
        ConformanceCheck("deleting a friend without an account keeps the shares, as inactive") { stage in
            let ann = try await stage.join(1)
            let people = [TestID.member(7), TestID.member(8)]
            for (index, person) in people.enumerated() {
                let row = Friend(owner: ann.account.account.id, memberID: person, name: "F\(index)", status: .friend)
                try await ann.send(index + 1, .putFriend(FriendPut(row)))
            }
            let kept = try Expense.sample(2, in: nil, paidBy: ann.me, among: [ann.me] + people, units: 900)
            let paid = try Expense.sample(3, in: nil, paidBy: people[0], among: [ann.me] + people, units: 900)
            let alone = try Expense.sample(4, in: nil, paidBy: ann.me, among: [ann.me, people[0]], units: 900)
            for (index, expense) in [kept, paid, alone].enumerated() {
                try await ann.send(10 + index, .putExpense(ExpensePut(expense)))
            }
            try await ann.send(3, .deleteFriend(people[0]))
            let stored = try await ann.expense(kept.id)
            try require(stored?.inactive == [people[0]] && stored?.splits.count == 3, "the share is gone")
            try require(stored?.involved == [ann.me, people[1]], "the person still takes part")
            try require(try await ann.expense(paid.id) == nil, "an expense that the person paid is left")
            try require(try await ann.expense(alone.id) == nil, "an expense of one person is left")
            try await ann.send(4, .deleteFriend(people[0]), expecting: .notFound)
        },
    ]

    static let batches: [ConformanceCheck] = [
        ConformanceCheck("a batch is carried out in order, and a refusal stops nothing") { stage in
            let (ann, bo) = (try await stage.join(1), try await stage.join(2))
            let group = SplitGroup.sample(1, [ann.me, bo.me])
            var wrong = try Expense.sample(2, in: group.id, paidBy: ann.me, among: [ann.me, bo.me], units: 1000)
            wrong.splits[0].units += 1
            let right = try Expense.sample(3, in: group.id, paidBy: ann.me, among: [ann.me, bo.me], units: 1000)
            let changes: [SplitChange] = [
                .putExpense(ExpensePut(right)), .putGroup(GroupPut(group)), .putExpense(ExpensePut(wrong)),
                .setSettlement(SettlementMark(expense: wrong.id, isSettled: true)),
                .putExpense(ExpensePut(right)),
            ]
            let now = await stage.subject.now
            var operations: [SplitOperation] = []
            for (index, change) in changes.enumerated() { operations.append(await ann.operation(index + 1, change)) }
            let applied = try await ann.service.apply(operations, at: now)
            let codes: [OperationResult.Code] = [.notFound, .ok, .splitMismatch, .notFound, .ok]
            try require(applied.results.map(\.code) == codes, "\(applied.results.map(\.code))")
            try require(applied.results.map(\.operation) == operations.map(\.id), "the results are in another order")
            let account = try await ann.service.account()
            try require(applied.revision == account.revision, "the revision is another one")
            do {
                var many: [SplitOperation] = []
                for number in 0...SharedExpensesLimits.operations {
                    many.append(await ann.operation(100 + number, .deleteExpense(TestID.entity(99))))
                }
                _ = try await ann.service.apply(many, at: now)
                throw ConformanceFailure(description: "\(many.count) operations were accepted")
            } catch is ServiceFailure {}
        },
        ConformanceCheck("what was deleted never comes back") { stage in
            let (ann, bo) = (try await stage.join(1), try await stage.join(2))
            let group = SplitGroup.sample(1, [ann.me, bo.me])
            try await ann.send(1, .putGroup(GroupPut(group)))
            let expense = try Expense.sample(2, in: group.id, paidBy: ann.me, among: [ann.me, bo.me], units: 1000)
            try await ann.send(2, .putExpense(ExpensePut(expense)))
            try await ann.send(3, .deleteExpense(expense.id))
            try await ann.send(4, .putExpense(ExpensePut(expense, baseVersion: 1)), expecting: .notFound)
            try await bo.send(1, .putExpense(ExpensePut(expense)), expecting: .notFound)
            try await ann.send(5, .deleteGroup(group.id))
            try await ann.send(6, .putGroup(GroupPut(group)), expecting: .notFound)
            try require(try await ann.sees().isEmpty, "it came back")
        },
        ConformanceCheck("an operation's id is known to its account alone") { stage in
            let (ann, bo) = (try await stage.join(1), try await stage.join(2))
            let row = Friend(owner: ann.account.account.id, memberID: TestID.member(7), name: "Cy")
            let operation = await ann.operation(1, .putFriend(FriendPut(row)))
            let now = await stage.subject.now
            let first = try await ann.service.apply([operation], at: now).results
            var other = operation
            other.change = .deleteFriend(TestID.member(50))
            try require(try await ann.service.apply([other], at: now).results == first, "an id was used again")
            let foreign = try await bo.service.apply([other], at: now).results
            try require(foreign.map(\.code) == [.notFound], "another account got the result")
        },
        ConformanceCheck("places that the service never named are refused, and every page has one revision") { stage in
            let ann = try await stage.join(1)
            let now = await stage.subject.now
            for batch in [0..<64, 64..<70] {
                var operations: [SplitOperation] = []
                for number in batch {
                    let row = Friend(
                        owner: ann.account.account.id, memberID: TestID.member(100 + number), name: "Friend \(number)")
                    operations.append(await ann.operation(number, .putFriend(FriendPut(row))))
                }
                let applied = try await ann.service.apply(operations, at: now)
                try require(applied.results.allSatisfy { $0.code == .ok }, "a row was refused")
            }
            let first = try await ann.service.snapshot(cursor: nil)
            try require(first.entities.count == SharedExpensesLimits.pageSize, "a page of \(first.entities.count)")
            let second = try await ann.service.snapshot(cursor: first.next)
            try require(second.revision == first.revision && second.next == nil, "the pages do not belong together")
            let keys = Set((first.entities + second.entities).map(\.key))
            try require(keys.count == 70, "\(keys.count) of 70 entities")
            do {
                _ = try await ann.service.snapshot(cursor: "ff00")
                throw ConformanceFailure(description: "a cursor of nothing was accepted")
            } catch ServiceFailure.invalidCursor {}
            do {
                _ = try await ann.service.changes(since: first.revision + 1000)
                throw ConformanceFailure(description: "a revision of the future was accepted")
            } catch ServiceFailure.resync {}
        },
    ]
}

extension SplitPayment {
    /// A completed cash payment between two people of a check.
    static func sample(
        _ id: Int, from payer: ConformancePerson, to payee: ConformancePerson, _ units: Int64, in group: EntityID?
    ) -> SplitPayment {
        SplitPayment(
            id: TestID.entity(id), from: payer.me, to: payee.me, amount: ExpenseAmount(units, .usd), groupID: group,
            method: .cash, state: .completed)
    }
}
