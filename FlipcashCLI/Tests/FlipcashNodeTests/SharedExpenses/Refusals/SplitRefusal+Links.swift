import FlipcashCore
import SharedExpenses
import SharedExpensesFixtures

extension SplitRefusal {
    static let links = [
        SplitRefusal(.malformed, "an invitation with half a digest") { stage in
            try stage.knows()
            let draft = InviteDraft(
                id: TestID.entity(5), tokenHash: [UInt8](repeating: 1, count: 16), target: stage.friend)
            return Attempt(.createInvite(draft), by: 0)
        },
        SplitRefusal(.tokenConflict, "an invitation with the id of another one") { stage in
            try stage.invites()
            return Attempt(stage.invitation(5, token: 2), by: 0)
        },
        SplitRefusal(.tokenConflict, "an invitation is sent again for another friend") { stage in
            try stage.invites()
            try stage.knows(TestID.member(8))
            return Attempt(stage.invitation(5, target: TestID.member(8)), by: 0)
        },
        SplitRefusal(.tokenConflict, "somebody else sends an invitation again") { stage in
            try stage.invites()
            return Attempt(stage.invitation(5), by: 1)
        },
        SplitRefusal(.tokenConflict, "an invitation with the token of somebody else") { stage in
            try stage.invites()
            try stage.knows(TestID.member(8), by: 1)
            return Attempt(stage.invitation(6, target: TestID.member(8)), by: 1)
        },
        SplitRefusal(.targetNotFound, "an invitation for a friend who is not there") { stage in
            Attempt(stage.invitation(5), by: 0)
        },
        SplitRefusal(.targetLinked, "an invitation for a linked friend") { stage in
            try stage.invites()
            try stage.does(SplitStage.claim(), by: 1)
            return Attempt(stage.invitation(6, token: 2), by: 0)
        },
        SplitRefusal(.activeInviteExists, "a second invitation for one friend") { stage in
            try stage.invites()
            return Attempt(stage.invitation(6, token: 2), by: 0)
        },
        SplitRefusal(.notFound, "an unknown token is claimed") { _ in Attempt(SplitStage.claim(), by: 1) },
        SplitRefusal(.alreadyClaimed, "a claimed invitation is claimed by somebody else") { stage in
            try stage.invites()
            try stage.does(SplitStage.claim(), by: 1)
            return Attempt(SplitStage.claim(), by: 2)
        },
        SplitRefusal(.conflict, "a claim is repeated with another row to merge") { stage in
            try stage.invites()
            try stage.does(SplitStage.claim(), by: 1)
            return Attempt(SplitStage.claim(merging: TestID.member(8)), by: 1)
        },
        SplitRefusal(.selfClaim, "the maker claims her own invitation") { stage in
            try stage.invites()
            return Attempt(SplitStage.claim(), by: 0)
        },
        SplitRefusal(.creatorUnavailable, "the maker's account is being deleted") { stage in
            try stage.invites()
            try stage.setAccount(0, "state", 2)
            return Attempt(SplitStage.claim(), by: 1)
        },
        SplitRefusal(.expired, "an invitation is claimed after 30 days") { stage in
            try stage.invites()
            return Attempt(SplitStage.claim(), by: 1, later: SplitInvite.lifetime)
        },
        SplitRefusal(.targetUnavailable, "the friend of an invitation was deleted") { stage in
            try stage.invites()
            try stage.does(.deleteFriend(stage.friend))
            return Attempt(SplitStage.claim(), by: 1)
        },
        SplitRefusal(.targetUnavailable, "the friend of an invitation was linked by a request") { stage in
            try stage.invites()
            try stage.does(stage.request(6))
            try stage.does(SplitStage.answer(6), by: 1)
            return Attempt(SplitStage.claim(), by: 2)
        },
        SplitRefusal(.targetUnavailable, "a claim merges a row that is not there") { stage in
            try stage.invites()
            return Attempt(SplitStage.claim(merging: TestID.member(8)), by: 1)
        },
        SplitRefusal(.targetUnavailable, "a claim merges a row that is linked") { stage in
            try stage.knows(TestID.member(8), by: 1)
            try stage.does(stage.invitation(6, token: 2, target: TestID.member(8)), by: 1)
            try stage.does(SplitStage.claim(token: 2), by: 2)
            try stage.invites()
            return Attempt(SplitStage.claim(merging: TestID.member(8)), by: 1)
        },
        SplitRefusal(.selfAlias, "somebody claims a row that has their own id") { stage in
            try stage.knows(stage.bo)
            try stage.does(stage.invitation(5, target: stage.bo))
            return Attempt(SplitStage.claim(), by: 1)
        },
        SplitRefusal(.aliasShadowsAccount, "somebody claims a row that has another account's id") { stage in
            try stage.knows(stage.bo)
            try stage.does(stage.invitation(5, target: stage.bo))
            return Attempt(SplitStage.claim(), by: 2)
        },
        SplitRefusal(.aliasConflict, "somebody claims an id that stands for another account") { stage in
            try stage.invites()
            try stage.does(SplitStage.claim(), by: 2)
            try stage.knows(by: 1)
            try stage.does(stage.invitation(6, token: 2), by: 1)
            return Attempt(SplitStage.claim(token: 2), by: 0)
        },
        SplitRefusal(.notFound, "an unknown invitation is withdrawn") { _ in
            Attempt(.revokeInvite(TestID.entity(5)), by: 0)
        },
        SplitRefusal(.denied, "somebody else withdraws an invitation") { stage in
            try stage.invites()
            return Attempt(.revokeInvite(TestID.entity(5)), by: 1)
        },
        SplitRefusal(.alreadyClaimed, "a claimed invitation is withdrawn") { stage in
            try stage.invites()
            try stage.does(SplitStage.claim(), by: 1)
            return Attempt(.revokeInvite(TestID.entity(5)), by: 0)
        },
    ]

