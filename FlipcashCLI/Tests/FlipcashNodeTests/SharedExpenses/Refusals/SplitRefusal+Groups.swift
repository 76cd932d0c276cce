import FlipcashCore
import SharedExpenses
import SharedExpensesFixtures

extension SplitRefusal {
    static let groups = [
        SplitRefusal(.nameLength, "a group without a name") { stage in
            var group = SplitGroup.sample(1, [stage.ann])
            group.name = " "
            return Attempt(.putGroup(GroupPut(group)), by: 0)
        },
        SplitRefusal(.nameLength, "a group with a name of 65 characters") { stage in
            var group = SplitGroup.sample(1, [stage.ann])
            group.name = String(repeating: "n", count: 65)
            return Attempt(.putGroup(GroupPut(group)), by: 0)
        },
        SplitRefusal(.notMember, "a group without its maker") { stage in
            Attempt(.putGroup(GroupPut(.sample(1, [stage.bo, stage.cy]))), by: 0)
        },
        SplitRefusal(.limitExceeded, "a group of 65 people") { stage in
            Attempt(.putGroup(GroupPut(.sample(1, [stage.ann] + (100..<164).map(TestID.member)))), by: 0)
        },
        SplitRefusal(.directGroupSize, "three people in a group of two") { stage in
            Attempt(.putGroup(GroupPut(.sample(1, [stage.ann, stage.bo, stage.cy], isDirect: true))), by: 0)
        },
        SplitRefusal(.directGroupExists, "a second group of the same two people") { stage in
            try stage.group(1, isDirect: true)
            return Attempt(.putGroup(GroupPut(.sample(2, [stage.bo, stage.ann], isDirect: true))), by: 0)
        },
        SplitRefusal(.directGroupExists, "a second group of the same two people, by the other one") { stage in
            try stage.group(1, isDirect: true)
            return Attempt(.putGroup(GroupPut(.sample(2, [stage.bo, stage.ann], isDirect: true))), by: 1)
        },
        SplitRefusal(.directGroupExists, "a second group of the same two people, while the maker is deleted") { stage in
            let first = SplitGroup.sample(1, [stage.ann, stage.bo], isDirect: true)
            try stage.does(.putGroup(GroupPut(first)), by: 1)
            try stage.setAccount(1, "state", 2)
            return Attempt(.putGroup(GroupPut(.sample(2, [stage.bo, stage.ann], isDirect: true))), by: 0)
        },
        SplitRefusal(.notFound, "a group with the id of a deleted one") { stage in
            let group = try stage.group()
            try stage.does(.deleteGroup(group.id))
            return Attempt(.putGroup(GroupPut(group)), by: 0)
        },
        SplitRefusal(.forbidden, "a member changes the group") { stage in
            var group = try stage.group()
            group.name = "Mine"
            return Attempt(.putGroup(GroupPut(group)), by: 1)
        },
        SplitRefusal(.forbidden, "a member deletes the group") { stage in
            Attempt(.deleteGroup(try stage.group().id), by: 1)
        },
        SplitRefusal(.forbidden, "a member removes another one") { stage in
            let group = try stage.group(1, [stage.ann, stage.bo, stage.cy])
            return Attempt(.removeMember(MemberRemoval(group: group.id, member: stage.cy, force: true)), by: 1)
        },
        SplitRefusal(.groupNotFound, "a stranger deletes the group") { stage in
            Attempt(.deleteGroup(try stage.group().id), by: 2)
        },
        SplitRefusal(.groupNotFound, "a stranger leaves the group") { stage in
            Attempt(.leaveGroup(try stage.group().id), by: 2)
        },
        SplitRefusal(.groupNotFound, "a stranger removes a member") { stage in
            Attempt(.removeMember(MemberRemoval(group: try stage.group().id, member: stage.bo, force: true)), by: 2)
        },
        SplitRefusal(.cannotRemoveSelf, "the owner removes the owner") { stage in
            Attempt(.removeMember(MemberRemoval(group: try stage.group().id, member: stage.ann, force: true)), by: 0)
        },
        SplitRefusal(.memberNotFound, "somebody is removed who is not a member") { stage in
            Attempt(.removeMember(MemberRemoval(group: try stage.group().id, member: stage.cy, force: true)), by: 0)
        },
        SplitRefusal(.outstandingBalance, "a member with debts is removed without force") { stage in
            let group = try stage.group(1, [stage.ann, stage.bo, stage.cy])
            try stage.expense()
            return Attempt(.removeMember(MemberRemoval(group: group.id, member: stage.bo)), by: 0)
        },
    ]

