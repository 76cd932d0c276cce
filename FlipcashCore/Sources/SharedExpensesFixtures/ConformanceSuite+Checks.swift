import SharedExpenses

extension ConformanceCheck {
    static let people: [ConformanceCheck] = [
        ConformanceCheck("an account is created once, with an id of its own") { stage in
            let (ann, bo) = (try await stage.join(1), try await stage.join(2))
            let again = try await stage.join(1)
            try require(ann.me == again.me, "the id changed")
            try require(ann.me != bo.me, "two accounts have one id")
        },
        ConformanceCheck("a friend row is its owner's, and what it says about links is ignored") { stage in
            let (ann, bo) = (try await stage.join(1), try await stage.join(2))
            var row = Friend(owner: ann.account.account.id, memberID: TestID.member(7), name: " Cy ")
            row.linkedAccount = bo.account.account.id
            row.linkedMemberID = bo.me
            row.linkState = .linked
            try await ann.send(1, .putFriend(FriendPut(row)))
            let stored = try await ann.friend(row.memberID)
            try require(stored?.name == "Cy", "the name is \(stored?.name ?? "missing")")
            try require(stored?.linkState == .unlinked && stored?.linkedAccount == nil, "a client made a link")
            try require(try await bo.sees().isEmpty, "somebody else sees the row")
            try await bo.send(1, .deleteFriend(row.memberID), expecting: .notFound)
        },
        ConformanceCheck("ids that the caller cannot know are not resolved") { stage in
            let (ann, bo, cy) = (try await stage.join(1), try await stage.join(2), try await stage.join(3))
            try await ann.send(1, .putGroup(GroupPut(.sample(1, [ann.me, bo.me]))))
            let found = try await ann.service.resolve([ann.me, bo.me, cy.me, TestID.member(99)])
            try require(Set(found.map(\.id)) == [ann.me, bo.me], "\(found.count) ids were resolved")
            do {
                _ = try await ann.service.payee(cy.me)
                throw ConformanceFailure(description: "the key of a stranger was returned")
            } catch ServiceFailure.notFound {}
            _ = try await ann.service.payee(bo.me)
        },
        ConformanceCheck("a deleted account becomes a ghost, and its groups get a steward") { stage in
            let (ann, bo) = (try await stage.join(1), try await stage.join(2))
            try await ann.send(1, .putGroup(GroupPut(.sample(1, [ann.me, bo.me]))))
            try await ann.send(2, .deleteAccount(bo.me), expecting: .invalid)
            try await ann.send(3, .deleteAccount(ann.me))
            guard case .group(let group)? = try await bo.sees()[EntityKey(.group, TestID.entity(1).text)] else {
                throw ConformanceFailure(description: "the group is gone")
            }
            try require(group.owner == bo.account.account.id, "the group has no steward")
            try require(group.members.contains { $0.name == Friend.deletedName }, "the name was kept")
            do {
                try await ann.send(4, .leaveGroup(TestID.entity(1)))
                throw ConformanceFailure(description: "a deleted account still acts")
            } catch ServiceFailure.denied {}
        },
    ]