    static let requests = [
        SplitRefusal(.requestConflict, "a request with the id of another one") { stage in
            try stage.knows()
            try stage.knows(TestID.member(8))
            try stage.does(stage.request(5))
            return Attempt(stage.request(5, target: TestID.member(8)), by: 0)
        },
        SplitRefusal(.requestConflict, "a request is sent again to somebody else") { stage in
            try stage.knows()
            try stage.does(stage.request(5))
            return Attempt(stage.request(5, to: 2), by: 0)
        },
        SplitRefusal(.requestConflict, "somebody else sends a request again") { stage in
            try stage.knows()
            try stage.does(stage.request(5))
            return Attempt(stage.request(5), by: 2)
        },
        SplitRefusal(.selfRequest, "a request to oneself") { stage in
            try stage.knows()
            return Attempt(stage.request(5, to: 0), by: 0)
        },
        SplitRefusal(.targetNotFound, "a request for a friend who is not there") { stage in
            Attempt(stage.request(5), by: 0)
        },
        SplitRefusal(.targetLinked, "a request for a linked friend") { stage in
            try stage.invites()
            try stage.does(SplitStage.claim(), by: 1)
            return Attempt(stage.request(6, to: 2), by: 0)
        },
        SplitRefusal(.pendingExists, "a second request for one friend") { stage in
            try stage.knows()
            try stage.does(stage.request(5))
            return Attempt(stage.request(6, to: 2), by: 0)
        },
        SplitRefusal(.pendingExists, "a second request to one person") { stage in
            try stage.knows()
            try stage.knows(TestID.member(8))
            try stage.does(stage.request(5))
            return Attempt(stage.request(6, target: TestID.member(8)), by: 0)
        },
        SplitRefusal(.notFound, "somebody else answers a request") { stage in
            try stage.knows()
            try stage.does(stage.request(5))
            return Attempt(SplitStage.answer(5), by: 2)
        },
        SplitRefusal(.notPending, "a declined request is accepted") { stage in
            try stage.knows()
            try stage.does(stage.request(5))
            try stage.does(SplitStage.answer(5, accepting: false), by: 1)
            return Attempt(SplitStage.answer(5), by: 1)
        },
        SplitRefusal(.notPending, "an accepted request is declined") { stage in
            try stage.knows()
            try stage.does(stage.request(5))
            try stage.does(SplitStage.answer(5), by: 1)
            return Attempt(SplitStage.answer(5, accepting: false), by: 1)
        },
        SplitRefusal(.expired, "a request is accepted after seven days") { stage in
            try stage.knows()
            try stage.does(stage.request(5))
            return Attempt(SplitStage.answer(5), by: 1, later: LinkRequest.lifetime)
        },
        SplitRefusal(.expired, "an expired request is accepted once more") { stage in
            try stage.knows()
            try stage.does(stage.request(5))
            _ = try stage.send(SplitStage.answer(5), by: 1, later: LinkRequest.lifetime)
            return Attempt(SplitStage.answer(5), by: 1)
        },
        SplitRefusal(.targetUnavailable, "the friend of a request was deleted") { stage in
            try stage.knows()
            try stage.does(stage.request(5))
            try stage.does(.deleteFriend(stage.friend))
            return Attempt(SplitStage.answer(5), by: 1)
        },
        SplitRefusal(.targetUnavailable, "the friend of a request was linked by an invitation") { stage in
            try stage.invites()
            try stage.does(stage.request(6))
            try stage.does(SplitStage.claim(), by: 2)
            return Attempt(SplitStage.answer(6), by: 1)
        },
        SplitRefusal(.notFound, "somebody else withdraws a request") { stage in
            try stage.knows()
            try stage.does(stage.request(5))
            return Attempt(.cancelRequest(TestID.entity(5)), by: 1)
        },
        SplitRefusal(.notPending, "an accepted request is withdrawn") { stage in
            try stage.knows()
            try stage.does(stage.request(5))
            try stage.does(SplitStage.answer(5), by: 1)
            return Attempt(.cancelRequest(TestID.entity(5)), by: 0)
        },
    ]

