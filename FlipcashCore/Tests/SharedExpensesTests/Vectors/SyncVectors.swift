import FlipcashCore
import SharedExpenses
import Testing

/// Synchronisation, limits, environments and imports.
enum SyncVectors {
    static var handlers: [String: VectorFile.Handler] {
        [
            "pager": { vector in
                var pager = SnapshotPager<String> { $0 }
                var isDone = false
                try vector.check {
                    for page in try vector.input["responses"].list where !isDone {
                        let step = try pager.receive(
                            revision: UInt64(page["revision"].units), items: page["items"].list.map { try $0.string() },
                            next: page["next"].optionalString)
                        if case .done = step { isDone = true }
                    }
                } _: { () throws in
                    #expect(isDone)
                    #expect(try pager.items == vector.out["items"].list.map { try $0.string() })
                    #expect(try pager.revision == UInt64(vector.out["revision"].units))
                    #expect(try pager.restarts == vector.out["restarts"].int())
                    #expect(try pager.calls == vector.out["calls"].int())
                }
            },
            "merge": { vector in
                let (a, b) = (try registers(vector.input["a"]), try registers(vector.input["b"]))
                let expected = try registers(vector.out["merged"])
                #expect(a.merged(with: b) == expected)
                #expect(b.merged(with: a) == expected)
            },
            "outbox": { vector in
                let pending = try vector.input["pending"].list.map { write in
                    PendingWrite(
                        id: try write["id"].entity,
                        kind: write["kind"].words == "delete"
                            ? .delete : .upsert(version: UInt64(try write["revision"].units)))
                }
                let result = PendingWrite.overlay(pending, on: try versions(vector.input["remote"]))
                #expect(try result.shown == versions(vector.out["shown"]))
                let names = result.pending.map { ($0.kind == .delete ? "delete:" : "upsert:") + $0.id.text }
                #expect(try names == vector.out["pending"].list.map { try $0.string() })
            },
            "rate_limit": { vector in
                var window = FixedWindow(limit: try vector.input["limit"].int())
                let allowed = try vector.input["at"].list.map {
                    window.admit(at: SplitTime(seconds: try $0.units)) == nil
                }
                #expect(try allowed == vector.out["allowed"].list.map { try $0.bool() })
            },
            "env": { vector in
                let environment = SplitEnvironment(
                    setting: vector.input["configured"].optionalString,
                    isDebugBuild: vector.input["build"].words == "debug")
                #expect(environment.rawValue == vector.out["environment"].words)
            },
            "import_map": { vector in try map(vector) },
            "import_parse": { vector in try parse(vector) },
        ]
    }

    private static func registers(_ value: VectorValue) throws -> FieldRegisters<VectorText> {
        var fields: [String: FieldRegisters<VectorText>.Register] = [:]
        var deletion: ClockStamp?
        for (name, register) in value.dictionary {
            let parts = try register.array()
            let stamp = ClockStamp(
                milliseconds: UInt64(try parts[1].units), counter: UInt32(try parts[2].int()),
                actor: try parts[3].string())
            if name == "_deleted" { deletion = stamp } else { fields[name] = .init(VectorText("\(parts[0])"), stamp) }
        }
        return FieldRegisters(fields: fields, deletion: deletion)
    }

    struct VectorText: Hashable, Sendable {
        let text: String
        init(_ text: String) { self.text = text }
    }

    private static func versions(_ value: VectorValue) throws -> [EntityID: UInt64] {
        var versions: [EntityID: UInt64] = [:]
        for (id, version) in value.dictionary { versions[EntityID(id)] = UInt64(try version.units) }
        return versions
    }