    static let groups: [ConformanceCheck] = [
        ConformanceCheck("a group is put by its owner only, and twice is once") { stage in
            let (ann, bo) = (try await stage.join(1), try await stage.join(2))
            var group = SplitGroup.sample(1, [ann.me, bo.me])
            try await ann.send(1, .putGroup(GroupPut(group)))
            try await ann.send(2, .putGroup(GroupPut(group)), expecting: .unchanged)
            group.name = "Stolen"
            try await bo.send(1, .putGroup(GroupPut(group)), expecting: .forbidden)
            try await bo.send(2, .deleteGroup(group.id), expecting: .forbidden)
            try await bo.send(3, .removeMember(MemberRemoval(group: group.id, member: ann.me)), expecting: .forbidden)
        },
        ConformanceCheck("a stranger cannot tell a group from one that does not exist") { stage in
            let (ann, bo, cy) = (try await stage.join(1), try await stage.join(2), try await stage.join(3))
            try await ann.send(1, .putGroup(GroupPut(.sample(1, [ann.me, bo.me]))))
            for (step, id) in [TestID.entity(1), TestID.entity(2)].enumerated() {
                let first = try await cy.send(10 + step, .deleteGroup(id), expecting: .notFound)
                let second = try await cy.send(20 + step, .leaveGroup(id), expecting: .notFound)
                try require(first.detail == second.detail, "the details differ")
            }
        },
        ConformanceCheck("deleting a group takes its expenses from everybody") { stage in
            let (ann, bo) = (try await stage.join(1), try await stage.join(2))
            let group = SplitGroup.sample(1, [ann.me, bo.me])
            try await ann.send(1, .putGroup(GroupPut(group)))
            let expense = try Expense.sample(2, in: group.id, paidBy: bo.me, among: [ann.me, bo.me], units: 1000)
            try await bo.send(1, .putExpense(ExpensePut(expense)))
            let before = try await ann.service.account().revision
            try await ann.send(2, .deleteGroup(group.id))
            for person in [ann, bo] { try require(try await person.sees().isEmpty, "something is left") }
            let changes = try await ann.service.changes(since: before)
            try require(Set(changes.tombstones.map(\.kind)) == [.group, .expense], "tombstones are missing")
            try await bo.send(2, .putExpense(ExpensePut(expense)), expecting: .notFound)
        },
        ConformanceCheck("a member with open debts is removed only by force") { stage in
            let (ann, bo) = (try await stage.join(1), try await stage.join(2))
            let group = SplitGroup.sample(1, [ann.me, bo.me, TestID.member(7)])
            try await ann.send(1, .putGroup(GroupPut(group)))
            let expense = try Expense.sample(2, in: group.id, paidBy: ann.me, among: [ann.me, bo.me], units: 1000)
            try await ann.send(2, .putExpense(ExpensePut(expense)))
            let removal = MemberRemoval(group: group.id, member: bo.me)
            try await ann.send(3, .removeMember(removal), expecting: .outstandingBalance)
            try await ann.send(4, .removeMember(MemberRemoval(group: group.id, member: bo.me, force: true)))
            try require(try await ann.expense(expense.id) == nil, "the expense is left")
            try require(try await bo.sees().isEmpty, "the member still sees the group")
        },
    ]