    static let accounts = [
        SplitRefusal(.unknownMember, "a deletion is confirmed with somebody else's id") { stage in
            Attempt(.deleteAccount(stage.bo), by: 0)
        },
        SplitRefusal(.denied, "an account that is being deleted acts") { stage in
            try stage.setAccount(0, "state", 2)
            return Attempt(.putGroup(GroupPut(.sample(1, [stage.ann, stage.bo]))), by: 0)
        },
        SplitRefusal(.denied, "an account that is being deleted clears itself") { stage in
            try stage.setAccount(0, "state", 2)
            return Attempt(.clearAll(stage.bench.memory.now), by: 0)
        },
        SplitRefusal(.clearing, "an account that is being cleared acts") { stage in
            try stage.setAccount(0, "clearing_until", 1)
            return Attempt(.putGroup(GroupPut(.sample(1, [stage.ann, stage.bo]))), by: 0)
        },
        SplitRefusal(.rateLimited, "an eleventh expense in a minute") { stage in
            try stage.group()
            for id in 20..<30 { try stage.expense(id) }
            let expense = try Expense.sample(
                2, in: TestID.entity(1), paidBy: stage.ann, among: [stage.ann, stage.bo], units: 1000)
            return Attempt(.putExpense(ExpensePut(expense)), by: 0)
        },
        SplitRefusal(.rateLimited, "an eleventh invitation in a minute") { stage in
            try stage.knows()
            for _ in 0..<10 { _ = try stage.send(stage.invitation(5), by: 0) }
            return Attempt(stage.request(6), by: 0)
        },
        SplitRefusal(.rateLimited, "a 21st payment in a minute") { stage in
            try stage.group()
            for id in 20..<40 { try stage.does(.putPayment(stage.payment(id)), by: 1) }
            return Attempt(.putPayment(stage.payment()), by: 1)
        },
    ]
}