    private static func map(_ vector: VectorCase) throws {
        let input = vector.input
        var file = PayBackFile()
        file.friends = try input["people"].list.map {
            PayBackFile.Person(id: try $0["id"].member, name: $0["name"].words, nickname: "")
        }
        file.members = try input["group_members"].list.map {
            PayBackFile.Member(group: try $0["group"].entity, id: try $0["id"].member, name: $0["name"].words)
        }
        file.groups = try input["groups"].list.map {
            PayBackFile.Group(id: try $0["id"].entity, name: $0["name"].words, isDirect: false)
        }
        var resolutions: [MemberID: ImportMapping.Resolution] = [:]
        for (id, choice) in input["resolutions"].dictionary {
            resolutions[MemberID(id)] = choice.words == "new" ? .new : .existing(MemberID(choice.words))
        }
        let existing = ImportMapping.Existing(
            friends: try input["existing_friends"].list.map { try Written.friend($0) },
            groups: try input["existing_groups"].list.map { try Written.group($0) })
        var count = 0
        do {
            let mapping = try ImportMapping(
                of: file, own: (try input["me"]["csv"].member, try input["me"]["local"].member), existing: existing,
                resolutions: resolutions
            ) {
                count += 1
                return "new-\(count)"
            }
            #expect(vector["err"].isNull)
            let members = vector.out["members"].dictionary.map { (MemberID($0), MemberID($1.words)) }
            #expect(mapping.members == Dictionary(uniqueKeysWithValues: members))
            let groups = vector.out["groups"].dictionary.map { (EntityID($0), EntityID($1.words)) }
            #expect(mapping.groups == Dictionary(uniqueKeysWithValues: groups))
            #expect(try mapping.newFriendOrder == vector.out["new_friends"].members)
        } catch let failure as ImportMapping.Failure {
            switch failure {
            case .needsResolution(let conflicts):
                #expect(vector["err"]["code"].words == "needs_resolution")
                let expected = try vector["err"]["conflicts"].list
                try #require(conflicts.count == expected.count)
                for (conflict, value) in zip(conflicts, expected) {
                    #expect(try conflict.id == value["id"].member)
                    #expect(conflict.name == value["name"].words)
                    #expect(try conflict.candidates == value["candidates"].members)
                }
            case .badResolution(let id):
                #expect(vector["err"]["code"].words == "bad_resolution")
                #expect(try id == vector["err"]["id"].member)
            }
        }
    }

    private static func parse(_ vector: VectorCase) throws {
        try vector.check {
            try PayBackFile(text: vector.input["text"].string(), currency: Written.currency(vector.input["currency"]))
        } _: { file throws in
            let out = vector.out
            #expect(try file.meta == out["meta"].dictionary.mapValues { try $0.string() })
            #expect(try file.friends.map(\.id) == out["friends"].list.map { try $0["member"].member })
            #expect(try file.friends.map(\.name) == out["friends"].list.map { try $0["name"].string() })
            #expect(try file.friends.map(\.nickname) == out["friends"].list.map { $0["nickname"].words })
            #expect(try file.groups.map(\.id) == out["groups"].list.map { try $0["id"].entity })
            #expect(try file.groups.map(\.name) == out["groups"].list.map { try $0["name"].string() })
            #expect(try file.groups.map(\.isDirect) == out["groups"].list.map { try $0["direct"].bool() })
            #expect(try file.members.map(\.group) == out["members"].list.map { try $0["group"].entity })
            #expect(try file.members.map(\.id) == out["members"].list.map { try $0["id"].member })
            #expect(try file.members.map(\.name) == out["members"].list.map { try $0["name"].string() })
            #expect(try file.warnings == out["warnings"].list.map { try $0.string() })
            let expected = try out["expenses"].list
            try #require(file.expenses.count == expected.count)
            for (entry, value) in zip(file.expenses, expected) {
                let expense = try Written.expense(value)
                #expect(entry.id == expense.id)
                #expect(entry.group == expense.groupID)
                #expect(entry.description == expense.description)
                #expect(entry.total == expense.total.units)
                #expect(entry.payer == expense.payers.first?.member)
                #expect(try entry.isSettled == value["settled"].bool())
                #expect(entry.involved == expense.involved)
                #expect(entry.splits == expense.splits)
            }
        }
    }
}