    static let expenses: [ConformanceCheck] = [
        ConformanceCheck("every member sees an expense of the group, with names that the server resolved") { stage in
            let (ann, bo, cy) = (try await stage.join(1), try await stage.join(2), try await stage.join(3))
            let group = SplitGroup.sample(1, [ann.me, bo.me, cy.me])
            try await ann.send(1, .putGroup(GroupPut(group)))
            var expense = try Expense.sample(2, in: group.id, paidBy: ann.me, among: [ann.me, bo.me], units: 1001)
            expense.owner = bo.account.account.id
            try await ann.send(2, .putExpense(ExpensePut(expense)))
            for person in [ann, bo, cy] {
                let seen = try await person.expense(expense.id)
                try require(seen?.owner == ann.account.account.id, "the owner is not the caller")
                try require(seen?.participants.contains { $0.account == bo.account.account.id } == true, "no accounts")
                try require(seen?.version == 1, "version \(seen?.version ?? 0)")
            }
        },
        ConformanceCheck("sums, people and currencies are checked") { stage in
            let (ann, bo) = (try await stage.join(1), try await stage.join(2))
            let group = SplitGroup.sample(1, [ann.me, bo.me])
            try await ann.send(1, .putGroup(GroupPut(group)))
            let good = try Expense.sample(2, in: group.id, paidBy: ann.me, among: [ann.me, bo.me], units: 1000)
            var bad = good
            bad.splits[0].units += 1
            try await ann.send(2, .putExpense(ExpensePut(bad)), expecting: .splitMismatch)
            bad = good
            bad.splits[0].member = TestID.member(50)
            try await ann.send(3, .putExpense(ExpensePut(bad)), expecting: .invalid)
            bad = good
            bad.context = .direct
            try await ann.send(4, .putExpense(ExpensePut(bad)), expecting: .invalid)
            bad = good
            bad.splits[1].id = bad.splits[0].id
            try await ann.send(5, .putExpense(ExpensePut(bad)), expecting: .invalid)
            try require(try await ann.expense(good.id) == nil, "a refused expense is stored")
        },
        ConformanceCheck("only friends who agreed are billed without a group") { stage in
            let (ann, bo) = (try await stage.join(1), try await stage.join(2))
            let expense = try Expense.sample(2, in: nil, paidBy: ann.me, among: [ann.me, bo.me], units: 1000)
            try await ann.send(1, .putExpense(ExpensePut(expense)), expecting: .notConfirmedFriend)
            try await ann.send(
                2, .putFriend(FriendPut(Friend(owner: ann.account.account.id, memberID: bo.me, name: "Bo"))))
            try await ann.send(3, .putExpense(ExpensePut(expense)), expecting: .notConfirmedFriend)
            try require(try await bo.sees().isEmpty, "the stranger was billed")
        },
        ConformanceCheck("who may edit, settle and delete") { stage in
            let (ann, bo, cy) = (try await stage.join(1), try await stage.join(2), try await stage.join(3))
            let group = SplitGroup.sample(1, [ann.me, bo.me, cy.me])
            try await ann.send(1, .putGroup(GroupPut(group)))
            let members = [ann.me, bo.me, cy.me]
            let expense = try Expense.sample(2, in: group.id, paidBy: bo.me, among: members, units: 900)
            try await ann.send(2, .putExpense(ExpensePut(expense)))
            var edit = expense
            edit.description = "Lunch"
            try await cy.send(1, .putExpense(ExpensePut(edit, baseVersion: 1)), expecting: .forbidden)
            let others = SettlementMark(expense: expense.id, members: [ann.me], isSettled: true)
            try await cy.send(2, .setSettlement(others), expecting: .forbidden)
            try await cy.send(3, .setSettlement(SettlementMark(expense: expense.id, isSettled: true)))
            try await cy.send(4, .deleteExpense(expense.id), expecting: .forbidden)
            try await bo.send(1, .setSettlement(others))
            var money = try Expense.sample(2, in: group.id, paidBy: bo.me, among: members, units: 1200)
            for index in money.splits.indices where money.splits[index].member != bo.me {
                money.splits[index].isSettled = true
            }
            let version = try await ann.expense(expense.id)?.version ?? 0
            try await ann.send(
                3, .putExpense(ExpensePut(money, baseVersion: version)), expecting: .lockedBySettlement)
            try await bo.send(2, .deleteExpense(expense.id))
            try await bo.send(3, .deleteExpense(expense.id), expecting: .unchanged)
        },
        ConformanceCheck("a change of money on an old version is a conflict, and of texts is not") { stage in
            let (ann, bo) = (try await stage.join(1), try await stage.join(2))
            let group = SplitGroup.sample(1, [ann.me, bo.me])
            let members = [ann.me, bo.me]
            try await ann.send(1, .putGroup(GroupPut(group)))
            let expense = try Expense.sample(2, in: group.id, paidBy: ann.me, among: members, units: 1000)
            try await ann.send(2, .putExpense(ExpensePut(expense)))
            let larger = try Expense.sample(2, in: group.id, paidBy: ann.me, among: members, units: 1200)
            let smaller = try Expense.sample(2, in: group.id, paidBy: ann.me, among: members, units: 800)
            try await ann.send(3, .putExpense(ExpensePut(larger, baseVersion: 1)))
            try await ann.send(4, .putExpense(ExpensePut(smaller, baseVersion: 1)), expecting: .conflict)
            var renamed = larger
            renamed.description = "Supper"
            try await ann.send(5, .putExpense(ExpensePut(renamed, baseVersion: 1)))
            let stored = try await ann.expense(expense.id)
            try require(stored?.total.units == 1200 && stored?.description == "Supper", "the merge is wrong")
        },
    ]

