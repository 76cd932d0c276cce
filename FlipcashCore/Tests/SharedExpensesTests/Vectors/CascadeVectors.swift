import FlipcashCore
import SharedExpenses
import Testing

/// Operations on a whole world: admission, links and deletions.
enum CascadeVectors {
    static var handlers: [String: VectorFile.Handler] {
        [
            "direct_check": { vector in
                let world = try Written.world(vector.input["world"])
                try vector.check {
                    try world.checkGroupExpense(
                        by: Written.caller(vector.input["caller"], in: world), group: vector.input["group"].entity,
                        involved: vector.input["involved"].members, payers: [vector.input["payer"].member],
                        context: vector.input["context"].words == "direct" ? .direct : .group)
                } _: { () throws in
                    #expect(try vector.out["ok"].bool())
                }
            },
            "adhoc_check": { vector in
                let world = try Written.world(vector.input["world"])
                try vector.check {
                    try world.checkAdHocExpense(
                        by: Written.caller(vector.input["caller"], in: world),
                        involved: vector.input["involved"].members,
                        participants: vector.input["participants"].members, splits: vector.input["splits"].members,
                        payers: [vector.input["payer"].member])
                } _: { () throws in
                    #expect(try vector.out["ok"].bool())
                }
            },
            "viewers": { vector in
                let world = try Written.world(vector.input["world"])
                let viewers = world.viewers(of: try Written.expense(vector.input["expense"]))
                #expect(viewers.sorted().map(\.text) == (try vector.out["viewers"].list.map { try $0.string() }))
            },
            "delete_friend": { vector in
                try run(vector) { world, caller in
                    try world.deleteFriend(vector.input["member"].member, of: caller.account)
                }
            },
            "delete_account": { vector in
                var result = ""
                try run(vector) { world, _ in
                    let kind = try #require(SplitWorld.AccountDeletion(rawValue: vector.input["mode"].words))
                    let isFirst = try world.deleteAccount(AccountID(vector.input["account"].words), kind)
                    result = isFirst ? "deleted" : "already_deleted"
                }
                #expect(result == vector.out["result"].words)
            },
            "clear_all": { vector in try run(vector) { $0.clearAll(of: $1.account) } },
            "remove_member": { vector in
                try run(vector) { world, caller in
                    try world.removeMember(
                        vector.input["member"].member, from: vector.input["group"].entity, by: caller,
                        force: vector.input["force"].bool())
                }
            },
            "leave_group": { vector in
                try run(vector) { try $0.leaveGroup(vector.input["group"].entity, by: $1) }
            },
            "invite_script": { vector in
                var world = try Written.world(vector.input["world"])
                let before = world.aliases.rows
                let results = try vector.input["steps"].list.map { step in
                    try outcome { try invite(step, &world) }
                }
                #expect(try results == vector.out["results"].list.map { try $0.string() })
                let made = world.aliases.rows.filter { before[$0.key] == nil }.map { [$0.key.text, $0.value.text] }
                #expect(try made == vector.out["aliases"].list.map { try $0.list.map { try $0.string() } })
                try Written.expect(world, matches: vector.out)
            },
            "link_script": { vector in
                var world = try Written.world(vector.input)
                let results = try vector.input["steps"].list.map { step in
                    try outcome { try request(step, &world) }
                }
                #expect(try results == vector.out["results"].list.map { try $0.string() })
                let states = world.requests.map { ($0.key.text, VectorValue.string($0.value.state.rawValue)) }
                #expect(vector.out["states"].dictionary == Dictionary(uniqueKeysWithValues: states))
            },
        ]
    }

    private static func run(
        _ vector: VectorCase, _ change: (inout SplitWorld, SplitCaller) throws -> Void
    ) throws {
        let before = try Written.world(vector.input["world"])
        var world = before
        try vector.check {
            try change(
                &world, Written.caller(vector.input["caller"].isNull ? .string("") : vector.input["caller"], in: before)
            )
        } _: {
            try Written.expect(world, matches: vector.out)
        }
    }

    /// The name of a step's result.
    private static func outcome(_ step: () throws -> Void) throws -> String {
        do {
            try step()
            return "OK"
        } catch let failure as SplitFailure {
            return failure.code.rawValue.uppercased()
        }
    }

    private static func invite(_ step: VectorValue, _ world: inout SplitWorld) throws {
        let (now, caller) = (SplitTime(seconds: try step["at"].units), AccountID(try step["by"].string()))
        let token = try step["token"].string()
        let hash = Hash(sha256: Array(token.utf8))
        switch try step["call"].string() {
        case "create":
            _ = try world.createInvite(
                SplitInvite(
                    id: EntityID(token), creator: caller, target: try step["target"].member, tokenHash: hash,
                    createdAt: now))
        case "preview": _ = try world.previewInvite(hash, at: now)
        case "claim": _ = try world.claimInvite(hash, by: caller, at: now)
        case "revoke": try world.revokeInvite(EntityID(token), by: caller)
        case let call: Issue.record("unknown call \(call)")
        }
    }

    private static func request(_ step: VectorValue, _ world: inout SplitWorld) throws {
        let (now, caller) = (SplitTime(seconds: try step["at"].units), AccountID(try step["by"].string()))
        let id = try step["id"].entity
        switch try step["call"].string() {
        case "create":
            _ = try world.createRequest(
                LinkRequest(
                    id: id, requester: caller, recipient: AccountID(try step["to"].string()),
                    target: try step["target"].member, createdAt: now))
        case "accept": _ = try world.respond(to: id, by: caller, accepting: true, at: now)
        case "decline": _ = try world.respond(to: id, by: caller, accepting: false, at: now)
        case "cancel": try world.cancelRequest(id, by: caller)
        case let call: Issue.record("unknown call \(call)")
        }
    }
}