    static let friends = [
        SplitRefusal(.samePerson, "a friend row about oneself") { stage in
            Attempt(.putFriend(FriendPut(stage.row(stage.ann))), by: 0)
        },
        SplitRefusal(.nameLength, "a friend with too long a name") { stage in
            let name = String(repeating: "n", count: Friend.nameLimit + 1)
            return Attempt(.putFriend(FriendPut(stage.row(stage.friend, name: name))), by: 0)
        },
        SplitRefusal(.nameLength, "a friend with too long a nickname") { stage in
            var row = stage.row(stage.friend)
            row.nickname = String(repeating: "n", count: Friend.nameLimit + 1)
            return Attempt(.putFriend(FriendPut(row)), by: 0)
        },
        SplitRefusal(.invalidMemberID, "a friend row with the id of somebody else's friend") { stage in
            try stage.knows()
            return Attempt(.putFriend(FriendPut(stage.row(stage.friend, by: 1))), by: 1)
        },
        SplitRefusal(.invalidMemberID, "a friend row with the id of a member of somebody else's group") { stage in
            try stage.group(1, [stage.ann, stage.bo, stage.friend])
            return Attempt(.putFriend(FriendPut(stage.row(stage.friend, by: 1))), by: 1)
        },
        SplitRefusal(.friendNotFound, "a friend is deleted who is not there") { stage in
            Attempt(.deleteFriend(stage.friend), by: 0)
        },
        SplitRefusal(.foreignExpense, "a linked friend with an expense in the group of two is deleted") { stage in
            try stage.invites()
            try stage.does(SplitStage.claim(), by: 1)
            let group = try stage.group(1, isDirect: true)
            let expense = try Expense.sample(
                2, in: group.id, paidBy: stage.bo, among: [stage.ann, stage.bo], units: 1000, context: .direct)
            try stage.does(.putExpense(ExpensePut(expense)), by: 1)
            return Attempt(.deleteFriend(stage.friend), by: 0)
        },
        SplitRefusal(.aliasCycle, "a friend is merged with itself") { stage in
            try stage.knows()
            return Attempt(.mergeFriends(FriendMerge(source: stage.friend, target: stage.friend)), by: 0)
        },
        SplitRefusal(.friendNotFound, "a friend is merged into one who is not there") { stage in
            try stage.knows()
            return Attempt(.mergeFriends(FriendMerge(source: stage.friend, target: TestID.member(8))), by: 0)
        },
        SplitRefusal(.friendNotFound, "a friend who is not there is merged") { stage in
            try stage.knows()
            return Attempt(.mergeFriends(FriendMerge(source: TestID.member(8), target: stage.friend)), by: 0)
        },
        SplitRefusal(.targetLinked, "a linked friend is merged into another one") { stage in
            try stage.invites()
            try stage.does(SplitStage.claim(), by: 1)
            try stage.knows(TestID.member(8))
            return Attempt(.mergeFriends(FriendMerge(source: stage.friend, target: TestID.member(8))), by: 0)
        },
        SplitRefusal(.forbidden, "a friend with the id of an account is merged away") { stage in
            try stage.knows(stage.bo)
            try stage.knows()
            return Attempt(.mergeFriends(FriendMerge(source: stage.bo, target: stage.friend)), by: 0)
        },
        SplitRefusal(.forbidden, "a friend who has refused is merged away") { stage in
            var row = stage.row(stage.friend)
            row.status = .rejected
            try stage.does(.putFriend(FriendPut(row)))
            try stage.knows(TestID.member(8))
            return Attempt(.mergeFriends(FriendMerge(source: stage.friend, target: TestID.member(8))), by: 0)
        },
        SplitRefusal(.aliasCycle, "a friend is merged into one of its own ids, which has a row again") { stage in
            try stage.knows()
            try stage.knows(TestID.member(8))
            try stage.does(.mergeFriends(FriendMerge(source: TestID.member(8), target: stage.friend)))
            try stage.knows(TestID.member(8))
            return Attempt(.mergeFriends(FriendMerge(source: stage.friend, target: TestID.member(8))), by: 0)
        },
    ]
}