    static let links: [ConformanceCheck] = [
        ConformanceCheck("a claim links both people, and a token counts once") { stage in
            let (ann, bo, cy) = (try await stage.join(1), try await stage.join(2), try await stage.join(3))
            let row = Friend(owner: ann.account.account.id, memberID: TestID.member(7), name: "B.", status: .friend)
            try await ann.send(1, .putFriend(FriendPut(row)))
            try await ann.send(2, .putGroup(GroupPut(.sample(1, [ann.me, row.memberID]))))
            let expense = try Expense.sample(
                2, in: TestID.entity(1), paidBy: ann.me, among: [ann.me, row.memberID], units: 1000)
            try await ann.send(3, .putExpense(ExpensePut(expense)))
            let token = [UInt8](repeating: 9, count: 16)
            let draft = InviteDraft(id: TestID.entity(3), tokenHash: digest(token), target: row.memberID)
            try await ann.send(4, .createInvite(draft))
            try await ann.send(5, .createInvite(draft), expecting: .unchanged)
            try await ann.send(6, .claimInvite(InviteClaim(token: token)), expecting: .selfClaim)
            let preview = try await bo.service.preview(token: token)
            try require(preview.expenseCount == 1 && preview.balances.first?.units == -500, "the preview is wrong")
            let claim = try await bo.send(1, .claimInvite(InviteClaim(token: token)))
            try require(claim.contract?.canonical == bo.me, "the contract names somebody else")
            try require(claim.contract?.aliases.contains(row.memberID) == true, "the alias is missing")
            try await bo.send(2, .claimInvite(InviteClaim(token: token)))
            try await cy.send(1, .claimInvite(InviteClaim(token: token)), expecting: .alreadyClaimed)
            let linked = try await ann.friend(row.memberID)
            try require(linked?.linkedAccount == bo.account.account.id, "the creator's row is not linked")
            try require(try await bo.friend(ann.me)?.linkState == .linked, "the claimer has no row")
            let own = try await bo.service.account().identity
            try require(own.isMe(row.memberID), "the alias is not equivalent")
            let seen = try await bo.expense(expense.id)
            try require(seen?.splits.contains { $0.member == bo.me } == true, "the claimer does not see the expense")
        },
        ConformanceCheck("a link request is answered once, by its recipient") { stage in
            let (ann, bo, cy) = (try await stage.join(1), try await stage.join(2), try await stage.join(3))
            let row = Friend(owner: ann.account.account.id, memberID: TestID.member(7), name: "Bo")
            try await ann.send(1, .putFriend(FriendPut(row)))
            let draft = RequestDraft(id: TestID.entity(4), recipient: bo.account.account.id, target: row.memberID)
            try await ann.send(2, .createRequest(draft))
            try await cy.send(1, .respondRequest(RequestResponse(id: draft.id, isAccepted: true)), expecting: .notFound)
            try await bo.send(1, .respondRequest(RequestResponse(id: draft.id, isAccepted: true)))
            try await bo.send(
                2, .respondRequest(RequestResponse(id: draft.id, isAccepted: false)), expecting: .notPending)
            try await ann.send(3, .cancelRequest(draft.id), expecting: .notPending)
            try require(try await ann.friend(row.memberID)?.linkState == .linked, "the row is not linked")
        },
    ]

    static let payments: [ConformanceCheck] = [
        ConformanceCheck("cash is recorded by both, and a payment is never changed") { stage in
            let (ann, bo, cy) = (try await stage.join(1), try await stage.join(2), try await stage.join(3))
            let group = SplitGroup.sample(1, [ann.me, bo.me, cy.me])
            try await ann.send(1, .putGroup(GroupPut(group)))
            var payment = SplitPayment(
                id: TestID.entity(5), from: bo.me, to: ann.me, amount: ExpenseAmount(500, .usd), groupID: group.id,
                method: .cash, state: .completed)
            try await cy.send(1, .putPayment(payment), expecting: .forbidden)
            try await ann.send(2, .putPayment(payment))
            payment.amount.units = 1
            try await ann.send(3, .putPayment(payment), expecting: .conflict)
            try await ann.send(
                4, .advancePayment(PaymentAdvance(payment: payment.id, state: .voided)), expecting: .conflict)
            guard case .payment(let seen)? = try await cy.sees()[EntityKey(.payment, payment.id.text)] else {
                throw ConformanceFailure(description: "a member does not see the payment")
            }
            try require(seen.amount.units == 500 && !seen.isVerified && seen.completedAt != nil, "it was changed")
        },
        ConformanceCheck("money between wallets counts only when the server has seen it") { stage in
            let (ann, bo) = (try await stage.join(1), try await stage.join(2))
            let group = SplitGroup.sample(1, [ann.me, bo.me])
            try await ann.send(1, .putGroup(GroupPut(group)))
            var payment = SplitPayment(
                id: TestID.entity(5), from: bo.me, to: ann.me, amount: ExpenseAmount(500, .usd), groupID: group.id,
                method: .direct, state: .completed)
            try await bo.send(1, .putPayment(payment), expecting: .conflict)
            try await ann.send(2, .putPayment(payment), expecting: .forbidden)
            payment.state = .proposed
            try await bo.send(2, .putPayment(payment))
            try await bo.send(3, .advancePayment(PaymentAdvance(payment: payment.id, state: .submitted)))
            let done = PaymentAdvance(
                payment: payment.id, state: .completed, intent: String(repeating: "ab", count: 32))
            try await bo.send(4, .advancePayment(done), expecting: .conflict)
        },
        ConformanceCheck("a group closes when all nets are zero, by its owner") { stage in
            let (ann, bo) = (try await stage.join(1), try await stage.join(2))
            let group = SplitGroup.sample(1, [ann.me, bo.me])
            try await ann.send(1, .putGroup(GroupPut(group)))
            let expense = try Expense.sample(2, in: group.id, paidBy: ann.me, among: [ann.me, bo.me], units: 1000)
            try await ann.send(2, .putExpense(ExpensePut(expense)))
            let closing = GroupClosing(
                id: TestID.entity(6), groupID: group.id, asOfRevision: 0, at: SplitTime(milliseconds: 0))
            try await ann.send(3, .putClosing(closing), expecting: .conflict)
            let payment = SplitPayment(
                id: TestID.entity(5), from: bo.me, to: ann.me, amount: ExpenseAmount(500, .usd), groupID: group.id,
                method: .cash, state: .completed)
            try await bo.send(1, .putPayment(payment))
            try await bo.send(2, .putClosing(closing), expecting: .forbidden)
            try await ann.send(4, .putClosing(closing))
            try require(try await ann.expense(expense.id)?.splits.allSatisfy(\.isSettled) == false, "own split marked")
            let open = try await ann.expense(expense.id)?.splits.first { $0.member == bo.me }
            try require(open?.isSettled == true, "the split is still open")
        },
    ]

    static let synchronisation: [ConformanceCheck] = [
        ConformanceCheck("an operation that is sent twice is carried out once") { stage in
            let ann = try await stage.join(1)
            let row = Friend(owner: ann.account.account.id, memberID: TestID.member(7), name: "Bo")
            let first = try await ann.send(1, .putFriend(FriendPut(row)))
            try await ann.send(2, .deleteFriend(row.memberID))
            let again = try await ann.send(1, .putFriend(FriendPut(row)))
            try require(first == again, "the result differs")
            try require(try await ann.friend(row.memberID) == nil, "it was carried out again")
        },
        ConformanceCheck("changes lead from one snapshot to the next") { stage in
            let (ann, bo) = (try await stage.join(1), try await stage.join(2))
            try await ann.send(1, .putGroup(GroupPut(.sample(1, [ann.me, bo.me]))))
            var known = try await bo.sees()
            var revision = try await bo.service.account().revision
            for step in 0..<70 {
                let row = Friend(
                    owner: bo.account.account.id, memberID: TestID.member(100 + step), name: "Friend \(step)")
                try await bo.send(10 + step, .putFriend(FriendPut(row)))
            }
            try await bo.send(5, .deleteFriend(TestID.member(103)))
            try await ann.send(2, .deleteGroup(TestID.entity(1)))
            var hasMore = true
            while hasMore {
                let page = try await bo.service.changes(since: revision)
                for entity in page.entities { known[entity.key] = entity }
                for tombstone in page.tombstones { known[tombstone] = nil }
                try require(page.entities.count <= SharedExpensesLimits.pageSize, "a page is too large")
                try require(page.revision > revision, "the revision did not grow")
                revision = page.revision
                hasMore = page.hasMore
            }
            try require(known == (try await bo.sees()), "changes and snapshot differ")
        },
        ConformanceCheck("a call from another time is refused") { stage in
            let ann = try await stage.join(1)
            for seconds in [-301, 301] as [Int64] {
                do {
                    _ = try await ann.service.apply([], at: await stage.subject.now.adding(seconds: seconds))
                    throw ConformanceFailure(description: "\(seconds) seconds were accepted")
                } catch ServiceFailure.invalidTimestamp {
                } catch ServiceFailure.invalidRequest {
                    // A wire refuses a call without operations first.
                }
            }
        },
        ConformanceCheck("too many new expenses in a minute are put off, and the same operation works later") { stage in
            let ann = try await stage.join(1)
            let other = TestID.member(7)
            try await ann.send(1, .putGroup(GroupPut(.sample(1, [ann.me, other]))))
            for step in 0..<10 {
                let expense = try Expense.sample(
                    10 + step, in: TestID.entity(1), paidBy: ann.me, among: [ann.me, other], units: 100)
                try await ann.send(10 + step, .putExpense(ExpensePut(expense)))
            }
            let late = try Expense.sample(50, in: TestID.entity(1), paidBy: ann.me, among: [ann.me, other], units: 100)
            let result = try await ann.send(50, .putExpense(ExpensePut(late)), expecting: .rateLimited)
            try require(result.retryAfterSeconds ?? 0 > 0, "no time to wait")
        },
        ConformanceCheck("clearing everything leaves nothing of the caller, and others keep theirs") { stage in
            let (ann, bo) = (try await stage.join(1), try await stage.join(2))
            try await ann.send(1, .putGroup(GroupPut(.sample(1, [ann.me, bo.me]))))
            try await bo.send(1, .putGroup(GroupPut(.sample(2, [ann.me, bo.me]))))
            try await ann.send(2, .clearAll(await stage.subject.now))
            try require(try await ann.sees().isEmpty, "something is left")
            try require(try await bo.sees().count == 1, "the other person lost something")
        },
    ]
}
